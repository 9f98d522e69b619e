//! Checks 15 and 16: nothing of the user's is mixed into the change (A-14, D66).

use cairn_plan::Reason;

use crate::situation::Situation;

/// Every document that would be rewritten and differs from HEAD.
pub(super) fn relink(situation: &Situation<'_>) -> Vec<Reason> {
    let dirty = situation.relink.documents.iter().filter(|document| document.dirty);
    dirty
        .map(|document| {
            let path = document.path.clone();
            let message = format!("{path}: would be rewritten, but has changes that are not committed");
            let line = document.changes.first().map(|change| change.line);
            Reason { line, ..Reason::new("relink", "live_document_dirty", message).at(path) }
        })
        .collect()
}

/// What a commit would take along, or could not be made in.
pub(super) fn commit(situation: &Situation<'_>) -> Vec<Reason> {
    let snapshot = situation.snapshot;
    if !situation.intent.commits() {
        return Vec::new();
    }
    let staged = snapshot.staged.iter().map(|path| {
        Reason::new("commit", "staged_paths", format!("{path}: is staged already")).at(path.clone())
    });
    let operation = snapshot.operation.iter().map(|operation| {
        Reason::new("commit", "operation_in_progress", format!("a {operation} is under way"))
    });
    staged.chain(operation).collect()
}

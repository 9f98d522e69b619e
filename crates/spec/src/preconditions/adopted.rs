//! The check of a cancel in place of 7 to 11: who owns what, and where it returns to (roundfix 10).

use std::collections::BTreeSet;

use cairn_plan::Reason;

use crate::frontmatter;
use crate::presence::Presence;
use crate::situation::Situation;

/// The rules of the index but the one on links, and what cannot be returned.
pub(super) fn adopted(situation: &Situation<'_>) -> Vec<Reason> {
    let mut reasons: Vec<Reason> =
        situation.index.findings.iter().map(|finding| finding.reason("adopted")).collect();
    let mut folders = BTreeSet::new();
    for one in &situation.returned {
        folders.extend(one.to.ancestors());
        let bytes = situation.snapshot.folder.bytes(&one.from).unwrap_or_default();
        if let Err(cause) = frontmatter::split(bytes) {
            let path = situation.inside(&one.from);
            let message = format!("{path}: {cause}; its status could not be set");
            reasons.push(Reason::new("adopted", "entry_no_frontmatter", message).at(path));
        } else if let Err(message) = crate::entry::edited(bytes, one.kind, situation.snapshot.today) {
            let path = situation.inside(&one.from);
            let message = format!("{path}: {message}; its status could not be set");
            reasons.push(Reason::new("adopted", "entry_no_frontmatter", message).at(path));
        }
    }
    for folder in folders {
        if matches!(
            situation.snapshot.repository.presence(&folder),
            Presence::Link | Presence::File | Presence::Other
        ) {
            let message = format!("{folder}: is a link or a file, so nothing can be returned below it");
            reasons.push(Reason::new("adopted", "place_unsafe", message).at(folder));
        }
    }
    reasons
}

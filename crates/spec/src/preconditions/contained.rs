//! Check 11: self-containment, never overridden.

use cairn_plan::Reason;

use crate::index::intake;
use crate::situation::Situation;

/// Every broken rule of the index, and every link into an intake tree.
pub(super) fn self_containment(situation: &Situation<'_>) -> Vec<Reason> {
    if !situation.index.applies {
        return Vec::new();
    }
    let snapshot = situation.snapshot;
    let links = intake::links(&snapshot.folder, &snapshot.at());
    let findings = situation.index.findings.iter().chain(&links);
    findings.map(|finding| finding.reason("self-containment")).collect()
}

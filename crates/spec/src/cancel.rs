//! `roundfix cancel` as a decision (roundfix 10, A-30 to A-32).

use cairn_plan::{Change, FileMode, Plan};
use cairn_text::Patch;

use crate::archive::{ArchiveReport, promote_and_relink, removal, report};
use crate::compose;
use crate::entry;
use crate::index::SourceType;
use crate::preconditions::{self, Refused, evaluate};
use crate::relink::Copier;
use crate::request::CancelRequest;
use crate::situation::{Intent, Returned, Situation};
use crate::snapshot::Snapshot;
use crate::warning::{Warning, in_order};

/// What is done, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelDecision {
    /// Copies, rewritten documents, the record, returned backlog entries, returned findings, then the folder.
    pub plan: Plan,
    /// What the command reports.
    pub report: CancelReport,
}

/// What a cancel reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelReport {
    /// What it has in common with an archive.
    pub archive: ArchiveReport,
    /// What returned, in index order.
    pub returned: Vec<ReturnedEntry>,
    /// Inbox notes, which stay in git: paths relative to the home repository, in index order.
    pub left_in_git: Vec<String>,
}

/// An adopted source that returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedEntry {
    /// Its type.
    pub kind: SourceType,
    /// Where it stood, relative to the home repository.
    pub from: String,
    /// Where it stands, relative to the home repository.
    pub to: String,
    /// Its new status.
    pub status: &'static str,
}

/// Decides a cancel.
///
/// # Errors
/// Every failed check.
pub fn cancel(snapshot: &Snapshot<'_>, request: &CancelRequest) -> Result<CancelDecision, Refused> {
    snapshot.active_spec()?;
    let situation = Situation::new(snapshot, Intent::Cancel(request));
    let refusal = evaluate(&preconditions::CANCEL, &situation);
    let composed = match compose::record(&situation) {
        Some(composed) if refusal.is_empty() => composed,
        _ => return Err(refusal.into()),
    };
    let mut plan = Plan::new(format!("cancel {}", snapshot.slug));
    promote_and_relink(&situation, &mut plan);
    plan.push(Change::create(snapshot.record(), composed.record.render()));
    let mut warnings = Vec::new();
    for kind in [SourceType::Backlog, SourceType::Finding] {
        for one in situation.returned.iter().filter(|one| one.kind == kind) {
            plan.push(returned_file(&situation, one, &mut warnings));
        }
    }
    plan.push(removal(&situation));
    let mut archive = report(&situation, &composed.record, composed.warnings, "cancel");
    archive.warnings.extend(warnings);
    archive.warnings.extend(required_by(&situation));
    archive.warnings = in_order(archive.warnings);
    let returned = situation.returned.iter().map(|one| ReturnedEntry {
        kind: one.kind,
        from: situation.inside(&one.from).to_string(),
        to: one.to.to_string(),
        status: entry::status(one.kind),
    });
    let inbox = situation.index.rows.iter().filter(|row| row.kind == Some(SourceType::Inbox));
    let left_in_git = inbox.map(|row| situation.inside(format!("references/{}", row.path)).to_string());
    let report = CancelReport { archive, returned: returned.collect(), left_in_git: left_in_git.collect() };
    Ok(CancelDecision { plan, report })
}

/// The returned file: its status given back, its links adapted, every other byte as it was.
fn returned_file(situation: &Situation<'_>, one: &Returned, warnings: &mut Vec<Warning>) -> Change {
    let snapshot = situation.snapshot;
    let file = snapshot.folder.file(&one.from);
    let bytes = file.and_then(|file| file.bytes.as_deref()).unwrap_or_default();
    let copier = Copier {
        snapshot,
        folders: &situation.relink.folders,
        targets: &situation.relink.targets,
        pull_request: situation.pull_request(),
    };
    // The check `adopted` has made sure that the frontmatter can be edited.
    let mut patch: Patch = entry::edited(bytes, one.kind, snapshot.today).unwrap_or_default();
    let (links, found) = copier.adapt(bytes, &copier.old_place(one.from.as_bytes()), &one.to);
    warnings.extend(found);
    // Links are never found in a frontmatter, so the two patches do not meet.
    let merged = patch.merge(links);
    debug_assert!(merged.is_ok(), "value edits and link edits overlap");
    Change::Create {
        path: one.to.clone(),
        bytes: patch.apply(bytes),
        mode: FileMode::executable(file.is_some_and(|file| file.executable)),
    }
}

/// Active Specs that wait for this one (roundfix 10).
fn required_by(situation: &Situation<'_>) -> Vec<Warning> {
    let slug = &situation.snapshot.slug;
    let warning = |other: &crate::Slug| Warning {
        file: situation.snapshot.roots.folder(other).to_string(),
        line: None,
        code: "requires_cancelled",
        target: Some(slug.to_string()),
        message: "an active Spec requires the cancelled one".to_owned(),
    };
    situation.snapshot.required_by.iter().map(warning).collect()
}

#[cfg(test)]
mod tests {
    use crate::Slug;
    use crate::scenario::Scenario;

    /// A-31, roundfix 10: what returned with its new status, what stays in git, and who waits for the cancelled Spec.
    #[test]
    fn what_is_reported() {
        let mut scenario = Scenario::adopted();
        scenario.required_by = vec![Slug::new("0043-next").unwrap()];
        let report = scenario.cancel().unwrap().report;
        let returned: Vec<_> = report.returned.iter().map(|one| (one.to.as_str(), one.status)).collect();
        assert_eq!(
            returned,
            [("docs/backlog/2026-09-30-faster.md", "open"), ("docs/findings/2026-09-28-slow.md", "pending")]
        );
        assert_eq!(report.left_in_git, ["docs/specs/0042-sample/references/2026-09-27-note.md"]);
        let warnings: Vec<_> = report.archive.warnings.iter().map(|one| (one.code, one.line())).collect();
        let expected =
            "docs/specs/0043-next: 0042-sample: an active Spec requires the cancelled one".to_owned();
        assert_eq!(warnings, [("requires_cancelled", expected)]);
    }
}

//! `roundfix archive` as a decision (roundfix 4): a snapshot and a request give a plan and a report, or a refusal.

use cairn_plan::{Change, Entry, EntryKind, FileMode, Plan, RelativePath};

use crate::compose;
use crate::folder::{FolderEntry, Measure};
use crate::follow_up::{FollowUp, follow_ups};
use crate::preconditions::{self, Refused, evaluate};
use crate::qa::Verdict;
use crate::record::{Disposition, Record};
use crate::request::ArchiveRequest;
use crate::situation::{Intent, Situation};
use crate::snapshot::Snapshot;
use crate::subject;
use crate::task::TaskStatus;
use crate::warning::{Warning, in_order};

/// What is done, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveDecision {
    /// Copies, rewritten documents, the record, then the folder (roundfix 4.2).
    pub plan: Plan,
    /// What the command reports.
    pub report: ArchiveReport,
}

/// What an archive or a cancel reports (roundfix 4.5). Paths are relative to the home repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveReport {
    /// The slug.
    pub slug: String,
    /// How the Spec ended.
    pub disposition: Disposition,
    /// The record, as output calls it: absolute for an external root.
    pub record: String,
    /// The removed folder.
    pub source: String,
    /// The commit that holds it.
    pub source_revision: String,
    /// Every file of the folder.
    pub removed: Measure,
    /// The promoted copies, sorted.
    pub promoted: Vec<String>,
    /// The rewritten documents, sorted.
    pub relinked: Vec<String>,
    /// Citations that stay, contradictions, notes; sorted by path and line.
    pub warnings: Vec<Warning>,
    /// What the Tasks leave for a new Spec.
    pub follow_ups: Vec<TaskFollowUp>,
    /// What the preconditions saw.
    pub evidence: Evidence,
    /// Whether HEAD is reachable from the default branch; `None` when there is none.
    pub merged: Option<bool>,
    /// The subject of the commit.
    pub subject: String,
}

/// A follow-up with its Task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFollowUp {
    /// Id of the Task.
    pub task: String,
    /// Its file, relative to the home repository.
    pub file: String,
    /// Where and what.
    pub follow_up: FollowUp,
}

/// What the preconditions saw (A-50, A-51).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evidence {
    /// Every Task file with its status, in the order of the graph.
    pub tasks: Vec<(String, TaskStatus)>,
    /// The newest report.
    pub qa: QaEvidence,
    /// The rows of the reference index.
    pub index: Vec<String>,
}

/// The newest report as evidence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QaEvidence {
    /// Id of the QA Task.
    pub task: Option<String>,
    /// Its file name; `None` when there is none.
    pub report: Option<String>,
    /// Its verdict; `None` when it cannot be read.
    pub verdict: Option<Verdict>,
    /// Whether it settles the QA Task.
    pub eligible: bool,
    /// Why not.
    pub cause: Option<String>,
}

/// Decides an archive.
///
/// # Errors
/// Every failed check (4 to 17).
pub fn archive(snapshot: &Snapshot<'_>, request: &ArchiveRequest) -> Result<ArchiveDecision, Refused> {
    snapshot.active_spec()?;
    let situation = Situation::new(snapshot, Intent::Archive(request));
    let refusal = evaluate(&preconditions::ARCHIVE, &situation);
    let composed = match compose::record(&situation) {
        Some(composed) if refusal.is_empty() => composed,
        _ => return Err(refusal.into()),
    };
    let mut plan = Plan::new(format!("archive {}", snapshot.slug));
    promote_and_relink(&situation, &mut plan);
    plan.push(Change::create(snapshot.record(), composed.record.render()));
    plan.push(removal(&situation));
    let report = report(&situation, &composed.record, composed.warnings, "archive");
    Ok(ArchiveDecision { plan, report })
}

/// Steps 1 and 2 of roundfix 4.2.
pub(crate) fn promote_and_relink(situation: &Situation<'_>, plan: &mut Plan) {
    let mut promotions: Vec<_> = situation.relink.promotions.iter().collect();
    promotions.sort_by(|one, other| one.to.cmp(&other.to));
    for promotion in promotions {
        if let Some(bytes) = &promotion.copy {
            let mode = FileMode::executable(promotion.file.executable);
            plan.push(Change::Create { path: promotion.to.clone(), bytes: bytes.clone(), mode });
        }
    }
    for document in &situation.relink.documents {
        plan.push(Change::write(document.path.clone(), &document.before, document.after.clone()));
    }
}

/// Step 4: the folder, exactly as it was found.
pub(crate) fn removal(situation: &Situation<'_>) -> Change {
    let entries = situation.snapshot.folder.entries().filter_map(|(path, entry)| {
        let kind = match entry {
            FolderEntry::File(file) => EntryKind::File(file.hash),
            FolderEntry::Link(target) => EntryKind::Link(target.clone()),
            FolderEntry::Folder => EntryKind::Folder,
            FolderEntry::Odd(_) => return None,
        };
        Some(Entry { path: path.clone(), kind })
    });
    Change::RemoveTree { path: situation.snapshot.at(), entries: entries.collect() }
}

pub(crate) fn report(
    situation: &Situation<'_>,
    record: &Record,
    record_warnings: Vec<Warning>,
    verb: &str,
) -> ArchiveReport {
    let snapshot = situation.snapshot;
    let mut warnings = situation.relink.warnings.clone();
    warnings.extend(record_warnings);
    warnings.extend(qa_warnings(situation));
    warnings.extend(empty_folders(situation));
    ArchiveReport {
        slug: snapshot.slug.to_string(),
        disposition: record.disposition,
        record: snapshot.roots.shown_record(&snapshot.slug, &snapshot.home),
        source: snapshot.source(),
        source_revision: snapshot.head.clone(),
        removed: snapshot.folder.measure(),
        promoted: situation.relink.promoted(),
        relinked: situation.relink.relinked(),
        warnings: in_order(warnings),
        follow_ups: task_follow_ups(situation),
        evidence: evidence(situation),
        merged: snapshot.merged,
        subject: subject::subject(verb, &snapshot.slug),
    }
}

/// The remarks of the judgement, at the report's place in the repository.
pub(crate) fn qa_warnings(situation: &Situation<'_>) -> Vec<Warning> {
    let crate::qa::QaState::Judged { judgement, .. } = &situation.qa else { return Vec::new() };
    let warning = |remark: &crate::qa::policy::Remark| Warning {
        file: situation.inside(remark.cause.path.as_slice()).to_string(),
        line: remark.cause.line,
        code: remark.code,
        target: None,
        message: remark.cause.message.clone(),
    };
    judgement.remarks.iter().map(warning).collect()
}

/// Git keeps no empty folder: named, not refused.
pub(crate) fn empty_folders(situation: &Situation<'_>) -> Vec<Warning> {
    let folder = &situation.snapshot.folder;
    let paths: Vec<&RelativePath> = folder.entries().map(|(path, _)| path).collect();
    let filled: std::collections::BTreeSet<RelativePath> =
        paths.iter().filter_map(|path| path.parent()).collect();
    let empty = folder
        .entries()
        .filter(|(path, entry)| matches!(entry, FolderEntry::Folder) && !filled.contains(*path));
    empty
        .map(|(path, _)| Warning {
            file: situation.inside(path).to_string(),
            line: None,
            code: "empty_folder",
            target: None,
            message: "an empty folder, which git does not keep".to_owned(),
        })
        .collect()
}

pub(crate) fn task_follow_ups(situation: &Situation<'_>) -> Vec<TaskFollowUp> {
    let mut found = Vec::new();
    for task in situation.graph().map(|graph| graph.tasks.as_slice()).unwrap_or_default() {
        let bytes = situation.snapshot.folder.bytes(&task.file).unwrap_or_default();
        let file = situation.inside(&task.file).to_string();
        found.extend(follow_ups(bytes).into_iter().map(|follow_up| TaskFollowUp {
            task: task.id.clone(),
            file: file.clone(),
            follow_up,
        }));
    }
    found
}

pub(crate) fn evidence(situation: &Situation<'_>) -> Evidence {
    let tasks = situation.graph().map(|graph| graph.tasks.as_slice()).unwrap_or_default();
    let name = situation.qa.report_name();
    Evidence {
        tasks: tasks.iter().map(|task| (situation.inside(&task.file).to_string(), task.status)).collect(),
        qa: QaEvidence {
            task: situation.graph().and_then(|graph| graph.qa_task()).map(|task| task.id.clone()),
            report: (!name.is_empty()).then(|| name.to_owned()),
            verdict: situation.qa.verdict(),
            eligible: situation.qa.is_eligible(),
            cause: situation.qa.cause(),
        },
        index: situation.index.evidence(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{HEAD, PRD, REPORT, Scenario, override_request, steps, task, written};

    const RECORD: &str = "docs/history/specs/0042-sample.md";

    fn record(scenario: &Scenario) -> String {
        written(&scenario.archived().plan, RECORD)
    }

    /// A-01, A-62, archive-001 to archive-003: the record byte for byte, then the folder.
    #[test]
    fn a_passed_spec() {
        let decision = Scenario::finished().archived();
        assert_eq!(
            steps(&decision.plan),
            [format!("create {RECORD}"), "remove docs/specs/0042-sample (8)".to_owned()]
        );
        let expected = format!(
            "---\nschema: roundfix/archive-record/v1\nspec: 0042-sample\ntitle: A sample capability\nstatus: archived\ncreated: \"2026-10-01\"\narchived: \"2026-10-07\"\ndisposition: pass\nsource: docs/specs/0042-sample\nsource_revision: {HEAD}\nqa_task: task_02\nqa_report: qa-report-2026-10-05.md\nqa_verdict: pass\nunproven: []\nadrs: []\nsources: []\nregeneration: []\npromoted: []\n---\n\n# A sample capability\n\nListing is one pass now.\n"
        );
        assert_eq!(written(&decision.plan, RECORD), expected);
        let report = decision.report;
        assert_eq!((report.removed.files, report.merged), (6, Some(true)));
        assert!(report.warnings.is_empty() && report.follow_ups.is_empty());
        assert_eq!(report.subject, "docs: archive 0042-sample");
        assert_eq!(
            report.evidence.tasks[0],
            ("docs/specs/0042-sample/task_01.md".to_owned(), TaskStatus::Completed)
        );
        assert_eq!(report.evidence.qa.report.as_deref(), Some("qa-report-2026-10-05.md"));
    }

    /// A-21, archive-022, archive-115: a qualifying partial keeps every satisfied-by as unproven.
    #[test]
    fn a_partial_spec() {
        let mut scenario = Scenario::finished();
        let declared = "\n## Unreachable Acceptance\n\n- criterion: a\n  reason: b\n  satisfied-by: the tag is published\n- criterion: c\n  reason: d\n  satisfied-by: 'later'\n";
        scenario.write("_prd.md", &format!("{PRD}{declared}"));
        scenario
            .write("qa/qa-report-2026-10-05.md", "---\nverdict: partial\nrows_blocked_declared: 1\n---\n");
        let record = record(&scenario);
        assert!(record.contains("disposition: partial\n"), "{record}");
        assert!(record.contains("unproven:\n  - the tag is published\n  - '''later'''\nadrs:"), "{record}");
    }

    /// A-25, A-64, archive-122 to archive-125: all six keys, the report by its path in the Spec.
    #[test]
    fn an_overridden_spec() {
        let keys = |scenario: &Scenario| {
            let plan = scenario.archive(&override_request()).unwrap().plan;
            let text = written(&plan, RECORD);
            let start = text.find("qa_report").unwrap();
            text[start..text.find("adrs").unwrap()].to_owned()
        };
        let expected = |report: &str, verdict: &str, outcome: &str, status: &str| {
            format!(
                "qa_report: {report}\nqa_verdict: {verdict}\nunproven: []\nqa_override: true\nqa_override_approval: maintainer\nqa_override_reason: the host is gone\nqa_override_qa_outcome: {outcome}\nqa_override_qa_task_status: {status}\nqa_override_revision: {HEAD}\n"
            )
        };
        let name = "qa-report-2026-10-05.md";
        let mut scenario = Scenario::finished();
        scenario.write("task_02.md", &task("pending", "qa"));
        assert_eq!(keys(&scenario), expected(name, "pass", "pass", "pending"));
        scenario.write("qa/qa-report-2026-10-05.md", "# QA\n");
        let unreadable = "'qa/qa-report-2026-10-05.md:1: no frontmatter: the first line must be `---`'";
        assert_eq!(keys(&scenario), expected(name, "\"\"", unreadable, "pending"));
        scenario.remove(&["qa"]);
        scenario.write("task_02.md", &task("completed", "qa"));
        assert_eq!(keys(&scenario), expected("\"\"", "\"\"", "missing", "\"\""));
    }

    /// A-62, archive-006, archive-007: sources and regeneration.
    #[test]
    fn what_the_record_keeps() {
        let mut scenario = Scenario::adopted();
        scenario
            .write("_authorization.md", "## Sanctioned regeneration\n\n```yaml\ncommand: make sync\n```\n");
        scenario.pull_request = Some(12);
        let record = record(&scenario);
        let expected = "sources:\n  - 2026-09-30-faster.md\n  - 2026-09-28-slow.md\n  - 2026-09-27-note.md\nregeneration:\n  - command: make sync\npromoted: []\npull_request: \"12\"\n---";
        assert!(record.contains(expected), "{record}");
    }

    /// A-62, archive-009, archive-010: the file stays within 2,048 bytes.
    #[test]
    fn long_outcomes_are_shortened() {
        let outcome = |text: &str| {
            let mut scenario = Scenario::finished();
            scenario.write(
                "qa/qa-report-2026-10-05.md",
                &format!("---\nverdict: pass\n---\n## Outcome\n\n{text}\n"),
            );
            record(&scenario)
        };
        let sentences = outcome(&"Sentence stays whole.\n".repeat(120));
        assert!((1990..=2048).contains(&sentences.len()) && sentences.ends_with(" Sentence stays whole.\n"));
        let words = outcome(&"日本語の記録 ".repeat(300));
        assert!((2000..=2048).contains(&words.len()) && words.ends_with("…\n"));
    }

    /// A-61, archive-026, and empty folders, which git does not keep.
    #[test]
    fn what_is_reported() {
        let mut scenario = Scenario::finished();
        scenario.write("task_01.md", &format!("{}\n- [ ] raise the limit\n", task("done", "backend")));
        scenario.insert("empty", FolderEntry::Folder);
        let report = scenario.archived().report;
        assert_eq!(report.follow_ups[0].follow_up.text, "raise the limit");
        assert_eq!(
            (report.follow_ups[0].task.as_str(), report.follow_ups[0].follow_up.line),
            ("task_01", 12)
        );
        assert_eq!(
            report.warnings[0].line(),
            "docs/specs/0042-sample/empty: an empty folder, which git does not keep"
        );
    }

    /// Archive-118: a contradiction of the report that decides nothing is named at its place in the repository.
    #[test]
    fn remarks_on_the_report() {
        let mut scenario = Scenario::finished();
        scenario.write("qa/qa-report-2026-10-05.md", &REPORT.replace("| 1 | pass |", "| 1 | skipped |"));
        let warnings = scenario.archived().report.warnings;
        let found: Vec<_> = warnings.iter().map(|one| (one.code, one.line())).collect();
        let line =
            "docs/specs/0042-sample/qa/qa-report-2026-10-05.md:12: verdict is pass, but a row is `skipped`";
        assert_eq!(found, [("qa_pass_with_open_row", line.to_owned())]);
    }
}

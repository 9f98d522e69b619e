//! The objects of `--format json` (roundfix 4.5, 4.6, 10 to 13), as types of their own. Keys stand in the contract's order.

use cairn_plan::Refusal;
use cairn_spec::archive::{ArchiveReport, Evidence, TaskFollowUp};
use cairn_spec::cancel::ReturnedEntry;
use cairn_spec::folder::Measure;
use cairn_spec::plan_report::PlanReport;
use cairn_spec::warning::Warning;
use serde::Serialize;

/// Files and their bytes.
#[derive(Debug, Serialize)]
pub struct MeasureWire {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}

impl From<Measure> for MeasureWire {
    fn from(measure: Measure) -> Self {
        Self { files: measure.files, bytes: measure.bytes }
    }
}

/// One failed check.
#[derive(Debug, Serialize)]
pub struct RefusalWire {
    check: String,
    code: String,
    path: Option<String>,
    line: Option<usize>,
    message: String,
}

/// The reasons of a refusal.
pub fn refusals(refusal: &Refusal) -> Vec<RefusalWire> {
    let wire = |reason: &cairn_plan::Reason| RefusalWire {
        check: reason.check.to_string(),
        code: reason.code.to_string(),
        path: reason.path.as_ref().map(ToString::to_string),
        line: reason.line,
        message: reason.message.clone(),
    };
    refusal.reasons.iter().map(wire).collect()
}

/// One warning.
#[derive(Debug, Serialize)]
pub struct WarningWire {
    code: &'static str,
    file: String,
    line: Option<usize>,
    target: Option<String>,
    message: String,
}

/// Warnings in their order.
pub fn warnings(warnings: &[Warning]) -> Vec<WarningWire> {
    let wire = |warning: &Warning| WarningWire {
        code: warning.code,
        file: warning.file.clone(),
        line: warning.line,
        target: warning.target.clone(),
        message: warning.message.clone(),
    };
    warnings.iter().map(wire).collect()
}

/// One follow-up.
#[derive(Debug, Serialize)]
pub struct FollowUpWire {
    task: String,
    file: String,
    line: usize,
    text: String,
}

fn follow_ups(follow_ups: &[TaskFollowUp]) -> Vec<FollowUpWire> {
    let wire = |one: &TaskFollowUp| FollowUpWire {
        task: one.task.clone(),
        file: one.file.clone(),
        line: one.follow_up.line,
        text: one.follow_up.text.clone(),
    };
    follow_ups.iter().map(wire).collect()
}

/// What the preconditions saw.
#[derive(Debug, Serialize)]
pub struct EvidenceWire {
    tasks: Vec<TaskWire>,
    qa: QaWire,
    index: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TaskWire {
    file: String,
    status: String,
}

#[derive(Debug, Serialize)]
struct QaWire {
    report: Option<String>,
    verdict: Option<&'static str>,
    eligible: bool,
    cause: Option<String>,
}

impl From<&Evidence> for EvidenceWire {
    fn from(evidence: &Evidence) -> Self {
        let task = |(file, status): &(String, cairn_spec::task::TaskStatus)| TaskWire {
            file: file.clone(),
            status: status.to_string(),
        };
        Self {
            tasks: evidence.tasks.iter().map(task).collect(),
            qa: QaWire {
                report: evidence.qa.report.as_ref().map(|name| format!("qa/{name}")),
                verdict: evidence.qa.verdict.map(cairn_spec::qa::Verdict::as_str),
                eligible: evidence.qa.eligible,
                cause: evidence.qa.cause.clone(),
            },
            index: evidence.index.clone(),
        }
    }
}

/// An entry that a cancel returned.
#[derive(Debug, Serialize)]
pub struct ReturnedWire {
    #[serde(rename = "type")]
    kind: &'static str,
    from: String,
    to: String,
    status: &'static str,
}

impl From<&ReturnedEntry> for ReturnedWire {
    fn from(entry: &ReturnedEntry) -> Self {
        Self {
            kind: entry.kind.as_str(),
            from: entry.from.clone(),
            to: entry.to.clone(),
            status: entry.status,
        }
    }
}

/// `archive` and `cancel`.
#[derive(Debug, Serialize)]
pub struct ArchiveWire {
    command: &'static str,
    slug: String,
    ok: bool,
    disposition: &'static str,
    record: String,
    source: String,
    source_revision: String,
    removed: MeasureWire,
    promoted: Vec<String>,
    relinked: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<Vec<ReturnedWire>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_in_git: Option<Vec<String>>,
    warnings: Vec<WarningWire>,
    follow_ups: Vec<FollowUpWire>,
    evidence: EvidenceWire,
    merged: Option<bool>,
    commit: Option<String>,
}

impl ArchiveWire {
    /// The report of `archive`, and what `cancel` has in common with it.
    pub fn new(command: &'static str, report: &ArchiveReport, commit: Option<String>) -> Self {
        Self {
            command,
            slug: report.slug.clone(),
            ok: true,
            disposition: report.disposition.as_str(),
            record: report.record.clone(),
            source: report.source.clone(),
            source_revision: report.source_revision.clone(),
            removed: report.removed.into(),
            promoted: report.promoted.clone(),
            relinked: report.relinked.clone(),
            returned: None,
            left_in_git: None,
            warnings: warnings(&report.warnings),
            follow_ups: follow_ups(&report.follow_ups),
            evidence: EvidenceWire::from(&report.evidence),
            merged: report.merged,
            commit,
        }
    }

    /// With what a cancel returned.
    #[must_use]
    pub fn returning(mut self, returned: &[ReturnedEntry], left_in_git: &[String]) -> Self {
        self.returned = Some(returned.iter().map(ReturnedWire::from).collect());
        self.left_in_git = Some(left_in_git.to_vec());
        self
    }
}

/// `archive --plan`.
#[derive(Debug, Serialize)]
pub struct PlanWire {
    command: &'static str,
    slug: String,
    ok: bool,
    plan: bool,
    archivable: bool,
    record: String,
    source: String,
    source_revision: String,
    removes: MeasureWire,
    core: Vec<String>,
    evidence: MeasureWire,
    candidates: Vec<CandidateWire>,
    promotes: Vec<PromotionWire>,
    relinks: Vec<RelinkWire>,
    warnings: Vec<WarningWire>,
    refusals: Vec<RefusalWire>,
    qa: PlanQaWire,
    follow_ups: Vec<FollowUpWire>,
}

#[derive(Debug, Serialize)]
struct CandidateWire {
    path: String,
    bytes: u64,
    advice: Option<&'static str>,
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct PromotionWire {
    path: String,
    to: String,
    cited_by: Vec<PlaceWire>,
}

#[derive(Debug, Serialize)]
struct PlaceWire {
    file: String,
    line: usize,
}

#[derive(Debug, Serialize)]
struct RelinkWire {
    file: String,
    line: usize,
    old: String,
    new: String,
}

#[derive(Debug, Serialize)]
struct PlanQaWire {
    task: Option<String>,
    report: Option<String>,
    verdict: Option<&'static str>,
    eligible: bool,
    cause: Option<String>,
}

impl From<&PlanReport> for PlanWire {
    fn from(report: &PlanReport) -> Self {
        let candidates = report.candidates.iter().map(|one| CandidateWire {
            path: one.path.clone(),
            bytes: one.bytes,
            advice: one.advice.map(cairn_spec::plan_report::Advice::as_str),
            reason: one.advice.map(cairn_spec::plan_report::Advice::reason),
        });
        let promotes = report.promotes.iter().map(|one| PromotionWire {
            path: one.path.clone(),
            to: one.to.clone(),
            cited_by: one
                .cited_by
                .iter()
                .map(|place| PlaceWire { file: place.file.to_string(), line: place.line })
                .collect(),
        });
        let relinks = report.relinks.iter().map(|one| RelinkWire {
            file: one.file.clone(),
            line: one.line,
            old: one.old.clone(),
            new: one.new.clone(),
        });
        let qa = &report.evidence.qa;
        Self {
            command: "archive",
            slug: report.slug.clone(),
            ok: true,
            plan: true,
            archivable: report.is_archivable(),
            record: report.record.clone(),
            source: report.source.clone(),
            source_revision: report.source_revision.clone(),
            removes: report.removes.into(),
            core: report.core.clone(),
            evidence: report.evidence_files.into(),
            candidates: candidates.collect(),
            promotes: promotes.collect(),
            relinks: relinks.collect(),
            warnings: warnings(&report.warnings),
            refusals: refusals(&report.refusals),
            qa: PlanQaWire {
                task: qa.task.clone(),
                report: qa.report.clone(),
                verdict: qa.verdict.map(cairn_spec::qa::Verdict::as_str),
                eligible: qa.eligible,
                cause: qa.cause.clone(),
            },
            follow_ups: follow_ups(&report.follow_ups),
        }
    }
}

//! `roundfix archive --plan` (roundfix 4.6, A-63, D62): what an archive would do, everything that would refuse it, and advice on
//! the files that could be promoted. Decides nothing and writes nothing.

use std::collections::BTreeSet;

use cairn_plan::{Refusal, RelativePath};

use crate::archive::{Evidence, TaskFollowUp, empty_folders, evidence, qa_warnings, task_follow_ups};
use crate::compose;
use crate::folder::Measure;
use crate::preconditions::{self, Refused, evaluate};
use crate::relink::CitedBy;
use crate::situation::{Intent, Situation};
use crate::snapshot::Snapshot;
use crate::warning::{Warning, in_order};

/// The plan of an archive. Lists are sorted bytewise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanReport {
    /// The slug.
    pub slug: String,
    /// The record, as output calls it.
    pub record: String,
    /// The folder that would go.
    pub source: String,
    /// HEAD.
    pub source_revision: String,
    /// Every file of the folder.
    pub removes: Measure,
    /// Core files, relative to the Spec folder.
    pub core: Vec<String>,
    /// Files below `qa/evidence/`.
    pub evidence_files: Measure,
    /// Files that could be promoted.
    pub candidates: Vec<Candidate>,
    /// Files that would be promoted.
    pub promotes: Vec<PlannedPromotion>,
    /// Destinations that would change.
    pub relinks: Vec<PlannedRelink>,
    /// Citations that would stay, and contradictions.
    pub warnings: Vec<Warning>,
    /// Checks 5 to 15 that fail.
    pub refusals: Refusal,
    /// What the preconditions saw.
    pub evidence: Evidence,
    /// What the Tasks leave for a new Spec.
    pub follow_ups: Vec<TaskFollowUp>,
}

/// A file that is neither core nor evidence, with Archive Advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Relative to the Spec folder.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// What the rules advise.
    pub advice: Option<Advice>,
}

/// Archive Advice. It never gates and never moves a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// A Live Document cites it.
    ReusableKnowledge,
    /// A log, a large or a binary file.
    TransientEvidence(&'static str),
    /// Markdown in `references/` or `measurement/`.
    RepositoryRecord(&'static str),
}

/// A promotion that would happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedPromotion {
    /// Relative to the Spec folder.
    pub path: String,
    /// Relative to the home repository.
    pub to: String,
    /// Who cites it.
    pub cited_by: Vec<CitedBy>,
}

/// A destination that would change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlannedRelink {
    /// The document, relative to the home repository.
    pub file: String,
    /// 1-based line.
    pub line: usize,
    /// What stands there.
    pub old: String,
    /// What would stand there.
    pub new: String,
}

impl Advice {
    /// The word of the report.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReusableKnowledge => "reusable_knowledge",
            Self::TransientEvidence(_) => "transient_evidence",
            Self::RepositoryRecord(_) => "repository_record",
        }
    }

    /// The rule that gave it.
    pub fn reason(self) -> &'static str {
        match self {
            Self::ReusableKnowledge => "rule: cited by a Live Document",
            Self::TransientEvidence(rule) | Self::RepositoryRecord(rule) => rule,
        }
    }
}

impl PlanReport {
    /// Whether an archive would pass its checks now.
    pub fn is_archivable(&self) -> bool {
        self.refusals.is_empty()
    }
}

/// Decides what an archive would do.
///
/// # Errors
/// Check 4 only; every other failure is part of the report.
pub fn plan_report(snapshot: &Snapshot<'_>) -> Result<PlanReport, Refused> {
    snapshot.active_spec()?;
    let situation = Situation::new(snapshot, Intent::Plan);
    let refusals = evaluate(&preconditions::PLAN, &situation);
    let mut warnings = situation.relink.warnings.clone();
    warnings.extend(qa_warnings(&situation));
    warnings.extend(empty_folders(&situation));
    warnings.extend(compose::record(&situation).map(|composed| composed.warnings).unwrap_or_default());
    // A plan is asked for no promotion, so each is one that a Live Document cites.
    let cited: BTreeSet<&RelativePath> = situation.relink.promotions.iter().map(|one| &one.from).collect();
    let (mut core, mut candidates, mut evidence_files) = (Vec::new(), Vec::new(), Measure::default());
    for (path, file) in snapshot.folder.files() {
        let name = path.to_string();
        if situation.is_core(path.as_bytes()) {
            core.push(name);
        } else if path.as_bytes().starts_with(b"qa/evidence/") {
            evidence_files = evidence_files.plus(file.size);
        } else {
            let is_cited = cited.contains(path);
            let advice = advice(path.as_bytes(), file.size, file.bytes.as_deref(), is_cited);
            candidates.push(Candidate { path: name, bytes: file.size, advice });
        }
    }
    let promotes = situation.relink.promotions.iter().map(|one| PlannedPromotion {
        path: one.from.to_string(),
        to: one.to.to_string(),
        cited_by: one.cited_by.clone(),
    });
    let relinks = situation.relink.documents.iter().flat_map(|document| {
        document.changes.iter().map(|change| PlannedRelink {
            file: document.path.to_string(),
            line: change.line,
            old: change.old.clone(),
            new: change.new.clone(),
        })
    });
    Ok(PlanReport {
        slug: snapshot.slug.to_string(),
        record: snapshot.roots.shown_record(&snapshot.slug, &snapshot.home),
        source: snapshot.source(),
        source_revision: snapshot.head.clone(),
        removes: snapshot.folder.measure(),
        core,
        evidence_files,
        candidates,
        promotes: promotes.collect(),
        relinks: relinks.collect(),
        warnings: in_order(warnings),
        refusals,
        evidence: evidence(&situation),
        follow_ups: task_follow_ups(&situation),
    })
}

/// Above this size a file is advised to stay in git only.
const LARGE: u64 = 1 << 20;

/// Fixed rules, first hit wins.
fn advice(path: &[u8], size: u64, bytes: Option<&[u8]>, cited: bool) -> Option<Advice> {
    let ends = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending.as_bytes()));
    let below = |folder: &str| path.starts_with(folder.as_bytes());
    if cited {
        return Some(Advice::ReusableKnowledge);
    }
    if bytes.is_some_and(|bytes| bytes.contains(&0)) {
        return Some(Advice::TransientEvidence("rule: holds a NUL byte"));
    }
    if size > LARGE {
        return Some(Advice::TransientEvidence("rule: larger than 1 MiB"));
    }
    if ends(&[".log", ".out", ".trace", ".jsonl"]) {
        return Some(Advice::TransientEvidence("rule: a log"));
    }
    let markdown = ends(&[".md", ".markdown"]);
    if markdown && below("references/") {
        return Some(Advice::RepositoryRecord("rule: references Markdown"));
    }
    (markdown && below("measurement/")).then_some(Advice::RepositoryRecord("rule: measurement Markdown"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, TASKS, task};

    /// A-63, roundfix 4.6: the files by what they are, also those that only the graph names; and whether an archive would pass.
    #[test]
    fn the_files_of_a_plan() {
        let mut scenario = Scenario::finished();
        scenario.write("_tasks.md", &TASKS.replace("file: task_01.md", "file: work/first.md"));
        scenario.write("work/first.md", &task("completed", "backend"));
        scenario.write("qa/evidence/run.log", "12345");
        scenario.write("measurement/raw.md", "raw\n");
        scenario.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md)\n");
        let report = plan_report(&scenario.snapshot()).unwrap();
        assert!(report.is_archivable(), "{:?}", report.refusals);
        assert_eq!(
            report.core,
            [
                "_prd.md",
                "_tasks.md",
                "qa/qa-report-2026-10-05.md",
                "task_01.md",
                "task_02.md",
                "work/first.md"
            ]
        );
        assert_eq!(report.evidence_files, Measure { files: 1, bytes: 5 });
        let candidates: Vec<_> = report
            .candidates
            .iter()
            .map(|one| (one.path.as_str(), one.advice.map(|advice| (advice.as_str(), advice.reason()))))
            .collect();
        assert_eq!(
            candidates,
            [
                ("measurement/list.md", Some(("reusable_knowledge", "rule: cited by a Live Document"))),
                ("measurement/raw.md", Some(("repository_record", "rule: measurement Markdown"))),
            ]
        );
        scenario.write("task_02.md", &task("failed", "qa"));
        assert!(!plan_report(&scenario.snapshot()).unwrap().is_archivable());
    }

    /// Archive Advice, first rule wins.
    #[test]
    fn rules() {
        let check = |path: &str, size: u64, bytes: &[u8], cited: bool, expected: Option<&str>| {
            let found = advice(path.as_bytes(), size, Some(bytes), cited);
            assert_eq!(found.map(Advice::as_str), expected, "{path}");
        };
        check("measurement/list.md", 61, b"x", true, Some("reusable_knowledge"));
        check("measurement/list.md", 61, b"x", false, Some("repository_record"));
        check("references/note.md", 61, b"x", false, Some("repository_record"));
        check("references/note.md", 61, b"a\0b", false, Some("transient_evidence"));
        check("references/note.md", (1 << 20) + 1, b"x", false, Some("transient_evidence"));
        check("references/note.md", 1 << 20, b"x", false, Some("repository_record"));
        check("measurement/raw.log", 1, b"x", false, Some("transient_evidence"));
        check("x.jsonl", 1, b"x", false, Some("transient_evidence"));
        check("model.json", 1, b"x", false, None);
        check("notes/x.md", 1, b"x", false, None);
    }
}

//! The record that an archive or a cancel writes, from a situation (roundfix 14, 5).

use cairn_text::links::RepositoryPath;

use crate::authorization;
use crate::document::one_line;
use crate::folder::SpecFolder;
use crate::qa::{self, QaState, Verdict, newest};
use crate::record::outcome::{self, whole_spans};
use crate::record::{Disposition, Override, Record};
use crate::relink::Copier;
use crate::request::OverrideRequest;
use crate::situation::{Completion, Intent, Situation};
use crate::task::TaskStatus;
use crate::warning::{CITATION, Warning};

/// A record, and what its body could not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// The record.
    pub record: Record,
    /// Warnings about links of its body.
    pub warnings: Vec<Warning>,
}

/// The record of a situation; `None` when the Spec cannot end this way (a check says why).
pub fn record(situation: &Situation<'_>) -> Option<Composed> {
    let disposition = disposition(situation)?;
    let snapshot = situation.snapshot;
    let prd = &situation.prd;
    let qa_override = match situation.intent {
        Intent::Archive(request) => request.qa_override.as_ref().map(|asked| exception(situation, asked)),
        Intent::Plan | Intent::Cancel(_) => None,
    };
    let superseded = match &situation.completion {
        Completion::Superseded(Ok(found)) if disposition == Disposition::Superseded => Some(found),
        _ => None,
    };
    let cancel_reason = match situation.intent {
        Intent::Cancel(request) => Some(request.reason.clone()),
        Intent::Archive(_) | Intent::Plan => None,
    };
    let unproven = match disposition {
        Disposition::Partial => prd.declarations.entries.iter().map(|one| one.satisfied_by.clone()).collect(),
        _ => Vec::new(),
    };
    let mut record = Record {
        spec: snapshot.slug.clone(),
        title: prd.title.clone().unwrap_or_else(|| snapshot.slug.to_string()),
        created: prd.created.clone(),
        archived: snapshot.today.to_string(),
        disposition,
        source: snapshot.source(),
        source_revision: snapshot.head.clone(),
        qa_task: situation
            .graph()
            .and_then(|graph| graph.qa_task())
            .map(|task| task.id.clone())
            .unwrap_or_default(),
        qa_report: situation.qa.report_name().to_owned(),
        qa_verdict: situation.qa.verdict().map(|verdict| verdict.to_string()).unwrap_or_default(),
        unproven,
        qa_override,
        superseded_by: superseded.map(|found| found.superseded_by.to_string()),
        cancel_reason,
        adrs: prd.adrs.clone(),
        sources: situation.index.sources(),
        regeneration: snapshot
            .folder
            .bytes(authorization::FILE)
            .map(authorization::regeneration)
            .unwrap_or_default(),
        promoted: situation.relink.promoted(),
        relinked: situation.relink.relinked(),
        pull_request: situation.pull_request().map(|number| number.to_string()),
        outcome: String::new(),
    };
    let warnings = set_outcome(&mut record, situation);
    Some(Composed { record, warnings })
}

/// Roundfix 5: what is archived, by result.
fn disposition(situation: &Situation<'_>) -> Option<Disposition> {
    if matches!(situation.intent, Intent::Cancel(_)) {
        return Some(Disposition::Cancelled);
    }
    match &situation.completion {
        Completion::Graph(Ok(_)) if situation.intent.overrides() => Some(Disposition::QaOverride),
        Completion::Graph(Ok(_)) if situation.qa.is_eligible() => match situation.qa.verdict() {
            Some(Verdict::Pass) => Some(Disposition::Pass),
            Some(Verdict::Partial) => Some(Disposition::Partial),
            _ => None,
        },
        Completion::Superseded(Ok(_)) => Some(Disposition::Superseded),
        _ => None,
    }
}

/// what was approved, and what was seen.
fn exception(situation: &Situation<'_>, asked: &OverrideRequest) -> Override {
    let unfinished = situation
        .graph()
        .and_then(|graph| graph.qa_task())
        .map(|task| task.status)
        .filter(|status| *status != TaskStatus::Completed);
    let qa_outcome = match &situation.qa {
        QaState::Missing => "missing".to_owned(),
        // The path of the cause is relative to the Spec folder, never one of this machine.
        QaState::Unreadable { cause, .. } => cause.to_string(),
        QaState::Judged { report, .. } => report.verdict.to_string(),
    };
    Override {
        approval: asked.approval.clone(),
        reason: asked.reason.clone(),
        qa_outcome,
        qa_task_status: unfinished.map(|status| status.to_string()).unwrap_or_default(),
        revision: situation.snapshot.head.clone(),
    }
}

/// Sets the outcome: found, links adapted, shortened.
fn set_outcome(record: &mut Record, situation: &Situation<'_>) -> Vec<Warning> {
    let Some((text, old)) = found_outcome(situation) else { return Vec::new() };
    let text = one_line(&text);
    let snapshot = situation.snapshot;
    let copier = Copier {
        snapshot,
        folders: &situation.relink.folders,
        targets: &situation.relink.targets,
        pull_request: situation.pull_request(),
    };
    let (patch, mut warnings) = copier.adapt(text.as_bytes(), &old, &snapshot.record());
    let adapted = String::from_utf8_lossy(&patch.apply(text.as_bytes())).into_owned();
    let bare = record.render();
    // Behind the heading stand a blank line, the outcome and its line end.
    record.outcome = outcome::shorten(&adapted, bare.len() + 2, &whole_spans(&adapted));
    let line = bare.lines().count() + 2;
    // That the body of a record names its own Spec, in code or in a remark, is nothing to warn about.
    warnings.retain(|warning| warning.code != CITATION);
    for warning in &mut warnings {
        warning.line = Some(line);
    }
    warnings
}

/// The text of the outcome and the place its links are resolved from (roundfix 14.2).
fn found_outcome(situation: &Situation<'_>) -> Option<(String, RepositoryPath)> {
    let place = |below: &str| crate::relink::repository_path(&situation.inside(below));
    match (&situation.intent, &situation.completion) {
        // A reason typed on the command line has no place of its own; paths in it are read from the root.
        (Intent::Cancel(request), _) => Some((request.reason.clone(), RepositoryPath::root())),
        (_, Completion::Superseded(Ok(found))) => {
            Some((found.reason.clone(), place(crate::supersession::FILE)))
        }
        _ => reported(&situation.snapshot.folder)
            .map(|(name, text)| (text, place(&format!("qa/{name}"))))
            .or_else(|| situation.prd.outcome.clone().map(|text| (text, place(crate::prd::FILE)))),
    }
}

/// The outcome of the newest readable report.
fn reported(folder: &SpecFolder) -> Option<(String, String)> {
    let readable =
        newest::candidates(folder).into_iter().find_map(|name| Some((qa::read(folder, &name).ok()?, name)));
    readable.and_then(|(report, name)| Some((name, report.outcome?)))
}

#[cfg(test)]
mod tests {
    use crate::record::Record;
    use crate::scenario::{HEAD, Scenario, written};
    use crate::standing::{Standing, Standings};
    use crate::warning::Warning;

    const RECORD: &str = "docs/history/specs/0042-sample.md";

    fn superseded() -> Scenario {
        let mut scenario = Scenario::finished();
        scenario.remove(&["_tasks.md", "task_01.md", "task_02.md"]);
        scenario.write(
            "_supersession.md",
            "---\nsuperseded_by: 0043-next\ndate: 2026-10-06\nreason: It [moved](measurement/list.md).\n---\nBody.\n",
        );
        let next = (crate::Slug::new("0043-next").unwrap(), Standing::Active);
        scenario.standings = Standings::from_iter([next]);
        scenario
    }

    fn read(text: &str) -> Record {
        Record::parse(RECORD, text.as_bytes(), &crate::Slug::new("0042-sample").unwrap()).unwrap()
    }

    /// Roundfix 14.1, 14.2: the body of a superseded Spec is the reason, read from its place; only such a record names a
    /// successor, also when the Spec that is cancelled has a `_supersession.md`.
    #[test]
    fn a_superseded_spec() {
        let record = read(&written(&superseded().archived().plan, RECORD));
        assert_eq!(record.superseded_by.as_deref(), Some("0043-next"));
        let place = format!("docs/specs/0042-sample/measurement/list.md@{HEAD}");
        assert_eq!(record.outcome, format!("It [moved]({place})."));
        let record = read(&written(&superseded().cancel().unwrap().plan, RECORD));
        assert_eq!((record.superseded_by, record.outcome.as_str()), (None, "nobody needs it"));
    }

    /// A-15, roundfix 14.2: a link that the body could not keep is warned about at its line of the record; that the body names
    /// its own Spec is not.
    #[test]
    fn links_that_the_body_cannot_keep() {
        let mut scenario = Scenario::finished();
        let outcome = "`cat docs/specs/0042-sample/_prd.md` and [out](../../../../../../x).";
        scenario.write(
            "qa/qa-report-2026-10-05.md",
            &format!("---\nverdict: pass\n---\n## Outcome\n\n{outcome}\n"),
        );
        let decision = scenario.archived();
        let record = written(&decision.plan, RECORD);
        let line = record.lines().position(|line| line == outcome).unwrap() + 1;
        let expected = Warning {
            file: RECORD.to_owned(),
            line: Some(line),
            code: "link",
            target: Some("../../../../../../x".to_owned()),
            message: "leads out of the repository".to_owned(),
        };
        assert_eq!(decision.report.warnings, [expected]);
    }
}

//! `roundfix qa-report accept` and `show` (roundfix 13).

use cairn_project::context::Context;
use cairn_project::specs::{JudgedReport, ReportOutcome, judge_report};
use cairn_spec::Cause;
use cairn_spec::qa::file::{JudgedFile, NotInQa};
use cairn_spec::qa::rows::Exemption;
use serde::Serialize;

use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::roundfix::answer::{Answer, clean, usage};
use crate::roundfix::command_line::{QaReportArgs, QaReportVerb};

#[derive(Debug, Serialize)]
struct ReportWire {
    command: &'static str,
    slug: Option<String>,
    path: String,
    ok: bool,
    eligible: bool,
    verdict: Option<&'static str>,
    cause: Option<String>,
    #[serde(flatten)]
    detail: Option<DetailWire>,
}

#[derive(Debug, Serialize)]
struct DetailWire {
    counts: CountsWire,
    exempt: ExemptWire,
    failed: u64,
    skipped: u64,
    declarations: u64,
    rows: Vec<RowWire>,
}

#[derive(Debug, Serialize)]
struct CountsWire {
    environment: u64,
    finding: u64,
    declared: u64,
    precondition: u64,
}

#[derive(Debug, Serialize)]
struct ExemptWire {
    pre_pr: u64,
    network_denied: u64,
    authorization: u64,
}

#[derive(Debug, Serialize)]
struct RowWire {
    line: usize,
    status: String,
    class: &'static str,
    exempt: Option<&'static str>,
}

impl From<&JudgedFile> for DetailWire {
    fn from(file: &JudgedFile) -> Self {
        let judgement = &file.judgement;
        let row = |row: &cairn_spec::qa::Row| RowWire {
            line: row.line,
            status: row.status.clone(),
            class: row.class.as_str(),
            exempt: row.exempt.map(Exemption::as_str),
        };
        Self {
            counts: CountsWire {
                environment: judgement.counts.environment,
                finding: judgement.counts.finding,
                declared: judgement.counts.declared,
                precondition: judgement.counts.precondition,
            },
            exempt: ExemptWire {
                pre_pr: judgement.exempt.pre_pr,
                network_denied: judgement.exempt.network_denied,
                authorization: judgement.exempt.authorization,
            },
            failed: judgement.failed,
            skipped: judgement.skipped,
            declarations: judgement.declarations,
            rows: file.report.results.rows.iter().map(row).collect(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &QaReportArgs, context: &Context) -> Answer {
    let (command, path, shows) = match &args.verb {
        QaReportVerb::Accept { path } => ("qa-report accept", path, false),
        QaReportVerb::Show { path } => ("qa-report show", path, true),
    };
    if path.trim().is_empty() {
        let failure = Failure::usage("a blank path").hint("name the report, `qa/qa-report-2026-10-05.md`");
        return usage(Some(command), None, failure);
    }
    let report = judge_report(context, path);
    let mut wire = ReportWire {
        command,
        slug: report.slug.clone(),
        path: path.clone(),
        ok: false,
        eligible: false,
        verdict: None,
        cause: None,
        detail: None,
    };
    match &report.outcome {
        ReportOutcome::Missing(cause) => not_judged("missing", cause, wire),
        ReportOutcome::Unreadable(cause) => not_judged("unreadable", cause, wire),
        ReportOutcome::Judged(file) => {
            let place = Cause::whole(path.as_str(), NotInQa.to_string());
            let outside = report.slug.is_none().then_some(&place);
            let cause = outside.or(file.judgement.cause.as_ref());
            wire.verdict = Some(file.report.verdict.as_str());
            wire.eligible = cause.is_none();
            wire.cause = cause.map(|cause| cause.message.clone());
            let mut answer = match (shows, cause) {
                (true, _) => {
                    wire.ok = true;
                    wire.detail = Some(DetailWire::from(&**file));
                    Answer::done(lines(&report, &wire), &wire)
                }
                (false, None) => {
                    wire.ok = true;
                    Answer::done(Vec::new(), &wire)
                }
                (false, Some(cause)) => not_judged("not_eligible", cause, wire),
            };
            for remark in &file.judgement.remarks {
                answer.say(format!("warning: {}", clean(&remark.cause.to_string())));
            }
            answer
        }
    }
}

/// The report cannot be judged, or the judgement is no: one line with path and cause.
fn not_judged(error: &'static str, cause: &Cause, mut wire: ReportWire) -> Answer {
    wire.cause = Some(cause.message.clone());
    let mut answer = Answer::failed(Exit::NotDone, error, cause.to_string(), &wire);
    answer.say(format!("error: {}", clean(&cause.to_string())));
    answer
}

fn lines(report: &JudgedReport, wire: &ReportWire) -> Vec<String> {
    let (ReportOutcome::Judged(file), Some(detail)) = (&report.outcome, &wire.detail) else {
        return Vec::new();
    };
    let judgement = &file.judgement;
    let (counts, exempt) = (&detail.counts, &detail.exempt);
    let mut lines = vec![
        format!("verdict {}", file.report.verdict),
        format!(
            "blocked rows: {} environment, {} finding, {} declared, {} precondition",
            counts.environment, counts.finding, counts.declared, counts.precondition
        ),
        format!(
            "exempt rows: {} pre_pr, {} network_denied, {} authorization",
            exempt.pre_pr, exempt.network_denied, exempt.authorization
        ),
        format!(
            "failed {}, skipped {}, pending {}; declarations {}",
            judgement.failed, judgement.skipped, judgement.pending, judgement.declarations
        ),
    ];
    for row in &detail.rows {
        let exempt = row.exempt.map(|kind| format!(" (exempt: {kind})")).unwrap_or_default();
        lines.push(format!("row {}: {}{exempt}: {}", row.line, row.class, clean(&row.status)));
    }
    lines.push(match &wire.cause {
        None => "eligible: the report settles the QA Task".to_owned(),
        Some(cause) => format!("not eligible: {}", clean(cause)),
    });
    lines
}

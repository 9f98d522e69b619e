//! `roundfix archive --plan` (roundfix 4.6).

use cairn_project::context::Context;
use cairn_project::specs::SpecRepository;
use cairn_spec::Slug;
use cairn_spec::plan_report::PlanReport;

use super::report::follow_ups;
use crate::output::streams::Streams;
use crate::roundfix::answer::{Answer, clean};
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;
use crate::roundfix::wire::PlanWire;

/// Runs the command.
pub(super) fn run(slug: &Slug, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    let report = SpecRepository::open(context).and_then(|home| home.plan(slug, &Onlooker::new(streams)));
    match report {
        Ok(report) => Answer::done(lines(&report, manner.program), &PlanWire::from(&report)),
        Err(failure) => failed("archive", Some(slug.as_str()), manner, context, &failure),
    }
}

fn lines(report: &PlanReport, program: &str) -> Vec<String> {
    let slug = &report.slug;
    let (removes, evidence) = (report.removes, report.evidence_files);
    let core = if report.core.is_empty() { String::new() } else { format!(": {}", report.core.join(", ")) };
    let mut lines = vec![
        format!(
            "archive plan for {slug}: removes {} file(s) ({} bytes) and writes {}",
            removes.files, removes.bytes, report.record
        ),
        format!("core {} file(s){core}", report.core.len()),
        format!("evidence {} file(s) ({} bytes) under qa/evidence/", evidence.files, evidence.bytes),
    ];
    for one in &report.candidates {
        let advice = match one.advice {
            Some(advice) => format!("{} ({})", advice.as_str(), advice.reason()),
            None => "no advice (no rule)".to_owned(),
        };
        lines.push(format!("candidate {} {} bytes: {advice}", one.path, one.bytes));
    }
    for one in &report.promotes {
        let cited: Vec<String> =
            one.cited_by.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
        lines.push(format!("promotes {} -> {} (cited by {})", one.path, one.to, cited.join(", ")));
    }
    for one in &report.relinks {
        lines.push(format!("relinks {}:{} {} -> {}", one.file, one.line, clean(&one.old), clean(&one.new)));
    }
    for one in &report.warnings {
        let line = one.line.map(|line| format!(":{line}")).unwrap_or_default();
        let what = one.target.as_ref().unwrap_or(&one.message);
        lines.push(format!("warns {}{line} {}", clean(&one.file), clean(what)));
    }
    for reason in &report.refusals.reasons {
        lines.push(format!("refuses {}", clean(&reason.to_string())));
    }
    lines.extend(follow_ups(&report.follow_ups));
    if !report.candidates.is_empty() {
        lines.push(format!("promote with: {program} archive {slug} --promote <path>"));
    }
    lines
}

//! `cairn doctor` (cairn 9, G5).

use cairn_project::context::Context;
use cairn_project::doctor::Finding;
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::Failure;

/// What is wrong around this project, and the one command that repairs it.
///
/// Looks at the merge driver, the hook and the status line that `cairn init` sets up, at what crashes left behind, at records
/// and at conflict markers. Writes nothing.
#[derive(Debug, Args)]
pub struct DoctorArgs {}

#[derive(Debug, Serialize)]
struct Findings<'f> {
    findings: Vec<WireFinding<'f>>,
}

#[derive(Debug, Serialize)]
struct WireFinding<'f> {
    code: &'static str,
    severity: &'static str,
    message: &'f str,
    path: Option<&'f str>,
    repair: Option<&'f str>,
}

impl<'f> From<&'f Finding> for WireFinding<'f> {
    fn from(finding: &'f Finding) -> Self {
        Self {
            code: finding.code,
            severity: finding.severity.word(),
            message: &finding.message,
            path: finding.path.as_deref(),
            repair: finding.repair.as_deref(),
        }
    }
}

pub(crate) fn run(flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let place = workplace::remembering(workplace::as_it_is(context, flags)?, context, flags)?;
    let findings = place.examine()?.findings();
    let mut text: String = findings.iter().map(line).collect();
    if findings.is_empty() {
        text.push_str("nothing is wrong\n");
    }
    let wire = Findings { findings: findings.iter().map(WireFinding::from).collect() };
    Ok(Answer::new(&wire, text).with_findings(findings.iter().any(Finding::counts)))
}

fn line(finding: &Finding) -> String {
    let head = format!("{}: {} [{}]\n", finding.severity.word(), finding.message, finding.code);
    match &finding.repair {
        Some(repair) => format!("{head}  repair: {repair}\n"),
        None => head,
    }
}

//! `state validate`: the findings of the validator in one of four formats (msd-tools 18).

use cairn_project::session::Session;
use cairn_report::{Diagnostic, Format, Report, Rule, Severity, Tool};
use cairn_state::input::StateInput;
use cairn_state::validate::{NEEDS, RULES, Validation, validate};
use serde::Serialize;

use super::ReportFormat;
use crate::cairn::explain::page_of;
use crate::msd_tools::answer::{Answer, Raw};
use crate::output::exit::Exit;
use crate::output::failure::Failure;

/// The result on the wire.
#[derive(Debug, Serialize)]
struct Validated<'v> {
    valid: bool,
    findings: Vec<Finding<'v>>,
    scope: &'static str,
}

/// A finding on the wire; all of them are about one file, which is not repeated.
#[derive(Debug, Serialize)]
struct Finding<'v> {
    code: &'static str,
    severity: Severity,
    message: &'v str,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'v str>,
}

impl<'v> From<&'v Diagnostic> for Finding<'v> {
    fn from(diagnostic: &'v Diagnostic) -> Finding<'v> {
        let fix = diagnostic.fix.as_ref().map(|fix| fix.text.as_str());
        Finding {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: &diagnostic.message,
            line: diagnostic.line,
            column: diagnostic.column,
            fix: fix.or(diagnostic.help.as_deref()),
        }
    }
}

/// Runs the validator; it never writes.
pub(crate) fn run(session: &Session<'_>, strict: bool, format: ReportFormat) -> Result<Answer, Failure> {
    let bytes = session.state_bytes()?;
    let (planning, facts) = (session.planning(), session.whole_facts(NEEDS)?);
    let input =
        StateInput { document: bytes.as_deref(), planning: &planning, project: &facts, now: session.now() };
    let validation = validate(&input)?;
    let warnings = session.warnings().iter().map(Into::into).collect();
    let mut answer = Answer::of(&Validated {
        valid: validation.is_valid(),
        findings: validation.findings.iter().map(Finding::from).collect(),
        scope: validation.scope.as_str(),
    })
    .warn(warnings);
    if validation.findings.iter().any(|finding| finding.severity.fails(strict)) {
        answer.exit = Exit::NotDone;
    }
    answer.raw = rendered(&validation, strict, format, &facts.state_path());
    Ok(answer)
}

fn rendered(validation: &Validation, strict: bool, format: ReportFormat, path: &str) -> Option<Raw> {
    let format = match format {
        ReportFormat::Json => return None,
        ReportFormat::Text => Format::Text,
        ReportFormat::Sarif => Format::Sarif,
        ReportFormat::Github => Format::Github,
    };
    let rules: Vec<Rule<'_>> = RULES
        .iter()
        .map(|rule| Rule {
            code: rule.code,
            title: rule.title,
            severity: rule.severity,
            page: page_of(rule.code),
        })
        .collect();
    let report = Report {
        tool: Tool { name: "msd-tools", version: env!("CARGO_PKG_VERSION") },
        rules: &rules,
        checked: &[path.to_owned()],
        findings: &validation.findings,
        strict,
    };
    Some(Raw::Report(report.render(format)))
}

//! `cairn check` (cairn 10, D25).

use std::path::PathBuf;

use cairn_project::check::{Baseline, BaselineError, Checked, PathFilter, rules};
use cairn_project::context::Context;
use cairn_project::location::start_folder;
use cairn_project::workplace::Workplace;
use cairn_report::{Diagnostic, Report, Rule, Tool};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::command_line::{Format, GlobalFlags};
use super::envelope::Answer;
use super::explain::page_of;
use super::workplace;
use crate::output::failure::Failure;

/// Every rule over the whole project: STATE.md, the roadmap and its folders, Specs, records, links.
///
/// Fails when a finding is an error, with --strict also when one is a warning. Writes nothing without --fix or
/// --write-baseline. `cairn explain RULE` says what a rule wants.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Only findings in these files and folders.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Let warnings fail the run too.
    #[arg(long)]
    pub strict: bool,
    /// Repair what can be repaired, then check again.
    #[arg(long)]
    pub fix: bool,
    /// Leave out the findings that this file knows.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all present findings into the baseline.
    #[arg(long)]
    pub write_baseline: bool,
}

/// What was repaired, on the wire.
#[derive(Debug, Serialize)]
struct Fixed<'f> {
    code: &'f str,
    path: &'f str,
    line: usize,
}

pub(crate) fn run(args: &CheckArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    if args.write_baseline && args.baseline.is_none() {
        let failure = Failure::usage("`--write-baseline` needs `--baseline FILE`");
        return Err(failure.hint("name the file that is to be written"));
    }
    let place = workplace::required(context, flags)?;
    let folder = start_folder(context, flags.request())?;
    let filter = PathFilter::new(&place.folder, &folder, &args.paths).map_err(|path| {
        let path = path.display().to_string();
        Failure::usage(format!("`{path}` does not exist")).fact("path", path)
    })?;
    let mut checked = checked(&place, &filter)?;
    if let Some(file) = args.baseline.as_ref().filter(|_| args.write_baseline) {
        let (path, shown) = (folder.join(file), file.display().to_string());
        let baseline = Baseline::of(&checked.findings, &place.root);
        if !flags.dry_run {
            baseline.write(&path, &shown).map_err(|error| unusable(&error, &shown))?;
        }
        let known = checked.findings.len();
        return Ok(answer(args, flags, &Checked { findings: Vec::new(), ..checked }, known));
    }
    let baseline = match &args.baseline {
        None => Baseline::default(),
        Some(file) => {
            let shown = file.display().to_string();
            Baseline::read(&folder.join(file), &shown).map_err(|error| unusable(&error, &shown))?
        }
    };
    let mut known = baseline.cover(&mut checked.findings, &place.root);
    if !args.fix {
        return Ok(answer(args, flags, &checked, known));
    }
    let repaired = place.repair(&checked.findings, flags.dry_run)?;
    let before = checked.findings.clone();
    if repaired.changed && !flags.dry_run {
        checked = self::checked(&place, &filter)?;
        known = baseline.cover(&mut checked.findings, &place.root);
    }
    let fixed = if flags.dry_run { fixable(&before) } else { gone(&before, &checked.findings) };
    let mut answer = answer(args, flags, &checked, known);
    if !repaired.undoable {
        answer.warnings.push(crate::output::failure::Warning {
            code: "not_recorded".to_owned(),
            message:
                "the files were written, but the operation log was not; `cairn undo` cannot take it back"
                    .to_owned(),
        });
    }
    answer.json.insert("changed".to_owned(), json!(repaired.changed && !flags.dry_run));
    if flags.dry_run {
        answer.json.insert("dry_run".to_owned(), json!(true));
    }
    answer.json.insert("fixed".to_owned(), json!(fixed));
    if let Some(diff) = &repaired.diff {
        answer.json.insert("diff".to_owned(), json!(diff));
    }
    if flags.format == Format::Text {
        let mut text = repaired
            .diff
            .as_ref()
            .map(|diff| cairn_text::escape::escaped_lines(diff).into_owned())
            .unwrap_or_default();
        let done = if flags.dry_run { "would be fixed" } else { "fixed" };
        for one in &fixed {
            let path = cairn_text::escape::escaped(one.path);
            text.push_str(&format!("{done}: {path}:{}: [{}]\n", one.line, one.code));
        }
        answer.text.insert_str(0, &text);
    }
    Ok(answer)
}

fn checked(place: &Workplace<'_>, filter: &PathFilter) -> Result<Checked, Failure> {
    let mut checked = place.check()?;
    filter.retain(&mut checked.findings, &mut checked.files);
    Ok(checked)
}

fn unusable(error: &BaselineError, shown: &str) -> Failure {
    Failure::not_done("io", error.to_string()).fact("path", shown)
}

fn answer(args: &CheckArgs, flags: &GlobalFlags, checked: &Checked, known: usize) -> Answer {
    let rules = rules();
    let listed: Vec<Rule<'_>> = rules
        .iter()
        .map(|rule| Rule {
            code: rule.code,
            title: rule.title,
            severity: rule.severity,
            page: page_of(rule.code),
        })
        .collect();
    let report = Report {
        tool: Tool { name: "cairn", version: env!("CARGO_PKG_VERSION") },
        rules: &listed,
        checked: &checked.files,
        findings: &checked.findings,
        strict: args.strict,
    };
    let mut answer = Answer::new(&(), String::new()).with_findings(report.fails());
    answer.json = report.json();
    answer.json.insert("known".to_owned(), json!(known));
    answer.rendered(report.render(report_format(flags.format)))
}

fn report_format(format: Format) -> cairn_report::Format {
    match format {
        Format::Sarif => cairn_report::Format::Sarif,
        Format::Github => cairn_report::Format::Github,
        Format::Junit => cairn_report::Format::Junit,
        Format::Json => cairn_report::Format::Json,
        Format::Text | Format::Svg => cairn_report::Format::Text,
    }
}

fn fixable(findings: &[Diagnostic]) -> Vec<Fixed<'_>> {
    findings.iter().filter(|one| is_fixable(one)).map(fixed).collect()
}

/// The fixable findings that are not there any more: as many of a file and code as fewer are left.
fn gone<'b>(before: &'b [Diagnostic], after: &[Diagnostic]) -> Vec<Fixed<'b>> {
    let mut left: Vec<&Diagnostic> = after.iter().collect();
    let mut gone = Vec::new();
    for finding in before.iter().filter(|one| is_fixable(one)) {
        let same = |other: &&Diagnostic| {
            (&other.path, other.code, &other.message) == (&finding.path, finding.code, &finding.message)
        };
        match left.iter().position(same) {
            Some(index) => {
                left.swap_remove(index);
            }
            None => gone.push(fixed(finding)),
        }
    }
    gone
}

fn is_fixable(finding: &Diagnostic) -> bool {
    finding.fix.as_ref().is_some_and(|fix| fix.automatic)
}

fn fixed(finding: &Diagnostic) -> Fixed<'_> {
    Fixed { code: finding.code, path: &finding.path, line: finding.line }
}

//! `cairn explain` (cairn 10): the pages of `docs/rules`, built into the program.

mod page;
mod pages;
#[cfg(test)]
mod tests;

use cairn_project::check::{RuleFacts, rules};
use clap::Args;
use serde::Serialize;

use super::envelope::Answer;
use crate::output::failure::Failure;

use page::Page;
use pages::PAGES;

/// What a rule of `cairn check` wants, why, with an example and the way to put it right.
///
/// Without a rule: the list of all.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code of the rule, as findings carry it.
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
}

/// One rule on the wire.
#[derive(Debug, Serialize)]
struct Explained {
    rule: ExplainedRule,
}

#[derive(Debug, Serialize)]
struct ExplainedRule {
    code: &'static str,
    severity: &'static str,
    fixable: bool,
    title: &'static str,
    what: String,
    why: String,
    example: String,
    fix: String,
}

/// All rules on the wire.
#[derive(Debug, Serialize)]
struct Rules {
    rules: Vec<ListedRule>,
}

#[derive(Debug, Serialize)]
struct ListedRule {
    code: &'static str,
    severity: &'static str,
    title: &'static str,
}

/// The text of a rule's page.
pub(crate) fn page_of(code: &str) -> &'static str {
    PAGES.iter().find(|(page, _)| *page == code).map(|(_, text)| *text).unwrap_or_default()
}

pub(crate) fn run(args: &ExplainArgs) -> Result<Answer, Failure> {
    let rules = rules();
    let Some(wanted) = &args.rule else { return Ok(list(&rules)) };
    let Some(rule) = rules.iter().find(|rule| rule.code == wanted) else {
        let failure = Failure::usage(format!("there is no rule `{wanted}`")).fact("rule", wanted);
        let failure = failure.did_you_mean(wanted, rules.iter().map(|rule| rule.code));
        return Err(failure.hint("`cairn explain` lists them all"));
    };
    Ok(explain(rule))
}

fn list(rules: &[RuleFacts]) -> Answer {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or_default();
    let text: String = rules
        .iter()
        .map(|rule| format!("{:width$}  {:7}  {}\n", rule.code, rule.severity.word(), rule.title))
        .collect();
    let rules = rules
        .iter()
        .map(|rule| ListedRule { code: rule.code, severity: rule.severity.word(), title: rule.title })
        .collect();
    Answer::new(&Rules { rules }, text)
}

fn explain(rule: &RuleFacts) -> Answer {
    let text = page_of(rule.code);
    let page = Page::read(text);
    let rule = ExplainedRule {
        code: rule.code,
        severity: rule.severity.word(),
        fixable: rule.fixable,
        title: rule.title,
        what: page.what.to_owned(),
        why: page.why.to_owned(),
        example: page.example.to_owned(),
        fix: page.fix.to_owned(),
    };
    Answer::new(&Explained { rule }, text)
}

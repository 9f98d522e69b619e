//! Every rule of `cairn check` as one list.

use cairn_report::Severity;

/// What is said about a rule everywhere: in reports, by `cairn explain`, on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleFacts {
    /// Its code.
    pub code: &'static str,
    /// How bad a finding is, mostly.
    pub severity: Severity,
    /// What it looks for, in one line.
    pub title: &'static str,
    /// Whether `cairn check --fix` puts it right.
    pub fixable: bool,
}

/// Every rule: of STATE.md, of the planning tree, of Specs, records and links.
#[must_use]
pub fn rules() -> Vec<RuleFacts> {
    let state = cairn_state::validate::RULES.iter().map(|rule| RuleFacts {
        code: rule.code,
        severity: rule.severity,
        title: rule.title,
        fixable: rule.fixable,
    });
    let planning = cairn_state::check::RULES.iter().map(|rule| RuleFacts {
        code: rule.code,
        severity: rule.severity,
        title: rule.title,
        fixable: rule.fixable,
    });
    let specs = cairn_spec::check::RULES.iter().map(|rule| RuleFacts {
        code: rule.code,
        severity: rule.severity,
        title: rule.title,
        fixable: false,
    });
    state.chain(planning).chain(specs).collect()
}

//! Rows of the Results section: what each is, and whether it is exempt (roundfix 6.3, A-21, A-26, A-27).

use cairn_text::Span;

use super::table::{Table, TableRow, tables};
use crate::document::Document;

/// What a row says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowClass {
    /// Any other status text.
    Pass,
    /// `fail` or `failed`.
    Fail,
    /// `skipped`.
    Skipped,
    /// `pending`.
    Pending,
    /// Blocked by the environment.
    Environment,
    /// Blocked by a finding.
    Finding,
    /// Blocked as declared.
    Declared,
    /// Blocked without a known cause.
    Unknown,
}

impl RowClass {
    /// The word of the JSON report.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Skipped => "skipped",
            Self::Pending => "pending",
            Self::Environment => "environment",
            Self::Finding => "finding",
            Self::Declared => "declared",
            Self::Unknown => "unknown",
        }
    }
}

/// The kinds of environment rows that need no declaration. The order is the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exemption {
    /// The Pull Request row before there is a Pull Request.
    PrePullRequest,
    /// Outside evidence that the sandbox could not reach.
    NetworkDenied,
    /// Outside evidence that the Spec's own authorization forbids.
    Authorization,
}

impl Exemption {
    /// The word of the JSON report.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PrePullRequest => "pre_pr",
            Self::NetworkDenied => "network_denied",
            Self::Authorization => "authorization",
        }
    }
}

/// One row of the Results section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// 1-based line in the report.
    pub line: usize,
    /// The Status cell.
    pub status: String,
    /// What it says.
    pub class: RowClass,
    /// Whether and why it is exempt.
    pub exempt: Option<Exemption>,
}

/// What the tables of a report hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Results {
    /// Whether there is a Results section.
    pub has_section: bool,
    /// Its rows, in the order of the file.
    pub rows: Vec<Row>,
    /// A Results section without a data row, there or in any other table with a Status column.
    pub is_hollow: bool,
}

impl Results {
    /// Reads the tables of a report.
    pub fn read(document: &Document<'_>) -> Self {
        let sections: Vec<Span> = document.sections("Results").map(|section| section.content).collect();
        let of_results: Vec<Table> = sections.iter().flat_map(|span| tables(document, *span)).collect();
        let has_rows = |table: &Table| !table.rows.is_empty();
        let filled = of_results.iter().any(has_rows)
            || tables(document, document.body())
                .iter()
                .any(|table| has_rows(table) && table.column("Status").is_some());
        Self {
            has_section: !sections.is_empty(),
            rows: of_results.iter().flat_map(rows).collect(),
            is_hollow: !sections.is_empty() && !filled,
        }
    }
}

fn rows(table: &Table) -> impl Iterator<Item = Row> + '_ {
    let status = table.column("Status");
    let provenance = table.column("Provenance");
    table.rows.iter().filter_map(move |row| {
        let cell =
            |row: &TableRow, column: Option<usize>| column.and_then(|index| row.cells.get(index).cloned());
        status?;
        let text = cell(row, status).unwrap_or_default();
        let class = class(&text);
        let exempt = match class {
            RowClass::Environment => exemption(&text, &cell(row, provenance).unwrap_or_default()),
            _ => None,
        };
        Some(Row { line: row.line, status: text, class, exempt })
    })
}

/// The class of a Status cell; emphasis around the word is ignored.
fn class(status: &str) -> RowClass {
    let marks = ['*', '_', '`', ' '];
    let text = status.trim_start_matches(marks);
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = text.split_at_checked(letters).unwrap_or((text, ""));
    if word.len() >= 7 && word.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("blocked")) {
        return blocked(rest.trim_start_matches(marks));
    }
    // `**fail** (F-4)`: the marks end the word like a blank does.
    let unmarked = rest.trim_start_matches(['*', '_', '`']);
    if !(unmarked.is_empty() || unmarked.starts_with([' ', '\t', '('])) {
        return RowClass::Pass;
    }
    match word.to_ascii_lowercase().as_str() {
        "fail" | "failed" => RowClass::Fail,
        "skipped" => RowClass::Skipped,
        "pending" => RowClass::Pending,
        _ => RowClass::Pass,
    }
}

fn blocked(cause: &str) -> RowClass {
    let starts = |word: &str| {
        cause.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    };
    if starts("(environment") {
        RowClass::Environment
    } else if starts("(finding") {
        RowClass::Finding
    } else if starts("(declared") {
        RowClass::Declared
    } else {
        RowClass::Unknown
    }
}

/// The first kind that fits takes the row, so that no row is counted twice.
fn exemption(status: &str, provenance: &str) -> Option<Exemption> {
    let inner = status.strip_prefix("blocked (environment: ")?.strip_suffix(')')?;
    if inner == "no open Pull Request" && names(provenance, "Pull Request row") {
        return Some(Exemption::PrePullRequest);
    }
    if !names(provenance, "outside-evidence row") {
        return None;
    }
    if inner.strip_prefix("network denied: ").is_some_and(|host| !host.trim().is_empty() && is_plain(host)) {
        return Some(Exemption::NetworkDenied);
    }
    let subject = inner.strip_suffix(" prohibited by Spec authorization")?;
    let fits = (1..=80).contains(&subject.chars().count()) && subject.trim() == subject && is_plain(subject);
    fits.then_some(Exemption::Authorization)
}

/// No parenthesis, which would end the recorded form earlier, and no control character.
fn is_plain(text: &str) -> bool {
    !text.contains(['(', ')']) && !text.contains(char::is_control)
}

/// Whether a provenance cell names a source: as a whole part, or followed by a blank, a colon or a parenthesis.
fn names(provenance: &str, source: &str) -> bool {
    provenance.split([';', ',']).map(str::trim).any(|part| {
        part.strip_prefix(source).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':', '(']))
    })
}

/// The text of a row that is blocked as declared: `(declared: <text>)`.
pub(super) fn declared_text(row: &Row) -> Option<&str> {
    let (_, inner) = row.status.split_once("(declared:")?;
    let inner = inner.rsplit_once(')').map_or(inner, |(inner, _)| inner);
    Some(inner.trim()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roundfix 6.3, 13: the classes, and the words for them.
    #[test]
    fn classes() {
        use RowClass::{Declared, Environment, Fail, Finding, Pass, Pending, Skipped, Unknown};
        let check = |status: &str, expected: RowClass| assert_eq!(class(status), expected, "{status}");
        check("pass", Pass);
        check("", Pass);
        check("ok (was failed)", Pass);
        check("failing", Pass);
        check("fail", Fail);
        check("FAILED", Fail);
        check("**fail**", Fail);
        check("**fail** (F-4)", Fail);
        check("`failed` again", Fail);
        check("fail (F-004)", Fail);
        check("fail(x)", Fail);
        check("Skipped", Skipped);
        check("skipped: x", Pass);
        check("pending", Pending);
        check("blocked", Unknown);
        check("blocked by x", Unknown);
        check("blockedness", Unknown);
        check("blocked (elsewhere)", Unknown);
        check("blocked (environmental)", Unknown);
        check("Blocked (environment: x)", Environment);
        check("**blocked** (finding: F-1)", Finding);
        check("blocked (declared)", Declared);
        check("blocked (declared: x)", Declared);
        check("blocked(finding)", Finding);
        let words =
            [Pass, Fail, Skipped, Pending, Environment, Finding, Declared, Unknown].map(RowClass::as_str);
        assert_eq!(
            words,
            ["pass", "fail", "skipped", "pending", "environment", "finding", "declared", "unknown"]
        );
    }

    /// the three kinds, exactly.
    #[test]
    fn exemptions() {
        use Exemption::{Authorization, NetworkDenied, PrePullRequest};
        let check = |status: &str, provenance: &str, expected: Option<Exemption>| {
            assert_eq!(exemption(status, provenance), expected, "{status} | {provenance}");
        };
        let pull = "blocked (environment: no open Pull Request)";
        check(pull, "Pull Request row", Some(PrePullRequest));
        check(pull, "Pull Request row (R12)", Some(PrePullRequest));
        check(pull, "CLI; Pull Request row: opened by the queue", Some(PrePullRequest));
        check(pull, "Requirement 4, Pull Request row", Some(PrePullRequest));
        check(pull, "Pull Request row; outside-evidence row", Some(PrePullRequest));
        let words = [PrePullRequest, NetworkDenied, Authorization].map(Exemption::as_str);
        assert_eq!(words, ["pre_pr", "network_denied", "authorization"]);
        check(pull, "outside-evidence row", None);
        check(pull, "Requirement 4", None);
        check(pull, "not a Pull Request row", None);
        check(pull, "Pull Request rows", None);
        check(pull, "pull request row", None);
        check(pull, "", None);
        check("Blocked (environment: no open Pull Request)", "Pull Request row", None);
        check("blocked (environment: No open Pull Request)", "Pull Request row", None);
        check("blocked (environment: no open Pull Request) yet", "Pull Request row", None);
        check("blocked (environment: no open PR)", "Pull Request row", None);
        let outside = "outside-evidence row";
        check("blocked (environment: network denied: x.org)", outside, Some(NetworkDenied));
        check(
            "blocked (environment: network denied: x.org prohibited by Spec authorization)",
            outside,
            Some(NetworkDenied),
        );
        check("blocked (environment: network denied:  )", outside, None);
        check("blocked (environment: network denied: x.org) or (y)", outside, None);
        check("blocked (environment: network denied: x.org)", "Pull Request row", None);
        check(
            "blocked (environment: network prohibited by Spec authorization)",
            outside,
            Some(Authorization),
        );
        check(
            "blocked (environment: another repository prohibited by Spec authorization)",
            outside,
            Some(Authorization),
        );
        check("blocked (environment: network prohibited by Spec authorization)", "Requirement 3", None);
        check("blocked (environment: prohibited by Spec authorization)", outside, None);
        check("blocked (environment:  prohibited by Spec authorization)", outside, None);
        check("blocked (environment: the (old) net prohibited by Spec authorization)", outside, None);
        check("blocked (environment: network prohibited by spec authorization)", outside, None);
        for (count, fits) in [(1, true), (80, true), (81, false)] {
            let status =
                format!("blocked (environment: {} prohibited by Spec authorization)", "網".repeat(count));
            check(&status, outside, fits.then_some(Authorization));
        }
    }
}

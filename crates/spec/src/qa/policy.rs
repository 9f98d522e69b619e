//! The one judgement of a report (roundfix 6.4, A-20 to A-28).

use std::collections::BTreeSet;

use super::rows::{Exemption, RowClass, declared_text};
use super::{Report, Verdict};
use crate::Cause;
use crate::declaration::Declarations;
use crate::document::one_line;

/// What a report amounts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Blocked rows by cause: the greater of the stated count and the rows of the Results section.
    pub counts: EffectiveCounts,
    /// Exempt rows by kind.
    pub exempt: ExemptCounts,
    /// Rows that failed.
    pub failed: u64,
    /// Rows that were skipped.
    pub skipped: u64,
    /// Rows that are pending.
    pub pending: u64,
    /// Complete declarations of the PRD.
    pub declarations: u64,
    /// Why the report is not eligible; `None` when it is. The path is that of the report.
    pub cause: Option<Cause>,
    /// Contradictions that decide nothing.
    pub remarks: Vec<Remark>,
}

/// A contradiction in a report that decides nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// A word for programs.
    pub code: &'static str,
    /// The report at the line in question.
    pub cause: Cause,
}

/// Effective numbers of blocked rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EffectiveCounts {
    /// Blocked by the environment.
    pub environment: u64,
    /// Blocked by a finding.
    pub finding: u64,
    /// Blocked as declared.
    pub declared: u64,
    /// Stated in the frontmatter only.
    pub precondition: u64,
}

/// Exempt rows by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExemptCounts {
    /// The Pull Request row before there is one.
    pub pre_pr: u64,
    /// Outside evidence behind a closed network.
    pub network_denied: u64,
    /// Outside evidence that the authorization forbids.
    pub authorization: u64,
}

impl ExemptCounts {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.pre_pr + self.network_denied + self.authorization
    }
}

impl Judgement {
    /// Whether the report settles the QA Task.
    pub fn is_eligible(&self) -> bool {
        self.cause.is_none()
    }

    /// Environment rows that no exemption covers.
    pub fn outside_exemptions(&self) -> u64 {
        self.counts.environment.saturating_sub(self.exempt.total())
    }
}

/// Judges a report against the declarations of its PRD.
pub fn judge(report: &Report, declarations: &Declarations) -> Judgement {
    let rows = &report.results.rows;
    let of = |class: RowClass| to_number(rows.iter().filter(|row| row.class == class).count());
    let exempt = |kind: Exemption| to_number(rows.iter().filter(|row| row.exempt == Some(kind)).count());
    let effective = |stated: Option<u64>, class: RowClass| stated.unwrap_or(0).max(of(class));
    let mut judgement = Judgement {
        counts: EffectiveCounts {
            environment: effective(report.counts.environment, RowClass::Environment),
            finding: effective(report.counts.finding, RowClass::Finding),
            declared: effective(report.counts.declared, RowClass::Declared),
            precondition: report.counts.precondition.unwrap_or(0),
        },
        exempt: ExemptCounts {
            pre_pr: exempt(Exemption::PrePullRequest),
            network_denied: exempt(Exemption::NetworkDenied),
            authorization: exempt(Exemption::Authorization),
        },
        failed: of(RowClass::Fail),
        skipped: of(RowClass::Skipped),
        pending: of(RowClass::Pending),
        declarations: to_number(declarations.entries.len()),
        cause: None,
        remarks: Vec::new(),
    };
    judgement.cause = match report.verdict {
        Verdict::Fail | Verdict::Pending => {
            Some(Cause::whole(report.path.as_str(), format!("verdict is {}", report.verdict)))
        }
        Verdict::Pass => pass(report),
        Verdict::Partial => partial(report, &judgement, declarations),
    };
    judgement.remarks = remarks(report, declarations, of(RowClass::Environment));
    judgement
}

/// What is said of a blocked row that names no cause, with the words that would be one.
const UNKNOWN_CAUSE: &str = "without a known cause; \
    one of `blocked (finding)`, `blocked (declared)`, `blocked (environment: CAUSE)`";

fn to_number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The cause at the first row of a class, if there is such a row.
fn at_row(report: &Report, class: RowClass, text: impl FnOnce(u64) -> String) -> Option<Cause> {
    let mut rows = report.results.rows.iter().filter(|row| row.class == class);
    let line = rows.next()?.line;
    Some(Cause::at(report.path.as_str(), line, text(to_number(rows.count()) + 1)))
}

fn hollow(report: &Report) -> Option<Cause> {
    let verdict = report.verdict;
    report.results.is_hollow.then(|| {
        Cause::whole(
            report.path.as_str(),
            format!("verdict is {verdict}, but the Results section has no row"),
        )
    })
}

/// a pass has no row but passed ones and rows that the environment blocked.
fn pass(report: &Report) -> Option<Cause> {
    let blocked = |class: RowClass, how: &str| {
        at_row(report, class, |count| format!("verdict is pass, but {count} row(s) are blocked {how}"))
    };
    hollow(report)
        .or_else(|| blocked(RowClass::Finding, "by a finding"))
        .or_else(|| blocked(RowClass::Declared, "as declared"))
        .or_else(|| blocked(RowClass::Unknown, UNKNOWN_CAUSE))
}

/// the first cause in the order of roundfix 6.4.
fn partial(report: &Report, judgement: &Judgement, declarations: &Declarations) -> Option<Cause> {
    let counts = judgement.counts;
    let whole =
        |text: String| Some(Cause::whole(report.path.as_str(), format!("verdict is partial: {text}")));
    let row = |class: RowClass, text: &str| {
        at_row(report, class, |count| format!("verdict is partial: {count} row(s) {text}"))
    };
    if counts.finding > 0 {
        return row(RowClass::Finding, "blocked by a finding")
            .or_else(|| whole(format!("{} row(s) blocked by a finding", counts.finding)));
    }
    if counts.precondition > 0 {
        return whole(format!("{} row(s) blocked by a precondition", counts.precondition));
    }
    if let Some(cause) =
        row(RowClass::Unknown, &format!("blocked {UNKNOWN_CAUSE}")).or_else(|| row(RowClass::Fail, "failed"))
    {
        return Some(cause);
    }
    let outside = judgement.outside_exemptions();
    if outside > 0 {
        let all = counts.environment;
        return whole(format!("{all} environment row(s), {outside} of them outside the exempt kinds"));
    }
    if judgement.skipped + judgement.pending > 0 {
        let (skipped, pending) = (judgement.skipped, judgement.pending);
        let line = report
            .results
            .rows
            .iter()
            .find(|row| matches!(row.class, RowClass::Skipped | RowClass::Pending))
            .map(|row| row.line);
        let message = format!("verdict is partial: {skipped} row(s) skipped, {pending} pending");
        return Some(Cause { path: report.path.as_str().into(), line, message });
    }
    if counts.declared > 0
        && let Some(text) = undeclared(judgement, declarations)
    {
        return whole(text);
    }
    if judgement.exempt.total() == 0 && counts.declared == 0 {
        return whole("no row says why: none is declared and none is exempt".to_owned());
    }
    hollow(report)
}

/// What is wrong with the declarations of a report that has declared rows.
fn undeclared(judgement: &Judgement, declarations: &Declarations) -> Option<String> {
    let (declared, complete) = (judgement.counts.declared, judgement.declarations);
    let missing: Vec<String> = declarations
        .malformed
        .iter()
        .map(|missing| format!("`_prd.md:{}` lacks `{}`", missing.line, missing.field))
        .collect();
    let shortfall = declared.saturating_sub(complete);
    if shortfall == 0 && missing.is_empty() {
        return None;
    }
    let mut text = format!("{declared} declared row(s), {complete} declaration(s)");
    if shortfall > 0 {
        text.push_str(&format!(", {shortfall} too few"));
    }
    for one in missing {
        text.push_str("; ");
        text.push_str(&one);
    }
    Some(text)
}

fn remarks(report: &Report, declarations: &Declarations, environment_rows: u64) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let path = report.path.as_str();
    if let Some(stated) = report.counts.environment.filter(|stated| *stated < environment_rows) {
        let message = format!(
            "rows_blocked_environment is {stated}, but the Results section has {environment_rows} environment row(s); the rows decide"
        );
        remarks.push(Remark { code: "qa_count_below_rows", cause: Cause::whole(path, message) });
    }
    let folded = |text: &str| one_line(text).to_lowercase();
    let criteria: BTreeSet<String> = declarations.entries.iter().map(|one| folded(&one.criterion)).collect();
    for row in report.results.rows.iter().filter(|row| row.class == RowClass::Declared) {
        if let Some(text) = declared_text(row).filter(|text| !criteria.contains(&folded(text))) {
            let message = format!("the declared row `{text}` matches no declared criterion");
            remarks.push(Remark { code: "qa_declared_text", cause: Cause::at(path, row.line, message) });
        }
    }
    if report.verdict == Verdict::Pass {
        let open = [RowClass::Fail, RowClass::Skipped, RowClass::Pending];
        for row in report.results.rows.iter().filter(|row| open.contains(&row.class)) {
            let message = format!("verdict is pass, but a row is `{}`", row.status);
            remarks.push(Remark { code: "qa_pass_with_open_row", cause: Cause::at(path, row.line, message) });
        }
    }
    remarks
}

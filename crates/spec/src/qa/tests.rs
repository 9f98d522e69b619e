//! The table of roundfix 6.4, one line a row.

use super::*;
use crate::document::Document;

const DECLARED: &str =
    "## Unreachable Acceptance\n- criterion: publish the tagged release\n  reason: r\n  satisfied-by: s\n";

fn judged(front: &str, rows: &[&str], prd: &str) -> Judgement {
    let rows: String = rows.iter().map(|row| format!("| x | {row} |\n")).collect();
    let text = format!("---\n{front}\n---\n## Results\n\n| # | Status | Provenance |\n| - | - | - |\n{rows}");
    let report = Report::read("qa/r.md", text.as_bytes()).unwrap();
    judge(&report, &Declarations::read(&Document::new(prd.as_bytes())))
}

fn check(front: &str, rows: &[&str], prd: &str, cause: Option<&str>) {
    let judgement = judged(front, rows, prd);
    match (judgement.cause.as_ref().map(|cause| cause.message.clone()), cause) {
        (None, None) => {}
        (Some(found), Some(part)) if found.contains(part) => {}
        (found, expected) => panic!("{front} {rows:?}: {found:?}, expected {expected:?}"),
    }
}

const PULL: &str = "blocked (environment: no open Pull Request) | Pull Request row";
const NET: &str = "blocked (environment: network denied: x.org) | outside-evidence row";
const FORBIDDEN: &str =
    "blocked (environment: another repository prohibited by Spec authorization) | outside-evidence row";
const HOST: &str = "blocked (environment: no registry) | Requirement 3";

/// A-20, A-23: pass, fail, pending.
#[test]
fn pass_and_fail() {
    check("verdict: pass", &["pass | R1"], "", None);
    check("verdict: pass\nrows_blocked_environment: 3", &["pass | R1", HOST], "", None);
    check("verdict: pass", &[], "", Some("has no row"));
    check("verdict: pass", &["blocked (finding: F-1) | R"], "", Some("1 row(s) are blocked by a finding"));
    check(
        "verdict: pass",
        &["blocked (declared) | R", "blocked (declared) | R"],
        "",
        Some("2 row(s) are blocked as declared"),
    );
    check("verdict: pass", &["blocked | R"], "", Some("without a known cause"));
    check("verdict: fail", &["pass | R1"], "", Some("verdict is fail"));
    check("verdict: pending", &["pass | R1"], "", Some("verdict is pending"));
}

/// A-21, A-26, A-27: the declared partial, each cause with its numbers.
#[test]
fn partial() {
    let one = "verdict: partial\nrows_blocked_environment: 1";
    check(one, &["pass | R", PULL], "", None);
    check("verdict: partial", &["pass | R", PULL], "", None);
    check("verdict: partial", &[NET], "", None);
    check("verdict: partial", &[FORBIDDEN], "", None);
    check(one, &["pass | R"], "", Some("1 environment row(s), 1 of them outside"));
    check("verdict: partial", &[PULL, HOST], "", Some("2 environment row(s), 1 of them outside"));
    check(
        "verdict: partial\nrows_blocked_environment: 2",
        &[PULL],
        "",
        Some("2 environment row(s), 1 of them"),
    );
    check("verdict: partial", &[PULL, "skipped | R"], "", Some("1 row(s) skipped, 0 pending"));
    check("verdict: partial", &[PULL, "pending | R"], "", Some("0 row(s) skipped, 1 pending"));
    check("verdict: partial", &[PULL, "**fail** | R"], "", Some("1 row(s) failed"));
    check("verdict: partial\nrows_blocked_finding: 2", &[PULL], "", Some("2 row(s) blocked by a finding"));
    check("verdict: partial", &[PULL, "blocked (finding: F) | R"], "", Some("1 row(s) blocked by a finding"));
    check("verdict: partial", &[PULL, "blocked | R"], "", Some("1 row(s) blocked without a known cause"));
    check(
        "verdict: partial\nrows_blocked_precondition: 1",
        &[PULL],
        "",
        Some("1 row(s) blocked by a precondition"),
    );
    check("verdict: partial", &["pass | R", "pass | R"], "", Some("no row says why"));
    check("verdict: partial\nrows_blocked_declared: 1", &[], DECLARED, Some("has no row"));
}

/// A-21: declared rows against the declarations.
#[test]
fn declared() {
    let row = "blocked (declared) | R";
    check("verdict: partial", &["pass | R", row], DECLARED, None);
    check("verdict: partial\nrows_blocked_declared: 1", &["pass | R"], DECLARED, None);
    check("verdict: partial", &[row], "", Some("1 declared row(s), 0 declaration(s), 1 too few"));
    check(
        "verdict: partial\nrows_blocked_declared: 2",
        &[row, row],
        DECLARED,
        Some("2 declared row(s), 1 declaration(s), 1 too few"),
    );
    let malformed = "## Unreachable Acceptance\n- criterion: c\n  reason: r\n";
    check("verdict: partial", &[row], malformed, Some("`_prd.md:2` lacks `satisfied-by`"));
    check(
        "verdict: partial",
        &[row],
        &format!("{DECLARED}- criterion: c\n"),
        Some("1 declared row(s), 1 declaration(s); `_prd.md:5` lacks `reason`"),
    );
    check("verdict: partial", &[PULL], malformed, None);
}

/// Archive-108, archive-118: contradictions are named and decide nothing.
#[test]
fn remarks() {
    let check = |front: &str, rows: &[&str], expected: &[&str]| {
        let judgement = judged(front, rows, DECLARED);
        assert!(judgement.is_eligible(), "{judgement:?}");
        let codes: Vec<_> = judgement.remarks.iter().map(|remark| remark.code).collect();
        assert_eq!(codes, expected, "{front} {rows:?}");
    };
    check("verdict: partial\nrows_blocked_environment: 0", &[PULL], &["qa_count_below_rows"]);
    check("verdict: partial\nrows_blocked_environment: 1", &[PULL, NET], &["qa_count_below_rows"]);
    check("verdict: partial", &[PULL], &[]);
    check("verdict: partial", &["blocked (declared: Goal 2) | R"], &["qa_declared_text"]);
    check("verdict: partial", &["blocked (declared: Publish  the tagged release) | R"], &[]);
    check("verdict: pass", &["pass | R", "skipped | R"], &["qa_pass_with_open_row"]);
}

/// Roundfix 6.3: a table elsewhere with a Status column makes a report not hollow, and its rows do not count.
#[test]
fn other_tables() {
    let text = "---\nverdict: pass\n---\n## Results\n\nnone\n\n## More\n\n| Status |\n| - |\n| fail |\n";
    let report = Report::read("r", text.as_bytes()).unwrap();
    assert!(report.results.has_section && !report.results.is_hollow && report.results.rows.is_empty());
    let old = Report::read("r", b"---\nverdict: pass\n---\nAll green.\n").unwrap();
    assert!(!old.results.has_section && judge(&old, &Declarations::default()).is_eligible());
}

/// A-24, A-51: missing, unreadable and judged are three answers, each with its name, verdict and cause.
#[test]
fn states() {
    let state = |text: Option<&str>| {
        let mut folder = SpecFolder::new();
        if let Some(text) = text {
            let path = cairn_plan::RelativePath::new("qa/qa-report-2026-10-05.md").unwrap();
            folder.insert(path, FolderEntry::File(crate::folder::FolderFile::new(text, false)));
        }
        QaState::of(&folder, &Declarations::default())
    };
    let name = "qa-report-2026-10-05.md";
    for (text, name, verdict, cause) in [
        (None, "", None, Some("no QA Report")),
        (Some("# QA\n"), name, None, Some("no frontmatter: the first line must be `---`")),
        (Some("---\nverdict: fail\n---\n"), name, Some(Verdict::Fail), Some("verdict is fail")),
        (Some("---\nverdict: pass\n---\n"), name, Some(Verdict::Pass), None),
    ] {
        let state = state(text);
        assert_eq!((state.report_name(), state.verdict()), (name, verdict), "{text:?}");
        assert_eq!(state.cause().as_deref(), cause, "{text:?}");
        assert_eq!(state.is_eligible(), cause.is_none(), "{text:?}");
    }
}

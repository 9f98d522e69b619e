//! Section 11: each rule about Specs, records and links at its place, and nothing on a sound Spec.

use super::*;
use crate::scenario::{PRD, Scenario, path, written};
use crate::standing::Standing;

fn codes(findings: &[Diagnostic]) -> Vec<(&'static str, String, usize)> {
    findings.iter().map(|one| (one.code, one.path.clone(), one.line)).collect()
}

fn check(scenario: &Scenario, expected: &[(&'static str, &str, usize)]) {
    check_among(scenario, &ListSnapshot::default(), false, expected);
}

fn check_among(
    scenario: &Scenario,
    list: &ListSnapshot,
    is_left_finished: bool,
    expected: &[(&'static str, &str, usize)],
) {
    let slug = Slug::new(&scenario.slug).unwrap();
    let at = path("docs/specs/0042-sample");
    let prd = Prd::read(scenario.folder.bytes("_prd.md").unwrap());
    let presence =
        |path: &RelativePath| scenario.repository.places.get(path).copied().unwrap_or(Presence::Absent);
    let facts = SpecFacts {
        slug: &slug,
        at: &at,
        folder: &scenario.folder,
        prd: &prd,
        ignored: &scenario.git.ignored,
        list,
        standings: &scenario.standings,
        is_left_finished,
        presence: &presence,
    };
    let found = codes(&check_spec(&facts));
    let expected: Vec<_> = expected
        .iter()
        .map(|(code, file, line)| (*code, format!("docs/specs/0042-sample/{file}"), *line))
        .collect();
    assert_eq!(found, expected);
}

fn check_file(file: &str, text: &str, expected: &[(&'static str, &str, usize)]) {
    let mut scenario = Scenario::finished();
    scenario.write(file, text);
    check(&scenario, expected);
}

/// D25: a sound Spec has no finding, with an index or without one.
#[test]
fn sound() {
    check(&Scenario::finished(), &[]);
    check(&Scenario::adopted(), &[]);
}

/// D25, `spec-prd-status`.
#[test]
fn spec_prd_status() {
    check_file(
        "_prd.md",
        &PRD.replace("status: active", "status: activ"),
        &[("spec-prd-status", "_prd.md", 3)],
    );
    check_file("_prd.md", "# No block\n", &[("spec-prd-status", "_prd.md", 1)]);
    check_file("_prd.md", &PRD.replace("status: active", "status: draft"), &[]);
}

/// D25, `spec-graph-missing`: of an active Spec alone.
#[test]
fn spec_graph_missing() {
    let mut scenario = Scenario::finished();
    scenario.remove(&["_tasks.md"]);
    check(&scenario, &[("spec-graph-missing", "_prd.md", 1)]);
    scenario.write("_prd.md", &PRD.replace("status: active", "status: draft"));
    check(&scenario, &[]);
}

/// D25, `spec-graph-invalid`: at the file and line of the cause.
#[test]
fn spec_graph_invalid() {
    let task = crate::scenario::task("nearly", "backend");
    check_file("task_01.md", &task, &[("spec-graph-invalid", "task_01.md", 2)]);
}

/// A-32, `spec-requires-unknown`, `spec-requires-cancelled`: at the line of `requires`.
#[test]
fn spec_requires() {
    let mut scenario = Scenario::finished();
    let tasks =
        crate::scenario::TASKS.replace("graph:", "requires: [0009-nothing, 0040-dropped, 0041-done]\ngraph:");
    scenario.write("_tasks.md", &tasks);
    let known = [("0040-dropped", Standing::Cancelled), ("0041-done", Standing::Archived)];
    scenario.standings =
        known.into_iter().map(|(slug, standing)| (Slug::new(slug).unwrap(), standing)).collect();
    let both = [("spec-requires-unknown", "_tasks.md", 4), ("spec-requires-cancelled", "_tasks.md", 4)];
    check(&scenario, &both);
}

/// D25, `spec-slug-reused`.
#[test]
fn spec_slug_reused() {
    let record = |slug: &str| {
        FoundRecord::new(Slug::new(slug).unwrap(), format!("docs/history/specs/{slug}.md"), None)
    };
    let list = ListSnapshot { records: vec![record("0042-other")], ..ListSnapshot::default() };
    check_among(&Scenario::finished(), &list, false, &[("spec-slug-reused", "_prd.md", 1)]);
    let list = ListSnapshot { records: vec![record("0041-other"), record("0042-sample")], ..list };
    check_among(&Scenario::finished(), &list, false, &[]);
}

/// A-51, `spec-qa-report-invalid`: older reports too.
#[test]
fn spec_qa_report_invalid() {
    let report = "---\nverdict: passed\n---\n";
    let file = "qa/qa-report-2026-10-01.md";
    check_file(file, report, &[("spec-qa-report-invalid", file, 2)]);
}

/// A-51, `spec-qa-report-name`.
#[test]
fn spec_qa_report_name() {
    for file in ["qa/qa-report.md", "qa/qa-report_2026-10-07.md", "qa/qa-report-2026-10-07.txt"] {
        check_file(file, "x\n", &[("spec-qa-report-name", file, 1)]);
    }
}

/// `spec-index-invalid`, `spec-source-link`: only where there is an index.
#[test]
fn spec_index_and_links() {
    let mut scenario = Scenario::adopted();
    scenario.remove(&["references/2026-09-27-note.md"]);
    scenario.write("notes.md", "See [it](../../findings/2026-09-28-slow.md).\n");
    let both =
        [("spec-index-invalid", "references/2026-09-27-note.md", 1), ("spec-source-link", "notes.md", 1)];
    check(&scenario, &both);
    check_file("notes.md", "See [it](../../findings/2026-09-28-slow.md).\n", &[]);
}

/// A-40, `spec-ignored-file`.
#[test]
fn spec_ignored_file() {
    let mut scenario = Scenario::finished();
    scenario.git.ignored.push(path("docs/specs/0042-sample/notes.tmp"));
    check(&scenario, &[("spec-ignored-file", "notes.tmp", 1)]);
}

/// D25, `spec-archivable`.
#[test]
fn spec_archivable() {
    let list = ListSnapshot::default();
    check_among(&Scenario::finished(), &list, true, &[("spec-archivable", "_prd.md", 1)]);
}

/// D25, `spec-left-without-record`.
#[test]
fn spec_left_without_record() {
    let gone = [("docs/specs/0041-lost".to_owned(), crate::scenario::HEAD.to_owned())];
    let findings = check_gone(&gone);
    assert_eq!(codes(&findings), [("spec-left-without-record", "docs/specs/0041-lost".to_owned(), 1)]);
    assert!(findings[0].message.contains("5f0e1d2c3b4a"), "{}", findings[0].message);
}

const RECORD: &str = "docs/history/specs/0042-sample.md";

fn check_record_as(
    text: &str,
    change: impl FnOnce(&mut RecordFacts<'_>),
    expected: &[(&'static str, Severity, usize)],
) {
    let slug = Slug::new("0042-sample").unwrap();
    let found = FoundRecord::new(slug, RECORD.to_owned(), Some(text.as_bytes().to_vec()));
    let mut facts = RecordFacts {
        found: &found,
        revision: RevisionState::Held,
        is_shallow: false,
        dead_locators: &[],
        folder: None,
        edited_since: None,
    };
    change(&mut facts);
    let found: Vec<_> =
        super::check_record(&facts).iter().map(|one| (one.code, one.severity, one.line)).collect();
    assert_eq!(found, expected);
}

fn record() -> String {
    written(&Scenario::finished().archived().plan, RECORD)
}

/// A-62, `record-invalid`.
#[test]
fn record_invalid() {
    check_record_as(&record(), |_| {}, &[]);
    let broken = record().replace("status: archived", "status: kept");
    check_record_as(&broken, |_| {}, &[("record-invalid", Severity::Error, 5)]);
}

/// A-16, `record-revision-missing`: at its line; only a hint in a shallow clone.
#[test]
fn record_revision_missing() {
    let line = record().lines().position(|line| line.starts_with("source_revision")).unwrap() + 1;
    let code = "record-revision-missing";
    let missing = |facts: &mut RecordFacts<'_>| facts.revision = RevisionState::NoCommit;
    check_record_as(&record(), missing, &[(code, Severity::Error, line)]);
    let without = |facts: &mut RecordFacts<'_>| facts.revision = RevisionState::NoSource;
    check_record_as(&record(), without, &[(code, Severity::Error, line)]);
    let shallow = |facts: &mut RecordFacts<'_>| {
        (facts.revision, facts.is_shallow) = (RevisionState::NoCommit, true);
    };
    check_record_as(&record(), shallow, &[(code, Severity::Info, line)]);
}

/// A-13, `record-locator-dead`; A-41, `record-folder-left`; D67, `record-edited`.
#[test]
fn record_and_git() {
    let dead: &'static [(usize, String)] = Vec::leak(vec![(30, "a.md@5f0e".to_owned())]);
    let folder: &'static RelativePath = Box::leak(Box::new(path("docs/specs/0042-sample")));
    check_record_as(
        &record(),
        |facts| {
            facts.dead_locators = dead;
            facts.folder = Some(folder);
            facts.edited_since = Some(crate::scenario::HEAD);
        },
        &[
            ("record-locator-dead", Severity::Warning, 30),
            ("record-folder-left", Severity::Error, 1),
            ("record-edited", Severity::Warning, 1),
        ],
    );
}

/// A-71, `dead-spec-link`: destinations only, and no locator.
#[test]
fn dead_spec_link() {
    let sources = Sources::new([("docs/specs/0042-sample", RECORD)]);
    let paths = sources.paths().iter().map(|path| path.as_bytes().to_vec()).collect::<Vec<_>>();
    assert_eq!((sources.is_empty(), paths), (false, vec![b"docs/specs/0042-sample".to_vec()]));
    assert!(Sources::new([]).is_empty());
    for (text, expected) in [
        ("x\n\nSee [it](specs/0042-sample/_prd.md).\n", Some((3, 10))),
        ("[it]: /docs/specs/0042-sample/\n", Some((1, 7))),
        ("<a href=\"specs/0042-sample/task%5F01.md#x\">it</a>\n", Some((1, 10))),
        ("See docs/specs/0042-sample/_prd.md in prose.\n", None),
        ("[two](specs/0042-sample-two/_prd.md)\n", None),
        ("[it](https://example.org/docs/specs/0042-sample/_prd.md)\n", None),
        ("[it](specs/0042-sample/_prd.md@5f0e1d2c3b4a59687766554433221100ffeeddcc)\n", None),
        ("`[it](specs/0042-sample/_prd.md)`\n", None),
    ] {
        let dead = sources.dead_links("docs/guide.md", text.as_bytes());
        let findings = check_links(&dead);
        let found = findings.first().map(|one| (one.line, one.column));
        assert_eq!(found, expected, "{text}");
        assert!(findings.iter().all(|one| one.message.contains(RECORD)), "{text}");
    }
}

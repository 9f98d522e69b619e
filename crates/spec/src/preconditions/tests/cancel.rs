//! The checks of a cancel, what a cancelled Spec is good for, and a deletion that did not end.

use super::*;

/// A-30, roundfix 10: a cancel looks at what is adopted, not at Tasks and QA.
#[test]
fn cancel_checks() {
    let check = |change: fn(&mut Scenario), expected: &[&str]| {
        let mut scenario = Scenario::adopted();
        change(&mut scenario);
        assert_refused(&scenario.cancel().unwrap_err(), expected);
    };
    check(
        |spec| spec.write("references/2026-09-28-slow.md", "# none\n"),
        &["adopted entry_no_frontmatter F/references/2026-09-28-slow.md"],
    );
    check(
        |spec| spec.place("docs/backlog/2026-09-30-faster.md", Presence::Link),
        &["adopted source_exists docs/backlog/2026-09-30-faster.md"],
    );
    check(|spec| spec.place("docs/findings", Presence::Link), &["adopted place_unsafe docs/findings"]);
    check(
        |spec| spec.write("references/_index.md", "no table\n"),
        &["adopted index_table F/references/_index.md:1"],
    );
    check(
        |spec| {
            spec.repository.ignored.insert(path("docs/findings/2026-09-28-slow.md"));
        },
        &["destination destination_ignored docs/findings/2026-09-28-slow.md"],
    );
    let mut unfinished = Scenario::finished();
    unfinished.remove(&["_tasks.md", "qa", "task_01.md"]);
    unfinished.write("_techspec.md", "[x](../../findings/x.md)\n");
    assert!(unfinished.cancel().is_ok());
}

/// A-32, archive-238: a cancelled Spec supersedes nothing.
#[test]
fn cancelled_supersedes_nothing() {
    let with = |standing: Standing| {
        let mut scenario = Scenario::finished();
        scenario.remove(&["_tasks.md", "qa", "task_01.md", "task_02.md"]);
        scenario.write(
            "_supersession.md",
            "---\nsuperseded_by: 0043-next\ndate: 2026-10-06\nreason: moved\n---\nBody.\n",
        );
        scenario.standings = Standings::from_iter([(Slug::new("0043-next").unwrap(), standing)]);
        scenario.archive(&ArchiveRequest::default())
    };
    assert_eq!(with(Standing::Active).unwrap().report.disposition, record::Disposition::Superseded);
    assert_eq!(
        codes(&with(Standing::Cancelled).unwrap_err()),
        ["graph supersession_invalid docs/specs/0042-sample/_supersession.md:2",]
    );
}

/// Roundfix 4.1, archive-291: the finishing command, and only when nothing can be lost.
#[test]
fn unfinished_deletions() {
    let slug = Slug::new("0042-it's").unwrap();
    let roots = Roots {
        kind: RootKind::BuiltIn,
        spec_root: Some(path("docs/specs")),
        archive_root: path("docs/history/specs"),
    };
    let scenario = Scenario::finished();
    let text = crate::scenario::written(&scenario.archived().plan, "docs/history/specs/0042-sample.md");
    let mut record = record::Record::parse("r", text.as_bytes(), &Slug::new("0042-sample").unwrap()).unwrap();
    let ask = |record: &record::Record, present: bool, equal: bool| {
        let leftover = Leftover { revision_present: present, every_file_equal: equal };
        unfinished_deletion(&slug, &roots, std::path::Path::new("/repo"), record, leftover)
    };
    assert_eq!(ask(&record, true, true), None);
    record.source = "docs/specs/0042-it's".to_owned();
    assert_eq!(record.source_revision, HEAD);
    let refused = ask(&record, true, true).unwrap();
    let command = "chmod -R u+w '/repo/docs/specs/0042-it'\\''s' && rm -rf '/repo/docs/specs/0042-it'\\''s'";
    assert_eq!(refused.finish.as_deref(), Some(command));
    assert_eq!(codes(&refused), ["destination deletion_unfinished docs/history/specs/0042-it's.md"]);
    assert_eq!(ask(&record, true, false), None);
    assert_eq!(ask(&record, false, true), None);
}

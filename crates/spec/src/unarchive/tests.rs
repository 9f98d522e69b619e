use super::*;
use crate::scenario::{FakeRepository, HEAD, Scenario, codes, path, steps, written, written_bytes};

const RECORD: &str = "docs/history/specs/0042-sample.md";

/// The snapshot after the archive or cancel of a scenario.
fn after<'a>(scenario: &Scenario, plan: &Plan, repository: &'a FakeRepository) -> UnarchiveSnapshot<'a> {
    let text = written(plan, RECORD);
    let slug = Slug::new("0042-sample").unwrap();
    let record = Record::parse(RECORD, text.as_bytes(), &slug).unwrap();
    let then = |name: &str| {
        scenario.files.iter().find(|file| file.path == path(name)).map(|file| file.bytes.clone())
    };
    let now = |name: &str| Some(written_bytes(plan, name));
    let files = scenario.files.iter().map(|file| {
        let mut file = file.clone();
        if record.relinked.contains(&file.path.to_string()) {
            file.bytes = written(plan, &file.path.to_string()).into_bytes();
        }
        file
    });
    UnarchiveSnapshot {
        slug,
        roots: scenario.roots.clone(),
        home: "/repo".into(),
        tree: Some(scenario.folder.clone()),
        documents: record
            .relinked
            .iter()
            .map(|name| PastDocument { path: path(name), then: then(name), now: now(name) })
            .collect(),
        copies: record.promoted.iter().map(|name| (path(name), now(name))).collect(),
        files: files.collect(),
        record: Some(text.into_bytes()),
        repository,
    }
}

fn guided() -> Scenario {
    let mut scenario = Scenario::finished();
    scenario.write(
        "measurement/list.md",
        "# Timings\n\nSee [prd](../_prd.md) and docs/specs/0042-sample/task_01.md.\n",
    );
    scenario.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md#cold)\n");
    scenario.document("README.md", "docs/specs/0042-sample/_prd.md\n");
    scenario
}

/// A-70, archive-250, archive-254: the tree comes back, the record goes, documents and copies stay and are listed.
#[test]
fn restored() {
    let mut scenario = guided();
    scenario.insert("tool.sh", FolderEntry::File(crate::folder::FolderFile::new("#!/bin/sh\n", true)));
    scenario.insert("latest", FolderEntry::Link(b"measurement/list.md".to_vec()));
    let plan = scenario.archived().plan;
    let repository = FakeRepository::default();
    let decision = unarchive(&after(&scenario, &plan, &repository), false).unwrap();
    let found = steps(&decision.plan);
    assert_eq!(found.len(), 9);
    assert!(found.contains(&"link docs/specs/0042-sample/latest".to_owned()));
    assert_eq!(found.last().unwrap(), &format!("delete {RECORD}"));
    let executable = decision.plan.changes.iter().any(|change| {
        matches!(change, Change::Create { path, mode: FileMode::Executable, .. } if path.file_name() == b"tool.sh")
    });
    assert!(executable);
    let report = decision.report;
    assert_eq!(report.relinked, ["README.md", "docs/guide.md"]);
    assert_eq!(
        (report.promoted, report.source_revision.as_str()),
        (vec!["docs/references/list.md".to_owned()], HEAD)
    );
}

/// D65, archive-255: untouched documents go back and the copy goes; one that changed since is left and warned about.
#[test]
fn relinked_back() {
    let scenario = guided();
    let plan = scenario.archived().plan;
    let repository = FakeRepository::default();
    let decision = unarchive(&after(&scenario, &plan, &repository), true).unwrap();
    assert_eq!(decision.report.relinked_back, ["README.md", "docs/guide.md"]);
    assert_eq!(decision.report.unpromoted, ["docs/references/list.md"]);
    assert_eq!(written(&decision.plan, "docs/guide.md"), "[t](specs/0042-sample/measurement/list.md#cold)\n");
    let mut changed = after(&scenario, &plan, &repository);
    for document in &mut changed.documents {
        if document.path == path("README.md") {
            document.now = Some(b"docs/history/specs/0042-sample.md\nmore\n".to_vec());
        }
    }
    let report = unarchive(&changed, true).unwrap().report;
    assert_eq!(
        (report.relinked_back, report.relinked),
        (vec!["docs/guide.md".to_owned()], vec!["README.md".to_owned()])
    );
    assert_eq!(report.warnings[0].code, "document_changed");
}

/// A copy that changed, or that something cites, stays.
#[test]
fn copies_that_stay() {
    let mut scenario = guided();
    scenario.document("docs/late.md", "[t](references/list.md)\n");
    let plan = scenario.archived().plan;
    let repository = FakeRepository::default();
    let report = unarchive(&after(&scenario, &plan, &repository), true).unwrap().report;
    assert_eq!((report.promoted.len(), report.warnings[0].code), (1, "copy_cited"));
    let mut changed = after(&scenario, &plan, &repository);
    changed.copies[0].1.as_mut().unwrap().extend_from_slice(b"more\n");
    let report = unarchive(&changed, true).unwrap().report;
    assert_eq!((report.promoted.len(), report.warnings[0].code), (1, "copy_changed"));
}

/// D65: copies that are no UTF-8 Markdown are compared byte for byte, whatever their text looks like.
#[test]
fn copies_without_links() {
    let mut scenario = Scenario::finished();
    scenario.write("measurement/run.txt", "[prd](../_prd.md)\n");
    let latin = crate::folder::FolderFile::new(b"[prd](../_prd.md) \xff\n".to_vec(), false);
    scenario.insert("measurement/latin.md", FolderEntry::File(latin));
    scenario.document(
        "docs/guide.md",
        "[r](specs/0042-sample/measurement/run.txt) [l](specs/0042-sample/measurement/latin.md)\n",
    );
    let plan = scenario.archived().plan;
    let repository = FakeRepository::default();
    let mut snapshot = after(&scenario, &plan, &repository);
    let report = unarchive(&snapshot, true).unwrap().report;
    assert_eq!(report.unpromoted, ["docs/references/latin.md", "docs/references/run.txt"]);
    snapshot.copies.iter_mut().for_each(|(_, now)| now.as_mut().unwrap().push(b'\n'));
    let report = unarchive(&snapshot, true).unwrap().report;
    assert_eq!(report.promoted, ["docs/references/latin.md", "docs/references/run.txt"]);
}

/// D65: a locator of a pull request is one, and a link to what never was in the folder stays as it is.
#[test]
fn locators_of_a_pull_request() {
    let mut scenario = guided();
    scenario.write("measurement/list.md", "[prd](../_prd.md), [gone](none.md) and [list](list.md)\n");
    scenario.repository.commit = None;
    scenario.pull_request = Some(7);
    let plan = scenario.archived().plan;
    let copy = written(&plan, "docs/references/list.md");
    assert!(copy.contains("_prd.md@pull/7), [gone](none.md)"), "{copy}");
    let repository = FakeRepository::default();
    let report = unarchive(&after(&scenario, &plan, &repository), true).unwrap().report;
    assert_eq!(report.unpromoted, ["docs/references/list.md"]);
}

/// D65: of several files with the name of the copy, the one that a document cited is the one that was promoted, not one that
/// merely stands in its code.
#[test]
fn files_with_one_name() {
    let mut scenario = guided();
    scenario.write("aaa/list.md", "another\n");
    scenario.write("zzz/list.md", "a third\n");
    scenario.document(
        "docs/code.md",
        "```\ndocs/specs/0042-sample/zzz/list.md\n```\n\n[p](specs/0042-sample/_prd.md)\n",
    );
    let plan = scenario.archived().plan;
    let repository = FakeRepository::default();
    let report = unarchive(&after(&scenario, &plan, &repository), true).unwrap().report;
    assert_eq!(report.relinked_back, ["README.md", "docs/code.md", "docs/guide.md"]);
    assert_eq!(report.unpromoted, ["docs/references/list.md"]);
}

/// A-70, archive-252, archive-253: what is refused.
#[test]
fn refused() {
    let scenario = guided();
    let plan = scenario.archived().plan;
    let mut repository = FakeRepository::default();
    let check = |change: fn(&mut UnarchiveSnapshot<'_>), repository: &FakeRepository, expected: &[&str]| {
        let mut snapshot = after(&scenario, &plan, repository);
        change(&mut snapshot);
        assert_eq!(codes(&unarchive(&snapshot, false).unwrap_err()), expected);
    };
    check(|one| one.record = None, &repository, &["record record_missing docs/history/specs/0042-sample.md"]);
    check(
        |one| one.record = Some(b"old\n".to_vec()),
        &repository,
        &["record record_invalid docs/history/specs/0042-sample.md:1"],
    );
    // D65: `source` names the folder of another Spec, or no Spec at all.
    for source in ["docs/specs/0041-other", "src"] {
        let mut other = after(&scenario, &plan, &repository);
        let text = String::from_utf8(other.record.unwrap()).unwrap();
        let named = text.replace("source: docs/specs/0042-sample\n", &format!("source: {source}\n"));
        assert_ne!(named, text);
        other.record = Some(named.into_bytes());
        let refused = unarchive(&other, false).unwrap_err();
        assert_eq!(codes(&refused), ["record record_invalid docs/history/specs/0042-sample.md"]);
        assert!(refused.refusal.reasons[0].message.contains(source), "{refused:?}");
    }
    check(
        |one| one.tree = None,
        &repository,
        &["revision revision_missing docs/history/specs/0042-sample.md"],
    );
    let too_large = |one: &mut UnarchiveSnapshot<'_>| {
        let mut file = crate::folder::FolderFile::new("x", false);
        file.bytes = None;
        one.tree.as_mut().unwrap().insert(path("big.bin"), FolderEntry::File(file));
    };
    check(too_large, &repository, &["revision file_too_large docs/specs/0042-sample"]);
    repository.places.insert(path("docs/specs/0042-sample"), Presence::Link);
    repository.places.insert(path("docs/history/specs/0042-sample"), Presence::Folder);
    check(
        |_| {},
        &repository,
        &[
            "record record_invalid docs/history/specs/0042-sample.md",
            "spec folder_exists docs/specs/0042-sample",
        ],
    );
    let mut gone = after(&scenario, &plan, &repository);
    gone.tree = None;
    let text = String::from_utf8(gone.record.unwrap())
        .unwrap()
        .replace("relinked:", "pull_request: \"42\"\nrelinked:");
    gone.record = Some(text.into_bytes());
    let refused = unarchive(&gone, false).unwrap_err();
    assert!(refused.refusal.reasons.iter().any(|one| one.message.contains("pull/42/head")), "{refused:?}");
}

/// A cancelled Spec that comes back owns its sources again.
#[test]
fn cancelled() {
    let scenario = Scenario::adopted();
    let plan = scenario.cancel().unwrap().plan;
    let mut repository = FakeRepository::default();
    repository.places.insert(path("docs/backlog/2026-09-30-faster.md"), Presence::File);
    let report = unarchive(&after(&scenario, &plan, &repository), false).unwrap().report;
    let files: Vec<_> = report.warnings.iter().map(|one| one.file.as_str()).collect();
    assert_eq!(files, ["docs/backlog/2026-09-30-faster.md"]);
}

//! The table of roundfix 4.1: what each check refuses, and that all are reported together.

mod cancel;
mod git;
mod pages;

use super::*;
use crate::folder::{FolderEntry, FolderFile, Odd};
use crate::presence::Presence;
use crate::request::ArchiveRequest;
use crate::roots::{RootKind, Roots};
use crate::scenario::{HEAD, Scenario, TASKS, codes, override_request, path, task};
use crate::snapshot::ChangeKind;
use crate::standing::{Standing, Standings};
use crate::{Slug, record};

const AT: &str = "docs/specs/0042-sample";

fn check(change: impl FnOnce(&mut Scenario), expected: &[&str]) {
    check_request(&ArchiveRequest::default(), change, expected);
}

fn check_request(request: &ArchiveRequest, change: impl FnOnce(&mut Scenario), expected: &[&str]) {
    let mut scenario = Scenario::finished();
    change(&mut scenario);
    assert_refused(&scenario.archive(request).unwrap_err(), expected);
}

/// The reasons, and that each has its next step (D61).
fn assert_refused(refused: &Refused, expected: &[&str]) {
    let expected: Vec<_> = expected.iter().map(|one| one.replace("F/", &format!("{AT}/"))).collect();
    assert_eq!(codes(refused), expected);
    for reason in &refused.refusal.reasons {
        let step = remedy::step(&reason.code).map(str::to_owned);
        assert!(step.is_some_and(|step| refused.refusal.remedies.contains(&step)), "{reason:?}");
    }
}

fn messages(scenario: &Scenario, request: &ArchiveRequest) -> Vec<String> {
    let refused = scenario.archive(request).unwrap_err();
    refused.refusal.reasons.iter().map(|reason| reason.message.clone()).collect()
}

/// Check 4, A-01, archive-044, archive-046, archive-061.
#[test]
fn spec() {
    check(|spec| spec.remove(&["_prd.md"]), &["spec spec_not_found F/_prd.md"]);
    check(|spec| spec.folder_presence = Presence::Link, &["spec spec_is_symlink docs/specs/0042-sample"]);
    check(|spec| spec.write("_prd.md", "---\nstatus: draft\n---\n"), &["spec spec_not_active F/_prd.md:2"]);
    check(|spec| spec.write("_prd.md", "# T\n"), &["spec spec_not_active F/_prd.md:1"]);
    check(|spec| spec.write("_prd.md", "---\nx: 1\n---\n"), &["spec spec_not_active F/_prd.md"]);
    let mut draft = Scenario::finished();
    draft.write("_prd.md", "---\nstatus: draft\n---\n");
    let refused = draft.archive(&ArchiveRequest::default()).unwrap_err();
    assert!(refused.refusal.reasons[0].message.contains("`draft`"), "{refused:?}");
}

/// Checks 7 to 10.
#[test]
fn completion() {
    check(
        |spec| spec.write("task_01.md", &task("pending", "backend")),
        &["tasks task_not_completed F/task_01.md:2"],
    );
    check(
        |spec| spec.write("task_02.md", &task("failed", "qa")),
        &["tasks task_not_completed F/task_02.md:2"],
    );
    check(|spec| spec.remove(&["qa"]), &["qa qa_missing F/qa"]);
    check(
        |spec| spec.write("qa/qa-report-2026-10-06.md", "# QA\n"),
        &["qa qa_unreadable F/qa/qa-report-2026-10-06.md:1"],
    );
    check(
        |spec| spec.write("qa/qa-report-2026-10-06.md", "---\nverdict: fail\n---\n"),
        &["qa qa_not_eligible F/qa/qa-report-2026-10-06.md"],
    );
    check(|spec| spec.remove(&["_tasks.md"]), &["graph graph_missing F/_tasks.md"]);
    check(
        |spec| {
            spec.remove(&["task_01.md"]);
            spec.remove(&["qa"]);
        },
        &["graph graph_invalid F/task_01.md", "qa qa_missing F/qa"],
    );
    check(
        |spec| {
            spec.remove(&["_tasks.md", "qa"]);
            spec.write(
                "_supersession.md",
                "---\nsuperseded_by: 0099-none\ndate: 2026-10-06\nreason: x\n---\nBody.\n",
            );
        },
        &["graph supersession_invalid F/_supersession.md:2"],
    );
}

/// The override waives check 10 and the QA Task, nothing else, archive-121 to archive-128.
#[test]
fn overrides() {
    let request = override_request();
    check_request(&request, |_| {}, &["qa override_not_needed F/qa/qa-report-2026-10-05.md"]);
    check_request(
        &request,
        |spec| {
            spec.write("task_01.md", &task("failed", "backend"));
            spec.write("task_02.md", &task("failed", "qa"));
        },
        &["tasks task_not_completed F/task_01.md:2"],
    );
    check_request(
        &request,
        |spec| spec.remove(&["_tasks.md"]),
        &["override override_without_graph F/_tasks.md", "graph graph_missing F/_tasks.md"],
    );
    for accepted in [
        |spec: &mut Scenario| spec.write("task_02.md", &task("pending", "qa")),
        |spec: &mut Scenario| spec.remove(&["qa"]),
        |spec: &mut Scenario| spec.write("qa/qa-report-2026-10-06.md", "---\nverdict: fail\n---\n"),
        |spec: &mut Scenario| spec.write("qa/qa-report-2026-10-06.md", "nothing\n"),
        |spec: &mut Scenario| {
            spec.write("_tasks.md", &TASKS.replace("qa: task_02", "qa: declined\nqa_reason: no host"));
            spec.write("task_02.md", &task("completed", "docs"));
            spec.remove(&["qa"]);
        },
    ] {
        let mut scenario = Scenario::finished();
        accepted(&mut scenario);
        assert_eq!(scenario.archive(&request).unwrap().report.disposition, record::Disposition::QaOverride);
    }
}

/// Check 11, never overridden.
#[test]
fn self_containment() {
    let broken = |spec: &mut Scenario| {
        spec.write("references/_index.md", "| source |\n");
        spec.write("_techspec.md", "# D\n\nSee [it](../../findings/x.md).\n");
    };
    let expected = [
        "self-containment link_into_intake F/_techspec.md:3",
        "self-containment index_table F/references/_index.md:1",
    ];
    check(broken, &expected);
    let mut failed = override_request();
    failed.commit = false;
    check_request(
        &failed,
        |spec| {
            broken(spec);
            spec.remove(&["qa"]);
        },
        &expected,
    );
    let mut legacy = Scenario::finished();
    legacy.write("references/old.md", "[a](../../findings/x.md)\n");
    assert!(legacy.archive(&ArchiveRequest::default()).is_ok());
}

/// Check 12: D67, archive-058, archive-335.
#[test]
fn destination() {
    let record = "docs/history/specs/0042-sample.md";
    check(
        |spec| spec.place(record, Presence::Link),
        &["destination record_exists docs/history/specs/0042-sample.md"],
    );
    check(
        |spec| spec.place("docs/history/specs/0042-sample", Presence::Folder),
        &["destination legacy_folder_exists docs/history/specs/0042-sample"],
    );
    check(
        |spec| spec.place("docs/history", Presence::Link),
        &["destination archive_root_unsafe docs/history"],
    );
    check(
        |spec| spec.place("docs/history/specs", Presence::File),
        &["destination archive_root_unsafe docs/history/specs"],
    );
    check(
        |spec| {
            spec.repository.ignored.insert(path(record));
        },
        &["destination destination_ignored docs/history/specs/0042-sample.md"],
    );
    check(
        |spec| {
            spec.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md)\n");
            spec.repository.ignored.insert(path("docs/references/list.md"));
        },
        &["destination destination_ignored docs/references/list.md"],
    );
}

/// Check 14, archive-161 to archive-164.
#[test]
fn promote() {
    let request = |paths: &[&str]| ArchiveRequest {
        promote: paths.iter().map(|one| (*one).to_owned()).collect(),
        ..ArchiveRequest::default()
    };
    let links = |spec: &mut Scenario| {
        spec.insert("measurement/alias.md", FolderEntry::Link(b"list.md".to_vec()));
        spec.insert("linked", FolderEntry::Link(b"measurement".to_vec()));
    };
    for (value, place) in [
        ("../0042-sample/measurement/list.md", ""),
        ("/abs", ""),
        (".", ""),
        ("", ""),
        ("measurement", "docs/specs/0042-sample/measurement"),
        ("measurement/none.md", "docs/specs/0042-sample/measurement/none.md"),
        ("measurement/alias.md", "docs/specs/0042-sample/measurement/alias.md"),
        ("linked/list.md", "docs/specs/0042-sample/linked/list.md"),
    ] {
        check_request(&request(&[value]), links, &[&format!("promote promote_invalid {place}")]);
    }
    for core in ["_prd.md", "task_01.md", "qa/qa-report-2026-10-05.md"] {
        check_request(&request(&[core]), |_| {}, &[&format!("promote promote_core F/{core}")]);
    }
    let typed = messages(&Scenario::finished(), &request(&["no\u{1b}[31m.md"]));
    assert!(typed[0].starts_with("--promote no[31m.md: "), "{typed:?}");
    check_request(
        &request(&["big.bin"]),
        |spec| {
            let too_large = FolderFile { bytes: None, ..FolderFile::new("x", false) };
            spec.insert("big.bin", FolderEntry::File(too_large));
        },
        &["promote promote_invalid F/big.bin"],
    );
    check_request(
        &request(&["measurement/list.md"]),
        |spec| spec.place("docs/references/list.md", Presence::File),
        &["promote promotion_exists docs/references/list.md"],
    );
    check_request(
        &request(&["measurement/list.md"]),
        |spec| spec.place("docs/references", Presence::Link),
        &["promote references_unsafe docs/references"],
    );
    let cite = |spec: &mut Scenario| {
        spec.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md)\n");
        spec.write("notes/LIST.md", "x\n");
    };
    check_request(
        &request(&["notes/LIST.md"]),
        cite,
        &["promote promotion_collision docs/references/list.md"],
    );
}

/// Checks 15 and 16: A-14, D66, archive-193, archive-314.
#[test]
fn change() {
    check(
        |spec| {
            spec.document("docs/guide.md", "x\n\n[t](specs/0042-sample/_prd.md)\n");
            spec.document("docs/other.md", "0042-sample\n");
            spec.files.iter_mut().for_each(|file| file.dirty = true);
        },
        &["relink live_document_dirty docs/guide.md:3"],
    );
    let commit = ArchiveRequest { commit: true, ..ArchiveRequest::default() };
    let busy = |spec: &mut Scenario| {
        spec.staged.push(path("README.md"));
        spec.operation = Some("rebase".to_owned());
    };
    check_request(&commit, busy, &["commit operation_in_progress ", "commit staged_paths README.md"]);
    let mut scenario = Scenario::finished();
    busy(&mut scenario);
    assert!(scenario.archive(&ArchiveRequest::default()).is_ok());
}

/// Check 17: a path that no record can name, and a title that no YAML holds. Where another check has said already that there
/// is no record to write, this one says nothing.
#[test]
fn record_that_would_not_read_back() {
    let unnamed = |spec: &mut Scenario| {
        spec.roots.spec_root = Some(RelativePath::new(b"docs/sp\xffecs".to_vec()).unwrap());
    };
    let invalid = "record record_invalid docs/history/specs/0042-sample.md";
    check(unnamed, &[invalid]);
    check(|spec| spec.write("_prd.md", "---\nstatus: active\n---\n# A\u{fffe}\n"), &[invalid]);
    let mut hollow = Scenario::finished();
    unnamed(&mut hollow);
    hollow.write("qa/qa-report-2026-10-05.md", "---\nverdict: pass\n---\n## Results\n");
    let refused = hollow.archive(&ArchiveRequest::default()).unwrap_err();
    let checks: Vec<_> = refused.refusal.reasons.iter().map(|reason| reason.check.clone()).collect();
    assert_eq!(checks, ["qa"]);
}

/// D61, archive-066, archive-068: every failing check in one refusal, in the order of the checks.
#[test]
fn all_failures_at_once() {
    check(
        |spec| {
            spec.place("docs/history/specs/0042-sample.md", Presence::File);
            spec.write("qa/qa-report-2026-10-05.md", "---\nverdict: fail\n---\n");
            spec.write("task_01.md", &task("failed", "backend"));
            spec.git.ignored.push(path("docs/specs/0042-sample/run.log"));
            spec.change("docs/specs/0042-sample/x", ChangeKind::Untracked);
        },
        &[
            "committed uncommitted F/x",
            "ignored ignored_file F/run.log",
            "tasks task_not_completed F/task_01.md:2",
            "qa qa_not_eligible F/qa/qa-report-2026-10-05.md",
            "destination record_exists docs/history/specs/0042-sample.md",
        ],
    );
}

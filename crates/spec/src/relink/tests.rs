//! Roundfix 8 and 9 on whole archives: what a document, a copy and the record become.

use crate::folder::{FolderEntry, FolderFile};
use crate::presence::Presence;
use crate::request::ArchiveRequest;
use crate::roots::RootKind;
use crate::scenario::{HEAD, Scenario, path, steps, written, written_bytes};

fn warnings(scenario: &Scenario) -> Vec<String> {
    let report = scenario.archived().report;
    let place = |one: &crate::warning::Warning| {
        let line = one.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{}{line} {}", one.file, one.target.clone().unwrap_or_default())
    };
    report.warnings.iter().map(place).collect()
}

fn relinked(at: &str, before: &str, after: &str, promoted: &[&str], extra: &[&str]) {
    let mut scenario = Scenario::finished();
    for file in extra {
        scenario.write(file, "x\n");
    }
    scenario.document(at, before);
    let decision = scenario.archived();
    assert_eq!(decision.report.promoted, promoted, "{before}");
    assert_eq!(warnings(&scenario), [""; 0]);
    if before == after {
        assert!(decision.report.relinked.is_empty());
    } else {
        assert_eq!(written(&decision.plan, at), after);
        assert_eq!(decision.report.relinked, [at]);
    }
}

const LIST: &[&str] = &["docs/references/list.md"];

/// A-10, A-11, archive-180, archive-181, archive-188: links to files, core files, folders; styles and suffixes.
#[test]
fn links_follow() {
    relinked(
        "docs/guide.md",
        "See the [timings](specs/0042-sample/measurement/list.md#cold) for numbers.\n",
        "See the [timings](references/list.md#cold) for numbers.\n",
        LIST,
        &[],
    );
    relinked(
        "docs/guide.md",
        "[prd](specs/0042-sample/_prd.md#goals) [task](specs/0042-sample/task_01.md)\n[report](specs/0042-sample/qa/qa-report-2026-10-05.md?plain=1#top)\n[folder](specs/0042-sample) [slash](specs/0042-sample/) [sub](specs/0042-sample/measurement/)\n",
        "[prd](history/specs/0042-sample.md) [task](history/specs/0042-sample.md)\n[report](history/specs/0042-sample.md)\n[folder](history/specs/0042-sample.md) [slash](history/specs/0042-sample.md) [sub](history/specs/0042-sample.md)\n",
        &[],
        &[],
    );
    relinked(
        "docs/guide.md",
        "[a](/docs/specs/0042-sample/measurement/list.md) [b](./specs/0042-sample/measurement/list.md#cold) [c](specs/0042-sample/my%20notes.md?raw=1#x) [e](specs/0042-sample/measurement/../_prd.md)\n",
        "[a](/docs/references/list.md) [b](./references/list.md#cold) [c](references/my%20notes.md?raw=1#x) [e](history/specs/0042-sample.md)\n",
        &["docs/references/list.md", "docs/references/my notes.md"],
        &["my notes.md"],
    );
}

/// A-10, D64, archive-182 to archive-184: every form, bare paths, Japanese prose.
#[test]
fn forms_follow() {
    relinked(
        "docs/guide.md",
        "![shot](specs/0042-sample/measurement/shot.png \"the  shot\") and [a](<specs/0042-sample/my notes.md>)\n[![i](specs/0042-sample/measurement/shot.png)](specs/0042-sample/_prd.md 't')\n[par](specs/0042-sample/measurement/a_(1).txt)  [ref][r] <a  href=\"specs/0042-sample/_prd.md\">x</a> <img src='specs/0042-sample/measurement/shot.png'>\n\n   [r]:   specs/0042-sample/measurement/shot.png   (title)\n[q]: <specs/0042-sample/my notes.md>\n",
        "![shot](references/shot.png \"the  shot\") and [a](<references/my notes.md>)\n[![i](references/shot.png)](history/specs/0042-sample.md 't')\n[par](references/a_(1).txt)  [ref][r] <a  href=\"history/specs/0042-sample.md\">x</a> <img src='references/shot.png'>\n\n   [r]:   references/shot.png   (title)\n[q]: <references/my notes.md>\n",
        &["docs/references/a_(1).txt", "docs/references/my notes.md", "docs/references/shot.png"],
        &["measurement/shot.png", "my notes.md", "measurement/a_(1).txt"],
    );
    relinked(
        "README.md",
        "See docs/specs/0042-sample/_techspec.md. Or (docs/specs/0042-sample/measurement/list.md), docs/specs/0042-sample/; \"docs/specs/0042-sample\".\n`docs/specs/0042-sample/measurement/list.md` and `` docs/specs/0042-sample/_prd.md `` <docs/specs/0042-sample/task_01.md>\n[docs/specs/0042-sample/_prd.md](docs/specs/0042-sample/_prd.md)\n\n| file | ./docs/specs/0042-sample/measurement/list.md |\n| --- | --- |\n|docs/specs/0042-sample/_prd.md#goals|docs/specs/0042-sample/measurement/list.md#cold|\n",
        "See docs/history/specs/0042-sample.md. Or (docs/references/list.md), docs/history/specs/0042-sample.md; \"docs/history/specs/0042-sample.md\".\n`docs/references/list.md` and `` docs/history/specs/0042-sample.md `` <docs/history/specs/0042-sample.md>\n[docs/history/specs/0042-sample.md](docs/history/specs/0042-sample.md)\n\n| file | ./docs/references/list.md |\n| --- | --- |\n|docs/history/specs/0042-sample.md|docs/references/list.md#cold|\n",
        LIST,
        &["_techspec.md"],
    );
    relinked(
        "README.md",
        "詳細はdocs/specs/0042-sample/_prd.mdを読む。計測はdocs/specs/0042-sample/measurement/list.md、一覧は「docs/specs/0042-sample」。\n別件: docs/specs/0042-sample二/_prd.md\n",
        "詳細はdocs/history/specs/0042-sample.mdを読む。計測はdocs/references/list.md、一覧は「docs/history/specs/0042-sample.md」。\n別件: docs/specs/0042-sample二/_prd.md\n",
        LIST,
        &[],
    );
}

/// A-10, archive-185, archive-194: longer names and URLs are no citations; line ends, mark and missing newline stay.
#[test]
fn what_stays() {
    let text = format!(
        "docs/specs/0042-sample-two/_prd.md, docs/specs/0042-sample.md, mydocs/specs/0042-sample\nSpec 0042, 0042-sample.\nhttps://example.org/main/docs/specs/0042-sample/_prd.md\ndocs/specs/0042-sample/_prd.md@{HEAD}\n"
    );
    relinked("docs/guide.md", &text, &text, &[], &[]);
    relinked(
        "docs/guide.md",
        "\u{feff}# Guide\r\n\r\n[t](specs/0042-sample/measurement/list.md)  \r\nlast docs/specs/0042-sample/_prd.md",
        "\u{feff}# Guide\r\n\r\n[t](references/list.md)  \r\nlast docs/history/specs/0042-sample.md",
        LIST,
        &[],
    );
}

/// A-15, archive-186, archive-191: what is not rewritten is warned about, with file, line and target.
#[test]
fn warned() {
    let mut scenario = Scenario::finished();
    scenario.insert("assets", FolderEntry::Link(b"../../../src".to_vec()));
    scenario.document(
        "docs/guide.md",
        "---\nspec: docs/specs/0042-sample/_prd.md\n---\n\n```sh\ncat docs/specs/0042-sample/_prd.md\n```\n\nText.\n\n    ls docs/specs/0042-sample/\n\n<!-- docs/specs/0042-sample/_prd.md -->\nRun `cat docs/specs/0042-sample/measurement/list.md` now.\n[[docs/specs/0042-sample/_prd.md]]\n[gone](specs/0042-sample/measurement/none.md)\n[link](specs/0042-sample/assets)\n",
    );
    scenario.document("src/x.rs", "// one\n\nconst P: &str = \"docs/specs/0042-sample/_prd.md\";\n");
    scenario.document("docs/history/specs/0001-old.md", "See [x](../../specs/0042-sample/_prd.md).\n");
    scenario
        .document("docs/specs/_archived/0002-old/notes.md", "docs/specs/0042-sample/measurement/list.md\n");
    scenario.document("draft.md", "docs/specs/0042-sample/_prd.md\n");
    scenario.files.last_mut().unwrap().tracked = false;
    scenario.document("nul.txt", "a\0docs/specs/0042-sample\n");
    // Only Markdown of this repository has links that lead from its own place.
    scenario.document("docs/plain.txt", "[x](specs/0042-sample/_prd.md)\n");
    scenario.document("docs/elsewhere.md", "[x](specs/0042-sample/_prd.md)\n");
    scenario.files.last_mut().unwrap().home = false;
    // No record could name a copy of this file.
    let unnamed = cairn_plan::RelativePath::new(b"\xff.txt".to_vec()).unwrap();
    scenario.folder.insert(unnamed, FolderEntry::File(FolderFile::new("x", false)));
    scenario.document("docs/odd.md", "[x](specs/0042-sample/%FF.txt)\n");
    assert_eq!(
        warnings(&scenario),
        [
            "docs/guide.md:2 docs/specs/0042-sample/_prd.md",
            "docs/guide.md:6 docs/specs/0042-sample/_prd.md",
            "docs/guide.md:11 docs/specs/0042-sample/",
            "docs/guide.md:13 docs/specs/0042-sample/_prd.md",
            "docs/guide.md:14 docs/specs/0042-sample/measurement/list.md",
            "docs/guide.md:15 docs/specs/0042-sample/_prd.md",
            "docs/guide.md:16 specs/0042-sample/measurement/none.md",
            "docs/guide.md:17 specs/0042-sample/assets",
            "docs/history/specs/0001-old.md:1 ../../specs/0042-sample/_prd.md",
            "docs/odd.md:1 specs/0042-sample/%FF.txt",
            "docs/specs/_archived/0002-old/notes.md:1 docs/specs/0042-sample/measurement/list.md",
            "draft.md:1 docs/specs/0042-sample/_prd.md",
            "src/x.rs:3 docs/specs/0042-sample/_prd.md",
        ]
    );
    let report = scenario.archived().report;
    assert!(report.relinked.is_empty() && report.promoted.is_empty());
}

/// A-12, archive-189, archive-190: one promotion however often cited and named; both documents follow.
#[test]
fn one_promotion() {
    let mut scenario = Scenario::finished();
    scenario.document(
        "docs/specs/0043-next/_prd.md",
        "[a](../0042-sample/measurement/list.md) and [b](../0042-sample/).\n",
    );
    scenario.document(
        "README.md",
        "docs/specs/0042-sample/measurement/list.md\n\n[x](docs/specs/0042-sample/measurement/list.md)\n",
    );
    let request =
        ArchiveRequest { promote: vec!["measurement/list.md".to_owned(); 2], ..ArchiveRequest::default() };
    let decision = scenario.archive(&request).unwrap();
    assert_eq!(
        steps(&decision.plan),
        [
            "create docs/references/list.md",
            "write README.md",
            "write docs/specs/0043-next/_prd.md",
            "create docs/history/specs/0042-sample.md",
            "remove docs/specs/0042-sample (8)",
        ]
    );
    assert_eq!(decision.plan.check(), Ok(()));
    assert_eq!(
        written(&decision.plan, "docs/specs/0043-next/_prd.md"),
        "[a](../../references/list.md) and [b](../../history/specs/0042-sample.md).\n"
    );
    let record = written(&decision.plan, "docs/history/specs/0042-sample.md");
    assert!(record.contains("relinked:\n  - README.md\n  - docs/specs/0043-next/_prd.md\n---"), "{record}");
}

const COPIED: &str = "# Timings\n\n[sibling](./raw.md) [cold](#cold) [prd](../_prd.md#goals) [folder](..) [adr](../../../adr/0001.md#why) [web](https://example.org/a) [root](/docs/adr/0001.md)\n\n[log]: raw.log\n\nSee docs/specs/0042-sample/task_01.md and `docs/specs/0042-sample/measurement/raw.md`.\n";

fn copied(scenario: &mut Scenario, pull_request: Option<u64>) -> String {
    scenario.write("measurement/list.md", COPIED);
    scenario.write("measurement/raw.md", "raw\n");
    scenario.write("measurement/raw.log", "1\n");
    let promote = vec!["measurement/list.md".to_owned(), "measurement/raw.md".to_owned()];
    let request = ArchiveRequest { promote, pull_request, ..ArchiveRequest::default() };
    written(&scenario.archive(&request).unwrap().plan, "docs/references/list.md")
}

/// A-13, D63, archive-210 to archive-214: siblings, fragments, web links and outward links work on; the rest becomes a locator.
#[test]
fn links_of_a_copy() {
    let expected = |suffix: &str| {
        format!(
            "# Timings\n\n[sibling](./raw.md) [cold](#cold) [prd](docs/specs/0042-sample/_prd.md{suffix}) [folder](docs/specs/0042-sample{suffix}) [adr](../adr/0001.md#why) [web](https://example.org/a) [root](/docs/adr/0001.md)\n\n[log]: docs/specs/0042-sample/measurement/raw.log{suffix}\n\nSee docs/specs/0042-sample/task_01.md{suffix} and `docs/references/raw.md`.\n"
        )
    };
    assert_eq!(copied(&mut Scenario::finished(), None), expected(&format!("@{HEAD}")));
    let mut unmerged = Scenario::finished();
    unmerged.repository.commit = None;
    assert_eq!(copied(&mut unmerged, Some(7)), expected("@pull/7"));
    assert_eq!(copied(&mut unmerged, None), expected(""));
    let request =
        ArchiveRequest { promote: vec!["measurement/list.md".to_owned()], ..ArchiveRequest::default() };
    let warnings = unmerged.archive(&request).unwrap().report.warnings;
    let codes: Vec<_> = warnings.iter().map(|one| (one.code, one.line)).collect();
    assert_eq!(codes[..2], [("no_reachable_commit", Some(3)), ("no_reachable_commit", Some(3))]);
}

/// A-13: what a copy could not keep, by code; and only UTF-8 Markdown is adapted at all.
#[test]
fn what_a_copy_cannot_keep() {
    let mut scenario = Scenario::finished();
    scenario.write(
        "measurement/list.md",
        "[o](../../../../../x)\n\n[e](raw%zz.md)\n\n```\n../_prd.md docs/specs/0042-sample/_prd.md\n```\n\n[x]([y](<../measurement/ ../..>))\n",
    );
    scenario.write("measurement/run.txt", "[prd](../_prd.md)\n");
    let latin = FolderFile::new(b"[prd](../_prd.md) \xff\n".to_vec(), false);
    scenario.insert("measurement/latin.md", FolderEntry::File(latin));
    let promote = ["list.md", "run.txt", "latin.md"].map(|name| format!("measurement/{name}")).to_vec();
    let decision = scenario.archive(&ArchiveRequest { promote, ..ArchiveRequest::default() }).unwrap();
    let warnings = decision.report.warnings.iter().map(|one| (one.line, one.code, one.message.as_str()));
    assert_eq!(
        warnings.collect::<Vec<_>>(),
        [
            (Some(1), "link", "leads out of the repository"),
            (Some(3), "link", "its percent-encoding is invalid"),
            (Some(6), "citation", "still cites the Spec"),
            (Some(9), "link", "a new destination would change how the text around it is read"),
        ]
    );
    assert_eq!(written(&decision.plan, "docs/references/run.txt"), "[prd](../_prd.md)\n");
    assert_eq!(written_bytes(&decision.plan, "docs/references/latin.md"), b"[prd](../_prd.md) \xff\n");
}

/// Promotion is not transitive: a file cited only from a copy becomes a locator.
#[test]
fn not_transitive() {
    let mut scenario = Scenario::finished();
    scenario.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md)\n");
    scenario.write("measurement/list.md", "[raw](raw.md) [gone](none.md) [out](../../../../../x)\n");
    scenario.write("measurement/raw.md", "raw\n");
    scenario.repository.unheld.insert(path("docs/specs/0042-sample/measurement/none.md"));
    let decision = scenario.archived();
    assert_eq!(decision.report.promoted, LIST);
    assert_eq!(
        written(&decision.plan, "docs/references/list.md"),
        format!(
            "[raw](docs/specs/0042-sample/measurement/raw.md@{HEAD}) [gone](none.md) [out](../../../../../x)\n"
        )
    );
    assert_eq!(
        warnings(&scenario),
        ["docs/references/list.md:1 none.md", "docs/references/list.md:1 ../../../../../x"]
    );
}

/// A-13, archive-215: the outcome is copied text too, from the report's place to the record's.
#[test]
fn links_of_the_outcome() {
    let mut scenario = Scenario::finished();
    scenario.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md#cold)\n");
    scenario.write("qa/evidence/1.txt", "ok\n");
    scenario.write("qa/qa-report-2026-10-05.md", "---\nverdict: pass\n---\n\n## Outcome\n\nSee [log](evidence/1.txt), [list](../measurement/list.md#cold),\n[adr](../../../adr/0001.md) and [web](https://example.org).\n");
    let record = written(&scenario.archived().plan, "docs/history/specs/0042-sample.md");
    let expected = format!(
        "\n# A sample capability\n\nSee [log](docs/specs/0042-sample/qa/evidence/1.txt@{HEAD}), [list](../../references/list.md#cold), [adr](../../adr/0001.md) and [web](https://example.org).\n"
    );
    assert!(record.ends_with(&expected), "{record}");
}

/// A-02, archive-270, archive-271: other roots; a repository elsewhere is only warned about.
#[test]
fn other_roots() {
    let mut scenario = Scenario::finished();
    scenario.roots.kind = RootKind::External;
    scenario.roots.spec_root = Some(path("plans/specs"));
    scenario.roots.archive_root = path("plans/specs/_archived");
    scenario.document("docs/guide.md", "[p](../plans/specs/0042-sample/_prd.md) plans/specs/0042-sample/measurement/list.md docs/specs/0042-sample\n");
    scenario.document("docs/guide.md", "[p](../../ext/plans/specs/0042-sample/_prd.md)\n");
    scenario.files.last_mut().unwrap().home = false;
    let decision = scenario.archived();
    assert_eq!(
        written(&decision.plan, "docs/guide.md"),
        "[p](../plans/specs/_archived/0042-sample.md) docs/references/list.md docs/specs/0042-sample\n"
    );
    assert_eq!(decision.report.record, "/repo/plans/specs/_archived/0042-sample.md");
    assert_eq!(warnings(&scenario), ["docs/guide.md:1 plans/specs/0042-sample/_prd.md"]);
}

/// A-31, archive-237: a cancel returns entries; citations of them follow, links in them are adapted.
#[test]
fn returned_entries() {
    let mut scenario = Scenario::adopted();
    scenario.place("docs/backlog", Presence::Folder);
    scenario.write("references/2026-09-30-faster.md", "---\nstatus: promoted\n---\n\nSee [prd](../_prd.md), [finding](2026-09-28-slow.md#x), [note](2026-09-27-note.md), [adr](../../../adr/0001.md).\n");
    scenario.document("docs/guide.md", "[entry](specs/0042-sample/references/2026-09-30-faster.md#top) [prd](specs/0042-sample/_prd.md) [list](specs/0042-sample/measurement/list.md)\n");
    let decision = scenario.cancel().unwrap();
    assert_eq!(
        written(&decision.plan, "docs/backlog/2026-09-30-faster.md"),
        format!(
            "---\nstatus: open\n---\n\nSee [prd](docs/specs/0042-sample/_prd.md@{HEAD}), [finding](../findings/2026-09-28-slow.md#x), [note](docs/specs/0042-sample/references/2026-09-27-note.md@{HEAD}), [adr](../adr/0001.md).\n"
        )
    );
    assert_eq!(
        written(&decision.plan, "docs/guide.md"),
        "[entry](backlog/2026-09-30-faster.md#top) [prd](history/specs/0042-sample.md) [list](references/list.md)\n"
    );
    assert_eq!(
        steps(&decision.plan),
        [
            "create docs/references/list.md",
            "write docs/guide.md",
            "create docs/history/specs/0042-sample.md",
            "create docs/backlog/2026-09-30-faster.md",
            "create docs/findings/2026-09-28-slow.md",
            "remove docs/specs/0042-sample (13)",
        ]
    );
    assert_eq!(decision.report.left_in_git, ["docs/specs/0042-sample/references/2026-09-27-note.md"]);
    let record = written(&decision.plan, "docs/history/specs/0042-sample.md");
    assert!(record.ends_with("# A sample capability\n\nnobody needs it\n"), "{record}");
    assert!(
        record.contains("disposition: cancelled\n") && record.contains("cancel_reason: nobody needs it\n"),
        "{record}"
    );
}

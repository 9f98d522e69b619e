//! Links in copied text, and documents that move with their targets (8.5).

use super::sample::{COMMIT, copied, folder, outcome, path};
use crate::links::{Citations, Entry, Folder, LeftBecause, NewTarget};

/// The promoted copy `docs/references/list.md` of `measurement/list.md`.
fn check(document: &str, expected: &str, left: &[(usize, &str)]) {
    let place = path("docs/specs/0042-sample/measurement/list.md");
    let folders = [folder()];
    let citations = Citations::find(document.as_bytes(), place, &folders);
    let found = outcome(document, &citations.rewrite(&path("docs/references/list.md"), copied));
    let left = left.iter().map(|(line, target)| (*line, (*target).to_owned())).collect();
    assert_eq!(found, (expected.to_owned(), left), "{document:?}");
}

/// 8.5, rows 1 and 3.
#[test]
fn a_13_into_the_folder() {
    let prd = format!("docs/specs/0042-sample/_prd.md@{COMMIT}");
    check(
        "[sibling](./raw.md) [self](list.md#x) [up](../measurement/raw.md#y)",
        "[sibling](./raw.md) [self](list.md#x) [up](raw.md#y)",
        &[],
    );
    check("[prd](../_prd.md#goals)", &format!("[prd]({prd})"), &[]);
    check(
        "[folder](..) [root](/docs/specs/0042-sample/)",
        &format!("[folder](docs/specs/0042-sample@{COMMIT}) [root](docs/specs/0042-sample@{COMMIT})"),
        &[],
    );
    check(
        "[log]: raw.log 't'",
        &format!("[log]: docs/specs/0042-sample/measurement/raw.log@{COMMIT} 't'"),
        &[],
    );
    check(
        "[n](<../my notes.md>) [m](../my%20notes.md)",
        &format!(
            "[n](<docs/specs/0042-sample/my notes.md@{COMMIT}>) [m](docs/specs/0042-sample/my%20notes.md@{COMMIT})"
        ),
        &[],
    );
    check(
        "[b](b\\(.txt) [c](<b(.txt>)",
        &format!(
            "[b](docs/specs/0042-sample/measurement/b%28.txt@{COMMIT}) [c](<docs/specs/0042-sample/measurement/b(.txt@{COMMIT}>)"
        ),
        &[],
    );
    check(
        "See docs/specs/0042-sample/_prd.md and `docs/specs/0042-sample/measurement/raw.md`.",
        &format!("See {prd} and `docs/references/raw.md`."),
        &[],
    );
    check(&format!("[done]({prd}) {prd}"), &format!("[done]({prd}) {prd}"), &[]);
}

/// 8.5, row 4.
#[test]
fn a_13_elsewhere_in_the_repository() {
    check(
        "[adr](../../../adr/0001.md#why) ![i](../../../img/x.png 't')",
        "[adr](../adr/0001.md#why) ![i](../img/x.png 't')",
        &[],
    );
    check(
        "[root](/docs/adr/0001.md#a) [dir](../../../adr/)",
        "[root](/docs/adr/0001.md#a) [dir](../adr/)",
        &[],
    );
    check("[here](../../../references/a.md) [dir](../../../references/)", "[here](a.md) [dir](./)", &[]);
    check("[colon](../../../references/a:b.md)", "[colon](./a:b.md)", &[]);
    check(
        "[readme](../../../../README.md) <a href='../../0043-next/'>x</a>",
        "[readme](../../README.md) <a href='../specs/0043-next/'>x</a>",
        &[],
    );
    check("[image](../../..//%69mg//x.png)", "[image](../%69mg/x.png)", &[]);
    // What leads there from the new place too is as it was.
    check(
        "[root](/docs/./adr/0001.md) <a href=/docs/adr/0001.md>x</a>",
        "[root](/docs/./adr/0001.md) <a href=/docs/adr/0001.md>x</a>",
        &[],
    );
    check("docs/adr/0001.md", "docs/adr/0001.md", &[]);
}

/// 8.5, rows 5 and 6.
#[test]
fn a_13_unchanged() {
    check(
        "[cold](#cold) [web](https://example.org/a) <https://example.org>",
        "[cold](#cold) [web](https://example.org/a) <https://example.org>",
        &[],
    );
    check(
        "a\n[out](../../../../../x) [bad](a%zz)",
        "a\n[out](../../../../../x) [bad](a%zz)",
        &[(2, "../../../../../x"), (2, "a%zz")],
    );
    check("<a href=../../../adr/1.md>x</a>", "<a href=../../../adr/1.md>x</a>", &[(1, "../../../adr/1.md")]);
}

/// 8.6: what is left in a promoted copy is reported.
#[test]
fn a_15_left_in_a_copy() {
    check(
        "```\ndocs/specs/0042-sample/_prd.md\n```\n",
        "```\ndocs/specs/0042-sample/_prd.md\n```\n",
        &[(2, "docs/specs/0042-sample/_prd.md")],
    );
}

/// The pattern of a path is neither a path nor a locator.
#[test]
fn a_13_patterns_are_not_pinned() {
    check(
        "docs/specs/0042-sample/task_*.md",
        "docs/specs/0042-sample/task_*.md",
        &[(1, "docs/specs/0042-sample/task_*.md")],
    );
}

/// A closing milestone: two phase folders move; links to them, between them and out of them keep their targets (fault 114).
#[test]
fn a_13_folders_that_move() {
    let phases = [".planning/phases/01-quay", ".planning/phases/02-tide-tables"];
    let folders = phases
        .map(|phase| Folder::new(path(phase), [("02-01-PLAN.md", Entry::File), ("CONTEXT.md", Entry::File)]));
    let moved = |citation: &crate::links::Citation| {
        let name = folders[citation.folder].path().name().to_vec();
        let target = path(".planning/milestones/v1.2-phases")
            .join(name)
            .and_then(|folder| folder.join(&citation.below));
        target.map_or(NewTarget::Leave, NewTarget::MovedTo)
    };
    let check = |from: &str, to: &str, document: &str, expected: &str| {
        let citations = Citations::find(document.as_bytes(), path(from), &folders);
        let (text, left) = outcome(document, &citations.rewrite(&path(to), moved));
        assert_eq!((text.as_str(), left), (expected, Vec::new()));
    };
    let context = ".planning/phases/02-tide-tables/CONTEXT.md";
    let to = ".planning/milestones/v1.2-phases/02-tide-tables/CONTEXT.md";
    check(
        "README.md",
        "README.md",
        "[one](.planning/phases/02-tide-tables/02-01-PLAN.md#x)",
        "[one](.planning/milestones/v1.2-phases/02-tide-tables/02-01-PLAN.md#x)",
    );
    check(context, to, "See [the project](../../PROJECT.md).", "See [the project](../../../PROJECT.md).");
    check(
        context,
        to,
        "[plan](02-01-PLAN.md) [quay](../01-quay/) [all](..)",
        "[plan](02-01-PLAN.md) [quay](../01-quay/) [all](../../../phases)",
    );
    check(
        "README.md",
        "README.md",
        "`.planning/phases/01-quay/` ./.planning/phases/01-quay/CONTEXT.md#a",
        "`.planning/milestones/v1.2-phases/01-quay/` ./.planning/milestones/v1.2-phases/01-quay/CONTEXT.md#a",
    );
}

/// The reasons are told apart.
#[test]
fn a_15_reasons() {
    let folders = [folder()];
    let reasons = |document: &str| {
        let citations = Citations::find(document.as_bytes(), path("docs/guide.md"), &folders);
        citations.iter().map(|citation| citation.left).collect::<Vec<_>>()
    };
    assert_eq!(reasons("docs/specs/0042-sample"), [None]);
    assert_eq!(reasons("x/docs/specs/0042-sample"), [Some(LeftBecause::LeftEdge)]);
    assert_eq!(reasons("docs/specs/0042-sample/*.md"), [Some(LeftBecause::Pattern)]);
    assert_eq!(reasons("<a href=specs/0042-sample>"), [Some(LeftBecause::UnquotedAttribute)]);
    assert_eq!(reasons("[x](specs/0042-sample/%)"), [Some(LeftBecause::InvalidEncoding)]);
}

/// 8.3: a bare path stays within the text it stands in: a tag ends it, whatever files are called.
#[test]
fn a_10_paths_end_at_a_tag() {
    let folders = [Folder::new(path("docs/a"), [("x<b>.md", Entry::File)])];
    let citations = Citations::find(b"docs/a/x<b>.md", path("README.md"), &folders);
    let found: Vec<_> = citations.iter().map(|citation| (citations.text(citation), citation.entry)).collect();
    assert_eq!(found, [(b"docs/a/x".as_slice(), None)]);
}

/// 11b: a destination that is the path alone, because no commit held it, is read from the root and gets its pull request.
#[test]
fn a_16_paths_without_a_commit() {
    let document = "[prd](docs/specs/0042-sample/_prd.md) docs/specs/0042-sample/none.md [list](../../references/list.md)";
    let folders = [folder()];
    let root = path("record.md");
    let pinned = |citation: &crate::links::Citation| {
        let text = [folders[0].path().as_bytes(), b"/", &citation.below, b"@pull/7"].concat();
        NewTarget::Locator(text)
    };
    let citations = Citations::find(document.as_bytes(), root.clone(), &folders);
    let (text, left) = outcome(document, &citations.rewrite(&root, pinned));
    let expected = "[prd](docs/specs/0042-sample/_prd.md@pull/7) docs/specs/0042-sample/none.md@pull/7 [list](../../references/list.md)";
    assert_eq!((text.as_str(), left), (expected, Vec::new()));
}

/// 11: who cites a promoted copy, a single file.
#[test]
fn a_70_citations_of_a_file() {
    let folders = [Folder::of_file(path("docs/references/list.md"))];
    let document = "[a](references/list.md#x) docs/references/list.mdを読む `docs/references/list.md` docs/references/list.md.bak docs/references/list.md/x";
    let citations = Citations::find(document.as_bytes(), path("docs/guide.md"), &folders);
    let found: Vec<_> = citations.iter().map(|citation| (citations.text(citation), citation.entry)).collect();
    let file = Some(Entry::File);
    assert_eq!(
        found,
        [
            (b"references/list.md#x".as_slice(), file),
            (b"docs/references/list.md", file),
            (b"docs/references/list.md", file)
        ]
    );
}

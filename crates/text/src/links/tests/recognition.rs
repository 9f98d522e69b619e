//! Where a citation is recognised (8.3), row by row.

use super::sample::relink;

/// `document`, the Live Document `docs/guide.md`, becomes `expected`, and nothing is left to report.
fn check(document: &str, expected: &str) {
    assert_eq!(relink("docs/guide.md", document), (expected.to_owned(), Vec::new()), "{document:?}");
}

/// `document` stays, and each of `left` is reported.
fn check_left(document: &str, left: &[(usize, &str)]) {
    let left = left.iter().map(|(line, target)| (*line, (*target).to_owned())).collect();
    assert_eq!(relink("docs/guide.md", document), (document.to_owned(), left), "{document:?}");
}

/// `document` stays, and there is nothing to report.
fn check_none(document: &str) {
    check_left(document, &[]);
}

/// 8.3, row 1.
#[test]
fn a_10_inline_links_and_images() {
    check(
        "[t](specs/0042-sample/measurement/list.md \"the  title\")",
        "[t](references/list.md \"the  title\")",
    );
    check("![t](specs/0042-sample/measurement/shot.png)", "![t](references/shot.png)");
    check("[t](<specs/0042-sample/my notes.md>)", "[t](<references/my notes.md>)");
    check("[t](  specs/0042-sample/measurement/list.md  't' )", "[t](  references/list.md  't' )");
    check(
        "[wrapped\nlabel](\nspecs/0042-sample/_prd.md\n'title')",
        "[wrapped\nlabel](\nhistory/specs/0042-sample.md\n'title')",
    );
    check(
        "[![i](specs/0042-sample/measurement/shot.png)](specs/0042-sample/_prd.md 't')",
        "[![i](references/shot.png)](history/specs/0042-sample.md 't')",
    );
    check("[t](specs/0042-sample/measurement/a_(1).txt)", "[t](references/a_(1).txt)");
    check("[t](specs/0042-sample/measurement/b\\(.txt)", "[t](references/b\\(.txt)");
    check(
        "> [quoted](specs/0042-sample/_prd.md)\n> - [item](specs/0042-sample/)",
        "> [quoted](history/specs/0042-sample.md)\n> - [item](history/specs/0042-sample.md)",
    );
    check(
        "| [a](specs/0042-sample/_prd.md) |\n|---|\n| [b](specs/0042-sample/_prd.md) |",
        "| [a](history/specs/0042-sample.md) |\n|---|\n| [b](history/specs/0042-sample.md) |",
    );
    check("[[1]](specs/0042-sample/_prd.md)", "[[1]](history/specs/0042-sample.md)");
    check("[^1]: [x](specs/0042-sample/_prd.md)", "[^1]: [x](history/specs/0042-sample.md)");
}

/// 8.3: an unfinished link, and one whose brackets are escaped, is no link.
#[test]
fn a_10_unfinished_links() {
    for document in [
        "[t](specs/0042-sample/_prd.md",
        "[t](specs/0042-sample/_prd.md \"title)",
        "\\[t](specs/0042-sample/_prd.md)",
        "[t\\](specs/0042-sample/_prd.md)",
        "[t] (specs/0042-sample/_prd.md)",
        "[t](specs/0042-sample/_prd.md 'a' 'b')",
        "[t](<specs/0042-sample/_prd.md)",
        "[t](specs/0042-sample/_prd.md\n\n)",
    ] {
        check_none(document);
    }
}

/// 8.3, row 2.
#[test]
fn a_10_reference_definitions() {
    check("[r]: specs/0042-sample/_prd.md", "[r]: history/specs/0042-sample.md");
    check(
        "   [r]:   specs/0042-sample/measurement/list.md   'a title'",
        "   [r]:   references/list.md   'a title'",
    );
    check("[q]: <specs/0042-sample/my notes.md> (t)", "[q]: <references/my notes.md> (t)");
    check("[r]:\n  specs/0042-sample/_prd.md\n  \"t\"", "[r]:\n  history/specs/0042-sample.md\n  \"t\"");
    check(
        "[a]: specs/0042-sample/_prd.md\n[b]: specs/0042-sample/task_01.md",
        "[a]: history/specs/0042-sample.md\n[b]: history/specs/0042-sample.md",
    );
    check("- [r]: specs/0042-sample/_prd.md", "- [r]: history/specs/0042-sample.md");
    // Not in the middle of a paragraph, not with four blanks, not with anything behind.
    check_none("text\n[r]: specs/0042-sample/_prd.md");
    check_none("\n    [r]: specs/0042-sample/_prd.md");
    check_none("[r]: specs/0042-sample/_prd.md and more");
}

/// 8.3, row 3.
#[test]
fn a_10_html_attributes() {
    check("<a  href=\"specs/0042-sample/_prd.md\">x</a>", "<a  href=\"history/specs/0042-sample.md\">x</a>");
    check(
        "text <img alt=x SRC = 'specs/0042-sample/measurement/shot.png' />",
        "text <img alt=x SRC = 'references/shot.png' />",
    );
    check(
        "<div>\n<a\n  href='specs/0042-sample/'>x</a>\n</div>",
        "<div>\n<a\n  href='history/specs/0042-sample.md'>x</a>\n</div>",
    );
    check(
        "<pre>\n<a href=\"specs/0042-sample/_prd.md\">x</a></pre>",
        "<pre>\n<a href=\"history/specs/0042-sample.md\">x</a></pre>",
    );
    check(
        "<a href=\"specs/0042-sample/measurement/R&amp;D.md\">x</a>",
        "<a href=\"references/R&amp;D.md\">x</a>",
    );
    check_left("<a href=specs/0042-sample/_prd.md>x</a>", &[(1, "specs/0042-sample/_prd.md")]);
    check_none("<script>x = '<a href=\"specs/0042-sample/_prd.md\">'</script>");
    check_none("<a data-href=\"specs/0042-sample/_prd.md\" title='specs/0042-sample/'>x</a>");
}

/// 8.3, row 4.
#[test]
fn a_10_bare_paths() {
    check("See docs/specs/0042-sample/_techspec.md.", "See docs/history/specs/0042-sample.md.");
    check(
        "(docs/specs/0042-sample/measurement/list.md), docs/specs/0042-sample/; \"docs/specs/0042-sample\".",
        "(docs/references/list.md), docs/history/specs/0042-sample.md; \"docs/history/specs/0042-sample.md\".",
    );
    check(
        "[docs/specs/0042-sample/_prd.md](specs/0042-sample/_prd.md)",
        "[docs/history/specs/0042-sample.md](history/specs/0042-sample.md)",
    );
    check("<docs/specs/0042-sample/task_01.md>", "<docs/history/specs/0042-sample.md>");
    check(
        "# docs/specs/0042-sample/qa/\n\n|docs/specs/0042-sample/_prd.md#goals|docs/specs/0042-sample/measurement/list.md#cold|\n|-|-|",
        "# docs/history/specs/0042-sample.md\n\n|docs/history/specs/0042-sample.md|docs/references/list.md#cold|\n|-|-|",
    );
    check(
        "./docs/specs/0042-sample/_prd.md /docs/specs/0042-sample/my notes.md",
        "./docs/history/specs/0042-sample.md /docs/references/my notes.md",
    );
    check(
        "**docs/specs/0042-sample/** *docs/specs/0042-sample/_prd.md*",
        "**docs/history/specs/0042-sample.md** *docs/history/specs/0042-sample.md*",
    );
    check("docs/specs/0042-sample/measurement/../_prd.md", "docs/history/specs/0042-sample.md");
    check("<div>docs/specs/0042-sample/_prd.md</div>", "<div>docs/history/specs/0042-sample.md</div>");
    check(
        "<td>docs/specs/0042-sample/</td> docs/specs/0042-sample/<br>x",
        "<td>docs/history/specs/0042-sample.md</td> docs/history/specs/0042-sample.md<br>x",
    );
    check("docs/specs/0042-sample<br>x", "docs/history/specs/0042-sample.md<br>x");
    check("**docs/specs/0042-sample/qa/**", "**docs/history/specs/0042-sample.md**");
    check(
        "[[docs/specs/0042-sample/] [[`docs/specs/0042-sample/`]]",
        "[[docs/history/specs/0042-sample.md] [[`docs/history/specs/0042-sample.md`]]",
    );
    check("text\n    docs/specs/0042-sample/", "text\n    docs/history/specs/0042-sample.md");
    check("[t](docs/specs/0042-sample/_prd.md", "[t](docs/history/specs/0042-sample.md");
}

/// 8.3, row 4: a letter of another script may stand on either side of a file.
#[test]
fn a_10_bare_paths_in_japanese() {
    check(
        "詳細はdocs/specs/0042-sample/_prd.mdを読む。計測はdocs/specs/0042-sample/measurement/list.md、一覧は「docs/specs/0042-sample」。",
        "詳細はdocs/history/specs/0042-sample.mdを読む。計測はdocs/references/list.md、一覧は「docs/history/specs/0042-sample.md」。",
    );
    check("docs/specs/0042-sample/measurement/計測.md", "docs/references/計測.md");
    check_none("別件: docs/specs/0042-sample二/_prd.md");
}

/// 8.3, row 5.
#[test]
fn a_10_code_spans_that_are_a_path() {
    check("`docs/specs/0042-sample/measurement/list.md`", "`docs/references/list.md`");
    check("`` docs/specs/0042-sample/_prd.md ``", "`` docs/history/specs/0042-sample.md ``");
    check("`./docs/specs/0042-sample/my notes.md#x`", "`./docs/references/my notes.md#x`");
    check(
        "[`docs/specs/0042-sample/`](specs/0042-sample/)",
        "[`docs/history/specs/0042-sample.md`](history/specs/0042-sample.md)",
    );
    check_left("`docs/specs/0042-sample/none.md`", &[(1, "docs/specs/0042-sample/none.md")]);
}

/// 8.3, row 6.
#[test]
fn a_15_left_with_a_warning() {
    check_left("---\nspec: docs/specs/0042-sample/_prd.md\n---\n", &[(2, "docs/specs/0042-sample/_prd.md")]);
    check_left("```sh\ncat docs/specs/0042-sample/_prd.md\n```\n", &[(2, "docs/specs/0042-sample/_prd.md")]);
    check_left("- ~~~\n  docs/specs/0042-sample\n", &[(2, "docs/specs/0042-sample")]);
    check_left("Text.\n\n    ls docs/specs/0042-sample/\n", &[(3, "docs/specs/0042-sample/")]);
    check_left("text <!-- docs/specs/0042-sample/_prd.md\n -->", &[(1, "docs/specs/0042-sample/_prd.md")]);
    check_left("<!--\n\ndocs/specs/0042-sample/_prd.md\n", &[(3, "docs/specs/0042-sample/_prd.md")]);
    check_left(
        "Run `cat docs/specs/0042-sample/measurement/list.md` now.",
        &[(1, "docs/specs/0042-sample/measurement/list.md")],
    );
    check_left(
        "[[docs/specs/0042-sample/_prd.md]] ![[docs/specs/0042-sample/_prd|x]]",
        &[(1, "docs/specs/0042-sample/_prd.md"), (1, "docs/specs/0042-sample/_prd")],
    );
    check_left(
        "[gone](specs/0042-sample/measurement/none.md#x)",
        &[(1, "specs/0042-sample/measurement/none.md#x")],
    );
    check_left(
        "docs/specs/0042-sample/none.md. [l](specs/0042-sample/linked.md)",
        &[(1, "docs/specs/0042-sample/none.md"), (1, "specs/0042-sample/linked.md")],
    );
    check_left("<script>'docs/specs/0042-sample/_prd.md'</script>", &[(1, "docs/specs/0042-sample/_prd.md")]);
    check_left("<pre>\ndocs/specs/0042-sample/_prd.md</pre>", &[(2, "docs/specs/0042-sample/_prd.md")]);
    check_left("<a title='docs/specs/0042-sample/_prd.md'>x</a>", &[(1, "docs/specs/0042-sample/_prd.md")]);
    check_left("[x](a.md 'docs/specs/0042-sample/_prd.md')", &[(1, "docs/specs/0042-sample/_prd.md")]);
}

/// 8.3: what finds its definition by a label keeps its label.
#[test]
fn a_15_labels_stay() {
    check_left(
        "[docs/specs/0042-sample/_prd.md]\n\n[docs/specs/0042-sample/_prd.md]: x.md",
        &[(1, "docs/specs/0042-sample/_prd.md"), (3, "docs/specs/0042-sample/_prd.md")],
    );
    check(
        "[docs/specs/0042-sample/_prd.md] [x][y]\n\n[r]: x.md",
        "[docs/history/specs/0042-sample.md] [x][y]\n\n[r]: x.md",
    );
    check(
        "[docs/specs/0042-sample/_prd.md][r]\n\n[r]: specs/0042-sample/_prd.md",
        "[docs/history/specs/0042-sample.md][r]\n\n[r]: history/specs/0042-sample.md",
    );
}

/// 8.3, row 7, and 8.2: no citations, and no warning.
#[test]
fn a_15_no_citation() {
    for document in [
        "https://example.org/o/r/blob/main/docs/specs/0042-sample/_prd.md",
        "[u](https://example.org/docs/specs/0042-sample/) <https://example.org/docs/specs/0042-sample>",
        "`https://example.org/<branch>/docs/specs/0042-sample/_prd.md`",
        "docs/specs/0042-sample-two/_prd.md, docs/specs/0042-sample.md, docs/specs/0042-sample2, mydocs/specs/0042-sample",
        "[x](specs/0042-sample-two/_prd.md) [y](specs/0042-sample.md) [z](Specs/0042-sample/_prd.md)",
        "Spec 0042, 0042-sample, `0042-sample`, `docs/specs/0042-sample_old/x.md`",
        "docs/specs/0042-sampl\u{e9} docs/specs/0042-sample\u{301}/x.md",
        "docs/specs/0042-sample/../0043-next/_prd.md",
        "docs/specs/0042-sample/../next/docs/specs/0042-sample/_prd.md",
    ] {
        check_none(document);
    }
}

/// 8.3: a git locator is no citation, whatever its path.
#[test]
fn a_13_locators_are_no_citations() {
    let commit = super::sample::COMMIT;
    for path in ["", "/_prd.md", "/none.md", "/qa/evidence"] {
        let locator = format!("docs/specs/0042-sample{path}@{commit}");
        check_none(&format!("{locator}, `{locator}` and [x]({locator})\n\n```\n{locator}\n```\n"));
        check_none(&format!("docs/specs/0042-sample{path}@pull/7"));
    }
    check_none("docs/specs/0042-sample/none@pull/7/docs/specs/0042-sample/_prd.md");
    assert_eq!(relink("README.md", &format!("[x](docs/specs/0042-sample/_prd.md@{commit})")).1, []);
}

/// Narrower than the words of 8.3: a name that goes on is never cut in two; it is reported.
#[test]
fn a_15_patterns_stay() {
    check_left("docs/specs/0042-sample/*.md", &[(1, "docs/specs/0042-sample/*.md")]);
    check_left("docs/specs/0042-sample/<name>.md", &[(1, "docs/specs/0042-sample/")]);
    check_left("docs/specs/0042-sample/task_{01,02}.md", &[(1, "docs/specs/0042-sample/task_")]);
    check_left("docs/specs/0042-sample/\\_prd.md", &[(1, "docs/specs/0042-sample/\\_prd.md")]);
    check_left("docs/specs/0042-sample/_prd.md/x", &[(1, "docs/specs/0042-sample/_prd.md/x")]);
    check_left("docs/specs/0042-sample/_prd.md.bak", &[(1, "docs/specs/0042-sample/_prd.md.bak")]);
}

/// 8.6: in a Live Document too, what only the looser edge finds is reported.
#[test]
fn a_15_looser_edges() {
    check_left(
        "$ROOT/docs/specs/0042-sample/_prd.md ../docs/specs/0042-sample",
        &[(1, "docs/specs/0042-sample/_prd.md"), (1, "docs/specs/0042-sample")],
    );
    check_left("`../docs/specs/0042-sample`", &[(1, "docs/specs/0042-sample")]);
    check_left("[x](docs/specs/0042-sample/_prd.md)", &[(1, "docs/specs/0042-sample/_prd.md")]);
}

/// 8.3: an indented list item is not code; what stands four columns into an item, after a blank line, is.
#[test]
fn a_10_indentation() {
    check("- a\n\n    - docs/specs/0042-sample/_prd.md", "- a\n\n    - docs/history/specs/0042-sample.md");
    check("1. a\n\n   docs/specs/0042-sample/_prd.md", "1. a\n\n   docs/history/specs/0042-sample.md");
    check("- a\n\n\tdocs/specs/0042-sample/_prd.md", "- a\n\n\tdocs/history/specs/0042-sample.md");
    check(
        "[^1]: a\n\n    docs/specs/0042-sample/_prd.md",
        "[^1]: a\n\n    docs/history/specs/0042-sample.md",
    );
    check_left("- a\n\n      docs/specs/0042-sample/_prd.md", &[(3, "docs/specs/0042-sample/_prd.md")]);
    check_left("a\n\n\tdocs/specs/0042-sample/_prd.md", &[(3, "docs/specs/0042-sample/_prd.md")]);
}

/// 8.4, step 7: byte-order mark, line ends, blanks at the end of a line and a missing final newline stay.
#[test]
fn a_10_other_bytes_stay() {
    check(
        "\u{feff}# Guide\r\n\r\n[t](specs/0042-sample/measurement/list.md)  \r\nlast docs/specs/0042-sample/_prd.md",
        "\u{feff}# Guide\r\n\r\n[t](references/list.md)  \r\nlast docs/history/specs/0042-sample.md",
    );
}

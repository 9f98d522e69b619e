//! Files that are no Markdown (8.6).

use super::sample::{folder, path};
use crate::links::{Citations, Entry, Folder, LeftBecause};

fn check(text: &[u8], expected: &[(usize, &str)]) {
    let folders = [folder()];
    let found = Citations::find_in_text(text, &folders);
    let targets: Vec<_> = found.iter().map(|citation| (citation.line, found.text(citation))).collect();
    let expected: Vec<_> = expected.iter().map(|(line, target)| (*line, target.as_bytes())).collect();
    assert_eq!(targets, expected, "{:?}", bstr::BStr::new(text));
    assert!(found.iter().all(|citation| citation.left == Some(LeftBecause::NotMarkdown)));
}

/// A-15: file, line and target of each citation, by the looser left edge.
#[test]
fn a_15_code_and_other_texts() {
    check(
        b"// one\n\nconst P: &str = \"docs/specs/0042-sample/_prd.md\";\n",
        &[(3, "docs/specs/0042-sample/_prd.md")],
    );
    check(b"path: docs/specs/0042-sample\r\n", &[(1, "docs/specs/0042-sample")]);
    check(b"cat \"$ROOT/docs/specs/0042-sample/_prd.md\"\n", &[(1, "docs/specs/0042-sample/_prd.md")]);
    check(
        b"a=\"~docs/specs/0042-sample/\" @docs/specs/0042-sample/none.md",
        &[(1, "docs/specs/0042-sample/"), (1, "docs/specs/0042-sample/none.md")],
    );
    check(b"cp docs/specs/0042-sample/*.md dist/", &[(1, "docs/specs/0042-sample/*.md")]);
    check(b"```\n[x](docs/specs/0042-sample)\n", &[(2, "docs/specs/0042-sample")]);
    check(b"\xFFdocs/specs/0042-sample/_prd.md\xFF", &[(1, "docs/specs/0042-sample/_prd.md")]);
}

/// A-15: what is none in a document is none here.
#[test]
fn a_15_no_citation_in_other_texts() {
    check(b"mydocs/specs/0042-sample _docs/specs/0042-sample -docs/specs/0042-sample", &[]);
    check(b"docs/specs/0042-sample-two docs/specs/0042-sample.md docs/specs/0042-sample\xE9", &[]);
    check(b"curl https://example.org/$REF/docs/specs/0042-sample/_prd.md", &[]);
    check(
        b"docs/specs/0042-sample@pull/7 docs/specs/0042-sample/x@0123456789012345678901234567890123456789",
        &[],
    );
}

/// 8.2: a slug alone is no citation, also when the folder stands at the root.
#[test]
fn a_15_folder_at_the_root() {
    let folders = [Folder::new(path("0042-sample"), [("_prd.md", Entry::File)])];
    let found = Citations::find_in_text(b"0042-sample, see 0042-sample/_prd.md or ./0042-sample", &folders);
    let targets: Vec<_> = found.iter().map(|citation| found.text(citation)).collect();
    assert_eq!(targets, [b"0042-sample/_prd.md".as_slice(), b"./0042-sample"]);
}

//! The invariants over generated documents: arbitrary bytes, and documents built from the pieces that parsers stumble over.

mod invariants;

use proptest::prelude::*;

/// Pieces of documents; every boundary that a scanner knows is among them.
const PIECES: &[&str] = &[
    "---",
    "--- ",
    "----",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\u{feff}",
    " ",
    "  ",
    "    ",
    "\t",
    "#",
    "# ",
    "## A ##",
    "```",
    "````",
    "~~~",
    "`",
    "<!--",
    "-->",
    "<!-->",
    "<details>",
    "</details>",
    "<summary>",
    "</summary>",
    "- ",
    "* ",
    "1. ",
    "> ",
    "[ ] ",
    "[x]",
    "| a | b |",
    "|---|---|",
    "| Phase | 3 |",
    "|",
    "\\|",
    "Phase: 2",
    "**Phase:** 2",
    "**Phase:**",
    "Phase:",
    "フェーズ：",
    "**",
    ":",
    ": ",
    "status: x",
    "status:",
    "progress:",
    "  total: 1",
    "  percent: 5",
    "  # c",
    " # c",
    "#6",
    "progress: {total: 1, percent: 2}",
    "next_phases:",
    "- \"4.5\"",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "\\",
    "null",
    "~",
    "|",
    ">-",
    "a: |",
    "text",
    "é",
    "\u{1b}",
    "<<<<<<< x",
    "a.b: c",
];

fn document() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn block() -> impl Strategy<Value = Vec<u8>> {
    (document(), document(), any::<bool>()).prop_map(|(inside, behind, windows)| {
        let source = [b"---\n".as_slice(), &inside, b"\n---\n", &behind].concat();
        if windows { bstr::ByteSlice::replace(source.as_slice(), "\n", "\r\n") } else { source }
    })
}

/// Pieces of links, among those of documents.
const LINK_PIECES: &[&str] = &[
    "](",
    ")",
    "[a]",
    "![",
    "[a]: ",
    "[[",
    "]]",
    "<",
    ">",
    " \"t\"",
    " 't'",
    "(t)",
    "\\)",
    "%20",
    "%zz",
    "#f",
    "?q",
    "./",
    "../",
    "/",
    "docs/specs/0042-sample/",
    "../specs/0042-sample/_prd.md",
    "../specs/0042-sample/measurement/list.md#a",
    "docs/specs/0042-sample/qa/evidence/1.txt",
    "/docs/specs/0042-sample/a%20(b).md",
    "../specs/0042-sample",
    "0042-sample",
    "0123456789012345678901234567890123456789:docs/specs/0042-sample/_prd.md",
    "<a href=\"",
    "<img src='",
    "\"",
    "'",
    "<pre>",
    "</pre>",
    "https://example.org/docs/specs/0042-sample/_prd.md",
    "`",
    "``",
    "\n",
    "\n\n",
    "    ",
    "> ",
    "- ",
    "```\n",
    "<!--",
    "-->",
    "---\n",
];

fn linking() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(LINK_PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        3 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    /// D11, D12: the frontmatter.
    #[test]
    fn frontmatter_holds_for_any_block(source in block()) {
        invariants::frontmatter(&source);
    }

    #[test]
    fn frontmatter_holds_for_any_document(source in document()) {
        invariants::frontmatter(&source);
    }

    #[test]
    fn everything_holds_for_any_bytes(source in prop::collection::vec(any::<u8>(), 0..200)) {
        invariants::frontmatter(&source);
        invariants::outline(&source);
        invariants::links(&source);
    }

    /// D17: the outline and the readers over it.
    #[test]
    fn outline_holds_for_any_document(source in document()) {
        invariants::outline(&source);
    }

    /// L7, A-10: the links.
    #[test]
    fn links_hold_for_any_document(source in linking()) {
        invariants::links(&source);
    }
}

/// L7: what the fuzzer kept.
#[test]
fn the_corpora_hold() {
    for (target, invariant) in [
        ("frontmatter", invariants::frontmatter as fn(&[u8])),
        ("outline", invariants::outline),
        ("links", invariants::links),
    ] {
        cairn_testkit::corpus::play(target, invariant);
    }
}

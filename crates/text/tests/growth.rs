//! Inputs that make careless parsers slow. All of them are read in time that grows with their size; a scanner that looked at
//! anything again and again would not come back from here for minutes.

mod invariants;

use cairn_text::Frontmatter;
use cairn_text::frontmatter::{Change, NewValue};

const SIZE: usize = 60_000;

fn repeated(piece: &str) -> String {
    piece.repeat(SIZE / piece.len())
}

/// Slowness of `faults.md`: stalls on odd text, minutes on grown files.
#[test]
fn outlines_grow_with_their_input() {
    let stairs: String = (0..300).map(|depth| format!("{}- a\n", " ".repeat(depth))).collect();
    let rising: String = (1..300).map(|length| format!("{} ", "`".repeat(length))).collect();
    let pieces = [
        "a <!-- ",
        "a <!-- \n",
        "a <!-- \n\n",
        "a <!-- --> ",
        "<!--\n\n",
        "<",
        "\\\\\\<",
        "` `` ``` <",
        "<details>\n",
        "<details><summary>",
        "</details>\n",
        "# a <!-- x -->\n",
        "- ",
        "- a\n",
        "```\na\n```\n",
        "*",
        "**a:** ",
        ":** ",
        "**Phase:** ",
        "|",
        "| a | b |\n",
        "|---|---|\n",
        "Phase: 1\n",
        "\n",
        "a\n\n---\n\n",
        "    ```\n",
        "> - 1. ",
    ];
    for piece in pieces {
        invariants::outline(repeated(piece).as_bytes());
    }
    invariants::outline(format!("{stairs}{}", repeated("                    x\n")).as_bytes());
    invariants::outline(format!("{rising}<").as_bytes());
    invariants::outline(format!("# {} a {}", repeated("<!-- -->"), repeated("<!-- -->")).as_bytes());
    invariants::outline(
        format!("{}{}{}", repeated("<details>\n"), repeated("</details>\n"), repeated("# a\n")).as_bytes(),
    );
}

#[test]
fn frontmatter_grows_with_its_input() {
    let blocks = [
        repeated("key: value\n"),
        repeated("k: [\n"),
        repeated("- [\n"),
        format!("k:\n{}", repeated("- [a\n  b\n")),
        repeated("k: [\n  a\nb\n"),
        repeated("k: \"\n"),
        repeated("k: \"\n  \"\n"),
        format!("k: [{}", repeated("\"a, ")),
        format!("k: [{}]", repeated("'a, ''")),
        format!("k: {}", repeated("[")),
        format!("k: [{}]", repeated("[a] x, ")),
        format!("k:\n  a: 1\n{}", repeated("# c\n")),
        repeated("k:\n# c\n\n"),
        format!("k:\n- a\n{}", repeated("\n")),
        format!("k: \n{}", repeated("- ")),
        format!("k: |\n{}", repeated("  a\n")),
        format!("k: {}", repeated(" #")),
        repeated("---\n"),
        (0..2_000).map(|depth| format!("{}k:\n", " ".repeat(depth))).collect(),
        format!("k: {{{}}}", repeated("a: {b: 1}, ")),
    ];
    for block in blocks {
        let source = format!("---\n{block}\n---\nbody\n");
        let frontmatter = Frontmatter::parse(source.as_bytes());
        let edited = frontmatter.edit(
            source.as_bytes(),
            &[Change::set("status", NewValue::Text("x".into()))],
            &["status"],
        );
        match edited {
            Ok(patch) => {
                assert_eq!(Frontmatter::parse(&patch.apply(source.as_bytes())).text("status"), Some("x"))
            }
            Err(_) => assert!(frontmatter.refusal().is_some()),
        }
    }
    for source in [
        repeated("# a\n") + "---\na: b\n---\n",
        repeated("\n---\n"),
        format!("---\n---\n{}", repeated("---\n")),
    ] {
        invariants::frontmatter(source.as_bytes());
    }
}

/// Fault kind "slowness", for the scanner of links.
#[test]
fn links_grow_with_their_input() {
    let pieces = [
        "[",
        "![",
        "](",
        "[a](",
        "[a](<",
        "[a]: ",
        "[a]: x\n",
        "[a][b]",
        "[[",
        "[[a]]",
        "<a href=\"",
        "<a href='x'>",
        "<pre>",
        "<!--",
        "`",
        "docs/specs/0042-sample/",
        "docs/specs/0042-sample/_prd.md ",
        "0042-sample",
        "[a](docs/specs/0042-sample/_prd.md)",
        "\\",
        "[a](x \"",
        "[a](()",
        "((",
        "%2",
        "> [",
        "https://",
        "0123456789012345678901234567890123456789:",
        "*[a](b)",
        "    [a](b)\n",
    ];
    for piece in pieces {
        invariants::links(repeated(piece).as_bytes());
    }
}

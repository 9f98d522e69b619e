//! Leaves of documents: what is text, what is code, what is HTML, and what its lines are without the marks of its containers.

use super::{Blocks, Leaf, LeafText};

/// The leaves of `document`, each with its kind in front: `t` text, `f` fence, `c` indented code, `h` HTML, `d` definition,
/// `m` frontmatter.
fn check(document: &str, expected: &[&str]) {
    let bytes = document.as_bytes();
    let blocks = Blocks::parse(bytes);
    let text = |lines| LeafText::new(bytes, blocks.lines(lines)).bytes().to_vec();
    let found = blocks.leaves.iter().map(|leaf| match leaf {
        Leaf::Frontmatter(span) => (b'm', span.of(bytes).to_vec()),
        Leaf::Fence(span) => (b'f', span.of(bytes).to_vec()),
        Leaf::IndentedCode(span) => (b'c', span.of(bytes).to_vec()),
        Leaf::Html(_, lines) => (b'h', text(*lines)),
        Leaf::Text(lines) => (b't', text(*lines)),
        Leaf::Definition(definition) => (b'd', definition.destination.of(bytes).to_vec()),
    });
    let found: Vec<_> = found
        .map(|(kind, text)| format!("{}:{}", char::from(kind), String::from_utf8(text).unwrap()))
        .collect();
    assert_eq!(found, expected, "{document:?}");
}

#[test]
fn leaves() {
    check("", &[]);
    check("a\nb\n\nc", &["t:a\nb\n", "t:c"]);
    check("# a\n===\nb\n---\nc\n***\n", &["t: a", "t:===\nb\n", "t:c\n"]);
    check("---\nk: v\n---\na\n", &["m:---\nk: v\n---\n", "t:a\n"]);
    check("\u{feff}a\r\n\r\n    b\r\n", &["t:a\r\n", "c:    b\r\n"]);
    check("a\n    b\n\n    c\n\n\td\n e", &["t:a\nb\n", "c:    c\n\n\td\n", "t:e"]);
    check("```\na\n\n``\n````\nb\n~~~", &["f:```\na\n\n``\n````\n", "t:b\n", "f:~~~"]);
}

#[test]
fn containers() {
    check("> a\n> b\nc\n\n> d", &["t:a\nb\nc\n", "t:d"]);
    check("- a\n\n  b\n\n      c\n- d\n\ne", &["t:a\n", "t:b\n", "c:      c\n", "t:d\n", "t:e"]);
    check("-\n  a\n-\n\n  b", &["t:a\n", "t:b"]);
    check("1) > - a\n   >   b\n", &["t:a\nb\n"]);
    check("a\n2. b\n1. c\n- \n- d", &["t:a\n2. b\n", "t:c\n", "t:d"]);
    check("> ```\n> a\nb", &["f:> ```\n> a\n", "t:b"]);
    // Three blanks stand before a mark, not four; four blanks behind it are the item's, five are one and code.
    check("> a\n   > b\n    > c", &["t:a\nb\n> c"]);
    check("    a\n   b", &["c:    a\n", "t:b"]);
    check("-    a\n\n      b\n\n         c", &["t:a\n", "t:b\n", "c:         c"]);
    check("[^n]: a\n\n    b\n\nc", &["t:a\n", "t:b\n", "t:c"]);
    check("[^]: a", &["t:[^]: a"]);
}

/// What would open a container beyond the cap is text.
#[test]
fn containers_nest_to_a_depth() {
    let deepest = "> ".repeat(super::MAX_DEPTH);
    check(&format!("{deepest}a"), &["t:a"]);
    check(&format!("{deepest}> a"), &["t:> a"]);
}

#[test]
fn html_tables_and_definitions() {
    check("<div>\n*a*\n\nb", &["h:<div>\n*a*\n", "t:b"]);
    check("a\n<b>\n\n<b>\nc\n", &["t:a\n<b>\n", "h:<b>\nc\n"]);
    check("<!-- a\n\nb -->c\nd", &["h:<!-- a\n\nb -->c\n", "t:d"]);
    check("> <pre>\n> a\n>\n> b</pre>\n> c", &["h:<pre>\na\n\nb</pre>\n", "t:c"]);
    check("a | b\n|--|:-:|\n| c \\| d | e |\nf\n\ng", &["t:a", "t:b", "t:c \\| d", "t:e", "t:f", "t:g"]);
    check("a\n| b |\n|-|\n> c", &["t:a\n", "t:b", "t:c"]);
    check("[a]: b\n[c]:\n  <d>\n  'e'\nf\n", &["d:b", "d:d", "t:f\n"]);
    check("> [a]: b\n> 'c\n> d'\n[e]: f", &["d:b", "d:f"]);
    check("a\n[b]: c\n\n[^d]: e\n\n[f]: g h\n", &["t:a\n[b]: c\n", "t:e\n", "t:[f]: g h\n"]);
    check("[^a b]: c\n\n[ ]: c\n\n[a]: <b>(c)", &["t:[^a b]: c\n", "t:[ ]: c\n", "t:[a]: <b>(c)"]);
    check("a | b\r\n|--|--|\r\n| c | d |\r\n", &["t:a", "t:b", "t:c", "t:d"]);
    // Each cell below the head holds dashes, between colons or not.
    for text in ["a | b\n| - | |", "a | b\n|-:-|-|", "a | b\n| - | : |", "|\n|"] {
        check(text, &[&format!("t:{text}")]);
    }
}

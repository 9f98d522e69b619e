//! The outline over documents as people write them.

use super::*;

/// Each line of `source` as one letter: `.` text, `F` fence, `C` comment, `1` to `6` a heading.
fn check(source: &str, expected: &str) {
    let bytes = source.as_bytes();
    let outline = Outline::parse(bytes);
    let letters: String = outline.lines(bytes, outline.body()).map(|line| letter(&outline, &line)).collect();
    assert_eq!(letters, expected, "{source}");
}

fn letter(outline: &Outline, line: &BodyLine<'_>) -> char {
    let heading = outline.headings().iter().find(|heading| heading.line == line.line);
    match line.class {
        LineClass::Fence => 'F',
        LineClass::Comment => 'C',
        LineClass::Text => heading.map_or('.', |heading| char::from(b'0' + heading.level)),
    }
}

/// D17: fences as CommonMark.
#[test]
fn fences() {
    check("```\n# a\n```\n# b\n", "FFF1");
    check("~~~ sh\n```\n~~~\n# b", "FFF1");
    check("````\n```\n# a\n````\n# b", "FFFF1");
    check("```\n# a\n``` no\n````\n# b", "FFFF1");
    check("   ```\n# a\n   ```  \n# b", "FFF1");
    check("    ```\n# a\n", ".1");
    check("``` a`b\n# a\n", ".1");
    check("```\n    ```\n# a\n", "FFF");
    check("``\n# a\n``\n", ".1.");
    check("```\r\n# a\r\n```\r\n# b\r\n", "FFF1");
    check("---\na: 1\n---\n```\n# a\n```\n# b\n", "FFF1");
}

/// D17: a fence inside a list item is indented with it.
#[test]
fn fences_in_lists() {
    check("- a\n\n  ```\n  # x\n  ```\n# b\n", "..FFF1");
    check("1. a\n    ```\n# x\n    ```\n# b\n", ".FFF1");
    check("- a\n  - b\n    - c\n\n      ```\n# x\n      ```\n# b\n", "....FFF1");
    check("- ```\n  # x\n  ```\n# b\n", "FFF1");
    check("- a\n\ntext\n\n    ```\n# x\n", ".....1");
    check("- a\n      ```\n# x\n", "..1");
    check("- a\n  ```\nx\n```\n# b\n", ".FFF1");
    check("- - a\n\n       ```\n# x\n", "..FF");
}

/// D17: how far a fence may be indented is counted from the innermost item that is still open.
#[test]
fn containers() {
    // A rule, a heading and the next item end the items that are further in.
    check("1. a\n***\n    ```\n# x\n", "...1");
    check("1. a\n# h\n    ```\n# x\n", ".1.1");
    check("1. a\n   - b\n* c\n  ```\n     ```\n# x\n", "...FF1");
    check("* * *\n     ```\n# x\n", "..1");
    // Up to four blanks behind the marker count; more are one blank and indented code.
    check("-    x\n\n        ```\n# y\n", "..FF");
    check("-      x\n\n       ```\n# y\n", "...1");
    // Tab stops are four columns wide, and a carriage return alone has no width and is blank.
    check("1.\ta\n\t```\n# x\n\t```\n# b\n", ".FFF1");
    check("- a\n  - b\n\n\t\t```\n# x\n", "....1");
    check("- a\n\r\r\nt\n     ```\n# x\n", "....1");
}

#[test]
fn list_markers() {
    for (text, expected) in [
        ("- a", Some(1)),
        ("*\ta", Some(1)),
        ("+", Some(1)),
        ("-a", None),
        ("1. a", Some(2)),
        ("12) a", Some(3)),
        ("123456789. a", Some(10)),
        ("1234567890. a", None),
        ("1.a", None),
        ("123 a", None),
        (". a", None),
        (") a", None),
        ("", None),
    ] {
        assert_eq!(list_marker(text.as_bytes()), expected, "{text}");
    }
}

/// D17: comments, over lines and inside one.
#[test]
fn comments() {
    check("<!-- a -->\n# b\n", "C1");
    check("<!--\n# a\n\n-->\n# b\n", "CCCC1");
    check("<!-- a\n# b\n", "CC");
    check("text <!-- a -->\n# b\n", ".1");
    check("text <!-- a\n# b\n--> c\n# d\n", ".C.1");
    check("text <!-- a\n\n# b\n-->\n", "..1.");
    check("use `<!--` here\n# b\n-->\n", ".1.");
    check("use \\<!-- here\n# b\n-->\n", ".1.");
    check("`` ` <!-- `` <!-- x -->\n# b\n", ".1");
    check("` <!-- x --> \n", ".");
    check("<!-->\n# b\n", "C1");
    check("-->## c\n<!-- -->\n# b <!-- x -->\n", ".C1");
    check("<!--\n-->## c\n", "C.");
    check("text <!-- a\n# b\n", ".1");
    check("a <!-- x\ny -->\n\nb <!-- z\n# w -->\n# c\n", ".C..C1");
    check("```\n<!--\n```\n# b\n", "FFF1");
    check("<!--\n```\n-->\n# b\n", "CCC1");
}

fn check_headings(source: &str, expected: &[(u8, &str)]) {
    let bytes = source.as_bytes();
    let outline = Outline::parse(bytes);
    let found: Vec<_> =
        outline.headings().iter().map(|heading| (heading.level, heading.text.of(bytes))).collect();
    let expected: Vec<_> = expected.iter().map(|(level, text)| (*level, text.as_bytes())).collect();
    assert_eq!(found, expected, "{source}");
}

/// S-60: heading text, trimmed, closing marks allowed.
#[test]
fn headings() {
    check_headings("# a\n## b ##\n###\tc\t###  \n", &[(1, "a"), (2, "b"), (3, "c")]);
    check_headings("####### a\n#b\n    # c\n\t# d\n", &[]);
    check_headings("   # a\n#\n## ##\n# c#\n# C# #\n", &[(1, "a"), (1, ""), (2, ""), (1, "c#"), (1, "C#")]);
    check_headings("- # a\n> # b\n", &[]);
    check_headings(
        "# a <!-- x -->\n# <!-- y --> b <!-- z --><!-- w -->\n# b <!-- x\n-->\n",
        &[(1, "a"), (1, "b"), (1, "b")],
    );
    check_headings("# a ## <!-- x -->\n", &[(1, "a")]);
    check_headings("# \u{3000}a\r\n", &[(1, "\u{3000}a")]);
}

/// S-63: a section goes up to the next heading of the same or a higher level.
#[test]
fn sections() {
    let source = b"x\n# A\na\n## B\nb\n### C\nc\n## D\nd\n# E";
    let outline = Outline::parse(source);
    let found: Vec<_> =
        outline.sections().map(|section| (section.content.of(source), section.direct.of(source))).collect();
    let expected: Vec<(&[u8], &[u8])> = vec![
        (b"a\n## B\nb\n### C\nc\n## D\nd\n", b"a\n"),
        (b"b\n### C\nc\n", b"b\n"),
        (b"c\n", b"c\n"),
        (b"d\n", b"d\n"),
        (b"", b""),
    ];
    assert_eq!(found, expected);
    let first = outline.find(source, |level, text| level == 2 && text == b"B").unwrap();
    assert_eq!(first.span.of(source), b"## B\nb\n### C\nc\n");
    assert_eq!(outline.find_within(source, &first, |_, text| text == b"D"), None);
    assert_eq!(outline.find_within(source, &first, |_, text| text == b"C").unwrap().index, 2);
}

fn check_details(source: &str, expected: &[(&str, Option<&str>, bool)]) {
    let bytes = source.as_bytes();
    let outline = Outline::parse(bytes);
    let text = |span: Span| std::str::from_utf8(span.of(bytes)).unwrap();
    let found: Vec<_> = outline
        .details()
        .iter()
        .map(|details| (text(details.span), details.summary.map(text), details.closed))
        .collect();
    assert_eq!(found, expected, "{source}");
}

/// Section 9.2, 9.3: `<details>` blocks and their summaries.
#[test]
fn details() {
    check_details(
        "<details>\n<summary>v1.0 ✅</summary>\nx\n</details>\ny",
        &[("<details>\n<summary>v1.0 ✅</summary>\nx\n</details>", Some("v1.0 ✅"), true)],
    );
    check_details(
        "<Details open><summary><b>A</b>\nB</summary>x</DETAILS>",
        &[("<Details open><summary><b>A</b>\nB</summary>x</DETAILS>", Some("<b>A</b>\nB"), true)],
    );
    check_details(
        "<details>\n<details>\na\n</details>",
        &[("<details>\n<details>\na\n</details>", None, false), ("<details>\na\n</details>", None, true)],
    );
    check_details(
        "see <details> and `<details>`\n</details>\n```\n<details>\n```\n<!--\n<details>\n-->\n<detailsx>",
        &[],
    );
    check_details(
        "<details><details> x</details></details>",
        &[("<details><details> x</details></details>", None, true), ("<details> x</details>", None, true)],
    );
    check_details("text </details> <details>\n", &[]);
    check_details("< <details>\n", &[]);
    let source = b"# a\n<details>\n# b\n</details>\n# c\n";
    let outline = Outline::parse(source);
    assert_eq!(
        outline.headings().iter().map(|heading| heading.details).collect::<Vec<_>>(),
        [None, Some(0), None]
    );
    assert_eq!(outline.details_around(3), None);
    assert!(outline.details_around(15).is_some());
    assert_eq!(outline.details_around(source.len() - 2), None);
}

/// Lines with comments inside keep their offsets when masked, and lose them as text.
#[test]
fn masked_lines() {
    let source = b"a <!-- b --> c\n";
    let outline = Outline::parse(source);
    let line = outline.lines(source, outline.body()).next().unwrap();
    assert_eq!(line.masked().as_ref(), b"a            c");
    assert_eq!(outline.text(source, Span::new(0, 14)).as_ref(), b"a  c");
    assert!(!line.is_blank());
    assert_eq!(outline.regions_in(Span::new(0, 2)), []);
    assert_eq!(outline.regions_in(Span::new(0, 3)), outline.regions());
    let blanks: Vec<bool> = {
        let source = b" \t\n<!-- c -->\n";
        let outline = Outline::parse(source);
        outline.lines(source, outline.body()).map(|line| line.is_blank()).collect()
    };
    assert_eq!(blanks, [true, false]);
}

fn check_anew(before: &str, gone: &str, come: &str, behind: &str, expected: Option<&str>) {
    let (earlier, source) = (format!("{before}{gone}{behind}"), format!("{before}{come}{behind}"));
    let same = Same { old: before.len() + gone.len(), new: before.len() + come.len() };
    let (outline, found) = Outline::parse(earlier.as_bytes()).parse_anew(source.as_bytes(), same);
    assert_eq!(outline, Outline::parse(source.as_bytes()), "{earlier:?} -> {source:?}");
    assert_eq!(found.map(|same| &source[same.new..]), expected, "{earlier:?} -> {source:?}");
    if let Some(same) = found {
        assert_eq!(earlier[same.old..], source[same.new..]);
    }
}

/// G10: behind an edit only what it may have changed is read again, and the outline is that of a reading of the whole.
#[test]
fn read_anew_behind_an_edit() {
    let rest = "## B\n\n- x\n<!-- c -->\n<details>\n### C\n</details>\n```\n# no\n```\n";
    let behind = format!("d\n{rest}");
    check_anew("---\na: 1\n---\n# A\n", "x", "longer", &behind, Some(rest));
    check_anew("# A\n", "x\n", "", rest, None);
    check_anew("# A\n- i\n", "x", "y\n  - ", &behind, Some(rest));
    // The first heading is inside what the edit opened; the next one is as well, or there is none.
    check_anew("# A\n", "x", "```\n", &behind, None);
    check_anew("# A\n", "x", "<!--\n", &behind, None);
    check_anew("# A\n", "x", "<details>\n", &behind, None);
    check_anew("# A\n", "x", "<!-- a", "b\n## B\n-->\n## C\nc\n", Some("## C\nc\n"));
    check_anew("---\na: 1\n", "---\n", "", "# A\n---\n## B\nb\n", Some("## B\nb\n"));
    check_anew("---\na: 1\n", "---\n", "", "x\n# A\n---\n## B\nb\n", Some("## B\nb\n"));
    check_anew("", "", "", "", None);
    // What is taken over is moved, and counted from the blocks in front of it.
    let details = "<details>\n</details>\n";
    let rest =
        format!("## B\n<details>\n<summary>s</summary>\n<details>\n### C\n</details>\n</details>\n{details}");
    let behind = format!("d\n{rest}");
    check_anew(&format!("{details}# A\n<!-- c -->\n"), "x", details, &behind, Some(&rest));
    check_anew("# A\n", &format!("{details}{details}"), "<!-- c -->", &behind, Some(&rest));
}

/// A document of lines that open and close things.
fn any_lines() -> impl proptest::strategy::Strategy<Value = String> {
    let line = proptest::sample::select(vec![
        "## H\n",
        "# <!-- c --> T\n",
        "  ## I\n",
        "text\n",
        "\n",
        "- item\n",
        "  - inner\n",
        "1. one\n",
        "```\n",
        "~~~\n",
        "<!--\n",
        "-->\n",
        "a <!-- b\n",
        "c --> d\n",
        "<details>\n",
        "<summary>s</summary>\n",
        "</details>\n",
        "---\n",
        "a: 1\n",
        "- [x] y\n",
        "- `<!--`\n",
        "    code\n",
        "> q\n",
        "#\n",
        "\r\n",
        "w",
    ]);
    proptest::strategy::Strategy::prop_map(proptest::collection::vec(line, 0..14), |lines| lines.concat())
}

proptest::proptest! {
    /// G10: whatever is edited wherever, reading anew gives what reading gives.
    #[test]
    fn reading_anew_is_reading(before in any_lines(), gone in any_lines(), come in any_lines(), behind in any_lines()) {
        let (earlier, source) = (format!("{before}{gone}{behind}"), format!("{before}{come}{behind}"));
        let same = Same { old: before.len() + gone.len(), new: before.len() + come.len() };
        let (outline, found) = Outline::parse(earlier.as_bytes()).parse_anew(source.as_bytes(), same);
        proptest::prop_assert_eq!(outline, Outline::parse(source.as_bytes()));
        if let Some(same) = found {
            proptest::prop_assert_eq!(&earlier[same.old..], &source[same.new..]);
        }
    }
}

/// G10: items of plain text are passed over. An item marked with `+` is the same item and is read, so both documents have the same
/// structure, whatever stands between the items.
#[test]
fn items_that_are_passed_over_say_nothing() {
    let kinds = [
        "- item\n",
        "- [x] done\n",
        "- item <!-- open\n",
        "- item --> closed\n",
        "- item <details>\n",
        "- ```\n",
        "```\n",
        "  ```\n",
        "\n",
        "  # Inside\n",
        "# Heading\n",
        "<!-- a block\n",
        "-->\n",
        "<details>\n",
        "</details>\r\n",
        "text\n",
        "      indented\n",
        "     ```\n",
    ];
    let pairs = kinds.iter().flat_map(|first| kinds.map(|second| format!("{first}{second}")));
    for source in pairs.flat_map(|start| kinds.map(|end| format!("{start}{end}- item\n{start}# End\n"))) {
        let read = source
            .split_inclusive('\n')
            .map(|line| line.strip_prefix("- ").map_or(line.to_owned(), |item| format!("+ {item}")));
        let read: String = read.collect();
        assert_eq!(Outline::parse(source.as_bytes()), Outline::parse(read.as_bytes()), "{source}");
    }
    // Nor does an item in a comment: what stands behind it is indented code, and no fence of that item.
    let outline = Outline::parse(b"<!-- a\n- item\n-->\n     ```\n# End\n");
    assert_eq!(outline.headings().len(), 1);
}

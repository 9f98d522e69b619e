//! 6.1 to 6.3, 6.9: shortcuts, form, what cannot be read, markers.

use super::{check, merged};
use crate::merge::Kind::{Lines, Roadmap, State};
use crate::merge::{ConflictKind, MarkerStyle, Side, Version, Versions, merge};

/// L6, 6.1: equal sides, or one side as the base: that text, byte for byte, also where it cannot be read.
#[test]
fn shortcuts() {
    let odd = "---\n\u{0} a\r\n\r- x  \n";
    for kind in [State, Roadmap, Lines] {
        for (base, ours, theirs) in
            [("a\n", "a\n", odd), ("a\n", odd, "a\n"), ("a\n", odd, odd), ("", "", odd)]
        {
            assert_eq!(merged(kind, base, ours, theirs).bytes, odd.as_bytes());
        }
    }
}

/// L6, 6.2: mark, line ends and final newline are those of ours.
#[test]
fn form_of_ours() {
    check(
        State,
        "## A\n\na\n\n## B\n\nb\n",
        "\u{feff}## A\r\n\r\na1\r\n\r\n## B\r\n\r\nb",
        "## A\n\na\n\n## B\n\nb1\n",
        "\u{feff}## A\r\n\r\na1\r\n\r\n## B\r\n\r\nb1",
    );
}

/// L6, 6.3: what cannot be read is merged line by line, and named.
#[test]
fn unreadable_sides() {
    let (base, ours) = ("## A\n\na\n\nb\n\nc\n", "## A\n\na1\n\nb\n\nc\n");
    let long = format!("## A\n\na\n\nb\n\n{}\n", "x".repeat(1 << 20));
    for (theirs, cause) in [
        ("---\na: 1\n## A\n\na\n\nb\n\nc\n", "no closing"),
        ("## A\n\na\n\nb\n\n<<<<<<< x\nc\n=======\nd\n>>>>>>> y\n", "conflict markers (line 7)"),
        ("## A\n\na\n\nb\n\nc\0\n", "NUL"),
        (long.as_str(), "1 MiB"),
        ("## A\n\na\n\nb\n\nc\rd\re\rf\rg\rh\ri\rj\rk\n", "lone carriage returns"),
    ] {
        let found = merged(State, base, ours, theirs);
        let first = found.unreadable.first().unwrap();
        assert_eq!(first.version, Version::Side(Side::Theirs));
        assert!(first.cause.contains(cause), "{}", first.cause);
        assert!(String::from_utf8_lossy(&found.bytes).contains("a1\n"));
    }
    let versions =
        Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: b"## A\n\na\n\nb\n\n\xff\n" };
    let found = merge(State, versions, &MarkerStyle::default());
    assert!(found.unreadable.first().unwrap().cause.contains("UTF-8") && found.bytes.contains(&0xff));
    // Markers that a side brought are a conflict.
    let theirs = "## A\n\na\n\nb\n\n<<<<<<< x\nc\n=======\nd\n>>>>>>> y\n";
    let found = merged(State, base, ours, theirs);
    assert_eq!(
        found.conflicts.iter().map(|conflict| (conflict.line, conflict.lines)).collect::<Vec<_>>(),
        [(7, 5)]
    );
}

/// L6, 6.11: two readable sides whose every merge is unreadable, here by more carriage returns than lines, stand side by side.
#[test]
fn readable_sides_without_a_readable_whole() {
    let base = "a\n\nk\n\n1\n2\n3\n4\n5\n6\n";
    let ours = base.replace('a', "a\rb\rc\rd\re\rf");
    let theirs = "a\n\nk\n";
    let found = merged(State, base, &ours, theirs);
    let expected = format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n");
    assert_eq!(String::from_utf8(found.bytes).unwrap(), expected);
    assert_eq!(found.conflicts.len(), 1);
    // Whichever side is ours, although only one of them ends without a newline.
    for (base, one, other) in [("-", "-\n\rr", ""), ("\n", "\ry\n\n", ""), ("\n", "\n\u{5}\r", "")] {
        let found = [(one, other), (other, one)].map(|(ours, theirs)| merged(State, base, ours, theirs));
        let [there, back] = found.map(|found| found.conflicts.len());
        assert_eq!(there, back, "{one:?}");
    }
}

/// 6.3: markers that stood there before are told beside those of the merge, each once.
#[test]
fn markers_of_before_and_own() {
    let text = |line: &str| format!("a\n{line}\ny\nz\n<<<<<<< p\nc\n=======\nd\n>>>>>>> q\n");
    let found = merged(Lines, &text("x"), &text("x1"), &text("x2"));
    let places: Vec<_> = found.conflicts.iter().map(|conflict| (conflict.line, conflict.lines)).collect();
    assert_eq!(places, [(2, 5), (9, 5)]);
}

/// 6.8: a blank line below the frontmatter stays while one side has it; without frontmatter it goes with the side that removed it.
#[test]
fn blank_lines_at_the_start() {
    for (block, lead) in [("", ""), ("---\nstatus: a\n---\n", "\n")] {
        check(
            State,
            &format!("{block}\n# T\n\na\n\nb\n"),
            &format!("{block}# T\n\na1\n\nb\n"),
            &format!("{block}\n# T\n\na\n\nb1\n"),
            &format!("{block}{lead}# T\n\na1\n\nb1\n"),
        );
    }
}

/// L6, 6.8, 6.11: a rule below blank lines becomes no frontmatter when the blank lines go.
#[test]
fn rules_at_the_start() {
    let (base, ours, theirs) = ("\n\n---\n\na\n\n---\n\nb\n", "\n\n---\n\na1\n\n---\n\nb\n", "b1\n");
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        assert!(!merged(State, base, ours, theirs).bytes.starts_with(b"---"));
    }
    check(State, "\n", "", "\n\n---\n", "\n---\n");
    check(State, "\n", "", "\n\n\u{feff}---\n", "\n\u{feff}---\n");
    check(State, "\n", "\n\n---\n", "", "\n\n---\n");
    check(State, "\n---\nx\n\ny\n", "\n\n---\nx\n\ny1\n", "\n---\nx1\n\ny\n", "\n\n---\nx1\n\ny1\n");
}

/// L6, 6.9: width, labels, base.
#[test]
fn markers() {
    let style = MarkerStyle {
        width: 9,
        ours: "HEAD".into(),
        theirs: "topic".into(),
        base: "1a2b".into(),
        shows_base: true,
    };
    let versions = Versions { base: b"a\n", ours: b"b\r\n", theirs: b"c\n" };
    let found = merge(Lines, versions, &style);
    let expected = "<<<<<<<<< HEAD\r\nb\r\n||||||||| 1a2b\r\na\r\n=========\r\nc\r\n>>>>>>>>> topic\r\n";
    assert_eq!(String::from_utf8(found.bytes).unwrap(), expected);
    assert_eq!(found.conflicts.first().map(|conflict| (conflict.line, conflict.lines)), Some((1, 7)));
}

/// 6.3: a merge of large files takes no more than time in proportion.
#[test]
fn large_files() {
    let text = |word: &str| (0..20_000).map(|line| format!("- {word} {line}\n")).collect::<String>();
    let text = |word: &str| format!("## A\n\n{}", text(word));
    let (base, ours, theirs) = (text("base"), text("ours"), text("theirs"));
    let found = merged(State, &base, &ours, &theirs);
    assert_eq!(found.bytes.iter().filter(|byte| **byte == b'\n').count(), 40_002);
}

/// 6.9: the words of results.
#[test]
fn words() {
    assert_eq!([Side::Ours, Side::Theirs].map(Side::as_str), ["ours", "theirs"]);
    let kinds = [ConflictKind::Entry, ConflictKind::Item, ConflictKind::Prose, ConflictKind::Section];
    assert_eq!(kinds.map(ConflictKind::as_str), ["entry", "item", "prose", "section"]);
}

//! The edits (6.2).

use super::super::*;
use crate::patch::{Patch, PatchError};
use crate::span::Span;

const ORDER: [&str; 8] = [
    "version",
    "milestone",
    "status",
    "next_phases",
    "progress",
    "progress.total",
    "progress.done",
    "progress.percent",
];

/// `source` after `changes`; the second time nothing is left to do.
fn check_edit(source: &str, changes: &[Change], expected: &str) {
    for (source, expected) in [
        (source.to_owned(), expected.to_owned()),
        (source.replace('\n', "\r\n"), expected.replace('\n', "\r\n")),
    ] {
        let edit = |source: &str| {
            Frontmatter::parse(source.as_bytes()).edit(source.as_bytes(), changes, &ORDER).unwrap()
        };
        let result = String::from_utf8(edit(&source).apply(source.as_bytes())).unwrap();
        assert_eq!(result, expected);
        assert_eq!(edit(&result), Patch::new(), "{result}");
    }
}

fn set(path: &str, value: &str) -> Change {
    Change::set(path, NewValue::Text(value.to_owned()))
}

fn bare(path: &str, value: &str) -> Change {
    Change::set(path, NewValue::Bare(value.to_owned()))
}

/// D12: a value is replaced in place; all else keeps its bytes.
#[test]
fn values_in_place() {
    check_edit(
        "---\nstatus:  a  # c\nx: y\n---\n",
        &[set("status", "b")],
        "---\nstatus:  b  # c\nx: y\n---\n",
    );
    check_edit("---\nstatus: 'a'\n---\n", &[set("status", "a")], "---\nstatus: 'a'\n---\n");
    check_edit(
        "---\nstatus: a # c\n---\n",
        &[Change::set("status", NewValue::Null)],
        "---\nstatus: null # c\n---\n",
    );
    check_edit("---\nstatus: # c\n---\n", &[set("status", "a")], "---\nstatus: a # c\n---\n");
    check_edit(
        "---\nstatus:\nx: y\n---\n",
        &[set("status", "Phase 4: a")],
        "---\nstatus: \"Phase 4: a\"\nx: y\n---\n",
    );
    check_edit("---\nstatus: a\nstatus: b\n---\n", &[set("status", "c")], "---\nstatus: a\nstatus: c\n---\n");
    check_edit(
        "---\nstatus: |\n  a\n  b\n\nx: y\n---\n",
        &[set("status", "c")],
        "---\nstatus: c\n\nx: y\n---\n",
    );
    check_edit(
        "---\nstatus: \"a\n  b\" # c\nx: y\n---\n",
        &[set("status", "c")],
        "---\nstatus: c # c\nx: y\n---\n",
    );
    let phases = |items: &[&str]| {
        Change::set(
            "next_phases",
            NewValue::List(items.iter().map(|item| NewValue::Quoted((*item).to_owned())).collect()),
        )
    };
    check_edit(
        "---\nnext_phases: # c\n  - a\n\n  - b\nx: y\n---\n",
        &[phases(&["4.5", "4.6"])],
        "---\nnext_phases: [\"4.5\", \"4.6\"] # c\nx: y\n---\n",
    );
    check_edit(
        "---\nnext_phases: [\n  a,\n]\nx: y\n---\n",
        &[phases(&["4.5"])],
        "---\nnext_phases: [\"4.5\"]\nx: y\n---\n",
    );
    check_edit("---\nnext_phases:\n- '4.5'\n---\n", &[phases(&["4.5"])], "---\nnext_phases:\n- '4.5'\n---\n");
}

/// D13: new keys stand in canonical order.
#[test]
fn new_keys_in_order() {
    check_edit(
        "---\nx: y\nstatus: a\n---\n",
        &[set("milestone", "m"), set("version", "v")],
        "---\nversion: v\nmilestone: m\nx: y\nstatus: a\n---\n",
    );
    check_edit(
        "---\nversion: v\nx: y\n---\n",
        &[set("status", "a"), set("milestone", "m")],
        "---\nversion: v\nmilestone: m\nstatus: a\nx: y\n---\n",
    );
    check_edit(
        "---\n# c\nstatus: a\n---\n",
        &[set("version", "v")],
        "---\nversion: v\n# c\nstatus: a\n---\n",
    );
    check_edit(
        "---\nnext_phases:\n  - a\nx: y\n---\n",
        &[bare("progress.total", "3")],
        "---\nnext_phases:\n  - a\nprogress:\n  total: 3\nx: y\n---\n",
    );
    check_edit(
        "---\nstatus: a\nx: y\n---\n",
        &[set("z", "w"), set("b.c", "d")],
        "---\nstatus: a\nx: y\nz: w\nb:\n  c: d\n---\n",
    );
    check_edit("---\n---\n", &[set("status", "a")], "---\nstatus: a\n---\n");
}

/// D13: keys of a nested map, in lines and in braces.
#[test]
fn nested_keys() {
    check_edit(
        "---\nprogress:\n    total: 3\n    x: y\n    percent: 5 # c\n---\n",
        &[bare("progress.percent", "6"), bare("progress.done", "1")],
        "---\nprogress:\n    total: 3\n    done: 1\n    x: y\n    percent: 6 # c\n---\n",
    );
    check_edit(
        "---\nprogress:\n  # c\n  done: 1\n---\n",
        &[bare("progress.total", "3")],
        "---\nprogress:\n  total: 3\n  # c\n  done: 1\n---\n",
    );
    check_edit(
        "---\nprogress: null # c\nx: y\n---\n",
        &[bare("progress.total", "3")],
        "---\nprogress: # c\n  total: 3\nx: y\n---\n",
    );
    check_edit(
        "---\nprogress:\nx: y\n---\n",
        &[bare("progress.done", "3"), bare("progress.total", "4")],
        "---\nprogress:\n  total: 4\n  done: 3\nx: y\n---\n",
    );
    check_edit(
        "---\nprogress:\n- a\nx: y\n---\n",
        &[bare("progress.done", "3")],
        "---\nprogress:\n  done: 3\nx: y\n---\n",
    );
    check_edit(
        "---\nprogress: {total: 3, percent: 5}\n---\n",
        &[bare("progress.done", "1"), bare("progress.percent", "6")],
        "---\nprogress: {total: 3, done: 1, percent: 6}\n---\n",
    );
    check_edit(
        "---\nprogress: {percent: 5}\n---\n",
        &[bare("progress.done", "1"), bare("progress.total", "2")],
        "---\nprogress: {total: 2, done: 1, percent: 5}\n---\n",
    );
    check_edit(
        "---\nprogress: {}\n---\n",
        &[bare("progress.done", "1"), bare("progress.total", "2")],
        "---\nprogress: {total: 2, done: 1}\n---\n",
    );
    check_edit(
        "---\nprogress: {a: {b: null, c}}\n---\n",
        &[bare("progress.a.b.d", "1"), set("progress.a.c", "x, y")],
        "---\nprogress: {a: {b: {d: 1}, c: \"x, y\"}}\n---\n",
    );
}

/// 6.2: a key that becomes absent loses its lines; comments above it stay.
#[test]
fn removed_keys() {
    check_edit("---\n# c\nstatus: a\nx: y\n---\n", &[Change::remove("status")], "---\n# c\nx: y\n---\n");
    check_edit(
        "---\nstatus: a\n  more\nstatus: b\nx: y\n---\n",
        &[Change::remove("status")],
        "---\nx: y\n---\n",
    );
    check_edit(
        "---\nnext_phases:\n- a\n- b\nx: y\n---\n",
        &[Change::remove("next_phases")],
        "---\nx: y\n---\n",
    );
    check_edit(
        "---\nprogress:\n  total: 3\n  percent: 5\n---\n",
        &[Change::remove("progress.percent")],
        "---\nprogress:\n  total: 3\n---\n",
    );
    check_edit(
        "---\np: {a: 1, b: 2, c: 3}\n---\n",
        &[Change::remove("p.b"), Change::remove("p.c"), bare("p.d", "4")],
        "---\np: {a: 1, d: 4}\n---\n",
    );
    check_edit(
        "---\np: {a: 1, b: 2}\n---\n",
        &[Change::remove("p.a"), bare("p.b", "3")],
        "---\np: {b: 3}\n---\n",
    );
    check_edit(
        "---\np: {a: 1}\n---\n",
        &[Change::remove("p.a"), bare("p.c", "4"), bare("p.d", "5")],
        "---\np: {c: 4, d: 5}\n---\n",
    );
    check_edit("---\nx: y\n---\n", &[Change::remove("status"), Change::remove("a.b")], "---\nx: y\n---\n");
}

/// D12: a path with dots that can be read in several ways. What is set is what is read; what is removed is read in none of them.
#[test]
fn paths_of_several_readings() {
    let source = "---\np.a.b: 1\np:\n  a.b: 2\n  a: {b: 3, c: 4}\np.a: {b: 5}\nx: y\n---\n";
    check_edit(source, &[bare("p.a.b", "7")], &source.replace('1', "7"));
    check_edit(source, &[Change::remove("p.a.b")], "---\np:\n  a: {c: 4}\np.a: {}\nx: y\n---\n");
    let behind = "---\na: {x: 1}\na.b: {c: 2}\n---\n";
    check_edit(behind, &[bare("a.b.c", "3")], &behind.replace('2', "3"));
    check_edit(behind, &[Change::remove("a.b.c")], &behind.replace("c: 2", ""));
    check_edit(behind, &[bare("a.b.d", "3")], "---\na: {x: 1, b: {d: 3}}\na.b: {c: 2}\n---\n");
}

/// D12: a key inside of a text or list would cost that one, unless another reading of its path has a place for it.
#[test]
fn values_in_the_way() {
    for (block, path, expected) in [
        ("a: [x]", "a.0", Some("a")),
        ("a:\n- x", "a.0", Some("a")),
        ("a: x", "a.b.c", Some("a")),
        ("a: |\n  x", "a.b", Some("a")),
        ("a:\n  x", "a.b", Some("a")),
        ("a: \"\"", "a.b", Some("a")),
        ("a:\n  b: {c: [x]}", "a.b.c.0.d", Some("a.b.c")),
        ("a.b: {c.d: x}", "a.b.c.d.e", Some("a.b.c.d")),
        ("a: {x: 1}\na: x", "a.x", Some("a")),
        ("a: x\na: {x: 1}", "a.y", None),
        ("a: x", "a", None),
        ("a: x", "b.a", None),
        ("a: x", "ab", None),
        ("a:", "a.b", None),
        ("a: null # c", "a.b.c", None),
        ("a: {b: ~}", "a.b.c", None),
        ("a: x\na.b: y", "a.b", None),
        ("a: x\na.b: {c: 1}", "a.b.d", None),
        ("a: x\na.b: y", "a.b.c", Some("a")),
    ] {
        let source = format!("---\n{block}\n---\n");
        let frontmatter = Frontmatter::parse(source.as_bytes());
        let found = frontmatter.in_the_way(path);
        let found = found.map(|(path, entry)| (path, Some(entry)));
        let expected = expected.map(|path| (path.to_owned(), frontmatter.entry(path)));
        assert_eq!(found, expected, "{block} {path}");
    }
    let source = "---\na: x\na.b: {c: 1}\n---\n";
    check_edit(source, &[bare("a.b.d", "2")], &source.replace("c: 1", "c: 1, d: 2"));
}

/// D12: lines that are no entry become no part of another one when the key between them goes.
#[test]
fn lines_below_removed_keys() {
    // A map that is empty with nothing below it needs no braces.
    check_edit(
        "---\nprogress:\n  percent: 1\nx: y\n---\n",
        &[Change::remove("progress.percent")],
        "---\nprogress:\nx: y\n---\n",
    );
    check_edit("---\na:\nb: 1\n- x\n# c\n- y\nz: 1\n---\n", &[Change::remove("b")], "---\na:\nz: 1\n---\n");
    check_edit(
        "---\na:\nb: 1\nodd\n- x\n  y\n---\n",
        &[Change::remove("b")],
        "---\na:\nodd\n- x\n  y\n---\n",
    );
    for below in [" percent: 2\n", "- percent: 2\n", " x\n# c\n - y\n"] {
        let source = |map: &str| format!("---\nprogress:{map}{below}---\n");
        let remove = [Change::remove("progress.percent")];
        check_edit(&source("\n  percent: 1\n"), &remove, &source(" {}\n"));
        check_edit(&source(" # c\n  percent: 1\n"), &remove, &source(" {} # c\n"));
        check_edit(&source("\n  percent: 1\n  total: 2\n"), &remove, &source("\n  total: 2\n"));
        let replace = [Change::remove("progress.percent"), bare("progress.total", "2")];
        check_edit(&source("\n  percent: 1\n"), &replace, &source("\n  total: 2\n"));
    }
}

/// D12: what stands below a bracket that is closed on its line does not decide on it, so that a new key between them changes nothing.
#[test]
fn brackets_stand_by_themselves() {
    for value in ["{: {]}", "{a: [b] c}", "{a: \"b\" c}", "{\"a\" b: c}"] {
        let source = |between: &str| format!("---\nstatus: {value}\n{between}odd\n---\n");
        let read = |source: &str| Frontmatter::parse(source.as_bytes()).value("status");
        check_edit(&source(""), &[bare("progress.total", "1")], &source("progress:\n  total: 1\n"));
        let alone = read(&format!("---\nstatus: {value}\n---\n"));
        assert!(matches!(alone, Some(Value::Map(_))), "{value} {alone:?}");
        assert_eq!(read(&source("")), alone, "{value}");
        assert_eq!(read(&source("x: y\n")), alone, "{value}");
    }
}

/// D12: a value takes nothing in when the keys below it go.
#[test]
fn lines_below_values() {
    let remove = [Change::remove("b")];
    for (before, below, left) in [
        ("a: |+\n  x\n", "\n\n", ""),
        ("a: >+ # c\n", "\n", ""),
        ("a:\n  c: |+\n    x\n", "\n", ""),
        ("a:\n- x\n- |+ # c\n  x\n", "\n", ""),
        ("a:\n- - >+\n    x\n", "\n", ""),
        ("a:\n- c: |+\n    x\n", "\n", ""),
        ("a: |\n  x\n", "\n  # c\n\n# d\n", "\n# d\n"),
        ("a: |\n  x\n", "\n", "\n"),
        ("a:\n  c: |\n    x\n", "  # c\n", "  # c\n"),
        ("a:\n- |-\n  x\n", " # c\n", ""),
        ("a: x\n", "\n  # c\n", "\n  # c\n"),
        ("a: \"|+\"\n", "\n", "\n"),
        ("a: 'x\n", "\n  # c'\n\n", "\n"),
        ("a: 'x\n", "  # c\n", "  # c\n"),
        ("a:\n  c: \"x\n", "\n    # c\"\n", ""),
        ("a: |\n  x\nodd\n", "  # c\n", "  # c\n"),
        ("a: |\n  x\n", "  # c\nb: 2\n\n  # d\n\n", "\n"),
        ("a:\n-\n", "\n", "\n"),
    ] {
        let source = |text: &str| format!("---\n{before}{text}z: 1\n---\n");
        check_edit(&source(&format!("b: 1\n{below}")), &remove, &source(left));
    }
}

/// D12: blanks around a value in braces stay, and a line that is no entry stays with no key.
#[test]
fn neighbours_stay() {
    check_edit(
        "---\nprogress: {total: 3 , done: 1}\n---\n",
        &[bare("progress.total", "4")],
        "---\nprogress: {total: 4 , done: 1}\n---\n",
    );
    check_edit("---\nstatus: a\nodd\nx: y\n---\n", &[Change::remove("status")], "---\nodd\nx: y\n---\n");
}

/// 6.2: a file without frontmatter gets a block.
#[test]
fn new_blocks() {
    let changes = [bare("progress.total", "3"), set("status", "a")];
    let block = "---\nstatus: a\nprogress:\n  total: 3\n---\n";
    check_edit("# T\n", &changes, &format!("{block}\n# T\n"));
    check_edit("\n# T\n", &changes, &format!("{block}\n# T\n"));
    check_edit("\u{feff}# T\n", &changes, &format!("\u{feff}{block}\n# T\n"));
    let empty = Frontmatter::parse(b"").edit(b"", &changes, &ORDER).unwrap();
    assert_eq!(empty.apply(b""), block.as_bytes());
    check_edit("# T\n", &[Change::remove("status")], "# T\n");
}

#[test]
fn refused_edits() {
    let edit = |source: &[u8], changes: &[Change]| Frontmatter::parse(source).edit(source, changes, &ORDER);
    for (source, message) in [
        ("---\na: x\n", "the frontmatter block has no closing `---`"),
        ("---\na: [x\n---\n", "the bracket of `a` is not closed inside the frontmatter block"),
        ("\n---\na: x\n---\n", "the frontmatter block does not begin at the first byte of the file"),
        ("--- \na: x\n---\n", "blanks stand behind the opening `---`"),
    ] {
        let error = edit(source.as_bytes(), &[set("status", "a")]).unwrap_err();
        assert!(matches!(error, EditError::Unreadable(_)), "{source}");
        assert_eq!(error.to_string(), message);
    }
    let contradiction = edit(b"", &[Change::remove("progress"), bare("progress.total", "1")]);
    let contradiction = contradiction.unwrap_err();
    assert_eq!(contradiction, EditError::Contradiction { path: "progress.total".to_owned() });
    assert_eq!(
        contradiction.to_string(),
        "`progress.total` is changed together with a value it is a part of"
    );
    let overlap = PatchError { first: Span::new(2, 5), second: Span::at(3) };
    assert_eq!(EditError::Overlap(overlap).to_string(), overlap.to_string());
}

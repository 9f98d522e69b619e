//! The line grammar and the edits, over blocks as people write them.

use super::*;
use crate::patch::Patch;

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// `content` between the fences, and the value that `path` has.
fn check(content: &str, path: &str, expected: Option<Value>) {
    let source = format!("---\n{content}\n---\nbody\n");
    let frontmatter = Frontmatter::parse(source.as_bytes());
    assert_eq!(frontmatter.value(path), expected, "{source}");
    let source = source.replace('\n', "\r\n");
    let frontmatter = Frontmatter::parse(source.as_bytes());
    assert_eq!(frontmatter.value(path), expected, "CRLF {source}");
}

/// 6.1: entries, comments, quotes, null.
#[test]
fn scalars() {
    check("stopped_at: Phase 4: done", "stopped_at", Some(text("Phase 4: done")));
    check("owner: Kim # asks first", "owner", Some(text("Kim")));
    check("a: closed (PR #6)", "a", Some(text("closed (PR #6)")));
    check("a: \"x # y\" # z", "a", Some(text("x # y")));
    check("a: 'it''s'", "a", Some(text("it's")));
    check("a: \"x\" y", "a", Some(text("\"x\" y")));
    check("a: \"x", "a", Some(text("\"x")));
    check("a: 'tis", "a", Some(text("'tis")));
    check("a: &anchor *b !tag", "a", Some(text("&anchor *b !tag")));
    check("a:\tx\t", "a", Some(text("x")));
    check("\"a b\": x\n'c': y", "a b", Some(text("x")));
    check("\"a b\": x\n'c': y", "c", Some(text("y")));
    check("a: x\na: y", "a", Some(text("y")));
    check("a: null", "a", Some(Value::Null));
    check("a: ~ # none", "a", Some(Value::Null));
    check("a:", "a", Some(Value::Null));
    check("a: # why", "a", Some(Value::Null));
    check("a: \"null\"", "a", Some(text("null")));
    check("a: [X] of [Y]", "a", Some(text("[X] of [Y]")));
    check("a: {x} y", "a", Some(text("{x} y")));
    check("carryover_from_v0.1: x", "carryover_from_v0.1", Some(text("x")));
    check("b: x", "a", None);
    check("a:x\nb: y", "a", None);
    check("<<<<<<< HEAD\nb: y\n=======\nb: z\n>>>>>>> other: x", "b", Some(text("z")));
    check("a: \"x\n  y\" # z\nb: c", "a", Some(text("x y")));
    check("a: x\n  y: z\nb: c", "a", Some(text("x")));
    check("a: x\n  y: z\nb: c", "b", Some(text("c")));
    check("a:\n  some text\n  goes on\nb: c", "a", Some(text("some text goes on")));
}

/// 6.1: lists and maps.
#[test]
fn lists_and_maps() {
    let list = |items: &[&str]| Some(Value::List(items.iter().map(|item| text(item)).collect()));
    check("a: [x, \"y, z\", 'w'] # c", "a", list(&["x", "y, z", "w"]));
    check("a: []", "a", list(&[]));
    check("a: [\n  x, # c\n  y\n]\nb: c", "a", list(&["x", "y"]));
    check("a: [\n  x, # c\n  y\n]\nb: c", "b", Some(text("c")));
    check("a:\n- x\n- \"y\" # c\nb: c", "a", list(&["x", "y"]));
    check("a: # why\n  # more\n\n  - x\n\n  - Phase 4\nb: c", "a", list(&["x", "Phase 4"]));
    check("a: [it's, b [c, d] e]", "a", list(&["it's", "b [c, d] e"]));
    check("a: [null, x]", "a", Some(Value::List(vec![Value::Null, text("x")])));
    check("p: {a: 1, \"b\":2, c: [x, y], d, e:}", "p.b", Some(text("2")));
    check("p: {a: 1, b: 2, c: [x, y], d, e:}", "p.c", list(&["x", "y"]));
    check("p: {a: 1, b: 2, c: [x, y], d, e:}", "p.d", Some(Value::Null));
    check("p: {a: 1, b: 2, c: [x, y], d, e: }", "p.e", Some(Value::Null));
    check("p:\n  a: 1\n  q:\n    b: 2\n  c: 3\nd: 4", "p.q.b", Some(text("2")));
    check("p:\n  a: 1\n  q:\n    b: 2\n  c: 3\nd: 4", "p.c", Some(text("3")));
    check("p:\n  a: 1\n  q:\n    b: 2\n  c: 3\nd: 4", "d", Some(text("4")));
    check("p:\n\ta: 1\n\tb: 2", "p.b", Some(text("2")));
    let map = |entries: &[(&str, Value)]| {
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    };
    let nodes = Some(Value::List(vec![
        map(&[("id", text("a")), ("needs", Value::List(vec![]))]),
        map(&[("id", text("b")), ("needs", Value::List(vec![text("a")]))]),
    ]));
    check("g:\n  nodes:\n    - {id: a, needs: []}\n    - {id: b, needs: [a]}", "g.nodes", nodes.clone());
    check("g:\n  nodes:\n  - id: a\n    needs: []\n  - id: b\n    needs:\n    - a\nx: y", "g.nodes", nodes);
    check(
        "a:\n  - - x\n    - y\n  - \"k: v\"",
        "a",
        Some(Value::List(vec![Value::List(vec![text("x"), text("y")]), text("k: v")])),
    );
    check(
        "a:\n  -\n    k: v\n  - |\n    t\n",
        "a",
        Some(Value::List(vec![map(&[("k", text("v"))]), text("t\n")])),
    );
}

/// 6.1: block text.
#[test]
fn block_texts() {
    check("a: |\n  x\n   y\n\n  z\n\nb: c", "a", Some(text("x\n y\n\nz\n")));
    check("a: |\n  x\n   y\n\n  z\n\nb: c", "b", Some(text("c")));
    check("a: |- # c\n  x\n  # y\nb: c", "a", Some(text("x\n# y")));
    check("a: |+\n  x\n\nb: c", "a", Some(text("x\n\n")));
    check("a: >\n  x\n  y\n\n  z\n    w\n  v\nb: c", "a", Some(text("x y\nz\n  w\nv\n")));
    check("a: >-\n  x: y\n  z\nb: c", "a", Some(text("x: y z")));
    check("a: |2\n    x\nb: c", "a", Some(text("  x\n")));
    check("a: |\nb: c", "a", Some(text("")));
    check("a: > 5", "a", Some(text("> 5")));
    check("p:\n  a: |\n    x\n  b: c", "p.b", Some(text("c")));
}

fn check_problems(source: &str, expected: &[(ProblemKind, usize)]) {
    let frontmatter = Frontmatter::parse(source.as_bytes());
    let index = crate::LineIndex::new(source.as_bytes());
    let found: Vec<_> = frontmatter
        .problems()
        .iter()
        .map(|problem| (problem.kind.clone(), index.line(problem.span.start)))
        .collect();
    assert_eq!(found, expected, "{source}");
}

/// S-54 and section 18: what is wrong, with its line.
#[test]
fn problems() {
    use ProblemKind::*;
    let key = |key: &str| key.to_owned();
    check_problems("---\na: x\n---\n# T\n\n---\n", &[]);
    check_problems("---\na: x\nbody", &[(UnclosedBlock, 1)]);
    check_problems("---\na: x\nb: [x\nc: y]\n---\n", &[(UnclosedBracket { key: key("b") }, 3)]);
    check_problems("---\na: {x: 1\n---\n}\n", &[(UnclosedBracket { key: key("a") }, 2)]);
    check_problems("\n# c\n---\na: x\n---\n", &[(NotFirst, 3)]);
    check_problems("<!-- c\nd -->\n---\na: x\n---\n", &[(NotFirst, 3)]);
    check_problems("<!-- c -->\n---\na: x\n", &[]);
    check_problems("# Title\n\n---\n\nPhase: 2\n\n---\n", &[]);
    check_problems("# Title\n---\nsome text\n---\n", &[]);
    check_problems("--- \na: x\n---\n", &[(BlanksBehindFence, 1)]);
    check_problems("\u{feff}---\t\na: x\n---\n", &[(BlanksBehindFence, 1)]);
    check_problems("---\na: x\n---\n---\nb: y\n---\n", &[(SecondBlock, 4)]);
    check_problems("---\na: x\n---\n\n---\nb: y\nc:\n- d\n---\n", &[(SecondBlock, 5)]);
    check_problems("---\na: x\n---\n\n---\n\ntext\n---\n", &[]);
    check_problems("---\na: x\na: y\n---\n", &[(DuplicateKey { key: key("a") }, 3)]);
    check_problems(
        "---\np:\n  # c\n  a: 1\n# d\n  b: 2\n---\n",
        &[(CommentInMap { key: key("p") }, 3), (CommentInMap { key: key("p") }, 5)],
    );
    check_problems("---\np:\n  a: 1\n# d\nb: 2\n---\n", &[]);
    check_problems("---\np:\n  a: 1\n  # d\nb: 2\n---\n", &[(CommentInMap { key: key("p") }, 4)]);
    check_problems("---\na: x\n  y\nz\n---\n", &[(UnreadLine, 3), (UnreadLine, 4)]);
}

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
    for source in ["---\na: x\n", "---\na: [x\n---\n", "\n---\na: x\n---\n", "--- \na: x\n---\n"] {
        assert!(
            matches!(edit(source.as_bytes(), &[set("status", "a")]), Err(EditError::Unreadable(_))),
            "{source}"
        );
    }
    let contradiction = edit(b"", &[Change::remove("progress"), bare("progress.total", "1")]);
    assert_eq!(contradiction, Err(EditError::Contradiction { path: "progress.total".to_owned() }));
}

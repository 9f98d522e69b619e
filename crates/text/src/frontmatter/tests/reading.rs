//! The line grammar (6.1).

use super::super::*;
use crate::span::Span;

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
    check("a:\n  some text\n\n  # c\n  goes on\nb: c", "a", Some(text("some text goes on")));
    check("a: \"x\"#y", "a", Some(text("\"x\"#y")));
    check("<<: *base", "<<", Some(text("*base")));
    check("\"a\":b\nc: d", "a", None);
    check("\"a\" b: c", "\"a\" b", Some(text("c")));
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
    check("a: [', \"b, c\"]", "a", list(&["'", "b, c"]));
    check("a: [\n  x # c, d\n  , y]\nb: c", "a", list(&["x", "y"]));
    check("a: [x# y, z #w]", "a", list(&["x# y", "z #w"]));
    check("a: [x\n# c\n  , y]", "a", list(&["x", "y"]));
    check("a: [\n#note: x\n  b: c\n  #more\n  , d\n]\ne: f", "a", list(&["b: c", "d"]));
    check("a: [#6,\t#7]", "a", list(&["#6", "#7"]));
    check("a:\n-\n- x", "a", Some(Value::List(vec![Value::Null, text("x")])));
    check("a:\n- # b: c\n- x", "a", Some(Value::List(vec![Value::Null, text("x")])));
    check("p:\n  a:\n- x", "p.a", Some(Value::Null));
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

/// Lists and maps stand inside each other up to a depth that no file has; what lies deeper is text, so that nothing is deep.
#[test]
fn depth() {
    let levels = |content: String| {
        let source = format!("---\n{content}\n---\n");
        let mut value = Frontmatter::parse(source.as_bytes()).value("k").unwrap();
        let mut levels = 0;
        loop {
            value = match value {
                Value::List(mut items) => items.remove(0),
                Value::Map(mut entries) => entries.remove(0).1,
                Value::Text(_) | Value::Null => return levels,
            };
            levels += 1;
        }
    };
    for (depth, expected) in
        [(MAX_DEPTH - 1, MAX_DEPTH - 1), (MAX_DEPTH, MAX_DEPTH), (MAX_DEPTH + 5, MAX_DEPTH)]
    {
        let keys: Vec<String> = (0..depth).map(|level| format!("{}k:\n", " ".repeat(level))).collect();
        assert_eq!(levels(format!("{}{}k: v", keys.concat(), " ".repeat(depth))), expected);
        assert_eq!(levels(format!("k:\n{}v", "- ".repeat(depth))), expected);
    }
}

/// Every part of an entry has its place; what is not there has none.
#[test]
fn parts() {
    let source = b"---\na: # why\nb:\nc: {d: , e: 1}\n---\n";
    let frontmatter = Frontmatter::parse(source);
    let part = |path: &str| {
        let entry = frontmatter.entry(path).unwrap();
        let text = |span: Span| String::from_utf8_lossy(span.of(source)).into_owned();
        (entry.style, entry.value_span.start - entry.colon_end, entry.comment.map(text))
    };
    assert_eq!(part("a"), (Style::Empty, 0, Some("# why".to_owned())));
    assert_eq!(part("b"), (Style::Empty, 0, None));
    assert_eq!(part("c.d"), (Style::Empty, 0, None));
    assert_eq!(part("c.e"), (Style::Plain, 1, None));
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
    check("a: |\n\n  x\nb: c", "a", Some(text("\nx\n")));
    for none in ["> 5", "|--", "|-+", "|+-", "|12", "|x"] {
        check(&format!("a: {none}"), "a", Some(text(none)));
    }
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
    check_problems("---\nx: y\n- a: b\n---\n", &[(UnreadLine, 3)]);
    check_problems("---\na: [x] y\nb: [\n  x: y,\n]\nc: \"d\n  e\"\n---\n", &[]);
    check_problems("---\na: [x\n  ] y\n---\n", &[(UnclosedBracket { key: key("a") }, 2), (UnreadLine, 3)]);
}

/// S-54: a rule of Markdown opens no block.
#[test]
fn no_block() {
    for source in [
        "text\n---\na: x\n---\n",
        "# Title\n---\na: x\nsome text\n---\n",
        "# Title\n---\nsome text: x\n---\n",
    ] {
        check_problems(source, &[]);
    }
}

/// S-54: a comment behind a list belongs to the map around it, unless the list goes on.
#[test]
fn comments_behind_lists() {
    use ProblemKind::*;
    let in_map = || CommentInMap { key: "p".to_owned() };
    check_problems("---\np:\n  l:\n  - x\n  # c\n  b: 1\n---\n", &[(in_map(), 5)]);
    check_problems("---\np:\n  l:\n  - x\n  # c\n  - y\n---\n", &[]);
    check_problems("---\np:\n  l:\n  - x\n  # c\n    y\n---\n", &[(UnreadLine, 6)]);
    check_problems("---\np:\n  l:\n    - x\n  # c\n- y\n---\n", &[(in_map(), 5), (UnreadLine, 6)]);
}

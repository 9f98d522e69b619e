use proptest::prelude::*;

use super::*;

fn scalar(text: &str) -> Kind {
    match read(text).unwrap().value {
        Value::Scalar(scalar) => scalar.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn scalars_by_the_core_schema() {
    for (text, kind) in [
        ("", Kind::Null),
        ("~", Kind::Null),
        ("pass # closed", Kind::Text),
        ("\"1\"", Kind::Text),
        ("'null'", Kind::Text),
        ("1", Kind::Integer(1)),
        ("-1", Kind::Integer(-1)),
        ("0x1f", Kind::Integer(31)),
        ("017", Kind::Integer(17)),
        ("99999999999999999999", Kind::Integer(i64::MAX)),
        ("1.0", Kind::Float),
        ("1e3", Kind::Float),
        (".inf", Kind::Float),
        ("1_000", Kind::Text),
        ("2026-10-01", Kind::Text),
        ("-99999999999999999999", Kind::Integer(i64::MIN)),
        (".5", Kind::Float),
        ("1.", Kind::Float),
        (".", Kind::Text),
        ("1.x", Kind::Text),
        ("x.1", Kind::Text),
        ("true", Kind::Boolean(true)),
        ("False", Kind::Boolean(false)),
        ("yes", Kind::Text),
        ("!!str 1", Kind::Text),
        ("!!int \"1\"", Kind::Integer(1)),
        ("! 1", Kind::Text),
        ("!int 1", Kind::Text),
        ("!!bool \"true\"", Kind::Boolean(true)),
        ("!!bool 1", Kind::Text),
        ("!!null \"\"", Kind::Null),
        ("!!float \"1\"", Kind::Float),
        ("!!float x", Kind::Text),
    ] {
        assert_eq!(scalar(text), kind, "{text}");
    }
}

#[test]
fn lines_are_kept() {
    let root = read("a: 1\nb:\n  - {c: 2}\n  - d\n").unwrap();
    let map = root.map().unwrap();
    assert_eq!(map.entry("b").unwrap().line, 2);
    let items = map.get("b").unwrap().list().unwrap();
    assert_eq!(items.iter().map(|item| item.line).collect::<Vec<_>>(), [3, 4]);
}

fn refused(text: &str, line: usize, part: &str) {
    let error = read(text).unwrap_err();
    assert_eq!(error.line, line, "{error:?}");
    assert!(error.message.contains(part), "{error:?}");
}

#[test]
fn what_is_refused() {
    refused("a: 1\nb: 2\na: 3\n", 3, "duplicate key `a`");
    refused("a: [open\n", 2, "no valid YAML");
    refused("a: 1\nb: x\0y\n", 2, "U+0000");
    refused("a: 1\n--- b\n", 2, "more than one");
    refused("? [a]\n: 1\n", 1, "key");
    refused(&"[".repeat(100_000), 1, "");
    refused(&"- ".repeat(50_000), 1, "nested too deeply");
}

/// A document of a few hundred bytes must not become gigabytes.
#[test]
fn aliases_that_multiply_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..40 {
        let below = format!("*a{}", level - 1);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", [below.as_str(); 10].join(", ")));
    }
    assert!(read(&text).is_err());
    let deep = (1..200).fold("a0: &a0 [x]\n".to_owned(), |text, level| {
        format!("{text}a{level}: &a{level} [*a{}]\n", level - 1)
    });
    refused(&deep, 64, "nested too deeply");
    let used = read("a: &x [1, 2]\nb: *x\n").unwrap();
    assert_eq!(used.map().unwrap().get("b").unwrap().list().unwrap().len(), 2);
}

/// Aliases count as the text that they stand for, to the byte.
#[test]
fn the_heaviest_document() {
    // A list, a value that is read and kept, every use of it, and a filler; a node costs 96 bytes beside its text.
    let kept = "x".repeat(10_000);
    let uses = 3_290;
    let filler = HEAVIEST - (96 + 96 + 10_000 + 96 + 96 + 10_000 + uses * (96 + 96 + 10_000) + 96);
    let with = |filler: usize| format!("[&a {kept}{}, {}]", ", *a".repeat(uses), "y".repeat(filler));
    assert_eq!(read(&with(filler)).unwrap().list().unwrap().len(), uses + 2);
    refused(&with(filler + 1), 1, "too large");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(?s)[a-z:\\-\\[\\]{},&*!|>'\"#%@` \n\t0-9\\\\?~.]{0,120}") {
        let _ = read(&text);
    }
}

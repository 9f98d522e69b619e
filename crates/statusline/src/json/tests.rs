use super::*;
use proptest::prelude::*;

fn check_is_json(text: &str, expected: bool) {
    assert_eq!(Json::parse(text.as_bytes()).is_some(), expected, "{text:?}");
}

/// D40: input that is no JSON gives no line, any other value does.
#[test]
fn d40_what_is_json() {
    for text in [
        "{}",
        "[]",
        "null",
        "true",
        "false",
        "0",
        "-0",
        "12",
        "-1.5e+10",
        "1E5",
        "\"\"",
        "\"a\\u00e9\\n\\/\"",
        " { \"a\" : [ 1 , { } ] } \r\n\t",
        "[[],[[]],{\"a\":{\"a\":[]}}]",
        "\u{feff}{}",
        "\"\u{7f}\"",
    ] {
        check_is_json(text, true);
    }
    for text in [
        "",
        " ",
        "{nope",
        "{'a':1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\" 1}",
        "{} x",
        "nul",
        "nullx",
        "truefalse",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "-",
        "1e+",
        "\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u12",
        "\"a\nb\"",
        "[}",
        "{]",
        "]",
        "[",
        "{\"a\":[}",
        "\u{feff}\u{feff}{}",
        "NaN",
        "Infinity",
        "{,}",
        "{1:2}",
        "[\"a\":1]",
    ] {
        check_is_json(text, false);
    }
}

fn check_text(json: &[u8], expected: &str) {
    assert_eq!(Json::parse(json).and_then(Json::text).as_deref(), Some(expected));
}

/// D40: escapes are resolved; what is no character is U+FFFD.
#[test]
fn d40_strings() {
    check_text(br#""plain""#, "plain");
    check_text(br#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t");
    check_text(br#""\u001b[31m \u00E9 \ud83d\uDC80""#, "\u{1b}[31m é 💀");
    check_text(br#""\ud800 \udc00\ud800\u0041""#, "\u{fffd} \u{fffd}\u{fffd}A");
    check_text(b"\"a\xffb\"", "a\u{fffd}b");
    check_text(b"\"\\\\\xff\"", "\\\u{fffd}");
    check_text("\"航路 ✓\"".as_bytes(), "航路 ✓");
}

/// D40: the last of several equal keys counts, as the agents' own readers have it.
#[test]
fn d40_values_by_name() {
    let text = br#"{"a":{"b":[1,"x",{"c":-2.5e1}],"b ":7},"k\u0065y":true,"n":null,"a2":1,"d":1,"d":2,"s":"a:}\"]"}"#;
    let json = Json::parse(text).unwrap();
    assert_eq!(json.find(&["a", "b "]).and_then(Json::number), Some(7.0));
    let items: Vec<_> = json.find(&["a", "b"]).unwrap().items().collect();
    assert_eq!(items.len(), 3);
    assert_eq!(items[1].text().as_deref(), Some("x"));
    assert_eq!(items[2].get("c").and_then(Json::number), Some(-25.0));
    assert!(json.get("key").is_some_and(Json::is_true));
    assert!(json.get("n").is_some_and(Json::is_null));
    assert_eq!(json.get("d").and_then(Json::number), Some(2.0));
    assert_eq!(json.get("s").and_then(Json::text).as_deref(), Some("a:}\"]"));
    assert_eq!(json.get("e"), None);
    assert_eq!(json.find(&["d", "x"]), None);
    assert_eq!(json.get("d").unwrap().text(), None);
    assert_eq!(json.get("s").unwrap().number(), None);
    assert!(!json.find(&["a", "b"]).unwrap().is_null());
    assert!(json.find(&["a", "b"]).unwrap().is_filled_array());
    assert!(!Json::parse(b"[ ]").unwrap().is_filled_array());
    assert!(!Json::parse(b"{\"a\":1}").unwrap().is_filled_array());
    assert_eq!(Json::parse(b"1e999").and_then(Json::number), Some(f64::INFINITY));
}

/// D42: nesting of any depth is read without recursion.
#[test]
fn d42_deep_nesting() {
    let depth = 500_000;
    let text = [b"[".repeat(depth), b"]".repeat(depth)].concat();
    assert!(Json::parse(&text).is_some());
    assert!(Json::parse(&text[1..]).is_none());
    let text = [b"{\"a\":".repeat(depth), b"{\"b\":5}".to_vec(), b"}".repeat(depth)].concat();
    let json = Json::parse(&text).unwrap();
    assert!(json.find(&["a", "a", "a"]).is_some());
    assert_eq!(json.get("b"), None);
}

proptest! {
    /// Nothing panics on bytes of the alphabet of JSON, and what is accepted can be walked.
    #[test]
    fn any_bytes(text in proptest::collection::vec(prop_oneof![
        Just(b'{'), Just(b'}'), Just(b'['), Just(b']'), Just(b'"'), Just(b'\\'), Just(b':'), Just(b','), Just(b'u'),
        Just(b'1'), Just(b'-'), Just(b'e'), Just(b'.'), Just(b' '), any::<u8>(),
    ], 0..40)) {
        if let Some(json) = Json::parse(&text) {
            let _ = (json.get("u"), json.text(), json.number(), json.items().count());
        }
    }

    /// A string of any text, escaped, is that text.
    #[test]
    fn escaped_text_is_read_back(text in ".*") {
        let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let json = format!("\"{escaped}\"");
        let read = Json::parse(json.as_bytes()).and_then(Json::text);
        prop_assert_eq!(read.as_deref(), Some(text.as_str()));
    }
}

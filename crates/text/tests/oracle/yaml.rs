//! The frontmatter beside a YAML parser: blocks that are YAML are read the same (D11), and what is written is YAML that means the
//! same to every reader (D13).

use cairn_text::Frontmatter;
use cairn_text::frontmatter::{Change, NewValue, Value};
use proptest::prelude::*;
use saphyr_parser::{Event, Parser, ScalarStyle};

/// What the YAML parser makes of `text`; `Err` when it is no YAML.
fn theirs(text: &str) -> Result<Value, String> {
    let mut events = Vec::new();
    for event in Parser::new_from_str(text) {
        events.push(event.map_err(|error| error.to_string())?.0);
    }
    let mut events =
        events.into_iter().skip_while(|event| matches!(event, Event::StreamStart | Event::DocumentStart(_)));
    node(&mut events).ok_or_else(|| "no document".to_owned())
}

fn node<'e>(events: &mut impl Iterator<Item = Event<'e>>) -> Option<Value> {
    match events.next()? {
        Event::Scalar(text, ScalarStyle::Plain, ..) if matches!(&*text, "" | "~" | "null") => {
            Some(Value::Null)
        }
        Event::Scalar(text, ..) => Some(Value::Text(text.into_owned())),
        Event::SequenceStart(..) => Some(Value::List(std::iter::from_fn(|| node(events)).collect())),
        Event::MappingStart(..) => {
            let entries = std::iter::from_fn(|| {
                let key = node(events)?.as_text()?.to_owned();
                Some((key, node(events)?))
            });
            Some(Value::Map(entries.collect()))
        }
        _ => None,
    }
}

fn ours(block: &str) -> Frontmatter {
    Frontmatter::parse(format!("---\n{block}---\nbody\n").as_bytes())
}

/// A value together with one spelling of it, as lines behind a key or list marker.
#[derive(Clone, Debug)]
struct Spelled {
    value: Value,
    /// What stands on the line of the key.
    inline: String,
    /// The lines below it, indented from where the key stands.
    below: Vec<String>,
    /// Whether it is one of the forms that may stand inside brackets.
    flow: bool,
}

fn spelled(value: Value, inline: impl Into<String>) -> Spelled {
    Spelled { value, inline: inline.into(), below: Vec::new(), flow: true }
}

fn scalar() -> impl Strategy<Value = Spelled> {
    let words = prop::sample::select(vec![
        "word",
        "two words",
        "1.5",
        "v2.0",
        "2026-10-07",
        "完了 ✅",
        "a:b",
        "x#y",
        "it's",
        "a-b",
        "true",
        "4.10",
        "a \"b\" c",
    ]);
    let any_text = "[ -~éü完\\t]{0,12}";
    prop_oneof![
        words.prop_map(|word| spelled(Value::Text(word.to_owned()), word)),
        Just(spelled(Value::Null, "null")),
        Just(spelled(Value::Null, "~")),
        any_text.prop_map(|text| spelled(Value::Text(text.clone()), NewValue::Quoted(text).written())),
        "[ -~éü完]{0,12}"
            .prop_map(|text| spelled(Value::Text(text.clone()), format!("'{}'", text.replace('\'', "''")))),
    ]
}

fn block_text() -> impl Strategy<Value = Spelled> {
    (prop::collection::vec("[a-z#:'-]{1,8}( [a-z:#]{1,4})?", 1..4), any::<bool>()).prop_map(
        |(lines, strip)| Spelled {
            value: Value::Text(format!("{}{}", lines.join("\n"), if strip { "" } else { "\n" })),
            inline: if strip { "|-".to_owned() } else { "|".to_owned() },
            below: lines.iter().map(|line| format!("  {line}")).collect(),
            flow: false,
        },
    )
}

fn list(items: Vec<Spelled>, in_flow: bool, indent: usize) -> Spelled {
    let value = Value::List(items.iter().map(|item| item.value.clone()).collect());
    if items.is_empty() || (in_flow && items.iter().all(|item| item.flow)) {
        let items: Vec<&str> = items.iter().map(|item| item.inline.as_str()).collect();
        return spelled(value, format!("[{}]", items.join(", ")));
    }
    let margin = " ".repeat(indent);
    let lines = items.iter().flat_map(|item| {
        let first = format!("{margin}- {}", item.inline);
        std::iter::once(first)
            .chain(item.below.iter().map(|line| format!("{margin}  {line}")))
            .collect::<Vec<_>>()
    });
    Spelled { value, inline: String::new(), below: lines.collect(), flow: false }
}

const KEYS: [&str; 4] = ["a", "b_c", "d-e", "f.g"];

fn map(values: Vec<Spelled>, in_flow: bool, comment: bool) -> Spelled {
    let entries: Vec<(&str, &Spelled)> = KEYS.into_iter().zip(&values).collect();
    let value =
        Value::Map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.value.clone())).collect());
    if entries.is_empty() || (in_flow && values.iter().all(|value| value.flow)) {
        let entries: Vec<String> =
            entries.iter().map(|(key, value)| format!("{key}: {}", value.inline)).collect();
        return spelled(value, format!("{{{}}}", entries.join(", ")));
    }
    let mark = if comment { " # why" } else { "" };
    let lines = entries.iter().flat_map(|(key, value)| {
        let first = format!("  {key}: {}{mark}", value.inline);
        std::iter::once(first).chain(value.below.iter().map(|line| format!("  {line}"))).collect::<Vec<_>>()
    });
    Spelled { value, inline: String::new(), below: lines.collect(), flow: false }
}

fn value() -> impl Strategy<Value = Spelled> {
    prop_oneof![4 => scalar(), 1 => block_text()].prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..4), any::<bool>(), prop::sample::select(vec![0, 2]))
                .prop_map(|(items, flow, indent)| list(items, flow, indent)),
            (prop::collection::vec(inner, 0..4), any::<bool>(), any::<bool>())
                .prop_map(|(values, flow, comment)| map(values, flow, comment)),
        ]
    })
}

proptest! {
    /// D11: what is YAML is read as YAML.
    #[test]
    fn blocks_that_are_yaml(values in prop::collection::vec(value(), 1..4), comment in any::<bool>()) {
        let block: String = map(values, false, comment).below.iter().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap())).collect();
        let frontmatter = ours(&block);
        prop_assert_eq!(Ok(frontmatter.to_value()), theirs(&block), "{}", block);
        prop_assert_eq!(frontmatter.problems(), [], "{}", block);
    }

    /// D13: what is written means the same to a YAML reader, and to ours.
    #[test]
    fn written_values_are_yaml(text in ".{0,16}", word in "[-+.0-9a-zA-Z_:~#'\" ,\\[\\]{}*&!|>%@`?]{0,8}") {
        let forms = [NewValue::Text(text.clone()), NewValue::Text(word.clone()), NewValue::Quoted(text), NewValue::SingleQuoted(word)];
        let all = [forms.to_vec(), vec![NewValue::List(forms.to_vec()), NewValue::Map(vec![("k".to_owned(), forms[1].clone())])]].concat();
        let changes: Vec<Change> = all.iter().enumerate().map(|(index, value)| Change::set(format!("k{index}"), value.clone())).collect();
        let written = Frontmatter::parse(b"").edit::<&str>(b"", &changes, &[]).unwrap().apply(b"");
        let block = String::from_utf8(written).unwrap();
        let block = block.strip_prefix("---\n").unwrap().strip_suffix("---\n").unwrap();
        let expected = Value::Map(all.iter().enumerate().map(|(index, value)| (format!("k{index}"), value.value())).collect());
        prop_assert_eq!(ours(block).to_value(), expected.clone(), "{}", block);
        prop_assert_eq!(theirs(block), Ok(expected), "{}", block);
    }
}

//! The status line command in the settings of the agent, `.claude/settings.json`: only the bytes of that value change
//! (cairn 5, G6).

use cairn_text::{Edit, JsonObject, Span};
use serde_json::Value;

use crate::shell_words::{always_quoted, unquoted};

/// Where the settings stand, from the root.
pub(crate) const FILE: &str = ".claude/settings.json";

/// The folder of the settings; where it is, `init` takes care of the status line unasked.
pub(crate) const FOLDER: &str = ".claude";

const KEY: &str = "statusLine";
const COMMAND: &str = "command";
const OURS: &str = "msd-statusline";
const VALUE: &str = r#"{"type": "command", "command": "msd-statusline"}"#;

/// In front of a command that we chain.
const CHAINED: &str = "cairn statusline --with ";

/// The file is no JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unreadable;

/// A settings file of ours alone.
pub(super) fn fresh() -> Vec<u8> {
    format!("{{\n  \"{KEY}\": {VALUE}\n}}\n").into_bytes()
}

/// The text with our status line; an existing command becomes part of it.
pub(super) fn with_status_line(text: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let settings = Settings::read(text)?;
    let Some(value) = settings.value else { return Ok(settings.with_member()) };
    let (span, new) = match &settings.command {
        Some((_, command)) if is_ours(command) => return Ok(text.to_vec()),
        Some((span, command)) => (*span, literal(&format!("{CHAINED}{}", always_quoted(command)))),
        None => (value, VALUE.to_owned()),
    };
    Ok(replaced(text, span, new))
}

/// The text without our status line: what `found` held before takes its place again, or what the command itself says it took
/// along. A value that somebody else wrote meanwhile stays.
pub(super) fn without_status_line(text: &[u8], found: Option<&[u8]>) -> Result<Vec<u8>, Unreadable> {
    let settings = Settings::read(text)?;
    let Some((span, command)) = settings.command.as_ref().filter(|(_, command)| is_ours(command)) else {
        return Ok(text.to_vec());
    };
    if let Some(old) = chained(command) {
        return Ok(replaced(text, *span, literal(&old)));
    }
    let before = found.and_then(|found| Settings::read(found).ok());
    match (settings.value, before.and_then(|before| Some(before.value?.of(before.text)))) {
        (Some(value), Some(old)) => Ok(Edit::replace(value, old).applied_to(text)),
        _ => Ok(settings.without_member()),
    }
}

/// The text with the command that a status line of ours took along in its place; nothing else is taken out.
pub(super) fn unchained(text: &[u8]) -> Option<Vec<u8>> {
    let settings = Settings::read(text).ok()?;
    let (span, command) = settings.command.as_ref()?;
    Some(replaced(text, *span, literal(&chained(command)?)))
}

/// Whether the settings hold nothing.
pub(super) fn is_bare(text: &[u8]) -> bool {
    JsonObject::read(text).is_some_and(|object| object.members.is_empty())
}

/// The status line command of the settings.
pub(crate) fn command_of(text: &[u8]) -> Option<String> {
    Settings::read(text).ok()?.command.map(|(_, command)| command)
}

/// The command that a command of ours took along.
pub(crate) fn chained(command: &str) -> Option<String> {
    unquoted(command.strip_prefix(CHAINED)?)
}

/// Whether a command draws our line.
pub(crate) fn is_ours(command: &str) -> bool {
    let mut words = command.split_ascii_whitespace();
    let program = words.next().map(|word| word.rsplit_once('/').map_or(word, |(_, name)| name));
    match program {
        Some(OURS) => true,
        Some("cairn") => words.next() == Some("statusline"),
        _ => false,
    }
}

struct Settings<'t> {
    text: &'t [u8],
    object: JsonObject,
    /// The value of the status line key.
    value: Option<Span>,
    /// Its command: where it stands, and what it says.
    command: Option<(Span, String)>,
}

impl<'t> Settings<'t> {
    fn read(text: &'t [u8]) -> Result<Self, Unreadable> {
        let json = text.get(cairn_text::content_start(text)..).unwrap_or_default();
        serde_json::from_slice::<serde::de::IgnoredAny>(json).map_err(|_| Unreadable)?;
        let object = JsonObject::read(text).ok_or(Unreadable)?;
        let value = object.member(text, KEY).map(|member| member.value);
        let command = value.and_then(|value| {
            let inner = JsonObject::read_at(text, value.start)?;
            let place = inner.member(text, COMMAND)?.value;
            match serde_json::from_slice(place.of(text)).ok()? {
                Value::String(command) => Some((place, command)),
                _ => None,
            }
        });
        Ok(Self { text, object, value, command })
    }

    /// The text with the key as the last one, set apart as the last one there is.
    fn with_member(&self) -> Vec<u8> {
        let Some(last) = self.object.members.last() else {
            let inside = Span::at(self.object.span.start + 1);
            return replaced(self.text, inside, format!("\"{KEY}\": {VALUE}"));
        };
        let before = self.text.get(..last.key.start).unwrap_or_default();
        let apart = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let apart = Span::new(last.key.start.saturating_sub(apart), last.key.start).of(self.text);
        let mut new = b",".to_vec();
        new.extend_from_slice(apart);
        new.extend_from_slice(format!("\"{KEY}\": {VALUE}").as_bytes());
        Edit::insert(last.value.end, new).applied_to(self.text)
    }

    /// The text without the key, and without the comma that set it apart.
    fn without_member(&self) -> Vec<u8> {
        let members = &self.object.members;
        let Some(at) = members.iter().rposition(|member| Some(member.value) == self.value) else {
            return self.text.to_vec();
        };
        let above = at.checked_sub(1).and_then(|above| members.get(above));
        let span = match (members.get(at), above, members.get(at + 1)) {
            (Some(one), Some(above), _) => Span::new(above.value.end, one.value.end),
            (Some(one), None, Some(below)) => Span::new(one.key.start, below.key.start),
            (Some(one), None, None) => Span::new(one.key.start, one.value.end),
            (None, ..) => return self.text.to_vec(),
        };
        Edit::delete(span).applied_to(self.text)
    }
}

/// One edit alone cannot overlap another.
trait Applied {
    fn applied_to(self, text: &[u8]) -> Vec<u8>;
}

impl Applied for Edit {
    fn applied_to(self, text: &[u8]) -> Vec<u8> {
        cairn_text::Patch::from(self).apply(text)
    }
}

fn replaced(text: &[u8], span: Span, new: String) -> Vec<u8> {
    Edit::replace(span, new).applied_to(text)
}

/// A text as JSON spells it.
fn literal(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Option<String> {
        with_status_line(text.as_bytes()).ok().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    fn without(text: &str, found: Option<&str>) -> Option<String> {
        let found = found.map(str::as_bytes);
        without_status_line(text.as_bytes(), found).ok().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    fn there_and_back(before: &str, after: &str) {
        assert_eq!(with(before).as_deref(), Some(after), "{before}");
        assert_eq!(with(after).as_deref(), Some(after), "a second run changes nothing: {before}");
        assert_eq!(without(after, Some(before)).as_deref(), Some(before), "{before}");
    }

    /// cairn 5, G6, cases cairn-003 and cairn-005: only the value changes, and it comes back.
    #[test]
    fn only_the_value_changes() {
        there_and_back(r"{}", r#"{"statusLine": {"type": "command", "command": "msd-statusline"}}"#);
        there_and_back(
            "{\n    \"a\": [ ]\n}\n",
            "{\n    \"a\": [ ],\n    \"statusLine\": {\"type\": \"command\", \"command\": \"msd-statusline\"}\n}\n",
        );
        there_and_back(
            r#"{ "statusLine": {"command": "it's", "padding": 0}, "a": 1 }"#,
            r#"{ "statusLine": {"command": "cairn statusline --with 'it'\\''s'", "padding": 0}, "a": 1 }"#,
        );
        there_and_back(
            r#"{"statusLine": null, "a": 1}"#,
            r#"{"statusLine": {"type": "command", "command": "msd-statusline"}, "a": 1}"#,
        );
    }

    /// cairn 5: what is ours already is kept, what somebody wrote since stays.
    #[test]
    fn kept() {
        for ours in [
            "msd-statusline",
            "/usr/bin/msd-statusline --x",
            "cairn statusline",
            "cairn statusline --with 'a'",
        ] {
            let text = format!(r#"{{"statusLine":{{"command":"{ours}"}}}}"#);
            assert_eq!(with(&text), Some(text));
        }
        let theirs = r#"{"statusLine":{"command":"other"}}"#;
        assert_eq!(without(theirs, Some("{}")).as_deref(), Some(theirs));
        let first = r#"{"statusLine":{"command":"msd-statusline"}, "a":1}"#;
        assert_eq!(without(first, None).as_deref(), Some(r#"{"a":1}"#));
        let chained = br#"{"statusLine":{"command":"cairn statusline --with 'a'"}}"#;
        assert_eq!(unchained(chained).unwrap(), br#"{"statusLine":{"command":"a"}}"#);
        assert_eq!(unchained(first.as_bytes()), None);
    }

    /// cairn 5, case cairn-006: no JSON, no edit.
    #[test]
    fn unreadable() {
        for text in ["", "{ \"model\": \n", "[]", "{\"a\":1,}", "{} x", "\u{0}"] {
            assert_eq!(with(text), None, "{text:?}");
        }
    }
}

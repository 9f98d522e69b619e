//! MODEL: the name of the model.

use crate::line::{Run, Style};
use cairn_text::escape;

/// The words that end the note about the size of the context behind a model's name.
const NOTE_WORDS: [&str; 2] = ["context", "ctx"];

/// The name, a note ` (X context)` behind it shortened to ` (X)`.
pub fn model(name: &str) -> Vec<Run> {
    let name = escape::stripped(name);
    let shown = shortened(&name);
    vec![Run::new(Style::Dim, shown.as_deref().unwrap_or(&name))]
}

/// `name` with its note shortened; `None` when it ends in no such note.
fn shortened(name: &str) -> Option<String> {
    let (model, note) = name.strip_suffix(')')?.rsplit_once('(')?;
    let (size, word) = note.rsplit_once(char::is_whitespace)?;
    let size = size.trim_end();
    let is_note = NOTE_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    (is_note && !size.is_empty() && !size.contains(')')).then(|| format!("{} ({size})", model.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        assert_eq!(model(name), [Run::new(Style::Dim, expected)], "{name}");
    }

    /// D40: the note about the context is shortened, any other text stays.
    #[test]
    fn d40_context_note() {
        check("Opus", "Opus");
        check("Sonnet 4.5 (1M context)", "Sonnet 4.5 (1M)");
        check("Sonnet 4.5 (1M CTX)", "Sonnet 4.5 (1M)");
        check("A (x) (200k  Context)", "A (x) (200k)");
        check("A (half a million context)", "A (half a million)");
        for name in [
            "A (context)",
            "A ( context)",
            "A (1M context) ",
            "A (1M (x) context)",
            "A (1M context window)",
            "A 1M context",
            ")",
        ] {
            check(name, name);
        }
    }

    /// D41, G9: the agent's text does not drive the terminal.
    #[test]
    fn d41_cleaned() {
        check("Op\u{1b}us]0;x\u{7} (1M\u{200b} context)\u{202e}", "Opus]0;x (1M)");
    }
}

//! The core value of the project: the first text line of its section in PROJECT.md (S-60, contract section 5).

use bstr::ByteSlice;
use cairn_text::outline::{LineClass, Outline};

/// The heading of the section, at any level.
const HEADING: &str = "Core Value";

/// The core value that PROJECT.md states: bold marks removed, blanks trimmed; `None` when the section is missing, empty or
/// holds a placeholder only.
#[must_use]
pub fn read_core_value(project: &[u8]) -> Option<String> {
    let outline = Outline::parse(project);
    let section =
        outline.find(project, |_, heading| cairn_text::caseless::same(heading.trim(), HEADING.as_bytes()))?;
    let text = outline
        .lines(project, section.direct)
        .filter(|line| line.class == LineClass::Text)
        .map(|line| line.masked().to_str_lossy().replace("**", "").trim().to_owned())
        .find(|text| !text.is_empty())?;
    let has_control =
        text.chars().any(|character| character.is_control() || character == char::REPLACEMENT_CHARACTER);
    (!has_control && !crate::template_defaults::is_placeholder(&text)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-60: one line, from the Core Value section.
    #[test]
    fn first_text_line() {
        for (project, expected) in [
            (
                "# Harbour\n\n## Core Value\n\n**Every skipper knows the water.**\n\nMore.\n",
                Some("Every skipper knows the water."),
            ),
            ("#### core value ####\n<!-- one line -->\nFast <!-- x -->\n", Some("Fast")),
            ("## Core Value\n[The one thing]\n", None),
            ("## Core Value\n\n## Next\ntext\n", None),
            ("## Core Values\ntext\n", None),
            ("## Core Value\nFast\u{7}boats\n", None),
            ("## Core Value\nFast\u{fffd}boats\n", None),
            ("", None),
        ] {
            assert_eq!(read_core_value(project.as_bytes()).as_deref(), expected, "{project}");
        }
    }
}

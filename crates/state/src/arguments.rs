//! Values that come from outside, before they are written (D7, contract section 4).

use crate::failure::Failure;

/// The value without blanks around it; refused when it holds a line break, NUL or another control character.
///
/// # Errors
///
/// `invalid_value` for `field`.
pub(crate) fn one_line<'text>(field: &str, value: &'text str) -> Result<&'text str, Failure> {
    match value.chars().find(|character| character.is_control()) {
        Some(character) => {
            let message = format!(
                "the value of `{field}` holds the control character {}; write it on one line",
                character.escape_unicode()
            );
            Err(Failure::invalid_value(field, message))
        }
        None => Ok(value.trim()),
    }
}

/// The same for a value that must not be empty.
///
/// # Errors
///
/// `invalid_value` for `field`.
pub(crate) fn one_text<'text>(field: &str, value: &'text str) -> Result<&'text str, Failure> {
    let value = one_line(field, value)?;
    if value.is_empty() {
        return Err(Failure::invalid_value(field, format!("`{field}` needs a text")));
    }
    Ok(value)
}

/// A milestone version: letters, digits, `.`, `-`, `_`, at least one of them a letter or digit (contract section 15).
///
/// # Errors
///
/// `invalid_value` for `milestone`.
pub(crate) fn version(value: &str) -> Result<&str, Failure> {
    let value = one_text("milestone", value)?;
    let is_allowed = |character: char| character.is_alphanumeric() || matches!(character, '.' | '-' | '_');
    if value.chars().all(is_allowed) && value.contains(char::is_alphanumeric) {
        return Ok(value);
    }
    let message =
        format!("`{value}` is no milestone version; use letters, digits, `.`, `-`, `_`, such as `v2.0`");
    Err(Failure::invalid_value("milestone", message))
}

/// Text of a file as one line: line breaks, with the blanks around them, become one blank (contract section 12).
#[must_use]
pub fn fold_lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D7: control characters are refused, everything else is literal.
    #[test]
    fn control_characters() {
        for value in ["a\nb", "a\0", "bell \u{7}", "tab\t", "\u{7f}", "\u{85}"] {
            assert!(one_line("x", value).is_err(), "{value:?}");
        }
        assert_eq!(one_line("x", " $1 & \\n \"now\" ").unwrap(), "$1 & \\n \"now\"");
        assert!(one_text("x", "  ").is_err());
    }

    #[test]
    fn versions() {
        for value in ["v2.0", "2026.7.7", "v2.0.0rc1", "alpha_1"] {
            assert_eq!(version(value).unwrap(), value);
        }
        for value in ["", "..", "v1 + v2", "../x", "v1/2"] {
            assert!(version(value).is_err(), "{value}");
        }
    }

    /// Section 12: a file's text is folded.
    #[test]
    fn folding() {
        assert_eq!(fold_lines("Use Rust\n  for the hook  \r\n\n\nnow\n"), "Use Rust for the hook now");
    }
}

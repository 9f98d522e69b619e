//! The name of a Spec: one safe path component (roundfix 3.1), and the number it may start with.
//!
//! A slug is compared byte for byte and never guessed, completed or normalised.

use std::fmt;

use cairn_plan::RelativePath;

/// The name of a Spec folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug {
    text: String,
    path: RelativePath,
}

/// Why a text is no slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlugError {
    /// Nothing, or blanks only.
    #[error("a blank slug")]
    Blank,
    /// `.`, `..` or `_archived`.
    #[error("a reserved name is no slug")]
    Reserved,
    /// It starts with `-` and would be taken for a flag.
    #[error("a slug does not start with `-`")]
    Flag,
    /// It holds `/` or `\`.
    #[error("a slug is one folder name, without `/` and `\\`")]
    Separator,
    /// It holds NUL or another control character.
    #[error("a slug holds no control character")]
    Control,
}

impl Slug {
    /// Takes a text as a slug.
    ///
    /// # Errors
    /// What roundfix 3.1 calls a usage error.
    pub fn new(text: &str) -> Result<Self, SlugError> {
        if text.trim().is_empty() {
            return Err(SlugError::Blank);
        }
        if matches!(text, "." | ".." | "_archived") {
            return Err(SlugError::Reserved);
        }
        if text.starts_with('-') {
            return Err(SlugError::Flag);
        }
        if text.contains(['/', '\\']) {
            return Err(SlugError::Separator);
        }
        if text.contains(char::is_control) {
            return Err(SlugError::Control);
        }
        match RelativePath::new(text) {
            Ok(path) => Ok(Self { text: text.to_owned(), path }),
            Err(_) => Err(SlugError::Reserved),
        }
    }

    /// The slug as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The slug as a path of one component.
    pub fn as_path(&self) -> &RelativePath {
        &self.path
    }

    /// The spec number: four ASCII digits at the start, followed by `-` or the end.
    pub fn number(&self) -> Option<&str> {
        let (number, rest) = self.text.split_at_checked(4)?;
        let fits =
            number.bytes().all(|byte| byte.is_ascii_digit()) && (rest.is_empty() || rest.starts_with('-'));
        fits.then_some(number)
    }

    /// What the `owner` column of the reference index must say: the slug up to its first `-`.
    pub fn owner(&self) -> &str {
        self.text.split('-').next().unwrap_or(&self.text)
    }

    /// `<slug>.md`, the file name of the Archive Record.
    pub fn record_name(&self) -> String {
        format!("{}.md", self.text)
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roundfix 3.1, A-01: only a plain folder name is a slug.
    #[test]
    fn what_is_a_slug() {
        let check =
            |text: &str, expected: Option<SlugError>| assert_eq!(Slug::new(text).err(), expected, "{text:?}");
        check("0042-sample", None);
        check("0042-計測", None);
        check("0042-it's", None);
        check("two words", None);
        check("...", None);
        check("", Some(SlugError::Blank));
        check("  ", Some(SlugError::Blank));
        check(".", Some(SlugError::Reserved));
        check("..", Some(SlugError::Reserved));
        check("_archived", Some(SlugError::Reserved));
        check("--force", Some(SlugError::Flag));
        check("0042-sample/", Some(SlugError::Separator));
        check("../specs/0042-sample", Some(SlugError::Separator));
        check("a\\b", Some(SlugError::Separator));
        check("a\0b", Some(SlugError::Control));
        check("a\u{1b}b", Some(SlugError::Control));
        check("a\u{85}b", Some(SlugError::Control));
    }

    /// A-60 (the number of the subject) and A-55 (the owner).
    #[test]
    fn number_and_owner() {
        let check = |text: &str, number: Option<&str>, owner: &str| {
            let slug = Slug::new(text).unwrap();
            assert_eq!((slug.number(), slug.owner()), (number, owner), "{text}");
        };
        check("0042-sample", Some("0042"), "0042");
        check("0042", Some("0042"), "0042");
        check("00421-x", None, "00421");
        check("0042x-y", None, "0042x");
        check("sample", None, "sample");
        check("long-name", None, "long");
        check("日本語", None, "日本語");
        check("００４２-x", None, "００４２");
    }
}

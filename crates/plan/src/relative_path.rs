//! A place below a root, named by bytes.

use bstr::ByteSlice;
use cairn_text::escape::escaped;
use std::fmt;

/// A path below a root: one or more components, `/`-separated, any bytes but NUL.
///
/// It cannot be absolute, empty, or hold an empty, `.` or `..` component, so that joining it to a root never leaves the
/// root by its text (fault kind "paths and links"). Links on the disk are the business of whoever opens it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelativePath(Vec<u8>);

/// Why bytes are no [`RelativePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathFault {
    /// No bytes at all.
    #[error("the path is empty")]
    Empty,
    /// It starts with `/`.
    #[error("the path is absolute")]
    Absolute,
    /// Two slashes in a row, or one at the end.
    #[error("the path has an empty component")]
    EmptyComponent,
    /// A component `.` or `..`.
    #[error("the path has a `.` or `..` component")]
    Dots,
    /// A NUL byte.
    #[error("the path holds a NUL byte")]
    Nul,
}

impl RelativePath {
    /// Check and take `bytes` as a path.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, PathFault> {
        let bytes = bytes.into();
        if bytes.is_empty() {
            return Err(PathFault::Empty);
        }
        if bytes.first() == Some(&b'/') {
            return Err(PathFault::Absolute);
        }
        for component in bytes.split(|byte| *byte == b'/') {
            check_component(component)?;
        }
        Ok(Self(bytes))
    }

    /// The path as bytes, components separated by `/`.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The components, outermost first; never empty.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[u8]> + '_ {
        self.0.split(|byte| *byte == b'/')
    }

    /// The last component.
    pub fn file_name(&self) -> &[u8] {
        self.0.rfind_byte(b'/').and_then(|slash| self.0.get(slash + 1..)).unwrap_or(&self.0)
    }

    /// The path without its last component; `None` when it stands directly below the root.
    pub fn parent(&self) -> Option<Self> {
        let slash = self.0.rfind_byte(b'/')?;
        self.0.get(..slash).map(|bytes| Self(bytes.to_vec()))
    }

    /// Every folder above it, outermost first: `a/b/c` gives `a`, `a/b`.
    pub fn ancestors(&self) -> impl Iterator<Item = Self> + '_ {
        let ends = self.0.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(index, _)| index);
        ends.filter_map(|end| self.0.get(..end)).map(|bytes| Self(bytes.to_vec()))
    }

    /// `self/rest`; `rest` is checked like a path of its own.
    pub fn join(&self, rest: impl AsRef<[u8]>) -> Result<Self, PathFault> {
        let rest = Self::new(rest.as_ref())?;
        let mut bytes = self.0.clone();
        bytes.push(b'/');
        bytes.extend_from_slice(&rest.0);
        Ok(Self(bytes))
    }

    /// The path below `folder`; `None` when it is `folder` itself or stands elsewhere. Compared by components, so
    /// `ab/c` is not below `a`.
    pub fn below(&self, folder: &Self) -> Option<Self> {
        let rest = self.0.strip_prefix(folder.0.as_slice())?.strip_prefix(b"/")?;
        Some(Self(rest.to_vec()))
    }

    /// Is it `folder` or something below `folder`?
    pub fn is_within(&self, folder: &Self) -> bool {
        self == folder || self.below(folder).is_some()
    }
}

fn check_component(component: &[u8]) -> Result<(), PathFault> {
    match component {
        b"" => Err(PathFault::EmptyComponent),
        b"." | b".." => Err(PathFault::Dots),
        bytes if bytes.contains(&0) => Err(PathFault::Nul),
        _ => Ok(()),
    }
}

impl TryFrom<&str> for RelativePath {
    type Error = PathFault;

    fn try_from(text: &str) -> Result<Self, PathFault> {
        Self::new(text)
    }
}

impl AsRef<[u8]> for RelativePath {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Maps and sets keyed by paths can be asked with plain bytes: order, equality and hash are those of the bytes.
impl std::borrow::Borrow<[u8]> for RelativePath {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

/// For people: what a terminal would act on as `\u{…}`, bytes that are no UTF-8 as `\xNN`, everything else as it is (G9).
impl fmt::Display for RelativePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            out.write_str(&escaped(chunk.valid()))?;
            for byte in chunk.invalid() {
                write!(out, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for RelativePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{self}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G8: nothing that could climb out of a root is a path.
    #[test]
    fn what_is_a_path() {
        let check = |text: &str, expected: Result<(), PathFault>| {
            assert_eq!(RelativePath::new(text).map(drop), expected, "{text:?}");
        };
        check("a", Ok(()));
        check("a/b.md", Ok(()));
        check("...", Ok(()));
        check(".planning/STATE.md", Ok(()));
        check("", Err(PathFault::Empty));
        check("/a", Err(PathFault::Absolute));
        check("a//b", Err(PathFault::EmptyComponent));
        check("a/", Err(PathFault::EmptyComponent));
        check("../a", Err(PathFault::Dots));
        check("a/../b", Err(PathFault::Dots));
        check("./a", Err(PathFault::Dots));
        check("a\0b", Err(PathFault::Nul));
    }

    #[test]
    fn parts() {
        let path = RelativePath::new("a/b/c.md").unwrap();
        assert_eq!(path.file_name(), b"c.md");
        assert_eq!(path.parent().unwrap().as_bytes(), b"a/b");
        assert_eq!(RelativePath::new("a").unwrap().parent(), None);
        assert_eq!(path.components().collect::<Vec<_>>(), [&b"a"[..], b"b", b"c.md"]);
        let names: Vec<_> = path.ancestors().map(|folder| folder.to_string()).collect();
        assert_eq!(names, ["a", "a/b"]);
        assert_eq!(path.parent().unwrap().join("x/y").unwrap().as_bytes(), b"a/b/x/y");
        assert_eq!(path.join("../x"), Err(PathFault::Dots));
    }

    /// Fault kind "false alarms": compared by components, never by substring.
    #[test]
    fn below_is_by_components() {
        let folder = RelativePath::new("a/b").unwrap();
        let below = |text: &str| RelativePath::new(text).unwrap().below(&folder).map(|path| path.to_string());
        assert_eq!(below("a/b/c/d"), Some("c/d".to_owned()));
        assert_eq!(below("a/bc"), None);
        assert_eq!(below("a/b"), None);
        assert!(folder.is_within(&folder));
        assert_eq!(format!("{folder:?}"), "`a/b`");
    }

    /// A set of paths is asked with bytes as they stand in a file.
    #[test]
    fn sets_are_asked_with_bytes() {
        let paths = ["a/b", "c"].map(|text| RelativePath::new(text).unwrap());
        let set = std::collections::HashSet::from(paths);
        assert!(set.contains(&b"a/b"[..]) && !set.contains(&b"a"[..]));
    }

    /// G9: what a terminal would act on is shown, not sent.
    #[test]
    fn shown_without_what_a_terminal_acts_on() {
        let check = |bytes: &[u8], expected: &str| {
            assert_eq!(RelativePath::new(bytes).unwrap().to_string(), expected);
        };
        check("日本語 é.md".as_bytes(), "日本語 é.md");
        check("e\u{301}".as_bytes(), "e\u{301}");
        check(b"it's \\ \"so\"", "it's \\ \"so\"");
        check(b"a\x1b[31m", "a\\u{1b}[31m");
        check("\u{202e}\u{200b}".as_bytes(), "\\u{202e}\\u{200b}");
        check(b"a\nb", "a\\u{a}b");
        check(b"\xff.md", "\\xff.md");
    }
}

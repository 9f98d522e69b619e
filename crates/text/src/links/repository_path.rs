//! A path in the repository, normalised by text: no link is followed, no file looked at.

use bstr::BString;

/// Components from the root of the repository, byte for byte; the root itself has none (8.4).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct RepositoryPath {
    /// Components, separated by `/`.
    text: BString,
}

impl RepositoryPath {
    /// The root of the repository.
    pub fn root() -> Self {
        Self::default()
    }

    /// `text`, read from the root; a `/` in front means the same. `None` when it leaves the repository.
    pub fn new(text: impl AsRef<[u8]>) -> Option<Self> {
        Self::root().join(text)
    }

    /// `text`, read from this path as a folder: `.` and empty components go, `..` takes one away. `None` when it leaves the
    /// repository.
    pub fn join(&self, text: impl AsRef<[u8]>) -> Option<Self> {
        let mut joined = self.text.to_vec();
        for component in text.as_ref().split(|byte| *byte == b'/') {
            match component {
                b"" | b"." => {}
                b".." => {
                    if joined.is_empty() {
                        return None;
                    }
                    joined.truncate(memchr::memrchr(b'/', &joined).unwrap_or_default());
                }
                _ => {
                    if !joined.is_empty() {
                        joined.push(b'/');
                    }
                    joined.extend_from_slice(component);
                }
            }
        }
        Some(Self { text: joined.into() })
    }

    /// Its bytes, with `/` between components; empty for the root.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Whether it is the root.
    pub fn is_root(&self) -> bool {
        self.text.is_empty()
    }

    /// Its components.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.text.split(|byte| *byte == b'/').filter(|component| !component.is_empty())
    }

    /// Its last component; empty for the root.
    pub fn name(&self) -> &[u8] {
        self.components().next_back().unwrap_or_default()
    }

    /// The folder it stands in; the root for the root.
    pub fn parent(&self) -> Self {
        let length = memchr::memrchr(b'/', &self.text).unwrap_or_default();
        Self { text: self.text.get(..length).unwrap_or_default().into() }
    }

    /// What is left below `folder`: empty for the folder itself, `None` for what does not lie in it.
    pub fn below(&self, folder: &Self) -> Option<&[u8]> {
        if folder.is_root() {
            return Some(&self.text);
        }
        let rest = self.text.strip_prefix(folder.text.as_slice())?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(b"/") }
    }

    /// The components that lead from `folder` to this path, `..` first; none from a folder to itself.
    pub(super) fn steps_from<'p>(&'p self, folder: &'p Self) -> Vec<&'p [u8]> {
        let shared =
            self.components().zip(folder.components()).take_while(|(own, other)| own == other).count();
        let up = folder.components().skip(shared).map(|_| b"..".as_slice());
        up.chain(self.components().skip(shared)).collect()
    }
}

//! Bytes that many states share: compared and told apart without being read again.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// What a file holds, or where a link leads.
#[derive(Clone)]
pub struct Content(Rc<Shared>);

#[derive(Clone)]
struct Shared {
    bytes: Vec<u8>,
    number: u64,
}

impl Content {
    /// Equal for equal bytes.
    pub(super) fn number(&self) -> u64 {
        self.0.number
    }

    /// More bytes at the end; whoever shares the old ones keeps them.
    pub(super) fn append(&mut self, more: &[u8]) {
        let shared = Rc::make_mut(&mut self.0);
        shared.bytes.extend_from_slice(more);
        shared.number = number(&shared.bytes);
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Default for Content {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        let number = number(&bytes);
        Self(Rc::new(Shared { bytes, number }))
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.number == other.0.number && self.0.bytes == other.0.bytes
    }
}

impl Eq for Content {}

impl PartialEq<[u8]> for Content {
    fn eq(&self, other: &[u8]) -> bool {
        self.0.bytes == other
    }
}

impl<const N: usize> PartialEq<[u8; N]> for Content {
    fn eq(&self, other: &[u8; N]) -> bool {
        self.0.bytes == other
    }
}

impl PartialOrd for Content {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Content {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.bytes.cmp(&other.0.bytes)
    }
}

impl Hash for Content {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        String::from_utf8_lossy(self).fmt(out)
    }
}

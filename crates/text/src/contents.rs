//! The bytes of a file, however many. What many megabytes cost is their memory: thousands of small pages, each of which the system
//! has to find, clear and take back. Large contents lie in memory of their own, in large pages where the system has them.

use memmap2::{MmapMut, MmapOptions};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// From this length on the contents lie in memory of their own. Below, the heap is as fast.
const LARGE: usize = 4 << 20;

/// Room behind large contents, so that an edit that makes them a little longer needs no other memory.
const ROOM: usize = 1 << 16;

/// Owned bytes.
pub struct Contents {
    memory: Memory,
    length: usize,
}

enum Memory {
    Heap(Vec<u8>),
    Mapped(MmapMut),
}

impl Contents {
    /// `length` bytes of zero.
    pub fn zeroed(length: usize) -> Self {
        match mapped(length) {
            Some(memory) => Self { memory: Memory::Mapped(memory), length },
            None => vec![0; length].into(),
        }
    }

    /// Shorter or longer; what comes behind the earlier end is anything.
    pub fn resize(&mut self, length: usize) {
        if let Memory::Heap(bytes) = &mut self.memory {
            bytes.resize(length, 0);
        } else if self.room() < length {
            let mut longer = Self::zeroed(length);
            if let Some(front) = longer.get_mut(..self.length) {
                front.copy_from_slice(self);
            }
            *self = longer;
        }
        self.length = length;
    }

    /// The same on the heap.
    pub fn into_vec(self) -> Vec<u8> {
        match self.memory {
            Memory::Heap(bytes) => bytes,
            Memory::Mapped(_) => self.to_vec(),
        }
    }

    fn room(&self) -> usize {
        match &self.memory {
            Memory::Heap(bytes) => bytes.len(),
            Memory::Mapped(memory) => memory.len(),
        }
    }
}

/// Memory of its own for so many bytes and some room; `None` for few of them, or when the system has none to give.
fn mapped(length: usize) -> Option<MmapMut> {
    if length < LARGE {
        return None;
    }
    let memory = MmapOptions::new().len(length.checked_add(ROOM)?).map_anon().ok()?;
    #[cfg(target_os = "linux")]
    let _else_in_small_ones = memory.advise(memmap2::Advice::HugePage);
    Some(memory)
}

impl Deref for Contents {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let all: &[u8] = match &self.memory {
            Memory::Heap(bytes) => bytes,
            Memory::Mapped(memory) => memory,
        };
        all.get(..self.length).unwrap_or(all)
    }
}

impl DerefMut for Contents {
    fn deref_mut(&mut self) -> &mut [u8] {
        let all: &mut [u8] = match &mut self.memory {
            Memory::Heap(bytes) => bytes,
            Memory::Mapped(memory) => memory,
        };
        let length = self.length.min(all.len());
        all.split_at_mut(length).0
    }
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len(), memory: Memory::Heap(bytes) }
    }
}

impl From<Contents> for Vec<u8> {
    fn from(contents: Contents) -> Self {
        contents.into_vec()
    }
}

impl From<&[u8]> for Contents {
    fn from(bytes: &[u8]) -> Self {
        let mut contents = Self::zeroed(bytes.len());
        contents.copy_from_slice(bytes);
        contents
    }
}

impl Default for Contents {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl Clone for Contents {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Contents {}

impl fmt::Debug for Contents {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", bstr::BStr::new(&**self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|place| u8::try_from(place % 251).unwrap()).collect()
    }

    /// G10: the bytes are the same wherever they lie, and growing and shrinking keeps those in front.
    #[test]
    fn bytes_stay_the_same_wherever_they_lie() {
        for length in [0, 10, LARGE - 1, LARGE, LARGE + 5] {
            let expected = bytes(length);
            let mut contents = Contents::from(expected.as_slice());
            assert_eq!(matches!(contents.memory, Memory::Mapped(_)), length >= LARGE);
            assert!(*contents == *expected && contents == Contents::from(expected.clone()));
            assert!(Vec::from(contents.clone()) == expected);
            for longer in [length + 1, length + ROOM, length + 2 * ROOM, length + 5 * ROOM] {
                contents.resize(longer);
                assert_eq!(contents.len(), longer);
                assert!(contents[..length] == *expected);
            }
            contents.resize(length / 2);
            assert!(*contents == expected[..length / 2]);
        }
    }

    #[test]
    fn zeroed_is_zeroed() {
        for length in [0, 3, LARGE] {
            let contents = Contents::zeroed(length);
            assert!(contents.len() == length && contents.iter().all(|byte| *byte == 0));
        }
        assert!(Contents::default().is_empty());
        assert_ne!(Contents::default(), Contents::from(vec![0]));
        assert_eq!(format!("{:?}", Contents::from(b"a\n".as_slice())), r#""a\n""#);
    }
}

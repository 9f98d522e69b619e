//! The identity of a file's bytes.

use sha2::{Digest, Sha256};
use std::fmt;

/// SHA-256 of a file's bytes; shown and read as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 hexadecimal digits")]
pub struct NotAHash;

impl ContentHash {
    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Read what [`fmt::Display`] writes (upper case too).
    pub fn parse(text: &str) -> Result<Self, NotAHash> {
        let mut digits = text.chars().map(|character| character.to_digit(16));
        let mut bytes = [0; 32];
        for byte in &mut bytes {
            let high = digits.next().flatten().ok_or(NotAHash)?;
            let low = digits.next().flatten().ok_or(NotAHash)?;
            *byte = u8::try_from(high * 16 + low).map_err(|_| NotAHash)?;
        }
        if digits.next().is_some() { Err(NotAHash) } else { Ok(Self(bytes)) }
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(6).try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

/// Hashes bytes that arrive in pieces.
#[derive(Clone, Debug, Default)]
pub struct ContentHasher(Sha256);

impl ContentHasher {
    /// Nothing hashed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next piece.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all pieces.
    pub fn finish(self) -> ContentHash {
        ContentHash(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_hash_and_round_trip() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(ContentHash::of(b"").to_string(), empty);
        assert_eq!(ContentHash::parse(empty), Ok(ContentHash::of(b"")));
        let mut pieces = ContentHasher::new();
        pieces.update(b"ab");
        pieces.update(b"c");
        assert_eq!(pieces.finish(), ContentHash::of(b"abc"));
        assert_eq!(format!("{:?}", ContentHash::of(b"")), "e3b0c44298fc");
    }

    #[test]
    fn what_is_no_hash() {
        for text in ["", "e3", &"g".repeat(64), &"0".repeat(63), &"0".repeat(65)] {
            assert_eq!(ContentHash::parse(text), Err(NotAHash), "{text}");
        }
    }
}

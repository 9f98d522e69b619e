//! Names of objects, as hexadecimal digits.

use std::fmt;

/// The hash function of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectFormat {
    /// 40 digits.
    Sha1,
    /// 64 digits.
    Sha256,
}

/// The full name of an object: 40 or 64 lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(String);

impl ObjectId {
    /// Takes `text` as a full object name; capital digits are accepted and made small, an abbreviation is not.
    #[must_use]
    pub fn parse(text: impl AsRef<[u8]>) -> Option<Self> {
        let bytes = text.as_ref();
        let digits = matches!(bytes.len(), 40 | 64) && bytes.iter().all(u8::is_ascii_hexdigit);
        let text = std::str::from_utf8(bytes).ok().filter(|_| digits)?;
        Some(Self(text.to_ascii_lowercase()))
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first twelve digits, for people.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..12).unwrap_or(&self.0)
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ObjectId({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(ObjectId::parse(text).as_ref().map(ObjectId::as_str), expected, "{text}");
    }

    #[test]
    fn only_full_names_are_names() {
        let sha1 = "5f0e1d2c3b4a59687766554433221100ffeeddcc";
        check(sha1, Some(sha1));
        check(&sha1.to_uppercase(), Some(sha1));
        check(&format!("{sha1}5f0e1d2c3b4a59687766ffff"), Some(&format!("{sha1}5f0e1d2c3b4a59687766ffff")));
        check(&sha1[..39], None);
        check(&format!("{sha1}0"), None);
        check("HEAD", None);
        check("-f0e1d2c3b4a59687766554433221100ffeeddcc", None);
    }
}

//! The filter in front of the scan: whether a document can cite a folder at all.

use super::repository_path::RepositoryPath;
use super::spelling::{character_reference, hex};
use memchr::memmem;

/// Names of folders to look for. Whoever cites a folder from outside of it writes its name; so a document without the name costs a
/// search for bytes, and no scan.
#[derive(Debug)]
pub struct Mentions {
    names: Vec<memmem::Finder<'static>>,
    /// Which bytes occur in the names: a document may spell one of them as `%2D`, `\-` or `&#45;`.
    bytes: Vec<bool>,
}

impl Mentions {
    /// Mentions of the folders at `paths`.
    pub fn of<'p>(paths: impl IntoIterator<Item = &'p RepositoryPath>) -> Self {
        let mut mentions = Self { names: Vec::new(), bytes: vec![false; 256] };
        for path in paths {
            let name = path.name();
            mentions.names.push(memmem::Finder::new(name).into_owned());
            for byte in name {
                if let Some(occurs) = mentions.bytes.get_mut(usize::from(*byte)) {
                    *occurs = true;
                }
            }
        }
        mentions
    }

    /// Whether `document` has to be scanned: it holds a name, or spells a byte of one in another way.
    pub fn may_be_in(&self, document: &[u8]) -> bool {
        self.names.iter().any(|name| name.find(document).is_some())
            || memchr::memchr3_iter(b'%', b'\\', b'&', document)
                .any(|at| self.is_spelled_otherwise(document.get(at..)))
    }

    fn is_spelled_otherwise(&self, text: Option<&[u8]>) -> bool {
        match text {
            Some([b'%', high, low, ..]) => hex([*high, *low]).is_some_and(|byte| self.occurs(byte)),
            Some([b'\\', byte, ..]) => byte.is_ascii_punctuation() && self.occurs(*byte),
            Some(text @ [b'&', ..]) => character_reference(text).is_some_and(|(character, _)| {
                character.encode_utf8(&mut [0; 4]).bytes().any(|byte| self.occurs(byte))
            }),
            _ => false,
        }
    }

    fn occurs(&self, byte: u8) -> bool {
        self.bytes.get(usize::from(byte)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// no document that cites is passed over, however it spells the name.
    #[test]
    fn a_10_mentions() {
        let path = RepositoryPath::new("docs/specs/0042-sample").unwrap();
        let mentions = Mentions::of([&path]);
        for (document, expected) in [
            ("[x](specs/0042-sample/_prd.md)", true),
            ("[x](specs/0042%2dsample/_prd.md)", true),
            ("[x](specs/0042\\-sample/_prd.md)", true),
            ("[x](specs/0042&#45;sample/_prd.md)", true),
            ("[x](specs/%30042-%73ample/_prd.md)", true),
            ("100 %, my%20notes.md, a\\*b, R&amp;D, 0042", false),
            ("", false),
        ] {
            assert_eq!(mentions.may_be_in(document.as_bytes()), expected, "{document:?}");
        }
        let other = RepositoryPath::new("docs/R&D's").unwrap();
        let mentions = Mentions::of([&path, &other]);
        for (document, expected) in [
            ("[x](R&amp;D's/x.md)", true),
            ("[x](<R&D&apos;s/x.md>)", true),
            ("[x](R&D&#x27;s/x.md)", true),
            ("&lt;, &#60;, &x;, &", false),
        ] {
            assert_eq!(mentions.may_be_in(document.as_bytes()), expected, "{document:?}");
        }
    }
}

//! What `init` found before it wrote: kept outside the project's files, so that `--remove` gives it back exactly (cairn 5, G7).

use std::fmt::Write as _;

use bstr::ByteSlice;
use cairn_plan::ContentHash;
use serde::{Deserialize, Serialize};

use super::Part;

/// The name of the file in the vault's home.
pub(crate) const FILE: &str = "init.json";

/// Everything that is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Of every file that an `init` that wrote something was about.
    pub files: Vec<KeptFile>,
    /// Folders that `init` made.
    pub folders: Vec<KeptFolder>,
    /// Keys of the clone's configuration that `init` set.
    pub configuration: Vec<KeptSetting>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFile {
    /// For which part.
    pub part: Part,
    /// The file as output calls it: from the root, or absolute.
    pub target: String,
    /// What `init` found; null when there was no file.
    pub found: Option<Content>,
    /// The hash of what it wrote; null when it left the file as it was.
    pub wrote: Option<String>,
}

/// A folder that was not there before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFolder {
    /// For which part.
    pub part: Part,
    /// The folder as output calls it.
    pub target: String,
}

/// A key of the clone's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSetting {
    /// The key.
    pub key: String,
    /// Its value before; null when it was not set.
    pub found: Option<Content>,
    /// The value that was set.
    pub wrote: String,
}

/// Bytes, readable where they are text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// UTF-8.
    Text(String),
    /// Anything else, two digits a byte.
    Hex(String),
}

impl Content {
    /// Keeps `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        match bytes.to_str() {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Hex(bytes.iter().fold(String::new(), |mut hex, byte| {
                // Writing to a string does not fail.
                let _ = write!(hex, "{byte:02x}");
                hex
            })),
        }
    }

    /// The bytes; `None` when they were damaged.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.clone().into_bytes()),
            Self::Hex(hex) => {
                let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
                pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
            }
        }
    }
}

impl Kept {
    /// Reads the file; `None` when it cannot be understood, which is as if nothing were kept.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// The file's content.
    pub fn written(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// Nothing is kept.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is known of a file.
    pub fn file(&self, part: Part, target: &str) -> Option<&KeptFile> {
        self.files.iter().find(|file| file.part == part && file.target == target)
    }

    /// The files of a part.
    pub fn files_of(&self, part: Part) -> impl Iterator<Item = &KeptFile> {
        self.files.iter().filter(move |file| file.part == part)
    }

    pub(super) fn put_file(&mut self, file: KeptFile) {
        self.files.retain(|other| (other.part, &other.target) != (file.part, &file.target));
        self.files.push(file);
    }

    pub(super) fn put_setting(&mut self, setting: KeptSetting) {
        self.configuration.retain(|other| other.key != setting.key);
        self.configuration.push(setting);
    }

    /// Forgets a part.
    pub(super) fn forget(&mut self, part: Part) {
        self.files.retain(|file| file.part != part);
        self.folders.retain(|folder| folder.part != part);
        if part == Part::Git {
            self.configuration.clear();
        }
    }
}

impl KeptFile {
    /// Whether `bytes` are what `init` wrote.
    pub fn is_as_written(&self, bytes: &[u8]) -> bool {
        self.wrote.as_deref() == Some(ContentHash::of(bytes).to_string().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G7: any bytes survive being kept.
    #[test]
    fn any_bytes() {
        for bytes in [&b"a\r\n\"\\"[..], b"\xff\x00", b"", "ä\u{1b}".as_bytes()] {
            let file = KeptFile {
                part: Part::Git,
                target: ".gitattributes".into(),
                found: Some(Content::of(bytes)),
                wrote: None,
            };
            let kept = Kept { files: vec![file], ..Kept::default() };
            let read = Kept::read(&kept.written()).unwrap();
            assert_eq!(read, kept);
            assert_eq!(read.files[0].found.as_ref().and_then(Content::bytes).unwrap(), bytes);
        }
        assert_eq!(Kept::read(b"{"), None);
        assert_eq!(Content::Hex("zz".into()).bytes(), None);
    }
}

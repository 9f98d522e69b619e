//! Steps as bytes on the disk: a line that says how long and which hash, a JSON part for the facts, a part with the
//! contents. What does not read back exactly is no record.

use super::{Content, EntryState, FileState, Patch, Step, TreeEntry};
use crate::fs::Identity;
use cairn_plan::{ContentHash, FileMode, RelativePath};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;

/// First word of every record; the number is the version of the format.
const MAGIC: &str = "cairn-record 1";

/// `facts` and `steps` as one self-checking piece.
pub(crate) fn encode<T: Serialize>(facts: &T, steps: &[Step]) -> serde_json::Result<Vec<u8>> {
    let mut contents = Contents::default();
    let steps = steps.iter().map(|step| contents.store_step(step)).collect();
    let mut body = serde_json::to_vec(&StoredRecord { facts, steps })?;
    let facts_length = body.len();
    body.append(&mut contents.0);
    let mut out = format!("{MAGIC} {facts_length} {} {}\n", body.len(), ContentHash::of(&body)).into_bytes();
    out.append(&mut body);
    Ok(out)
}

/// Read what [`encode`] wrote; `None` for anything else, cut short or changed included.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, Vec<Step>)> {
    let newline = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, body) = bytes.split_at_checked(newline)?;
    let body = body.get(1..)?;
    let mut words = std::str::from_utf8(line).ok()?.strip_prefix(MAGIC)?.split_ascii_whitespace();
    let facts_length: usize = words.next()?.parse().ok()?;
    let length: usize = words.next()?.parse().ok()?;
    let hash = ContentHash::parse(words.next()?).ok()?;
    if body.len() != length || ContentHash::of(body) != hash {
        return None;
    }
    let (facts, contents) = body.split_at_checked(facts_length)?;
    let record: StoredRecord<T> = serde_json::from_slice(facts).ok()?;
    let steps = record.steps.into_iter().map(|step| step.load(contents)).collect::<Option<_>>()?;
    Some((record.facts, steps))
}

#[derive(Serialize, Deserialize)]
struct StoredRecord<T> {
    facts: T,
    steps: Vec<StoredStep>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum StoredStep {
    File { path: Text, before: Option<StoredFile>, after: Option<StoredFile>, patch: Option<Span> },
    Link { path: Text, before: Option<Text>, after: Option<Text> },
    Move { from: Text, to: Text, identity: Option<(u64, u64)>, entries: Vec<StoredEntry> },
    Tree { path: Text, appears: bool, entries: Vec<StoredEntry> },
    Folder { path: Text, appears: bool },
}

#[derive(Serialize, Deserialize)]
struct StoredEntry {
    path: Text,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    file: Option<StoredFile>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    link: Option<Text>,
}

#[derive(Serialize, Deserialize)]
struct StoredFile {
    hash: String,
    mode: StoredMode,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    bytes: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    git: Option<(String, Text)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredMode {
    Plain,
    Executable,
    Exact(u32),
}

/// Start and length within the contents.
type Span = (usize, usize);

/// Bytes that are nearly always text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Text {
    Utf8(String),
    Bytes { bytes: Vec<u8> },
}

impl Text {
    fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Utf8(text.to_owned()),
            Err(_) => Self::Bytes { bytes: bytes.to_vec() },
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Utf8(text) => text.into_bytes(),
            Self::Bytes { bytes } => bytes,
        }
    }

    fn path(self) -> Option<RelativePath> {
        RelativePath::new(self.into_bytes()).ok()
    }
}

/// The second part of a record while it grows.
#[derive(Default)]
struct Contents(Vec<u8>);

impl Contents {
    fn store(&mut self, bytes: &[u8]) -> Span {
        let start = self.0.len();
        self.0.extend_from_slice(bytes);
        (start, bytes.len())
    }

    fn store_step(&mut self, step: &Step) -> StoredStep {
        let path = |path: &RelativePath| Text::of(path.as_bytes());
        let link = |target: &Option<Vec<u8>>| target.as_deref().map(Text::of);
        match step {
            Step::File { path: at, before, after, patch } => StoredStep::File {
                path: path(at),
                before: before.as_ref().map(|state| self.store_file(state)),
                after: after.as_ref().map(|state| self.store_file(state)),
                patch: patch.as_ref().map(|patch| self.store(&patch.encode())),
            },
            Step::Link { path: at, before, after } => {
                StoredStep::Link { path: path(at), before: link(before), after: link(after) }
            }
            Step::Move { from, to, identity, entries } => StoredStep::Move {
                from: path(from),
                to: path(to),
                identity: identity.map(|identity| (identity.device, identity.number)),
                entries: self.store_entries(entries),
            },
            Step::Tree { path: at, appears, entries } => {
                StoredStep::Tree { path: path(at), appears: *appears, entries: self.store_entries(entries) }
            }
            Step::Folder { path: at, appears } => StoredStep::Folder { path: path(at), appears: *appears },
        }
    }

    fn store_entries(&mut self, entries: &[TreeEntry]) -> Vec<StoredEntry> {
        let stored = entries.iter().map(|entry| {
            let (file, link) = match &entry.state {
                EntryState::File(state) => (Some(self.store_file(state)), None),
                EntryState::Link(target) => (None, Some(Text::of(target))),
                EntryState::Folder => (None, None),
            };
            StoredEntry { path: Text::of(entry.path.as_bytes()), file, link }
        });
        stored.collect()
    }

    fn store_file(&mut self, state: &FileState) -> StoredFile {
        let (bytes, git) = match &state.content {
            Content::Bytes(bytes) => (Some(self.store(bytes)), None),
            Content::Git { revision, path } => (None, Some((revision.clone(), Text::of(path.as_bytes())))),
            Content::Elsewhere => (None, None),
        };
        let mode = match state.mode {
            FileMode::Plain => StoredMode::Plain,
            FileMode::Executable => StoredMode::Executable,
            FileMode::Exact(bits) => StoredMode::Exact(bits),
        };
        StoredFile { hash: state.hash.to_string(), mode, bytes, git }
    }
}

impl StoredStep {
    fn load(self, contents: &[u8]) -> Option<Step> {
        let load = |file: Option<StoredFile>| match file {
            None => Some(None),
            Some(file) => file.load(contents).map(Some),
        };
        Some(match self {
            Self::File { path, before, after, patch } => Step::File {
                path: path.path()?,
                before: load(before)?,
                after: load(after)?,
                patch: match patch {
                    None => None,
                    Some(span) => Some(Patch::decode(slice(contents, span)?)?),
                },
            },
            Self::Link { path, before, after } => Step::Link {
                path: path.path()?,
                before: before.map(Text::into_bytes),
                after: after.map(Text::into_bytes),
            },
            Self::Move { from, to, identity, entries } => Step::Move {
                from: from.path()?,
                to: to.path()?,
                identity: identity.map(|(device, number)| Identity { device, number }),
                entries: load_entries(entries, contents)?,
            },
            Self::Tree { path, appears, entries } => {
                Step::Tree { path: path.path()?, appears, entries: load_entries(entries, contents)? }
            }
            Self::Folder { path, appears } => Step::Folder { path: path.path()?, appears },
        })
    }
}

fn load_entries(entries: Vec<StoredEntry>, contents: &[u8]) -> Option<Vec<TreeEntry>> {
    let loaded = entries.into_iter().map(|entry| {
        let state = match (entry.file, entry.link) {
            (Some(file), _) => EntryState::File(file.load(contents)?),
            (None, Some(target)) => EntryState::Link(target.into_bytes()),
            (None, None) => EntryState::Folder,
        };
        Some(TreeEntry { path: entry.path.path()?, state })
    });
    loaded.collect()
}

impl StoredFile {
    fn load(self, contents: &[u8]) -> Option<FileState> {
        let content = match (self.bytes, self.git) {
            (Some(span), _) => Content::Bytes(Arc::from(slice(contents, span)?)),
            (None, Some((revision, path))) => Content::Git { revision, path: path.path()? },
            (None, None) => Content::Elsewhere,
        };
        let mode = match self.mode {
            StoredMode::Plain => FileMode::Plain,
            StoredMode::Executable => FileMode::Executable,
            StoredMode::Exact(bits) => FileMode::Exact(bits),
        };
        Some(FileState { hash: ContentHash::parse(&self.hash).ok()?, mode, content })
    }
}

fn slice(contents: &[u8], (start, length): Span) -> Option<&[u8]> {
    contents.get(start..start.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(bytes: &[u8]) -> RelativePath {
        RelativePath::new(bytes).unwrap()
    }

    fn every_kind() -> Vec<Step> {
        let file = |bytes: &[u8]| FileState::new(bytes, FileMode::Exact(0o640));
        let in_git = FileState {
            hash: ContentHash::of(b"g"),
            mode: FileMode::Executable,
            content: Content::Git { revision: "5f0e".into(), path: path(b"docs/a") },
        };
        let entries = vec![
            TreeEntry { path: path(b"qa"), state: EntryState::Folder },
            TreeEntry { path: path(b"qa/\xff"), state: EntryState::File(in_git) },
            TreeEntry { path: path(b"l"), state: EntryState::Link(b"../\xfe".to_vec()) },
        ];
        vec![
            Step::File { path: path(b"a"), before: None, after: Some(file(b"one")), patch: None },
            Step::rewritten(path(b"b"), b"one\n", b"two\n", 0o644),
            Step::Link { path: path(b"l"), before: Some(b"x".to_vec()), after: None },
            Step::Move {
                from: path(b"p/6"),
                to: path(b"p/5"),
                identity: Some(Identity { device: 1, number: 2 }),
                entries: entries.clone(),
            },
            Step::Tree { path: path(b"s"), appears: false, entries },
            Step::Folder { path: path(b"f"), appears: true },
        ]
    }

    #[test]
    fn round_trip() {
        let steps = every_kind();
        let bytes = encode(&"facts", &steps).unwrap();
        assert_eq!(decode::<String>(&bytes), Some(("facts".to_owned(), steps.clone())));
        let back: Vec<Step> = steps.iter().map(|step| step.inverse().inverse()).collect();
        assert_eq!(back, steps);
    }

    /// Corrupt and foreign files are no record, and never a panic.
    #[test]
    fn anything_else_is_no_record() {
        let bytes = encode(&"facts", &every_kind()).unwrap();
        for cut in 0..bytes.len() {
            assert_eq!(decode::<String>(&bytes[..cut]), None);
        }
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x20;
            let _no_panic = decode::<String>(&changed);
        }
        assert_eq!(decode::<String>(b""), None);
        assert_eq!(decode::<String>(b"cairn-record 1 99999999999999999999 1 x\n"), None);
        assert_eq!(decode::<String>(&[0; 4096]), None);
    }
}

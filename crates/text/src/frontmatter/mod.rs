//! Frontmatter: the block of keys and values at the start of a document (section 6).
//!
//! Real files are no valid YAML (`stopped_at: Phase 4: done`), and they must keep their bytes, so this is a line grammar of its
//! own (D11): every part of an entry is a span, one odd line never costs another line, and a change is a patch of exactly what it
//! names (D12). Types are the reader's business: every scalar is text. The canonical order of keys is passed in.

mod absorbed;
mod block;
mod block_text;
mod change;
mod edit;
mod entry;
mod flow;
mod parse;
mod problem;
mod rows;
mod scalar;
mod stray;
#[cfg(test)]
mod tests;
mod value;
mod written;

pub use block::{Block, body_start};
pub use change::Change;
pub use edit::EditError;
pub use entry::{Content, Entry, Item, Style};
pub use problem::{Problem, ProblemKind};
pub use value::Value;
pub use written::{NewValue, double_quoted, is_plain};

/// How deep lists and maps may stand inside each other; what lies deeper is read as text. Real files have three levels.
const MAX_DEPTH: usize = 32;

/// The frontmatter of one document. All spans point into the source that was parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontmatter {
    block: Option<Block>,
    entries: Vec<Entry>,
    problems: Vec<Problem>,
}

impl Frontmatter {
    /// Reads the block at the start of `source`. Never fails; linear.
    pub fn parse(source: &[u8]) -> Self {
        let block = Block::locate(source).filter(|block| block.closing.is_some());
        let Some(block) = block else {
            return Self { problems: stray::without_block(source).into_iter().collect(), ..Self::default() };
        };
        let (entries, mut problems) = parse::parse(source, block.content);
        problems.extend(stray::second_block(source, &block));
        Self { block: Some(block), entries, problems }
    }

    /// Where the block stands; `None` when there is none, or it is not closed.
    pub fn block(&self) -> Option<&Block> {
        self.block.as_ref()
    }

    /// All entries at the top, in the order of the file, also those that a later one of the same key beats.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is wrong with the block, in the order of the file.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The first problem for which the file must not be written (`frontmatter_unparseable`).
    pub fn refusal(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.is_blocking())
    }

    /// The entry at `path`, keys joined by dots. A key that itself holds dots is tried first; of several the last wins.
    pub fn entry(&self, path: &str) -> Option<&Entry> {
        entry::find(&self.entries, path)
    }

    /// The value at `path`; `None` when the key is absent.
    pub fn value(&self, path: &str) -> Option<Value> {
        self.entry(path).map(Entry::value)
    }

    /// The text of the scalar at `path`; `None` when it is absent, null, a list or a map.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.entry(path).and_then(Entry::text)
    }

    /// The text or list that would have to become a map, and be lost, if a key were added at `path`, with its own path. `None` when
    /// the key is there, or there is a place for it.
    pub fn in_the_way(&self, path: &str) -> Option<(String, &Entry)> {
        change::in_the_way(&self.entries, path)
    }

    /// All of it as one map.
    pub fn to_value(&self) -> Value {
        entry::map_value(&self.entries)
    }
}

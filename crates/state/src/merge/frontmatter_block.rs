//! The frontmatter block of one side as entries with all their lines, and the lines above each (contract 6.4).

use std::collections::HashMap;

use cairn_text::Span;
use cairn_text::frontmatter::{Entry, Style};

use super::text::lines_of;
use crate::document::StateDocument;
use crate::schema::{Key, PROGRESS, key_named};

/// Entries of one level.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryBlock<'t> {
    pub(super) entries: Vec<BlockEntry<'t>>,
    /// Comments and blank lines behind the last entry.
    pub(super) tail: Vec<&'t [u8]>,
}

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct BlockEntry<'t> {
    /// Its name, one spelling for the version key; the n-th of equal ones.
    pub(super) key: String,
    pub(super) name: String,
    /// Comments and blank lines above it.
    pub(super) above: Vec<&'t [u8]>,
    pub(super) lines: Vec<&'t [u8]>,
    /// The entries below it, of the map `progress` written line by line.
    pub(super) children: Option<EntryBlock<'t>>,
    /// The entry as it was read.
    pub(super) entry: Entry,
}

impl<'t> EntryBlock<'t> {
    /// The block of a document; `None` when it has none.
    pub(super) fn of(document: &StateDocument<'t>) -> Option<Self> {
        let frontmatter = document.frontmatter();
        let block = frontmatter.block()?;
        Some(Self::read(document.source(), block.content, frontmatter.entries(), ""))
    }

    fn read(source: &'t [u8], content: Span, entries: &[Entry], path: &str) -> Self {
        let mut block = Self::default();
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut done = content.start;
        for entry in entries {
            let above = lines_of(Span::new(done, entry.span.start).of(source));
            let dotted = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
            let is_version = key_named(&dotted) == Some(Key::Version);
            let name = if is_version { Key::Version.name().to_owned() } else { dotted };
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            let is_map = name == PROGRESS && entry.style == Style::BlockMap;
            block.entries.push(BlockEntry {
                key: format!("{name}#{count}"),
                above,
                lines: lines_of(entry.span.of(source)),
                children: is_map.then(|| {
                    let below = Span::new(entry.below.start, entry.span.end);
                    Self::read(source, below, entry.children(), PROGRESS)
                }),
                name,
                entry: entry.clone(),
            });
            done = entry.span.end;
        }
        block.tail = lines_of(Span::new(done, content.end).of(source));
        block
    }

    /// Every line that is no entry and not blank.
    pub(super) fn notes(&self) -> impl Iterator<Item = &'t [u8]> + '_ {
        let above = self.entries.iter().flat_map(|entry| entry.above.iter().copied());
        above.chain(self.tail.iter().copied()).filter(|line| !super::text::is_blank(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.4: an entry is known by its name and which of that name it is; of `progress` written line by line the entries below.
    #[test]
    fn keys_and_children() {
        let check = |text: &str, expected: &[(&str, bool)]| {
            let block = EntryBlock::of(&StateDocument::parse(text.as_bytes())).unwrap();
            let found: Vec<_> =
                block.entries.iter().map(|entry| (entry.key.as_str(), entry.children.is_some())).collect();
            assert_eq!(found, expected);
        };
        check(
            "---\na: 1\nb:\n  c: 1\nprogress:\n  percent: 1\n---\n",
            &[("a#1", false), ("b#1", false), ("progress#1", true)],
        );
        check("---\nprogress: {percent: 1}\n---\n", &[("progress#1", false)]);
    }
}

//! The difference between two contents of one file, compact, usable both ways.

use std::collections::HashMap;

/// Splices in order: what stood there, what stands there now. Built in linear time and space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patch(Vec<Splice>);

/// `removed` at byte `at` of the old content became `inserted`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Splice {
    at: usize,
    removed: Vec<u8>,
    inserted: Vec<u8>,
}

/// Lines looked at on each side in search of the next common line, to begin with: most changes are of a line or two.
const FIRST_WINDOW: usize = 16;

/// A line this long is common by more than chance; shorter ones (blank, `---`) need the next line to agree as well.
const TELLING_LENGTH: usize = 16;

impl Patch {
    /// What turns `before` into `after`.
    pub(crate) fn between(before: &[u8], after: &[u8]) -> Self {
        let start = line_start(before, common_prefix(before, after));
        let (before_rest, after_rest) = (tail(before, start), tail(after, start));
        let end = common_suffix(before_rest, after_rest);
        let before_end = before.len() - end;
        let after_end = after.len() - end;
        let mut search = Search {
            before: before.get(..before_end).unwrap_or(before),
            after: after.get(..after_end).unwrap_or(after),
            at: start,
            to: start,
            splices: Vec::new(),
        };
        search.run();
        Self(search.splices)
    }

    /// The new content, from the old one; `None` when the patch is for another content.
    pub(crate) fn forward(&self, before: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(before.len());
        let mut at = 0;
        for splice in &self.0 {
            out.extend_from_slice(before.get(at..splice.at)?);
            at = splice.at + splice.removed.len();
            if before.get(splice.at..at)? != splice.removed.as_slice() {
                return None;
            }
            out.extend_from_slice(&splice.inserted);
        }
        out.extend_from_slice(before.get(at..)?);
        Some(out)
    }

    /// The other way: what [`Self::forward`] undoes.
    pub(crate) fn inverse(&self) -> Self {
        let (mut grown, mut shrunk) = (0_usize, 0_usize);
        let splices = self.0.iter().map(|splice| {
            let at = (splice.at + grown).saturating_sub(shrunk);
            grown += splice.inserted.len();
            shrunk += splice.removed.len();
            Splice { at, removed: splice.inserted.clone(), inserted: splice.removed.clone() }
        });
        Self(splices.collect())
    }

    /// As bytes: for each splice three numbers of eight bytes, then its two contents.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for splice in &self.0 {
            for number in [splice.at, splice.removed.len(), splice.inserted.len()] {
                out.extend_from_slice(&u64::try_from(number).unwrap_or(u64::MAX).to_le_bytes());
            }
            out.extend_from_slice(&splice.removed);
            out.extend_from_slice(&splice.inserted);
        }
        out
    }

    /// Read what [`Self::encode`] wrote; `None` for anything else.
    pub(crate) fn decode(mut bytes: &[u8]) -> Option<Self> {
        let mut splices = Vec::new();
        while !bytes.is_empty() {
            let at = number(&mut bytes)?;
            let (removed, inserted) = (number(&mut bytes)?, number(&mut bytes)?);
            let (removed, rest) = bytes.split_at_checked(removed)?;
            let (inserted, rest) = rest.split_at_checked(inserted)?;
            splices.push(Splice { at, removed: removed.to_vec(), inserted: inserted.to_vec() });
            bytes = rest;
        }
        Some(Self(splices))
    }
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    usize::try_from(u64::from_le_bytes(*first)).ok()
}

/// A search for splices under way; everything before `at` and `to` is settled.
struct Search<'bytes> {
    before: &'bytes [u8],
    after: &'bytes [u8],
    at: usize,
    to: usize,
    splices: Vec<Splice>,
}

impl Search<'_> {
    fn run(&mut self) {
        loop {
            let (before, after) = (tail(self.before, self.at), tail(self.after, self.to));
            let same = common_prefix(before, after);
            if same == before.len() || same == after.len() {
                self.at += same;
                self.to += same;
                self.splice(self.before.len(), self.after.len());
                return;
            }
            let same = line_start(before, same);
            self.at += same;
            self.to += same;
            let (at, to) = self.next_common();
            self.splice(at, to);
        }
    }

    fn splice(&mut self, at: usize, to: usize) {
        let removed = self.before.get(self.at..at).unwrap_or_default();
        let inserted = self.after.get(self.to..to).unwrap_or_default();
        if !(removed.is_empty() && inserted.is_empty()) {
            self.splices.push(Splice { at: self.at, removed: removed.to_vec(), inserted: inserted.to_vec() });
        }
        (self.at, self.to) = (at, to);
    }

    /// Where both sides agree again. The window grows by four until it holds everything; as what it did not find lies
    /// outside the smaller window, all windows together stay linear.
    fn next_common(&self) -> (usize, usize) {
        let (before, after) = (tail(self.before, self.at), tail(self.after, self.to));
        let mut window = FIRST_WINDOW;
        loop {
            let (old, old_whole) = lines(before, window);
            let (new, new_whole) = lines(after, window);
            if let Some((at, to)) = first_common(&old, &new) {
                return (self.at + at, self.to + to);
            }
            if old_whole && new_whole {
                return (self.before.len(), self.after.len());
            }
            window = window.saturating_mul(4);
        }
    }
}

type Line<'bytes> = (usize, &'bytes [u8]);

fn first_common<'bytes>(old: &[Line<'bytes>], new: &[Line<'bytes>]) -> Option<(usize, usize)> {
    let mut places: HashMap<&[u8], usize> = HashMap::with_capacity(old.len());
    for (index, (_, line)) in old.iter().enumerate() {
        places.entry(line).or_insert(index);
    }
    new.iter().enumerate().find_map(|(to, (to_start, line))| {
        let at = *places.get(line)?;
        let (at_start, _) = old.get(at)?;
        let next = |lines: &[Line<'bytes>], index: usize| lines.get(index + 1).map(|(_, line)| *line);
        let telling = line.len() >= TELLING_LENGTH || next(old, at) == next(new, to);
        telling.then_some((*at_start, *to_start))
    })
}

/// The first `most` lines with where they start, and whether that was all.
fn lines(bytes: &[u8], most: usize) -> (Vec<Line<'_>>, bool) {
    let mut start = 0;
    let mut found = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n').take(most) {
        found.push((start, line));
        start += line.len();
    }
    (found, start == bytes.len())
}

fn tail(bytes: &[u8], from: usize) -> &[u8] {
    bytes.get(from..).unwrap_or_default()
}

/// A block is compared as fast as memory allows; the last few bytes one by one.
const BLOCKS: [usize; 3] = [4096, 64, 1];

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    BLOCKS.into_iter().fold(0, |done, block| {
        let blocks = tail(one, done).chunks_exact(block).zip(tail(other, done).chunks_exact(block));
        done + block * blocks.take_while(|(one, other)| one == other).count()
    })
}

fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    BLOCKS.into_iter().fold(0, |done, block| {
        let rest = |bytes: &[u8]| bytes.len() - done;
        let one = one.get(..rest(one)).unwrap_or_default().rchunks_exact(block);
        let other = other.get(..rest(other)).unwrap_or_default().rchunks_exact(block);
        done + block * one.zip(other).take_while(|(one, other)| one == other).count()
    })
}

/// The start of the line that byte `at` is in.
fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes
        .get(..at)
        .unwrap_or_default()
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &[u8], after: &[u8]) -> Patch {
        let patch = Patch::between(before, after);
        assert_eq!(patch.forward(before).as_deref(), Some(after));
        assert_eq!(patch.inverse().forward(after).as_deref(), Some(before));
        assert_eq!(Patch::decode(&patch.encode()).as_ref(), Some(&patch));
        patch
    }

    #[test]
    fn both_ways() {
        check(b"", b"");
        check(b"", b"a");
        check(b"a\nb\n", b"");
        check(b"a\nb\nc", b"a\nB\nc");
        check(b"aaaa", b"aa");
        check(b"x\nx\nx\n", b"x\nx\n");
    }

    /// G7, and compact: two lines of a large file are two small splices.
    #[test]
    fn distant_edits_stay_small() {
        let before: String = (0..200_000).map(|line| format!("line number {line}\n")).collect();
        let after = before.replace("number 7\n", "number seven\n").replace("number 199990\n", "");
        let patch = check(before.as_bytes(), after.as_bytes());
        assert!(patch.encode().len() < 200, "{}", patch.encode().len());
    }

    /// G10: no common line anywhere is one splice, in linear time.
    #[test]
    fn nothing_in_common() {
        let text = |word: &str| (0..200_000).map(|line| format!("{word} {line}\n")).collect::<String>();
        assert_eq!(check(text("old").as_bytes(), text("new").as_bytes()).0.len(), 1);
    }

    #[test]
    fn a_patch_for_another_content_is_refused() {
        let patch = Patch::between(b"a\nb\n", b"a\nc\n");
        assert_eq!(patch.forward(b"a\nx\n"), None);
        assert_eq!(patch.forward(b""), None);
        assert_eq!(Patch::decode(b"nonsense"), None);
        assert_eq!(Patch::decode(&[0xff; 24]), None);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes(before in "[ab\n]{0,60}", after in "[ab\n]{0,60}") {
            check(before.as_bytes(), after.as_bytes());
        }
    }
}

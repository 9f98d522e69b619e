//! A block of ours in a file of somebody else's: found by its first and last line, put in, put right, taken out. The text
//! around it keeps every byte (cairn 5).

use cairn_text::{Edit, Line, Patch, Span, insert_lines, line_end_before, lines};

/// The first line.
const BEGIN: &[u8] = b"# cairn begin";

/// The last line.
const END: &[u8] = b"# cairn end";

/// The lines of a block, between its first and its last one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block(pub(super) &'static [&'static str]);

impl Block {
    /// `text` with exactly one block that says what it should. It stays where it is; a new one stands at the offset that
    /// `place` gives, which is the start of a line or the end of the text.
    pub(super) fn put_in(self, text: &[u8], place: impl FnOnce(&[u8]) -> usize) -> Vec<u8> {
        let found = self.find(text);
        let Some((first, others)) = found.split_first() else { return self.inserted(text, place(text)) };
        let mut edits: Vec<Edit> = others.iter().map(|span| Edit::delete(*span)).collect();
        if !self.is_right(first.of(text)) {
            let end: &[u8] = if first.of(text).ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
            let right: Vec<u8> = self.lines().flat_map(|line| [line, end].concat()).collect();
            edits.push(Edit::replace(*first, right));
        }
        patched(text, edits)
    }

    /// `text` without any block of ours.
    pub(super) fn take_out(self, text: &[u8]) -> Vec<u8> {
        patched(text, self.find(text).into_iter().map(Edit::delete).collect())
    }

    /// Whether the text holds one block, and it says what it should.
    pub(super) fn stands_in(self, text: &[u8]) -> bool {
        matches!(self.find(text).as_slice(), [span] if self.is_right(span.of(text)))
    }

    fn lines(self) -> impl Iterator<Item = &'static [u8]> {
        let inner = self.0.iter().map(|line| line.as_bytes());
        std::iter::once(BEGIN).chain(inner).chain(std::iter::once(END))
    }

    fn is_right(self, block: &[u8]) -> bool {
        lines(block).map(|line| line.content.of(block)).eq(self.lines())
    }

    fn inserted(self, text: &[u8], offset: usize) -> Vec<u8> {
        let mut whole = text.to_vec();
        if offset == text.len() && !text.is_empty() && !text.ends_with(b"\n") {
            whole.extend_from_slice(line_end_before(text, text.len()).bytes());
        }
        let offset = if offset == text.len() { whole.len() } else { offset };
        let edit = insert_lines(&whole, offset, self.lines());
        patched(&whole, vec![edit])
    }

    /// The spans of whole lines that are ours. A first line without a last one, or the other way round, goes with the lines of
    /// ours that stand directly at it.
    fn find(self, text: &[u8]) -> Vec<Span> {
        let all: Vec<Line> = lines(text).collect();
        let is = |at: usize, marker: &[u8]| all.get(at).is_some_and(|line| line.content.of(text) == marker);
        let is_inner = |at: usize| {
            let line = all.get(at).map(|line| line.content.of(text)).unwrap_or_default();
            self.0.iter().any(|inner| inner.as_bytes() == line)
        };
        let mut found: Vec<Span> = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let mut start = at;
            let mut end = at;
            if is(at, BEGIN) {
                end =
                    (at + 1..all.len()).find(|next| is(*next, BEGIN) || is(*next, END)).unwrap_or(all.len());
                if !is(end, END) {
                    end = (at + 1..all.len()).find(|next| !is_inner(*next)).unwrap_or(all.len()) - 1;
                }
            } else if is(at, END) {
                start = (0..at).rev().take_while(|above| is_inner(*above)).last().unwrap_or(at);
            } else {
                at += 1;
                continue;
            }
            if let (Some(first), Some(last)) = (all.get(start), all.get(end)) {
                found.push(Span::new(first.full().start, last.full().end));
            }
            at = end + 1;
        }
        found
    }
}

fn patched(text: &[u8], edits: Vec<Edit>) -> Vec<u8> {
    // The spans are lines of their own, so they never overlap; if they ever did, the text stays as it is.
    Patch::from_edits(edits).map_or_else(|_| text.to_vec(), |patch| patch.apply(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: Block = Block(&["one", "two"]);
    const WHOLE: &str = "# cairn begin\none\ntwo\n# cairn end\n";

    fn check(before: &str, expected: &str, without: &str) {
        let after = BLOCK.put_in(before.as_bytes(), <[u8]>::len);
        assert_eq!(String::from_utf8_lossy(&after), expected, "{before:?}");
        assert_eq!(BLOCK.put_in(&after, <[u8]>::len), after, "a second run changes nothing: {before:?}");
        assert!(BLOCK.stands_in(&after));
        assert_eq!(String::from_utf8_lossy(&BLOCK.take_out(&after)), without, "{before:?}");
    }

    /// cairn 5: behind the text, one final newline first; an edited block is put right where it stands.
    #[test]
    fn put_in_and_taken_out() {
        check("", WHOLE, "");
        check("a", &format!("a\n{WHOLE}"), "a\n");
        check("a\n", &format!("a\n{WHOLE}"), "a\n");
        check("a\r\n", "a\r\n# cairn begin\r\none\r\ntwo\r\n# cairn end\r\n", "a\r\n");
        check(&format!("a\n{WHOLE}b"), &format!("a\n{WHOLE}b"), "a\nb");
        check("a\n# cairn begin\nother\n# cairn end\nb\n", &format!("a\n{WHOLE}b\n"), "a\nb\n");
        check(&format!("{WHOLE}a\n{WHOLE}"), &format!("{WHOLE}a\n"), "a\n");
    }

    /// G6: half a block takes nothing of the text around it along.
    #[test]
    fn half_a_block() {
        check("# cairn begin\none\nmine\n", &format!("{WHOLE}mine\n"), "mine\n");
        check("mine\ntwo\n# cairn end\nb\n", &format!("mine\n{WHOLE}b\n"), "mine\nb\n");
        check("# cairn begin\n# cairn begin\none\n# cairn end\n", WHOLE, "");
        check("# cairn begin", WHOLE, "");
    }
}

//! Fenced code as CommonMark has it: three or more backticks or tildes, closed by as many of the same at least, nothing behind.

/// The opening of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    mark: u8,
    length: usize,
    /// Column at which the container's content begins: 0, or that of the list item the fence stands in.
    base: usize,
}

impl Fence {
    /// Whether `text`, a line from its first character that is no blank, opens a fence in a container that begins at column `base`.
    pub(crate) fn open(text: &[u8], base: usize) -> Option<Self> {
        let mark = *text.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let length = run(text, mark);
        let info = text.get(length..).unwrap_or_default();
        let legal = length >= 3 && (mark == b'~' || !info.contains(&b'`'));
        legal.then_some(Self { mark, length, base })
    }

    /// Whether `text`, a line from its first character that is no blank, at column `column`, closes this fence.
    ///
    /// A line that is indented less than the list item still closes: people do not indent code in lists with care.
    pub(crate) fn is_closed_by(&self, text: &[u8], column: usize) -> bool {
        let length = run(text, self.mark);
        let rest = text.get(length..).unwrap_or_default();
        column <= self.base.saturating_add(3)
            && length >= self.length
            && rest.iter().all(|byte| crate::span::is_blank(*byte))
    }
}

fn run(text: &[u8], mark: u8) -> usize {
    text.iter().take_while(|byte| **byte == mark).count()
}

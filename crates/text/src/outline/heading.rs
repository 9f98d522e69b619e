//! Headings in the form `## Text ##`.

use crate::span::{Span, is_blank};

/// The level, 1 to 6, of the heading that `text` is, from its first character that is no blank.
pub fn level(text: &[u8]) -> Option<u8> {
    let marks = text.iter().take(7).take_while(|byte| **byte == b'#').count();
    let delimited = text.get(marks).is_none_or(|byte| is_blank(*byte));
    let level = u8::try_from(marks).ok()?;
    ((1..=6).contains(&level) && delimited).then_some(level)
}

/// `title` without blanks and without the closing marks, which stand behind a blank or alone.
pub(super) fn without_closing_marks(title: Span, source: &[u8]) -> Span {
    let title = title.trim(source);
    let bytes = title.of(source);
    let kept = bytes.iter().rposition(|byte| *byte != b'#').map_or(0, |last| last.saturating_add(1));
    let before = kept.checked_sub(1).and_then(|last| bytes.get(last));
    if before.is_none_or(|byte| is_blank(*byte)) {
        return Span::new(title.start, title.start.saturating_add(kept)).trim(source);
    }
    title
}

//! What begins with `<`: autolinks, comments, tags and the rarer kinds of HTML.

use super::piece::{Piece, push_tag};
use super::scan::{Context, Form, Kind};
use crate::blocks::tag;
use crate::span::Span;
use memchr::memmem;

/// Reads markup of one text, from its start to its end.
#[derive(Debug, Default)]
pub(super) struct Markup {
    comment: End,
    instruction: End,
    character_data: End,
    declaration: End,
}

/// The end of one kind of markup. What is not there is searched for once, so that a thousand openings cost no more than one.
#[derive(Debug, Default)]
struct End {
    is_missing: bool,
}

impl End {
    /// Offset behind the first `mark` at or behind `from`; offsets are asked in ascending order.
    fn find(&mut self, text: &[u8], mark: &[u8], from: usize) -> Option<usize> {
        if self.is_missing {
            return None;
        }
        let length = text.get(from..).and_then(|rest| memmem::find(rest, mark));
        self.is_missing = length.is_none();
        length.map(|length| from + length + mark.len())
    }
}

impl Markup {
    /// Takes in the markup at `at`, if it is some; gives the offset behind it.
    pub(super) fn read(&mut self, text: &[u8], at: usize, pieces: &mut Vec<Piece>) -> Option<usize> {
        if let Some(end) = autolink(text, at) {
            let span = Span::new(at + 1, end - 1);
            pieces.push(Piece::Destination { kind: Kind::Autolink, form: Form::Autolink, span, title: None });
            return Some(end);
        }
        if let Some((context, end)) = self.opaque(text, at) {
            pieces.push(Piece::Region(context, Span::new(at, end)));
            return Some(end);
        }
        let tag = tag::tag(text, at)?;
        push_tag(pieces, text, at, &tag);
        Some(tag.end)
    }

    /// The comment or other HTML at `at` that holds no tag.
    pub(super) fn opaque(&mut self, text: &[u8], at: usize) -> Option<(Context, usize)> {
        let rest = text.get(at..)?;
        if let Some(behind) = rest.strip_prefix(b"<!--") {
            let short = [b">".as_slice(), b"->"].into_iter().find(|end| behind.starts_with(end));
            let end = short.map(|end| at + 4 + end.len()).or_else(|| self.comment.find(text, b"-->", at + 4));
            return end.map(|end| (Context::Comment, end));
        }
        let end = if rest.starts_with(b"<?") {
            self.instruction.find(text, b"?>", at + 2)
        } else if rest.starts_with(b"<![CDATA[") {
            self.character_data.find(text, b"]]>", at + 9)
        } else if rest.starts_with(b"<!") && rest.get(2).is_some_and(u8::is_ascii_alphabetic) {
            self.declaration.find(text, b">", at + 2)
        } else {
            None
        };
        end.map(|end| (Context::Html, end))
    }
}

/// Offset behind the autolink at `at`: `<scheme:anything>` or `<name@host>`.
fn autolink(text: &[u8], at: usize) -> Option<usize> {
    let start = at + 1;
    let rest = text.get(start..)?;
    let length =
        rest.iter().position(|byte| matches!(byte, b'<' | b'>' | b' ') || byte.is_ascii_control())?;
    let (content, behind) = rest.split_at_checked(length)?;
    let is_link = behind.starts_with(b">") && (is_address(content) || is_mail(content));
    is_link.then_some(start + length + 1)
}

/// Length of the scheme that `text` begins with, without its colon.
pub(super) fn scheme(text: &[u8]) -> Option<usize> {
    if !text.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
    let length = text.iter().take_while(is_part).count();
    (text.get(length) == Some(&b':')).then_some(length)
}

fn is_address(content: &[u8]) -> bool {
    scheme(content).is_some_and(|length| (2..=32).contains(&length))
}

fn is_mail(content: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'@', content) else { return false };
    let (name, host) = (content.get(..at).unwrap_or_default(), content.get(at + 1..).unwrap_or_default());
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(byte);
    !name.is_empty() && name.iter().all(is_name) && host.split(|byte| *byte == b'.').all(is_host_label)
}

fn is_host_label(label: &[u8]) -> bool {
    (1..=63).contains(&label.len())
        && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && !label.starts_with(b"-")
        && !label.ends_with(b"-")
}

//! What a block text (`|`, `>`) would take in when the key below it goes: indented comments, and blank lines that it keeps.

use super::block_text::Header;
use super::entry::{Content, Entry, Item, Style};
use super::scalar::comment_start;
use crate::lines::lines_in;
use crate::span::{Span, is_blank};

/// The lines behind `from` that would become a part of the value of `before`, if they followed it.
pub(super) fn absorbed(source: &[u8], before: &Entry, from: usize) -> Span {
    let nothing = Span::at(from);
    let Some((header, indent)) = last_text(source, before) else { return nothing };
    let mut end = from;
    for line in lines_in(source, Span::new(from, source.len())) {
        let text = line.content.trim(source);
        if text.is_empty() {
            if header.keeps_blank_lines() {
                end = line.full().end;
            }
        } else if text.start.saturating_sub(line.content.start) > indent {
            end = line.full().end;
        } else {
            break;
        }
    }
    Span::new(from, end)
}

/// The header of the block text that `entry` ends with, and how its key or item is indented.
fn last_text(source: &[u8], entry: &Entry) -> Option<(Header, usize)> {
    match (&entry.style, &entry.content) {
        (Style::BlockText, _) => {
            Some((Header::read(entry.value_span.of(source))?, indentation(source, entry.key_span.start)))
        }
        (_, Content::Map(entries)) => last_text(source, entries.last()?),
        (_, Content::List(items)) => last_text_of_item(source, items.last()?),
        _ => None,
    }
}

fn last_text_of_item(source: &[u8], item: &Item) -> Option<(Header, usize)> {
    match &item.content {
        Content::Map(entries) => last_text(source, entries.last()?),
        Content::List(items) => last_text_of_item(source, items.last()?),
        Content::Null => None,
        Content::Text(_) => {
            let line = lines_in(source, item.span).next()?.content.trim(source);
            let value = line.of(source).get(..comment_start(line.of(source)).unwrap_or(line.len()))?;
            Some((Header::read(value.trim_ascii_end())?, indentation(source, item.span.start)))
        }
    }
}

/// How the line that `offset` lies on is indented.
fn indentation(source: &[u8], offset: usize) -> usize {
    let before = source.get(..offset).unwrap_or_default();
    let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed.saturating_add(1));
    source.get(start..).unwrap_or_default().iter().take_while(|byte| is_blank(**byte)).count()
}

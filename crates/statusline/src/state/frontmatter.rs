//! The block of keys at the start of STATE.md, with the three constraints of S-54.

use cairn_text::Span;
use memchr::memmem;
use std::borrow::Cow;

/// What the line reads of the block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frontmatter {
    /// `status`, not empty.
    pub status: Option<String>,
    /// `milestone`, not empty.
    pub milestone: Option<String>,
    /// `milestone_name`, not empty.
    pub milestone_name: Option<String>,
    /// `active_phase`.
    pub active_phase: Option<String>,
    /// `next_action`.
    pub next_action: Option<String>,
    /// `next_phases`; empty when it is null.
    pub next_phases: Vec<String>,
    /// `state_head`.
    pub state_head: Option<String>,
    /// `progress.percent`, as large as it is written.
    pub percent: Option<u64>,
    /// `progress.total_phases`.
    pub total_phases: Option<u64>,
    /// `progress.completed_phases`.
    pub completed_phases: Option<u64>,
}

impl Frontmatter {
    /// Reads the block of `source`.
    pub fn read(source: &[u8]) -> Self {
        let block = block(source).of(source);
        let mut fields = Self { next_phases: next_phases(block), ..Self::default() };
        fields.read_progress(block);
        for (key, value) in lines(block).filter_map(scalar) {
            let field = match key {
                b"status" => &mut fields.status,
                b"milestone" => &mut fields.milestone,
                b"milestone_name" => &mut fields.milestone_name,
                b"active_phase" => &mut fields.active_phase,
                b"next_action" => &mut fields.next_action,
                b"state_head" => &mut fields.state_head,
                _ => continue,
            };
            let text = without_quotes(&value);
            *field = (!text.is_empty() && text != "null").then(|| text.to_owned());
        }
        fields
    }

    /// The lines right below the first `progress:` that has some; the first of equal keys counts.
    fn read_progress(&mut self, block: &[u8]) {
        let mut rest = lines(block);
        while let Some(line) = rest.next() {
            if key_without_value(line) != Some(b"progress") {
                continue;
            }
            let entries = rest.clone().skip_while(|line| is_blank(line)).map_while(indented_scalar);
            let mut has_entries = false;
            for (key, value) in entries {
                has_entries = true;
                let field = match key {
                    b"percent" => &mut self.percent,
                    b"total_phases" => &mut self.total_phases,
                    b"completed_phases" => &mut self.completed_phases,
                    _ => continue,
                };
                *field = field.or_else(|| leading_number(&value));
            }
            if has_entries {
                return;
            }
        }
    }
}

/// What stands between the opening `---` and the next line that begins with `---`; empty, at the start of `source`, when there
/// is no block or nothing in it.
pub(super) fn block(source: &[u8]) -> Span {
    find_block(source).unwrap_or_default()
}

/// Nothing may stand above the opening line, nor behind its dashes, and the closing line must be there.
fn find_block(source: &[u8]) -> Option<Span> {
    let behind_dashes = source.strip_prefix(b"---")?;
    let inside = behind_dashes.strip_prefix(b"\n").or_else(|| behind_dashes.strip_prefix(b"\r\n"))?;
    if inside.starts_with(b"---") {
        return None;
    }
    let start = source.len().checked_sub(inside.len())?;
    let length = memmem::find(inside, b"\n---")?.saturating_add(1);
    Some(Span::new(start, start.saturating_add(length)))
}

/// The lines of a block, without their ends.
pub(super) fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    block.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// A key at column 1 and its value, which is not empty. A comment is part of the value.
fn scalar(line: &[u8]) -> Option<(&[u8], Cow<'_, str>)> {
    let length = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (key, rest) = line.split_at_checked(length)?;
    let value = trimmed(rest.strip_prefix(b":")?);
    (!key.is_empty() && !value.is_empty()).then_some((key, value))
}

/// A key with blanks in front of it and its value.
fn indented_scalar(line: &[u8]) -> Option<(&[u8], Cow<'_, str>)> {
    let inside = line.trim_ascii_start();
    if inside.len() == line.len() { None } else { scalar(inside) }
}

/// The key at column 1 that nothing but blanks follows.
fn key_without_value(line: &[u8]) -> Option<&[u8]> {
    let (key, value) = line.split_at_checked(line.iter().position(|byte| *byte == b':')?)?;
    is_blank(value.strip_prefix(b":")?).then_some(key)
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

fn trimmed(value: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(value) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// `value` without one quote character in front and one behind, of either kind.
fn without_quotes(value: &str) -> &str {
    let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
    value.strip_suffix(['"', '\'']).unwrap_or(value)
}

/// The number that the digits at the start of `value` are.
fn leading_number(value: &str) -> Option<u64> {
    let digits = value.bytes().take_while(u8::is_ascii_digit);
    digits.map(|digit| u64::from(digit - b'0')).fold(None, |number: Option<u64>, digit| {
        Some(number.unwrap_or_default().saturating_mul(10).saturating_add(digit))
    })
}

/// The items of `next_phases`: of the first line that holds a list `[a, b]`, else of the lines `- item` below the first key
/// that has some.
fn next_phases(block: &[u8]) -> Vec<String> {
    let in_line =
        lines(block).filter_map(scalar).filter(|(key, _)| *key == b"next_phases").find_map(|(_, value)| {
            let (items, _) = value.strip_prefix('[')?.split_once(']')?;
            Some(items_of(items.split(',')))
        });
    in_line.unwrap_or_else(|| {
        let mut rest = lines(block);
        while let Some(line) = rest.next() {
            if key_without_value(line) != Some(b"next_phases") {
                continue;
            }
            let below = rest.clone().skip_while(|line| is_blank(line)).map_while(list_item);
            let items = items_of(below.collect::<Vec<_>>().iter().map(AsRef::as_ref));
            if !items.is_empty() {
                return items;
            }
        }
        Vec::new()
    })
}

fn items_of<'a>(items: impl Iterator<Item = &'a str>) -> Vec<String> {
    items.map(|item| without_quotes(item.trim())).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// The text behind the dash of a line `- item`.
fn list_item(line: &[u8]) -> Option<Cow<'_, str>> {
    let item = line.trim_ascii_start().strip_prefix(b"-")?;
    (!is_blank(item)).then(|| trimmed(item))
}

//! The sections of one side: who contains whom, what each is known by, and the blank lines around its content (contract 6.8, 6.10).
//!
//! The title of a document, its first heading when that is the only one of level 1, contains nothing here: a new title would
//! else make all sections new.

use std::collections::HashMap;

use bstr::ByteSlice;
use cairn_text::Span;
use cairn_text::outline::Heading;

use super::Kind;
use super::reader::tokens;
use super::side_text::Meaning;
use super::text::{folded, lines_of, without_blank_ends};
use super::token::Token;
use crate::phase_id::PhaseId;
use crate::roadmap::title::{Place, begins_with_phase, read_title};
use crate::roadmap::version::version_tokens;

/// A heading with its own content and the sections below it.
#[derive(Clone, Debug)]
pub(super) struct Section<'t> {
    /// What it is known by among its siblings.
    pub(super) key: String,
    /// The heading's line; `None` in front of all headings.
    pub(super) heading: Option<&'t [u8]>,
    /// The phase it is about.
    pub(super) phase: Option<(PhaseId, String)>,
    /// Blank lines between heading and content.
    pub(super) lead: usize,
    /// Its own content, up to the next heading, without blank lines at both ends.
    pub(super) lines: Vec<&'t [u8]>,
    /// The same as tokens.
    pub(super) tokens: Vec<Token<'t>>,
    /// Blank lines behind the content.
    pub(super) gap: usize,
    /// Whether nothing stands behind it in the document.
    pub(super) is_last: bool,
    pub(super) is_metrics: bool,
    holds_position: bool,
    pub(super) children: Vec<Section<'t>>,
}

impl<'t> Section<'t> {
    /// The sections of a document below one without a heading.
    pub(super) fn tree(meaning: &Meaning<'_, 't>) -> Self {
        let outline = meaning.document.outline();
        // Sections folded up in `<details>` are one piece of text with it.
        let headings: Vec<&Heading> =
            outline.headings().iter().filter(|heading| heading.details.is_none()).collect();
        let top = headings.iter().filter(|heading| heading.level == 1).count();
        let has_title = top == 1 && headings.first().is_some_and(|first| first.level == 1);
        let body = outline.body();
        let first = headings.first().map_or(body.end, |heading| heading.line.content.start);
        let mut root = Self::read(meaning, None, Span::new(body.start, first), "start".to_owned());
        let mut open: Vec<(u8, Section<'t>)> = Vec::new();
        for (place, heading) in headings.iter().enumerate() {
            let end = headings.get(place + 1).map_or(body.end, |next| next.line.content.start);
            let is_title = has_title && place == 0;
            let key = if is_title { "title".to_owned() } else { key_of(meaning, heading) };
            let direct = Span::new(heading.line.full().end, end);
            let section = Self::read(meaning, Some(heading), direct, key);
            close(&mut root, &mut open, heading.level);
            open.push((if is_title { u8::MAX } else { heading.level }, section));
        }
        close(&mut root, &mut open, 0);
        root.mark_last();
        root.number();
        root
    }

    fn read(meaning: &Meaning<'_, 't>, heading: Option<&Heading>, direct: Span, key: String) -> Self {
        let source = meaning.source();
        let all = lines_of(direct.of(source));
        let (lead, lines, gap) = without_blank_ends(&all);
        let start = direct.start + all.iter().take(lead).map(|line| line.len() + 1).sum::<usize>();
        let length = lines.iter().map(|line| line.len() + 1).sum::<usize>();
        let content = Span::new(start, (start + length).min(direct.end));
        let phase = heading
            .filter(|_| meaning.kind == Kind::Roadmap)
            .and_then(|heading| read_title(heading.text.of(source), Place::Heading));
        Self {
            key,
            heading: heading.map(|heading| heading.line.content.of(source)),
            phase: phase.map(|title| (title.id, title.name)),
            // Blank lines alone stand behind the section, not in front of its content.
            lead: if lines.is_empty() { 0 } else { lead },
            gap: if lines.is_empty() { lead } else { gap },
            lines: lines.to_vec(),
            tokens: tokens(meaning, content),
            holds_position: meaning.holds_position(content),
            is_last: false,
            is_metrics: heading.is_some_and(|heading| meaning.is_in_metrics(heading.line.content.start)),
            children: Vec::new(),
        }
    }

    fn mark_last(&mut self) {
        match self.children.last_mut() {
            Some(last) => last.mark_last(),
            None => self.is_last = true,
        }
    }

    /// Makes the keys of siblings different: the n-th of equal ones.
    fn number(&mut self) {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for child in &mut self.children {
            let count = seen.entry(child.key.clone()).or_default();
            *count += 1;
            child.key = format!("{}#{count}", child.key);
            child.number();
        }
    }

    /// Whether its own content holds a line of the position.
    pub(super) fn has_position(&self) -> bool {
        self.holds_position
    }

    /// Calls `visit` with this section and all below it, in the order of the document.
    pub(super) fn walk(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        self.children.iter().for_each(|child| child.walk(visit));
    }

    /// Heading, content and everything below, without the blank lines at the end.
    pub(super) fn all_lines(&self) -> Vec<&'t [u8]> {
        let mut lines = Vec::new();
        self.collect(&mut lines);
        let (lead, kept, _) = without_blank_ends(&lines);
        debug_assert_eq!(lead, 0);
        kept.to_vec()
    }

    fn collect(&self, lines: &mut Vec<&'t [u8]>) {
        lines.extend(self.heading);
        lines.extend(std::iter::repeat_n(&b""[..], self.lead));
        lines.extend(self.lines.iter().copied());
        lines.extend(std::iter::repeat_n(&b""[..], self.gap));
        self.children.iter().for_each(|child| child.collect(lines));
    }
}

/// Puts the open sections of `level` and deeper into the one around them.
fn close<'t>(root: &mut Section<'t>, open: &mut Vec<(u8, Section<'t>)>, level: u8) {
    while let Some((_, section)) = open.pop_if(|(open_level, _)| *open_level >= level) {
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(section),
            None => root.children.push(section),
        }
    }
}

/// What a heading is known by: the phase, the version of a milestone, else level and text.
fn key_of(meaning: &Meaning<'_, '_>, heading: &Heading) -> String {
    let text = meaning.document.outline().heading_text(meaning.source(), heading);
    if meaning.kind == Kind::Roadmap {
        if let Some(title) = read_title(&text, Place::Heading) {
            return format!("phase:{}", title.id.plain());
        }
        let text = text.to_str_lossy();
        if heading.level <= 3
            && !begins_with_phase(&text)
            && let Some(version) = version_tokens(&text).next()
        {
            return format!("version:{}:{}", heading.level, version.to_lowercase());
        }
    }
    format!("text:{}:{}", heading.level, folded(&text).to_lowercase())
}

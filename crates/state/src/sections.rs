//! Finds the sections of a STATE.md by their headings, in every language (S-60, S-63, contract 5, 10.2, 10.6, 14).
//!
//! Answers for which heading is which section. What stands inside one is read by the fields and lists.

use bstr::ByteSlice;
use cairn_text::outline::{Outline, Section};
use cairn_text::trimmed;

use crate::language::{self, Language, Term};

/// The exact heading that is preferred to `Session Continuity` (contract 10.2).
const SESSION: &str = "Session";

/// The heading of the notes about changes of the roadmap (contract 12).
pub const ROADMAP_EVOLUTION: &str = "Roadmap Evolution";

/// The heading of the section that `milestone complete` writes (contract 13).
pub const OPERATOR_NEXT_STEPS: &str = "Operator Next Steps";

/// The sections of one document, found once.
#[derive(Debug, Clone)]
pub struct Sections {
    position: Option<Section>,
    session: Option<Section>,
    language: Language,
}

impl Sections {
    /// Finds the sections that every verb reads.
    #[must_use]
    pub fn find(outline: &Outline, source: &[u8]) -> Self {
        let position = find_term(outline, source, Term::CurrentPosition);
        let session = find_named(outline, source, SESSION)
            .or_else(|| find_term(outline, source, Term::SessionContinuity).map(|(section, _)| section));
        Self {
            position: position.map(|(section, _)| section),
            session,
            language: position.map_or(Language::English, |(_, language)| language),
        }
    }

    /// The section Current Position: the first of that name, up to the next heading of the same or a higher level (S-63).
    #[must_use]
    pub fn position(&self) -> Option<&Section> {
        self.position.as_ref()
    }

    /// The live session section: `Session`, else `Session Continuity`; longer names are archives (S-29).
    #[must_use]
    pub fn session(&self) -> Option<&Section> {
        self.session.as_ref()
    }

    /// The language of Current Position, which new sections follow (contract 10.6).
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }
}

/// The first section of level 2 or 3 that is headed by `term` in any language, with that language.
#[must_use]
pub fn find_term(outline: &Outline, source: &[u8], term: Term) -> Option<(Section, Language)> {
    let mut found = None;
    let section = outline.find(source, |level, heading| {
        found = language_of_heading(level, heading, term);
        found.is_some()
    })?;
    Some((section, found?))
}

/// The section headed by `term` inside Accumulated Context, else the first one anywhere (contract 14.1).
#[must_use]
pub fn find_list(outline: &Outline, source: &[u8], term: Term) -> Option<Section> {
    let inside = find_term(outline, source, Term::AccumulatedContext).and_then(|(parent, _)| {
        outline.find_within(source, &parent, |level, heading| {
            language_of_heading(level, heading, term).is_some()
        })
    });
    inside.or_else(|| find_term(outline, source, term).map(|(section, _)| section))
}

/// The first section of level 2 or 3 whose heading is `name`, whatever its case.
#[must_use]
pub fn find_named(outline: &Outline, source: &[u8], name: &str) -> Option<Section> {
    outline.find(source, |level, heading| is_section_level(level) && is_same(heading, name))
}

/// The first section of any level whose heading is `name`, those of level 2 and 3 first.
#[must_use]
pub fn find_any_level(outline: &Outline, source: &[u8], name: &str) -> Option<Section> {
    find_named(outline, source, name).or_else(|| outline.find(source, |_, heading| is_same(heading, name)))
}

/// The language in which a heading of `level` is headed by `term`; `None` when it is another heading, or of a level that no
/// section of a STATE.md has.
#[must_use]
pub fn language_of_heading(level: u8, heading: &[u8], term: Term) -> Option<Language> {
    if !is_section_level(level) {
        return None;
    }
    language::language_of(term, heading.to_str().ok()?)
}

fn is_section_level(level: u8) -> bool {
    matches!(level, 2 | 3)
}

fn is_same(heading: &[u8], name: &str) -> bool {
    cairn_text::caseless::same(trimmed(heading), name.trim().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body_of(source: &str, find: impl Fn(&Sections) -> Option<&Section>) -> Option<String> {
        let outline = Outline::parse(source.as_bytes());
        let sections = Sections::find(&outline, source.as_bytes());
        find(&sections)
            .map(|section| String::from_utf8_lossy(section.content.of(source.as_bytes())).trim().to_owned())
    }

    fn check_position(source: &str, expected: Option<&str>) {
        assert_eq!(body_of(source, Sections::position).as_deref(), expected, "{source}");
    }

    /// S-63: the first section of the name, cut at the next heading of the same or a higher level.
    #[test]
    fn position_section() {
        check_position("## Current Position\na\n### Sub\nb\n## Next\nc\n", Some("a\n### Sub\nb"));
        check_position("### current position ###\na\n### Next\nb\n", Some("a"));
        check_position("## 当前位置\na\n", Some("a"));
        check_position("# Current Position\na\n", None);
        check_position("#### Current Position\na\n", None);
        check_position("## Current Position Archive\na\n", None);
        check_position("```\n## Current Position\n```\na\n", None);
        check_position("## Current Position\na\n## Current Position\nb\n", Some("a"));
    }

    /// S-29, 10.2: `Session`, else `Session Continuity`, and no longer name.
    #[test]
    fn session_section() {
        for (source, expected) in [
            ("## Session Continuity Archive\na\n## Session Continuity\nb\n", Some("b")),
            ("## Session Continuity\nb\n## Session\nc\n", Some("c")),
            ("## セッション継続性\nb\n", Some("b")),
            ("## Sessions\nb\n", None),
        ] {
            assert_eq!(body_of(source, Sections::session).as_deref(), expected, "{source}");
        }
    }

    /// 14.1: the list inside Accumulated Context comes first.
    #[test]
    fn list_section() {
        for (source, expected) in [
            ("## Decisions\na\n## Accumulated Context\n### Decisions\nb\n", Some("b")),
            ("## Accumulated Context\nx\n## Decisions Made\na\n", Some("a")),
            ("## 蓄積されたコンテキスト\n### 決定事項\nb\n", Some("b")),
            ("## Decisions of others\na\n", None),
        ] {
            let outline = Outline::parse(source.as_bytes());
            let found = find_list(&outline, source.as_bytes(), Term::Decisions);
            let found = found.map(|section| {
                String::from_utf8_lossy(section.direct.of(source.as_bytes())).trim().to_owned()
            });
            assert_eq!(found.as_deref(), expected, "{source}");
        }
    }

    /// 10.6: new sections follow the language of Current Position.
    #[test]
    fn language_follows_the_position() {
        for (source, expected) in [
            ("## 현재 위치\n", Language::Korean),
            ("## Current Position\n", Language::English),
            ("", Language::English),
        ] {
            let outline = Outline::parse(source.as_bytes());
            assert_eq!(Sections::find(&outline, source.as_bytes()).language(), expected, "{source}");
        }
    }
}

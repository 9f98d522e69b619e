//! Which file a merge is about: by its name, else by what stands in it (contract 7.1, 7.2).

use bstr::ByteSlice;

use crate::document::StateDocument;
use crate::facts::PlanningFile;
use crate::roadmap::Roadmap;
use crate::schema::Key;

/// The name of the other file that is merged by its meaning.
const ROADMAP: &str = "ROADMAP.md";

/// What is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// STATE.md.
    State,
    /// ROADMAP.md.
    Roadmap,
    /// Any other text: line by line.
    Lines,
}

impl Kind {
    /// By the last name of a path; `None` for a name that says nothing.
    #[must_use]
    pub fn of_path(path: &[u8]) -> Option<Self> {
        let name = path.rsplit_str("/").next().unwrap_or_default();
        if name == PlanningFile::State.name().as_bytes() {
            return Some(Self::State);
        }
        (name == ROADMAP.as_bytes()).then_some(Self::Roadmap)
    }

    /// By what a text holds: a version key or a heading Current Position make it STATE.md, a phase ROADMAP.md.
    #[must_use]
    pub fn of_content(text: &[u8]) -> Self {
        let document = StateDocument::parse(text);
        if document.entry(Key::Version).is_some() || document.sections().position().is_some() {
            return Self::State;
        }
        let roadmap = Roadmap::parse(text);
        let names_phase = !roadmap.mentions().is_empty() || !roadmap.progress_rows().is_empty();
        if names_phase { Self::Roadmap } else { Self::Lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 7.1, 7.2: kinds by name and by content.
    #[test]
    fn kinds() {
        for (path, kind) in [
            (".planning/STATE.md", Some(Kind::State)),
            ("STATE.md", Some(Kind::State)),
            (".planning/workstreams/a/ROADMAP.md", Some(Kind::Roadmap)),
            ("MY-STATE.md", None),
            ("state.md", None),
        ] {
            assert_eq!(Kind::of_path(path.as_bytes()), kind, "{path}");
        }
        for (text, kind) in [
            ("---\ngsd_state_version: 1.0\n---\n", Kind::State),
            ("## 現在位置\n", Kind::State),
            ("### Phase 1: Setup\n", Kind::Roadmap),
            ("- [ ] **Phase 1: Setup**\n", Kind::Roadmap),
            ("## Progress\n\n| Phase | Status |\n|---|---|\n| 1. A | Planned |\n", Kind::Roadmap),
            ("text\n", Kind::Lines),
            ("", Kind::Lines),
        ] {
            assert_eq!(Kind::of_content(text.as_bytes()), kind, "{text}");
        }
    }
}

//! An entry of a list as people read it: its phase, its text, whether it is settled (S-68, contract 14.1, 14.2, 14.5).

use cairn_text::list::ListItem;

use crate::document::StateDocument;
use crate::list_section::is_placeholder_line;
use crate::phase_id::PhaseId;

/// One bullet of Decisions or Blockers.
#[derive(Debug, Clone)]
pub(crate) struct ListEntry {
    /// The text behind the marker.
    pub(crate) whole: String,
    /// The text behind the prefix `[Phase N]` and a colon.
    pub(crate) text: String,
    /// The phase of the prefix.
    pub(crate) phase: Option<PhaseId>,
}

impl ListEntry {
    /// Reads the first line of an item.
    pub(crate) fn read(document: &StateDocument<'_>, item: &ListItem) -> Self {
        let bytes = item.text(document.outline(), document.source());
        let whole = String::from_utf8_lossy(&bytes).trim().to_owned();
        match split_prefix(&whole) {
            Some((phase, text)) => Self { text: text.to_owned(), phase: Some(phase), whole: whole.clone() },
            None => Self { text: whole.clone(), phase: None, whole },
        }
    }

    /// The summary and the rationale of a decision.
    pub(crate) fn summary_and_rationale(&self) -> (&str, Option<&str>) {
        match self.text.split_once(" — ") {
            Some((summary, rationale)) => (summary.trim(), Some(rationale.trim())),
            None => (self.text.as_str(), None),
        }
    }

    /// Whether the entry is struck out or marked as resolved.
    pub(crate) fn is_settled(&self) -> bool {
        let is_struck = self.whole.starts_with("~~") && self.whole.trim_start_matches("~~").contains("~~");
        is_struck || self.whole.to_uppercase().contains("[RESOLVED]")
    }

    /// Whether the bullet says that nothing is listed: `- None`.
    pub(crate) fn is_placeholder(&self) -> bool {
        is_placeholder_line(self.whole.as_bytes())
    }

    /// The phase of an entry that begins with `[Phase N`, whatever follows the id inside the brackets.
    pub(crate) fn leading_phase(&self) -> Option<PhaseId> {
        let begins = self.whole.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("[phase "));
        begins.then(|| self.named_phase()).flatten()
    }

    /// The first phase that the entry names, as prefix or as `Phase N` anywhere.
    pub(crate) fn named_phase(&self) -> Option<PhaseId> {
        let folded = self.whole.to_ascii_lowercase();
        folded.match_indices("phase ").find_map(|(start, word)| {
            let begins_word = !folded.get(..start)?.ends_with(char::is_alphanumeric);
            let rest = self.whole.get(start + word.len()..)?;
            begins_word.then(|| PhaseId::read(rest.trim_start().as_bytes())).flatten().map(|(phase, _)| phase)
        })
    }
}

/// `[Phase N]: text` and `[Phase N] text`.
fn split_prefix(text: &str) -> Option<(PhaseId, &str)> {
    let inner = text.strip_prefix('[')?;
    let (prefix, rest) = inner.split_once(']')?;
    let (word, id) = prefix.trim().split_once(' ')?;
    if !word.eq_ignore_ascii_case("phase") {
        return None;
    }
    let phase = PhaseId::parse(id.trim())?;
    Some((phase, rest.strip_prefix(':').unwrap_or(rest).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_text::list::list_items;

    fn check(line: &str, phase: Option<&str>, text: &str, named: Option<&str>, is_settled: bool) {
        let document = StateDocument::parse(line.as_bytes());
        let items = list_items(document.outline(), document.source(), document.outline().body());
        let entry = ListEntry::read(&document, &items[0]);
        let id = |phase: &Option<PhaseId>| phase.as_ref().map(|phase| phase.as_str().to_owned());
        assert_eq!(id(&entry.phase).as_deref(), phase, "{line}");
        assert_eq!(entry.text, text, "{line}");
        assert_eq!(id(&entry.named_phase()).as_deref(), named, "{line}");
        assert_eq!(entry.is_settled(), is_settled, "{line}");
    }

    /// D22, 14.5: prefixes, phases and marks.
    #[test]
    fn entries() {
        check("- [Phase 2]: Use Rust", Some("2"), "Use Rust", Some("2"), false);
        check("- [phase 4.5] slow CI", Some("4.5"), "slow CI", Some("4.5"), false);
        check("- slow CI since Phase 3", None, "slow CI since Phase 3", Some("3"), false);
        check("- ~~[Phase 2] fixed~~", None, "~~[Phase 2] fixed~~", Some("2"), true);
        check("- ~~[Phase 2] half", None, "~~[Phase 2] half", Some("2"), false);
        check("- ~~Phase 2~~ again", None, "~~Phase 2~~ again", Some("2"), true);
        check("- Phase 2: ~~fixed~~", None, "Phase 2: ~~fixed~~", Some("2"), false);
        check("- [RESOLVED] Phase 3 slow CI", None, "[RESOLVED] Phase 3 slow CI", Some("3"), true);
        check("- [Phase two] x", None, "[Phase two] x", None, false);
        check("- multiphase 3", None, "multiphase 3", None, false);
    }
}

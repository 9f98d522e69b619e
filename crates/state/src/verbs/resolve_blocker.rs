//! `state resolve-blocker --text T [--all]` (S-68, D22, contract 14.2).

use cairn_text::list::ListItem;
use cairn_text::{Edit, Span};

use super::Verb;
use crate::answer::{Answer, Value};
use crate::arguments::one_text;
use crate::document::StateDocument;
use crate::draft::Draft;
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::list_entry::ListEntry;
use crate::list_section::List;
use crate::writing::write;

/// Removes blockers: those whose text is exactly T, else those that contain it.
#[derive(Debug, Clone)]
pub struct ResolveBlocker {
    /// The text, with or without its prefix.
    pub text: String,
    /// Remove every match instead of asking which.
    pub all: bool,
}

/// What stands in a list that became empty.
const NOTHING_LEFT: &str = "None";

impl Verb for ResolveBlocker {
    fn name(&self) -> &'static str {
        "resolve-blocker"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let text = one_text("text", &self.text)?;
        write(input, "state resolve-blocker", |reading, draft| {
            let document = &reading.document;
            let items = List::Blockers.items(document);
            let matches = matching(document, &items, text);
            if matches.is_empty() {
                let message = format!(
                    "no blocker is or contains `{text}`; `msd-tools state get Blockers/Concerns` lists them"
                );
                return Err(Failure::new(Reason::BlockerNotFound, message));
            }
            let lines: Vec<String> = matches.iter().map(|item| line_of(document, item)).collect();
            if matches.len() > 1 && !self.all {
                let message = format!(
                    "`{text}` matches {} blockers; give the whole text of one, or `--all`",
                    matches.len()
                );
                return Err(
                    Failure::new(Reason::AmbiguousBlocker, message).with("candidates", Value::texts(lines))
                );
            }
            remove(document, draft, &matches, matches.len() == items.len());
            Ok(Answer::new().with("resolved", true).with("removed", Value::texts(lines)))
        })
    }
}

/// The items whose text equals `text`, with or without prefix; if there is none, those that contain it.
fn matching(document: &StateDocument<'_>, items: &[ListItem], text: &str) -> Vec<ListItem> {
    let entries: Vec<(ListItem, ListEntry)> =
        items.iter().map(|item| (*item, ListEntry::read(document, item))).collect();
    let matched = |matches: &dyn Fn(&ListEntry) -> bool| -> Vec<ListItem> {
        entries.iter().filter(|(_, entry)| matches(entry)).map(|(item, _)| *item).collect()
    };
    let exact = matched(&|entry| entry.whole == text || entry.text == text);
    if !exact.is_empty() {
        return exact;
    }
    let folded = text.to_lowercase();
    matched(&|entry| entry.whole.to_lowercase().contains(&folded))
}

fn line_of(document: &StateDocument<'_>, item: &ListItem) -> String {
    String::from_utf8_lossy(item.line.content.of(document.source())).trim().to_owned()
}

/// Removes items with their continuation lines; the last one leaves a line that says so.
fn remove(document: &StateDocument<'_>, draft: &mut Draft<'_, '_>, items: &[ListItem], is_all: bool) {
    let source = document.source();
    for (place, item) in items.iter().enumerate() {
        if is_all && place == 0 {
            let end = item.line.full().end.max(item.span.end);
            let last_line_end = Span::new(item.line.content.end, item.line.full().end);
            let mut replacement = NOTHING_LEFT.as_bytes().to_vec();
            replacement.extend_from_slice(last_line_end.of(source));
            draft.push(Edit::replace(Span::new(item.line.content.start, end), replacement));
        } else {
            draft.push(Edit::delete(item.span));
        }
    }
}

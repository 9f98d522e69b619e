//! The line about pending todos (S-68, contract 14.6): `N pending, see .planning/todos/pending/`.

use cairn_text::outline::{LineClass, Section};
use cairn_text::{Edit, Line};

use crate::document::StateDocument;
use crate::draft::Draft;
use crate::language::{self, Term};
use crate::list_section::{is_placeholder_line, placeholder_among};
use crate::sections;
use crate::writing::Reading;

/// What follows the number.
const REST: &str = " pending, see .planning/todos/pending/";

/// Keeps the line: one that has its form gets the present number; a placeholder becomes it when something is pending.
pub(crate) fn refresh(reading: &Reading<'_>, draft: &mut Draft<'_, '_>) {
    let document = &reading.document;
    let pending = reading.project.pending_todos;
    let Some(section) = section(document) else { return };
    let target = match stored(document, &section) {
        Some((line, count)) => (count != pending).then_some(line),
        None => placeholder(document, &section).filter(|_| pending > 0),
    };
    if let Some(line) = target {
        draft.push(Edit::replace(line.content, format!("{pending}{REST}")));
    }
}

/// The number that the line of the section states, with its line.
pub(crate) fn stated(document: &StateDocument<'_>) -> Option<(Line, usize)> {
    stored(document, &section(document)?)
}

/// The line of the section headed `name`, when that is the section of pending todos.
pub(crate) fn present_line(document: &StateDocument<'_>, name: &str) -> Option<String> {
    language::language_of(Term::PendingTodos, name)?;
    stated(document).map(|(_, count)| format!("{count}{REST}"))
}

fn section(document: &StateDocument<'_>) -> Option<Section> {
    sections::find_list(document.outline(), document.source(), Term::PendingTodos)
}

fn stored(document: &StateDocument<'_>, section: &Section) -> Option<(Line, usize)> {
    lines(document, section).into_iter().find_map(|(line, text)| Some((line, count_of(&text)?)))
}

fn placeholder(document: &StateDocument<'_>, section: &Section) -> Option<Line> {
    let lines = lines(document, section).into_iter();
    let found = lines.filter(|(_, text)| is_placeholder_line(text.as_bytes())).map(|(line, _)| line);
    placeholder_among(document, section, &found.collect::<Vec<Line>>())
}

fn lines(document: &StateDocument<'_>, section: &Section) -> Vec<(Line, String)> {
    let source = document.source();
    let lines = document.outline().lines(source, section.direct).filter(|line| line.class == LineClass::Text);
    lines.map(|line| (line.line, String::from_utf8_lossy(line.bytes()).trim().to_owned())).collect()
}

fn count_of(text: &str) -> Option<usize> {
    text.strip_suffix(REST)?.parse().ok()
}

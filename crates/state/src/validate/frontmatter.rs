//! Rules about the frontmatter block (S-54, D11, contract 6.1).

use cairn_text::frontmatter::{Problem, ProblemKind, Style};

use super::repair;
use super::subject::{Place, Subject};
use crate::schema::{Key, PROGRESS};

/// A block that has no end, or a bracket that has none.
pub(super) fn unparseable(subject: &Subject<'_>) -> Vec<Place> {
    places(subject, |kind| matches!(kind, ProblemKind::UnclosedBlock | ProblemKind::UnclosedBracket { .. }))
}

/// A block below other lines, or behind an opening fence with blanks.
pub(super) fn not_first(subject: &Subject<'_>) -> Vec<Place> {
    places(subject, |kind| matches!(kind, ProblemKind::NotFirst | ProblemKind::BlanksBehindFence))
}

/// A second block right behind the first: it is body text.
pub(super) fn second_block(subject: &Subject<'_>) -> Vec<Place> {
    places(subject, |kind| *kind == ProblemKind::SecondBlock)
}

/// A key that stands twice.
pub(super) fn duplicate_keys(subject: &Subject<'_>) -> Vec<Place> {
    places(subject, |kind| matches!(kind, ProblemKind::DuplicateKey { .. }))
}

/// A comment inside the block of counters, which loses the bar for simpler readers.
pub(super) fn comments_in_progress(subject: &Subject<'_>) -> Vec<Place> {
    places(subject, |kind| matches!(kind, ProblemKind::CommentInMap { key } if key == PROGRESS))
}

/// `next_phases` on several lines, which simpler readers miss.
pub(super) fn block_list(subject: &Subject<'_>) -> Vec<Place> {
    let document = subject.document();
    let Some(entry) = document.entry(Key::NextPhases).filter(|entry| entry.style == Style::BlockList) else {
        return Vec::new();
    };
    let message = "`next_phases` stands on several lines, which other readers of the file may miss";
    let place = Place::at(entry.key_span, message);
    let Some(items) = repair::plain_items(entry, document.source()) else { return vec![place] };
    vec![place.fix(format!("next_phases: {}", repair::written(&items)))]
}

fn places(subject: &Subject<'_>, is_meant: impl Fn(&ProblemKind) -> bool) -> Vec<Place> {
    let problems = subject.document().frontmatter().problems().iter();
    let place = |problem: &Problem| Place::at(problem.span, problem.kind.to_string());
    problems.filter(|problem| is_meant(&problem.kind)).map(place).collect()
}

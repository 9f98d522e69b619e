//! Rules that derive everything again and compare (S-11, S-17 to S-23, S-68, contract 9, 14.6).

use super::subject::{Place, Subject};
use crate::body_field::BodyField;
use crate::derive::number_at_start;
use crate::pending_todos;
use crate::phase_id::PhaseId;
use crate::progress_bar;
use crate::schema::{KEYS, Key, PROGRESS};
use crate::template_defaults::is_placeholder;

/// Stored counters, the stored percent and the bar of the body against the disk.
pub(super) fn progress(subject: &Subject<'_>) -> Vec<Place> {
    if !subject.facts().scope.is_trusted() {
        return Vec::new();
    }
    let mut places = Vec::new();
    let differences: Vec<String> =
        KEYS.iter().filter_map(|row| counter_difference(subject, row.key)).collect();
    if let Some(entry) = subject.document().frontmatter().entry(PROGRESS).filter(|_| !differences.is_empty())
    {
        let message = format!("the disk counts otherwise: {}", differences.join(", "));
        places.push(Place::at(entry.key_span, message).fix("msd-tools state sync"));
    }
    places.extend(bar(subject));
    places
}

fn counter_difference(subject: &Subject<'_>, key: Key) -> Option<String> {
    let counters = subject.facts().counters;
    let counted = match key {
        Key::TotalPhases => counters.total_phases,
        Key::CompletedPhases => counters.completed_phases,
        Key::TotalPlans => counters.total_plans,
        Key::CompletedPlans => counters.completed_plans,
        Key::Percent if subject.project().settings.writes_percent => counters.percent?.into(),
        _ => return None,
    };
    let stored = subject.document().key_text(key)?;
    (number_at_start(stored) != Some(counted))
        .then(|| format!("`{}` is {stored} and should be {counted}", key.name()))
}

fn bar(subject: &Subject<'_>) -> Option<Place> {
    let percent = subject.facts().counters.percent?;
    let occurrence = subject.document().winner(BodyField::Progress)?;
    let value = occurrence.value.of(subject.source());
    let found = progress_bar::find_bar(value).filter(|bar| !bar.shows(value, percent))?;
    let fixed = String::from_utf8_lossy(&found.set(value, percent)).into_owned();
    let label = subject.document().occurrence_label(occurrence);
    let message = format!("the bar should show {percent} percent");
    Some(Place::at(occurrence.line.content.trim(subject.source()), message).fix(format!("{label}: {fixed}")))
}

/// The phase of frontmatter, body and roadmap.
pub(super) fn phase(subject: &Subject<'_>) -> Vec<Place> {
    let document = subject.document();
    let stored = document.key_text(Key::CurrentPhase).filter(|text| !is_placeholder(text));
    let body = document.position_phase();
    let line = document.winner(BodyField::CurrentPhase).or_else(|| document.winner(BodyField::Phase));
    let body_says = line.map(|line| document.occurrence_text(line)).filter(|text| !is_placeholder(text));
    let mut places = Vec::new();
    if let (Some(stored), Some(text), Some(span)) = (stored, &body_says, subject.key_span(Key::CurrentPhase))
        && PhaseId::parse(stored.trim()) != body
    {
        let message = format!("`current_phase` is `{stored}`, but the body says `{text}`");
        places.push(Place::at(span, message).fix("msd-tools state sync"));
    }
    let place = line.map(|line| line.line.content).or_else(|| subject.key_span(Key::CurrentPhase));
    let named = body.or_else(|| PhaseId::parse(stored?.trim()));
    if let (Some(phase), Some(span)) = (named.filter(|phase| subject.is_outside_window(phase)), place) {
        let milestone = subject.facts().milestone.as_deref().unwrap_or("the roadmap");
        let message = format!("phase {} is none of {milestone}", phase.as_str());
        places.push(Place::at(span.trim(subject.source()), message).fix(position_fix(subject)));
    }
    places
}

/// A position that the window holds.
fn position_fix(subject: &Subject<'_>) -> String {
    let facts = subject.facts();
    match facts.first_open_phase() {
        Some(open) => {
            let text = crate::position::write_phase(&open.id, facts.phase_total(), open.name.as_deref());
            format!("{}: {text}", BodyField::Phase.name())
        }
        None => "msd-tools state sync".to_owned(),
    }
}

/// A scope without counters.
pub(super) fn scope(subject: &Subject<'_>) -> Vec<Place> {
    let facts = subject.facts();
    if facts.scope.is_trusted() {
        return Vec::new();
    }
    let milestone = facts.milestone.as_deref().unwrap_or("none");
    let message = format!(
        "progress cannot be counted: the scope is `{}` (milestone `{milestone}`); check the version headings of ROADMAP.md",
        facts.scope.as_str()
    );
    vec![Place { span: subject.key_span(Key::Milestone), message, fix: None }]
}

/// The configured milestone is the milestone.
pub(super) fn milestone(subject: &Subject<'_>) -> Vec<Place> {
    let Some(configured) = subject.facts().configured_milestone.as_deref() else { return Vec::new() };
    let Some(stored) = subject.document().key_text(Key::Milestone).filter(|stored| *stored != configured)
    else {
        return Vec::new();
    };
    let message = format!("the milestone is stored as `{stored}` and configured as `{configured}`");
    let fix = format!("msd-tools state milestone-switch --milestone {configured}");
    vec![Place { span: subject.key_span(Key::Milestone), message, fix: Some(fix) }]
}

/// The number of pending todos.
pub(super) fn todos(subject: &Subject<'_>) -> Vec<Place> {
    let pending = subject.project().pending_todos;
    let Some((line, stated)) =
        pending_todos::stated(subject.document()).filter(|(_, stated)| *stated != pending)
    else {
        return Vec::new();
    };
    let message = format!("{stated} todos are stated as pending, and {pending} are");
    vec![Place::at(line.content, message).fix("msd-tools state sync")]
}

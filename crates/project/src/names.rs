//! The names in a project that a word of the command line can be: what a shell offers while one types. Reads only: no lock, no
//! journal looked after, and what cannot be read has no names.

use cairn_spec::list::{Listed, State};
use cairn_state::answer::Value;
use cairn_state::document::StateDocument;
use cairn_state::facts::PLANNING_FOLDER;
use cairn_state::planning::MilestoneView;
use cairn_state::planning_verbs::{phases_list, todos};
use cairn_state::verbs::{Overview, field_names};

use crate::context::Context;
use crate::location::{Request, locate_as_it_is, workstream_names};
use crate::session::Session;
use crate::specs::{Nobody, SpecRepository};

/// What kind of name a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// Phases of the milestone, as ROADMAP.md spells them.
    Phases,
    /// The milestone.
    Milestones,
    /// Body labels and dotted keys of STATE.md.
    Fields,
    /// Open blockers, whole.
    Blockers,
    /// Workstreams.
    Workstreams,
    /// Areas of pending todos.
    TodoAreas,
    /// Specs that are active.
    ActiveSpecs,
    /// Specs that have a record.
    Records,
}

/// A name, and what it is the name of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As it is typed.
    pub value: String,
    /// A few words, perhaps none.
    pub about: String,
}

/// Every name of a kind, in the order of the project; empty where there is no project or nothing can be read.
pub fn names(kind: NameKind, context: &Context, request: Request<'_>) -> Vec<Name> {
    match kind {
        NameKind::ActiveSpecs => specs(context, |state| state == State::Active),
        NameKind::Records => specs(context, |state| matches!(state, State::Archived | State::Cancelled)),
        _ => planning(kind, context, request).unwrap_or_default(),
    }
}

fn specs(context: &Context, wanted: impl Fn(State) -> bool) -> Vec<Name> {
    let listed = SpecRepository::open(context).and_then(|specs| specs.list(false, &Nobody));
    let name = |one: Listed| Name { value: one.slug.to_string(), about: one.title.unwrap_or_default() };
    listed.unwrap_or_default().into_iter().filter(|one| wanted(one.state)).map(name).collect()
}

fn planning(kind: NameKind, context: &Context, request: Request<'_>) -> Option<Vec<Name>> {
    let location = locate_as_it_is(context, request).ok()??;
    if kind == NameKind::Workstreams {
        let names = workstream_names(&location.root.join(PLANNING_FOLDER)).ok()?;
        return Some(names.into_iter().map(bare).collect());
    }
    let session = Session::at(context, location).ok()?;
    match kind {
        NameKind::Phases | NameKind::Milestones => phases_or_milestone(kind, &session),
        NameKind::Fields => {
            let bytes = session.state_bytes().ok()??;
            Some(field_names(&StateDocument::parse(&bytes)).into_iter().map(bare).collect())
        }
        NameKind::Blockers => {
            let overview = session.read(&Overview).ok()?;
            Some(texts(overview.outcome.answer.get("blockers")).into_iter().map(bare).collect())
        }
        NameKind::TodoAreas => {
            let mut areas = areas(&session);
            areas.sort();
            areas.dedup();
            Some(areas.into_iter().map(bare).collect())
        }
        NameKind::Workstreams | NameKind::ActiveSpecs | NameKind::Records => None,
    }
}

fn phases_or_milestone(kind: NameKind, session: &Session<'_>) -> Option<Vec<Name>> {
    let stored = session.stored().ok()?.milestone;
    let snapshot = session.planning().snapshot(&phases_list::focus(stored.as_deref(), None));
    let view = MilestoneView::new(&snapshot, stored.as_deref());
    if kind == NameKind::Milestones {
        let about = view.milestone.name.clone().unwrap_or_default();
        return Some(view.milestone.version.clone().map(|value| Name { value, about }).into_iter().collect());
    }
    let name = |phase: &cairn_state::planning::PhaseView| Name {
        value: phase.id.as_str().to_owned(),
        about: phase.name().unwrap_or_default().to_owned(),
    };
    Some(view.phases.iter().map(name).collect())
}

fn areas(session: &Session<'_>) -> Vec<String> {
    let report = todos::run(&session.todo_files(), None);
    let Some(Value::List(todos)) = report.answer.get("todos") else { return Vec::new() };
    let area = |todo: &Value| match todo {
        Value::Map(members) => {
            members.iter().find(|(name, _)| name == "area")?.1.as_text().map(str::to_owned)
        }
        _ => None,
    };
    todos.iter().filter_map(area).collect()
}

fn bare(value: String) -> Name {
    Name { value, about: String::new() }
}

fn texts(list: Option<&Value>) -> Vec<String> {
    match list {
        Some(Value::List(items)) => items.iter().filter_map(Value::as_text).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

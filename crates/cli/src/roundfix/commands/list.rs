//! `roundfix list` (roundfix 12).

use cairn_project::context::Context;
use cairn_project::specs::{SpecFailure, SpecRepository};
use cairn_spec::list::{Filter, Listed, State};
use serde::Serialize;

use crate::output::exit::Exit;
use crate::output::streams::Streams;
use crate::roundfix::answer::{Answer, clean};
use crate::roundfix::command_line::{Format, ListArgs};
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;

const COMMAND: &str = "list";

#[derive(Debug, Serialize)]
struct ListWire {
    command: &'static str,
    slug: Option<String>,
    ok: bool,
    specs: Vec<SpecWire>,
}

#[derive(Debug, Serialize)]
struct SpecWire {
    slug: String,
    state: &'static str,
    title: Option<String>,
    created: Option<String>,
    archived: Option<String>,
    disposition: Option<&'static str>,
    path: String,
    requires: Option<Vec<RequirementWire>>,
    archivable: Option<bool>,
    problem: Option<String>,
}

#[derive(Debug, Serialize)]
struct RequirementWire {
    spec: String,
    met: bool,
    state: &'static str,
}

impl From<&Listed> for SpecWire {
    fn from(listed: &Listed) -> Self {
        let requires = listed.requires.as_ref().map(|requires| {
            let wire = |one: &cairn_spec::list::Requirement| RequirementWire {
                spec: one.spec.to_string(),
                met: one.standing.meets(),
                state: one.standing.word(),
            };
            requires.iter().map(wire).collect()
        });
        Self {
            slug: listed.slug.to_string(),
            state: listed.state.as_str(),
            title: listed.title.clone(),
            created: listed.created.clone(),
            archived: listed.archived.clone(),
            disposition: listed.disposition.map(cairn_spec::record::Disposition::as_str),
            path: listed.path.clone(),
            requires,
            archivable: listed.archivable,
            problem: listed.problem.clone(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ListArgs, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    let filter = match (args.active, args.archived, args.cancelled) {
        (true, ..) => Filter::Active,
        (_, true, _) => Filter::Archived,
        (_, _, true) => Filter::Cancelled,
        _ => Filter::All,
    };
    match list(filter, manner, context, streams) {
        Err(failure) => failed(COMMAND, None, manner, context, &failure),
        Ok(listed) => answer(&listed),
    }
}

fn list(
    filter: Filter,
    manner: Manner,
    context: &Context,
    streams: &mut Streams,
) -> Result<Vec<Listed>, SpecFailure> {
    // The text has no column for it, and the answer costs a search through all documents.
    let archivable = manner.format == Format::Json && filter.wants(State::Active);
    let mut listed = SpecRepository::open(context)?.list(archivable, &Onlooker::new(streams))?;
    listed.retain(|one| filter.wants(one.state));
    Ok(listed)
}

fn answer(listed: &[Listed]) -> Answer {
    let wire = ListWire {
        command: COMMAND,
        slug: None,
        ok: true,
        specs: listed.iter().map(SpecWire::from).collect(),
    };
    let lines = listed.iter().map(|one| {
        let title = one.title.as_deref().unwrap_or_default();
        [one.slug.as_str(), one.state.as_str(), one.date(), title].map(clean).join("\t")
    });
    let unreadable: Vec<&Listed> = listed.iter().filter(|one| one.state == State::Unreadable).collect();
    let mut answer = match unreadable.len() {
        0 => Answer::done(Vec::new(), &wire),
        1 => Answer::failed(Exit::NotDone, "unreadable", "a record cannot be read", &wire),
        count => {
            Answer::failed(Exit::NotDone, "unreadable", format!("{count} records cannot be read"), &wire)
        }
    };
    // The list is whole all the same, so it is printed.
    answer.lines = lines.collect();
    for one in unreadable {
        answer.say(format!("error: {}", clean(one.problem.as_deref().unwrap_or(&one.path))));
    }
    let readable = listed.iter().filter(|one| matches!(one.state, State::Archived | State::Cancelled));
    for problem in readable.filter_map(|one| one.problem.as_deref()) {
        answer.say(format!("warning: {}", clean(problem)));
    }
    answer
}

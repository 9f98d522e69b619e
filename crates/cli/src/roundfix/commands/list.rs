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
        Ok(listed) => {
            let mut answer = answer(&listed, streams.stdout_is_terminal);
            // A program sees the empty list; a person would see nothing at all.
            if listed.is_empty() && streams.stderr_is_terminal {
                answer.say(nothing(filter));
            }
            answer
        }
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

fn nothing(filter: Filter) -> &'static str {
    match filter {
        Filter::All => "there are no Specs here",
        Filter::Active => "there are no active Specs here",
        Filter::Archived => "there are no archived Specs here",
        Filter::Cancelled => "there are no cancelled Specs here",
    }
}

fn answer(listed: &[Listed], is_terminal: bool) -> Answer {
    let wire = ListWire {
        command: COMMAND,
        slug: None,
        ok: true,
        specs: listed.iter().map(SpecWire::from).collect(),
    };
    let rows = listed.iter().map(|one| {
        let title = one.title.as_deref().unwrap_or_default();
        [one.slug.as_str(), one.state.as_str(), one.date(), title].map(clean)
    });
    let rows: Vec<[String; 4]> = rows.collect();
    let unreadable: Vec<&Listed> = listed.iter().filter(|one| one.state == State::Unreadable).collect();
    let mut answer = match unreadable.len() {
        0 => Answer::done(Vec::new(), &wire),
        1 => Answer::failed(Exit::NotDone, "unreadable", "a record cannot be read", &wire),
        count => {
            Answer::failed(Exit::NotDone, "unreadable", format!("{count} records cannot be read"), &wire)
        }
    };
    // The list is whole all the same, so it is printed.
    answer.lines = if is_terminal { columns(&rows) } else { rows.iter().map(|row| row.join("\t")).collect() };
    for one in unreadable {
        answer.say(format!("error: {}", clean(one.problem.as_deref().unwrap_or(&one.path))));
    }
    let readable = listed.iter().filter(|one| matches!(one.state, State::Archived | State::Cancelled));
    for problem in readable.filter_map(|one| one.problem.as_deref()) {
        answer.say(format!("warning: {}", clean(problem)));
    }
    answer
}

/// Rows for people: every cell but the last as wide as the widest of its column. Programs get tabs (roundfix 12).
fn columns(rows: &[[String; 4]]) -> Vec<String> {
    let width = |at: usize| {
        rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let (slug, state, date) = (width(0), width(1), width(2));
    let row = |[one, two, three, four]: &[String; 4]| {
        format!("{one:slug$}  {two:state$}  {three:date$}  {four}").trim_end().to_owned()
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// roundfix 12: people see columns, whatever the lengths of the slugs.
    #[test]
    fn rows_stand_below_each_other() {
        let rows =
            [["0007-fog", "active", "", "Fog"], ["0031-berth-plan", "archived", "2026-06-11", "Berth"]];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(
            columns(&rows),
            ["0007-fog         active                Fog", "0031-berth-plan  archived  2026-06-11  Berth",]
        );
    }
}

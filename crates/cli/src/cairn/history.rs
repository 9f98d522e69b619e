//! `cairn history` (cairn 12).

mod picture;

use cairn_project::context::Context;
use cairn_project::history::{History, Version};
use cairn_state::history::{BODY_FIELDS, CLOCK_FIELDS, FieldChange, FieldValues, resolve};
use cairn_state::schema::KEYS;
use clap::Args;
use serde::Serialize;

use super::command_line::{Format, GlobalFlags};
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::{Failure, Warning};
use crate::output::nearest::nearest;

use picture::{Curve, Picture};

/// How STATE.md changed, commit by commit, oldest first.
///
/// Follows first parents from HEAD; only committed versions count. Without a field every change is shown but those of the
/// clock fields. As SVG it is a burn-up of plans, or the curve of a field whose values are numbers.
#[derive(Debug, Args)]
pub struct HistoryArgs {
    /// One field: a key such as `progress.percent`, or a body field such as `Stopped at`.
    #[arg(value_name = "FIELD", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub field: Option<String>,
}

#[derive(Debug, Serialize)]
struct Shown {
    path: String,
    field: Option<String>,
    changes: Vec<Change>,
}

#[derive(Debug, Serialize)]
struct Change {
    commit: String,
    time: String,
    author: String,
    field: String,
    old: Option<String>,
    new: Option<String>,
}

pub(crate) fn run(args: &HistoryArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let place = workplace::required(context, flags)?;
    let Some(history) = place.history()? else {
        let path = place.folder.display().to_string();
        let message = format!("`{path}` is in no git repository, or there is no `git`");
        return Err(Failure::not_done("not_a_repository", message)
            .fact("path", path)
            .hint("`git init` makes a repository; only committed versions have a history"));
    };
    let field = args.field.as_deref().map(|typed| known_field(typed, &history));
    let warnings = history.skipped.iter().map(|(commit, problem)| Warning {
        code: "version_skipped".to_owned(),
        message: format!("the version of {} cannot be read: {problem}", short(commit)),
    });
    let warnings = warnings.chain(field.as_deref().and_then(|field| unknown(field, &history))).collect();
    if flags.format == Format::Svg {
        let picture = picture(&history, field.as_deref())?;
        let mut answer = Answer::new(&(), String::new()).rendered(picture.render());
        answer.warnings = warnings;
        return Ok(answer);
    }
    let changes = changes(&history, field.as_deref());
    let text: String = changes.iter().map(line).collect();
    let note = history.versions.is_empty().then(|| {
        format!("`{}` is in no commit that can be read; only committed versions count", history.path)
    });
    let mut answer = Answer::new(&Shown { path: history.path, field, changes }, text).note(note);
    answer.warnings = warnings;
    Ok(answer)
}

/// The field that is meant: of all that ever were, then of all that may be; else the word as it was typed.
fn known_field(typed: &str, history: &History) -> String {
    let mut names: Vec<&str> = KEYS.iter().map(|row| row.key.name()).collect();
    names.extend(history.versions.iter().flat_map(|version| version.fields.names()));
    // Keys go before body fields, which differ from them in spelling alone.
    let body: Vec<&str> = BODY_FIELDS.iter().map(|field| field.name()).collect();
    names.retain(|name| !body.contains(name));
    names.extend(body);
    resolve(typed, names.iter().copied()).unwrap_or(typed).to_owned()
}

/// What is said about a field that no version has.
fn unknown(field: &str, history: &History) -> Option<Warning> {
    let names: Vec<&str> = history.versions.iter().flat_map(|version| version.fields.names()).collect();
    if names.is_empty() || names.contains(&field) {
        return None;
    }
    let near = nearest(field, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let path = &history.path;
    let message = format!("no committed version of `{path}` has `{field}`{near}");
    Some(Warning { code: "field_not_found".to_owned(), message })
}

fn changes(history: &History, field: Option<&str>) -> Vec<Change> {
    let is_wanted = |change: &FieldChange| match field {
        Some(field) => change.field == field,
        None => !CLOCK_FIELDS.contains(&change.field.as_str()),
    };
    let mut before = &FieldValues::default();
    let mut changes = Vec::new();
    for version in &history.versions {
        let found = version.fields.changes_since(before).into_iter().filter(is_wanted);
        changes.extend(found.map(|change| Change {
            commit: version.commit.clone(),
            time: time(version),
            author: version.author.clone(),
            field: change.field,
            old: change.old,
            new: change.new,
        }));
        before = &version.fields;
    }
    changes
}

fn time(version: &Version) -> String {
    version.time.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string()
}

fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn line(change: &Change) -> String {
    let one_line = |text: &Option<String>| match text {
        None => "(none)".to_owned(),
        Some(text) => text.replace(['\n', '\r'], " "),
    };
    let date = change.time.get(..10).unwrap_or_default();
    let (commit, author) = (short(&change.commit), &change.author);
    format!(
        "{commit}  {date}  {author}  {}: {} -> {}\n",
        change.field,
        one_line(&change.old),
        one_line(&change.new)
    )
}

fn picture(history: &History, field: Option<&str>) -> Result<Picture, Failure> {
    let Some(field) = field else {
        return Ok(Picture {
            title: "Burn-up of plans".to_owned(),
            description: "Plans that are completed, against all plans, by the day of the commit.".to_owned(),
            curves: vec![
                curve(history, "total_plans", "progress.total_plans")?,
                curve(history, "completed_plans", "progress.completed_plans")?,
            ],
        });
    };
    Ok(Picture {
        title: format!("History of {field}"),
        description: format!("The value of {field}, by the day of the commit."),
        curves: vec![curve(history, field, field)?],
    })
}

/// The points of a field: one for each commit that changed it.
fn curve(history: &History, name: &str, field: &str) -> Result<Curve, Failure> {
    let mut points: Vec<(i64, f64)> = Vec::new();
    let mut last = None;
    for version in &history.versions {
        let Some(text) = version.fields.get(field) else { continue };
        if last == Some(text) {
            continue;
        }
        last = Some(text);
        let number =
            text.trim().trim_end_matches('%').parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else {
            let message = format!("`{field}` is no number: `{text}` in {}", short(&version.commit));
            return Err(Failure::usage(message).hint("`--format text` shows every field"));
        };
        points.push((version.time.as_second(), number));
    }
    // The last known value holds until the newest commit.
    if let (Some(&(at, value)), Some(newest)) = (points.last(), history.versions.last())
        && newest.time.as_second() > at
    {
        points.push((newest.time.as_second(), value));
    }
    points.sort_by_key(|(at, _)| *at);
    Ok(Curve { name: name.to_owned(), points })
}

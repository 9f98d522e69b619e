//! The frontmatter of one file.

use cairn_project::context::Context;
use cairn_project::session::Session;
use cairn_state::planning_verbs::frontmatter_file;
use cairn_state::verbs::Update;
use cairn_text::frontmatter::NewValue;
use serde_json::Value;

use super::{FrontmatterArgs, FrontmatterVerb};
use crate::msd_tools::answer::Answer;
use crate::msd_tools::command_line::GlobalFlags;
use crate::msd_tools::commands::state;
use crate::msd_tools::run::request;
use crate::output::failure::Failure;

/// `msd-tools frontmatter …`.
pub(crate) fn run(args: &FrontmatterArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let session = Session::open(context, request(flags))?;
    match &args.verb {
        FrontmatterVerb::Get { file, field } => {
            let path = session.inside(file)?;
            let bytes = session.file_bytes(&path)?;
            Ok(Answer::of_report(&session, frontmatter_file::get(&path, &bytes, field.as_deref())?))
        }
        FrontmatterVerb::Set { file, field, value } => {
            let path = session.inside(file)?;
            if path == session.state_path()? {
                let verb = Update { field: field.clone(), value: as_update(value) };
                return state::deliver(&session, &verb, flags).map(|answer| answer.renamed(field, value));
            }
            let done = session.edit_file(flags.dry_run, &path, |bytes| {
                let edit = frontmatter_file::set(&path, bytes, field, new_value(value))?;
                Ok((edit.change, edit.answer))
            })?;
            Ok(Answer::of_session(&session, done, flags))
        }
    }
}

/// `state update` takes phases joined by commas where `frontmatter set` takes a JSON list.
fn as_update(value: &str) -> String {
    match serde_json::from_str::<Value>(value) {
        Ok(Value::Array(items)) => {
            let text = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
            items.iter().map(text).collect::<Vec<_>>().join(",")
        }
        _ => value.to_owned(),
    }
}

/// JSON where it is a list, a map, an integer, `true` or `false`; `null` removes the key; anything else is text.
fn new_value(text: &str) -> Option<NewValue> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Null) => None,
        Ok(Value::Bool(_)) => Some(NewValue::Bare(text.trim().to_owned())),
        Ok(Value::Number(number)) if number.is_i64() || number.is_u64() => {
            Some(NewValue::Bare(number.to_string()))
        }
        Ok(value @ (Value::Array(_) | Value::Object(_))) => Some(nested(&value)),
        _ => Some(NewValue::Text(text.to_owned())),
    }
}

fn nested(value: &Value) -> NewValue {
    match value {
        Value::Null => NewValue::Null,
        Value::Bool(_) | Value::Number(_) => NewValue::Bare(value.to_string()),
        Value::String(text) => NewValue::Text(text.clone()),
        Value::Array(items) => NewValue::List(items.iter().map(nested).collect()),
        Value::Object(members) => {
            NewValue::Map(members.iter().map(|(key, value)| (key.clone(), nested(value))).collect())
        }
    }
}

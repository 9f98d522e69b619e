//! `cairn resolve` (cairn 7.3).

use cairn_project::context::Context;
use cairn_project::resolve::{NotUnderstood, Resolution, resolve};
use cairn_project::session::Session;
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::failure::{Failure, Warning};

/// Merge the conflicts of a planning file by their meaning.
///
/// For a file that holds conflict markers already: of git, of a stash, of another tool, whatever their labels. Both
/// versions are rebuilt and merged as `cairn merge` does; what cannot be decided stays in markers. Counters and bar of a
/// clean STATE.md are counted again from ROADMAP.md and the phase folders. `cairn undo` brings the markers back; nothing
/// is staged.
#[derive(Debug, Args)]
pub struct ResolveArgs {
    /// The file with conflict markers.
    #[arg(value_name = "FILE")]
    pub file: String,
}

#[derive(Debug, Serialize)]
struct Wire {
    path: String,
    changed: bool,
    hunks: usize,
    left: Vec<Left>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// False when the operation could not be recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Left {
    line: usize,
    what: String,
}

pub(crate) fn run(args: &ResolveArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    let place = workplace::required(context, flags)?;
    let Some(location) = place.location.clone() else {
        let path = place.folder.display().to_string();
        return Err(Failure::not_done("project_not_found", format!("`{path}` has no `.planning` folder"))
            .fact("path", path)
            .hint("`cairn init` makes one; `cairn merge` needs none"));
    };
    let session = Session::at(context, location)?;
    match resolve(&session, place.repository.as_ref(), &args.file, flags.dry_run)? {
        Ok(resolution) => Ok(answer(resolution, flags.dry_run)),
        Err(refusal) => Err(not_understood(&refusal)),
    }
}

fn answer(resolution: Resolution, dry_run: bool) -> Answer {
    let path = resolution.path.to_string();
    let text = text(&resolution, &path, dry_run);
    let is_left = !resolution.left.is_empty();
    let warnings = resolution.unreadable.iter().map(|cause| Warning {
        code: "merge_unreadable".to_owned(),
        message: format!("a side of `{path}` {cause}; it is merged line by line"),
    });
    let uncounted = resolution.uncounted.then(|| Warning {
        code: "progress_scope".to_owned(),
        message: format!(
            "ROADMAP.md or a phase folder beside `{path}` cannot be read; its counters are as they were merged"
        ),
    });
    let warnings = warnings.chain(uncounted).collect();
    let wire = Wire {
        changed: resolution.changed,
        hunks: resolution.hunks,
        left: resolution
            .left
            .into_iter()
            .map(|conflict| Left { line: conflict.line, what: conflict.what })
            .collect(),
        dry_run,
        diff: resolution.diff,
        undo: (!resolution.undoable).then_some(false),
        path,
    };
    let answer = Answer::new(&wire, text).with_findings(is_left);
    Answer { warnings, ..answer }
}

fn text(resolution: &Resolution, path: &str, dry_run: bool) -> String {
    let left = &resolution.left;
    let diff = resolution.diff.as_deref().unwrap_or_default();
    // A diff that decides everything says enough, and goes into `git apply` as it is.
    if !diff.is_empty() && left.is_empty() {
        return diff.to_owned();
    }
    if resolution.hunks == 0 {
        return format!("{path}: no conflict markers\n");
    }
    let decided = resolution.hunks.saturating_sub(left.len());
    let mut text = diff.to_owned();
    text.push_str(&match left.len() {
        0 => format!("{path}: {} conflict(s) resolved\n", resolution.hunks),
        count => format!("{path}: {decided} conflict(s) resolved, {count} left\n"),
    });
    for conflict in left {
        text.push_str(&format!("  {path}:{}: {}\n", conflict.line, conflict.what));
    }
    if left.is_empty() && !dry_run {
        text.push_str(&format!("  next: git add {path}\n"));
    }
    text
}

fn not_understood(refusal: &NotUnderstood) -> Failure {
    let path = refusal.path.to_string();
    let lines: Vec<String> = refusal.lines.iter().map(ToString::to_string).collect();
    let message = format!(
        "the conflict markers of `{path}` do not fit together (lines {}); nothing was changed",
        lines.join(", ")
    );
    Failure::not_done("merge_unreadable", message)
        .fact("path", path)
        .fact("lines", &refusal.lines)
        .hint("put the markers right by hand, or take one side with `git checkout --ours` or `--theirs`")
}

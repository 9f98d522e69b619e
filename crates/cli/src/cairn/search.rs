//! `cairn search` (cairn 13).

use cairn_project::context::Context;
use cairn_project::specs::{SpecFailure, SpecRepository, TextMatch, TextSearch};
use clap::Args;
use serde::Serialize;

use super::command_line::GlobalFlags;
use super::envelope::Answer;
use super::workplace;
use crate::output::exit::Exit;
use crate::output::failure::Failure;

/// "Did we already try this?": search the archive, deleted folders included.
///
/// Looks for the text, in any case, in the Archive Records and, through git, in the folders that they name. Active Specs
/// are not searched. Below the matches of a Spec stands the command that brings it back.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The text.
    #[arg(value_name = "TEXT")]
    pub text: String,
    /// How many matches at most (default: 200).
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

/// More than this nobody reads.
const USUAL_LIMIT: usize = 200;

#[derive(Debug, Serialize)]
struct Shown {
    text: String,
    matches: Vec<Match>,
    skipped: Vec<Skipped>,
    truncated: bool,
}

#[derive(Debug, Serialize)]
struct Match {
    slug: String,
    r#where: &'static str,
    file: String,
    line: usize,
    text: String,
    revision: Option<String>,
    restore: String,
}

#[derive(Debug, Serialize)]
struct Skipped {
    slug: String,
    reason: String,
}

pub(crate) fn run(args: &SearchArgs, flags: &GlobalFlags, context: &Context) -> Result<Answer, Failure> {
    if args.text.trim().is_empty() {
        return Err(Failure::usage("the text is blank").hint("name the words to look for"));
    }
    let limit = args.limit.as_deref().map_or(Ok(USUAL_LIMIT), workplace::count)?;
    let place = workplace::required(context, flags)?;
    if place.repository.is_none() {
        let path = place.folder.display().to_string();
        let message = format!("`{path}` is in no git repository, or there is no `git`");
        return Err(Failure::not_done("not_a_repository", message).fact("path", path));
    }
    let here = Context { current_folder: place.folder.clone(), ..context.clone() };
    let searched = SpecRepository::open(&here).and_then(|specs| specs.search_text(&args.text, limit));
    let searched = searched.map_err(|failure| of_specs(&failure))?;
    let text = lines(&searched);
    let TextSearch { matches, skipped, truncated } = searched;
    let matches = matches.into_iter().map(Match::from).collect();
    let skipped = skipped.into_iter().map(|(slug, reason)| Skipped { slug, reason }).collect();
    let note = text.is_empty().then(|| {
        format!("no record and no archived Spec holds `{}`; active Specs are not searched", args.text)
    });
    Ok(Answer::new(&Shown { text: args.text.clone(), matches, skipped, truncated }, text).note(note))
}

/// What the archive engine could not do, in the words of `cairn` (cairn 2).
fn of_specs(failure: &SpecFailure) -> Failure {
    let message = failure.to_string();
    match failure {
        SpecFailure::Interrupted => Failure::new(Exit::Interrupted, "interrupted", message),
        _ => Failure::not_done("io", message),
    }
}

impl From<TextMatch> for Match {
    fn from(found: TextMatch) -> Match {
        Match {
            r#where: if found.revision.is_some() { "folder" } else { "record" },
            restore: restore(&found.slug),
            slug: found.slug,
            file: found.file,
            line: found.line,
            text: found.text,
            revision: found.revision,
        }
    }
}

fn restore(slug: &str) -> String {
    format!("cairn unarchive {slug}")
}

fn lines(searched: &TextSearch) -> String {
    let mut text = String::new();
    for (index, one) in searched.matches.iter().enumerate() {
        text.push_str(&format!("{}:{}: {}\n", one.file, one.line, one.text));
        let next = searched.matches.get(index + 1);
        if next.is_none_or(|next| next.slug != one.slug) {
            text.push_str(&format!("  {}\n", restore(&one.slug)));
        }
    }
    for (slug, reason) in &searched.skipped {
        text.push_str(&format!("skipped {slug}: {reason}\n"));
    }
    if searched.truncated {
        text.push_str("there are more; `--limit N` shows them\n");
    }
    text
}

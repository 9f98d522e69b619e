//! `cairn merge-driver`: git's merge driver for the planning files (cairn 7.1).

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use cairn_project::context::Context;
use cairn_project::merge_files::{MergeFile, shows_base};
use cairn_state::merge::{Kind, MarkerStyle, Merged, USUAL_WIDTH, Versions, merge};
use clap::Args;

use super::envelope::refuse;
use super::merge::warn;
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::streams::Streams;

/// Merge a planning file for git.
///
/// Git calls this in merge, rebase, cherry-pick, revert, `stash pop` and `am -3` when `.gitattributes` says
/// `merge=cairn` and the clone is configured; `cairn init --git` does both. The result is written into OURS and nothing
/// else: no lock, no operation log. Exit status 0 clean, 1 conflicts left in markers, 129 failure with OURS untouched:
/// git 2.47 then gives up the whole merge and leaves the work tree as it was before.
/// Git's octopus strategy asks no driver: merge such branches one after the other.
#[derive(Debug, Args)]
pub struct MergeDriverArgs {
    /// The common ancestor; an empty or missing file: none.
    #[arg(value_name = "BASE")]
    pub base: PathBuf,
    /// Our version, which becomes the result.
    #[arg(value_name = "OURS")]
    pub ours: PathBuf,
    /// Their version.
    #[arg(value_name = "THEIRS")]
    pub theirs: PathBuf,
    /// Width of the conflict markers.
    #[arg(short = 'L', value_name = "WIDTH")]
    pub width: Option<String>,
    /// The path of the file in the project.
    #[arg(short = 'P', value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// Label of the ancestor.
    #[arg(short = 'S', value_name = "LABEL", allow_hyphen_values = true)]
    pub base_label: Option<String>,
    /// Label of our version.
    #[arg(short = 'X', value_name = "LABEL", allow_hyphen_values = true)]
    pub our_label: Option<String>,
    /// Label of their version.
    #[arg(short = 'Y', value_name = "LABEL", allow_hyphen_values = true)]
    pub their_label: Option<String>,
}

pub(crate) fn run(args: &MergeDriverArgs, context: &Context, streams: &mut Streams) -> Exit {
    match drive(args, context, streams) {
        Ok(merged) if merged.conflicts.is_empty() => Exit::Done,
        Ok(_) => Exit::NotDone,
        Err(failure) => {
            refuse(&failure, streams);
            Exit::DriverFailure
        }
    }
}

fn drive(args: &MergeDriverArgs, context: &Context, streams: &mut Streams) -> Result<Merged, Failure> {
    let style = style(args, context)?;
    let ours = MergeFile::read(context, &args.ours)?;
    let theirs = MergeFile::read(context, &args.theirs)?;
    let base = match MergeFile::read(context, &args.base) {
        Ok(base) => Some(base),
        Err(_) if !context.absolute(&args.base).exists() => None,
        Err(failure) => return Err(failure.into()),
    };
    let named = args.path.as_ref().and_then(|path| Kind::of_path(path.as_os_str().as_bytes()));
    let versions = Versions {
        base: base.as_ref().map(MergeFile::bytes).unwrap_or_default(),
        ours: ours.bytes(),
        theirs: theirs.bytes(),
    };
    let merged = merge(named.unwrap_or(Kind::Lines), versions, &style);
    warn(&merged.unreadable, &style, streams);
    ours.replace(&merged.bytes)?;
    Ok(merged)
}

fn style(args: &MergeDriverArgs, context: &Context) -> Result<MarkerStyle, Failure> {
    let usual = MarkerStyle::default();
    let width = match args.width.as_deref() {
        None | Some("%L") => USUAL_WIDTH,
        Some(text) => text.parse().ok().filter(|width| (1..=1000).contains(width)).ok_or_else(|| {
            Failure::usage(format!("`-L {text}` is no width of a marker")).hint("git gives `%L`, usually 7")
        })?,
    };
    // An older git leaves the places of labels as they are.
    let label = |given: &Option<String>, place: &str, usual: String| {
        given.clone().filter(|label| label != place && !label.is_empty()).unwrap_or(usual)
    };
    Ok(MarkerStyle {
        width,
        base: label(&args.base_label, "%S", usual.base),
        ours: label(&args.our_label, "%X", usual.ours),
        theirs: label(&args.their_label, "%Y", usual.theirs),
        shows_base: shows_base(context),
    })
}

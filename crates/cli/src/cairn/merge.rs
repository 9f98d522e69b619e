//! `cairn merge` (cairn 7.2).

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use cairn_project::context::Context;
use cairn_project::merge_files::{MergeFile, shows_base};
use cairn_state::merge::{Conflict, Kind, MarkerStyle, Merged, Side, Unreadable, Version, Versions, merge};
use clap::Args;
use serde::Serialize;

use super::command_line::{Format, GlobalFlags};
use super::envelope::{Answer, deliver};
use crate::output::exit::Exit;
use crate::output::failure::Failure;
use crate::output::streams::Streams;

/// Merge two versions of STATE.md or ROADMAP.md by their meaning.
///
/// The result goes to stdout; nothing is written, and no project is needed. The position comes whole from the side that
/// is further, every item of both sides is kept, and what was changed in two ways is marked. Other texts are merged line
/// by line. Exit status 1 when markers are left.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The version that both began with; none: an empty file.
    #[arg(long, value_name = "FILE")]
    pub base: Option<PathBuf>,
    /// The path whose name says which file this is (default: the content says it).
    #[arg(long, value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// Show the lines of the base between those of the sides.
    #[arg(long)]
    pub diff3: bool,
    /// The side whose order and line ends the result has.
    #[arg(value_name = "OURS")]
    pub ours: PathBuf,
    /// The other side.
    #[arg(value_name = "THEIRS")]
    pub theirs: PathBuf,
}

#[derive(Debug, Serialize)]
struct Wire {
    conflicts: Vec<WireConflict>,
    leads: Option<&'static str>,
    content: String,
}

/// A conflict as results name it.
#[derive(Debug, Serialize)]
struct WireConflict {
    line: usize,
    lines: usize,
    kind: &'static str,
    what: String,
}

impl From<&Conflict> for WireConflict {
    fn from(conflict: &Conflict) -> WireConflict {
        WireConflict {
            line: conflict.line,
            lines: conflict.lines,
            kind: conflict.kind.as_str(),
            what: conflict.what.clone(),
        }
    }
}

pub(crate) fn run(args: &MergeArgs, flags: &GlobalFlags, context: &Context, streams: &mut Streams) -> Exit {
    let merged = match merged(args, context, streams) {
        Ok(merged) => merged,
        Err(failure) => return deliver("merge", Err(failure), flags.format, streams),
    };
    if flags.format == Format::Json {
        let wire = Wire {
            conflicts: merged.conflicts.iter().map(WireConflict::from).collect(),
            leads: merged.leads.map(Side::as_str),
            content: String::from_utf8_lossy(&merged.bytes).into_owned(),
        };
        let answer = Answer::new(&wire, "").with_findings(!merged.conflicts.is_empty());
        return deliver("merge", Ok(answer), flags.format, streams);
    }
    streams.raw(&merged.bytes);
    if merged.conflicts.is_empty() { Exit::Done } else { Exit::NotDone }
}

fn merged(args: &MergeArgs, context: &Context, streams: &mut Streams) -> Result<Merged, Failure> {
    let ours = MergeFile::read(context, &args.ours)?;
    let theirs = MergeFile::read(context, &args.theirs)?;
    let base = args.base.as_ref().map(|base| MergeFile::read(context, base)).transpose()?;
    let shown = |path: &PathBuf| path.display().to_string();
    let style = MarkerStyle {
        base: args.base.as_ref().map_or_else(|| MarkerStyle::default().base, shown),
        ours: shown(&args.ours),
        theirs: shown(&args.theirs),
        shows_base: args.diff3 || shows_base(context),
        ..MarkerStyle::default()
    };
    let named = args.path.as_ref().and_then(|path| Kind::of_path(path.as_os_str().as_bytes()));
    let kind = named.unwrap_or_else(|| match Kind::of_content(ours.bytes()) {
        Kind::Lines => Kind::of_content(theirs.bytes()),
        kind => kind,
    });
    let versions = Versions {
        base: base.as_ref().map(MergeFile::bytes).unwrap_or_default(),
        ours: ours.bytes(),
        theirs: theirs.bytes(),
    };
    let merged = merge(kind, versions, &style);
    warn(&merged.unreadable, &style, streams);
    Ok(merged)
}

/// Says which side could not be read and why.
pub(super) fn warn(unreadable: &[Unreadable], style: &MarkerStyle, streams: &mut Streams) {
    for Unreadable { version, cause } in unreadable {
        let name = match version {
            Version::Base => &style.base,
            Version::Side(Side::Ours) => &style.ours,
            Version::Side(Side::Theirs) => &style.theirs,
        };
        streams.say(&format!("warning: `{name}` {cause}; the file is merged line by line"));
    }
}

//! `qa-report` over the real disk; it needs no git repository (roundfix 13).

use std::path::{Path, PathBuf};

use cairn_spec::Cause;
use cairn_spec::qa::file::{JudgedFile, judge_file, spec_folder};

use super::places::LARGEST_TEXT;
use crate::context::Context;
use crate::disk::read_plain;

/// One report as it was judged.
#[derive(Debug)]
pub struct JudgedReport {
    /// The name of the folder above its `qa/`; `None` when it is in no folder of that name.
    pub slug: Option<String>,
    /// What came of it.
    pub outcome: ReportOutcome,
}

/// Three answers, not two (fault kind "unreadable taken for missing").
#[derive(Debug)]
pub enum ReportOutcome {
    /// There is no such file.
    Missing(Cause),
    /// It cannot be read.
    Unreadable(Cause),
    /// It was read and judged.
    Judged(Box<JudgedFile>),
}

/// Judges the report at `path`, seen from the current folder.
pub fn judge_report(context: &Context, path: &str) -> JudgedReport {
    let absolute = context.absolute(Path::new(path));
    let spec = spec_folder(&evaluated(&absolute)).ok();
    let name = spec.as_deref().and_then(Path::file_name);
    JudgedReport {
        slug: name.map(|name| name.to_string_lossy().into_owned()),
        outcome: outcome(path, &absolute, spec.as_deref()),
    }
}

fn outcome(shown: &str, path: &Path, spec: Option<&Path>) -> ReportOutcome {
    let cause = |message: &str| Cause::whole(shown, message);
    match path.symlink_metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return ReportOutcome::Missing(cause("does not exist"));
        }
        Ok(found) if found.is_file() => {}
        // The same answer that an archive gives for such a report.
        Ok(_) => return ReportOutcome::Unreadable(cause("is no regular file")),
        Err(error) => return ReportOutcome::Unreadable(cause(&error.to_string())),
    }
    let Some(bytes) = read_plain(path, LARGEST_TEXT) else {
        return ReportOutcome::Unreadable(cause("cannot be opened, or is too large to be read"));
    };
    let prd = spec.map(|spec| spec.join(cairn_spec::prd::FILE));
    let prd = prd.filter(|prd| prd.symlink_metadata().is_ok_and(|found| found.is_file()));
    let prd = prd.and_then(|prd| read_plain(&prd, LARGEST_TEXT));
    match judge_file(shown, &bytes, prd.as_deref()) {
        Ok(judged) => ReportOutcome::Judged(Box::new(judged)),
        Err(cause) => ReportOutcome::Unreadable(cause),
    }
}

/// The path with its folder evaluated, so that `..` and links on the way do not hide the folder's name.
fn evaluated(path: &Path) -> PathBuf {
    match (path.parent().and_then(|parent| parent.canonicalize().ok()), path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

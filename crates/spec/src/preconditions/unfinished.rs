//! An earlier deletion that failed: looked at before check 4 (roundfix 4.1).

use std::path::Path;

use cairn_plan::{Reason, Refusal};

use super::Refused;
use crate::record::Record;
use crate::roots::Roots;
use crate::{Slug, finish};

/// What is known of a folder that stands beside its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leftover {
    /// Whether `source_revision` is in the repository.
    pub revision_present: bool,
    /// Whether every file still in the folder equals its blob there, so that nothing can be lost.
    pub every_file_equal: bool,
}

/// The refusal that points at the finishing command; `None` in every other case of a record beside a folder, where no deleting
/// command is ever printed.
pub fn unfinished_deletion(
    slug: &Slug,
    roots: &Roots,
    home: &Path,
    record: &Record,
    leftover: Leftover,
) -> Option<Refused> {
    let folder = roots.folder(slug);
    let ours = record.source.as_bytes() == folder.as_bytes();
    if !ours || !leftover.revision_present || !leftover.every_file_equal {
        return None;
    }
    let path = roots.record(slug);
    let message = format!("{path}: the record is written, but the folder `{folder}` is not deleted yet");
    let mut refusal = Refusal::because(Reason::new("destination", "deletion_unfinished", message).at(path));
    let absolute = std::ffi::OsStr::new(&*String::from_utf8_lossy(folder.as_bytes())).to_owned();
    let command = finish::command(&home.join(absolute));
    refusal.remedy(command.clone());
    Some(Refused { refusal, finish: Some(command) })
}

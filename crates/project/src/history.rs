//! STATE.md through the commits of the branch (cairn 12): every committed version, read once.

use bstr::{BStr, ByteSlice};
use cairn_git::{Error, FileVersion};
use cairn_state::failure::{Failure, Reason};
use cairn_state::history::FieldValues;

use crate::workplace::Workplace;

/// The versions of a file.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The file, from the root.
    pub path: String,
    /// Its versions, oldest first. A commit that deleted it is a version without fields.
    pub versions: Vec<Version>,
    /// The commits whose version cannot be read, with the reason.
    pub skipped: Vec<(String, String)>,
}

/// One version.
#[derive(Debug, Clone)]
pub struct Version {
    /// The commit, in full.
    pub commit: String,
    /// When its author made it.
    pub time: jiff::Timestamp,
    /// The author's name.
    pub author: String,
    /// What it says.
    pub fields: FieldValues,
}

/// Versions above this are no STATE.md.
const LARGEST_VERSION: usize = 8 << 20;

impl Workplace<'_> {
    /// The history of STATE.md along first parents; `None` without a repository. Without a commit of the file it is empty.
    ///
    /// # Errors
    ///
    /// Git cannot be asked.
    pub fn history(&self) -> Result<Option<History>, Failure> {
        let Some(repository) = &self.repository else { return Ok(None) };
        let base = self.location.as_ref().map(|location| location.base_folder());
        let path = format!("{}/STATE.md", base.as_deref().unwrap_or(cairn_state::facts::PLANNING_FOLDER));
        let mut history = History { path: path.clone(), ..History::default() };
        let work_tree =
            repository.work_tree().map(|tree| crate::disk::resolved(std::path::Path::new("/"), tree));
        let below = work_tree
            .and_then(|tree| self.folder.strip_prefix(&tree).ok().map(|path| path.join(&history.path)));
        let Some(below) = below else { return Ok(Some(history)) };
        let failed = |error: Error| Failure::new(Reason::Io, error.to_string()).with("path", path.clone());
        if repository.head().map_err(failed)?.commit.is_none() {
            return Ok(Some(history));
        }
        let name = BStr::new(below.as_os_str().as_encoded_bytes());
        let versions = repository.versions(name).map_err(failed)?;
        let places: Vec<_> = versions.iter().map(|version| (&version.commit, name)).collect();
        let objects = repository.objects_at(&places).map_err(failed)?;
        let mut blobs = repository.blobs().map_err(failed)?;
        for (version, object) in versions.iter().zip(objects) {
            let bytes = match object {
                None => None,
                Some(id) => blobs.get(&id).map_err(failed)?,
            };
            match read(&history.path, bytes.as_deref()) {
                Ok(fields) => history.versions.extend(entry(version, fields)),
                Err(problem) => history.skipped.push((version.commit.to_string(), problem)),
            }
        }
        Ok(Some(history))
    }
}

fn read(path: &str, bytes: Option<&[u8]>) -> Result<FieldValues, String> {
    match bytes {
        None => Ok(FieldValues::default()),
        Some(bytes) if bytes.len() > LARGEST_VERSION => Err("it is too large".to_owned()),
        Some(bytes) => FieldValues::read(path, bytes).map_err(|failure| failure.message),
    }
}

fn entry(version: &FileVersion, fields: FieldValues) -> Option<Version> {
    Some(Version {
        commit: version.commit.to_string(),
        time: jiff::Timestamp::from_second(version.author_time).ok()?,
        author: version.author.to_str_lossy().into_owned(),
        fields,
    })
}

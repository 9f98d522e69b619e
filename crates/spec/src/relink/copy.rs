//! Links in copied text (roundfix 8.5, A-13): promoted copies, returned entries, the outcome of the record.
//!
//! A destination into the folder that goes leads to the promoted or returned file, else it becomes a git locator, never the record.
//! Everything else keeps its target from the new place.

use cairn_plan::RelativePath;
use cairn_text::Patch;
use cairn_text::links::{Citations, Folder, LeftBecause, NewTarget, RepositoryPath};

use super::promotion::Promotion;
use super::target::{CopyTarget, Targets};
use super::{live, repository_path};
use crate::snapshot::Snapshot;
use crate::warning::{CITATION, LINK, NO_REACHABLE_COMMIT, Warning};

/// Adapts copied text.
pub struct Copier<'a> {
    /// The moment.
    pub snapshot: &'a Snapshot<'a>,
    /// The Spec folder.
    pub folders: &'a [Folder],
    /// Where everything in it goes.
    pub targets: &'a Targets,
    /// The pull request of the record.
    pub pull_request: Option<u64>,
}

/// A copied text with its links adapted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CopiedText {
    /// The bytes; `None` when there were none to copy.
    pub bytes: Option<Vec<u8>>,
    /// What could not be kept.
    pub warnings: Vec<Warning>,
}

impl Copier<'_> {
    /// The copy of a promotion. Only UTF-8 Markdown is adapted; everything else is copied byte for byte.
    pub fn promoted(&self, promotion: &Promotion) -> CopiedText {
        let Some(bytes) = &promotion.file.bytes else { return CopiedText::default() };
        let is_text = live::is_markdown(&promotion.from) && std::str::from_utf8(bytes).is_ok();
        if !is_text {
            return CopiedText { bytes: Some(bytes.clone()), warnings: Vec::new() };
        }
        let (patch, warnings) = self.adapt(bytes, &self.old_place(promotion.from.as_bytes()), &promotion.to);
        CopiedText { bytes: Some(patch.apply(bytes)), warnings }
    }

    /// The place of a file of the Spec folder.
    pub fn old_place(&self, below: &[u8]) -> RepositoryPath {
        let at = self.snapshot.at();
        repository_path(&at.join(below).unwrap_or(at))
    }

    /// The patch that adapts the links of `bytes`, which stood at `old` and will stand at `new`.
    pub fn adapt(&self, bytes: &[u8], old: &RepositoryPath, new: &RelativePath) -> (Patch, Vec<Warning>) {
        let citations = Citations::find(bytes, old.clone(), self.folders);
        let mut warnings = Vec::new();
        let file = new.to_string();
        let rewrite = citations.rewrite(&repository_path(new), |citation| {
            match self.targets.of_copied(&citation.below) {
                CopyTarget::Moved(place) => NewTarget::MovedTo(place),
                CopyTarget::InGit(path) => {
                    let (text, found) = self.locator(&path);
                    // A path that never was in the folder and that no commit holds is just a wrong link.
                    if !found && citation.entry.is_none() {
                        return NewTarget::Leave;
                    }
                    if !found && self.pull_request.is_none() {
                        warnings.push(unreachable(&file, citation.line, &path));
                    }
                    NewTarget::Locator(text)
                }
            }
        });
        warnings.extend(rewrite.left.iter().map(|left| {
            let (code, message) = match left.because {
                LeftBecause::Outside => (LINK, "leads out of the repository"),
                LeftBecause::InvalidEncoding => (LINK, "its percent-encoding is invalid"),
                LeftBecause::AltersReading => {
                    (LINK, "a new destination would change how the text around it is read")
                }
                _ => (CITATION, "still cites the Spec"),
            };
            Warning {
                file: file.clone(),
                line: Some(left.line),
                code,
                target: Some(String::from_utf8_lossy(&left.target).into_owned()),
                message: message.to_owned(),
            }
        }));
        (rewrite.patch(), warnings)
    }

    /// The git locator of a path, and whether a commit holds it (roundfix 9).
    fn locator(&self, path: &RelativePath) -> (Vec<u8>, bool) {
        let text = path.as_bytes().to_vec();
        match (self.snapshot.repository.commit_holding(path), self.pull_request) {
            (Some(commit), _) => ([text.as_slice(), b"@", commit.as_bytes()].concat(), true),
            (None, Some(number)) => ([text.as_slice(), format!("@pull/{number}").as_bytes()].concat(), false),
            (None, None) => (text, false),
        }
    }
}

fn unreachable(file: &str, line: usize, path: &RelativePath) -> Warning {
    Warning {
        file: file.to_owned(),
        line: Some(line),
        code: NO_REACHABLE_COMMIT,
        target: Some(path.to_string()),
        message: "no commit of the default branch or a tag holds it; `--pull-request` would name one"
            .to_owned(),
    }
}

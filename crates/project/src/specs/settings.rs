//! Where the Spec Root is said to be, read from the two configuration files (roundfix 2.1, D68).

use std::path::{Path, PathBuf};

use cairn_plan::{Reason, RelativePath};
use cairn_spec::configuration::{ConfigurationError, PROJECT_FILE, RootSetting, USER_FILE, specs_root};

use super::failure::SpecFailure;
use crate::context::Context;
use crate::disk::read_plain;

/// A configuration that is longer is none.
const LONGEST: u64 = 1 << 20;

/// The setting that counts: the project's file before the user's before the built-in. A file that does not count is not read.
pub(super) fn read(context: &Context, git_root: &Path) -> Result<RootSetting, SpecFailure> {
    let project = value(&git_root.join(PROJECT_FILE), PROJECT_FILE)?;
    let user = match (&project, &context.environment.config_home) {
        (None, Some(folder)) => {
            let path = folder.join(USER_FILE);
            value(&path, &path.display().to_string())?
        }
        _ => None,
    };
    Ok(RootSetting::choose(project, user))
}

/// `shown` is how messages call the file.
fn value(path: &Path, shown: &str) -> Result<Option<String>, SpecFailure> {
    if path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
        return Ok(None);
    }
    let Some(bytes) = read_plain(path, LONGEST) else {
        return Err(refused(shown, None, "cannot be read as a file of configuration"));
    };
    specs_root(&bytes).map_err(|error| {
        let text = error.to_string();
        let (line, message) = match &error {
            ConfigurationError::NotUtf8 => (None, text.as_str()),
            ConfigurationError::NotYaml { line, .. }
            | ConfigurationError::NotString { line, .. }
            | ConfigurationError::Blank { line } => {
                let prefix = format!("line {line}: ");
                (Some(*line), text.strip_prefix(&prefix).unwrap_or(&text))
            }
        };
        refused(shown, line, message)
    })
}

fn refused(shown: &str, line: Option<usize>, message: &str) -> SpecFailure {
    let place = line.map_or_else(|| shown.to_owned(), |line| format!("{shown}:{line}"));
    let mut reason = Reason::new("config", "config_invalid", format!("{place}: {message}"));
    reason.path = RelativePath::new(shown).ok();
    reason.line = line;
    SpecFailure::refused(reason, format!("repair `{shown}`, for example `specs: {{root: docs/specs}}`"))
}

/// Where a Spec Root really is, links evaluated.
pub(super) enum Evaluated {
    /// A folder.
    Folder(PathBuf),
    /// Nothing stands there; the folders above it that exist are evaluated.
    Missing(PathBuf),
}

/// Evaluates the path of a Spec Root. Refused: a path that leads nowhere, and one that is no folder.
pub(super) fn evaluate(path: &Path, setting: &RootSetting) -> Result<Evaluated, SpecFailure> {
    let refuse = |code: &'static str, message: &str, step: &str| {
        let text = setting.text();
        let message = format!("the Spec Root `{text}` ({}): {message}", path.display());
        SpecFailure::refused(Reason::new("config", code, message), step)
    };
    match path.canonicalize() {
        Ok(real) if real.is_dir() => Ok(Evaluated::Folder(real)),
        Ok(_) => Err(refuse("root_not_folder", "is no folder", "name a folder in `specs.root`")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match missing(path) {
            Some(real) => Ok(Evaluated::Missing(real)),
            None => Err(refuse("root_missing", "leads nowhere", "repair the link, or name another folder")),
        },
        Err(error) => {
            Err(refuse("root_missing", &error.to_string(), "name a folder in `specs.root` that can be read"))
        }
    }
}

/// The path with the part that exists evaluated; `None` when a link on the way leads nowhere.
fn missing(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    if path.symlink_metadata().is_ok() {
        return None;
    }
    Some(missing(path.parent()?)?.join(path.file_name()?))
}

/// The refusal of a Spec Root that is not there.
pub(super) fn root_missing(root: &Path) -> SpecFailure {
    let message = format!("the Spec Root `{}` does not exist", root.display());
    let step = format!("create `{}`, or name another folder in `{PROJECT_FILE}`", root.display());
    SpecFailure::refused(Reason::new("config", "root_missing", message), step)
}

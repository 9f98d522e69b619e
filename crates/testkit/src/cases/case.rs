//! A case file: identity, the requirements it covers, its steps with those of its fixtures in front.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Table, Value};

use super::{Trouble, broken, step::Step};

/// One acceptance case, read and checked.
#[derive(Debug, Clone)]
pub struct Case {
    /// Unique for ever, such as `state-021`.
    pub id: String,
    /// The requirements of the specification it proves, such as `S-62`.
    pub covers: Vec<String>,
    /// One sentence: what the product does.
    pub about: String,
    /// The file it was read from.
    pub path: PathBuf,
    /// Steps of the fixtures, then its own, as written; `{{NAME}}` is filled in when a step is played.
    pub(crate) steps: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    id: String,
    covers: Vec<String>,
    about: String,
    #[serde(default, rename = "use")]
    fixtures: Vec<String>,
    #[serde(default)]
    step: Vec<Value>,
}

impl Case {
    /// Reads the case file `path`, and the fixtures it uses.
    ///
    /// # Errors
    /// A text that names the file: it cannot be read, is no TOML, has no steps, names a fixture that is not there, or a step has an unknown key.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file: CaseFile = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut steps = Vec::new();
        for name in &file.fixtures {
            steps.extend(fixture(path, name)?);
        }
        steps.extend(file.step);
        if steps.is_empty() {
            return Err(format!("{}: no [[step]]", path.display()));
        }
        for (index, step) in steps.iter().enumerate() {
            if let Err(Trouble::Broken(text) | Trouble::Failed(text)) = Step::read(step.clone()) {
                return Err(format!("{}: step {}: {text}", path.display(), index + 1));
            }
        }
        Ok(Self { id: file.id, covers: file.covers, about: file.about, path: path.to_owned(), steps })
    }
}

/// The steps of `fixtures/NAME.toml`, looked up from the folder of the case to the root.
fn fixture(case: &Path, name: &str) -> Result<Vec<Value>, String> {
    let found = case
        .ancestors()
        .skip(1)
        .map(|folder| folder.join("fixtures").join(format!("{name}.toml")))
        .find(|file| file.is_file())
        .ok_or_else(|| format!("{}: no fixture `{name}`", case.display()))?;
    let text = std::fs::read_to_string(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    let mut table: Table = toml::from_str(&text).map_err(|error| format!("{}: {error}", found.display()))?;
    match table.remove("step") {
        Some(Value::Array(steps)) => Ok(steps),
        _ => Err(format!("{}: no [[step]]", found.display())),
    }
}

/// The case files at `path`: itself if it is a file, else every `.toml` below it, in the order of their names, without
/// fixtures and without the two ledgers (`pending.toml`, `disputed.toml`).
///
/// # Errors
/// A text that names the folder that cannot be read.
pub fn find(path: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(path, &mut files).map_err(|trouble| match trouble {
        Trouble::Broken(text) | Trouble::Failed(text) => text,
    })?;
    files.sort();
    Ok(files)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Trouble> {
    if !path.is_dir() {
        if !path.is_file() {
            return broken(format!("{}: no such case file or folder", path.display()));
        }
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in
        std::fs::read_dir(path).map_err(|error| Trouble::Broken(format!("{}: {error}", path.display())))?
    {
        let inside = entry?.path();
        let name = inside.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if inside.is_dir() {
            if name != "fixtures" {
                collect(&inside, files)?;
            }
        } else if name.ends_with(".toml") && !["pending.toml", "disputed.toml"].contains(&name) {
            files.push(inside);
        }
    }
    Ok(())
}

//! `docs/requirements.toml`: ids, titles, and the list of those still open.

use std::fs;
use std::path::Path;

use serde::Deserialize;

const FILE: &str = "docs/requirements.toml";

/// All requirements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Requirements {
    /// Ids without a test yet.
    pub(super) open: Vec<String>,
    /// In the order of the seeds.
    #[serde(rename = "requirement")]
    pub(super) list: Vec<Requirement>,
}

/// One requirement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Requirement {
    /// Such as `S-62` (STATE.md) or `A-14` (archive).
    pub(super) id: String,
    /// What it asks for, in one line.
    pub(super) title: String,
}

impl Requirements {
    /// Reads the list below `root`.
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{FILE}: {error}"))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|requirement| requirement.id.as_str())
    }

    pub(super) fn is_open(&self, id: &str) -> bool {
        self.open.iter().any(|open| open == id)
    }

    /// Writes the list of open ids back; every other line stays.
    pub(super) fn write(&self, root: &Path) -> Result<(), String> {
        let path = root.join(FILE);
        let text = fs::read_to_string(&path).map_err(|error| format!("{FILE}: {error}"))?;
        let quoted: Vec<String> = self.open.iter().map(|id| format!("{id:?}")).collect();
        let line = format!("open = [{}]", quoted.join(", "));
        let lines: Vec<&str> =
            text.lines().map(|old| if old.starts_with("open = [") { line.as_str() } else { old }).collect();
        fs::write(&path, lines.join("\n") + "\n").map_err(|error| format!("{FILE}: {error}"))
    }
}

//! `tests/architecture.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::workspace;

/// What the workspace may look like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    pub(crate) package_budget: usize,
    pub(crate) line_budget: usize,
    pub(crate) edges: BTreeMap<String, Vec<String>>,
    pub(crate) pure: Pure,
    pub(crate) processes: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) long_file: Vec<LongFile>,
}

/// Crates that only decide.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pure {
    pub(crate) crates: Vec<String>,
}

/// A file that may be longer than others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LongFile {
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl Rules {
    pub(crate) fn read() -> Self {
        toml::from_str(&workspace::text("tests/architecture.toml")).unwrap()
    }
}

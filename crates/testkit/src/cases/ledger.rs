//! The two lists beside the cases: those the product does not pass yet, and those whose expectation is disputed.
//!
//! A pending case that passes is an error: the list only ever gets shorter. A disputed case is reported and never
//! counted as passed.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use super::{Case, Played, Verdict};

/// A case the product does not pass yet.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The id of the case.
    pub id: String,
    /// The title of the issue that will make it pass.
    pub issue: String,
}

/// A case that asks for something the requirement does not.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Disputed {
    /// The id of the case.
    pub id: String,
    /// Why it is wrong.
    pub reason: String,
    /// The requirement it contradicts.
    pub requirement: String,
}

/// Both lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// From `pending.toml`.
    pub pending: Vec<Pending>,
    /// From `disputed.toml`.
    pub disputed: Vec<Disputed>,
}

/// What a played case counts as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// It does what it says.
    Passed,
    /// It fails, is broken, or is listed although it passes.
    Failed(String),
    /// It is listed; the text says where and why.
    Skipped(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LedgerFile {
    #[serde(default)]
    pending: Vec<Pending>,
    #[serde(default)]
    disputed: Vec<Disputed>,
}

impl Ledger {
    /// Reads `pending.toml` and `disputed.toml` in `folder`; a missing file is an empty list.
    ///
    /// # Errors
    /// A text that names the file that cannot be read or holds something else.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let pending = read(&folder.join("pending.toml"))?;
        let disputed = read(&folder.join("disputed.toml"))?;
        if !pending.disputed.is_empty() || !disputed.pending.is_empty() {
            return Err(format!("{}: `pending` and `disputed` have a file each", folder.display()));
        }
        Ok(Self { pending: pending.pending, disputed: disputed.disputed })
    }

    /// Whether the case with this id is pending.
    #[must_use]
    pub fn is_pending(&self, id: &str) -> bool {
        self.pending.iter().any(|entry| entry.id == id)
    }

    /// Whether the case with this id is disputed.
    #[must_use]
    pub fn is_disputed(&self, id: &str) -> bool {
        self.disputed.iter().any(|entry| entry.id == id)
    }

    /// What a played case counts as, once the lists are taken into account.
    #[must_use]
    pub fn settle(&self, played: &Played) -> Settled {
        let id = played.case.id.as_str();
        if let Some(entry) = self.disputed.iter().find(|entry| entry.id == id) {
            return Settled::Skipped(format!("disputed, {}: {}", entry.requirement, entry.reason));
        }
        match (&played.verdict, self.pending.iter().find(|entry| entry.id == id)) {
            (Verdict::Passed, None) => Settled::Passed,
            (Verdict::Passed, Some(_)) => {
                Settled::Failed("listed in `pending.toml`, but it passes: take it off".to_owned())
            }
            (Verdict::Failed(_), Some(entry)) => Settled::Skipped(format!("pending: {}", entry.issue)),
            (Verdict::Failed(text), None) => Settled::Failed(text.clone()),
            (Verdict::Broken(text), _) => Settled::Failed(format!("broken case: {text}")),
        }
    }

    /// What is wrong with the lists themselves: an id without a case, an id listed twice.
    #[must_use]
    pub fn faults(&self, cases: &[Case]) -> Vec<String> {
        let known: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        let mut seen = BTreeSet::new();
        let mut faults = Vec::new();
        let listed =
            self.pending.iter().map(|entry| &entry.id).chain(self.disputed.iter().map(|entry| &entry.id));
        for id in listed {
            if !known.contains(id.as_str()) {
                faults.push(format!("`{id}` is listed, but there is no such case"));
            }
            if !seen.insert(id) {
                faults.push(format!("`{id}` is listed twice"));
            }
        }
        faults
    }

    /// The text of `pending.toml` for these entries.
    #[must_use]
    pub fn render_pending(pending: &[Pending]) -> String {
        let mut text = String::from(
            "# Acceptance cases the product does not pass yet. A case listed here that passes fails the run.\n\
             # Written by `cargo xtask pending --refresh`.\n",
        );
        for entry in pending {
            let quoted = |value: &str| toml::Value::String(value.to_owned()).to_string();
            text.push_str(&format!(
                "\n[[pending]]\nid = {}\nissue = {}\n",
                quoted(&entry.id),
                quoted(&entry.issue)
            ));
        }
        text
    }
}

fn read(path: &Path) -> Result<LedgerFile, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

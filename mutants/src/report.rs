//! What came of each change, kept between runs, and the table of it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::build::UNASKED;
use crate::changes::Change;

/// What came of a change.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// A test failed.
    Noticed { by: String },
    /// A test did not end in time.
    Endless { at: String },
    /// Every test that reaches it passes.
    Survived,
    /// No test reaches it.
    Unreached,
    /// It does not compile.
    Unviable { why: String },
    /// No switch can be made for it; it has to be built alone.
    Unasked { why: String },
    /// It could not be tried.
    Unknown { why: String },
}

impl Outcome {
    /// Of a change that is not in the build.
    pub(crate) fn from_refusal(why: &str) -> Outcome {
        match why.strip_prefix(UNASKED) {
            Some(why) => Outcome::Unasked { why: why.to_owned() },
            None => Outcome::Unviable { why: why.to_owned() },
        }
    }
}

/// By the key of the change; several of one key are told apart by their order in the file.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Results(BTreeMap<String, Outcome>);

impl Results {
    pub(crate) fn read(path: &Path) -> Result<Results, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display())),
            Err(_) => Ok(Results::default()),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    pub(crate) fn knows(&self, change: &Change) -> bool {
        self.0.contains_key(&place_key(change))
    }

    /// Whether it has to be built alone and was not yet.
    pub(crate) fn is_unasked(&self, change: &Change) -> bool {
        matches!(self.0.get(&place_key(change)), Some(Outcome::Unasked { .. }))
    }

    pub(crate) fn add(&mut self, change: &Change, outcome: Outcome) {
        self.0.insert(place_key(change), outcome);
    }
}

fn place_key(change: &Change) -> String {
    format!("{} #{}", change.key(), change.ordinal)
}

/// Survivors that are no fault of the tests, and why.
#[derive(Default, Deserialize)]
struct Explained {
    #[serde(default)]
    change: Vec<Explanation>,
}

#[derive(Deserialize)]
struct Explanation {
    key: String,
    why: String,
}

/// Prints a row for `docs/mutants.md`, and every survivor that has no explanation.
pub(crate) fn print(root: &Path, package: &str, all: &[Change], results: &Results) -> Result<(), String> {
    let path = root.join("mutants/explained.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let explained: Explained =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let why = |change: &Change| {
        let key = change.key();
        explained.change.iter().find(|entry| entry.key == key).map(|entry| entry.why.as_str())
    };
    let mut count = [0_usize; 6];
    let [noticed, survived, because, unviable, unasked, open] = &mut count;
    for change in all {
        match results.0.get(&place_key(change)) {
            Some(Outcome::Noticed { .. } | Outcome::Endless { .. }) => *noticed += 1,
            Some(Outcome::Unviable { .. }) => *unviable += 1,
            Some(Outcome::Survived | Outcome::Unreached) if why(change).is_some() => *because += 1,
            Some(outcome @ (Outcome::Survived | Outcome::Unreached)) => {
                *survived += 1;
                let reached = if matches!(outcome, Outcome::Unreached) { "unreached" } else { "survived" };
                println!(
                    "{reached} {}:{} {} | {}",
                    change.file,
                    change.line_number,
                    change.what,
                    change.line.trim()
                );
            }
            Some(Outcome::Unasked { why }) => {
                *unasked += 1;
                println!("unasked {}:{} {} ({why})", change.file, change.line_number, change.what);
            }
            Some(Outcome::Unknown { why }) => {
                *open += 1;
                println!("unknown {}:{} {} ({why})", change.file, change.line_number, change.what);
            }
            None => *open += 1,
        }
    }
    println!("| package | changes | noticed | explained | survived | do not compile | no switch | open |");
    println!(
        "| {package} | {} | {noticed} | {because} | {survived} | {unviable} | {unasked} | {open} |",
        all.len()
    );
    Ok(())
}

//! What is made from the trees of commands: manual pages (`man`), the command reference, the tables of exit statuses and
//! of configuration (`docs/reference`), and the completion scripts (`completions`). Part of `cargo xtask docs`.
//!
//! Every file in `man` and `completions` is ours: one that belongs to no command is removed.

mod command;
mod configuration;
mod man;
mod reference;

use std::collections::BTreeMap;
use std::path::Path;

use cairn_cli::completion::quoting::Shell;
use cairn_cli::completion::scripts::{file_name, script};
use cairn_cli::help::Binary;

/// The folders that hold nothing but generated files.
const FOLDERS: [&str; 2] = ["man", "completions"];

/// Writes every page, or with `check` only compares them.
///
/// # Errors
///
/// A file that cannot be read or written, or (with `check`) that is not as the commands have it: a message for people.
pub(crate) fn run(root: &Path, check: bool) -> Result<(), String> {
    let drifted = drifted(root);
    if check {
        if drifted.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = drifted.keys().map(String::as_str).collect();
        return Err(format!(
            "the commands have changed, but not {}; run `cargo xtask docs`",
            names.join(", ")
        ));
    }
    for (path, text) in &drifted {
        let whole = root.join(path);
        let done = match text {
            Some(text) => std::fs::create_dir_all(whole.parent().unwrap_or(root))
                .and_then(|()| std::fs::write(&whole, text)),
            None => std::fs::remove_file(&whole),
        };
        done.map_err(|error| format!("cannot write `{path}`: {error}"))?;
        println!("{path}: {}", if text.is_some() { "written" } else { "removed" });
    }
    Ok(())
}

/// Every file with its content.
fn wanted() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (name, text) in man::pages() {
        files.insert(format!("man/man1/{name}.1"), text);
    }
    for shell in Shell::ALL {
        for binary in Binary::ALL {
            let path = format!("completions/{}/{}", shell.name(), file_name(shell, binary));
            files.insert(path, script(shell, binary));
        }
    }
    files.insert("docs/reference/commands.md".to_owned(), reference::commands());
    files.insert("docs/reference/exit-codes.md".to_owned(), reference::exit_codes());
    files.insert("docs/reference/configuration.md".to_owned(), configuration::page());
    files
}

/// Every file that is not as it should be, with its right content; `None` for one that belongs to no command.
fn drifted(root: &Path) -> BTreeMap<String, Option<String>> {
    let mut files: BTreeMap<String, Option<String>> =
        wanted().into_iter().map(|(path, text)| (path, Some(text))).collect();
    for folder in FOLDERS {
        for path in below(root, folder) {
            files.entry(path).or_insert(None);
        }
    }
    files.retain(|path, text| std::fs::read_to_string(root.join(path)).ok() != *text);
    files
}

/// The files below a folder, two levels deep; none when there is no such folder.
fn below(root: &Path, folder: &str) -> Vec<String> {
    let Ok(listed) = std::fs::read_dir(root.join(folder)) else { return Vec::new() };
    let mut paths = Vec::new();
    for entry in listed.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => paths.extend(below(root, &path)),
            _ => paths.push(path),
        }
    }
    paths
}

#[cfg(test)]
mod tests;

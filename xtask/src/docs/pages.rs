//! The outputs of `console` blocks: what each command prints today.

use std::path::Path;

use cairn_testkit::pages::{Page, find};

/// Plays every page; writes the outputs of today, or with `check` only compares.
///
/// # Errors
///
/// What does not hold, a line each: with `check` every difference, without it what writing does not put right.
pub(crate) fn run(root: &Path, binaries: &Path, check: bool) -> Result<(), String> {
    let mut left = Vec::new();
    for page in read(root)? {
        let (faults, today) = page.play(root, binaries);
        if !check && today != page.text() {
            std::fs::write(root.join(&page.path), &today)
                .map_err(|error| format!("cannot write `{}`: {error}", page.path))?;
            println!("{}: outputs written", page.path);
        }
        left.extend(
            faults.into_iter().filter(|fault| check || !fault.mendable).map(|fault| fault.to_string()),
        );
    }
    if left.is_empty() { Ok(()) } else { Err(left.join("\n")) }
}

fn read(root: &Path) -> Result<Vec<Page>, String> {
    find(root)
        .and_then(|paths| paths.iter().map(|path| Page::read(root, path)).collect())
        .map_err(|error| format!("the pages cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use cairn_testkit::pages::named;
    use clap::Parser;

    use super::*;
    use crate::Command;

    /// The tasks of `cargo xtask` that the pages name and that are not there, and packages to install that are none.
    fn unknown_tasks(root: &Path) -> Result<Vec<String>, String> {
        let mut unknown = Vec::new();
        for page in read(root)? {
            for command in named(&page) {
                let mut words = command.words.clone();
                let task = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                    ["cargo", "xtask", ..] => words.split_off(2),
                    ["cargo", "run", "--release", "--package", "xtask", "--", ..] => words.split_off(6),
                    ["cargo", "install", "--path", package]
                        if !root.join(package).join("Cargo.toml").is_file() =>
                    {
                        unknown.push(format!("{}:{}: no package `{package}`", page.path, command.line));
                        continue;
                    }
                    _ => continue,
                };
                let help = (!command.whole).then(|| "--help".to_owned());
                let typed = ["xtask".to_owned()].into_iter().chain(task).chain(help);
                if let Err(error) = Command::try_parse_from(typed)
                    && error.use_stderr()
                {
                    unknown.push(format!("{}:{}: `{}`", page.path, command.line, command.words.join(" ")));
                }
            }
        }
        Ok(unknown)
    }

    /// Every task and flag that a page names is there.
    #[test]
    fn tasks_on_pages_are_there() {
        assert_eq!(unknown_tasks(&crate::checkout::root()).unwrap(), Vec::<String>::new());
    }
}

//! Judges source files by their text.

use std::path::Path;

use crate::rules::Rules;
use crate::workspace::{Workspace, all_rust_files, shown};

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

pub(crate) fn too_long(rules: &Rules) -> Vec<String> {
    let mut faults = Vec::new();
    let files = all_rust_files();
    for file in &files {
        let count = lines(file).len();
        let listed = rules.long_file.iter().any(|entry| entry.path == shown(file));
        if count > rules.line_budget && !listed {
            faults.push(format!("{}: {count} lines, the budget is {}", shown(file), rules.line_budget));
        }
        if count <= rules.line_budget && listed {
            faults.push(format!("{}: {count} lines; it needs no exception any more", shown(file)));
        }
    }
    for entry in &rules.long_file {
        if entry.reason.trim().is_empty() || !files.iter().any(|file| shown(file) == entry.path) {
            faults.push(format!("{}: an exception needs a file and a reason", entry.path));
        }
    }
    faults
}

pub(crate) fn stubs() -> Vec<String> {
    // Written in two parts, so that this file does not find itself.
    let words = [["#[ign", "ore"], ["tod", "o!("], ["unimple", "mented!("]].map(|word| word.concat());
    let mut faults = Vec::new();
    for file in all_rust_files() {
        for (index, line) in lines(&file).iter().enumerate() {
            let code = line.trim_start();
            if !code.starts_with("//") && words.iter().any(|word| code.contains(word)) {
                faults.push(format!("{}:{}: {code}", shown(&file), index + 1));
            }
        }
    }
    faults
}

pub(crate) fn acting_in_pure_crates(workspace: &Workspace, rules: &Rules) -> Vec<String> {
    mentions(workspace, &rules.pure.crates, "disallowed_methods")
}

pub(crate) fn processes(workspace: &Workspace, rules: &Rules) -> Vec<String> {
    let others = workspace.packages.iter().map(|package| &package.name);
    let others: Vec<String> =
        others.filter(|name| *name != "xtask" && !rules.processes.contains_key(*name)).cloned().collect();
    [mentions(workspace, &others, "process::Command"), mentions(workspace, &others, "Command::new(")].concat()
}

/// Where the released sources of `packages` hold `word`.
fn mentions(workspace: &Workspace, packages: &[String], word: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for file in packages.iter().flat_map(|package| workspace.sources(package)) {
        let lines = lines(&file);
        let released = lines.iter().position(|line| line == "mod tests {").unwrap_or(lines.len());
        for (index, line) in lines.iter().enumerate().take(released) {
            if line.contains(word) && !line.trim_start().starts_with("//") {
                faults.push(format!("{}:{}: {}", shown(&file), index + 1, line.trim()));
            }
        }
    }
    faults
}

//! Judges what crates depend on.

use std::collections::BTreeSet;

use crate::rules::Rules;
use crate::workspace::{self, Workspace};

pub(crate) fn forbidden_edges(workspace: &Workspace, rules: &Rules) -> Vec<String> {
    let mut faults = Vec::new();
    // `xtask` is the repository's own tool and may use everything.
    for package in workspace.packages.iter().filter(|package| package.name != "xtask") {
        let Some(allowed) = rules.edges.get(&package.name) else {
            faults.push(format!("{}: not in the table of edges", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|other| other.source.is_none()) {
            let for_tests = dependency.kind.as_deref() == Some("dev");
            if !for_tests && !allowed.contains(&dependency.name) {
                faults.push(format!("{} must not use {}", package.name, dependency.name));
            }
        }
    }
    faults
}

pub(crate) fn crates_without_lints(workspace: &Workspace) -> Vec<String> {
    let mut faults = Vec::new();
    let root: toml::Table = toml::from_str(&workspace::text("Cargo.toml")).unwrap();
    let level = root["workspace"]["lints"]["rust"]["unsafe_code"].as_str();
    if level != Some("forbid") {
        faults.push(format!("Cargo.toml: `unsafe_code` is {level:?}, expected `forbid`"));
    }
    for package in &workspace.packages {
        let text = std::fs::read_to_string(&package.manifest_path).unwrap();
        let manifest: toml::Table = toml::from_str(&text).unwrap();
        let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        if inherits != Some(&toml::Value::Boolean(true)) {
            faults.push(format!("{}: lacks `[lints] workspace = true`", package.name));
        }
    }
    faults
}

pub(crate) fn unaccounted(workspace: &Workspace) -> Vec<String> {
    let used: BTreeSet<&str> = workspace
        .packages
        .iter()
        .flat_map(|package| &package.dependencies)
        .filter(|dependency| dependency.source.is_some())
        .map(|dependency| dependency.name.as_str())
        .collect();
    let text = workspace::text("docs/dependencies.md");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| crate |"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let mut faults = Vec::new();
    for row in &rows {
        if row.len() != 4 || row.iter().any(|cell| cell.is_empty()) {
            faults.push(format!("docs/dependencies.md: {row:?} is not four filled cells"));
        }
    }
    let listed: Vec<&str> = rows.iter().filter_map(|row| row.first().copied()).collect();
    for name in used.iter().filter(|name| !listed.contains(*name)) {
        faults.push(format!("docs/dependencies.md lacks a line for {name}"));
    }
    for name in listed.iter().filter(|name| !used.contains(*name)) {
        faults.push(format!("docs/dependencies.md has a line for {name}, which nothing uses"));
    }
    for pair in listed.windows(2).filter(|pair| pair[0] >= pair[1]) {
        faults.push(format!("docs/dependencies.md: {} stands before {}", pair[0], pair[1]));
    }
    faults
}

pub(crate) fn over_budget(rules: &Rules) -> Vec<String> {
    let lock = workspace::text("Cargo.lock");
    let packages = lock.lines().filter(|line| *line == "[[package]]").count();
    if packages <= rules.package_budget {
        return Vec::new();
    }
    vec![format!("Cargo.lock has {packages} packages, the budget is {}", rules.package_budget)]
}

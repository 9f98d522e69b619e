//! What comes into the build, held against `deny.toml`: licences, doubled versions, sources. The same rules that `cargo deny`
//! reads, without that tool, so that every `cargo test` judges them.

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;

use crate::workspace;

/// The part of `deny.toml` that is judged here.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
    allow_git: Vec<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Licensed>,
}

#[derive(Deserialize)]
struct Licensed {
    name: String,
    license: Option<String>,
}

fn deny() -> Deny {
    toml::from_str(&workspace::text("deny.toml")).unwrap()
}

fn lock() -> Lock {
    toml::from_str(&workspace::text("Cargo.lock")).unwrap()
}

/// Packages that come from elsewhere than the registry.
pub(crate) fn foreign_sources() -> Vec<String> {
    let Sources { allow_registry, allow_git } = deny().sources;
    let is_allowed = |source: &str| {
        let registry = source.strip_prefix("registry+").or_else(|| source.strip_prefix("sparse+"));
        let git = source.strip_prefix("git+");
        registry.is_some_and(|from| allow_registry.iter().any(|one| one == from))
            || git.is_some_and(|from| allow_git.iter().any(|one| from.starts_with(one.as_str())))
    };
    let packages = lock().package.into_iter();
    let foreign =
        packages.filter(|package| package.source.as_deref().is_some_and(|source| !is_allowed(source)));
    foreign
        .map(|package| format!("{} comes from {}", package.name, package.source.unwrap_or_default()))
        .collect()
}

/// Packages of which there are several versions.
pub(crate) fn doubled_versions() -> Vec<String> {
    let skip = deny().bans.skip;
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock().package {
        versions.entry(package.name).or_default().push(package.version);
    }
    let doubled = versions.into_iter().filter(|(name, versions)| versions.len() > 1 && !skip.contains(name));
    doubled.map(|(name, versions)| format!("{name} is there as {}", versions.join(" and "))).collect()
}

/// Packages of this platform whose licence is not allowed.
pub(crate) fn foreign_licences() -> Vec<String> {
    let allow = deny().licenses.allow;
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", &platform])
        .current_dir(workspace::root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    assert!(metadata.packages.len() > 50, "the graph was not resolved");
    let mut faults = Vec::new();
    for Licensed { name, license } in metadata.packages {
        match license {
            Some(license) if satisfied(&license, &allow) => {}
            Some(license) => faults.push(format!("{name}: `{license}` is not allowed by deny.toml")),
            None => faults.push(format!("{name}: has no licence")),
        }
    }
    faults
}

/// Whether an SPDX expression can be met with the allowed licences alone.
fn satisfied(expression: &str, allow: &[String]) -> bool {
    // The old way to write a choice.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let met = any(&mut rest, allow);
    met && rest.is_empty()
}

fn any(rest: &mut &[&str], allow: &[String]) -> bool {
    let mut met = all(rest, allow);
    while let Some(("OR", behind)) = rest.split_first().map(|(word, behind)| (*word, behind)) {
        *rest = behind;
        met |= all(rest, allow);
    }
    met
}

fn all(rest: &mut &[&str], allow: &[String]) -> bool {
    let mut met = one(rest, allow);
    while let Some(("AND", behind)) = rest.split_first().map(|(word, behind)| (*word, behind)) {
        *rest = behind;
        met &= one(rest, allow);
    }
    met
}

fn one(rest: &mut &[&str], allow: &[String]) -> bool {
    let Some((word, behind)) = rest.split_first() else { return false };
    *rest = behind;
    if *word == "(" {
        let met = any(rest, allow);
        *rest = rest.strip_prefix(&[")"]).unwrap_or(&[")"]);
        return met;
    }
    if let ["WITH", exception, behind @ ..] = *rest {
        *rest = behind;
        return allow.contains(&format!("{word} WITH {exception}"));
    }
    allow.iter().any(|allowed| allowed == word)
}

#[test]
fn expressions_of_licences() {
    let allow = ["MIT".to_owned(), "Apache-2.0 WITH LLVM-exception".to_owned(), "Unicode-3.0".to_owned()];
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ("Apache-2.0 WITH other", false),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(satisfied(expression, &allow), expected, "{expression}");
    }
}

//! The bill of materials: CycloneDX 1.5 as JSON, from `cargo metadata`. It lists what the released binaries are linked from: the
//! packages that `cairn-cli` and `cairn-statusline` reach through ordinary and build dependencies, on the platform of the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{build, said};

/// The crates whose binaries are released.
const RELEASED: [&str; 2] = ["cairn-cli", "cairn-statusline"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    description: Option<String>,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// The document for the sources in `root`.
pub(super) fn document(root: &Path, epoch: u64) -> Result<String, String> {
    let mut cargo = Command::new(env!("CARGO"));
    let platform = build::target();
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &platform]);
    let metadata = said(cargo.current_dir(root))?;
    let metadata: Metadata =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let lock =
        std::fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("`Cargo.lock`: {error}"))?;
    let lock: Lock = toml::from_str(&lock).map_err(|error| format!("`Cargo.lock`: {error}"))?;
    Ok(format!("{:#}\n", of(&metadata, &lock, epoch)))
}

fn of(metadata: &Metadata, lock: &Lock, epoch: u64) -> Value {
    let edges: BTreeMap<&str, Vec<&str>> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), linked(node))).collect();
    let roots = metadata.packages.iter().filter(|package| RELEASED.contains(&package.name.as_str()));
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = roots.map(|package| package.id.as_str()).collect();
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(edges.get(id).into_iter().flatten());
        }
    }
    let by_id: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let mut components: Vec<&Package> = reached.iter().filter_map(|id| by_id.get(id).copied()).collect();
    components.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    let reference = |id: &str| by_id.get(id).map(|package| purl(package));
    let on = |package: &Package| -> Vec<String> {
        let mut on: Vec<String> =
            edges.get(package.id.as_str()).into_iter().flatten().filter_map(|id| reference(id)).collect();
        on.sort();
        on.dedup();
        on
    };
    let released: Vec<String> = components
        .iter()
        .filter(|package| RELEASED.contains(&package.name.as_str()))
        .map(|package| purl(package))
        .collect();
    let cairn = format!("pkg:generic/cairn@{}", env!("CARGO_PKG_VERSION"));
    let mut dependencies = vec![json!({ "ref": cairn, "dependsOn": released })];
    dependencies
        .extend(components.iter().map(|package| json!({ "ref": purl(package), "dependsOn": on(package) })));
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp(epoch),
            "component": {
                "type": "application",
                "bom-ref": cairn,
                "name": "cairn",
                "version": env!("CARGO_PKG_VERSION"),
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "purl": cairn,
            },
        },
        "components": components.iter().map(|package| component(package, lock)).collect::<Vec<_>>(),
        "dependencies": dependencies,
    })
}

/// What a package is linked from, build scripts and macros included; tests not.
fn linked(node: &Node) -> Vec<&str> {
    let counts = |dependency: &&Dependency| {
        dependency.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
    };
    node.deps.iter().filter(counts).map(|dependency| dependency.pkg.as_str()).collect()
}

fn component(package: &Package, lock: &Lock) -> Value {
    let mut component = Map::new();
    let mut put = |name: &str, value: Value| component.insert(name.to_owned(), value);
    put("type", json!("library"));
    put("bom-ref", json!(purl(package)));
    put("name", json!(package.name));
    put("version", json!(package.version));
    put("purl", json!(purl(package)));
    put("scope", json!("required"));
    if let Some(description) = &package.description {
        put("description", json!(description.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    if let Some(license) = &package.license {
        put("licenses", json!([{ "expression": license.replace('/', " OR ") }]));
    }
    let is_it = |locked: &&Locked| locked.name == package.name && locked.version == package.version;
    if let Some(checksum) = lock.package.iter().find(is_it).and_then(|locked| locked.checksum.as_deref()) {
        put("hashes", json!([{ "alg": "SHA-256", "content": checksum }]));
    }
    Value::Object(component)
}

/// The name of a package that every tool knows; our own crates are on no registry.
fn purl(package: &Package) -> String {
    let kind = if package.source.is_some() { "cargo" } else { "generic" };
    format!("pkg:{kind}/{}@{}", package.name, package.version)
}

fn timestamp(epoch: u64) -> String {
    let seconds = i64::try_from(epoch).unwrap_or_default();
    jiff::Timestamp::from_second(seconds).map(|time| time.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 7, item 5: the bill names what is linked and nothing else, every reference leads somewhere, and it is the same each time.
    #[test]
    fn the_bill_is_whole() {
        let root = crate::checkout::root();
        let text = document(&root, 1_791_374_400).unwrap();
        assert_eq!(text, document(&root, 1_791_374_400).unwrap());
        let bill: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(bill["metadata"]["timestamp"], "2026-10-07T12:00:00Z");
        let components = bill["components"].as_array().unwrap();
        let names: BTreeSet<&str> = components.iter().map(|one| one["name"].as_str().unwrap()).collect();
        for linked in ["cairn-cli", "cairn-statusline", "cairn-vault", "clap", "rustix", "serde_derive"] {
            assert!(names.contains(linked), "{linked} is missing");
        }
        for other in ["xtask", "cairn-testkit", "proptest", "tempfile", "toml"] {
            assert!(!names.contains(other), "{other} is not linked");
        }
        let references: BTreeSet<&str> =
            components.iter().map(|one| one["bom-ref"].as_str().unwrap()).collect();
        assert_eq!(references.len(), components.len(), "a reference stands twice");
        for dependency in bill["dependencies"].as_array().unwrap() {
            for on in dependency["dependsOn"].as_array().unwrap() {
                assert!(references.contains(on.as_str().unwrap()), "{on} leads nowhere");
            }
        }
        for component in components {
            let from_registry = component["purl"].as_str().unwrap().starts_with("pkg:cargo/");
            assert_eq!(component["hashes"].is_array(), from_registry, "{component}");
            assert!(component["licenses"].is_array(), "{component}");
        }
    }
}

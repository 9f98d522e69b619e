//! The workspace as cargo describes it, and its source files.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// The packages of the workspace, from `cargo metadata`.
#[derive(Deserialize)]
pub(crate) struct Workspace {
    pub(crate) packages: Vec<Package>,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev` or `build`; an ordinary dependency has none.
    pub(crate) kind: Option<String>,
    /// Where it comes from; our own crates have none.
    pub(crate) source: Option<String>,
}

impl Workspace {
    pub(crate) fn read() -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The Rust files of the released part of a package: its `src`, without files of tests.
    pub(crate) fn sources(&self, package: &str) -> Vec<PathBuf> {
        let package = self.packages.iter().find(|other| other.name == package).unwrap();
        let source = package.manifest_path.parent().unwrap().join("src");
        rust_files(&source).into_iter().filter(|path| !is_test(path)).collect()
    }
}

fn is_test(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs")
        || path.components().any(|part| part.as_os_str() == "tests")
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The text of a file of the repository.
pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// `path` as it is written in messages and lists.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Every Rust file of the repository.
pub(crate) fn all_rust_files() -> Vec<PathBuf> {
    ["crates", "xtask", "fuzz"].iter().flat_map(|folder| rust_files(&root().join(folder))).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

//! The reference implementation, from the npm registry: measured beside ours where it can be had, needed for nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is installed (`design/performance.md`): the package, and the program that runs it.
pub(super) const PACKAGES: [&str; 2] = ["@opengsd/gsd-core@1.14.0", "node@24"];

/// An installed one.
pub(crate) struct Reference {
    folder: PathBuf,
}

impl Reference {
    /// The one in this folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The one in `folder`, installed there by `npm` when it is not there yet.
    pub(crate) fn installed(folder: &Path) -> Result<Self, String> {
        let reference = Self::in_folder(folder);
        if reference.is_there() {
            return Ok(reference);
        }
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let status = Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(folder)
            .args(PACKAGES)
            .stdout(Stdio::null())
            .status()
            .map_err(|error| format!("npm: {error}"))?;
        if status.success() && reference.is_there() {
            Ok(reference)
        } else {
            Err(format!("npm install {}: {status}", PACKAGES.join(" ")))
        }
    }

    fn is_there(&self) -> bool {
        self.node().exists() && Path::new(&self.script()).exists()
    }

    /// The program that runs it.
    pub(crate) fn node(&self) -> PathBuf {
        self.folder.join("node_modules/node/bin/node")
    }

    /// Its command line.
    pub(crate) fn script(&self) -> String {
        self.package("gsd-core/bin/gsd-tools.cjs")
    }

    /// Its status line.
    pub(crate) fn status_line(&self) -> String {
        self.package("hooks/gsd-statusline.js")
    }

    fn package(&self, file: &str) -> String {
        self.folder.join("node_modules/@opengsd/gsd-core").join(file).display().to_string()
    }
}

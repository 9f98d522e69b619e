//! The paths of a check: findings in these files and folders only.

use std::path::{Path, PathBuf};

use cairn_report::Diagnostic;

/// Files and folders, absolute.
#[derive(Debug, Clone, Default)]
pub struct PathFilter {
    paths: Vec<PathBuf>,
    root: PathBuf,
}

impl PathFilter {
    /// Everything below `root`.
    #[must_use]
    pub fn everything(root: &Path) -> PathFilter {
        PathFilter { paths: Vec::new(), root: root.to_owned() }
    }

    /// Only `paths`, seen from `folder`.
    ///
    /// # Errors
    ///
    /// The first path that does not exist.
    #[allow(clippy::disallowed_methods, reason = "asks what a typed path is; nothing is opened")]
    pub fn new(root: &Path, folder: &Path, paths: &[PathBuf]) -> Result<PathFilter, PathBuf> {
        let found =
            paths.iter().map(|path| std::fs::canonicalize(folder.join(path)).map_err(|_| path.clone()));
        let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        Ok(PathFilter { paths: found.collect::<Result<_, _>>()?, root })
    }

    /// Whether a path of a finding is meant.
    #[must_use]
    pub fn includes(&self, path: &str) -> bool {
        let whole = self.root.join(path);
        self.paths.is_empty() || self.paths.iter().any(|wanted| whole.starts_with(wanted))
    }

    /// Keeps what is meant.
    pub fn retain(&self, findings: &mut Vec<Diagnostic>, files: &mut Vec<String>) {
        findings.retain(|finding| self.includes(&finding.path));
        files.retain(|file| self.includes(file));
    }
}

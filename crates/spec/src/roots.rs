//! Where active Specs live and where records go (roundfix 2.2, A-02), decided on paths that others have evaluated.

use std::path::{Component, Path, PathBuf};

use cairn_plan::RelativePath;

use crate::Slug;
use crate::configuration::{BUILT_IN_ROOT, RootSetting};

/// The three kinds of Spec Root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootKind {
    /// `docs/specs` of the repository; records go to `docs/history/specs`.
    BuiltIn,
    /// Another folder of the repository; records go to its `_archived`.
    NonDefault,
    /// A folder of another repository; records go to its `_archived`.
    External,
}

/// Spec Root and archive root, both relative to the home repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// Which row of roundfix 2.2 applies.
    pub kind: RootKind,
    /// The Spec Root; `None` when it is the work tree itself.
    pub spec_root: Option<RelativePath>,
    /// Where records go.
    pub archive_root: RelativePath,
}

/// The archive root of the built-in Spec Root.
const BUILT_IN_ARCHIVE: &str = "docs/history/specs";

/// The archive root of every other Spec Root, below it.
const OWN_ARCHIVE: &str = "_archived";

/// The Spec Root does not lie in the repository it was said to lie in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the Spec Root `{}` is not in the work tree `{}`", .spec_root.display(), .work_tree.display())]
pub struct NotInside {
    /// The evaluated Spec Root.
    pub spec_root: PathBuf,
    /// The evaluated work tree.
    pub work_tree: PathBuf,
}

impl Roots {
    /// Decides the roots.
    ///
    /// `spec_root` and `work_tree` (the git work tree of the current directory) are evaluated: absolute, without symbolic
    /// links. `external` is the evaluated work tree that holds `spec_root` where that is another one, also one that is nested in
    /// `work_tree`, such as a submodule.
    ///
    /// # Errors
    /// When neither work tree holds the Spec Root.
    pub fn decide(
        setting: &RootSetting,
        spec_root: &Path,
        work_tree: &Path,
        external: Option<&Path>,
    ) -> Result<Self, NotInside> {
        let not_inside = || NotInside { spec_root: spec_root.to_owned(), work_tree: work_tree.to_owned() };
        let (kind, home) = match external {
            None => {
                let built_in = clean(Path::new(setting.text())) == Path::new(BUILT_IN_ROOT)
                    || clean(Path::new(setting.text())) == work_tree.join(BUILT_IN_ROOT);
                (if built_in { RootKind::BuiltIn } else { RootKind::NonDefault }, work_tree)
            }
            Some(external) => (RootKind::External, external),
        };
        let below = spec_root.strip_prefix(home).map_err(|_| not_inside())?;
        let spec_root = match below.as_os_str().as_encoded_bytes() {
            b"" => None,
            bytes => Some(RelativePath::new(bytes).map_err(|_| not_inside())?),
        };
        let archive_root = match (kind, &spec_root) {
            (RootKind::BuiltIn, _) => RelativePath::new(BUILT_IN_ARCHIVE),
            (_, Some(root)) => root.join(OWN_ARCHIVE),
            (_, None) => RelativePath::new(OWN_ARCHIVE),
        };
        Ok(Self { kind, spec_root, archive_root: archive_root.map_err(|_| not_inside())? })
    }

    /// `<spec-root>/<slug>`, the folder of an active Spec.
    pub fn folder(&self, slug: &Slug) -> RelativePath {
        joined(self.spec_root.as_ref(), slug)
    }

    /// `<archive-root>/<slug>.md`, the Archive Record.
    pub fn record(&self, slug: &Slug) -> RelativePath {
        self.archive_root.join(slug.record_name()).unwrap_or_else(|_| self.archive_root.clone())
    }

    /// `<archive-root>/<slug>`, where archives before the records stand.
    pub fn legacy_folder(&self, slug: &Slug) -> RelativePath {
        joined(Some(&self.archive_root), slug)
    }

    /// How output calls a record: relative to the home repository, absolute for an external root (2.2).
    pub fn shown_record(&self, slug: &Slug, home: &Path) -> String {
        let record = self.record(slug);
        match self.kind {
            RootKind::External => format!("{}/{record}", home.display()),
            RootKind::BuiltIn | RootKind::NonDefault => record.to_string(),
        }
    }
}

/// A slug is one component, so joining it cannot fail; the fallback only satisfies the types.
fn joined(root: Option<&RelativePath>, slug: &Slug) -> RelativePath {
    match root {
        Some(root) => root.join(slug.as_path()).unwrap_or_else(|_| slug.as_path().clone()),
        None => slug.as_path().clone(),
    }
}

/// The path without `.` components, doubled slashes and `..` that follow a name; by text alone.
fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(cleaned.components().next_back(), Some(Component::Normal(_))) =>
            {
                cleaned.pop();
            }
            other => cleaned.push(other),
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(setting: &str, spec_root: &str, external: Option<&str>, expected: (RootKind, &str, &str)) {
        let setting = RootSetting::Configured(setting.to_owned());
        let roots =
            Roots::decide(&setting, Path::new(spec_root), Path::new("/repo"), external.map(Path::new))
                .unwrap();
        let slug = Slug::new("0042-x").unwrap();
        let found = (roots.kind, roots.folder(&slug).to_string(), roots.record(&slug).to_string());
        assert_eq!(found, (expected.0, expected.1.to_owned(), expected.2.to_owned()));
    }

    /// the table of roundfix 2.2.
    #[test]
    fn the_three_kinds() {
        use RootKind::{BuiltIn, External, NonDefault};
        let history = "docs/history/specs/0042-x.md";
        check("docs/specs", "/repo/docs/specs", None, (BuiltIn, "docs/specs/0042-x", history));
        check("./docs//specs/", "/repo/docs/specs", None, (BuiltIn, "docs/specs/0042-x", history));
        check("docs/x/../specs", "/repo/docs/specs", None, (BuiltIn, "docs/specs/0042-x", history));
        check("/repo/docs/specs", "/repo/docs/specs", None, (BuiltIn, "docs/specs/0042-x", history));
        check("docs/specs", "/repo/plans", None, (BuiltIn, "plans/0042-x", history));
        check("plans", "/repo/plans", None, (NonDefault, "plans/0042-x", "plans/_archived/0042-x.md"));
        check(".", "/repo", None, (NonDefault, "0042-x", "_archived/0042-x.md"));
        check("../ext/s", "/ext/s", Some("/ext"), (External, "s/0042-x", "s/_archived/0042-x.md"));
        check("docs/specs", "/ext/s", Some("/ext"), (External, "s/0042-x", "s/_archived/0042-x.md"));
        check("sub/s", "/repo/sub/s", Some("/repo/sub"), (External, "s/0042-x", "s/_archived/0042-x.md"));
        check(
            "/repository/s",
            "/repository/s",
            Some("/repository"),
            (External, "s/0042-x", "s/_archived/0042-x.md"),
        );
    }

    /// Roundfix 2.2: `..` before every name stays, so a root that only looks like the built-in one is none.
    #[test]
    fn a_way_up() {
        let setting = RootSetting::Configured("../docs/specs".to_owned());
        let roots = Roots::decide(&setting, Path::new("/x/docs/specs"), Path::new("/x/docs"), None).unwrap();
        assert_eq!(roots.kind, RootKind::NonDefault);
        assert_eq!(roots.archive_root.to_string(), "specs/_archived");
    }

    /// an external root that no repository holds.
    #[test]
    fn outside_of_everything() {
        let decided = Roots::decide(&RootSetting::BuiltIn, Path::new("/plain"), Path::new("/repo"), None);
        assert!(decided.unwrap_err().to_string().contains("/plain"));
    }
}

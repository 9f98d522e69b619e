//! The configuration of `roundfix` (roundfix 2.1, D68): one key, `specs.root`, of two files.
//!
//! Reads values only. Which file wins, where a value points and whether it exists is the business of whoever holds the disk;
//! [`RootSetting::resolve`] gives the path by text alone.

use std::path::{Path, PathBuf};

use crate::yaml::{self, Map};

/// The built-in Spec Root, relative to the git root.
pub const BUILT_IN_ROOT: &str = "docs/specs";

/// The file at the root of the git work tree.
pub const PROJECT_FILE: &str = ".roundfixrc.yml";

/// The user's file, below `$XDG_CONFIG_HOME` or `~/.config`.
pub const USER_FILE: &str = "roundfix/config.yml";

/// What is wrong with a configuration file (check `config`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// The bytes are no UTF-8.
    #[error("is not UTF-8")]
    NotUtf8,
    /// The file is no YAML, or no map.
    #[error("line {line}: {message}")]
    NotYaml {
        /// 1-based.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The key holds something else than a string.
    #[error("line {line}: `specs.root` must be a string, not {found}")]
    NotString {
        /// 1-based.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// The key holds blanks.
    #[error("line {line}: `specs.root` is blank")]
    Blank {
        /// 1-based.
        line: usize,
    },
}

/// The value of `specs.root` in one file; `None` when the file does not set it.
///
/// # Errors
/// When the file is no YAML map, or the key holds no text.
pub fn specs_root(bytes: &[u8]) -> Result<Option<String>, ConfigurationError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| ConfigurationError::NotUtf8)?;
    let root = yaml::read(text)
        .map_err(|error| ConfigurationError::NotYaml { line: error.line, message: error.message })?;
    if root.is_null() {
        return Ok(None);
    }
    let no_map = |node: &yaml::Node, what: &str| ConfigurationError::NotYaml {
        line: node.line,
        message: format!("{what} is no map but {}", node.described()),
    };
    let Some(map) = root.map() else { return Err(no_map(&root, "the file")) };
    match map.present("specs") {
        None => value(map, "specs.root"),
        Some(specs) => match specs.map() {
            None => Err(no_map(specs, "`specs`")),
            Some(nested) => match value(nested, "root")? {
                None => value(map, "specs.root"),
                found => Ok(found),
            },
        },
    }
}

fn value(map: &Map, key: &str) -> Result<Option<String>, ConfigurationError> {
    let Some(entry) = map.entry(key) else { return Ok(None) };
    let line = entry.line;
    match entry.value.string() {
        None => Err(ConfigurationError::NotString { line, found: entry.value.described() }),
        Some(text) if text.trim().is_empty() => Err(ConfigurationError::Blank { line }),
        Some(text) => Ok(Some(text.to_owned())),
    }
}

/// Where the Spec Root is said to be, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootSetting {
    /// Nobody said anything: [`BUILT_IN_ROOT`].
    BuiltIn,
    /// A configuration file said this.
    Configured(String),
}

impl RootSetting {
    /// The first setting of the two files, the project's before the user's.
    pub fn choose(project: Option<String>, user: Option<String>) -> Self {
        project.or(user).map_or(Self::BuiltIn, Self::Configured)
    }

    /// The value as it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::BuiltIn => BUILT_IN_ROOT,
            Self::Configured(text) => text,
        }
    }

    /// The path the value names: relative to the git root, `~/` to the home directory. Nothing is looked up.
    pub fn resolve(&self, git_root: &Path, home: Option<&Path>) -> PathBuf {
        let text = self.text();
        match (text, home) {
            ("~", Some(home)) => home.to_owned(),
            (text, Some(home)) if text.starts_with("~/") => home.join(text.trim_start_matches("~/")),
            (text, _) => git_root.join(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D68: nested and flat spelling, other keys are not ours.
    #[test]
    fn values() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(specs_root(text.as_bytes()), Ok(expected.map(str::to_owned)), "{text:?}");
        };
        check("", None);
        check("# nothing\n", None);
        check("watch: {auto: true}\n", None);
        check("specs:\n", None);
        check("specs: {other: 1}\n", None);
        check("# ours\nspecs:\n  root: plans/specs/   # here\nwatch: {auto: true}\n", Some("plans/specs/"));
        check("specs.root: plans\n", Some("plans"));
        check("specs:\n  x: 1\nspecs.root: plans\n", Some("plans"));
        check("\u{feff}specs:\r\n  root: \"a b\"\r\n", Some("a b"));
    }

    /// Check `config`: each names what is wrong.
    #[test]
    fn refused() {
        let check = |text: &[u8], part: &str| {
            let error = specs_root(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        check(b"specs:\n  root: \"\"\n", "line 2: `specs.root` is blank");
        check(b"specs:\n  root: ' '\n", "blank");
        check(b"specs:\n  root:\n", "must be a string, not empty");
        check(b"specs:\n  root: [a]\n", "must be a string, not a list");
        check(b"specs:\n  root: 12\n", "must be a string, not `12`");
        check(b"specs: {root: docs/specs\n", "no valid YAML");
        check(b"specs: docs\n", "`specs` is no map");
        check(b"- a\n", "the file is no map but a list");
        check(b"specs:\n  root: \xff\n", "UTF-8");
    }

    /// D68: what a value is relative to, and who wins.
    #[test]
    fn resolved() {
        let root = |text: &str| RootSetting::Configured(text.to_owned());
        let check = |setting: RootSetting, expected: &str| {
            let path = setting.resolve(Path::new("/repo"), Some(Path::new("/home/ann")));
            assert_eq!(path, Path::new(expected));
        };
        check(RootSetting::BuiltIn, "/repo/docs/specs");
        check(root("plans/specs"), "/repo/plans/specs");
        check(root("../ext/specs"), "/repo/../ext/specs");
        check(root("/abs"), "/abs");
        check(root("~/specs"), "/home/ann/specs");
        check(root("~"), "/home/ann");
        check(root("~ann/specs"), "/repo/~ann/specs");
        assert_eq!(RootSetting::choose(Some("a".into()), Some("b".into())), root("a"));
        assert_eq!(RootSetting::choose(None, Some("b".into())), root("b"));
        assert_eq!(RootSetting::choose(None, None), RootSetting::BuiltIn);
    }
}

//! What the line takes from the process: the registry of its environment variables, and the folder it runs in. Every
//! other module receives values.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The inherited values. Absent and empty are the same.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// `HOME`: where the walk upwards ends, and the base of the default configuration folder of the agent.
    pub home: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`: the agent's configuration folder, by default `~/.claude`.
    pub agent_folder: Option<PathBuf>,
    /// `MSD_WORKSTREAM`: the workstream to show instead of the pointer file's.
    pub workstream: Option<String>,
    /// `CLAUDE_CODE_AUTO_COMPACT_WINDOW`: after how many tokens the agent compacts its context; only above 0.
    pub compact_window: Option<f64>,
    /// `NO_COLOR` is set, or `TERM` is `dumb`.
    pub is_plain: bool,
    /// `COLUMNS`: the width of the terminal.
    pub columns: Option<usize>,
    /// `PATH`: where git is looked for.
    pub search_path: OsString,
}

impl Environment {
    /// Reads the process's environment.
    #[allow(clippy::disallowed_methods, reason = "this is the registry of environment variables")]
    pub fn read() -> Self {
        Self::from_variables(|name| std::env::var_os(name))
    }

    /// The same from a look-up, for tests.
    pub fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let raw = |name: &str| variable(name).filter(|value| !value.is_empty());
        let text = |name: &str| raw(name).and_then(|value| value.into_string().ok());
        let compact_window =
            text("CLAUDE_CODE_AUTO_COMPACT_WINDOW").and_then(|value| value.trim().parse().ok());
        let home = raw("HOME").map(PathBuf::from);
        Self {
            agent_folder: raw("CLAUDE_CONFIG_DIR")
                .map(PathBuf::from)
                .or_else(|| home.as_deref().map(|home| home.join(".claude"))),
            home,
            workstream: text("MSD_WORKSTREAM"),
            compact_window: compact_window.filter(|window: &f64| window.is_finite() && *window > 0.0),
            is_plain: raw("NO_COLOR").is_some() || raw("TERM").is_some_and(|term| term == "dumb"),
            columns: text("COLUMNS")
                .and_then(|columns| columns.trim().parse().ok())
                .filter(|columns| *columns > 0),
            search_path: raw("PATH").unwrap_or_default(),
        }
    }

    /// The names of all inherited variables: which of them a child process must not see is decided from them.
    #[allow(clippy::disallowed_methods, reason = "this is the registry of environment variables")]
    pub fn inherited_names() -> impl Iterator<Item = OsString> {
        std::env::vars_os().map(|(name, _)| name)
    }

    /// The folder the process runs in; the root of the file system when it no longer exists.
    #[allow(clippy::disallowed_methods, reason = "this is the registry of what the process inherits")]
    pub fn current_folder() -> PathBuf {
        std::env::current_dir().unwrap_or_else(|_| Path::new("/").to_path_buf())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Environment {
        Environment::from_variables(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        })
    }

    /// D40: the agent's folder is named, or below the home folder.
    #[test]
    fn d40_agent_folder() {
        assert_eq!(read(&[("HOME", "/h")]).agent_folder, Some("/h/.claude".into()));
        assert_eq!(read(&[("HOME", "/h"), ("CLAUDE_CONFIG_DIR", "/c")]).agent_folder, Some("/c".into()));
        assert_eq!(
            read(&[("HOME", "/h"), ("CLAUDE_CONFIG_DIR", "")]).agent_folder,
            Some("/h/.claude".into())
        );
        assert_eq!(read(&[]).agent_folder, None);
    }

    /// D40: only a number above 0 is a window.
    #[test]
    fn d40_compact_window() {
        for (text, expected) in [
            ("100000", Some(100_000.0)),
            (" 100000 ", Some(100_000.0)),
            ("0", None),
            ("-5", None),
            ("", None),
            ("many", None),
            ("200k", None),
            ("inf", None),
            ("NaN", None),
        ] {
            assert_eq!(
                read(&[("CLAUDE_CODE_AUTO_COMPACT_WINDOW", text)]).compact_window,
                expected,
                "{text:?}"
            );
        }
    }

    /// D41: when no sequence is written, and which widths count.
    #[test]
    fn d41_plain_terminals_and_widths() {
        assert!(read(&[("NO_COLOR", "1")]).is_plain);
        assert!(read(&[("NO_COLOR", "0")]).is_plain);
        assert!(read(&[("TERM", "dumb")]).is_plain);
        assert!(!read(&[("NO_COLOR", ""), ("TERM", "xterm")]).is_plain);
        assert_eq!(read(&[("COLUMNS", "80")]).columns, Some(80));
        for text in ["", "0", "-1", "80x", "8.5", "99999999999999999999999"] {
            assert_eq!(read(&[("COLUMNS", text)]).columns, None, "{text:?}");
        }
    }
}

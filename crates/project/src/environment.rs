//! The one registry of environment variables. Everything that the process inherits is read here, once; every other
//! module receives values.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What the product takes from its environment. Absent and empty are the same but where a field says so.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// `HOME`: where the walk to the project root ends, and the base of the two XDG folders.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, by default `~/.config`: the user's `roundfix/config.yml`.
    pub config_home: Option<PathBuf>,
    /// `XDG_STATE_HOME`, by default `~/.local/state`: the operation log of projects without git.
    pub state_home: Option<PathBuf>,
    /// `MSD_WORKSTREAM`: the workstream to use instead of the pointer file's (msd-tools 17).
    pub workstream: Option<String>,
    /// `SOURCE_DATE_EPOCH`: seconds; freezes the clock (D3).
    pub source_date_epoch: Option<i64>,
    /// `TZ`: the time zone of local dates, as written.
    pub time_zone: Option<String>,
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// `TERM` is `dumb`.
    pub dumb_terminal: bool,
    /// `COLUMNS`: the width to fold text to.
    pub columns: Option<usize>,
    /// `PATH`: where `git` and, for `cairn doctor`, the status line's program are looked for.
    pub search_path: OsString,
    /// `CAIRN_GIT_TIMEOUT`: seconds that git may be silent before it is ended (G10).
    pub git_patience: Option<Duration>,
    /// Every variable as inherited: what a child process gets is chosen from it.
    pub inherited: Vec<(OsString, OsString)>,
}

impl Environment {
    /// Reads the process's environment.
    #[allow(clippy::disallowed_methods, reason = "this is the registry of environment variables")]
    pub fn read() -> Environment {
        Environment::from_variables(std::env::vars_os())
    }

    /// The same from a list, for tests.
    pub fn from_variables(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Environment {
        let inherited: Vec<(OsString, OsString)> = variables.into_iter().collect();
        let raw = |name: &str| {
            let found = inherited.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
            found.filter(|value| !value.is_empty())
        };
        let text = |name: &str| raw(name).and_then(|value| value.into_string().ok());
        let folder = |name: &str| raw(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = folder("HOME");
        let below_home = |rest: &str| home.as_ref().map(|home| home.join(rest));
        Environment {
            config_home: folder("XDG_CONFIG_HOME").or_else(|| below_home(".config")),
            state_home: folder("XDG_STATE_HOME").or_else(|| below_home(".local/state")),
            workstream: text("MSD_WORKSTREAM"),
            source_date_epoch: text("SOURCE_DATE_EPOCH").and_then(|seconds| seconds.trim().parse().ok()),
            time_zone: text("TZ"),
            no_color: raw("NO_COLOR").is_some(),
            dumb_terminal: text("TERM").is_some_and(|term| term == "dumb"),
            columns: text("COLUMNS")
                .and_then(|columns| columns.trim().parse().ok())
                .filter(|width| *width > 0),
            git_patience: text("CAIRN_GIT_TIMEOUT")
                .and_then(|seconds| seconds.trim().parse().ok())
                .filter(|seconds| *seconds > 0)
                .map(Duration::from_secs),
            search_path: raw("PATH").unwrap_or_default(),
            home,
            inherited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Environment {
        Environment::from_variables(variables.iter().map(|(key, value)| (key.into(), value.into())))
    }

    #[test]
    fn xdg_folders_fall_back_to_the_home_folder() {
        let environment =
            read(&[("HOME", "/home/kim"), ("XDG_STATE_HOME", "/var/state"), ("XDG_CONFIG_HOME", "")]);
        assert_eq!(environment.state_home, Some("/var/state".into()));
        assert_eq!(environment.config_home, Some("/home/kim/.config".into()));
        // The specification of these folders wants relative values ignored.
        assert_eq!(read(&[("XDG_STATE_HOME", "state")]).state_home, None);
    }

    /// D3
    #[test]
    fn odd_numbers_count_as_absent() {
        let environment = read(&[("SOURCE_DATE_EPOCH", "soon"), ("COLUMNS", "0"), ("NO_COLOR", "")]);
        assert_eq!(
            (environment.source_date_epoch, environment.columns, environment.no_color),
            (None, None, false)
        );
        for (seconds, patience) in [("5", Some(5)), ("0", None), ("-1", None), ("soon", None)] {
            let read = read(&[("CAIRN_GIT_TIMEOUT", seconds)]);
            assert_eq!(read.git_patience, patience.map(Duration::from_secs), "{seconds}");
        }
        assert_eq!(read(&[("SOURCE_DATE_EPOCH", "1791374400")]).source_date_epoch, Some(1_791_374_400));
    }
}

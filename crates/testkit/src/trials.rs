//! Tests that are made of files: one trial each, run and shown like any other test.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

/// Runs the trials that the command line selects; exit status 2 when there is no telling which there are.
#[must_use]
pub fn run(trials: impl FnOnce() -> Result<Vec<Trial>, String>) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(text) => {
            eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}

/// What comes of a trial that found `faults`.
///
/// # Errors
/// The faults, one a line, if there are any.
pub fn judged(faults: &[impl Display]) -> Result<(), Failed> {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    if lines.is_empty() { Ok(()) } else { Err(Failed::from(lines.join("\n"))) }
}

/// The folder of all four binaries of a build; `built` is one that cargo has built for the test that asks.
///
/// # Errors
/// The binary of another package is not there.
pub fn binaries(built: &str) -> Result<PathBuf, String> {
    let folder = Path::new(built).parent().ok_or("the build has no folder")?;
    let other = folder.join("msd-statusline");
    if other.is_file() {
        return Ok(folder.to_owned());
    }
    Err(format!("{}: not built; `cargo test --workspace` builds every binary", other.display()))
}

//! Where this repository lies, and how its binaries are built.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// The folder of the acceptance cases.
pub(crate) fn cases() -> PathBuf {
    root().join("tests/cases")
}

/// Builds the four binaries, in release mode or not, and returns the absolute folder they lie in.
pub(crate) fn build(release: bool) -> Result<PathBuf, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args([
        "build",
        "--quiet",
        "--package",
        "cairn-cli",
        "--package",
        "cairn-statusline",
        "--bins",
    ]);
    if release {
        command.arg("--release");
    }
    let status = command.status().map_err(|error| format!("cargo build: {error}"))?;
    if !status.success() {
        return Err(format!("cargo build: {status}"));
    }
    // This task itself lies in `<target>/<profile>/`.
    let own = std::env::current_exe().map_err(|error| format!("the folder of the build: {error}"))?;
    let target = own.ancestors().nth(2).ok_or("the folder of the build is not known")?;
    Ok(target.join(if release { "release" } else { "debug" }))
}

//! The binaries that are packed: static, optimised, without a path of the machine that built them.

use std::path::{Path, PathBuf};
use std::process::Command;

use cairn_cli::help::Binary;

use super::said;

/// The kind of machine that the packages are for.
pub(super) fn target() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}

/// Builds the sources in `root`; gives the folder of the binaries.
pub(super) fn binaries(root: &Path, epoch: u64) -> Result<PathBuf, String> {
    let places = Places::of(root);
    let mut flags = vec!["-Ctarget-feature=+crt-static".to_owned()];
    for (from, to) in &places.hidden {
        flags.push(format!("--remap-path-prefix={from}={to}"));
    }
    let target = target();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--locked", "--target", &target, "--bins"]);
    cargo.args(["--package", "cairn-cli", "--package", "cairn-statusline"]).current_dir(root);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env("SOURCE_DATE_EPOCH", epoch.to_string());
    cargo.env("CARGO_TARGET_DIR", root.join("target")).env_remove("RUSTFLAGS").env("CARGO_INCREMENTAL", "0");
    let status = cargo.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the binaries did not build: {status}"));
    }
    let folder = root.join("target").join(&target).join("release");
    for binary in Binary::ALL {
        let path = folder.join(binary.name());
        check(&path, &places)?;
    }
    Ok(folder)
}

/// Folders of this machine, and what stands for them in the binaries.
struct Places {
    hidden: Vec<(String, &'static str)>,
}

impl Places {
    fn of(root: &Path) -> Places {
        let home = |name: &str, below: &str| {
            std::env::var(name).ok().or_else(|| Some(format!("{}/{below}", std::env::var("HOME").ok()?)))
        };
        let mut hidden = vec![(root.display().to_string(), "/cairn")];
        hidden.extend(home("CARGO_HOME", ".cargo").map(|path| (path, "/cargo")));
        hidden.extend(home("RUSTUP_HOME", ".rustup").map(|path| (path, "/rustup")));
        Places { hidden }
    }
}

/// A binary that is released needs no library of the system and names no folder of this machine.
fn check(path: &Path, places: &Places) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    for (place, _) in &places.hidden {
        if bytes.windows(place.len()).any(|window| window == place.as_bytes()) {
            return Err(format!("`{}` holds the path `{place}` of this machine", path.display()));
        }
    }
    // The program interpreter of an ELF file that is linked to libraries at its start.
    if bytes.windows(8).any(|window| window == b"/ld-linu") {
        return Err(format!("`{}` is not static", path.display()));
    }
    said(Command::new(path).arg("--version")).map(drop)
}

//! The Debian package, by `cargo-deb` from the table in `crates/cli/Cargo.toml`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::Source;
use super::{build, said};
use crate::checkout;

/// One version, so that the same sources give the same bytes.
const VERSION: &str = "3.8.0";

/// File name and content of the package of the sources in `root`, whose binaries are in `binaries`.
///
/// # Errors
///
/// `cargo-deb` that neither is there nor can be installed, or that fails.
pub(super) fn package(root: &Path, binaries: &Path, source: &Source) -> Result<(String, Vec<u8>), String> {
    let tool = tool()?;
    let bill = binaries.join("sbom.cdx.json");
    std::fs::write(&bill, &source.sbom)
        .map_err(|error| format!("cannot write `{}`: {error}", bill.display()))?;
    let out = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let mut pack = Command::new(tool);
    pack.args([
        "deb",
        "--quiet",
        "--locked",
        "--no-build",
        "--no-strip",
        "--package",
        "cairn-cli",
        "--target",
    ]);
    pack.arg(build::target()).arg("--output").arg(out.path()).current_dir(root);
    pack.env("CARGO_TARGET_DIR", root.join("target")).env("SOURCE_DATE_EPOCH", source.epoch.to_string());
    let told = said(&mut pack)?;
    let written = told.lines().map(str::trim).rfind(|line| line.ends_with(".deb"));
    let path = Path::new(written.ok_or_else(|| format!("cargo-deb names no package: `{told}`"))?);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    Ok((name, bytes))
}

/// The program `cargo-deb` of our version: the one on the path, or one that is installed into `target/tools` of this checkout.
fn tool() -> Result<PathBuf, String> {
    let is_ours = |path: &Path| {
        let version = said(Command::new(path).arg("--version"));
        version.is_ok_and(|version| version.split_whitespace().any(|word| word == VERSION))
    };
    let installed = checkout::root().join("target/tools");
    let paths = [PathBuf::from("cargo-deb"), installed.join("bin/cargo-deb")];
    if let Some(path) = paths.iter().find(|path| is_ours(path)) {
        return Ok(path.clone());
    }
    println!("installing cargo-deb {VERSION} into {}", installed.display());
    let mut install = Command::new(env!("CARGO"));
    install.args(["install", "cargo-deb", "--locked", "--version", VERSION, "--root"]).arg(&installed);
    // Flags that are for the packed binaries are not for this program.
    install.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
    said(&mut install)?;
    let [_, path] = paths;
    if is_ours(&path) { Ok(path) } else { Err(format!("`{}` is not cargo-deb {VERSION}", path.display())) }
}

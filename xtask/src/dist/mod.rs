//! `cargo xtask dist`: everything that is released, from one build of static binaries: a tarball, a Debian package, an npm launcher
//! with its platform package, a wheel, an SBOM, checksums.
//!
//! The same sources give the same bytes: archives are written here, sorted, with the date of the last commit, and the binaries
//! hold no path of the machine. `--verify-reproducible` builds twice in different folders and compares; `--test` installs each
//! package in a clean folder and runs it.

mod archive;
mod build;
mod debian;
mod npm;
mod reproducible;
mod sbom;
mod source;
mod trial;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use sha2::{Digest, Sha256};

use crate::{Answer, checkout};
use source::Source;

/// Build every package, with checksums and an SBOM
///
/// Static binaries for this machine's kind of processor, packed as tarball, Debian package, npm packages and wheel. Needs no tool but
/// `cargo-deb`, which is installed below `target` where it is missing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to write (default: `target/dist`)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Install each package in a clean folder and run it
    #[arg(long)]
    test: bool,
    /// Build twice in different folders, and fail when a byte differs
    #[arg(long)]
    verify_reproducible: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let root = checkout::root();
    if args.verify_reproducible {
        return reproducible::run(&root);
    }
    let out = args.out.clone().unwrap_or_else(|| root.join("target/dist"));
    let out = std::path::absolute(out).map_err(|error| error.to_string())?;
    let packages = packages(&root, &out, epoch(&root)?)?;
    for package in &packages {
        println!("{}", package.display());
    }
    if args.test {
        trial::run(&out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The date of everything: `SOURCE_DATE_EPOCH`, else the last commit's.
fn epoch(root: &Path) -> Result<u64, String> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given
            .trim()
            .parse()
            .map_err(|_| format!("SOURCE_DATE_EPOCH: `{given}` is no number of seconds"));
    }
    let text = said(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?;
    text.trim().parse().map_err(|_| format!("git says `{text}` for the date of the last commit"))
}

/// Builds the packages of the sources in `root` into `out`, which is emptied of earlier ones.
fn packages(root: &Path, out: &Path, epoch: u64) -> Result<Vec<PathBuf>, String> {
    let binaries = build::binaries(root, epoch)?;
    let source = Source::read(root, &binaries, epoch)?;
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(|error| format!("cannot empty `{}`: {error}", out.display()))?;
    }
    std::fs::create_dir_all(out).map_err(|error| format!("cannot make `{}`: {error}", out.display()))?;
    let mut packages = Vec::new();
    let mut write = |name: String, bytes: Vec<u8>| -> Result<(), String> {
        let path = out.join(name);
        std::fs::write(&path, bytes)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        packages.push(path);
        Ok(())
    };
    let tarball = archive::tar_gz(&source.prefix(&source.folder_name()), epoch);
    write(format!("{}.tar.gz", source.folder_name()), tarball)?;
    for (name, bytes) in npm::packages(&source)? {
        write(name, bytes)?;
    }
    let (name, bytes) = wheel::package(&source);
    write(name, bytes)?;
    write(format!("cairn-{}.cdx.json", source.version), source.sbom.clone().into_bytes())?;
    let (name, bytes) = debian::package(root, &binaries, &source)?;
    write(name, bytes)?;
    packages.sort();
    let sums = checksums(&packages)?;
    let path = out.join("SHA256SUMS");
    std::fs::write(&path, sums).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    packages.push(path);
    Ok(packages)
}

/// As `sha256sum` writes and checks them.
fn checksums(paths: &[PathBuf]) -> Result<String, String> {
    let mut text = String::new();
    for path in paths {
        let bytes =
            std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("{}  {name}\n", hex(&Sha256::digest(bytes))));
    }
    Ok(text)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs a program and gives its output; with its own words when it fails.
fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run `{name}`: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Err(format!("{command:?}: {}\n{text}{error}", output.status))
}

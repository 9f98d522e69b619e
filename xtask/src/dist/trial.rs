//! `cargo xtask dist --test`: each package in a clean folder, installed as a user would, and run on a copy of a bundled sample.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use cairn_cli::help::Binary;
use cairn_testkit::writing::copy;

use super::said;
use crate::checkout;

/// What one way to install needs, and does.
struct Way {
    name: &'static str,
    /// The program that installs; without it the way is not tried, and that is said.
    tool: &'static str,
    /// Installs into a folder; gives the folder of the programs.
    install: fn(&Packages, &Path) -> Result<PathBuf, String>,
    /// A page that must be there, from the folder; none where the way brings no manual.
    manual: Option<&'static str>,
}

const WAYS: [Way; 4] = [
    Way { name: "tarball", tool: "tar", install: tarball, manual: Some("share/man/man1/cairn-undo.1") },
    Way {
        name: "Debian package",
        tool: "dpkg",
        install: debian,
        manual: Some("usr/share/man/man1/cairn-undo.1.gz"),
    },
    Way { name: "npm", tool: "npm", install: npm, manual: None },
    Way { name: "wheel", tool: "python3", install: wheel, manual: None },
];

/// Tries every package in `out`.
pub(super) fn run(out: &Path) -> Result<(), String> {
    let packages = Packages::find(out)?;
    said(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(out))?;
    println!("checksums: right");
    for way in WAYS {
        let there = Command::new(way.tool).arg("--version").output().is_ok();
        if !there {
            println!("{}: not tried, there is no `{}` on this machine", way.name, way.tool);
            continue;
        }
        let stage = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        let folder = stage.path().join("installed here");
        std::fs::create_dir(&folder).map_err(|error| error.to_string())?;
        let programs = (way.install)(&packages, &folder)?;
        if let Some(page) = way.manual.filter(|page| !folder.join(page).is_file()) {
            return Err(format!("{}: `{page}` is missing", way.name));
        }
        try_programs(&programs, stage.path()).map_err(|error| format!("{}: {error}", way.name))?;
        println!("{}: installed and run", way.name);
    }
    Ok(())
}

/// The four programs say their version, and one reads the sample; with nothing of the user's environment.
fn try_programs(programs: &Path, stage: &Path) -> Result<(), String> {
    let project = stage.join("tide-table");
    copy(&checkout::root().join("examples/tide-table"), &project);
    let run = |name: &str, words: &[&str]| {
        let mut command = Command::new(programs.join(name));
        command.args(words).current_dir(&project).env_clear().env("HOME", stage);
        // npm's launcher is a script of node.
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        said(&mut command)
    };
    for binary in Binary::ALL {
        let expected = format!("{} {}\n", binary.name(), env!("CARGO_PKG_VERSION"));
        let version = run(binary.name(), &["--version"])?;
        if version != expected {
            return Err(format!("`{} --version` says `{version}`", binary.name()));
        }
    }
    let state = run("msd-tools", &["state", "json"])?;
    let state: serde_json::Value =
        serde_json::from_str(&state).map_err(|error| format!("{error}: {state}"))?;
    if state.pointer("/progress/percent") != Some(&serde_json::Value::from(33)) {
        return Err(format!("`state json` on the sample says {state}"));
    }
    Ok(())
}

/// The files of a release.
struct Packages {
    files: Vec<PathBuf>,
}

impl Packages {
    fn find(out: &Path) -> Result<Packages, String> {
        let listed =
            std::fs::read_dir(out).map_err(|error| format!("cannot list `{}`: {error}", out.display()))?;
        Ok(Packages { files: listed.flatten().map(|entry| entry.path()).collect() })
    }

    fn ending(&self, end: &str) -> Result<Vec<&PathBuf>, String> {
        let ends = |path: &&PathBuf| path.to_string_lossy().ends_with(end);
        let found: Vec<&PathBuf> = self.files.iter().filter(ends).collect();
        if found.is_empty() { Err(format!("no `*{end}` was built")) } else { Ok(found) }
    }
}

fn tarball(packages: &Packages, folder: &Path) -> Result<PathBuf, String> {
    let mut tar = Command::new("tar");
    tar.args(["--strip-components", "1", "-xzf"]).args(packages.ending(".tar.gz")?).arg("-C").arg(folder);
    said(&mut tar)?;
    Ok(folder.join("bin"))
}

fn debian(packages: &Packages, folder: &Path) -> Result<PathBuf, String> {
    // A system of its own, with nothing installed.
    let database = folder.join("var/lib/dpkg");
    let made = std::fs::create_dir_all(database.join("info"))
        .and_then(|()| std::fs::create_dir_all(database.join("updates")))
        .and_then(|()| std::fs::write(database.join("status"), ""));
    made.map_err(|error| format!("cannot make a system for dpkg: {error}"))?;
    let mut root = OsString::from("--root=");
    root.push(folder);
    let mut install = Command::new("dpkg");
    install.arg(root).args([
        "--force-not-root",
        "--force-bad-path",
        "--force-script-chrootless",
        "--log=/dev/null",
    ]);
    install.arg("--install").args(packages.ending(".deb")?);
    said(&mut install)?;
    Ok(folder.join("usr/bin"))
}

fn npm(packages: &Packages, folder: &Path) -> Result<PathBuf, String> {
    let mut npm = Command::new("npm");
    npm.args(["install", "--offline", "--no-audit", "--no-fund", "--prefix"]).arg(folder);
    npm.args(packages.ending(".tgz")?).current_dir(folder);
    said(&mut npm)?;
    Ok(folder.join("node_modules/.bin"))
}

fn wheel(packages: &Packages, folder: &Path) -> Result<PathBuf, String> {
    let mut pip = Command::new("python3");
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--disable-pip-version-check",
        "--target",
    ]);
    pip.arg(folder).args(packages.ending(".whl")?).env("PIP_ROOT_USER_ACTION", "ignore");
    said(&mut pip)?;
    Ok(folder.join("bin"))
}

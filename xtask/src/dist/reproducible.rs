//! `cargo xtask dist --verify-reproducible`: two builds of the same sources in different folders, with nothing shared, are the same
//! bytes.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::{epoch, packages, said};
use crate::Answer;

pub(super) fn run(root: &Path) -> Answer {
    let epoch = epoch(root)?;
    let stage = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let copies = ["one", "another/folder/deeper down"].map(|folder| stage.path().join(folder).join("cairn"));
    // Both before the first build, which takes minutes: somebody may be at work here.
    for copy in &copies {
        copy_sources(root, copy)?;
    }
    let mut sums = Vec::new();
    for copy in &copies {
        let out = copy.join("target/dist");
        let built = packages(copy, &out, epoch)?;
        let list = built.last().ok_or("nothing was built")?;
        sums.push(read(list)?);
    }
    let [one, other] = sums.as_slice() else { return Err("two builds were wanted".to_owned()) };
    if one == other {
        print!("{one}");
        println!("two builds in different folders gave the same bytes");
        return Ok(ExitCode::SUCCESS);
    }
    let differ = one.lines().zip(other.lines()).filter(|(one, other)| one != other);
    let names: Vec<&str> = differ.filter_map(|(line, _)| line.split("  ").nth(1)).collect();
    let kept = stage.keep();
    Err(format!("these differ between two builds: {}; both are in `{}`", names.join(", "), kept.display()))
}

/// Every file that git knows, as it is in the work tree.
fn copy_sources(root: &Path, copy: &Path) -> Result<(), String> {
    let listed = said(Command::new("git").args(["ls-files", "-z"]).current_dir(root))?;
    for name in listed.split_terminator('\0') {
        let (from, to) = (root.join(name), copy.join(name));
        let done =
            std::fs::create_dir_all(to.parent().unwrap_or(copy)).and_then(|()| std::fs::copy(&from, &to));
        if let Err(error) = done {
            return Err(format!("cannot copy `{name}`: {error}"));
        }
    }
    Ok(())
}

fn read(path: &PathBuf) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

//! The programs that are measured: built as they are shipped, placed as an installation places them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout;

/// `fn main() { println!("hello") }`, static, built like the product: what the start of a process alone takes.
pub(crate) fn hello(folder: &Path) -> Result<PathBuf, String> {
    let source = folder.join("hello.rs");
    fs::write(&source, "fn main() {\n    println!(\"hello\");\n}\n").map_err(|error| error.to_string())?;
    let program = folder.join("hello");
    let mut command = Command::new("rustc");
    command.args(["--edition=2024", "--target", &host_triple()?, "-o"]).arg(&program).arg(&source);
    for option in [
        "opt-level=3",
        "target-feature=+crt-static",
        "panic=abort",
        "strip=symbols",
        "lto=fat",
        "codegen-units=1",
    ] {
        command.args(["-C", option]);
    }
    build(command, "hello")?;
    installed(&program, folder)
}

/// The program `name` of the crate `package` as it is shipped. The target is named so that the flags do not reach build
/// scripts and macros.
pub(crate) fn shipped(package: &str, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let triple = host_triple()?;
    let target = checkout::root().join("target");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(checkout::root())
        .env("RUSTFLAGS", "-C target-feature=+crt-static")
        .args(["build", "--quiet", "--release", "--package", package, "--bin", name])
        .args(["--target", &triple, "--target-dir"])
        .arg(&target);
    build(command, name)?;
    installed(&target.join(triple).join("release").join(name), folder)
}

/// A copy of `program`, as an installation makes one: pages that a linker has written are mapped more slowly than copied ones,
/// by a seventh of the whole time of the status line.
fn installed(program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let name = program.file_name().unwrap_or_default();
    let copy = folder.join("installed").join(name);
    let copied = fs::create_dir_all(folder.join("installed")).and_then(|()| fs::copy(program, &copy));
    copied.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(copy)
}

fn host_triple() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let triple = text.lines().find_map(|line| line.strip_prefix("host: "));
    triple.map(str::to_owned).ok_or_else(|| "rustc -vV: no host".to_owned())
}

fn build(mut command: Command, name: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("building {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("building {name}: {status}")) }
}

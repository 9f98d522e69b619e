//! Debian's `strace` as a means to disturb: which calls a command makes, and one of them killed or failed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The calls that open, list, write, flush, rename or remove, and those that look whether that may be done.
const CALLS: [&str; 31] = [
    "openat",
    "openat2",
    "open",
    "creat",
    "write",
    "pwrite64",
    "writev",
    "ftruncate",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "fchmod",
    "fchown",
    "flock",
    "getdents64",
    "truncate",
    "fallocate",
    "copy_file_range",
    "sendfile",
    "fchmodat",
];

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disturbance {
    /// The process is killed before the call is made.
    Kill,
    /// This call answers with the error.
    Once(&'static str),
    /// This call and every later one of its name answer with the error.
    ForEver(&'static str),
}

/// One call of a command.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    /// The how-manieth of this name, from 1.
    pub(crate) number: usize,
    /// It opens or lists something to be read.
    pub(crate) reads: bool,
    /// The path that it is about, absolute where the folder is known.
    pub(crate) path: String,
}

/// Why nothing can be traced here, or nothing.
pub(crate) fn unavailable() -> Option<String> {
    let tried = Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO:when=1", "true"])
        .stdin(Stdio::null())
        .output();
    match tried {
        Err(error) => Some(format!("strace cannot be started ({error}); Debian has it as `strace`")),
        Ok(output) if output.status.success() => None,
        Ok(output) => {
            Some(format!("tracing is not permitted: {}", String::from_utf8_lossy(&output.stderr).trim()))
        }
    }
}

/// Every call that a command makes, in order: of the command itself, not of the `git` that it starts.
pub(crate) fn calls(command: &Command, log: &Path) -> Result<Vec<Call>, String> {
    let status = traced(command, log, None)?;
    if !status.success() {
        return Err(format!("{command:?} under strace: {status}"));
    }
    let text = std::fs::read_to_string(log).map_err(|error| format!("{}: {error}", log.display()))?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut calls = Vec::new();
    for line in text.lines() {
        let Some((name, rest)) = line.split_once('(').filter(|(name, _)| CALLS.contains(name)) else {
            continue;
        };
        let number = counts.entry(name.to_owned()).or_default();
        *number += 1;
        let writes = ["O_WRONLY", "O_RDWR", "O_CREAT"].iter().any(|flag| rest.contains(flag));
        calls.push(Call {
            name: name.to_owned(),
            number: *number,
            reads: name == "getdents64" || name.starts_with("open") && !writes,
            path: path_of(rest),
        });
    }
    Ok(calls)
}

/// The path in the arguments of a call: `5</the/folder>, "a/name", …`, or one of the two.
fn path_of(arguments: &str) -> String {
    let first = arguments.split(", ").next().unwrap_or_default();
    let folder = first
        .split_once('<')
        .and_then(|(_, rest)| rest.strip_suffix('>').or(rest.split_once(">)").map(|(path, _)| path)));
    let name = arguments.split('"').nth(1);
    match (folder, name) {
        (Some(folder), Some(name)) => Path::new(folder).join(name).display().to_string(),
        (Some(path), None) | (None, Some(path)) => path.to_owned(),
        (None, None) => String::new(),
    }
}

/// Runs a command with one call disturbed.
pub(crate) fn disturbed(
    command: &Command,
    log: &Path,
    call: &Call,
    how: Disturbance,
) -> Result<ExitStatus, String> {
    let (what, more) = match how {
        Disturbance::Kill => ("signal=KILL".to_owned(), ""),
        Disturbance::Once(errno) => (format!("error={errno}"), ""),
        Disturbance::ForEver(errno) => (format!("error={errno}"), "+"),
    };
    traced(command, log, Some(format!("inject={}:{what}:when={}{more}", call.name, call.number)))
}

fn traced(command: &Command, log: &Path, inject: Option<String>) -> Result<ExitStatus, String> {
    let paths = inject.is_none().then_some("-y");
    let mut strace = Command::new("strace");
    // A name that this machine's kernel does not have is passed over.
    let names = CALLS.map(|name| format!("?{name}")).join(",");
    strace.arg("-qq").args(paths).arg("-o").arg(log).arg("-e").arg(format!("trace={names}"));
    if let Some(inject) = inject {
        strace.arg("-e").arg(inject);
    }
    strace.arg(command.get_program()).args(command.get_args());
    strace.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        strace.current_dir(folder);
    }
    // No thread has room for its stack then, and the calls that threads would make are made by the process itself, in order;
    // `strace` would follow threads only together with every `git` that is started.
    strace.env("RUST_MIN_STACK", (1_u64 << 47).to_string());
    strace.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    strace.status().map_err(|error| format!("strace: {error}"))
}

//! G10, D42: something that is no plain file never makes a command wait, wherever it stands.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::commands::{READING, WRITING};
use crate::project::Project;

/// Where something else may stand instead of a plain file or a folder.
const PLACES: &[&str] = &[
    ".planning/STATE.md",
    ".planning/ROADMAP.md",
    ".planning/REQUIREMENTS.md",
    ".planning/MILESTONES.md",
    ".planning/config.json",
    ".planning/WAITING.json",
    ".planning/active-workstream",
    ".planning/phases",
    ".planning/phases/01-sensor/01-01-PLAN.md",
    ".planning/phases/01-sensor/01-01-SUMMARY.md",
    ".planning/todos/pending/one.md",
    ".planning/STATE.md.lock",
    ".planning/.lock",
    ".roundfixrc.toml",
    ".roundfixrc",
    ".claude/settings.json",
    ".gitattributes",
    "docs/specs/0007-fog-signal/_prd.md",
    "docs/specs/0007-fog-signal/_tasks.md",
    "docs/specs/0007-fog-signal/task_01.md",
    "docs/specs/0007-fog-signal/qa/qa-report-2026-09-30.md",
    "docs/specs/0007-fog-signal/references/_index.md",
    "docs/history/specs/0007-fog-signal.md",
    "docs/guide/horn.md",
];

/// Commands that together open every place.
const BROAD: &[(&str, &[&str])] = &[
    ("msd-tools", &["state"]),
    ("msd-tools", &["state", "json"]),
    ("msd-tools", &["state", "validate"]),
    ("msd-tools", &["roadmap", "analyze"]),
    ("msd-tools", &["phase-plan-index", "1"]),
    ("msd-tools", &["list-todos"]),
    ("msd-tools", &["workstream", "list"]),
    ("roundfix", &["list"]),
    ("roundfix", &["archive", "0007-fog-signal", "--plan"]),
    ("cairn", &["status"]),
    ("cairn", &["check"]),
    ("cairn", &["search", "horn"]),
    ("cairn", &["doctor"]),
    ("cairn", &["init", "--git", "--hooks", "--claude", "--dry-run"]),
    ("msd-statusline", &[]),
    ("msd-tools", &["state", "update", "Status", "Paused"]),
    ("msd-tools", &["state", "sync"]),
    ("msd-tools", &["state", "signal-waiting", "--type", "question", "--question", "what"]),
    ("msd-tools", &["phase", "complete", "1"]),
    ("roundfix", &["archive", "0007-fog-signal"]),
    ("cairn", &["init", "--git", "--hooks", "--claude", "--yes"]),
    ("cairn", &["undo"]),
];

/// Commands that ask git for objects.
const OBJECTS: &[(&str, &[&str])] = &[
    ("roundfix", &["list"]),
    ("roundfix", &["archive", "0007-fog-signal", "--plan"]),
    ("roundfix", &["archive", "0007-fog-signal"]),
    ("cairn", &["search", "horn"]),
    ("cairn", &["check"]),
];

/// Longer than any command takes on the busiest machine; a command that waits for a writer would wait for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ends the command when it has not ended by itself in time; did it?
fn ends(mut command: Command) -> bool {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pause = Duration::from_millis(2);
    let mut waited = Duration::ZERO;
    while waited < PATIENCE {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(pause);
        waited += pause;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

fn put_aside(place: &Path) {
    if place.is_dir() {
        std::fs::remove_dir_all(place).unwrap();
    } else if place.exists() {
        std::fs::remove_file(place).unwrap();
    }
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
}

/// Plays all commands of the list on a fresh project that has `make`'s thing at `place`.
fn play(place: &str, make: fn(&Path), commands: &[(&str, &[&str])]) {
    play_on(&Project::new(|| b"text".to_vec()), place, make, commands);
}

fn play_on(project: &Project, place: &str, make: fn(&Path), commands: &[(&str, &[&str])]) {
    let at = project.repository.root().join(place);
    put_aside(&at);
    make(&at);
    for (program, words) in commands {
        let words: Vec<Vec<u8>> = words.iter().map(|word| word.replace('@', "x").into_bytes()).collect();
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let mut command = project.command(program, &words);
        // Git itself waits for the writer of a pipe at a name that it knows.
        command.env("CAIRN_GIT_TIMEOUT", "1");
        assert!(ends(command), "{program} {} waits with {place}", words.join(&b' ').escape_ascii());
    }
}

fn pipe(place: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, place, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
}

fn socket(place: &Path) {
    // The name of a socket is short; the folder that holds it is made the current one by its handle.
    let folder =
        rustix::fs::open(place.parent().unwrap(), rustix::fs::OFlags::PATH, rustix::fs::Mode::empty())
            .unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&folder);
    let short = format!("/proc/self/fd/{number}/{}", place.file_name().unwrap().to_str().unwrap());
    drop(std::os::unix::net::UnixListener::bind(short).unwrap());
}

fn endless(place: &Path) {
    std::os::unix::fs::symlink("/dev/zero", place).unwrap();
}

fn itself(place: &Path) {
    std::os::unix::fs::symlink(place.file_name().unwrap(), place).unwrap();
}

/// A named pipe, which blocks whoever opens it to read: no command waits for a writer.
#[test]
fn g10_a_pipe_blocks_no_command() {
    for place in PLACES {
        play(place, pipe, BROAD);
    }
}

/// Every command there is, with a pipe for the file that most of them read.
#[test]
fn g10_a_pipe_for_the_state_blocks_no_command() {
    play(".planning/STATE.md", pipe, READING);
    play(".planning/STATE.md", pipe, WRITING);
}

/// An object of git that a command reads: the file's own, that of a folder, the commit.
#[test]
fn g10_a_pipe_for_an_object_blocks_no_command() {
    for revision in ["HEAD:docs/specs/0007-fog-signal/_prd.md", "HEAD:docs/specs/0007-fog-signal", "HEAD"] {
        let project = Project::new(|| b"text".to_vec());
        let object = project.repository.git(&["rev-parse", revision]);
        let (folder, name) = object.trim().split_at(2);
        play_on(&project, &format!(".git/objects/{folder}/{name}"), pipe, OBJECTS);
    }
}

/// What takes an archived Spec out of git again ends too, writes nothing, and does not say that git lacks what it did not answer.
#[test]
fn g10_a_pipe_for_an_object_keeps_a_spec_where_it_is() {
    for (program, words) in [("roundfix", &["unarchive", "0007-fog-signal"] as &[&str]), ("cairn", &["undo"])]
    {
        let project = Project::new(|| b"text".to_vec());
        let object = project.repository.git(&["rev-parse", "HEAD:docs/specs/0007-fog-signal/_prd.md"]);
        let archived = project.command("roundfix", &[b"archive", b"0007-fog-signal"]).output().unwrap();
        assert!(archived.status.success(), "{}", String::from_utf8_lossy(&archived.stderr));
        let (folder, name) = object.trim().split_at(2);
        let place = project.repository.root().join(".git/objects").join(folder).join(name);
        put_aside(&place);
        pipe(&place);
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        let mut command = project.command(program, &words);
        let output = command.env("CAIRN_GIT_TIMEOUT", "1").output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("gave no answer for 1 s"), "{program}: {told}");
        assert!(!project.repository.root().join("docs/specs/0007-fog-signal").exists(), "{program} wrote");
    }
}

/// A socket, a device without an end, a link to itself.
#[test]
fn g10_nothing_special_blocks_a_command() {
    for make in [socket, endless, itself] {
        for place in [".planning/STATE.md", ".planning/ROADMAP.md", "docs/specs/0007-fog-signal/_prd.md"] {
            play(place, make, BROAD);
        }
    }
}

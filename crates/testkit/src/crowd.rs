//! Many processes and editors at one STATE.md (proof L4 of reliability.md).
//!
//! Nothing here is lost silently: every change that a command has confirmed is looked for at the end, every text that an editor
//! has saved before it saves the next one. Which processes are killed, and when, follows from a seed; the verdict does not depend
//! on who was faster.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many, how often.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    /// Processes at a time.
    pub writers: usize,
    /// Changes that each makes, one after the other.
    pub changes: usize,
    /// Which are killed.
    pub seed: u64,
}

/// What was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Changes that were confirmed.
    pub confirmed: usize,
    /// Processes that were killed.
    pub killed: usize,
    /// Changes that were told to lie beside the file.
    pub rejected: usize,
    /// Texts that editors saved.
    pub saved: usize,
}

/// How an editor saves, no lock asked.
#[derive(Clone, Copy, Debug)]
enum Saving {
    /// A new file takes the name.
    ByRename,
    /// The bytes go into the file that is there.
    InPlace,
}

/// How often an editor looks for its text before it counts as lost; a millisecond or more between two looks.
const PATIENCE: usize = 20_000;

/// One of so many processes is killed.
const KILLED: u64 = 6;

impl Crowd {
    /// Writers alone: what was confirmed is there exactly once, what was killed once or not at all, and nothing else.
    ///
    /// # Errors
    /// What was lost, or cannot be done.
    pub fn writers_alone(&self, tools: &Path, root: &Path, home: &Path) -> Result<Seen, String> {
        let ended = self.write(tools, root, home)?;
        let text = state(root)?;
        for change in &ended {
            let count = text.matches(&change.text).count();
            let fits = match change.end {
                End::Confirmed => count == 1,
                End::Killed => count <= 1,
                End::Rejected => false,
            };
            if !fits {
                return Err(format!("`{}` was {:?} and is there {count} times", change.text, change.end));
            }
        }
        Ok(seen(&ended, 0))
    }

    /// Writers and an editor, of each kind one after the other: what it saved is in the file or beside it.
    ///
    /// # Errors
    /// What was lost, or cannot be done.
    pub fn with_editors(&self, tools: &Path, root: &Path, home: &Path) -> Result<Seen, String> {
        let mut all = Seen::default();
        for saving in [Saving::ByRename, Saving::InPlace] {
            let seen = self.with_editor(tools, root, home, saving)?;
            all.confirmed += seen.confirmed;
            all.killed += seen.killed;
            all.rejected += seen.rejected;
            all.saved += seen.saved;
        }
        Ok(all)
    }

    fn with_editor(&self, tools: &Path, root: &Path, home: &Path, saving: Saving) -> Result<Seen, String> {
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let editor = scope.spawn(|| edit(root, saving, &is_over));
            let ended = self.write(tools, root, home);
            is_over.store(true, Ordering::Relaxed);
            let saved = editor.join().unwrap_or_else(|_| Err("an editor panicked".to_owned()))?;
            let ended = ended?;
            let everything = everything(root)?;
            for change in ended.iter().filter(|change| matches!(change.end, End::Rejected)) {
                // What was told to lie beside the file lies there; no editor writes over that.
                if !everything.contains(&change.text) {
                    return Err(format!("`{}` was rejected and lies nowhere", change.text));
                }
            }
            Ok(seen(&ended, saved))
        })
    }

    fn write(&self, tools: &Path, root: &Path, home: &Path) -> Result<Vec<Change>, String> {
        std::thread::scope(|scope| {
            let writers: Vec<_> = (0..self.writers)
                .map(|writer| {
                    scope.spawn(move || {
                        let one = |number: usize| self.change(tools, root, home, (writer, number));
                        (0..self.changes).map(one).collect::<Result<Vec<Change>, String>>()
                    })
                })
                .collect();
            let mut all = Vec::new();
            for writer in writers {
                all.extend(writer.join().unwrap_or_else(|_| Err("a writer panicked".to_owned()))?);
            }
            Ok(all)
        })
    }

    fn change(
        &self,
        tools: &Path,
        root: &Path,
        home: &Path,
        (writer, number): (usize, usize),
    ) -> Result<Change, String> {
        let text = format!("writer {writer} change {number}.");
        let mut command = Command::new(tools);
        command
            .args(["state", "add-decision", "--lock-timeout", "600", "--summary", &text])
            .current_dir(root);
        command.env_clear().envs(crate::frozen::ENVIRONMENT).env("HOME", home);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", tools.display()))?;
        let chance = mixed(self.seed ^ ((writer as u64) << 32) ^ number as u64);
        if chance.is_multiple_of(KILLED) {
            std::thread::sleep(Duration::from_micros(chance / KILLED % 30_000));
            let _already_ended = child.kill();
        }
        let output = child.wait_with_output().map_err(|error| format!("{text}: {error}"))?;
        let end = match output.status.code() {
            Some(0) => End::Confirmed,
            None => End::Killed,
            Some(_) if String::from_utf8_lossy(&output.stdout).contains("concurrent_edit") => End::Rejected,
            Some(code) => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                return Err(format!("{text}: exit status {code}: {said}"));
            }
        };
        Ok(Change { text, end })
    }
}

#[derive(Debug)]
struct Change {
    text: String,
    end: End,
}

#[derive(Clone, Copy, Debug)]
enum End {
    Confirmed,
    Killed,
    Rejected,
}

fn seen(ended: &[Change], saved: usize) -> Seen {
    let count = |wanted: fn(&End) -> bool| ended.iter().filter(|change| wanted(&change.end)).count();
    Seen {
        confirmed: count(|end| matches!(end, End::Confirmed)),
        killed: count(|end| matches!(end, End::Killed)),
        rejected: count(|end| matches!(end, End::Rejected)),
        saved,
    }
}

fn place(root: &Path) -> PathBuf {
    root.join(".planning/STATE.md")
}

fn state(root: &Path) -> Result<String, String> {
    fs::read_to_string(place(root)).map_err(|error| format!("STATE.md: {error}"))
}

/// STATE.md and every version of it that was kept aside.
fn everything(root: &Path) -> Result<String, String> {
    let mut all = state(root)?;
    let failed = |error: std::io::Error| format!("the planning folder: {error}");
    for entry in fs::read_dir(root.join(".planning")).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("STATE.md.rej")) {
            all.push_str(&String::from_utf8_lossy(&fs::read(path).map_err(failed)?));
        }
    }
    Ok(all)
}

/// An honest editor: before it saves again, it sees its last text in the file or beside it; for microseconds between the two
/// exchanges of a command that gives way, the file is that command's.
fn edit(root: &Path, saving: Saving, is_over: &AtomicBool) -> Result<usize, String> {
    let mut number = 0;
    loop {
        let last = number > 0 && is_over.load(Ordering::Relaxed);
        let mut loaded = None;
        for _ in 0..PATIENCE {
            let seen = number == 0 || everything(root)?.contains(&line(saving, number - 1));
            let text = state(root)?;
            if seen && text.contains("# Project State") {
                loaded = Some(text);
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let Some(text) = loaded else { return Err(format!("`{}` is lost", line(saving, number - 1).trim())) };
        if last {
            return Ok(number);
        }
        // All of what it saved before: an editor works on its own text.
        let own: String = (0..=number).map(|number| line(saving, number)).collect();
        let kept: String =
            text.split_inclusive('\n').filter(|line| !own.contains(*line) || *line == "\n").collect();
        save(root, saving, &format!("{kept}{own}"))?;
        number += 1;
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn line(saving: Saving, number: usize) -> String {
    format!("theirs {saving:?} {number}.\n")
}

fn save(root: &Path, saving: Saving, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("an editor: {error}");
    let place = place(root);
    match saving {
        Saving::ByRename => {
            let beside = root.join("editor");
            fs::write(&beside, text).and_then(|()| fs::rename(&beside, &place)).map_err(failed)
        }
        Saving::InPlace => {
            for _ in 0..PATIENCE {
                use std::io::Write as _;
                let open = fs::OpenOptions::new().write(true).truncate(true).open(&place);
                let mut file = open.map_err(failed)?;
                file.write_all(text.as_bytes()).map_err(failed)?;
                // It says so when what it wrote into is no longer the file, and saves again.
                let (wrote, there) =
                    (file.metadata().map_err(failed)?, fs::metadata(&place).map_err(failed)?);
                if (wrote.dev(), wrote.ino()) == (there.dev(), there.ino()) {
                    return Ok(());
                }
            }
            Err("an editor never met its own file".to_owned())
        }
    }
}

/// Numbers that look like chance and are the same every time (splitmix64).
fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

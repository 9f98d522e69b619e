//! Proof L3: ext4, XFS and btrfs lose their power. The file systems lie in loop images; what has reached the image at an instant
//! is what a power loss leaves.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::{COMMANDS, WritingCommand, copy};

use super::everything::Everything;
use super::project::{Leftovers, Programs, Sides, copied, difference, stage, tree, without_leftovers};
use super::strace::{self, Call, Disturbance};
use crate::{Answer, checkout};

/// Take the power from real file systems at every system call of the writing commands, and look at what the disk has
///
/// Each image: a fresh file system with the sample project; the command is killed at one call, or runs to its end; the image is
/// copied as it is, without a flush; the copy is mounted, which plays its journal; the next command and `cairn recover` run
/// there. Nothing may be lost or half done, and what was confirmed is there. Needs root, loop devices, the file systems and
/// their `mkfs`, and `strace`; what is missing is skipped, with the reason.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many images of each file system; they are spread evenly over calls and commands
    #[arg(long, default_value_t = 400)]
    images: usize,
    /// Only commands that hold this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// With a STATE.md of more than a mebibyte, which is written before its record, into a file without a name
    #[arg(long)]
    large: bool,
}

/// Most of the time is waiting for disks, mounts and their ends.
const AT_A_TIME: usize = 8;

/// Name, size in MiB, options of its `mkfs`, options of `mount`.
const SYSTEMS: [(&str, u64, &[&str], &str); 3] = [
    ("ext4", 24, &["-q", "-F"], "loop"),
    ("xfs", 304, &["-q", "-f"], "loop,nouuid"),
    ("btrfs", 128, &["-q", "-f"], "loop"),
];

pub(crate) fn run(args: &Args) -> Answer {
    if let Some(reason) = strace::unavailable() {
        println!("skipped: {reason}");
        return Ok(ExitCode::SUCCESS);
    }
    let programs = Programs { folder: checkout::build(false)? };
    let only = args.only.as_deref().unwrap_or_default();
    let mut scenes = Vec::new();
    for one in COMMANDS.iter().filter(|one| one.shown().contains(only)) {
        scenes.push(Scene::of(&programs, one, args.large)?);
    }
    let (mut images, mut violations) = (0, 0);
    for (name, size, make, mount) in SYSTEMS {
        let system = System { name, size, make, mount };
        if let Some(reason) = system.unavailable()? {
            println!("{name}: skipped: {reason}");
            continue;
        }
        // Every call of every command, and its end.
        let all = scenes
            .iter()
            .flat_map(|scene| (0..=scene.calls.len()).map(move |call| (scene, scene.calls.get(call))));
        let all: Vec<_> = all.collect();
        let chosen = args.images.min(all.len());
        let next = AtomicUsize::new(0);
        let work = || -> Result<usize, String> {
            let mut found = 0;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((scene, call)) =
                    all.get(index * all.len() / chosen.max(1)).filter(|_| index < chosen)
                else {
                    return Ok(found);
                };
                if let Some(text) = scene.try_one(&programs, &system, *call)? {
                    let at =
                        call.map_or("its end".to_owned(), |call| format!("{} {}", call.name, call.number));
                    println!("{name}: {}: power lost at {at}: {text}", scene.one.shown());
                    found += 1;
                }
            }
        };
        let found: Result<Vec<usize>, String> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(work)).collect();
            let joined = running.into_iter().map(|worker| worker.join());
            joined.map(|ended| ended.unwrap_or(Err("a worker panicked".to_owned()))).collect()
        });
        let found: usize = found?.iter().sum();
        println!("{name}: {chosen} images, {found} violations");
        images += chosen;
        violations += found;
    }
    println!("{images} images, {violations} violations");
    Ok(if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Notes of a mebibyte and a half behind what the file at `path` holds.
fn enlarge(path: &Path) -> Result<(), String> {
    let notes = "- a note that nobody reads any more\n".repeat(45_000);
    std::fs::read_to_string(path)
        .and_then(|text| std::fs::write(path, format!("{text}\n## Notes\n\n{notes}")))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// One command with its project.
struct Scene {
    one: &'static WritingCommand,
    template: TestRepository,
    sides: Sides,
    calls: Vec<Call>,
    /// What was found where the same had been left, on whichever file system.
    judged: Mutex<HashMap<u64, Option<String>>>,
}

struct System {
    name: &'static str,
    size: u64,
    make: &'static [&'static str],
    mount: &'static str,
}

/// A mounted image; the mount ends with it.
struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        // Another worker's process may hold a file of it for a moment, between its beginning and its program.
        for _ in 0..100 {
            if done("umount", [&self.0]).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        eprintln!("{} stays mounted", self.0.display());
    }
}

fn done<S: AsRef<OsStr>>(program: &str, words: impl IntoIterator<Item = S>) -> Result<(), String> {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

impl System {
    fn unavailable(&self) -> Result<Option<String>, String> {
        let stage = stage()?;
        let image = stage.path().join("image");
        Ok(self.image(&image).and_then(|()| self.mounted(&image, &stage.path().join("there"))).err())
    }

    fn image(&self, image: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", image.display());
        std::fs::File::create(image).and_then(|file| file.set_len(self.size << 20)).map_err(failed)?;
        let words = self.make.iter().map(OsStr::new).chain([image.as_os_str()]);
        done(&format!("mkfs.{}", self.name), words)
    }

    fn mounted(&self, image: &Path, place: &Path) -> Result<Mounted, String> {
        std::fs::create_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
        let words = [OsStr::new("-t"), OsStr::new(self.name), OsStr::new("-o"), OsStr::new(self.mount)];
        done("mount", words.into_iter().chain([image.as_os_str(), place.as_os_str()]))?;
        Ok(Mounted(place.to_owned()))
    }
}

impl Scene {
    fn of(programs: &Programs, one: &'static WritingCommand, is_large: bool) -> Result<Self, String> {
        let template = programs.prepare(one);
        if is_large {
            enlarge(&template.root().join(".planning/STATE.md"))?;
        }
        let sides = Sides::of(programs, one, &template)?;
        let stage = stage()?;
        let root = copied(&template, stage.path());
        let command = programs.command(&root, stage.path(), one.program, one.words);
        let calls = strace::calls(&command, &stage.path().join("calls"))?;
        Ok(Self { one, template, sides, calls, judged: Mutex::default() })
    }

    /// What is wrong on the disk when the power goes at `call`, or behind the end of the command.
    fn try_one(
        &self,
        programs: &Programs,
        system: &System,
        call: Option<&Call>,
    ) -> Result<Option<String>, String> {
        let stage = stage()?;
        let (image, lost) = (stage.path().join("image"), stage.path().join("lost"));
        system.image(&image)?;
        let confirmed = {
            let mounted = system.mounted(&image, &stage.path().join("before"))?;
            let root = mounted.0.join("work");
            copy(self.template.root(), &root);
            done("sync", ["-f".as_ref(), root.as_os_str()])?;
            let mut command = programs.command(&root, stage.path(), self.one.program, self.one.words);
            let status = match call {
                Some(call) => {
                    strace::disturbed(&command, &stage.path().join("calls"), call, Disturbance::Kill)?
                }
                None => command.output().map_err(|error| error.to_string())?.status,
            };
            // What is in the image by now, and nothing else: no unmount, no flush before it.
            done("cp", ["--sparse=always".as_ref(), image.as_os_str(), lost.as_os_str()])?;
            status.success()
        };
        let mounted = system.mounted(&lost, &stage.path().join("after"))?;
        let root = mounted.0.join("work");
        if confirmed {
            let now = without_leftovers(&tree(&root)?);
            if now != self.sides.new {
                return Ok(Some(format!("lost after exit 0: {}", difference(&self.sides.new, &now))));
            }
        }
        // What comes behind is the same for the same state.
        let state = Everything::below(&root, &Everything::default())?.number();
        let known = self.judged.lock().ok().and_then(|judged| judged.get(&state).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let leftovers = if self.one.is_recorded() { Leftovers::Nothing } else { Leftovers::Named };
        let verdict = self.sides.healed(programs, self.one, &root, stage.path(), leftovers)?;
        if let Ok(mut judged) = self.judged.lock() {
            judged.insert(state, verdict.clone());
        }
        Ok(verdict)
    }
}

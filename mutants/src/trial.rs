//! Trying: which tests reach which change, and whether one of them fails when it is on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::report::Outcome;

/// One test.
struct Test {
    program: usize,
    name: String,
    /// Without a change.
    time: Duration,
}

/// The tests of a package.
pub(crate) struct Bench {
    folder: PathBuf,
    programs: Vec<PathBuf>,
    /// In the order of their time.
    tests: Vec<Test>,
    /// By change: the tests that reach it, as indices.
    reaching: BTreeMap<usize, Vec<usize>>,
}

/// Tests below this run together, in one process.
const SHORT: Duration = Duration::from_millis(40);
/// No change gets less, however short the test is.
pub(crate) const LEAST_TIME: Duration = Duration::from_secs(4);
/// A change that makes a test so many times slower is noticed.
pub(crate) const SLOWER: u32 = 8;

impl Bench {
    /// Runs every test once, alone.
    pub(crate) fn new(
        tree: &Path,
        place: &Path,
        package: &str,
        programs: &[PathBuf],
        longest: Duration,
    ) -> Result<Bench, String> {
        let folder = folder_of(tree, package);
        let mut bench =
            Bench { folder, programs: programs.to_vec(), tests: Vec::new(), reaching: BTreeMap::new() };
        let record = place.join(format!("reached-{}", std::process::id()));
        let (mut failing, mut long) = (Vec::new(), Vec::new());
        let mut reached_by = Vec::new();
        for (program, path) in programs.iter().enumerate() {
            for name in names(path, &bench.folder)? {
                let _ = std::fs::remove_file(&record);
                let mut command = bench.command(program, &[&name]);
                command.env("CAIRN_MUTANT_REACHED", &record);
                let begin = Instant::now();
                match ends_well(command, longest)? {
                    Ended::Well => {}
                    Ended::Badly => {
                        failing.push(name);
                        continue;
                    }
                    Ended::Late => {
                        long.push(name);
                        continue;
                    }
                }
                let reached = std::fs::read_to_string(&record).unwrap_or_default();
                let reached: Vec<usize> = reached.lines().filter_map(|line| line.parse().ok()).collect();
                bench.tests.push(Test { program, name, time: begin.elapsed() });
                reached_by.push(reached);
            }
        }
        let _ = std::fs::remove_file(&record);
        println!(
            "{} tests; left out because they take longer: {long:?}; because they fail with switches in the code: {failing:?}",
            bench.tests.len()
        );
        for (test, reached) in reached_by.iter().enumerate() {
            for number in reached {
                bench.reaching.entry(*number).or_default().push(test);
            }
        }
        for tests in bench.reaching.values_mut() {
            tests.sort_by_key(|test| bench.tests.get(*test).map(|test| test.time));
        }
        Ok(bench)
    }

    /// Tries changes until `end`.
    pub(crate) fn try_each(&self, numbers: &[usize], jobs: usize, end: Instant) -> Vec<(usize, Outcome)> {
        let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while Instant::now() < end
                        && let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let outcome = self.try_one(*number);
                        if let Ok(mut outcomes) = outcomes.lock() {
                            outcomes.push((*number, outcome));
                        }
                    }
                });
            }
        });
        outcomes.into_inner().unwrap_or_default()
    }

    fn try_one(&self, number: usize) -> Outcome {
        let Some(reaching) = self.reaching.get(&number) else { return Outcome::Unreached };
        let tests: Vec<&Test> = reaching.iter().filter_map(|test| self.tests.get(*test)).collect();
        // The short ones of a program in one process, then the others one by one.
        let mut groups: Vec<(usize, Vec<&Test>)> = Vec::new();
        for program in 0..self.programs.len() {
            let short = tests.iter().filter(|test| test.program == program && test.time < SHORT);
            // A few at first: most changes are noticed by the first tests that reach them.
            let short: Vec<&Test> = short.copied().collect();
            groups.extend(short.chunks(24).map(|chunk| (program, chunk.to_vec())));
        }
        groups.extend(tests.iter().filter(|test| test.time >= SHORT).map(|test| (test.program, vec![*test])));
        for (program, group) in groups {
            let names: Vec<&str> = group.iter().map(|test| test.name.as_str()).collect();
            let time: Duration = group.iter().map(|test| test.time).sum();
            let mut command = self.command(program, &names);
            command.env("CAIRN_MUTANT", number.to_string());
            match ends_well(command, LEAST_TIME.max(time * SLOWER)) {
                Ok(Ended::Well) => {}
                Ok(Ended::Badly) => return Outcome::Noticed { by: names.join(" ") },
                Ok(Ended::Late) => return Outcome::Endless { at: names.join(" ") },
                Err(error) => return Outcome::Unknown { why: error },
            }
        }
        Outcome::Survived
    }

    fn command(&self, program: usize, names: &[&str]) -> Command {
        let program = self.programs.get(program).map(PathBuf::as_path).unwrap_or(Path::new(""));
        let mut command = tests_of(program, &self.folder);
        command.arg("--exact").args(names);
        command
    }
}

/// Where a package's tests run.
pub(crate) fn folder_of(tree: &Path, package: &str) -> PathBuf {
    tree.join("crates").join(package.trim_start_matches("cairn-"))
}

/// The tests of a program, to be run in the folder of its package as cargo does.
pub(crate) fn tests_of(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--test-threads", "1"]).current_dir(folder);
    command.env("CARGO_MANIFEST_DIR", folder).env("PROPTEST_RNG_SEED", "20261130");
    command.env_remove("CAIRN_MUTANT").env_remove("CAIRN_MUTANT_REACHED");
    command
}

fn names(program: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(program).args(["--list", "--format", "terse"]).current_dir(folder).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// How a program ended.
pub(crate) enum Ended {
    Well,
    Badly,
    Late,
}

/// Runs `command` for `limit` at most.
pub(crate) fn ends_well(mut command: Command, limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let end = Instant::now() + limit;
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(if status.success() { Ended::Well } else { Ended::Badly });
        }
        if Instant::now() >= end {
            child.kill().map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            return Ok(Ended::Late);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

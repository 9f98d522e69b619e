//! Measurements of short-lived programs: wall time side by side, system calls, peak memory.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What memory is told in.
pub(crate) const MEBIBYTE: f64 = 1024.0 * 1024.0;

/// A program with the input it gets; its output goes nowhere.
pub(crate) struct Program {
    /// Its path.
    pub(crate) path: PathBuf,
    /// Its arguments.
    pub(crate) arguments: Vec<OsString>,
    /// What a pipe on its standard input holds, less than the pipe takes at once.
    pub(crate) input: String,
    /// Its home folder; nothing else of the environment of this task but `PATH` reaches it.
    pub(crate) home: PathBuf,
    /// The folder it is started in; `None`: that of this task.
    pub(crate) folder: Option<PathBuf>,
}

impl Program {
    fn command(&self, wrapper: &[&str]) -> Result<Command, String> {
        let (reader, mut writer) = std::io::pipe().map_err(|error| format!("pipe: {error}"))?;
        writer.write_all(self.input.as_bytes()).map_err(|error| format!("pipe: {error}"))?;
        let mut command = match wrapper.split_first() {
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&self.path);
                command
            }
            None => Command::new(&self.path),
        };
        command.args(&self.arguments);
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", &self.home);
        command.stdin(reader).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        Ok(command)
    }

    /// The wall time of one run, from starting it until it has ended.
    pub(crate) fn time(&self) -> Result<Duration, String> {
        let mut command = self.command(&[])?;
        let begin = Instant::now();
        let status = command.status().map_err(|error| format!("{}: {error}", self.path.display()))?;
        let time = begin.elapsed();
        if status.success() { Ok(time) } else { Err(format!("{}: {status}", self.path.display())) }
    }
}

/// The wall times of `runs` runs of each program, in turns, so that whatever else the machine does meets all of them;
/// ascending.
pub(crate) fn side_by_side<const N: usize>(
    programs: [&Program; N],
    runs: usize,
) -> Result<[Vec<Duration>; N], String> {
    const WARM_UP: usize = 10;
    in_turns(programs.map(|program| move |_| program.time()), runs, WARM_UP)
}

/// The times that `runs` turns of each work report, after `warm_up` turns that do not count; a work gets the number of its
/// turn. Ascending.
pub(crate) fn in_turns<const N: usize>(
    mut works: [impl FnMut(usize) -> Result<Duration, String>; N],
    runs: usize,
    warm_up: usize,
) -> Result<[Vec<Duration>; N], String> {
    let mut times = [const { Vec::new() }; N];
    for run in 0..runs.saturating_add(warm_up) {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let time = work(run)?;
            if run >= warm_up {
                times.push(time);
            }
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    Ok(times)
}

/// The value below which `percent` of the ascending `times` lie.
pub(crate) fn percentile(times: &[Duration], percent: usize) -> Duration {
    let index = times.len().saturating_sub(1).saturating_mul(percent) / 100;
    times.get(index).copied().unwrap_or_default()
}

/// How many system calls one run makes, the start of the process included, counted by strace; an error says why they
/// could not be counted.
pub(crate) fn system_calls(program: &Program, folder: &Path) -> Result<usize, String> {
    let log = folder.join("strace.log");
    let log_name = log.display().to_string();
    let status = program.command(&["strace", "-f", "-qq", "-e", "signal=none", "-o", &log_name])?.status();
    ended_well("strace", status)?;
    let log = fs::read_to_string(&log).map_err(|error| format!("{log_name}: {error}"))?;
    Ok(log.lines().filter(|line| !line.contains(" resumed>")).count())
}

/// The peak of the memory that one run has in RAM, in bytes: read while strace holds the process at its very end, since
/// what the system reports to the parent includes the parent's own memory before the program was loaded.
pub(crate) fn peak_memory(program: &Program) -> Result<u64, String> {
    let wrapper = ["strace", "-qq", "-o", "/dev/null", "-e", "inject=exit_group:delay_enter=300000"];
    let mut strace = program.command(&wrapper)?.spawn().map_err(|error| format!("strace: {error}"))?;
    let children = format!("/proc/{0}/task/{0}/children", strace.id());
    let mut peak = Err("the process was not seen".to_owned());
    while strace.try_wait().map_err(|error| error.to_string())?.is_none() {
        let child = fs::read_to_string(&children).unwrap_or_default();
        if let Some(seen) =
            child.split_whitespace().next().and_then(|child| high_water_mark(child, &program.path))
        {
            peak = Ok(seen);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    peak
}

/// `VmHWM` of the process, once it is `program`.
fn high_water_mark(process: &str, program: &Path) -> Option<u64> {
    if fs::read_link(format!("/proc/{process}/exe")).ok()? != fs::canonicalize(program).ok()? {
        return None;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim()
        .strip_suffix(" kB")?
        .trim()
        .parse::<u64>()
        .ok()
        .map(|kibibytes| kibibytes.saturating_mul(1024))
}

fn ended_well(name: &str, status: std::io::Result<std::process::ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

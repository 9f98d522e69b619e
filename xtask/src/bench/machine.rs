//! What kind of machine the figures are of: what makes them comparable, and nothing that names it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Lines such as `kernel: Linux 6.18`.
pub(super) fn kind(place: &Path) -> Vec<String> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor = read("/proc/cpuinfo")
        .lines()
        .find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim().to_owned()));
    let memory = read("/proc/meminfo").lines().find_map(|line| {
        line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    });
    let release = read("/proc/sys/kernel/osrelease");
    // The two numbers that say something; what a distribution or a host adds behind them stays away.
    let kernel: Vec<&str> = release.trim().split(['.', '-']).take(2).collect();
    let first_line = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
    };
    let file_system = first_line("stat", &["-f", "-c", "%T", &place.display().to_string()]);
    let load = read("/proc/loadavg");
    let unknown = || "unknown".to_owned();
    vec![
        format!("processor: {} × {}", cores, processor.unwrap_or_else(unknown)),
        format!("memory: {} GiB", memory.map_or_else(unknown, |kibibytes| (kibibytes >> 20).to_string())),
        format!("kernel: {} {}", std::env::consts::OS, kernel.join(".")),
        format!("file system: {}", file_system.unwrap_or_else(unknown)),
        format!("load before the first run: {}", load.split(' ').next().unwrap_or_default()),
        format!("compiler: {}", first_line("rustc", &["--version"]).unwrap_or_else(unknown)),
        format!("git: {}", first_line("git", &["--version"]).unwrap_or_else(unknown)),
    ]
}

//! Whether the process named in a lock file can still hold it.

use std::path::PathBuf;

/// What a lock file says about its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A decimal process id.
    Process(u32),
    /// Empty, or something else: a lock file in the making, or a foreign one.
    Unreadable,
}

impl Holder {
    /// Read the content of a lock file: digits, blanks around them allowed.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = bytes.trim_ascii();
        let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let number =
            std::str::from_utf8(text).ok().filter(|_| digits).and_then(|text| text.parse::<u64>().ok());
        match number {
            None | Some(0) => Self::Unreadable,
            // No system has such a process: surely gone.
            Some(number) => Self::Process(u32::try_from(number).unwrap_or(u32::MAX)),
        }
    }

    pub(crate) fn pid(self) -> Option<u32> {
        match self {
            Self::Process(pid) => Some(pid),
            Self::Unreadable => None,
        }
    }
}

/// The processes of this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Processes;

/// A process counts as younger than a lock file only by more than this: its start is known to hundredths of a second,
/// and clocks are adjusted.
const CLEARLY_LATER_SECONDS: i64 = 2;

impl Processes {
    /// True only when it is sure: the process is not there, or it started after the lock file was `written`, so that it
    /// is another one under the same number. A process that may not be asked is alive.
    pub(crate) fn is_gone(self, holder: Holder, written: (i64, u32)) -> bool {
        let Holder::Process(pid) = holder else { return false };
        // Our own number in a file that we did not write: an earlier process had it.
        if pid == std::process::id() {
            return true;
        }
        match self.state(pid) {
            Process::Gone => true,
            Process::Started(seconds) => seconds > written.0.saturating_add(CLEARLY_LATER_SECONDS),
            Process::Unknown => false,
        }
    }

    /// The same for the maker of a temporary file.
    pub(crate) fn is_gone_by_number(self, pid: u32, written: (i64, u32)) -> bool {
        // A file of this very process may be in use.
        pid != std::process::id() && self.is_gone(Holder::Process(pid), written)
    }

    /// How long ago a file was written, by the clock of the machine.
    pub(crate) fn seconds_since(self, written: (i64, u32)) -> i64 {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::Realtime).tv_sec;
        now.saturating_sub(written.0)
    }

    fn state(self, pid: u32) -> Process {
        match std::fs::read(PathBuf::from(format!("/proc/{pid}/stat"))) {
            Ok(stat) => started(&stat),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && has_proc() => Process::Gone,
            Err(_) => asked_by_signal(pid),
        }
    }
}

enum Process {
    Gone,
    /// Alive since: seconds since 1970.
    Started(i64),
    /// Alive, or nobody can tell.
    Unknown,
}

/// Without `/proc` (other systems, hidden processes) a missing entry says nothing.
fn has_proc() -> bool {
    std::fs::metadata("/proc/self/stat").is_ok()
}

fn asked_by_signal(pid: u32) -> Process {
    let process = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    match process.map(rustix::process::test_kill_process) {
        None | Some(Err(rustix::io::Errno::SRCH)) => Process::Gone,
        Some(_) => Process::Unknown,
    }
}

/// The 22nd field of `/proc/<pid>/stat` is the start in clock ticks after boot. The second field is the name in
/// parentheses and may hold anything, so counting begins behind the last `)`. A zombie holds nothing any more.
fn started(stat: &[u8]) -> Process {
    let Some(close) = stat.iter().rposition(|byte| *byte == b')') else { return Process::Unknown };
    let rest = stat.get(close + 1..).unwrap_or_default();
    let mut fields = rest.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
    if matches!(fields.next(), Some(b"Z" | b"X")) {
        return Process::Gone;
    }
    let ticks = fields
        .nth(18)
        .and_then(|field| std::str::from_utf8(field).ok())
        .and_then(|text| text.parse::<i64>().ok());
    match (ticks, boot_time()) {
        (Some(ticks), Some(boot)) => Process::Started(boot.saturating_add(ticks / TICKS_A_SECOND)),
        _ => Process::Unknown,
    }
}

/// Linux reports to programs in this unit on every machine.
const TICKS_A_SECOND: i64 = 100;

#[cfg(target_os = "linux")]
fn boot_time() -> Option<i64> {
    use rustix::time::{ClockId, DynamicClockId, clock_gettime, clock_gettime_dynamic};
    let since_boot = clock_gettime_dynamic(DynamicClockId::Boottime).ok()?;
    Some(clock_gettime(ClockId::Realtime).tv_sec - since_boot.tv_sec)
}

#[cfg(not(target_os = "linux"))]
fn boot_time() -> Option<i64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_a_lock_file() {
        let check = |bytes: &[u8], expected| assert_eq!(Holder::parse(bytes), expected);
        check(b"1234", Holder::Process(1234));
        check(b" 1234\n", Holder::Process(1234));
        check(b"999999999999", Holder::Process(u32::MAX));
        check(b"", Holder::Unreadable);
        check(b"0", Holder::Unreadable);
        check(b"-1", Holder::Unreadable);
        check(b"12 34", Holder::Unreadable);
        check(b"\xff", Holder::Unreadable);
    }

    /// Fault kind "locks of others": who is dead, who is living.
    #[test]
    fn who_is_gone() {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::Realtime).tv_sec;
        assert!(Processes.is_gone(Holder::Process(999_999_999), (now, 0)));
        assert!(Processes.is_gone(Holder::Process(std::process::id()), (now, 0)));
        assert!(!Processes.is_gone(Holder::Unreadable, (now, 0)));
        let parent = std::os::unix::process::parent_id();
        assert!(!Processes.is_gone(Holder::Process(parent), (now, 0)), "the parent started before now");
        #[cfg(target_os = "linux")]
        assert!(Processes.is_gone(Holder::Process(parent), (86_400, 0)), "and after 1970");
    }

    #[test]
    fn start_behind_any_name() {
        let stat = |name: &str| format!("7 ({name}) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4200 99");
        for name in ["sh", "a) S 1 (b", "a b"] {
            let found = started(stat(name).as_bytes());
            assert!(
                matches!(found, Process::Started(start) if Some(start) == boot_time().map(|boot| boot + 42))
            );
        }
        assert!(matches!(started(b"7 (sh) Z 1"), Process::Gone));
        assert!(matches!(started(b"nonsense"), Process::Unknown));
    }
}

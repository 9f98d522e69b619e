//! The line's own time limit: what is not known when it passes is left out (D42).
//!
//! It is asked between the steps, and the work on a large text is waited for no longer than it allows. A call of the
//! operating system that does not come back (a network folder whose server is gone) is not interrupted: that would take
//! a second thread at every prompt.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::read;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The largest text, in bytes, that is worked on at once: the worst of that size takes less than half of the time.
const SMALL: usize = 256 * 1024;

/// A point in time after which no further step is begun.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// The deadline that lies `time` ahead.
    #[allow(clippy::disallowed_methods, reason = "the one clock of the line")]
    pub fn in_time(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    /// What is left of the time; zero when it has passed. Time in which other processes held the processor is not the line's:
    /// on a busy machine it would otherwise lose its text without having been slow.
    #[allow(clippy::disallowed_methods, reason = "the one clock of the line")]
    pub fn left(self) -> Duration {
        self.left_at(Instant::now(), waited_for_processor)
    }

    /// What is left at `now`; how long the process has waited is asked only when the time has passed.
    fn left_at(self, now: Instant, waited: impl FnOnce() -> Duration) -> Duration {
        let left = self.0.saturating_duration_since(now);
        if left.is_zero() { (self.0 + waited()).saturating_duration_since(now) } else { left }
    }

    /// Whether the time has passed.
    pub fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// What `work` on a text of `size` bytes gives; `None` when it is not done in time. The work on a large text is done by
    /// a thread of its own, which ends with the process.
    pub fn finish<T: Send + 'static>(
        self,
        size: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        if size <= SMALL {
            return Some(work());
        }
        let (sender, receiver) = mpsc::channel();
        // Nobody listens any longer when the time is over.
        let work = move || drop(sender.send(work()));
        thread::Builder::new().spawn(work).ok()?;
        receiver.recv_timeout(self.left()).ok()
    }
}

/// How long this process was ready and had no processor, since it began; zero where the system does not say (Linux does).
fn waited_for_processor() -> Duration {
    let mut text = [0; 64];
    let length = open("/proc/self/schedstat", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
        .and_then(|file| read(file, &mut text))
        .unwrap_or_default();
    let text = text.get(..length).and_then(|text| std::str::from_utf8(text).ok());
    text.and_then(waited).unwrap_or_default()
}

/// Of nanoseconds on the processor, nanoseconds of waiting for one, and turns, the second.
fn waited(statistics: &str) -> Option<Duration> {
    statistics.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D42: a deadline passes.
    #[test]
    fn d42_passes() {
        assert!(!Deadline::in_time(Duration::from_secs(60)).is_over());
        let deadline = Deadline::in_time(Duration::ZERO);
        // However long this process has waited for a processor, it has not waited for as long as this takes.
        while !deadline.is_over() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// D42: time in which other processes held the processor is not the line's.
    #[test]
    #[allow(clippy::disallowed_methods, reason = "any point in time will do")]
    fn d42_waiting_for_the_processor() {
        let now = Instant::now();
        let milliseconds = Duration::from_millis;
        let left = |ahead, past, waited| {
            let deadline = Deadline(now + milliseconds(ahead));
            deadline.left_at(now + milliseconds(past), || milliseconds(waited))
        };
        assert_eq!(left(50, 20, 0), milliseconds(30));
        assert_eq!(left(50, 20, 1000), milliseconds(30));
        assert_eq!(left(50, 60, 0), milliseconds(0));
        assert_eq!(left(50, 60, 10), milliseconds(0));
        assert_eq!(left(50, 60, 25), milliseconds(15));
        assert_eq!(waited("7000 25000 3\n"), Some(Duration::from_micros(25)));
        for nothing in ["", "7000", "7000 soon 3"] {
            assert_eq!(waited(nothing), None, "{nothing:?}");
        }
    }

    /// D42: the work on a small text is done, the work on a large one is waited for as long as there is time.
    #[test]
    fn d42_work_is_bounded() {
        let slow = || thread::sleep(Duration::from_secs(5));
        let ended = Deadline::in_time(Duration::ZERO);
        // At once: by this thread itself.
        let own = thread::current().id();
        assert_eq!(ended.finish(262_144, || thread::current().id()), Some(own));
        assert_eq!(Deadline::in_time(Duration::from_millis(20)).finish(SMALL + 1, slow), None);
        assert_eq!(Deadline::in_time(Duration::from_secs(60)).finish(SMALL + 1, || 1), Some(1));
    }
}

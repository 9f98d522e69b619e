//! Work on a thread of its own, beside that of the caller; done at once where no thread is to be had.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Work under way, or done.
pub(super) enum Beside<'scope, T> {
    Thread(ScopedJoinHandle<'scope, T>),
    Done(T),
}

/// Begins the work.
pub(super) fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl Fn() -> T + Send + Clone + 'scope,
) -> Beside<'scope, T> {
    match Builder::new().spawn_scoped(scope, work.clone()) {
        Ok(thread) => Beside::Thread(thread),
        Err(_) => Beside::Done(work()),
    }
}

impl<T> Beside<'_, T> {
    /// What came of it. A fault of a thread is one of ours.
    pub(super) fn join(self) -> T {
        match self {
            Self::Thread(thread) => thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)),
            Self::Done(answer) => answer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_either_way() {
        let answer = std::thread::scope(|scope| (beside(scope, || 7).join(), Beside::Done(8).join()));
        assert_eq!(answer, (7, 8));
    }
}

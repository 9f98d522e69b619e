//! The long proofs of reliability: the real binaries, killed and failed at every system call (L2), on file systems that lose
//! their power (L3), many at once (L4). What the short forms in the tests are is said in `docs/proofs.md`.

pub(crate) mod concurrency;
mod everything;
pub(crate) mod faults;
pub(crate) mod images;
mod project;
pub(crate) mod strace;

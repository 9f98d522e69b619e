//! The only crate that writes: files beneath a root, locks, atomic replacement, the many-file transaction, the
//! operation log.
//!
//! What it answers for (`GUARANTEES.md`): G1 atomic, G2 durable, G3 nothing lost, G5 self-healing, G6 lossless,
//! G7 reversible, G8 confined. It decides nothing about STATE.md or Specs: it carries out what `cairn-plan` describes.
//! Everything goes through [`Fs`], by directory handle and single name, so that the same protocols run on the real file
//! system and on a simulated one that loses power between any two steps.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "this is the one crate that may touch and change files")]

mod error;
mod fs;
mod home;
mod interrupt;
mod leftovers;
mod lock;
mod meanwhile;
mod operations;
mod orphan;
mod replace;
mod rewrite;
#[cfg(feature = "simulation")]
pub mod simulation;
mod step;
mod swap;
mod temporary;
mod transaction;
mod writer;

pub use error::{VaultError, is_failing};
pub use fs::{
    Claim, Errno, Fs, FsResult, Identity, Kind, Listed, Place, ReadFile, RealFs, Root, Status, Unclaimed,
};
pub use home::StateHome;
pub use interrupt::Interrupt;
pub use leftovers::{
    About, Cleared, Leftover, leftovers_in, stale_repository_lock, unfinished_transactions, unsettled_records,
};
pub use lock::{Exclusive, Lock, Locks, Waiting};
pub use operations::{
    Blobs, ChangedFile, Direction, Operation, OperationLog, OperationNote, Reversal, ReversalRefusal,
};
pub use rewrite::{Decision, RewriteError, Rewritten};
pub use transaction::{
    BegunRemoval, Commit, CommitError, Committed, GitSource, Outcome, Recovered, TransactionKind,
    begun_removals,
};
pub use writer::Writer;

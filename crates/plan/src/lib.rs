//! What a decision is: a [`Plan`] of file changes, a [`Refusal`], a [`Receipt`].
//!
//! Everything that decides returns one of these values; everything that acts takes them. A plan names each file by its
//! [`RelativePath`] from the root and, where it replaces or removes something, the [`ContentHash`] of the bytes it was
//! made for, so that whoever carries it out can prove that nothing changed in between.
//!
//! Guarantees: pure (no I/O, no clock, no environment), deterministic, linear in the bytes it is given.
//! It does not read files, does not follow links and does not know what a STATE.md or a Spec is.
#![forbid(unsafe_code)]

mod change;
mod content_hash;
mod diff;
mod plan;
mod receipt;
mod refusal;
mod relative_path;

pub use cairn_text::Contents;
pub use change::{Change, Entry, EntryKind, FileMode};
pub use content_hash::{ContentHash, ContentHasher, NotAHash};
pub use diff::{Side, diff_of, unified_diff};
pub use plan::{Plan, PlanFault};
pub use receipt::Receipt;
pub use refusal::{Reason, Refusal};
pub use relative_path::{PathFault, RelativePath};

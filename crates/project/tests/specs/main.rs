//! The archive engine over real repositories, made for each test and thrown away: what no acceptance case covers.
//!
//! Kinds of repositories and work trees, crashes, `undo`, round trips, and the whole transaction on a disk that loses power.

#![allow(clippy::disallowed_methods, reason = "prepares and judges files of throw-away repositories")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may say what must hold by panicking"
)]

mod check_clones;
mod check_history;
mod crashes;
mod documents;
mod power_loss;

mod repositories;
mod round_trip;
mod scene;
mod seed_check;
mod undo;
mod work_trees;

//! Where a project stands, on one screen (`cairn status`, cairn 4): the position of STATE.md, the active Specs, the newest
//! records.
//!
//! The numbers and words of the position are those of `msd-tools state json`: [`StateView`] takes them, it computes none.

mod look;
mod view;

pub use look::has_specs;
pub use view::{Next, Progress, StateView};

/// A doubt about what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// A token: `merge_conflict`, `progress_scope`, `record-invalid`.
    pub code: String,
    /// What is doubtful.
    pub message: String,
    /// The line of STATE.md, where there is one.
    pub line: Option<i64>,
}

/// Everything that is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// The name of the root folder.
    pub project: String,
    /// What STATE.md says; `None` without one.
    pub state: Option<StateView>,
    /// Active Specs by slug.
    pub specs: Vec<ActiveSpec>,
    /// The newest records, the newest first.
    pub archived: Vec<ArchivedSpec>,
    /// What is doubtful.
    pub doubts: Vec<Doubt>,
}

/// A Spec that is worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveSpec {
    /// Its slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Its Tasks; `None` when the Task Graph is broken, or not there yet.
    pub tasks: Option<crate::specs::TaskCounts>,
}

/// A Spec that has a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedSpec {
    /// Its slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The date of the record.
    pub archived: String,
    /// How it ended.
    pub disposition: String,
}

//! The planning tree as a value: ROADMAP.md, REQUIREMENTS.md, MILESTONES.md, configuration, folders and file heads.
//!
//! A [`PlanningSnapshot`] begins with the documents. What of the disk it needs, it asks for: [`PlanningSnapshot::wanted`] names
//! folders to list and files to read the head of, the caller answers, and asks again until nothing is wanted. So each folder
//! is listed once, and a file is opened only when its content decides something. Nothing here touches the disk.
//! All paths are relative to the base folder, with `/`.

mod outline;
mod scan;
mod snapshot;
#[cfg(test)]
pub(crate) mod test_disk;
#[cfg(test)]
mod tests;
mod view;

pub use outline::MilestoneOutline;
pub use scan::{Focus, Questions, Wanted};
pub use snapshot::{Document, FolderEntry, Listing, PhaseFolder, PlanningConfig, PlanningSnapshot};
pub use view::{MilestoneView, PhaseView};

/// The folder of phase folders.
pub const PHASES_FOLDER: &str = "phases";

/// The folder of closed milestones.
pub const MILESTONES_FOLDER: &str = "milestones";

/// The path of what stands in `folder` under `name`.
pub(crate) fn path_in(folder: &str, name: &str) -> String {
    [folder, "/", name].concat()
}

/// The folder below `milestones/` that holds the phase folders of a closed milestone.
pub fn archive_folder(version: &str) -> String {
    format!("{MILESTONES_FOLDER}/{version}-phases")
}

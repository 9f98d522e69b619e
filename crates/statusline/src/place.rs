//! Where the line looks: the project of a folder, its settings, and which STATE.md is shown (contract 3 and 6).
//!
//! Which project and which workstream is decided by [`cairn_state::project_root`], the same for the commands; this
//! module adds what only the line asks.

use crate::plain_file::{Disk, Visit};
use crate::settings::Settings;
use cairn_state::project_root::{
    Folders as _, PLANNING_FOLDER, WORKSTREAMS_FOLDER, Workstream, WorkstreamRequest, active_workstream,
    find_root, folders_upwards,
};
use std::path::{Path, PathBuf};

/// What stands for the state of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The bytes of the STATE.md that is shown.
    State(Vec<u8>),
    /// There are workstreams, none of them is active, and the project has no state of its own.
    NoActiveWorkstream,
    /// There is nothing to show.
    Nothing,
}

/// The project that `folder` lies in, if it lies in one.
pub fn project_root(folder: &Path, home: Option<&Path>, disk: Disk) -> Option<PathBuf> {
    find_root(folder, home, &disk)
}

/// The settings: those of the nearest configuration on the way from `folder` upwards. Below the project's root there is
/// no planning folder, so the way begins there; a root that is off the way (a main worktree) is the only place.
pub fn settings(folder: &Path, home: Option<&Path>, root: &Path, disk: Disk) -> Settings {
    let configuration = |folder: &Path| disk.read(&folder.join(PLANNING_FOLDER).join("config.json"));
    let mut way = folders_upwards(folder, home).skip_while(|folder| *folder != root).peekable();
    let found = if way.peek().is_some() { way.find_map(configuration) } else { configuration(root) };
    found
        .and_then(|bytes| disk.deadline.finish(bytes.len(), move || Settings::read(&bytes)))
        .unwrap_or_default()
}

/// Which STATE.md of the project at `root` is shown; `workstream` is the value of `MSD_WORKSTREAM`.
pub fn place(root: &Path, workstream: Option<&str>, disk: Disk) -> Place {
    let planning = root.join(PLANNING_FOLDER);
    let request = WorkstreamRequest { flag: None, environment: workstream };
    let active = active_workstream(request, &planning, &disk);
    let state = disk.read(&active.base_folder(&planning).join("STATE.md"));
    match (state, active) {
        (Some(bytes), _) => Place::State(bytes),
        (None, Workstream::Active(..)) => Place::Nothing,
        (None, _) if holds_folder(&planning.join(WORKSTREAMS_FOLDER), disk) => Place::NoActiveWorkstream,
        (None, _) => Place::Nothing,
    }
}

fn holds_folder(path: &Path, disk: Disk) -> bool {
    let mut is_found = false;
    // A folder that cannot be read to its end has shown what it has shown.
    let _ = disk.visit_entries(path, |name| {
        is_found = disk.is_folder(&path.join(name));
        if is_found { Visit::Enough } else { Visit::GoOn }
    });
    is_found
}

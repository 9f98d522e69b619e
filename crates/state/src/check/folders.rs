//! Rules about phase folders and the files in them (msd-tools 9.1, 9.4).

use std::collections::BTreeSet;

use super::subject::{Place, Subject};
use crate::phase_files::{FileHead, Verification, is_verification, status_span, summaries_without_plan};
use crate::phase_id::PhaseId;
use crate::planning::{PHASES_FOLDER, PhaseFolder};

/// What a verification may say (msd-tools 3).
const STATUSES: [&str; 3] = ["passed", "gaps_found", "human_needed"];

/// A folder behind the first one of its phase.
pub(super) fn duplicates(subject: &Subject<'_>) -> Vec<Place> {
    let version = subject.view.milestone.version.as_deref();
    let mut first: std::collections::BTreeMap<PhaseId, String> = std::collections::BTreeMap::new();
    let mut places = Vec::new();
    for folder in subject.snapshot.folders(version).into_iter().filter(|folder| !folder.id.is_sentinel()) {
        match first.get(&folder.id) {
            None => {
                first.insert(folder.id.clone(), folder.path());
            }
            Some(counted) => {
                let message = format!(
                    "phase {} has the folder `{counted}` already, and only that one counts; rename or remove one",
                    folder.id.as_str()
                );
                places.push(Place::whole(subject.snapshot.from_root(&folder.path()), message));
            }
        }
    }
    places
}

/// A folder of a phase that nothing in ROADMAP.md names.
pub(super) fn unknown(subject: &Subject<'_>) -> Vec<Place> {
    let Some(roadmap) = subject.roadmap().filter(|roadmap| roadmap.names_a_phase()) else {
        return Vec::new();
    };
    let known: BTreeSet<&PhaseId> = roadmap.mentions().iter().map(|mention| &mention.id).collect();
    let unknown = phase_folders(subject).filter(|folder| !known.contains(&folder.id));
    let place = |folder: PhaseFolder| {
        let message = format!(
            "no part of `{}` names phase {}, so nothing in this folder counts",
            subject.roadmap_path(),
            folder.id.as_str()
        );
        Place::whole(subject.snapshot.from_root(&folder.path()), message)
    };
    unknown.map(place).collect()
}

/// A summary whose plan is not there.
pub(super) fn lone_summaries(subject: &Subject<'_>) -> Vec<Place> {
    let of_folder = |folder: PhaseFolder| {
        let path = folder.path();
        let files = subject.snapshot.files_of(&path);
        let place = |file: String| {
            let message = "no plan beside it has this summary, so it does not count; name it after its plan";
            Place::whole(subject.snapshot.from_root(&format!("{path}/{file}")), message)
        };
        summaries_without_plan(&folder.id, &files).into_iter().map(place).collect::<Vec<_>>()
    };
    phase_folders(subject).flat_map(of_folder).collect()
}

/// A verification whose status is none of the three.
pub(super) fn verifications(subject: &Subject<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    for folder in phase_folders(subject) {
        let path = folder.path();
        for file in subject.snapshot.files_of(&path).into_iter().filter(|file| is_verification(file)) {
            let whole = format!("{path}/{file}");
            let head = subject.snapshot.head(&whole);
            let message = match Verification::of(&folder.id, std::slice::from_ref(&file), |_| head) {
                Verification::Missing | Verification::Passed => continue,
                Verification::NotPassed { status, .. } if STATUSES.contains(&status.as_str()) => continue,
                Verification::NotPassed { status, .. } if status.is_empty() => {
                    "the verification states no status".to_owned()
                }
                Verification::NotPassed { status, .. } => {
                    format!("`{status}` is no status of a verification")
                }
                Verification::Unreadable { fault, .. } => format!("the status cannot be read: {fault}"),
            };
            let message = format!("{message}; write `passed`, `gaps_found` or `human_needed`");
            let path = subject.snapshot.from_root(&whole);
            places.push(match head {
                Some(FileHead::Read(bytes)) => match status_span(bytes) {
                    Some(span) => Place::at(path, bytes, span, message),
                    None => Place::whole(path, message),
                },
                _ => Place::whole(path, message),
            });
        }
    }
    places
}

/// The folders of `phases/` that belong to a real phase.
fn phase_folders<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = PhaseFolder> + use<'s> {
    let folders = subject.snapshot.folders_in(PHASES_FOLDER);
    folders.into_iter().filter(|folder| !folder.id.is_sentinel())
}

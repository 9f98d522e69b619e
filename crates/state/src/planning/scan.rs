//! Which folders and files must be looked at for a question.

use super::{MILESTONES_FOLDER, MilestoneOutline, PHASES_FOLDER, PlanningSnapshot, archive_folder, path_in};
use crate::phase_files::{files_to_open, is_verification, verification_file};
use crate::phase_id::PhaseId;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What a command wants to know of the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The progress of the milestone of a STATE.md that stores this one (`None`: none is stored).
    Stored(Option<String>),
    /// The progress of exactly this version.
    Version(String),
    /// One phase, in the window or not: its files, what its plans, summaries and verification say.
    Phase(PhaseId),
    /// The names of all files in all phase folders of `phases/`.
    EveryFolder,
    /// Every phase of `phases/`: its files, what its plans, summaries and verifications say; and the names of the files of
    /// archived phases.
    EveryPhase,
    /// The names in `milestones/`.
    Archives,
}

/// Something to be read for a [`PlanningSnapshot`]; paths are relative to the base folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// List a folder; answer with [`PlanningSnapshot::set_listing`].
    Folder(String),
    /// Read the first [`crate::phase_files::HEAD_LENGTH`] bytes of a file; answer with [`PlanningSnapshot::set_head`].
    Head(String),
}

/// What is asked of a planning tree, with what ROADMAP.md says about the milestones in it.
#[derive(Clone, Debug)]
pub struct Questions<'q> {
    focus: &'q [Focus],
    milestones: Cow<'q, [MilestoneOutline]>,
}

impl<'q> Questions<'q> {
    /// The questions in `focus`.
    pub fn new(snapshot: &PlanningSnapshot, focus: &'q [Focus]) -> Self {
        let milestones = focus.iter().filter_map(|focus| match focus {
            Focus::Stored(stored) => Some(MilestoneOutline::new(snapshot, stored.as_deref())),
            Focus::Version(version) => Some(MilestoneOutline::of(snapshot, version)),
            _ => None,
        });
        Self { focus, milestones: milestones.collect() }
    }

    /// The progress of one milestone.
    pub fn about(milestone: &'q MilestoneOutline) -> Self {
        Self { focus: &[], milestones: Cow::Borrowed(std::slice::from_ref(milestone)) }
    }
}

impl PlanningSnapshot {
    /// What is still to be read for `questions`; empty when all is there. Every answer may lead to more.
    pub fn wanted(&self, questions: &Questions<'_>) -> Vec<Wanted> {
        let mut wanted = BTreeSet::new();
        self.want_folder(PHASES_FOLDER, &mut wanted);
        for milestone in questions.milestones.iter() {
            self.want_milestone(milestone, &mut wanted);
        }
        for focus in questions.focus {
            match focus {
                Focus::Stored(_) | Focus::Version(_) => {}
                Focus::Phase(id) => self.want_phase(id, &mut wanted),
                Focus::EveryPhase => self.want_every_phase(&mut wanted),
                Focus::Archives => self.want_folder(MILESTONES_FOLDER, &mut wanted),
                Focus::EveryFolder => {
                    for folder in self.folders_in(PHASES_FOLDER) {
                        self.want_files(&folder.path(), &mut wanted);
                    }
                }
            }
        }
        wanted.into_iter().collect()
    }

    fn want_milestone(&self, outline: &MilestoneOutline, wanted: &mut BTreeSet<Wanted>) {
        if let Some(version) = outline.milestone.version.as_deref() {
            self.want_archive(version, wanted);
        }
        let (mut folders, _) = outline.folders(self);
        for struck in outline.phases.iter().filter(|phase| phase.struck) {
            folders.remove(&struck.id);
        }
        for folder in folders.values() {
            self.want_statuses(&folder.id, &folder.path(), wanted);
        }
    }

    fn want_phase(&self, id: &PhaseId, wanted: &mut BTreeSet<Wanted>) {
        let archives: Vec<String> = self.listed_archives();
        let all = self
            .folders_in(PHASES_FOLDER)
            .into_iter()
            .chain(archives.iter().flat_map(|archive| self.folders_in(archive)));
        let Some(folder) = all.into_iter().find(|folder| folder.id == *id) else { return };
        let path = folder.path();
        self.want_statuses(id, &path, wanted);
        if let Some(file) = verification_file(id, &self.files_of(&path)) {
            self.want_head(path_in(&path, file), wanted);
        }
    }

    fn want_every_phase(&self, wanted: &mut BTreeSet<Wanted>) {
        for folder in self.folders_in(PHASES_FOLDER) {
            let path = folder.path();
            self.want_statuses(&folder.id, &path, wanted);
            for file in self.files_of(&path).iter().filter(|file| is_verification(file)) {
                self.want_head(path_in(&path, file), wanted);
            }
        }
        self.want_folder(MILESTONES_FOLDER, wanted);
        for archive in self.archives() {
            self.want_folder(&archive, wanted);
        }
        for folder in self.archived_folders() {
            self.want_files(&folder.path(), wanted);
        }
    }

    fn want_statuses(&self, id: &PhaseId, folder: &str, wanted: &mut BTreeSet<Wanted>) {
        self.want_files(folder, wanted);
        for file in files_to_open(id, &self.files_of(folder)) {
            self.want_head(path_in(folder, &file), wanted);
        }
    }

    fn want_files(&self, folder: &str, wanted: &mut BTreeSet<Wanted>) {
        self.want_folder(folder, wanted);
        if self.has_subfolder(folder, "plans") {
            self.want_folder(&path_in(folder, "plans"), wanted);
        }
    }

    /// A version that is no file name has no archive.
    fn want_archive(&self, version: &str, wanted: &mut BTreeSet<Wanted>) {
        if crate::milestone::is_file_name(version) {
            self.want_folder(&archive_folder(version), wanted);
        }
    }

    fn want_folder(&self, folder: &str, wanted: &mut BTreeSet<Wanted>) {
        if !self.listings.contains_key(folder) {
            wanted.insert(Wanted::Folder(folder.to_owned()));
        }
    }

    fn want_head(&self, file: String, wanted: &mut BTreeSet<Wanted>) {
        if !self.heads.contains_key(&file) {
            wanted.insert(Wanted::Head(file));
        }
    }

    fn listed_archives(&self) -> Vec<String> {
        self.listings.keys().filter(|folder| folder.ends_with("-phases")).cloned().collect()
    }
}

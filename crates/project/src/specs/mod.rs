//! Specs on the real disk: the archive engine of `cairn-spec` between git, the work tree and the vault (`roundfix`, seed 2).
//!
//! [`SpecRepository::open`] finds the repository and the roots; each command is one method of it, under the words of the command
//! line: `archive`, `cancel`, `plan`, `unarchive`, `name_pull_request`, `settle`, `list`. [`judge_report`] stands alone, since it
//! needs no repository. Every surface (the command line of `roundfix` and `cairn`, later an editor) calls these.
//!
//! What it answers for: the snapshot is true (read by directory handles, links never followed, every file of a Spec compared with
//! git's bytes), the plan is carried out under the repository's lock as one transaction, what a crashed command left is dealt with
//! first. What a Spec is, and what becomes of it, is decided in `cairn-spec` alone.

mod archive;
mod beside;
mod check;
mod failure;
mod folder;
mod history;
mod home;
mod kept;
mod left_folder;
mod list;
mod past;
mod places;
mod qa_report;
mod repository;
mod search;
mod settings;
mod settle;
mod standings;
mod survey;
mod task_counts;
mod text_search;
mod turn;
mod unarchive;
mod unfinished;
mod watch;

pub use failure::SpecFailure;
pub use left_folder::LeftFolder;
pub use qa_report::{JudgedReport, ReportOutcome, judge_report};
pub use repository::SpecRepository;
pub use task_counts::TaskCounts;
pub use text_search::{TextMatch, TextSearch};
pub use turn::{Done, Shortfall};
pub use watch::{Nobody, Recovery, Watch};

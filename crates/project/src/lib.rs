//! Opens a project: roots, snapshots, plans committed through the vault. The one door for the command line and every
//! later surface.

pub mod check;
pub mod clock;
mod commit;
pub mod configuration;
pub mod context;
mod continue_file;
pub mod disk;
pub mod doctor;
pub mod environment;
mod failures;
mod folder_entries;
mod healing;
pub mod history;
mod linked_documents;
pub mod location;
pub mod merge_files;
pub mod names;
pub mod own_repository;
pub mod planning_facts;
pub mod planning_session;
pub mod planning_tree;
pub mod recovery;
pub mod resolve;
pub mod session;
pub mod set_up;
pub mod shell_words;
pub mod specs;
pub mod status;
pub mod workplace;
pub mod workstreams;

//! Opens a project: roots, snapshots, plans committed through the vault. The one door for the command line and every
//! later surface.

pub mod clock;
pub mod configuration;
pub mod context;
pub mod disk;
pub mod environment;
pub mod location;
pub mod planning_tree;

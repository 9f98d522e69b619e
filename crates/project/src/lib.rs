//! Opens a project: roots, snapshots, plans committed through the vault. The one door for the command line and every
//! later surface.

pub mod clock;
pub mod environment;

//! Opens a project: roots, snapshots, plans committed through the vault.

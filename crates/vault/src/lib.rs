//! The only crate that writes: lock, atomic replacement, many-file transaction, operation log.

//! `roundfix`: archives finished Specs as small records, and brings them back.

pub mod command_line;

//! The `msd-tools` command.

fn main() {}

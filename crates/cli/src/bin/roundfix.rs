//! The `roundfix` command.

fn main() {}

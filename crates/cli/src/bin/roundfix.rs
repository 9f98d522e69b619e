//! The `roundfix` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    cairn_cli::process::run(cairn_cli::roundfix::run)
}

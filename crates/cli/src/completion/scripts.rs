//! The scripts that the shells load: one template a shell, with the names of the binary put in. They decide nothing.

use super::quoting::Shell;
use crate::help::Binary;

/// The script of a binary for a shell.
pub fn script(shell: Shell, binary: Binary) -> String {
    let template = match shell {
        Shell::Bash => include_str!("scripts/bash.sh"),
        Shell::Zsh => include_str!("scripts/zsh.sh"),
        Shell::Fish => include_str!("scripts/fish.fish"),
        Shell::PowerShell => include_str!("scripts/powershell.ps1"),
        Shell::Nushell => include_str!("scripts/nushell.nu"),
    };
    template
        .replace("@NAME@", binary.name())
        .replace("@ID@", &binary.name().replace('-', "_"))
        .replace("@CALLER@", caller(binary))
}

/// The name under which a shell finds the script by itself, in `completions/SHELL/`.
pub fn file_name(shell: Shell, binary: Binary) -> String {
    let name = binary.name();
    match shell {
        Shell::Bash => name.to_owned(),
        Shell::Zsh => format!("_{name}"),
        Shell::Fish => format!("{name}.fish"),
        Shell::PowerShell => format!("{name}.ps1"),
        Shell::Nushell => format!("{name}.nu"),
    }
}

/// The program that is asked. The status line is drawn at every prompt and carries no tree of commands; `cairn` knows it.
fn caller(binary: Binary) -> &'static str {
    match binary {
        Binary::Statusline => Binary::Cairn.name(),
        other => other.name(),
    }
}

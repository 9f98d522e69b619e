//! `cairn completions`: the script that a shell loads, for any of the binaries.

use clap::Args;
use serde::Serialize;

use super::envelope::Answer;
use crate::completion::quoting::Shell;
use crate::completion::scripts::script;
use crate::help::Binary;
use crate::output::failure::Failure;

/// The script that makes a shell complete commands, flags, and the names in the project.
///
/// Offered are also slugs of Specs and records, phases, open blockers, fields, workstreams, rules: the script asks the program,
/// which reads the project and writes nothing.
///
/// bash: `source <(cairn completions bash)`. zsh, behind `compinit`: `source <(cairn completions zsh)`. fish: `cairn completions
/// fish | source`. PowerShell: `cairn completions powershell | Out-String | Invoke-Expression`. Nushell: save the script, and
/// `source` it in `config.nu`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
    /// The binary that is completed.
    #[arg(long = "for", value_name = "BINARY", value_enum, default_value = "cairn")]
    pub binary: Binary,
}

#[derive(Debug, Serialize)]
struct Script {
    shell: &'static str,
    binary: &'static str,
    script: String,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Answer, Failure> {
    let script = script(args.shell, args.binary);
    let wire = Script { shell: args.shell.name(), binary: args.binary.name(), script: script.clone() };
    Ok(Answer::new(&wire, String::new()).rendered(script))
}

//! Examples as data: which command, which lines, and how they end. The tests run every line in a throw-away repository that
//! holds the bundled samples `tide-table` and `lantern`, so that an example works as it stands.

use super::Binary;

/// Lines that show one command.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The words of the command behind the program's name; empty for the program itself.
    pub command: &'static str,
    /// What must have happened before in the sample project, as lines of a shell. Not shown.
    pub before: &'static [&'static str],
    /// The lines, run one after the other.
    pub lines: &'static [&'static str],
    /// The exit status of the last line; the others end with 0.
    pub exit: u8,
}

impl Example {
    /// Lines that work at once.
    pub const fn of(command: &'static str, lines: &'static [&'static str]) -> Example {
        Example { command, before: &[], lines, exit: 0 }
    }

    /// The same where something must have happened before.
    #[must_use]
    pub const fn after(mut self, before: &'static [&'static str]) -> Example {
        self.before = before;
        self
    }

    /// The same with a last line that ends like this.
    #[must_use]
    pub const fn ends(mut self, exit: u8) -> Example {
        self.exit = exit;
        self
    }

    /// The lines as they are shown: a last line that does not end with 0 says so.
    pub fn shown(&self) -> impl Iterator<Item = String> {
        let last = self.lines.len().saturating_sub(1);
        self.lines.iter().enumerate().map(move |(index, line)| match self.exit {
            exit if exit != 0 && index == last => format!("{line}    # exit status {exit}"),
            _ => (*line).to_owned(),
        })
    }
}

/// The examples of one command of a binary, in the order of the table. `cairn` shows those of the binary that answers.
pub fn of_command(binary: Binary, command: &str) -> Vec<&'static Example> {
    let own =
        |binary: Binary| binary.examples().iter().filter(|example| example.command == command).collect();
    let found: Vec<&'static Example> = own(binary);
    if binary != Binary::Cairn || !found.is_empty() {
        return found;
    }
    let others: Vec<&'static Example> = own(Binary::MsdTools);
    if others.is_empty() { own(Binary::Roundfix) } else { others }
}

/// What stands behind the help of one command.
pub(super) fn text(binary: Binary, command: &str) -> Option<String> {
    let lines: Vec<String> = of_command(binary, command)
        .into_iter()
        .flat_map(Example::shown)
        .map(|line| format!("\n  {line}"))
        .collect();
    match lines.len() {
        0 => None,
        1 => Some(format!("Example:{}", lines.concat())),
        _ => Some(format!("Examples:{}", lines.concat())),
    }
}

//! GIT, opt-in: branch and counts of the repository that the folder lies in.

use crate::environment::Environment;
use crate::git_call;
use crate::line::{Run, Style};
use cairn_text::git_arguments::{CONFIGURATION_LIST, filters_off};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// One call gives branch, distance to the upstream and every change. Renames are found as the user has set it up; the insides
/// of submodules are left out, as their own configuration may name programs.
const ARGUMENTS: [&str; 5] = ["status", "--porcelain=v2", "--branch", "-z", "--ignore-submodules=dirty"];

/// The segment; nothing outside a repository.
pub fn git(folder: &Path, environment: &Environment) -> Vec<Run> {
    ask(folder, environment).map(|output| Status::read(&output).runs()).unwrap_or_default()
}

/// The status, with the filter programs of the repository switched off (G8).
fn ask(folder: &Path, environment: &Environment) -> Option<Vec<u8>> {
    let configuration = git_call::ask(folder, &CONFIGURATION_LIST, environment)?;
    let filters_off = filters_off(&configuration).ok()?;
    let before = filters_off.iter().map(|argument| OsStr::from_bytes(argument));
    let arguments: Vec<&OsStr> = before.chain(ARGUMENTS.map(OsStr::new)).collect();
    git_call::ask(folder, &arguments, environment)
}

/// What git says about a repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Status {
    branch: String,
    staged: usize,
    /// Changed in the work tree and not staged, conflicts included.
    unstaged: usize,
    untracked: usize,
    ahead: usize,
    behind: usize,
}

impl Status {
    /// Reads the records of `git status --porcelain=v2 --branch -z`.
    fn read(output: &[u8]) -> Self {
        let mut status = Self::default();
        let mut records = output.split(|byte| *byte == 0);
        while let Some(record) = records.next() {
            match record {
                [b'#', b' ', header @ ..] => status.read_header(&String::from_utf8_lossy(header)),
                [kind @ (b'1' | b'2'), b' ', index, work_tree, ..] => {
                    status.staged += usize::from(*index != b'.');
                    status.unstaged += usize::from(*work_tree != b'.');
                    if *kind == b'2' {
                        // The record of a rename is followed by the path that the file had.
                        records.next();
                    }
                }
                [b'u', b' ', ..] => status.unstaged += 1,
                [b'?', b' ', ..] => status.untracked += 1,
                _ => {}
            }
        }
        status
    }

    fn read_header(&mut self, header: &str) {
        let number = |text: &str, sign| text.strip_prefix(sign).and_then(|number: &str| number.parse().ok());
        match header.split_once(' ') {
            Some(("branch.head", name)) => self.branch = name.to_owned(),
            Some(("branch.ab", distance)) => {
                let (ahead, behind) = distance.split_once(' ').unwrap_or((distance, ""));
                self.ahead = number(ahead, '+').unwrap_or_default();
                self.behind = number(behind, '-').unwrap_or_default();
            }
            _ => {}
        }
    }

    fn runs(&self) -> Vec<Run> {
        let counts = [
            (Style::Green, '+', self.staged),
            (Style::Yellow, '~', self.unstaged),
            (Style::Red, '?', self.untracked),
            (Style::Green, '↑', self.ahead),
            (Style::Red, '↓', self.behind),
        ];
        let shown = counts.into_iter().filter(|(_, _, count)| *count > 0);
        let mut runs = vec![Run::new(Style::Dim, &self.branch)];
        runs.extend(shown.map(|(style, sign, count)| Run::new(style, &format!("{sign}{count}"))));
        if runs.len() == 1 {
            runs.push(Run::new(Style::Green, "✓"));
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(records: &[&str], expected: &[(Style, &str)]) {
        let output =
            records.iter().flat_map(|record| [record.as_bytes(), b"\0"].concat()).collect::<Vec<_>>();
        let expected: Vec<_> = expected.iter().map(|(style, text)| Run::new(*style, text)).collect();
        assert_eq!(Status::read(&output).runs(), expected, "{records:?}");
    }

    /// D40: each count only when it is not 0, a check mark for none.
    #[test]
    fn d40_counts() {
        let head = "# branch.head main";
        let oid = "# branch.oid 4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        check(&[oid, head], &[(Style::Dim, "main"), (Style::Green, "✓")]);
        check(
            &[oid, head, "# branch.upstream origin/main", "# branch.ab +0 -0"],
            &[(Style::Dim, "main"), (Style::Green, "✓")],
        );
        check(&[oid, "# branch.head (detached)"], &[(Style::Dim, "(detached)"), (Style::Green, "✓")]);
        check(
            &[
                head,
                "# branch.ab +2 -13",
                "1 A. N... 000000 100644 100644 0 1 a b",
                "1 AM N... 000000 100644 100644 0 1 c",
                "1 MM N... 100644 100644 100644 1 1 f",
                "1 .D N... 100644 100644 000000 1 1 d",
                "2 R. N... 100644 100644 100644 1 1 R100 new",
                "? old name that looks like a record",
                "u UU N... 100644 100644 100644 100644 1 2 3 e",
                "? x\ny",
                "? z/",
                "! ignored",
            ],
            &[
                (Style::Dim, "main"),
                (Style::Green, "+4"),
                (Style::Yellow, "~4"),
                (Style::Red, "?2"),
                (Style::Green, "↑2"),
                (Style::Red, "↓13"),
            ],
        );
    }
}

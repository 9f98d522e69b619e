//! The table of cairn 9: what is a finding, how bad, and what repairs it.

use std::path::Path;

use cairn_plan::RelativePath;
use cairn_report::Severity;
use cairn_vault::Leftover;

use super::{Examination, Finding, Hook, HookState, Merging, UnwritableLog};
use crate::failures::shown;
use crate::recovery::CutRemoval;
use crate::set_up::attributes::DRIVER_COMMAND;
use crate::shell_words::quoted;

/// What puts the merge driver right.
const SET_UP_MERGING: &str = "cairn init --git --yes";

/// What deals with everything that crashes left.
const RECOVER: &str = "cairn recover";

impl Examination {
    /// Everything that is wrong, in the order of the table.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        findings.extend(self.merging.as_ref().and_then(merging));
        findings.extend(self.hook.as_ref().and_then(hook));
        for missing in &self.missing_programs {
            let program = &missing.program;
            let whose =
                if missing.is_chained { "the status line that was chained" } else { "the status line" };
            let message = format!("{whose} runs `{program}`, which is not on the search path");
            findings.push(warning("statusline-command-missing", message).at(crate::set_up::settings::FILE));
        }
        findings.extend(self.leftovers.iter().map(|leftover| self.leftover(leftover)));
        for (path, problem) in &self.broken_records {
            findings.push(error("record-broken", problem.clone()).at(path));
        }
        for left in &self.left_folders {
            let message =
                format!("`{}` is written, and the folder `{}` is there still", left.record, left.folder);
            let finding = error("record-folder-left", message).at(&left.folder);
            findings.push(Finding { repair: left.finish.clone(), ..finding });
        }
        for (path, line) in &self.conflicts {
            let message = format!("`{path}` has conflict markers, the first on line {line}");
            findings.push(
                error("conflict-left", message).at(path).repaired(format!("cairn resolve {}", quoted(path))),
            );
        }
        findings.extend(self.unwritable_log.as_ref().map(|log| unwritable(log, &self.root)));
        if !self.has_git {
            let message = "there is no `git`: Specs, history and search are not available";
            findings.push(info("git-missing", message.to_owned()));
        }
        findings
    }

    fn leftover(&self, leftover: &Leftover) -> Finding {
        let at = |path: &RelativePath| path.to_string();
        match leftover {
            Leftover::StaleLock { path, pid } => {
                let path = shown(&self.root, path);
                let holder = pid.map_or("nobody".to_owned(), |pid| format!("process {pid}, which is gone"));
                warning("lock-stale", format!("`{path}` is the lock of {holder}")).at(&path).repaired(RECOVER)
            }
            Leftover::Temporary { path } => {
                let message = format!("`{path}` is a temporary file of a process that is gone");
                warning("leftover-temporary", message).at(&at(path)).repaired(RECOVER)
            }
            Leftover::Rejected { path } => {
                let message = format!(
                    "`{path}` holds what could not be written because an editor was faster; compare it with the file beside it and remove it"
                );
                warning("rejected-write", message).at(&at(path))
            }
            Leftover::Record { path } => {
                let path = shown(&self.root, path);
                let message = format!("`{path}` is the record of an operation whose process is gone");
                warning("leftover-temporary", message).at(&path).repaired(RECOVER)
            }
            Leftover::Transaction { about, journal, .. } => {
                let path = shown(&self.root, journal);
                let what = match about {
                    Some(about) => format!("`{}` was cut short", about.description),
                    None => "a journal that cannot be read".to_owned(),
                };
                match self.cut_removals.iter().find(|cut| cut.journal == *journal) {
                    Some(cut) => cut_removal(cut, &what),
                    None => error("transaction-interrupted", format!("{what}; its journal is `{path}`"))
                        .at(&path)
                        .repaired(RECOVER),
                }
            }
            other => warning("leftover-temporary", format!("{other:?}")).repaired(RECOVER),
        }
    }
}

/// From there recovery goes neither back nor on; only the operator removes what is left.
fn cut_removal(cut: &CutRemoval, what: &str) -> Finding {
    let mut message = format!("{what} while `{}` was removed", cut.folder);
    if !cut.foreign.is_empty() {
        let foreign: Vec<String> = cut.foreign.iter().map(|path| format!("`{path}`")).collect();
        message.push_str(&format!("; move away what was changed in it since: {}", foreign.join(", ")));
    }
    let finding = error("transaction-interrupted", message).at(&cut.folder);
    Finding { repair: cut.finish.clone(), ..finding }
}

fn merging(merging: &Merging) -> Option<Finding> {
    let attributes = crate::set_up::attributes::FILE;
    let finding = match (merging.given.first(), merging.command.as_deref()) {
        (Some(path), None) => {
            let message = format!(
                "attributes give `{path}` to the merge driver `cairn`, which this clone does not know"
            );
            warning("merge-driver-missing", message).at(attributes)
        }
        (_, Some(command)) if command != DRIVER_COMMAND.as_bytes() => {
            let command = String::from_utf8_lossy(command);
            warning("merge-driver-differs", format!("`merge.cairn.driver` is set to `{command}`"))
        }
        (None, Some(_)) => {
            let message = "this clone knows the merge driver `cairn`, but no attribute names it".to_owned();
            warning("merge-attributes-missing", message).at(attributes)
        }
        (None, None) => {
            let message = "planning files are merged line by line; a merge driver of ours knows more";
            info("merge-driver-unused", message.to_owned())
        }
        (Some(_), Some(_)) => return None,
    };
    Some(finding.repaired(SET_UP_MERGING))
}

fn hook(hook: &Hook) -> Option<Finding> {
    let target = &hook.target;
    let (message, repair) = match hook.state {
        HookState::Sound => return None,
        HookState::Gone => (
            format!("the check that init put into `{target}` is gone"),
            "cairn init --hooks --yes".to_owned(),
        ),
        HookState::NotExecutable => (
            format!("git does not run `{target}`: it may not be executed"),
            format!("chmod +x {}", quoted(target)),
        ),
    };
    Some(warning("hook-missing", message).at(target).repaired(repair))
}

fn unwritable(log: &UnwritableLog, root: &Path) -> Finding {
    match log {
        UnwritableLog::Folder(folder) => {
            let path = shown(root, folder);
            let message =
                format!("the operation log in `{path}` cannot be written, so `undo` has nothing to go by");
            warning("log-unwritable", message).at(&path)
        }
        UnwritableLog::Obstacle(obstacle) => {
            let path = shown(root, obstacle);
            let message = format!(
                "`{path}` is a folder where the operation log keeps what was taken back, so `undo` and `redo` refuse; move it away"
            );
            warning("log-unwritable", message).at(&path)
        }
        UnwritableLog::Damaged(marks) => {
            let path = shown(root, marks);
            let message = format!(
                "`{path}`, which says what was taken back and what is committed, cannot be read, so all of the log counts as neither; \
                 bring it back from a copy, or remove it"
            );
            warning("log-unwritable", message).at(&path)
        }
        UnwritableLog::Nowhere => {
            let message =
                "there is no place for the operation log: neither `XDG_STATE_HOME` nor `HOME` is set";
            warning("log-unwritable", message.to_owned())
        }
    }
}

fn finding(severity: Severity, code: &'static str, message: String) -> Finding {
    Finding { code, severity, message, path: None, repair: None }
}

fn error(code: &'static str, message: String) -> Finding {
    finding(Severity::Error, code, message)
}

fn warning(code: &'static str, message: String) -> Finding {
    finding(Severity::Warning, code, message)
}

fn info(code: &'static str, message: String) -> Finding {
    finding(Severity::Info, code, message)
}

impl Finding {
    fn at(mut self, path: &str) -> Self {
        self.path = Some(path.to_owned());
        self
    }

    fn repaired(mut self, command: impl Into<String>) -> Self {
        self.repair = Some(command.into());
        self
    }

    /// Whether it makes the command fail.
    pub fn counts(&self) -> bool {
        self.severity != Severity::Info
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> Examination {
        Examination { root: "/r".into(), has_git: true, ..Examination::default() }
    }

    fn check(examination: Examination, expected: &[(&str, Severity, Option<&str>)]) {
        let findings = examination.findings();
        let found: Vec<_> =
            findings.iter().map(|one| (one.code, one.severity, one.repair.as_deref())).collect();
        assert_eq!(found, expected);
    }

    /// cairn 9, cases cairn-015 and cairn-016: attributes and driver go together.
    #[test]
    fn merge_driver() {
        let with = |given: &[&str], command: Option<&str>| {
            let given = given.iter().map(|path| (*path).to_owned()).collect();
            let merging = Merging { given, command: command.map(|command| command.as_bytes().to_vec()) };
            Examination { merging: Some(merging), ..sound() }
        };
        let repair = Some(SET_UP_MERGING);
        let files = &[".planning/STATE.md"];
        check(with(files, Some(DRIVER_COMMAND)), &[]);
        check(with(files, None), &[("merge-driver-missing", Severity::Warning, repair)]);
        check(with(&[], Some(DRIVER_COMMAND)), &[("merge-attributes-missing", Severity::Warning, repair)]);
        check(with(files, Some("other")), &[("merge-driver-differs", Severity::Warning, repair)]);
        check(with(&[], None), &[("merge-driver-unused", Severity::Info, repair)]);
        check(sound(), &[]);
    }

    /// cairn 9, cases cairn-017, cairn-018, cairn-045: code, severity and repair of every other row.
    #[test]
    fn every_other_row() {
        let path = |text: &str| RelativePath::new(text).unwrap();
        let cut = |id: u64, finish: Option<&str>, foreign: &[&str]| CutRemoval {
            journal: format!("/r/.git/cairn/tx/{id}").into(),
            folder: "docs/specs/a".into(),
            finish: finish.map(str::to_owned),
            foreign: foreign.iter().map(|path| (*path).to_owned()).collect(),
        };
        let left = crate::specs::LeftFolder {
            record: "docs/history/specs/a.md".into(),
            folder: "docs/specs/a".into(),
            finish: Some("rm".into()),
        };
        let examination = Examination {
            has_git: false,
            hook: Some(Hook { target: ".git/hooks/pre-commit".into(), state: HookState::NotExecutable }),
            missing_programs: vec![super::super::MissingProgram { program: "x".into(), is_chained: true }],
            leftovers: vec![
                Leftover::StaleLock { path: "/r/.planning/STATE.md.lock".into(), pid: Some(7) },
                Leftover::Temporary { path: path("a") },
                Leftover::Rejected { path: path("STATE.md.rej") },
                Leftover::Transaction { id: 1, about: None, journal: "/r/.git/cairn/tx/1".into() },
                Leftover::Transaction { id: 2, about: None, journal: "/r/.git/cairn/tx/2".into() },
                Leftover::Transaction { id: 3, about: None, journal: "/r/.git/cairn/tx/3".into() },
            ],
            cut_removals: vec![cut(2, Some("rm"), &[]), cut(3, None, &["docs/specs/a/mine"])],
            conflicts: vec![(".planning/a b.md".into(), 3)],
            broken_records: vec![("docs/history/specs/b.md".into(), "bad".into())],
            left_folders: vec![left],
            unwritable_log: Some(UnwritableLog::Nowhere),
            ..sound()
        };
        assert_eq!(examination.findings().get(2).unwrap().path.as_deref(), Some(".planning/STATE.md.lock"));
        check(
            examination,
            &[
                ("hook-missing", Severity::Warning, Some("chmod +x .git/hooks/pre-commit")),
                ("statusline-command-missing", Severity::Warning, None),
                ("lock-stale", Severity::Warning, Some(RECOVER)),
                ("leftover-temporary", Severity::Warning, Some(RECOVER)),
                ("rejected-write", Severity::Warning, None),
                ("transaction-interrupted", Severity::Error, Some(RECOVER)),
                ("transaction-interrupted", Severity::Error, Some("rm")),
                ("transaction-interrupted", Severity::Error, None),
                ("record-broken", Severity::Error, None),
                ("record-folder-left", Severity::Error, Some("rm")),
                ("conflict-left", Severity::Error, Some("cairn resolve '.planning/a b.md'")),
                ("log-unwritable", Severity::Warning, None),
                ("git-missing", Severity::Info, None),
            ],
        );
    }
}

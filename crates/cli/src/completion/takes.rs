//! Which values an argument takes, as far as its declaration does not say so itself. One table; a test holds it against the trees of
//! all commands, so that a new argument is decided about.

use cairn_project::names::NameKind;

/// What the value of an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A name of the project.
    Names(NameKind),
    /// Such names joined by commas.
    ListOf(NameKind),
    /// One of the four actions.
    Actions,
    /// A rule of `cairn check`.
    Rules,
    /// A value of the life cycle, when the field in front of it is `Status`.
    StatusOfStatus,
    /// The path of a file.
    Files,
    /// The path of a folder.
    Folders,
    /// Free text, a number, a name that is made here: nothing to offer.
    Anything,
}

/// Commands by the beginning of their words, the id of the argument, what it takes. The first row that fits counts.
pub const TABLE: &[(&str, &str, Takes)] = &[
    ("", "cwd", Takes::Folders),
    ("", "project_dir", Takes::Folders),
    ("", "ws", Takes::Names(NameKind::Workstreams)),
    ("", "pick", Takes::Anything),
    ("", "lock_timeout", Takes::Anything),
    ("state get", "name", Takes::Names(NameKind::Fields)),
    ("state update", "field", Takes::Names(NameKind::Fields)),
    ("state update", "value", Takes::StatusOfStatus),
    ("state patch", "pairs", Takes::Anything),
    ("state begin", "action", Takes::Actions),
    ("state idle", "next", Takes::Actions),
    ("state add-roadmap-evolution", "after", Takes::Names(NameKind::Phases)),
    ("state resolve-blocker", "text", Takes::Names(NameKind::Blockers)),
    ("state", "phases", Takes::ListOf(NameKind::Phases)),
    ("state", "number", Takes::Names(NameKind::Phases)),
    ("state", "summary_file", Takes::Files),
    ("state", "text_file", Takes::Files),
    ("state", "note_file", Takes::Files),
    ("state", "resume_file", Takes::Files),
    ("state", "phase", Takes::Names(NameKind::Phases)),
    ("phase insert", "after", Takes::Names(NameKind::Phases)),
    ("", "phase", Takes::Names(NameKind::Phases)),
    ("milestone complete", "version", Takes::Names(NameKind::Milestones)),
    ("frontmatter", "file", Takes::Files),
    ("frontmatter", "field", Takes::Names(NameKind::Fields)),
    ("list-todos", "area", Takes::Names(NameKind::TodoAreas)),
    ("workstream create", "name", Takes::Anything),
    ("workstream", "name", Takes::Names(NameKind::Workstreams)),
    ("unarchive", "slug", Takes::Names(NameKind::Records)),
    ("pull-request", "slug", Takes::Names(NameKind::Records)),
    ("", "slug", Takes::Names(NameKind::ActiveSpecs)),
    ("qa-report", "path", Takes::Files),
    ("explain", "rule", Takes::Rules),
    ("history", "field", Takes::Names(NameKind::Fields)),
    ("check", "paths", Takes::Files),
    ("check", "baseline", Takes::Files),
    ("resolve", "file", Takes::Files),
    ("merge-driver", "base", Takes::Files),
    ("merge-driver", "ours", Takes::Files),
    ("merge-driver", "theirs", Takes::Files),
    ("merge-driver", "path", Takes::Files),
    ("merge", "base", Takes::Files),
    ("merge", "path", Takes::Files),
    ("merge", "ours", Takes::Files),
    ("merge", "theirs", Takes::Files),
];

/// What an argument of a command takes; nothing known is anything.
pub fn takes(command: &[String], argument: &str) -> Takes {
    row(command, argument).map_or(Takes::Anything, |(_, _, takes)| *takes)
}

fn row(command: &[String], argument: &str) -> Option<&'static (&'static str, &'static str, Takes)> {
    let fits = |words: &str| {
        words
            .split_terminator(' ')
            .enumerate()
            .all(|(at, word)| command.get(at).is_some_and(|one| one == word))
    };
    TABLE.iter().find(|(words, id, _)| *id == argument && fits(words))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::help::Binary;

    /// Arguments of free text, numbers and new names, by command and id.
    const FREE: &[&str] = &[
        "archive approval",
        "archive promote",
        "archive pull_request",
        "archive reason",
        "cancel pull_request",
        "cancel reason",
        "frontmatter set value",
        "log number",
        "merge-driver base_label",
        "merge-driver our_label",
        "merge-driver their_label",
        "merge-driver width",
        "milestone complete name",
        "phase add title",
        "phase insert title",
        "pull-request number",
        "redo number",
        "search limit",
        "search text",
        "state add-blocker text",
        "state add-decision rationale",
        "state add-decision summary",
        "state add-roadmap-evolution action",
        "state add-roadmap-evolution note",
        "state begin-phase name",
        "state begin-phase plans",
        "state init milestone",
        "state init name",
        "state milestone-switch milestone",
        "state milestone-switch name",
        "state planned-phase name",
        "state planned-phase plans",
        "state prune keep_recent",
        "state record-metric duration",
        "state record-metric files",
        "state record-metric plan",
        "state record-metric tasks",
        "state record-session stopped_at",
        "state signal-waiting kind",
        "state signal-waiting options",
        "state signal-waiting question",
        "statusline with",
        "undo number",
    ];

    /// Every argument with a value says what it takes, is in the table, or is free on purpose; no row is of nothing.
    #[test]
    fn every_argument_is_decided_about() {
        let mut used = BTreeSet::new();
        let mut undecided = BTreeSet::new();
        for binary in Binary::ALL {
            walk(&binary.declared(), &mut Vec::new(), &mut used, &mut undecided);
        }
        assert_eq!(undecided.iter().map(String::as_str).collect::<Vec<_>>(), FREE);
        let unused: Vec<_> =
            TABLE.iter().map(|(words, id, _)| (*words, *id)).filter(|row| !used.contains(row)).collect();
        assert!(unused.is_empty(), "rows of no argument: {unused:?}");
    }

    fn walk(
        command: &clap::Command,
        path: &mut Vec<String>,
        used: &mut BTreeSet<(&'static str, &'static str)>,
        undecided: &mut BTreeSet<String>,
    ) {
        for argument in command.get_arguments() {
            let has_words = !argument.get_possible_values().is_empty();
            if !argument.get_action().takes_values() || has_words {
                continue;
            }
            match row(path, argument.get_id().as_str()) {
                Some((words, id, _)) => _ = used.insert((*words, *id)),
                None => _ = undecided.insert(format!("{} {}", path.join(" "), argument.get_id())),
            }
        }
        for inner in command.get_subcommands() {
            path.push(inner.get_name().to_owned());
            walk(inner, path, used, undecided);
            path.pop();
        }
    }
}

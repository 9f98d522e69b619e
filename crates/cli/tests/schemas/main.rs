//! Real outputs against the committed JSON Schemas of `docs/schemas` (cairn 2).
//!
//! In a small project every command of every program is run, and each answer, failures too, is held against the schema of its
//! command. A command without schema fails, and so does a schema without an answer.

#![allow(clippy::disallowed_methods, reason = "a test that makes a project and runs the programs")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test")]

mod judge;
mod project;
mod refusals;

use std::collections::BTreeSet;
use std::fs;

use project::{Project, parsed, schema_of, schemas};

/// Commands that print no JSON, and what they print.
const WITHOUT_JSON: [(&str, &str); 3] = [
    ("cairn merge-driver", "nothing"),
    ("cairn statusline", "the status line"),
    ("msd-tools state delete", "an older word that only says which one to use"),
];

/// Cairn 2: every output of `msd-tools` as its schema says.
#[test]
fn outputs_of_msd_tools() {
    let program = env!("CARGO_BIN_EXE_msd-tools");
    let mut judged: [BTreeSet<String>; 2] = Default::default();
    for lines in [
        &[
            "state json",
            "state load",
            "state get Status",
            "state get progress.percent",
            "state get",
            "!state get Nope",
            "state validate",
            "state-snapshot",
            "state update Status Verifying --dry-run",
            "state update Status Verifying",
            "!state update Nope x",
            "state patch '{\"Status\": \"Ready to execute\"}'",
            "state sync",
            "state sync --verify",
            "state begin --action execute-phase --phase 1",
            "state idle --next plan-phase --phases 1",
            "state begin-phase 1",
            "state planned-phase 1 --plans 2",
            "state advance-plan",
            "state record-metric --phase 1 --plan 1 --duration 5min",
            "state update-progress",
            "state add-decision --phase 1 --summary Rust",
            "state add-blocker --text slow",
            "state resolve-blocker --text slow",
            "state record-session --stopped-at here",
            "state add-roadmap-evolution --note split --phase 1",
            "state signal-waiting --type choice --question 'this or that' --options 'this|that'",
            "state signal-resume",
            "state prune --keep-recent 1",
            "state rebuild --verbose",
            "state complete-phase 1",
            "state milestone-switch --milestone v3.0 --name Next",
            "!state init",
        ][..],
        &[
            "phases list",
            "phases list --type plans",
            "find-phase 1",
            "phase-plan-index 1",
            "phase list-plans 1",
            "phase next-decimal 1",
            "!phase complete 77",
            "phase add Polish",
            "phase insert 1 'Hot Fix'",
            "phase remove 3",
            "roadmap analyze",
            "roadmap get-phase 1",
            "roadmap update-plan-progress 1",
            "phase complete 1",
            "progress",
            "stats",
            "list-todos",
            "frontmatter get notes.md",
            "!frontmatter get none.md",
            "frontmatter set notes.md --field title --value New",
            "frontmatter set .planning/STATE.md --field stopped_at --value New",
            "milestone complete v2.0 --confirm --force",
        ],
        // The last ones: from here on the workstream is the active one.
        &[
            "workstream create side",
            "workstream list",
            "workstream get",
            "workstream set side",
            "!workstream set nobody",
            "workstream status side",
            "!roadmap analyze",
            "progress",
        ],
    ] {
        let mut project = Project::new();
        for line in lines {
            project.judge(program, line);
            if line.starts_with("state signal-waiting") {
                let waiting = fs::read(project.path().join(".planning/WAITING.json")).unwrap();
                project.hold("file-waiting", &serde_json::from_slice(&waiting).unwrap());
            }
        }
        let output = project.run(program, &["state", "get", "Nope", "--json-errors"]);
        project.hold("line-json-errors", &parsed(&output.stderr, "--json-errors", &output));
        if lines[0] == "state json" {
            fs::remove_file(project.path().join(".planning/STATE.md")).unwrap();
            project.judge(program, "state init");
        }
        assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
        for (all, own) in judged.iter_mut().zip(project.judged) {
            all.extend(own);
        }
    }
    assert_all("msd-tools", &judged[0]);
    // What needs a project fails without one.
    let never_fail = ["msd-tools-state-init", "msd-tools-workstream-create"];
    let failing: BTreeSet<String> = judged[0]
        .iter()
        .filter(|name| name.starts_with("msd-tools") && !never_fail.contains(&&***name))
        .cloned()
        .collect();
    let missing: Vec<&String> = failing.difference(&judged[1]).collect();
    assert!(missing.is_empty(), "no failure seen of {missing:?}");
}

/// Cairn 2: every output of `roundfix` as its schema says.
#[test]
fn outputs_of_roundfix() {
    let mut project = Project::new();
    let program = env!("CARGO_BIN_EXE_roundfix");
    let report = "docs/specs/0042-sample/qa/qa-report-2026-10-05.md";
    for line in [
        "list",
        &format!("qa-report accept {report}"),
        "!qa-report accept none.md",
        &format!("qa-report show {report}"),
        "settle 0042-sample",
        "!settle nope",
        "!archive nope",
        "archive 0042-sample --plan",
        "archive 0042-sample",
        "list --archived",
        "pull-request 0042-sample 7",
        "!pull-request nope 7",
        "!cancel 0042-sample --reason 'no need'",
        "unarchive 0042-sample",
        "!unarchive 0042-sample",
        "cancel 0042-sample --reason 'no need'",
        "list --cancelled",
    ] {
        project.judge(program, &format!("{line} --format json"));
    }
    assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
    let [results, failures] = &project.judged;
    assert_all("roundfix", results);
    let missing: Vec<&String> = results.difference(failures).collect();
    assert!(missing.is_empty(), "no failure seen of {missing:?}");
}

const CONFLICT: &str = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\n<<<<<<< ours\nstopped_at: a\nown: a\n=======\nstopped_at: b\nown: b\n>>>>>>> theirs\n---\n\n# Project State\n";

/// Cairn 2: every output of `cairn` as its schema says, and the baseline that it writes.
#[test]
fn outputs_of_cairn() {
    let mut project = Project::new();
    let program = env!("CARGO_BIN_EXE_cairn");
    for line in [
        "status",
        "init --dry-run",
        "init --yes --claude",
        "init --yes",
        "init --yes",
        "doctor",
        "init --remove --yes",
        "check",
        "check --fix --dry-run",
        "check --fix",
        "!check --baseline none.json",
        "check --baseline debt.json --write-baseline",
        "check --baseline debt.json",
        "completions bash",
        "explain",
        "explain bom",
        "history",
        "history status",
        "search pass",
        "log",
        "undo",
        "redo",
        "!redo",
        "recover",
        "recover --dry-run",
        "merge .planning/STATE.md .planning/ROADMAP.md",
        "merge notes.md notes.md",
        "!merge notes.md none.md",
        "resolve .planning/STATE.md",
        "!resolve none.md",
    ] {
        project.judge(program, &format!("{line} --format json"));
    }
    let debt = fs::read(project.path().join("debt.json")).unwrap();
    project.hold("file-baseline", &serde_json::from_slice(&debt).unwrap());
    project.write(".planning/STATE.md", CONFLICT);
    for line in
        ["status", "doctor", "check", "resolve .planning/STATE.md --dry-run", "resolve .planning/STATE.md"]
    {
        project.judge(program, &format!("{line} --format json"));
    }
    project.write(".planning/STATE.md", &CONFLICT.replace("=======\n", ""));
    project.judge(program, "!resolve .planning/STATE.md --format json");
    // The other binaries' words are theirs to the byte; their schemas hold here too.
    for (own, other) in [("msd-tools", "state json"), ("roundfix", "list --format json")] {
        let words: Vec<&str> = other.split(' ').collect();
        let output = project.run(program, &words);
        project.hold(&schema_of(own, &words), &parsed(&output.stdout, other, &output));
    }
    assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
    let [results, failures] = &project.judged;
    assert_all("cairn", results);
    // Whatever needs a project, or arguments that can be wrong; a rule or a shell that does not exist is a usage error.
    let needs_nothing = ["cairn-completions", "cairn-explain", "cairn-init"];
    let missing: Vec<&String> = results
        .difference(failures)
        .filter(|name| name.starts_with("cairn") && !needs_nothing.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "no failure seen of {missing:?}");
    project.write(".claude/settings.json", "no JSON");
    project.judge(program, "!init --claude --yes --format json");
    assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
}

/// Every schema of a program was held against a result.
fn assert_all(program: &str, judged: &BTreeSet<String>) {
    let prefix = format!("{program}-");
    let all: BTreeSet<String> = schemas().into_iter().filter(|name| name.starts_with(&prefix)).collect();
    let missing: Vec<&String> = all.difference(judged).collect();
    assert!(missing.is_empty(), "no result seen of {missing:?}");
}

/// Cairn 2: every command of every program has its schema, and every schema of a program belongs to a command.
#[test]
fn every_command_has_a_schema() {
    use clap::CommandFactory;
    let msd_tools = cairn_cli::msd_tools::command_line::CommandLine::command();
    let roundfix = cairn_cli::roundfix::command_line::CommandLine::command();
    let mut wanted = BTreeSet::new();
    let mut add = |program: &str, command: &clap::Command| {
        let inner: Vec<String> =
            command.get_subcommands().map(|inner| format!(" {}", inner.get_name())).collect();
        let inner = if inner.is_empty() { vec![String::new()] } else { inner };
        for words in inner {
            let words = format!("{program} {}{words}", command.get_name());
            if !WITHOUT_JSON.iter().any(|(without, _)| *without == words) {
                wanted.insert(words.replace(' ', "-"));
            }
        }
    };
    for (name, program) in [("msd-tools", &msd_tools), ("roundfix", &roundfix)] {
        program.get_subcommands().for_each(|command| add(name, command));
    }
    let cairn = cairn_cli::cairn::command_line::CommandLine::command();
    let is_other =
        |name: &str| [&msd_tools, &roundfix].iter().any(|other| other.find_subcommand(name).is_some());
    cairn
        .get_subcommands()
        .filter(|command| !is_other(command.get_name()))
        .for_each(|command| add("cairn", command));
    let programs = ["msd-tools-", "roundfix-", "cairn-"];
    let there: BTreeSet<String> = schemas()
        .into_iter()
        .filter(|name| programs.iter().any(|program| name.starts_with(program)))
        .collect();
    assert_eq!(there, wanted);
}

//! Real outputs against the committed JSON Schemas of `docs/schemas` (cairn 2).
//!
//! A small project with a finished Spec is made, the commands are run, and each answer is held against the schema of its command. The
//! judge below knows exactly the part of JSON Schema that `cargo xtask schemas` writes, and refuses every other word.

#![allow(clippy::disallowed_methods, reason = "a test that makes a project and runs the programs")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const STATE: &str = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code\ncurrent_phase: \"1\"\nstatus: executing\nprogress:\n  total_phases: 1\n  completed_phases: 0\n  total_plans: 1\n  completed_plans: 0\n  percent: 0\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 1 (Setup)\nPlan: 1 of 1 in current phase\nStatus: Ready to execute\nLast activity: 2026-06-20\n\nProgress: [░░░░░░░░░░] 0%\n\n### Decisions\n\nNone yet.\n\n### Blockers/Concerns\n\nNone yet.\n\n## Session Continuity\n\nLast session: 2026-06-20\nStopped at: nowhere\nResume file: None\n";
const ROADMAP: &str = "# Roadmap\n\n## v2.0 Code\n\n### Phase 1: Setup\n**Goal:** Base\n**Plans:** 1/1 plans complete\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. Setup | 0/1 | Planned |  |\n";
const TASKS: &str = "---\nschema: spec-tasks/v1\nqa: task_02\ngraph:\n  nodes:\n    - {id: task_01, file: task_01.md, needs: []}\n    - {id: task_02, file: task_02.md, needs: [task_01]}\n---\n";

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: tempfile::tempdir().unwrap() };
        let spec = "docs/specs/0042-sample";
        let task = |kind: &str| format!("---\nstatus: completed\ntype: {kind}\n---\n\n# Task\n");
        for (path, text) in [
            (".planning/STATE.md".to_owned(), STATE.to_owned()),
            (".planning/ROADMAP.md".to_owned(), ROADMAP.to_owned()),
            (".planning/phases/01-setup/01-01-PLAN.md".to_owned(), "# Plan\n".to_owned()),
            (
                format!("{spec}/_prd.md"),
                "---\nstatus: active\ncreated: 2026-10-01\n---\n\n# Sample\n\nOne pass.\n".to_owned(),
            ),
            (format!("{spec}/_tasks.md"), TASKS.to_owned()),
            (format!("{spec}/task_01.md"), task("backend")),
            (format!("{spec}/task_02.md"), task("qa")),
            (
                format!("{spec}/qa/qa-report-2026-10-05.md"),
                "---\nverdict: pass\n---\n\n# Report\n".to_owned(),
            ),
        ] {
            let path = project.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        for words in [&["init", "-q", "-b", "main"][..], &["add", "-A"], &["commit", "-q", "-m", "base"]] {
            let done = project.run("git", words);
            assert!(done.status.success(), "{done:?}");
        }
        project
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, program: &str, words: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.current_dir(self.path()).args(words);
        let home = self.path().join(".home");
        command.env("HOME", &home).env("XDG_STATE_HOME", home.join("state")).env("GIT_CONFIG_NOSYSTEM", "1");
        for (name, value) in [("NAME", "Case"), ("EMAIL", "case@example.org")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.output().unwrap()
    }

    /// Runs one of our programs and holds its answer against the schema `name`.
    fn judge(&self, name: &str, program: &str, words: &[&str]) {
        let output = self.run(program, words);
        let answer: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}: {output:?}"));
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schemas/{name}.json"));
        let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        if let Err(fault) = fits(&answer, &schema) {
            panic!("{name}: {fault}\n{answer:#}");
        }
    }
}

/// Whether a value fits a schema; else where it does not.
fn fits(value: &Value, schema: &Value) -> Result<(), String> {
    for (word, rule) in schema.as_object().ok_or("a schema is no object")? {
        match word.as_str() {
            "$schema" | "title" | "description" | "required" => {}
            "anyOf" => {
                let faults: Vec<String> =
                    rule.as_array().unwrap().iter().filter_map(|one| fits(value, one).err()).collect();
                if faults.len() == rule.as_array().unwrap().len() {
                    return Err(faults.join(" / "));
                }
            }
            "const" if rule == value => {}
            "const" => return Err(format!("{value} is not {rule}")),
            "type" => of_type(value, rule.as_str().unwrap())?,
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    fits(item, rule).map_err(|fault| format!("[{index}]: {fault}"))?;
                }
            }
            "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    fits(inner, rule).map_err(|fault| format!("{key}: {fault}"))?;
                }
            }
            "properties" => {
                for (key, inner) in rule.as_object().unwrap() {
                    match value.get(key) {
                        Some(found) => fits(found, inner).map_err(|fault| format!("{key}: {fault}"))?,
                        None if schema["required"]
                            .as_array()
                            .unwrap()
                            .contains(&Value::from(key.as_str())) =>
                        {
                            return Err(format!("`{key}` is missing"));
                        }
                        None => {}
                    }
                }
            }
            other => return Err(format!("the judge does not know `{other}`")),
        }
    }
    Ok(())
}

fn of_type(value: &Value, wanted: &str) -> Result<(), String> {
    let is = match wanted {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if is { Ok(()) } else { Err(format!("{value} is no {wanted}")) }
}

/// Cairn 2: every output of `msd-tools` as its schema says.
#[test]
fn outputs_of_msd_tools() {
    let project = Project::new();
    let program = env!("CARGO_BIN_EXE_msd-tools");
    for words in [
        &["state", "json"][..],
        &["state", "load"],
        &["state", "get", "Status"],
        &["state", "get", "Nope"],
        &["state", "update", "Status", "Verifying"],
        &["state", "sync"],
        &["state", "validate"],
        &["state", "add-decision", "--phase", "1", "--summary", "Rust"],
        &["state", "add-blocker", "--text", "slow"],
        &["state", "record-session", "--stopped-at", "here"],
        &["state", "rebuild"],
        &["phases", "list"],
        &["phase", "list-plans", "1"],
        &["phase", "next-decimal", "1"],
        &["phase", "add", "Polish"],
        &["phase", "complete", "1"],
        &["roadmap", "analyze"],
        &["roadmap", "get-phase", "1"],
        &["roadmap", "update-plan-progress", "1"],
    ] {
        project.judge(&format!("msd-tools-{}-{}", words[0], words[1]), program, words);
    }
    for words in [
        &["find-phase", "1"][..],
        &["phase-plan-index", "1"],
        &["progress"],
        &["stats"],
        &["state-snapshot"],
        &["list-todos"],
    ] {
        project.judge(&format!("msd-tools-{}", words[0]), program, words);
    }
    // The last ones: from here on the workstream is the active one.
    for words in [
        &["workstream", "create", "side"][..],
        &["workstream", "list"],
        &["workstream", "status", "side"],
        &["roadmap", "analyze"],
    ] {
        project.judge(&format!("msd-tools-{}-{}", words[0], words[1]), program, words);
    }
    project.judge("msd-tools-progress", program, &["progress"]);
}

/// Cairn 2: every output of `roundfix` as its schema says.
#[test]
fn outputs_of_roundfix() {
    let project = Project::new();
    let program = env!("CARGO_BIN_EXE_roundfix");
    let report = "docs/specs/0042-sample/qa/qa-report-2026-10-05.md";
    for (name, words) in [
        ("list", &["list"][..]),
        ("qa-report-accept", &["qa-report", "accept", report]),
        ("qa-report-show", &["qa-report", "show", report]),
        ("settle", &["settle", "0042-sample"]),
        ("archive", &["archive", "nope"]),
        ("archive", &["archive", "0042-sample"]),
        ("pull-request", &["pull-request", "0042-sample", "7"]),
        ("unarchive", &["unarchive", "0042-sample"]),
        ("cancel", &["cancel", "0042-sample", "--reason", "no need"]),
    ] {
        let words = [words, &["--format", "json"]].concat();
        project.judge(&format!("roundfix-{name}"), program, &words);
    }
}

/// Cairn 2: every output of `cairn` as its schema says, and the baseline that it writes.
#[test]
fn outputs_of_cairn() {
    let project = Project::new();
    let program = env!("CARGO_BIN_EXE_cairn");
    for (name, words) in [
        ("check", &["check"][..]),
        ("check", &["check", "--fix", "--dry-run"]),
        ("check", &["check", "--fix"]),
        ("check", &["check", "--baseline", "none.json"]),
        ("explain", &["explain"]),
        ("explain", &["explain", "bom"]),
        ("history", &["history"]),
        ("history", &["history", "status"]),
        ("search", &["search", "pass"]),
        ("log", &["log"]),
        ("undo", &["undo"]),
        ("redo", &["redo"]),
        ("redo", &["redo"]),
    ] {
        let words = [words, &["--format", "json"]].concat();
        project.judge(&format!("cairn-{name}"), program, &words);
    }
    project.run(program, &["check", "--baseline", "debt.json", "--write-baseline"]);
    project.judge("file-baseline", "cat", &["debt.json"]);
}

/// Cairn 2: every command of `msd-tools` and `roundfix` has its schema.
#[test]
fn every_command_has_a_schema() {
    use clap::CommandFactory;
    let programs = [
        ("msd-tools", cairn_cli::msd_tools::command_line::CommandLine::command()),
        ("roundfix", cairn_cli::roundfix::command_line::CommandLine::command()),
    ];
    for (name, program) in programs {
        for command in program.get_subcommands() {
            let inner: Vec<&str> = command.get_subcommands().map(|inner| inner.get_name()).collect();
            let inner = if inner.is_empty() { vec![""] } else { inner };
            for words in inner {
                let file = format!("{name} {} {words}", command.get_name());
                let file = format!("../../docs/schemas/{}.json", file.trim().replace(' ', "-"));
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
                // `delete` is an older word that only says which one to use.
                assert!(path.exists() || command.get_name() == "delete", "{file}");
            }
        }
    }
}

/// Cairn 2: the judge finds what does not fit.
#[test]
fn the_judge_judges() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "null" }] } } },
        "required": ["a"],
    });
    for (value, is_fitting) in [
        (serde_json::json!({ "a": ["x", null], "b": 1 }), true),
        (serde_json::json!({ "a": [1] }), false),
        (serde_json::json!({}), false),
        (serde_json::json!([]), false),
    ] {
        assert_eq!(fits(&value, &schema).is_ok(), is_fitting, "{value}");
    }
    assert!(fits(&serde_json::json!(1), &serde_json::json!({ "minimum": 0 })).is_err());
}

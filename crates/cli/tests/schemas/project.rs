//! A small project with a finished Spec, and the answers of our programs in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::judge::{fits, is_described};

const STATE: &str = "---\nmsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code\ncurrent_phase: \"1\"\nstatus: executing\nprogress:\n  total_phases: 2\n  completed_phases: 0\n  total_plans: 2\n  completed_plans: 0\n  percent: 0\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 2 (Setup)\nPlan: 1 of 2 in current phase\nStatus: Ready to execute\nLast activity: 2026-06-20\n\nProgress: [░░░░░░░░░░] 0%\n\n### Decisions\n\n- [Phase 1]: Plain text — diffs stay readable\n\n### Blockers/Concerns\n\nNone yet.\n\n## Session Continuity\n\nLast session: 2026-06-20\nStopped at: nowhere\nResume file: None\n";
const ROADMAP: &str = "# Roadmap\n\n## v2.0 Code\n\n- [ ] **Phase 1: Setup**\n- [ ] **Phase 2: Engine**\n\n### Phase 1: Setup\n**Goal:** Base\n**Plans:** 1/1 plans complete\n\nPlans:\n- [ ] 01-01-PLAN.md\n\n### Phase 2: Engine\n**Goal:** Core\n**Depends on:** Phase 1\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. Setup | 0/1 | Planned |  |\n| 2. Engine | 0/1 | Planned |  |\n";
const PLAN: &str = "---\nphase: 1\nplan: 1\nwave: 1\ndepends_on: []\nfiles_modified: [src/a.rs]\nautonomous: true\n---\n\n# Plan\n\n<objective>\nDo it.\n</objective>\n";
const TASKS: &str = "---\nschema: spec-tasks/v1\nqa: task_02\ngraph:\n  nodes:\n    - {id: task_01, file: task_01.md, needs: []}\n    - {id: task_02, file: task_02.md, needs: [task_01]}\n---\n";

/// The project, with a folder beside it that holds nothing.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    /// The schemas that a result was held against, and those that a failure was.
    pub(crate) judged: [BTreeSet<String>; 2],
    /// Every answer that is not as it should be.
    pub(crate) faults: Vec<String>,
}

impl Project {
    pub(crate) fn new() -> Project {
        let project =
            Project { folder: tempfile::tempdir().unwrap(), judged: Default::default(), faults: Vec::new() };
        let spec = "docs/specs/0042-sample";
        let task = |kind: &str| format!("---\nstatus: completed\ntype: {kind}\n---\n\n# Task\n");
        for (path, text) in [
            (".planning/STATE.md".to_owned(), STATE.to_owned()),
            (".planning/ROADMAP.md".to_owned(), ROADMAP.to_owned()),
            (".planning/phases/01-setup/01-01-PLAN.md".to_owned(), PLAN.to_owned()),
            (".planning/phases/01-setup/01-01-SUMMARY.md".to_owned(), "# Summary\n".to_owned()),
            (".planning/phases/02-engine/02-01-PLAN.md".to_owned(), PLAN.to_owned()),
            (
                ".planning/todos/pending/later.md".to_owned(),
                "---\ncreated: 2026-06-20\ntitle: Later\narea: core\n---\n".to_owned(),
            ),
            ("notes.md".to_owned(), "---\ntitle: Notes\nlist: [a, b]\n---\n\n# Notes\n".to_owned()),
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
            project.write(&path, &text);
        }
        fs::create_dir_all(project.folder.path().join("empty")).unwrap();
        for words in [&["init", "-q", "-b", "main"][..], &["add", "-A"], &["commit", "-q", "-m", "base"]] {
            let done = project.run("git", words);
            assert!(done.status.success(), "{done:?}");
        }
        project
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn run(&self, program: &str, words: &[&str]) -> Output {
        self.run_in(&self.path(), program, words)
    }

    fn run_in(&self, folder: &Path, program: &str, words: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.current_dir(folder).args(words);
        let home = self.folder.path().join("home");
        command.env("HOME", &home).env("XDG_STATE_HOME", home.join("state")).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("GIT_CEILING_DIRECTORIES", self.folder.path());
        for (name, value) in [("NAME", "Case"), ("EMAIL", "case@example.org")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.output().unwrap()
    }

    /// Runs a command line of `program` (`state get Nope`; words in `'…'` may hold blanks) and holds its answer against the schema of the
    /// command: a result, or a failure where the line begins with `!`. The same command is then run where there is nothing: what
    /// that answers is judged too.
    pub(crate) fn judge(&mut self, program: &str, line: &str) {
        let (line, fails) = line.strip_prefix('!').map_or((line, false), |line| (line, true));
        let name = Path::new(program).file_name().unwrap().to_str().unwrap();
        let words = words_of(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let schema = schema_of(name, &words);
        let output = self.run(program, &words);
        let answer = parsed(&output.stdout, line, &output);
        if is_failure(&answer) != fails {
            self.faults.push(format!("{line}: {answer:#}"));
        }
        self.hold(&schema, &answer);
        let outside = self.run_in(&self.folder.path().join("empty"), program, &words);
        if !outside.stdout.is_empty() {
            let answer = parsed(&outside.stdout, line, &outside);
            self.hold(&schema, &answer);
        }
    }

    /// Holds the refusal that a command line answers with against the schema of its command, which must name every fact; `error` is
    /// its token.
    pub(crate) fn judge_refusal(&mut self, program: &str, line: &str, error: &str) {
        self.judge_token(program, line, "error", error);
    }

    /// The same for a program whose token is the `reason`.
    pub(crate) fn judge_reason(&mut self, program: &str, line: &str, reason: &str) {
        self.judge_token(program, line, "reason", reason);
    }

    fn judge_token(&mut self, program: &str, line: &str, key: &str, token: &str) {
        let words = words_of(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = self.run(program, &words);
        let name = Path::new(program).file_name().unwrap().to_str().unwrap();
        self.hold_refusal(&schema_of(name, &words), line, &output, (key, token));
    }

    /// The same for an answer that is there already.
    pub(crate) fn hold_refusal(&mut self, name: &str, line: &str, output: &Output, token: (&str, &str)) {
        let answer = parsed(&output.stdout, line, output);
        let (key, error) = token;
        if answer[key] != error {
            self.faults.push(format!("{line}: not `{error}`: {answer:#}"));
        }
        if !is_described(&answer, &schema(name)) {
            self.faults.push(format!("{line}: not described: {answer:#}"));
        }
    }

    /// Holds a value against the schema `name`.
    pub(crate) fn hold(&mut self, name: &str, value: &Value) {
        if let Err(fault) = fits(value, &schema(name)) {
            self.faults.push(format!("{name}: {fault}\n{value:#}"));
        }
        let [results, failures] = &mut self.judged;
        let judged = if is_failure(value) { failures } else { results };
        judged.insert(name.to_owned());
    }
}

/// A failure says why; a result has no such key, whatever was found.
fn is_failure(answer: &Value) -> bool {
    answer.get("error").is_some_and(Value::is_string) && answer.get("valid").is_none()
}

pub(crate) fn parsed(text: &[u8], line: &str, output: &Output) -> Value {
    serde_json::from_slice(text).unwrap_or_else(|error| panic!("{line}: {error}: {output:?}"))
}

/// Every schema there is.
pub(crate) fn schemas() -> BTreeSet<String> {
    let listed = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = listed.map(|name| name.to_str().unwrap().to_owned());
    names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect()
}

/// The schema of a command: that of its first two words, else of its first.
pub(crate) fn schema_of(program: &str, words: &[&str]) -> String {
    let both = format!("{program}-{}", words.get(..2).unwrap_or(words).join("-"));
    if folder().join(format!("{both}.json")).exists() { both } else { format!("{program}-{}", words[0]) }
}

fn schema(name: &str) -> Value {
    let text =
        fs::read(folder().join(format!("{name}.json"))).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_slice(&text).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

/// Words between blanks; `'…'` is one word.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

//! A project whose every free text is given by the test.

use std::path::Path;
use std::process::Command;

use cairn_testkit::repository::TestRepository;
use cairn_testkit::writing::copy;

/// The other programs stand beside this one.
const CAIRN: &str = env!("CARGO_BIN_EXE_cairn");

/// A planning tree, two Specs and a document that cites them, committed.
pub(crate) struct Project {
    pub(crate) repository: TestRepository,
}

impl Project {
    /// `text` gives what stands at the next free place: one line, whatever bytes.
    pub(crate) fn new(mut text: impl FnMut() -> Vec<u8>) -> Project {
        let repository = TestRepository::new();
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lantern");
        copy(&sample, repository.root());
        for (path, template) in FILES {
            repository.write(path, filled(template, &mut text));
        }
        for (path, line) in REPLACED {
            let place = repository.root().join(path);
            let lines = std::fs::read(&place).unwrap();
            let mut replaced = Vec::new();
            for old in lines.split_inclusive(|&byte| byte == b'\n') {
                if old.starts_with(start(line)) {
                    replaced.extend(filled(line, &mut text));
                    replaced.push(b'\n');
                } else {
                    replaced.extend_from_slice(old);
                }
            }
            std::fs::write(place, replaced).unwrap();
        }
        repository.commit_all(0, "a lighthouse");
        Project { repository }
    }

    /// A command that is not started yet, in the environment of the project.
    pub(crate) fn command(&self, program: &str, words: &[&[u8]]) -> Command {
        use std::os::unix::ffi::OsStrExt as _;
        let mut command = Command::new(Path::new(CAIRN).with_file_name(program));
        command.args(words.iter().map(|word| std::ffi::OsStr::from_bytes(word)));
        command.current_dir(self.repository.root()).env_clear().envs(self.repository.environment());
        command.env("TERM", "xterm-256color");
        command
    }
}

/// What a line begins with, up to the first free place.
fn start(line: &str) -> &[u8] {
    line.split('@').next().unwrap_or_default().as_bytes()
}

fn filled(template: &str, text: &mut impl FnMut() -> Vec<u8>) -> Vec<u8> {
    let mut filled = Vec::new();
    for (number, piece) in template.split('@').enumerate() {
        if number > 0 {
            filled.extend(text());
        }
        filled.extend_from_slice(piece.as_bytes());
    }
    filled
}

/// Written from these; `@` is a free place.
const FILES: [(&str, &str); 6] = [
    (
        ".planning/STATE.md",
        "---
msd_state_version: '1.0'
milestone: v1.0
milestone_name: Light @
current_phase: \"1\"
current_phase_name: Sensor @
status: executing
stopped_at: half way @
last_activity: 2026-10-01 -- @
next_action: execute-phase @
remark: unknown @
---

# Project State

## Project Reference

**Current focus:** the horn @

## Current Position

Phase: 1 of 2 (Sensor @)
Plan: 1 of 2
Status: Executing @
Last activity: 2026-10-01 -- @

## Accumulated Context

### Decisions

- [Phase 1]: Plain text @

### Blockers/Concerns

- The horn is @ loud
- The @ is missing

## Session

Last session: 2026-10-01T10:00:00.000Z
Stopped at: half way @
Resume file: .planning/phases/01-sensor/@.md
",
    ),
    (
        ".planning/ROADMAP.md",
        "# Roadmap @

- [ ] **Phase 1: Sensor @** - reads @
- [ ] **Phase 2: Horn @** - sounds @

### Phase 1: Sensor @
**Goal**: read @
**Depends on**: @
**Requirements**: READ-01, @
**Plans**: 2 plans

- [ ] 01-01: first @
- [ ] 01-02: second @

### Phase 2: Horn @
**Goal**: sound @
",
    ),
    (
        ".planning/phases/01-sensor/01-01-PLAN.md",
        "---\nphase: 01-sensor\nplan: 01\nwave: 1\nobjective: @\ndepends_on: [\"@\"]\n---\n\n# Plan @\n",
    ),
    (".planning/phases/01-sensor/01-01-SUMMARY.md", "---\nphase: @\none_liner: @\n---\n\n# Done @\n"),
    (".planning/todos/pending/one.md", "---\ntitle: todo @\narea: area @\ncreated: 2026-10-01 @\n---\n\n@\n"),
    ("docs/note.md", "# Note @\n\nSee [@](specs/0007-fog-signal/measurement/none-@.md), fog @ horn.\n"),
];

/// Lines of the copied sample that get a free place, found by what they begin with.
const REPLACED: [(&str, &str); 9] = [
    ("docs/specs/0007-fog-signal/_prd.md", "# A horn @"),
    ("docs/specs/0007-fog-signal/_prd.md", "- One sensor decides @"),
    ("docs/specs/0007-fog-signal/task_01.md", "# Task 01: @"),
    ("docs/specs/0007-fog-signal/task_01.md", "The sensor is read @"),
    ("docs/specs/0007-fog-signal/qa/qa-report-2026-09-30.md", "The horn sounds @"),
    ("docs/specs/0008-night-watch/_prd.md", "# @"),
    ("docs/specs/0008-night-watch/_prd.md", "created: 2026@"),
    ("docs/specs/0008-night-watch/task_01.md", "status: @"),
    ("docs/guide/horn.md", "# The horn @"),
];

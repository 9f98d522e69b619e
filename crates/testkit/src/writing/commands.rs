//! The list.

use super::Edit::{Change, Commit, Put, Remove, Run};
use super::{Edit, WritingCommand};

const STATE: &str = ".planning/STATE.md";
const FINISHED: &str = "0007-fog-signal";
const OPEN: &str = "0008-night-watch";

const fn tools(
    command: &'static str,
    words: &'static [&'static str],
    scene: &'static [Edit],
) -> WritingCommand {
    WritingCommand { command, program: "msd-tools", words, scene }
}

const fn roundfix(
    command: &'static str,
    words: &'static [&'static str],
    scene: &'static [Edit],
) -> WritingCommand {
    WritingCommand { command, program: "roundfix", words, scene }
}

const fn cairn(
    command: &'static str,
    words: &'static [&'static str],
    scene: &'static [Edit],
) -> WritingCommand {
    WritingCommand { command, program: "cairn", words, scene }
}

/// A phase that has everything it needs to be closed.
const SECOND_PHASE_DONE: [Edit; 2] = [
    Put(".planning/phases/02-forecast/02-02-SUMMARY.md", "---\nphase: 02-forecast\nplan: 02\n---\n\nWind.\n"),
    Put(".planning/phases/02-forecast/02-03-SUMMARY.md", "---\nphase: 02-forecast\nplan: 03\n---\n\nBars.\n"),
];

const ARCHIVED: [Edit; 2] = [Run("roundfix", &["archive", FINISHED]), Commit];

const WAITING: [Edit; 1] = [Run(
    "msd-tools",
    &["state", "signal-waiting", "--type", "decision", "--question", "Which gauge?", "--options", "7|8"],
)];

const UPDATED: [Edit; 1] = [Run("msd-tools", &["state", "update", "Stopped at", "The seventh gauge"])];

const CONFLICT: &str = "---\nmsd_state_version: '1.0'\nmilestone: v1.0\nstatus: executing\n---\n\n# Project State\n\n\
    ## Accumulated Context\n\n### Decisions\n\n- [Phase 1]: Polled\n<<<<<<< ours\n- [Phase 2]: Ours\n=======\n\
    - [Phase 2]: Theirs\n>>>>>>> theirs\n";

const BASE: &str = "---\nmsd_state_version: '1.0'\nstatus: planning\n---\n\n# Project State\n\n### Decisions\n\n- [Phase 1]: One\n";
const OURS: &str = "---\nmsd_state_version: '1.0'\nstatus: executing\n---\n\n# Project State\n\n### Decisions\n\n- [Phase 1]: One\n- [Phase 2]: Ours\n";
const THEIRS: &str = "---\nmsd_state_version: '1.0'\nstatus: planning\n---\n\n# Project State\n\n### Decisions\n\n- [Phase 1]: One\n- [Phase 2]: Theirs\n";

/// Every command that writes, some of them in more than one way.
pub const COMMANDS: &[WritingCommand] = &[
    tools("state init", &["state", "init", "--milestone", "v1.0", "--name", "First Print"], &[Remove(STATE)]),
    tools("state update", &["state", "update", "Status", "Verifying"], &[]),
    tools("state patch", &["state", "patch", "--Status", "Verifying", "--Stopped at", "The third plan"], &[]),
    tools("state sync", &["state", "sync"], &[Change(STATE, "percent: 33", "percent: 12")]),
    tools("state begin", &["state", "begin", "--action", "execute-phase", "--phase", "2"], &[]),
    tools("state idle", &["state", "idle", "--next", "execute-phase", "--phases", "2,3"], &[]),
    tools("state begin-phase", &["state", "begin-phase", "3"], &[]),
    tools("state planned-phase", &["state", "planned-phase", "3", "--plans", "4"], &[]),
    tools("state advance-plan", &["state", "advance-plan"], &[]),
    tools("state complete-phase", &["state", "complete-phase", "2"], &SECOND_PHASE_DONE),
    tools(
        "state milestone-switch",
        &["state", "milestone-switch", "--milestone", "v1.1", "--name", "Rain"],
        &[],
    ),
    tools(
        "state record-metric",
        &[
            "state",
            "record-metric",
            "--phase",
            "2",
            "--plan",
            "2",
            "--duration",
            "12min",
            "--tasks",
            "3",
            "--files",
            "4",
        ],
        &[],
    ),
    tools(
        "state update-progress",
        &["state", "update-progress"],
        &[Change(STATE, "percent: 33", "percent: 12")],
    ),
    tools(
        "state add-decision",
        &["state", "add-decision", "--summary", "Plain paper", "--rationale", "it dries"],
        &[],
    ),
    tools("state add-blocker", &["state", "add-blocker", "--text", "No ink"], &[]),
    tools(
        "state resolve-blocker",
        &["state", "resolve-blocker", "--text", "Gauge 7 is four minutes late"],
        &[],
    ),
    tools("state record-session", &["state", "record-session", "--stopped-at", "Completed 02-02"], &[]),
    tools(
        "state add-roadmap-evolution",
        &["state", "add-roadmap-evolution", "--note", "Wind first", "--phase", "2"],
        &[],
    ),
    tools(
        "state signal-waiting",
        &["state", "signal-waiting", "--type", "decision", "--question", "Which gauge?", "--options", "7|8"],
        &[],
    ),
    tools("state signal-resume", &["state", "signal-resume"], &WAITING),
    tools("state prune", &["state", "prune", "--keep-recent", "0"], &[]),
    tools("state rebuild", &["state", "rebuild"], &[Change(STATE, "[███░░░░░░░] 33%", "[░░░░░░░░░░] 0%")]),
    tools("phase complete", &["phase", "complete", "2"], &SECOND_PHASE_DONE),
    tools("phase add", &["phase", "add", "Bound volume"], &[]),
    tools("phase insert", &["phase", "insert", "2", "Errata"], &[]),
    tools("phase remove", &["phase", "remove", "1", "--force"], &[]),
    tools("roadmap update-plan-progress", &["roadmap", "update-plan-progress", "2"], &[SECOND_PHASE_DONE[0]]),
    tools("milestone complete", &["milestone", "complete", "v1.0", "--confirm", "--force"], &[]),
    tools(
        "frontmatter set",
        &[
            "frontmatter",
            "set",
            ".planning/phases/02-forecast/02-02-PLAN.md",
            "--field",
            "wave",
            "--value",
            "7",
        ],
        &[],
    ),
    tools("workstream create", &["workstream", "create", "printing"], &[]),
    tools(
        "workstream set",
        &["workstream", "set", "printing"],
        &[
            Run("msd-tools", &["workstream", "create", "printing"]),
            Run("msd-tools", &["workstream", "create", "binding"]),
        ],
    ),
    roundfix("archive", &["archive", FINISHED], &[]),
    roundfix("archive", &["archive", FINISHED, "--commit"], &[]),
    roundfix("cancel", &["cancel", OPEN, "--reason", "the lamp never fails"], &[]),
    roundfix("unarchive", &["unarchive", FINISHED, "--relink"], &ARCHIVED),
    roundfix(
        "settle",
        &["settle", FINISHED],
        &[
            Change("docs/specs/0007-fog-signal/task_03.md", "status: completed", "status: in_progress"),
            Commit,
        ],
    ),
    roundfix("pull-request", &["pull-request", FINISHED, "117"], &ARCHIVED),
    cairn("init", &["init", "--yes", "--state", "--git", "--hooks", "--claude"], &[Remove(STATE)]),
    cairn(
        "init",
        &["init", "--remove", "--yes"],
        &[Remove(STATE), Run("cairn", &["init", "--yes", "--state", "--git", "--hooks", "--claude"])],
    ),
    cairn("undo", &["undo"], &UPDATED),
    cairn("undo", &["undo"], &[ARCHIVED[0]]),
    cairn("undo", &["undo"], &[Run("msd-tools", &["phase", "remove", "1", "--force"])]),
    cairn("redo", &["redo"], &[UPDATED[0], Run("cairn", &["undo"])]),
    cairn("check", &["check", "--fix", ".planning"], &[Change(STATE, "percent: 33", "percent: 12")]),
    cairn("check", &["check", ".planning", "--baseline", "known.json", "--write-baseline"], &[]),
    cairn(
        "merge-driver",
        &["merge-driver", "base.md", "ours.md", "theirs.md", "-P", STATE],
        &[Put("base.md", BASE), Put("ours.md", OURS), Put("theirs.md", THEIRS)],
    ),
    cairn("resolve", &["resolve", STATE], &[Put(STATE, CONFLICT)]),
];

/// Every command that writes nothing, or nothing but what a crash left (`recover`).
pub const READING: &[&str] = &[
    "completions",
    "doctor",
    "explain",
    "find-phase",
    "frontmatter get",
    "history",
    "list",
    "list-todos",
    "log",
    "merge",
    "phase list-plans",
    "phase next-decimal",
    "phase-plan-index",
    "phases list",
    "progress",
    "qa-report accept",
    "qa-report show",
    "recover",
    "roadmap analyze",
    "roadmap get-phase",
    "search",
    "state get",
    "state json",
    "state load",
    "state validate",
    "state-snapshot",
    "stats",
    "status",
    "statusline",
    "workstream get",
    "workstream list",
    "workstream status",
];

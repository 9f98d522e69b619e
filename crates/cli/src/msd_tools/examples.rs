//! The examples of `msd-tools`: every command has one, in the order of the help.

use crate::help::examples::Example;

/// Another workstream than the project's own files.
const WORKSTREAM: &[&str] = &["msd-tools workstream create tides"];

/// A finished milestone: every plan has its summary.
const FINISHED: &[&str] = &[
    "echo done > .planning/phases/02-forecast/02-02-SUMMARY.md",
    "echo done > .planning/phases/02-forecast/02-03-SUMMARY.md",
];

/// Every example.
pub const EXAMPLES: &[Example] = &[
    Example::of(
        "",
        &[
            "msd-tools state json --pick progress.percent",
            "msd-tools state update Status \"Ready to execute\" --dry-run",
            "msd-tools phase complete 2 --force",
        ],
    ),
    Example::of("state", &["msd-tools state", "msd-tools state json"]),
    Example::of("state json", &["msd-tools state json", "msd-tools state.json --pick progress.percent"]),
    Example::of("state load", &["msd-tools state load --pick state_exists"]),
    Example::of("state get", &["msd-tools state get Status", "msd-tools state get progress.percent --raw"]),
    Example::of("state init", &["msd-tools state init --milestone v1.0 --name \"First Release\""])
        .after(&["rm .planning/STATE.md"]),
    Example::of(
        "state update",
        &["msd-tools state update Status \"Ready to execute\"", "msd-tools state update next_phases 4.5,4.6"],
    ),
    Example::of(
        "state patch",
        &[
            "msd-tools state patch --Status Verifying --\"Resume file\" notes.md",
            "msd-tools state patch '{\"Status\": \"Verifying\"}'",
        ],
    ),
    Example::of("state sync", &["msd-tools state sync --verify", "msd-tools state sync"]),
    Example::of("state begin", &["msd-tools state begin --action execute-phase --phase 2"]),
    Example::of("state idle", &["msd-tools state idle --next execute-phase --phases 2,3"]),
    Example::of("state begin-phase", &["msd-tools state begin-phase 3 --plans 2"]),
    Example::of(
        "state planned-phase",
        &["msd-tools state planned-phase 3 --name \"Printed Table\" --plans 2"],
    ),
    Example::of("state advance-plan", &["msd-tools state advance-plan"]),
    Example::of("state complete-phase", &["msd-tools state complete-phase 2"]),
    Example::of(
        "state milestone-switch",
        &["msd-tools state milestone-switch --milestone v1.1 --name \"Second Print\""],
    ),
    Example::of(
        "state record-metric",
        &["msd-tools state record-metric --phase 2 --plan 2 --duration 12min --tasks 3 --files 4"],
    ),
    Example::of("state update-progress", &["msd-tools state update-progress"]),
    Example::of(
        "state add-decision",
        &["msd-tools state add-decision --summary \"Plain text only\" --rationale \"diffs stay readable\""],
    ),
    Example::of("state add-blocker", &["msd-tools state add-blocker --text \"CI is flaky\" --phase 2"]),
    Example::of("state resolve-blocker", &["msd-tools state resolve-blocker --text \"Gauge 7\""]),
    Example::of("state record-session", &["msd-tools state record-session --stopped-at \"Completed 02-01\""]),
    Example::of(
        "state add-roadmap-evolution",
        &[
            "msd-tools state add-roadmap-evolution --phase 2.1 --action inserted --after 2 --note \"a gauge broke\" --urgent",
        ],
    ),
    Example::of(
        "state signal-waiting",
        &[
            "msd-tools state signal-waiting --type decision --question \"Metres or feet?\" --options \"metres|feet\"",
        ],
    ),
    Example::of("state signal-resume", &["msd-tools state signal-resume"])
        .after(&["msd-tools state signal-waiting --type decision --question \"Metres or feet?\""]),
    Example::of("state prune", &["msd-tools state prune --keep-recent 5 --dry-run"]),
    Example::of("state rebuild", &["msd-tools state rebuild --verbose"]),
    Example::of(
        "state validate",
        &["msd-tools state validate --format text", "msd-tools state validate --strict --format github"],
    ),
    Example::of("phase", &["msd-tools phase list-plans 2", "msd-tools phase next-decimal 2"]),
    Example::of("phase complete", &["msd-tools phase complete 2"]).after(FINISHED),
    Example::of("phase complete", &["msd-tools phase complete 2"]).ends(1),
    Example::of("phase add", &["msd-tools phase add \"Tide Clock\""]),
    Example::of("phase insert", &["msd-tools phase insert 2 \"Broken Gauge\""]),
    Example::of("phase remove", &["msd-tools phase remove 3 --dry-run"]),
    Example::of("phase next-decimal", &["msd-tools phase next-decimal 2 --raw"]),
    Example::of("phase list-plans", &["msd-tools phase list-plans 2"]),
    Example::of("phases", &["msd-tools phases list"]),
    Example::of("phases list", &["msd-tools phases list", "msd-tools phases list --type plans --phase 2"]),
    Example::of("find-phase", &["msd-tools find-phase 2 --pick directory"]),
    Example::of("phase-plan-index", &["msd-tools phase-plan-index 2 --pick runnable"]),
    Example::of("roadmap", &["msd-tools roadmap analyze --pick current_phase"]),
    Example::of("roadmap get-phase", &["msd-tools roadmap get-phase 2"]),
    Example::of("roadmap analyze", &["msd-tools roadmap analyze --pick next_phase"]),
    Example::of("roadmap update-plan-progress", &["msd-tools roadmap update-plan-progress 2"]),
    Example::of("milestone", &["msd-tools milestone complete v1.0 --confirm --force --dry-run"]),
    Example::of(
        "milestone complete",
        &["msd-tools milestone complete v1.0 --confirm --force --name \"First Print\""],
    ),
    Example::of("progress", &["msd-tools progress", "msd-tools progress bar --raw"]),
    Example::of("stats", &["msd-tools stats table --raw"]),
    Example::of("state-snapshot", &["msd-tools state-snapshot --pick blockers"]),
    Example::of("frontmatter", &["msd-tools frontmatter get .planning/STATE.md --field status"]),
    Example::of(
        "frontmatter get",
        &["msd-tools frontmatter get .planning/STATE.md --field progress.percent"],
    ),
    Example::of(
        "frontmatter set",
        &["msd-tools frontmatter set .planning/phases/02-forecast/02-02-PLAN.md --field wave --value 2"],
    ),
    Example::of("list-todos", &["msd-tools list-todos", "msd-tools list-todos gauges --pick count"]),
    Example::of("workstream", &["msd-tools workstream list"]),
    Example::of("workstream list", &["msd-tools workstream list --pick count"]),
    Example::of("workstream status", &["msd-tools workstream status tides"]).after(WORKSTREAM),
    Example::of("workstream get", &["msd-tools workstream get --raw"]),
    Example::of("workstream set", &["msd-tools workstream set tides"]).after(WORKSTREAM),
    Example::of("workstream create", &["msd-tools workstream create tides"]),
];

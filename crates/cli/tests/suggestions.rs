//! What a command that was not done, or found nothing, says on stderr: `did you mean` at every place where a word can be wrong: commands, flags, values, fields, phases, Specs, records, workstreams,
//! rules (issue 7, item 3).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;

use cairn_testkit::sample::SampleProject;

/// Each line, and the word that is offered; `None` where nothing is near.
const SLIPS: &[(&str, Option<&str>)] = &[
    ("msd-tools stat json", Some("state")),
    ("msd-tools state jsn", Some("json")),
    ("msd-tools state.jsno", Some("json")),
    ("msd-tools state json --hlp", Some("--help")),
    ("msd-tools state json --lock-timout 3", Some("--lock-timeout")),
    ("msd-tools phases list --type plns", Some("plans")),
    ("msd-tools progress tabel", Some("table")),
    ("msd-tools state get Staus", Some("Status")),
    ("msd-tools state update staus x", Some("Status")),
    ("msd-tools state patch --Staus x", Some("Status")),
    ("msd-tools frontmatter get .planning/STATE.md --field progress.percnt", Some("progress.percent")),
    ("msd-tools state begin --action excute-phase --phase 2", Some("execute-phase")),
    ("msd-tools state idle --next verfy-phase --phases 2", Some("verify-phase")),
    ("msd-tools state json --pick progres", Some("progress")),
    ("msd-tools phase list-plans 2", None),
    ("msd-tools roadmap get-phase 21", Some("2.1")),
    ("msd-tools phase complete 2..1", None),
    ("msd-tools find-phase 99", None),
    ("msd-tools workstream status tdies", Some("tides")),
    ("msd-tools state json --ws tide", Some("tides")),
    ("roundfix lst", Some("list")),
    ("roundfix archive 0007-fog-signl", Some("0007-fog-signal")),
    ("roundfix settle 0007-fog-sginal", Some("0007-fog-signal")),
    ("roundfix unarchive 0006-old-lmap", Some("0006-old-lamp")),
    ("roundfix unarchive 0007-fog-signl", None),
    ("roundfix list --archved", Some("--archived")),
    ("roundfix list --format jsno", Some("json")),
    ("cairn expain", Some("explain")),
    ("cairn stat", Some("state")),
    ("cairn explain roadmap-row-drft", Some("roadmap-row-drift")),
    ("cairn archive 0007-fog-signl", Some("0007-fog-signal")),
    ("cairn check --formt json", Some("--format")),
    ("cairn history statsu", Some("status")),
];

/// Each line of a newcomer, its exit status, and what stderr says; empty where it says nothing.
const HINTS: &[(&str, i32, &str)] = &[
    // Words that `next` shows.
    (
        "cairn execute-phase 1",
        2,
        "hint: `execute-phase` is a step of the agent's workflow; `cairn state begin-phase N` records",
    ),
    ("msd-tools plan-phase 1", 2, "`msd-tools state begin --action plan-phase --phase N` records"),
    ("cairn verify-work 1", 2, "`cairn state begin --action verify-phase --phase N` records"),
    ("roundfix discuss-phase", 2, "`cairn state begin --action discuss-phase --phase N` records"),
    // Flags of other programs.
    ("cairn status --json", 2, "hint: write `--format json`"),
    ("roundfix list --json", 2, "hint: write `--format json`"),
    ("msd-tools state json --json", 2, "hint: the result is JSON as it is; `--raw` gives the short text"),
    ("cairn -C . status", 2, "hint: write `--cwd DIR`"),
    ("roundfix archive 0007-fog-signal --dry-run", 2, "hint: `--plan` shows what would be done"),
    // Texts without their flag.
    ("msd-tools state add-decision 'one buoy'", 2, "did you mean `--summary \"one buoy\"`?"),
    ("msd-tools state add-decision", 2, "--summary"),
    ("msd-tools state add-blocker fog", 2, "did you mean `--text fog`?"),
    ("cairn state resolve-blocker fog", 2, "did you mean `--text fog`?"),
    ("msd-tools state record-session", 2, "--stopped-at"),
    ("msd-tools frontmatter get .planning/STATE.md status", 2, "did you mean `--field status`?"),
    ("msd-tools workstream", 2, "hint: `msd-tools workstream --help` lists the commands"),
    // Help and version as words.
    ("cairn help", 0, ""),
    ("cairn help state add-decision", 0, ""),
    ("roundfix help archive", 0, ""),
    ("msd-tools version", 0, ""),
    ("cairn help bogus", 2, "has no command `bogus`"),
    // A Spec by its number, by its path, and one that is gone.
    ("roundfix archive 0007", 2, "did you mean `0007-fog-signal`?"),
    ("roundfix archive 7", 2, "did you mean `0007-fog-signal`?"),
    ("roundfix archive docs/specs/0007-fog-signal/", 2, "hint: write the name alone: `0007-fog-signal`"),
    ("roundfix archive ../", 2, "such as `0042-sample`"),
    (
        "roundfix archive 0006-old-lamp",
        2,
        "`0006-old-lamp` is cancelled already: `docs/history/specs/0006-old-lamp.md`; `roundfix unarchive 0006-old-lamp` brings it back",
    ),
    (
        "roundfix cancel 6 --reason x",
        2,
        "`0006-old-lamp` is cancelled: `docs/history/specs/0006-old-lamp.md`",
    ),
    // Nothing found is said.
    ("cairn search zzz", 0, "no record and no archived Spec holds `zzz`"),
    // A list for programs is empty and silent (archive-331); a person at a terminal is told.
    ("roundfix list --archived", 0, ""),
    ("cd \"$(mktemp -d)\" && mkdir .planning && cairn log", 0, "no operation is recorded"),
    // A doubtful value is written, but not without a word.
    ("msd-tools state update Status banana", 0, "warning: status_unknown: the status `banana` gives no word"),
    ("msd-tools state update Status 'Awaiting next milestone'", 0, ""),
    // Half of a conflict.
    (
        "printf '<<<<<<< a\\nx\\n=======\\ny\\n>>>>>>> b\\n' >> .planning/ROADMAP.md && cairn",
        0,
        "warning: merge_conflict: `.planning/ROADMAP.md` has merge-conflict markers",
    ),
    (
        "printf '<<<<<<< a\\nx\\n=======\\ny\\n>>>>>>> b\\n' >> .planning/STATE.md && msd-tools state get Status --raw",
        0,
        "warning: merge_conflict: `.planning/STATE.md` has",
    ),
    ("msd-tools state update Status Verifying", 1, "`cairn resolve .planning/STATE.md` merges them"),
];

/// Every program says what to do next, and nothing ends in silence.
#[test]
fn a_newcomer_is_told_what_to_do() {
    let bin = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    let project = SampleProject::new(bin);
    with_a_cancelled_spec(&project);
    let mut faults = Vec::new();
    for (line, exit, expected) in HINTS {
        let said = project.line(line).unwrap();
        let text = String::from_utf8_lossy(&said.stderr);
        let fits = if expected.is_empty() { text.is_empty() } else { text.contains(expected) };
        if !fits || said.status.code() != Some(*exit) {
            faults.push(format!("{line}: not `{expected}` with {exit}: {:?}\n{text}", said.status.code()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The sample, with a Spec that was cancelled.
fn with_a_cancelled_spec(project: &SampleProject) {
    for line in [
        "cp -r docs/specs/0008-night-watch docs/specs/0006-old-lamp && git add -A && git commit -q -m lamp",
        "sed -i 's/0008-night-watch/0006-old-lamp/' docs/specs/0006-old-lamp/* && git commit -q -a -m lamp",
        "roundfix cancel 0006-old-lamp --reason 'it was old'",
    ] {
        let done = project.line(line).unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn what_was_meant_is_named() {
    let bin = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    let project = SampleProject::new(bin);
    for line in [
        "msd-tools phase insert 2 'Broken Gauge'",
        "mkdir -p .planning/workstreams/tides && cp .planning/STATE.md .planning/workstreams/tides",
    ] {
        let done = project.line(line).unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
    with_a_cancelled_spec(&project);
    let mut faults = Vec::new();
    for (line, expected) in SLIPS {
        let said = project.line(line).unwrap();
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        let offered = text.split_once("did you mean `").and_then(|(_, rest)| rest.split_once('`'));
        let offered = offered.map(|(word, _)| word);
        if offered != *expected {
            faults.push(format!("{line}: offers {offered:?}, not {expected:?}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

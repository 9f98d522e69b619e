//! `did you mean` at every place where a word can be wrong: commands, flags, values, fields, phases, Specs, records, workstreams,
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

#[test]
fn what_was_meant_is_named() {
    let bin = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    let project = SampleProject::new(bin);
    for line in [
        "msd-tools phase insert 2 'Broken Gauge'",
        "cp -r docs/specs/0008-night-watch docs/specs/0006-old-lamp && git add -A && git commit -q -m lamp",
        "sed -i 's/0008-night-watch/0006-old-lamp/' docs/specs/0006-old-lamp/* && git commit -q -a -m lamp",
        "roundfix cancel 0006-old-lamp --reason 'it was old'",
        "mkdir -p .planning/workstreams/tides && cp .planning/STATE.md .planning/workstreams/tides",
    ] {
        let done = project.line(line).unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
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

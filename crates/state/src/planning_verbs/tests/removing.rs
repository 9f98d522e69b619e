//! `phase remove`: what goes, what follows, and what is left alone.

use super::writing::changes;
use super::*;

const STORED: Option<&str> = Some("v2.0");

fn remove(roadmap: &str, files: &[(&str, &str)], phase: &str, force: bool) -> Result<Vec<String>, Failure> {
    let snapshot = sample_with(roadmap, files, &phase_remove::focus(STORED, &id(phase)));
    phase_remove::run(&snapshot, STORED, &id(phase), force, Vec::new()).map(|decision| changes(&decision))
}

fn with_phase(number: u32) -> String {
    ROADMAP.replace("## Progress", &format!("### Phase {number}: Launch\n\n## Progress"))
}

/// S-17: a phase that is planned only, or on disk only, can be removed; the folders of no phase of the milestone keep their names.
#[test]
fn s17_removes_what_is_there() {
    assert_eq!(remove(&with_phase(4), &[], "4", false).unwrap(), ["write .planning/ROADMAP.md"]);
    let ghost = [("phases/05-ghost/05-01-PLAN.md", "")];
    assert_eq!(remove(ROADMAP, &ghost, "5", false).unwrap(), ["remove .planning/phases/05-ghost"]);
    assert_eq!(
        remove(ROADMAP, &ghost, "3", false).unwrap(),
        ["remove .planning/phases/03-polish", "write .planning/ROADMAP.md"]
    );
}

/// S-17: the names of folders and files keep their width.
#[test]
fn s17_names_keep_their_width() {
    let files = [("phases/10-launch/10-01-PLAN.md", "# Plan\n")];
    assert_eq!(
        remove(&with_phase(10), &files, "3", false).unwrap()[1..3],
        [
            "move .planning/phases/10-launch > .planning/phases/09-launch",
            "move .planning/phases/09-launch/10-01-PLAN.md > .planning/phases/09-launch/09-01-PLAN.md",
        ]
    );
}

/// S-17, D5: a plan that was not read whole is not written.
#[test]
fn s17_only_whole_plans_are_written() {
    for (length, is_written) in [(65_535, true), (65_536, false)] {
        let front = "---\nphase: 04-launch\n---\n";
        let plan = format!("{front}{}", "x".repeat(length - front.len()));
        let changes =
            remove(&with_phase(4), &[("phases/04-launch/04-01-PLAN.md", &plan)], "3", false).unwrap();
        let write = "write .planning/phases/03-launch/03-01-PLAN.md".to_owned();
        assert_eq!(changes.contains(&write), is_written, "{length}");
    }
}

/// D1: work that would be lost is counted.
#[test]
fn d1_summaries_are_counted() {
    for (phase, holds) in [("1", "holds 2 summaries;"), ("2", "holds 1 summary;")] {
        let failure = remove(ROADMAP, &[], phase, false).unwrap_err();
        assert_eq!(failure.reason, Reason::PhaseHasSummaries);
        assert!(failure.message.contains(holds), "{}", failure.message);
    }
}

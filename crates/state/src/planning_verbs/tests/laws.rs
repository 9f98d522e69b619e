//! What holds for every roadmap, however odd: no decision of two minds, and the laws of adding, inserting and removing.

use super::{id, sample_with};
use crate::facts::Planning;
use crate::failure::{Failure, Reason};
use crate::phase_id::PhaseId;
use crate::planning::{Document, PlanningSnapshot};
use crate::planning_verbs::milestone_complete::{self, CloseMilestone, LinkSources};
use crate::planning_verbs::{Decision, phase_add, phase_complete, phase_remove, update_plan_progress};
use crate::roadmap::Roadmap;
use cairn_plan::Plan;
use proptest::prelude::*;

const STORED: Option<&str> = Some("v1.0");

/// Roadmaps made of the pieces that verbs edit, in any order.
fn roadmap() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just("1"),
        Just("2"),
        Just("02"),
        Just("2.1"),
        Just("2.2"),
        Just("3"),
        Just("3A"),
        Just("4"),
        Just("10"),
        Just("999.1")
    ];
    let piece = (0..15_u8, number).prop_map(|(kind, number)| match kind {
        0 | 1 => format!("### Phase {number}: Name {number}\n\n"),
        2 => format!("- [ ] **Phase {number}: Name**\n"),
        3 => format!("- [x] ~~Phase {number}: Name~~\n  - [ ] {number}-01-PLAN.md\n"),
        4 => format!("**Depends on:** Phase {number}, Phase 1 and {number}\n"),
        5 => "**Plans:** 3 plans\n**Requirements:** R-1\n\n".to_owned(),
        6 => format!("- [ ] {number}-01-PLAN.md\n- [ ] 02-02-PLAN.md: x\n"),
        7 => format!("## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| {number}. A | 0/1 | Planned | |\n| 2. B | 1/3 |\n\n"),
        8 => format!("| Phase | Name |\n|---|---|\n| {number} | A |\n| 3 | B |\n\n"),
        9 => "## v1.0 Now 🚧\n\n".to_owned(),
        10 => "## v2.0 Later\n\n".to_owned(),
        11 => "<details>\n<summary>✅ v0.9</summary>\n\n".to_owned(),
        12 => "</details>\n\n".to_owned(),
        13 => "```\n### Phase 7: fenced\n```\n<!-- ### Phase 8: x -->\n".to_owned(),
        _ => "text\r\n\r\n".to_owned(),
    });
    (proptest::collection::vec(piece, 0..24), any::<bool>()).prop_map(|(pieces, versioned)| {
        let text = pieces.concat();
        if versioned { format!("# R\n\n## v1.0 Now\n\n{text}") } else { text }
    })
}

const DISK: [(&str, &str); 5] = [
    ("phases/02.1-x/02.1-01-PLAN.md", ""),
    ("phases/04-y/04-01-PLAN.md", "---\ndepends_on: [04-02]\n---\n"),
    ("phases/04-y/plans/04-PLAN-02.md", ""),
    ("phases/10-z/10-CONTEXT.md", ""),
    ("phases/2-twin/2-01-PLAN.md", ""),
];

fn snapshot(roadmap: &str, phase: &PhaseId) -> PlanningSnapshot {
    let focus = [phase_remove::focus(STORED, phase), milestone_complete::focus(STORED, "v1.0")].concat();
    let mut snapshot = sample_with(roadmap, &DISK, &focus);
    snapshot.requirements = Document::Read(b"- [ ] **R-1**\n".to_vec());
    snapshot
}

/// A decision can be carried out as it stands; a refusal is one of the contract, never a fault of the program.
fn sound(decided: Result<Decision, Failure>) -> Result<Option<Decision>, TestCaseError> {
    match decided {
        Ok(decision) => {
            let plan = Plan { description: String::new(), changes: decision.changes.clone() };
            prop_assert_eq!(plan.check(), Ok(()));
            Ok(Some(decision))
        }
        Err(failure) => {
            prop_assert_ne!(failure.reason, Reason::Internal, "{}", failure);
            Ok(None)
        }
    }
}

/// The ids of the window, struck ones included.
fn ids(snapshot: &PlanningSnapshot) -> Vec<PhaseId> {
    let roadmap = Roadmap::parse(snapshot.roadmap.bytes().unwrap());
    let window = roadmap.window(STORED);
    window
        .map(|window| roadmap.phases(&window).into_iter().map(|phase| phase.id).collect())
        .unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// S-17, S-42, fault kinds "races and half work" and "new ids and names".
    #[test]
    fn decisions_hold_together(source in roadmap(), phase in prop_oneof![Just("1"), Just("2"), Just("2.1"), Just("3"), Just("3A"), Just("4"), Just("9")]) {
        let phase = id(phase);
        let before = snapshot(&source, &phase);
        let known = ids(&before);

        if let Some(added) = sound(phase_add::add(&before, STORED, "New"))? {
            let new: Vec<PhaseId> = ids(&added.after).into_iter().filter(|id| !known.contains(id)).collect();
            prop_assert_eq!(new.len(), 1, "one new phase");
            prop_assert!(known.iter().filter_map(PhaseId::whole_number).all(|number| Some(number) < new[0].whole_number()));
        }
        if let Some(inserted) = sound(phase_add::insert(&before, STORED, &phase, "New"))? {
            let new: Vec<PhaseId> = ids(&inserted.after).into_iter().filter(|id| !known.contains(id)).collect();
            prop_assert_eq!(new.len(), 1, "one new phase");
            prop_assert!(new[0].decimal_of(&phase).is_some());
        }
        if let Some(removed) = sound(phase_remove::run(&before, STORED, &phase, true, Vec::new()))? {
            let expected = known.len() - usize::from(known.contains(&phase));
            prop_assert_eq!(ids(&removed.after).len(), expected, "one phase less: {:?} {:?}", known, ids(&removed.after));
        }
        if let Some(completed) = sound(phase_complete::run(&before, STORED, &phase, true, "2026-10-07"))? {
            let again = phase_complete::run(&completed.after, STORED, &phase, true, "2026-10-08");
            prop_assert!(again.is_ok_and(|again| again.changes.is_empty()), "a second time nothing");
            prop_assert_eq!(ids(&completed.after), known.clone());
        }
        if let Some(updated) = sound(update_plan_progress::run(&before, STORED, &phase, "2026-10-07"))? {
            let again = update_plan_progress::run(&updated.after, STORED, &phase, "2026-10-08");
            prop_assert!(again.is_ok_and(|again| again.changes.is_empty()), "a second time nothing");
        }
        let close = CloseMilestone { version: "v1.0".into(), is_confirmed: true, force: true, ..CloseMilestone::default() };
        if let Some(closed) = sound(milestone_complete::run(&before, STORED, None, &close, &LinkSources::default(), "2026-10-07"))? {
            prop_assert_eq!(closed.after.facts(STORED).counters, before.facts(STORED).counters, "nothing is lost on the way to the archive");
        }
    }
}

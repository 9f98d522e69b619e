//! Every verb against the project of the contract's sample (section 19).

use super::*;
use crate::answer::Value;
use crate::dates::{Now, read_date, read_instant};
use crate::facts::{Counters, PhaseFacts, PlanningFacts, PlanningFile, ProjectFacts};
use crate::failure::Reason;
use crate::phase_id::PhaseId;
use crate::schema::Action;

mod borders;
mod lists;
mod passes;
mod properties;
mod reading;
mod rows;
mod targets;
mod transitions;
mod updates;

pub(crate) const BASIC: &str = include_str!("tests/basic.md");

pub(crate) fn phase(text: &str) -> PhaseId {
    PhaseId::parse(text).unwrap()
}

fn phase_facts(id: &str, name: &str, plans: u32, outstanding: &[&str]) -> PhaseFacts {
    PhaseFacts {
        id: phase(id),
        name: Some(name.to_owned()),
        folder: Some(format!("0{id}-x")),
        plan_count: plans,
        outstanding_plans: outstanding.iter().map(|plan| (*plan).to_owned()).collect(),
        is_complete: plans > 0 && outstanding.is_empty(),
        is_ticked: false,
    }
}

/// Phase 1 is complete, phase 2 has one of three summaries, phase 3 has no plan.
pub(crate) fn planning() -> PlanningFacts {
    PlanningFacts {
        milestone: Some("v2.0".to_owned()),
        milestone_name: Some("Code Quality".to_owned()),
        is_in_roadmap: true,
        phases: vec![
            phase_facts("1", "Setup", 2, &[]),
            phase_facts("2", "Core Engine", 3, &["02-02-PLAN.md", "02-03-PLAN.md"]),
            phase_facts("3", "Polish", 0, &[]),
        ],
        counters: Counters {
            total_phases: 3,
            completed_phases: 1,
            total_plans: 5,
            completed_plans: 3,
            percent: Some(33),
        },
        ..PlanningFacts::default()
    }
}

pub(crate) fn planning_with_phase_2_done() -> PlanningFacts {
    let mut facts = planning();
    facts.phases[1] = phase_facts("2", "Core Engine", 3, &[]);
    facts.counters = Counters {
        total_phases: 3,
        completed_phases: 2,
        total_plans: 5,
        completed_plans: 5,
        percent: Some(67),
    };
    facts
}

pub(crate) fn project() -> ProjectFacts {
    ProjectFacts { base_folder: ".planning".to_owned(), ..ProjectFacts::default() }
}

pub(crate) fn now() -> Now {
    Now { instant: read_instant("2026-10-07T12:00:00Z").unwrap(), today: read_date("2026-10-07").unwrap() }
}

/// What a verb decides on.
pub(crate) fn input<'a>(
    source: &'a (impl AsRef<[u8]> + ?Sized),
    planning: &'a PlanningFacts,
    project: &'a ProjectFacts,
) -> StateInput<'a> {
    StateInput { document: Some(source.as_ref()), planning, project, now: now() }
}

/// Runs a verb on `source` in the sample project.
pub(crate) fn run(source: &str, verb: &dyn Verb) -> Result<(String, VerbOutcome), Failure> {
    run_in(source, &planning(), &project(), verb)
}

pub(crate) fn run_in(
    source: &str,
    planning: &PlanningFacts,
    project: &ProjectFacts,
    verb: &dyn Verb,
) -> Result<(String, VerbOutcome), Failure> {
    let input = input(source, planning, project);
    let outcome = verb.run(&input)?;
    let after = outcome.content(PlanningFile::State).unwrap_or(source.as_bytes());
    Ok((String::from_utf8(after.to_vec()).unwrap(), outcome))
}

pub(crate) fn updated(outcome: &VerbOutcome) -> Vec<String> {
    outcome.receipt.as_ref().unwrap().updated.clone()
}

/// The lines of `after` that `before` has not.
pub(crate) fn new_lines<'a>(before: &str, after: &'a str) -> Vec<&'a str> {
    let old: Vec<&str> = before.lines().collect();
    after.lines().filter(|line| !old.contains(line)).collect()
}

pub(crate) fn check_lines(source: &str, verb: &dyn Verb, expected: &[&str]) {
    let (after, _) = run(source, verb).unwrap();
    assert_eq!(new_lines(source, &after), expected);
}

pub(crate) fn refusal(source: &str, verb: &dyn Verb) -> Failure {
    match run(source, verb) {
        Err(failure) => failure,
        Ok((after, _)) => panic!("the verb did not refuse: {after}"),
    }
}

/// Architecture: the table lists every verb once, and a verb knows its row.
#[test]
fn table_and_verbs_agree() {
    let mut names: Vec<&str> = VERBS.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), VERBS.len());
}

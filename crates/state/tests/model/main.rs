//! Proof L5 (reliability.md): random sequences of verbs over STATE.md against a small model that knows nothing of Markdown.
//!
//! The model ([`model`]) says what every field, list and table holds after each verb, by the contract (msd-tools 8, 12 to 14); a
//! reader of its own ([`reading`]) says what the file holds. `CAIRN_MODEL=100000 cargo test -p cairn-state --test model --
//! --nocapture` runs as many sequences; every run of the tests takes the first ones of the same.
#![allow(clippy::disallowed_methods, reason = "a number from the environment")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may say what must hold by panicking"
)]

#[path = "../merge_laws/dice.rs"]
mod dice;
mod model;
mod moves;
mod reading;

use std::collections::BTreeMap;

use cairn_state::dates::{Now, read_date, read_instant};
use cairn_state::facts::{Counters, PhaseFacts, PlanningFacts, PlanningFile, ProjectFacts};
use cairn_state::input::StateInput;
use cairn_state::phase_id::PhaseId;

use dice::Dice;
use model::Model;
use moves::Move;
use reading::Read;

const STATE: &str = include_str!("../../../../examples/tide-table/.planning/STATE.md");

/// How many sequences every run of the tests takes.
const SEQUENCES: u64 = 1500;

/// The longest sequence.
const LONGEST: usize = 16;

/// L5: after every verb the file holds what the model holds, and a refused verb changes nothing.
#[test]
fn random_verbs_against_the_model() {
    let wanted = std::env::var("CAIRN_MODEL").ok().and_then(|text| text.parse().ok()).unwrap_or(SEQUENCES);
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let mut counts: BTreeMap<&'static str, [usize; 2]> = BTreeMap::new();
    let counted = std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let seeds = (worker..wanted).step_by(workers as usize);
                    seeds.flat_map(sequence).collect::<Vec<_>>()
                })
            })
            .collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for (name, accepted) in &counted {
        counts.entry(name).or_default()[usize::from(!accepted)] += 1;
    }
    for (name, [accepted, refused]) in &counts {
        println!("{name:20} {accepted:8} done, {refused:7} refused");
        assert!(*accepted > 0, "{name} was never done");
    }
    println!("{wanted} sequences, {} verbs, 0 differences from the model", counted.len());
}

/// Runs one sequence; which verbs, and whether each was done.
fn sequence(seed: u64) -> Vec<(&'static str, bool)> {
    let mut dice = Dice(seed);
    let mut model = Model::of_the_sample();
    let mut text = STATE.to_owned();
    let mut project =
        ProjectFacts { base_folder: ".planning".to_owned(), pending_todos: 1, ..ProjectFacts::default() };
    let mut done = Vec::new();
    let mut past = Vec::new();
    for _ in 0..=dice.below(LONGEST) {
        let next = Move::random(&mut dice, &model);
        past.push(next.clone());
        let input = StateInput {
            document: Some(text.as_bytes()),
            planning: &planning(),
            project: &project,
            now: now(),
        };
        let outcome = next.verb().run(&input);
        let expected = model.accept(&next);
        let shown = || format!("seed {seed}: {past:?}\n{text}");
        match (&outcome, &expected) {
            (Ok(_), Ok(())) => {}
            (Err(failure), Err(reason)) => assert_eq!(failure.reason, *reason, "{}", shown()),
            (Ok(_), Err(reason)) => panic!("not refused as {reason:?}: {}", shown()),
            (Err(failure), Ok(())) => panic!("refused: {failure:?}: {}", shown()),
        }
        done.push((next.name(), outcome.is_ok()));
        let Ok(outcome) = outcome else { continue };
        if let Some(archive) = outcome.content(PlanningFile::StateArchive) {
            project.files.insert(PlanningFile::StateArchive, archive.to_vec());
        }
        if let Some(bytes) = outcome.content(PlanningFile::State) {
            text = String::from_utf8(bytes.to_vec()).unwrap();
        }
        let archive = project.files.get(&PlanningFile::StateArchive).map(Vec::as_slice).unwrap_or_default();
        let read = Read::of(&text, &String::from_utf8_lossy(archive));
        let expected = model.as_read();
        assert!(read == expected, "seed {seed}: {past:?}: {}", difference(&read, &expected));
        if next.ends() {
            break;
        }
    }
    done
}

/// The lines of one that the other has not.
fn difference(read: &Read, expected: &Read) -> String {
    let (read, expected) = (format!("{read:#?}"), format!("{expected:#?}"));
    let lacks = |text: &str, other: &str, sign: char| -> String {
        let lines = text.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.map(|line| format!("\n{sign}{line}")).collect()
    };
    format!("file -, model +:{}{}", lacks(&read, &expected, '-'), lacks(&expected, &read, '+'))
}

fn now() -> Now {
    Now { instant: read_instant("2026-10-07T12:00:00Z").unwrap(), today: read_date("2026-10-07").unwrap() }
}

fn phase(id: &str, name: &str, plans: u32, outstanding: &[&str]) -> PhaseFacts {
    PhaseFacts {
        id: PhaseId::parse(id).unwrap(),
        name: Some(name.to_owned()),
        folder: Some(format!("0{id}-x")),
        plan_count: plans,
        outstanding_plans: outstanding.iter().map(|plan| (*plan).to_owned()).collect(),
        is_complete: plans > 0 && outstanding.is_empty(),
        is_ticked: false,
    }
}

/// What ROADMAP.md and the folders of the sample say.
fn planning() -> PlanningFacts {
    PlanningFacts {
        milestone: Some("v1.0".to_owned()),
        milestone_name: Some("First Print".to_owned()),
        is_in_roadmap: true,
        phases: vec![
            phase("1", "Gauge Reader", 2, &[]),
            phase("2", "Forecast", 3, &["02-02-PLAN.md", "02-03-PLAN.md"]),
            phase("3", "Printed Table", 0, &[]),
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

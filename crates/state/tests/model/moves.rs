//! The verbs of a sequence, with arguments by chance.

use cairn_state::phase_id::PhaseId;
use cairn_state::verbs::{
    AddBlocker, AddDecision, AdvancePlan, BeginPhase, CompletePhase, MilestoneSwitch, PlannedPhase, Prune,
    RecordMetric, RecordSession, ResolveBlocker, Sync, Update, Verb,
};

use crate::dice::Dice;
use crate::model::{Model, NAMES};

/// A verb with its arguments.
#[derive(Clone, Debug)]
pub(crate) enum Move {
    AddDecision(&'static str, Option<&'static str>, Option<usize>),
    AddBlocker(&'static str, Option<usize>),
    ResolveBlocker(String, bool),
    RecordMetric(usize, usize, &'static str, Option<u32>),
    RecordSession(Option<&'static str>, Option<&'static str>),
    Update(&'static str, &'static str),
    BeginPhase(usize, u32),
    PlannedPhase(usize),
    AdvancePlan,
    CompletePhase(usize),
    Prune(u32),
    Sync,
    MilestoneSwitch,
}

fn one_of<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.below(all.len())]
}

fn perhaps<T>(dice: &mut Dice, value: impl FnOnce(&mut Dice) -> T) -> Option<T> {
    dice.hits(1, 2).then(|| value(dice))
}

fn phase_id(number: usize) -> PhaseId {
    PhaseId::parse(&number.to_string()).unwrap()
}

impl Move {
    pub(crate) fn random(dice: &mut Dice, model: &Model) -> Self {
        let phase = |dice: &mut Dice| 1 + dice.below(3);
        let decisions = ["Plain paper", "Two inks", "Use | bars", "# not a heading", "Größe zählt"];
        let blockers = ["No ink", "Wind", "Wind from the north", "Der Drucker klemmt"];
        match dice.below(26) {
            0..=3 => Self::AddDecision(
                one_of(dice, &decisions),
                perhaps(dice, |dice| one_of(dice, &["it dries", "cheap"])),
                perhaps(dice, phase),
            ),
            4..=6 => Self::AddBlocker(one_of(dice, &blockers), perhaps(dice, phase)),
            7 | 8 => {
                let known = dice.place(model.blockers.len()).map(|at| model.blockers[at][2..].to_owned());
                let wanted = one_of(dice, &["No ink", "wind", "nothing of the kind", "north"]).to_owned();
                let text = known.filter(|_| dice.hits(1, 2)).unwrap_or(wanted);
                Self::ResolveBlocker(text, dice.hits(1, 3))
            }
            9..=11 => Self::RecordMetric(
                phase(dice),
                1 + dice.below(4),
                one_of(dice, &["12min", "45min", "90s", "1h 5m", "7"]),
                perhaps(dice, |dice| dice.below(9) as u32),
            ),
            12 | 13 => Self::RecordSession(
                perhaps(dice, |dice| one_of(dice, &["Completed 02-02", "Read the proofs: twice"])),
                perhaps(dice, |_| ".planning/phases/02-forecast/02-02-PLAN.md"),
            ),
            14..=16 => {
                let statuses = [
                    "Verifying",
                    "Paused since noon",
                    "Executing",
                    "Ready to plan",
                    "Completed",
                    "Waiting for ink",
                    "Verifying the ink",
                    "Discussing colours",
                ];
                if dice.hits(3, 4) {
                    Self::Update("Status", one_of(dice, &statuses))
                } else {
                    Self::Update("Stopped at", one_of(dice, &["The third plan", "A # in the way"]))
                }
            }
            17 | 18 => Self::BeginPhase(phase(dice), 1 + dice.below(5) as u32),
            19 => Self::PlannedPhase(phase(dice)),
            20 | 21 => Self::AdvancePlan,
            22 => Self::CompletePhase(phase(dice)),
            23 => Self::Prune(dice.below(3) as u32),
            24 => Self::Sync,
            _ if dice.hits(1, 3) => Self::MilestoneSwitch,
            _ => Self::AdvancePlan,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.verb().name()
    }

    /// The new milestone is none of the sample's: nothing more can be said about it here.
    pub(crate) fn ends(&self) -> bool {
        matches!(self, Self::MilestoneSwitch)
    }

    pub(crate) fn verb(&self) -> Box<dyn Verb> {
        match self.clone() {
            Self::AddDecision(summary, rationale, phase) => Box::new(AddDecision {
                summary: summary.to_owned(),
                rationale: rationale.map(str::to_owned),
                phase: phase.map(phase_id),
            }),
            Self::AddBlocker(text, phase) => {
                Box::new(AddBlocker { text: text.to_owned(), phase: phase.map(phase_id) })
            }
            Self::ResolveBlocker(text, all) => Box::new(ResolveBlocker { text, all }),
            Self::RecordMetric(phase, plan, duration, tasks) => Box::new(RecordMetric {
                phase: phase_id(phase),
                plan: format!("{plan:02}"),
                duration: duration.to_owned(),
                tasks,
                files: None,
            }),
            Self::RecordSession(stopped_at, resume_file) => Box::new(RecordSession {
                stopped_at: stopped_at.map(str::to_owned),
                resume_file: resume_file.map(str::to_owned),
            }),
            Self::Update(field, value) => {
                Box::new(Update { field: field.to_owned(), value: value.to_owned() })
            }
            Self::BeginPhase(phase, plans) => Box::new(BeginPhase {
                phase: phase_id(phase),
                name: Some(NAMES[phase - 1].to_owned()),
                plans: Some(plans),
            }),
            Self::PlannedPhase(phase) => {
                Box::new(PlannedPhase { phase: phase_id(phase), name: None, plans: None })
            }
            Self::AdvancePlan => Box::new(AdvancePlan),
            Self::CompletePhase(phase) => Box::new(CompletePhase { phase: Some(phase_id(phase)) }),
            Self::Prune(keep_recent) => Box::new(Prune { keep_recent }),
            Self::Sync => Box::new(Sync { verify: false }),
            Self::MilestoneSwitch => {
                Box::new(MilestoneSwitch { milestone: "v1.1".to_owned(), name: Some("Rain".to_owned()) })
            }
        }
    }
}

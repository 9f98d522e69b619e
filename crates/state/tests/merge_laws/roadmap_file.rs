//! ROADMAP.md files as people and agents make them: a model, its edits, its text.

use super::dice::Dice;

/// A ROADMAP.md.
#[derive(Clone)]
pub(crate) struct RoadmapFile {
    phases: Vec<Phase>,
    overview: Vec<String>,
    is_shipped: bool,
    crlf: bool,
    final_newline: bool,
}

#[derive(Clone)]
struct Phase {
    id: String,
    name: String,
    goal: String,
    plans: Vec<(bool, String)>,
    done: Option<usize>,
}

impl RoadmapFile {
    /// A roadmap under way.
    pub(crate) fn base(dice: &mut Dice) -> Self {
        let phases = (1..=2 + dice.below(4)).map(|number| Phase {
            id: number.to_string(),
            name: format!("Base name {number}"),
            goal: format!("Base goal {number}"),
            plans: (1..=1 + dice.below(4))
                .map(|plan| (false, format!("{number:02}-{plan:02}-PLAN.md")))
                .collect(),
            done: None,
        });
        let mut file = Self {
            phases: phases.collect(),
            overview: (0..3).map(|number| format!("Overview {number}.")).collect(),
            is_shipped: false,
            crlf: dice.hits(1, 8),
            final_newline: !dice.hits(1, 10),
        };
        for _ in 0..dice.below(5) {
            file.tick(dice);
        }
        file
    }

    /// One edit; what it adds is named by `token`. `own` is a number that no other side has.
    pub(crate) fn edit(&mut self, dice: &mut Dice, token: &str, own: usize) {
        match dice.below(16) {
            0..=6 => self.tick(dice),
            7 | 8 => {
                if let Some(place) = dice.place(self.phases.len()) {
                    let phase = &mut self.phases[place];
                    phase.plans.iter_mut().for_each(|(done, _)| *done = true);
                    phase.done.get_or_insert(1 + dice.below(28));
                }
            }
            9 | 10 => {
                let id = 10 + own * 40 + self.phases.len();
                self.phases.push(new_phase(id.to_string(), token));
            }
            11 => {
                let place = dice.below(self.phases.len());
                let id = format!("{}.{}", self.phases[place].id, 1 + own * 20 + self.phases.len());
                self.phases.insert(place + 1, new_phase(id, token));
            }
            12 | 13 => {
                let place = dice.below(self.phases.len());
                let phase = &mut self.phases[place];
                let number = 10 + own * 40 + phase.plans.len();
                phase.plans.push((false, format!("{}-{number}-PLAN.md: {token}", phase.id)));
            }
            14 if dice.hits(1, 4) => {
                let place = dice.below(self.phases.len());
                self.phases[place].goal = format!("Goal {token}");
            }
            15 if dice.hits(1, 4) => self.disturb(dice, token),
            _ => self.tick(dice),
        }
    }

    fn tick(&mut self, dice: &mut Dice) {
        let place = dice.below(self.phases.len());
        let open = self.phases[place].plans.iter_mut().find(|(done, _)| !done);
        if let Some((done, _)) = open {
            *done = true;
        }
    }

    fn disturb(&mut self, dice: &mut Dice, token: &str) {
        match dice.below(6) {
            0 => self.phases[0].name = format!("Name {token}"),
            1 => self.overview.push(format!("Overview {token}.")),
            2 => self.crlf ^= true,
            3 => self.final_newline ^= true,
            4 => self.is_shipped = true,
            _ => {
                let place = dice.below(self.phases.len());
                let phase = &mut self.phases[place];
                phase.done = None;
                if let Some((done, _)) = phase.plans.last_mut() {
                    *done = false;
                }
            }
        }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let mark = if self.is_shipped { " (SHIPPED 2026-10-20)" } else { "" };
        let mut text =
            format!("# Roadmap: Demo\n\n{}\n\n## v2.0 Tides{mark}\n\n", self.overview.join("\n\n"));
        for phase in &self.phases {
            let done = phase.done.map(|day| format!(" (completed 2026-10-{day:02})")).unwrap_or_default();
            let mark = if phase.done.is_some() { "x" } else { " " };
            text.push_str(&format!("- [{mark}] **Phase {}: {}**{done}\n", phase.id, phase.name));
        }
        for phase in &self.phases {
            let (done, all) = phase.count();
            let word = if done == all { "complete" } else { "executed" };
            text.push_str(&format!(
                "\n### Phase {}: {}\n\n**Goal:** {}\n**Plans:** {done}/{all} plans {word}\n\n",
                phase.id, phase.name, phase.goal
            ));
            for (done, plan) in &phase.plans {
                text.push_str(&format!("- [{}] {plan}\n", if *done { "x" } else { " " }));
            }
        }
        text.push_str("\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|-------|----------------|--------|-----------|\n");
        for phase in &self.phases {
            let (done, all) = phase.count();
            let (status, day) = match phase.done {
                Some(day) => ("Complete", format!("2026-10-{day:02}")),
                None if done > 0 => ("In Progress", String::new()),
                None => ("Planned", String::new()),
            };
            text.push_str(&format!("| {}. {} | {done}/{all} | {status} | {day} |\n", phase.id, phase.name));
        }
        if !self.final_newline {
            text.pop();
        }
        if self.crlf { text.replace('\n', "\r\n") } else { text }
    }
}

impl Phase {
    fn count(&self) -> (usize, usize) {
        (self.plans.iter().filter(|(done, _)| *done).count(), self.plans.len())
    }
}

fn new_phase(id: String, token: &str) -> Phase {
    let plans = vec![(false, format!("{id}-01-PLAN.md"))];
    Phase { name: format!("Name {token}"), goal: format!("Goal {token}"), plans, done: None, id }
}

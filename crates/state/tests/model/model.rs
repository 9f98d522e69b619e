//! The model: what a STATE.md says, as plain values, and what each verb does to them.

use cairn_state::failure::Reason;

use crate::moves::Move;
use crate::reading::Read;

const TODAY: &str = "2026-10-07";

/// The phases of the sample.
pub(crate) const NAMES: [&str; 3] = ["Gauge Reader", "Forecast", "Printed Table"];

/// What a STATE.md says.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    milestone: &'static str,
    phase: usize,
    /// What stands behind the name of the phase.
    suffix: &'static str,
    /// Plan and number of plans, with what stands behind them.
    plan: Plan,
    status: String,
    word: &'static str,
    last_activity: String,
    /// Whether a verb wrote it.
    activity_is_default: bool,
    focus: String,
    stopped_at: String,
    resume_file: String,
    decisions: Vec<String>,
    pub(crate) blockers: Vec<String>,
    /// Phase, plan, the rest of the row.
    metrics: Vec<(usize, usize, String)>,
    archived: Vec<String>,
    is_switched: bool,
}

#[derive(Clone, Debug)]
enum Plan {
    Of(u32, u32, &'static str),
    Text(&'static str),
}

impl Model {
    pub(crate) fn of_the_sample() -> Self {
        let row = |plan: usize, duration: &str, tasks: u32, files: u32| {
            (1 + plan / 3, 1 + plan % 3, format!("{duration} | {tasks} tasks | {files} files"))
        };
        let mut metrics = vec![row(0, "11min", 3, 4), row(1, "14min", 2, 5), row(3, "17min", 4, 6)];
        metrics[2].1 = 1;
        Self {
            milestone: "v1.0",
            phase: 2,
            suffix: "",
            plan: Plan::Of(2, 3, " in current phase"),
            status: "Ready to execute".into(),
            word: "executing",
            last_activity: "2026-10-01 — harmonic model fitted".into(),
            activity_is_default: false,
            focus: "Phase 2 — Forecast".into(),
            stopped_at: "Completed 02-01".into(),
            resume_file: "None".into(),
            decisions: vec![
                "- [Phase 1]: Gauges are polled, not pushed — two of them have no clock".into(),
                "- [Phase 2]: Seven harmonics are enough — the eighth is below the noise".into(),
            ],
            blockers: vec!["- [Phase 2] Gauge 7 is four minutes late".into()],
            metrics,
            archived: Vec::new(),
            is_switched: false,
        }
    }

    /// What the verb does; the reason where it is refused.
    pub(crate) fn accept(&mut self, next: &Move) -> Result<(), Reason> {
        match next {
            Move::AddDecision(summary, rationale, phase) => {
                let phase = phase.unwrap_or(self.phase);
                let rationale = rationale.map(|text| format!(" — {text}")).unwrap_or_default();
                add(&mut self.decisions, format!("- [Phase {phase}]: {summary}{rationale}"));
            }
            Move::AddBlocker(text, phase) => {
                let phase = phase.unwrap_or(self.phase);
                add(&mut self.blockers, format!("- [Phase {phase}] {text}"));
            }
            Move::ResolveBlocker(text, all) => self.resolve(text, *all)?,
            Move::RecordMetric(phase, plan, duration, tasks) => {
                let shown = match *duration {
                    "7" => "7min",
                    other => other,
                };
                let tasks = tasks.map_or("-".to_owned(), |tasks| format!("{tasks} tasks"));
                let row = format!("{shown} | {tasks} | -");
                match self.metrics.iter_mut().find(|known| (known.0, known.1) == (*phase, *plan)) {
                    Some(known) => known.2 = row,
                    None => self.metrics.push((*phase, *plan, row)),
                }
            }
            Move::RecordSession(None, None) => return Err(Reason::Usage),
            Move::RecordSession(stopped_at, resume_file) => {
                if let Some(text) = stopped_at {
                    self.stopped_at = (*text).to_owned();
                }
                if let Some(path) = resume_file {
                    self.resume_file = (*path).to_owned();
                }
            }
            Move::Update("Status", value) => self.set_status(value),
            Move::Update(_, value) => self.stopped_at = (*value).to_owned(),
            Move::BeginPhase(phase, plans) => self.begin(*phase, *plans),
            Move::PlannedPhase(phase) => {
                (self.phase, self.suffix) = (*phase, " — READY TO EXECUTE");
                self.set_default_status("Ready to execute");
                if self.activity_is_default {
                    self.last_activity = format!("{TODAY} — Phase {phase} planned");
                }
            }
            Move::AdvancePlan => self.advance()?,
            Move::CompletePhase(phase) if *phase == self.phase => self.complete(),
            Move::CompletePhase(_) | Move::Sync => {}
            Move::Prune(keep_recent) => self.prune(*keep_recent as usize),
            Move::MilestoneSwitch => {
                (self.milestone, self.is_switched) = ("v1.1", true);
                self.plan = Plan::Text("—");
                self.status = "Defining requirements".into();
                self.word = "planning";
                self.act("Milestone v1.1 started".to_owned());
            }
        }
        Ok(())
    }

    fn resolve(&mut self, text: &str, all: bool) -> Result<(), Reason> {
        let plain = |line: &str| line.split_once("] ").map_or(line, |(_, text)| text).to_owned();
        let equal = |line: &String| line[2..] == *text || plain(line) == text;
        let part = |line: &String| line[2..].to_lowercase().contains(&text.to_lowercase());
        let exact: Vec<String> = self.blockers.iter().filter(|line| equal(line)).cloned().collect();
        let parts: Vec<String> = self.blockers.iter().filter(|line| part(line)).cloned().collect();
        let found = if exact.is_empty() { parts } else { exact };
        match found.len() {
            0 => return Err(Reason::BlockerNotFound),
            1 => {}
            _ if all => {}
            _ => return Err(Reason::AmbiguousBlocker),
        }
        self.blockers.retain(|line| !found.contains(line));
        Ok(())
    }

    fn begin(&mut self, phase: usize, plans: u32) {
        if self.status == format!("Executing Phase {phase}") {
            return self.act(format!("Phase {phase} execution resumed"));
        }
        (self.phase, self.suffix) = (phase, " — EXECUTING");
        self.plan = Plan::Of(1, plans, "");
        self.set_status(&format!("Executing Phase {phase}"));
        self.act(format!("Phase {phase} execution started"));
        self.focus = format!("Phase {phase} — {}", NAMES[phase - 1]);
    }

    fn advance(&mut self) -> Result<(), Reason> {
        let Plan::Of(at, of, behind) = self.plan else { return Err(Reason::PlanPositionUnreadable) };
        if at < of {
            self.plan = Plan::Of(at + 1, of, behind);
            self.set_default_status("Ready to execute");
        } else {
            // Only the second phase has plans without a summary.
            if self.phase == 2 {
                return Err(Reason::PlansOutstanding);
            }
            self.set_default_status("Phase complete — ready for verification");
        }
        if self.activity_is_default {
            self.last_activity = TODAY.to_owned();
        }
        Ok(())
    }

    /// The first phase is complete on the disk; of the others the lower one that is not this one comes next.
    fn complete(&mut self) {
        let (done, next) = (self.phase, if self.phase == 2 { 3 } else { 2 });
        (self.phase, self.suffix) = (next, "");
        self.plan = Plan::Text("Not started");
        self.set_status("Ready to plan");
        self.act(format!("Phase {done} complete, transitioned to Phase {next}"));
        self.focus = format!("Phase {next} — {}", NAMES[next - 1]);
        self.stopped_at = format!("Phase {done} complete, ready to plan Phase {next}");
    }

    fn prune(&mut self, keep_recent: usize) {
        let cutoff = self.phase.saturating_sub(keep_recent);
        if cutoff == 0 {
            return;
        }
        let old = |line: &String| (1..=cutoff).any(|phase| line.starts_with(&format!("- [Phase {phase}]")));
        self.archived.extend(self.decisions.iter().filter(|line| old(line)).cloned());
        self.decisions.retain(|line| !old(line));
        self.archived.extend(self.metrics.iter().filter(|row| row.0 <= cutoff).map(row_of));
        self.metrics.retain(|row| row.0 > cutoff);
    }

    fn act(&mut self, text: String) {
        self.last_activity = format!("{TODAY} — {text}");
        self.activity_is_default = true;
    }

    fn set_default_status(&mut self, text: &str) {
        let own = ["Paused since noon", "Waiting for ink", "Verifying the ink", "Discussing colours"];
        if !own.contains(&self.status.as_str()) {
            self.set_status(text);
        }
    }

    fn set_status(&mut self, text: &str) {
        if self.status == text {
            return;
        }
        text.clone_into(&mut self.status);
        self.word = match text {
            "Paused since noon" => "paused",
            "Waiting for ink" => "unknown",
            "Discussing colours" => "discussing",
            "Ready to plan" => "planning",
            "Completed" => "completed",
            "Verifying" | "Verifying the ink" | "Phase complete — ready for verification" => "verifying",
            _ => "executing",
        };
    }

    /// As the reader says it.
    pub(crate) fn as_read(&self) -> Read {
        let name = NAMES[self.phase - 1];
        let position = match self.is_switched {
            true => "Not started (defining requirements)".to_owned(),
            false => format!("{} of 3 ({name}){}", self.phase, self.suffix),
        };
        Read {
            milestone: self.milestone.to_owned(),
            status_word: self.word.to_owned(),
            stored_phase: (!self.is_switched).then(|| self.phase.to_string()),
            stored_stopped_at: self.stopped_at.clone(),
            position,
            plan: match &self.plan {
                Plan::Of(at, of, behind) => format!("{at} of {of}{behind}"),
                Plan::Text(text) => (*text).to_owned(),
            },
            status: self.status.clone(),
            last_activity: self.last_activity.clone(),
            focus: self.focus.clone(),
            stopped_at: self.stopped_at.clone(),
            resume_file: self.resume_file.clone(),
            decisions: self.decisions.clone(),
            blockers: self.blockers.clone(),
            metrics: self.metrics.iter().map(row_of).collect(),
            archived: self.archived.clone(),
            untouched: 4,
        }
    }
}

fn add(lines: &mut Vec<String>, line: String) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}

fn row_of(row: &(usize, usize, String)) -> String {
    format!("| Phase {} P{:02} | {} |", row.0, row.1, row.2)
}

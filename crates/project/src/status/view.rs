//! What a STATE.md says, as values that are known or not (cairn 4).

use cairn_state::answer::Value;
use cairn_state::input::VerbOutcome;
use cairn_state::status::StatusWord;
use cairn_state::template_defaults::{is_placeholder, is_resume_file_default};

/// The position of a project. What is not known is `None`; placeholders are not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateView {
    /// `v2.0`.
    pub milestone: Option<String>,
    /// Its name.
    pub milestone_name: Option<String>,
    /// The current phase's id.
    pub phase: Option<String>,
    /// Its name.
    pub phase_name: Option<String>,
    /// The current plan.
    pub plan: Option<i64>,
    /// The plans of the phase.
    pub total_plans_in_phase: Option<i64>,
    /// The status word.
    pub status: Option<String>,
    /// The counters; `None` when none is known.
    pub progress: Option<Progress>,
    /// The texts of the blockers.
    pub blockers: Vec<String>,
    /// Where the last session ended.
    pub stopped_at: Option<String>,
    /// When it was.
    pub last_session: Option<String>,
    /// The file to resume from.
    pub resume_file: Option<String>,
    /// When STATE.md was written last.
    pub last_updated: Option<String>,
    /// What to do next.
    pub next: Option<Next>,
}

/// The counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Phases of the milestone.
    pub total_phases: Option<i64>,
    /// Those that are complete.
    pub completed_phases: Option<i64>,
    /// Plans of the milestone.
    pub total_plans: Option<i64>,
    /// Those that are done.
    pub completed_plans: Option<i64>,
    /// Of plans, as far as there are some.
    pub percent: Option<i64>,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// `execute-phase`.
    pub action: String,
    /// On which phases.
    pub phases: Vec<String>,
}

impl StateView {
    /// The view of what the verb `overview` answered.
    pub fn of(overview: &VerbOutcome) -> Self {
        let part = |name: &str| Members(overview.answer.get(name));
        let (stored, snapshot) = (part("frontmatter"), part("snapshot"));
        let session = Members(snapshot.get("session"));
        let mut view = Self {
            milestone: stored.text("milestone"),
            milestone_name: stored.text("milestone_name"),
            phase: snapshot.text("current_phase"),
            phase_name: snapshot.text("current_phase_name"),
            plan: snapshot.number("current_plan"),
            total_plans_in_phase: snapshot.number("total_plans_in_phase"),
            status: snapshot.text("status"),
            progress: progress(&Members(stored.get("progress"))),
            blockers: texts(overview.answer.get("blockers")),
            stopped_at: stored.text("stopped_at").or_else(|| session.text("stopped_at")),
            last_session: session.text("last_date"),
            resume_file: session.text("resume_file").filter(|text| !is_resume_file_default(text)),
            last_updated: stored.text("last_updated"),
            next: None,
        };
        view.next = recommended(&stored).or_else(|| view.next_by_status(stored.text("active_phase")));
        view
    }

    /// The action of the status word on the phase that is worked on.
    fn next_by_status(&self, active_phase: Option<String>) -> Option<Next> {
        let action = match StatusWord::from_word(self.status.as_deref()?)? {
            StatusWord::Discussing => "discuss-phase",
            StatusWord::Planning => "plan-phase",
            StatusWord::Executing => "execute-phase",
            StatusWord::Verifying => "verify-phase",
            _ => return None,
        };
        let phase = active_phase.or_else(|| self.phase.clone())?;
        Some(Next { action: action.to_owned(), phases: vec![phase] })
    }
}

/// What STATE.md itself recommends.
fn recommended(stored: &Members<'_>) -> Option<Next> {
    let phases = stored.texts("next_phases");
    let action = stored.text("next_action")?;
    (!phases.is_empty()).then_some(Next { action, phases })
}

fn progress(counters: &Members<'_>) -> Option<Progress> {
    let progress = Progress {
        total_phases: counters.number("total_phases"),
        completed_phases: counters.number("completed_phases"),
        total_plans: counters.number("total_plans"),
        completed_plans: counters.number("completed_plans"),
        percent: counters.number("percent"),
    };
    (progress != Progress::default()).then_some(progress)
}

/// Members of a map; none of anything else.
#[derive(Clone, Copy)]
struct Members<'a>(Option<&'a Value>);

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a Value> {
        match self.0? {
            Value::Map(members) => members.iter().find(|(member, _)| member == name).map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        let text = match self.get(name)? {
            Value::Text(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (!is_placeholder(&text)).then_some(text)
    }

    fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    fn texts(&self, name: &str) -> Vec<String> {
        texts(self.get(name)).into_iter().filter(|text| !is_placeholder(text)).collect()
    }
}

fn texts(list: Option<&Value>) -> Vec<String> {
    match list {
        Some(Value::List(items)) => items.iter().filter_map(Value::as_text).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_state::answer::Answer;

    fn view(frontmatter: Answer, snapshot: Answer) -> StateView {
        let answer =
            Answer::new().with("frontmatter", frontmatter.into_map()).with("snapshot", snapshot.into_map());
        StateView::of(&VerbOutcome { answer, ..VerbOutcome::default() })
    }

    fn next(frontmatter: Answer, status: &str, phase: &str) -> Option<String> {
        let snapshot = Answer::new().with("status", status).with("current_phase", phase);
        view(frontmatter, snapshot).next.map(|next| format!("{} {}", next.action, next.phases.join(" ")))
    }

    /// S-21, case cairn-028: the recommended step, else that of the status word on the active or the current phase.
    #[test]
    fn what_comes_next() {
        let both =
            || Answer::new().with("next_action", "plan-phase").with("next_phases", Value::texts(["3", "4"]));
        assert_eq!(next(both(), "executing", "2").as_deref(), Some("plan-phase 3 4"));
        let action_alone = Answer::new().with("next_action", "plan-phase").with("active_phase", "5");
        assert_eq!(next(action_alone, "executing", "2").as_deref(), Some("execute-phase 5"));
        for (status, expected) in [
            ("discussing", Some("discuss-phase 2")),
            ("planning", Some("plan-phase 2")),
            ("verifying", Some("verify-phase 2")),
            ("completed", None),
            ("paused", None),
            ("odd", None),
        ] {
            assert_eq!(next(Answer::new(), status, "2").as_deref(), expected, "{status}");
        }
        assert_eq!(next(Answer::new(), "executing", "[X]"), None);
    }

    /// S-21: placeholders and what is no number are not known.
    #[test]
    fn known_or_not() {
        let session = Answer::new().with("resume_file", "None").with("last_date", "[date]").into_map();
        let snapshot = Answer::new().with("current_plan", "Not started").with("session", session);
        let found = view(Answer::new().with("milestone", "[v]").with("stopped_at", " "), snapshot);
        assert_eq!(found, StateView::default());
        let counters = Answer::new().with("total_plans", 5_u32).with("percent", "33").into_map();
        let found = view(Answer::new().with("progress", counters), Answer::new()).progress.unwrap();
        assert_eq!((found.total_plans, found.completed_plans, found.percent), (Some(5), None, Some(33)));
    }
}

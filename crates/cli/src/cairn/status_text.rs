//! The screen of `cairn status`: at most 24 lines, a blank line between blocks, no line without content (cairn 4).

use cairn_project::status::{ActiveSpec, ArchivedSpec, Progress, StateView, Status};
use cairn_state::progress_bar::bar;
use cairn_text::escape::escaped;

/// How many blockers and Specs are shown; with the five records and the line that counts the others, the screen has 24 lines
/// at most.
const MOST_BLOCKERS: usize = 4;
const MOST_SPECS: usize = 5;

/// The whole screen.
pub(super) fn screen(status: &Status) -> String {
    let blocks = [head(status), status.state.as_ref().map(position).unwrap_or_default(), memory(status)];
    let blocks: Vec<String> =
        blocks.iter().filter(|block| !block.is_empty()).map(|block| block.concat()).collect();
    blocks.join("\n")
}

fn head(status: &Status) -> Vec<String> {
    let state = status.state.as_ref();
    let milestone = state.map(|state| words([state.milestone.as_deref(), state.milestone_name.as_deref()]));
    let title = dotted([Some(status.project.clone()), milestone]);
    let progress = state.and_then(|state| state.progress).map(|progress| progress_line(&progress));
    [Some(title), progress].into_iter().flatten().filter(|line| !line.is_empty()).map(line).collect()
}

fn progress_line(progress: &Progress) -> String {
    let of = |done: Option<i64>, total: Option<i64>, what: &str| {
        total.map(|total| format!("{}/{total} {what}", done.unwrap_or_default()))
    };
    let bar = progress.percent.and_then(|percent| u8::try_from(percent.clamp(0, 100)).ok()).map(bar);
    let counters = dotted([
        of(progress.completed_phases, progress.total_phases, "phases"),
        of(progress.completed_plans, progress.total_plans, "plans"),
    ]);
    [bar.unwrap_or_default(), counters]
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join("  ")
}

fn position(state: &StateView) -> Vec<String> {
    let plan = state.plan.map(|plan| match state.total_plans_in_phase {
        Some(total) => format!("plan {plan} of {total}"),
        None => format!("plan {plan}"),
    });
    let phase = words([state.phase.as_deref(), state.phase_name.as_deref()]);
    let phase = dotted([Some(phase), plan, state.status.clone()]);
    let date = state.last_session.as_deref().map(|text| text.get(..10).unwrap_or(text));
    let session = match (state.stopped_at.as_deref(), date) {
        (Some(stopped), Some(date)) => format!("{stopped} ({date})"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    };
    let mut lines = vec![row("phase", &phase), row("session", &session)];
    if !state.blockers.is_empty() {
        lines.push(row("blockers", &state.blockers.len().to_string()));
        let shown = state.blockers.iter().map(|text| row("", text)).collect();
        lines.extend(at_most(MOST_BLOCKERS, shown));
    }
    let next = state.next.as_ref().map(|next| format!("{} {}", next.action, next.phases.join(" ")));
    lines.push(row("next", &next.unwrap_or_default()));
    lines.retain(|line| !line.is_empty());
    lines
}

fn memory(status: &Status) -> Vec<String> {
    let specs = labelled("specs", columns(status.specs.iter().map(spec).collect(), ["   ", "  "]));
    let archived = labelled("archived", columns(status.archived.iter().map(record).collect(), ["  ", "  "]));
    at_most(MOST_SPECS, specs).into_iter().chain(archived).collect()
}

fn spec(spec: &ActiveSpec) -> [String; 3] {
    let tasks = spec
        .tasks
        .map_or("tasks unknown".to_owned(), |tasks| format!("{}/{} tasks", tasks.completed, tasks.total));
    [spec.slug.clone(), tasks, spec.title.clone()].map(|text| escaped(&text).into_owned())
}

fn record(record: &ArchivedSpec) -> [String; 3] {
    [&record.slug, &record.archived, &record.disposition].map(|text| escaped(text).into_owned())
}

/// The rows below each other: every cell but the last as wide as the widest of its column.
fn columns(rows: Vec<[String; 3]>, gaps: [&str; 2]) -> Vec<String> {
    let width = |cell: fn(&[String; 3]) -> &String| {
        rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or_default()
    };
    let (first, second) = (width(|[cell, ..]| cell), width(|[_, cell, _]| cell));
    let row =
        |[one, two, three]: &[String; 3]| format!("{one:first$}{}{two:second$}{}{three}", gaps[0], gaps[1]);
    rows.iter().map(row).collect()
}

/// The first `most` lines; behind them how many more there are.
fn at_most(most: usize, mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(most);
    if more > 0 {
        lines.truncate(most);
        lines.push(row("", &format!("and {more} more")));
    }
    lines
}

/// Rows of which only the first one has the label.
fn labelled(label: &str, texts: Vec<String>) -> Vec<String> {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    labels.zip(&texts).map(|(label, text)| row(label, text)).collect()
}

/// A line with its label; empty without a text.
fn row(label: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { line(format!("{label:<10}{text}")) }
}

/// One line of the screen, whatever the text holds.
fn line(text: String) -> String {
    format!("{}\n", escaped(&text))
}

fn words<const N: usize>(parts: [Option<&str>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn dotted<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_project::specs::TaskCounts;
    use cairn_project::status::Next;

    fn demo() -> Status {
        let progress = Progress {
            total_phases: Some(3),
            completed_phases: Some(1),
            total_plans: Some(5),
            completed_plans: Some(3),
            percent: Some(33),
        };
        let text = |text: &str| Some(text.to_owned());
        let state = StateView {
            milestone: text("v2.0"),
            milestone_name: text("Code Quality"),
            phase: text("2"),
            phase_name: text("Core Engine"),
            plan: Some(2),
            total_plans_in_phase: Some(3),
            status: text("executing"),
            progress: Some(progress),
            blockers: vec!["[Phase 2] CI is flaky".into()],
            stopped_at: text("Phase 2 P1 done"),
            last_session: text("2026-10-01T09:00:00.000Z"),
            next: Some(Next { action: "execute-phase".into(), phases: vec!["2".into()] }),
            ..StateView::default()
        };
        let spec = ActiveSpec {
            slug: "0042-sample".into(),
            title: "A sample capability".into(),
            tasks: Some(TaskCounts { total: 2, completed: 1 }),
        };
        let record = ArchivedSpec {
            slug: "0031-berth-plan".into(),
            title: "Berth plan".into(),
            archived: "2026-06-11".into(),
            disposition: "pass".into(),
        };
        Status {
            project: "demo".into(),
            state: Some(state),
            specs: vec![spec],
            archived: vec![record],
            doubts: Vec::new(),
        }
    }

    /// cairn 4: the example of the contract.
    #[test]
    fn example() {
        let expected = "\
demo · v2.0 Code Quality
[███░░░░░░░] 33%  1/3 phases · 3/5 plans

phase     2 Core Engine · plan 2 of 3 · executing
session   Phase 2 P1 done (2026-10-01)
blockers  1
          [Phase 2] CI is flaky
next      execute-phase 2

specs     0042-sample   1/2 tasks  A sample capability
archived  0031-berth-plan  2026-06-11  pass
";
        assert_eq!(screen(&demo()), expected);
    }

    /// cairn 4, G9: one screen, and no text makes a line of its own.
    #[test]
    fn g9_bounded() {
        let mut status = demo();
        let state = status.state.as_mut().unwrap();
        state.blockers = vec!["a\nb\u{1b}".into(); 30];
        status.specs = vec![status.specs[0].clone(); 30];
        status.archived = vec![status.archived[0].clone(); 5];
        let screen = screen(&status);
        assert_eq!(screen.lines().count(), 24, "{screen}");
        assert!(
            screen.contains("and 26 more") && screen.contains("and 25 more") && !screen.contains('\u{1b}')
        );
    }

    /// cairn 4: Specs and records stand in columns, whatever the lengths of their slugs.
    #[test]
    fn columns_stand_below_each_other() {
        let mut status = demo();
        status.specs.push(ActiveSpec {
            slug: "0043-a-longer-name".into(),
            title: "Second".into(),
            tasks: Some(TaskCounts { total: 12, completed: 10 }),
        });
        let screen = screen(&status);
        assert!(
            screen.contains("specs     0042-sample          1/2 tasks    A sample capability\n"),
            "{screen}"
        );
        assert!(screen.contains("          0043-a-longer-name   10/12 tasks  Second\n"), "{screen}");
    }

    /// cairn 4: a line without content is left out.
    #[test]
    fn nothing_known() {
        let status =
            Status { project: "demo".into(), state: Some(StateView::default()), ..Status::default() };
        assert_eq!(screen(&status), "demo\n");
    }
}

//! What was measured, as data: printed for a reader at the terminal, written as a page of Markdown.

use std::time::Duration;

use super::measure::percentile;

/// One section of the page.
pub(crate) struct Table {
    title: &'static str,
    command: &'static str,
    /// What was measured, in a sentence.
    pub(crate) about: String,
    pub(crate) figures: Vec<Figure>,
    /// What a reader has to know besides.
    pub(crate) notes: Vec<String>,
}

/// One measured figure.
pub(crate) struct Figure {
    work: String,
    what: String,
    value: String,
    /// The goal as text, and whether it is met.
    goal: Option<(String, bool)>,
}

impl Figure {
    /// A figure without a goal.
    pub(crate) fn plain(work: impl Into<String>, what: impl Into<String>, value: String) -> Self {
        Self { work: work.into(), what: what.into(), value, goal: None }
    }

    /// A figure that should be at most `most`.
    pub(crate) fn limited(
        work: impl Into<String>,
        what: impl Into<String>,
        value: f64,
        most: f64,
        unit: &str,
    ) -> Self {
        let goal = Some((format!("≤ {most} {unit}"), value <= most));
        Self { work: work.into(), what: what.into(), value: format!("{value:.2} {unit}"), goal }
    }

    /// Times: the median, and below which nine of ten lie.
    pub(crate) fn times(
        work: impl Into<String>,
        what: impl Into<String>,
        times: &[Duration],
        most: Option<f64>,
    ) -> Self {
        let median = milliseconds(times, 50);
        let value = format!("{median:.2} ms ({:.2} ms)", milliseconds(times, 90));
        let goal = most.map(|most| (format!("≤ {most} ms"), median <= most));
        Self { work: work.into(), what: what.into(), value, goal }
    }

    /// A figure that was to be had only with a tool that is not there, or did not work.
    pub(crate) fn missing(work: impl Into<String>, what: impl Into<String>, why: &str) -> Self {
        Self::plain(work, what, format!("not measured: {why}"))
    }
}

/// The time below which `percent` of the ascending `times` lie.
pub(crate) fn milliseconds(times: &[Duration], percent: usize) -> f64 {
    percentile(times, percent).as_secs_f64() * 1000.0
}

impl Table {
    pub(crate) fn new(title: &'static str, command: &'static str) -> Self {
        Self { title, command, about: String::new(), figures: Vec::new(), notes: Vec::new() }
    }

    /// Whether every goal that could be measured is met.
    pub(crate) fn is_met(&self) -> bool {
        self.figures.iter().all(|figure| figure.goal.as_ref().is_none_or(|(_, is_met)| *is_met))
    }

    pub(crate) fn as_text(&self) -> String {
        let mut text = format!("\n{}\n{}\n\n", self.title, self.about);
        for figure in &self.figures {
            let goal = match &figure.goal {
                Some((goal, true)) => format!("   goal {goal}"),
                Some((goal, false)) => format!("   goal {goal}   MISSED"),
                None => String::new(),
            };
            text += &format!("{:<34} {:<22} {:>24}{goal}\n", figure.work, figure.what, figure.value);
        }
        for note in &self.notes {
            text += &format!("{note}\n");
        }
        text
    }

    pub(crate) fn as_markdown(&self) -> String {
        let mut text = format!("## {}\n\n```text\n{}\n```\n\n{}\n", self.title, self.command, self.about);
        if !self.figures.is_empty() {
            text += "\n| work | figure | measured | goal |\n|---|---|---|---|\n";
        }
        let mut above = "";
        for figure in &self.figures {
            let goal = match &figure.goal {
                Some((goal, true)) => format!("{goal}: met"),
                Some((goal, false)) => format!("{goal}: **missed**"),
                None => String::new(),
            };
            // A work is named once, above its figures.
            let work = if above == figure.work { "" } else { figure.work.as_str() };
            above = &figure.work;
            text += &format!("| {work} | {} | {} | {goal} |\n", figure.what, figure.value);
        }
        for note in &self.notes {
            text += &format!("\n{note}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A missed goal is said in both forms, and by the answer.
    #[test]
    fn goals_are_judged() {
        let mut table = Table::new("Start", "cargo xtask bench start");
        table.about = "Whole processes.".to_owned();
        let times = [1, 2, 3].map(Duration::from_millis);
        table.figures.push(Figure::times("hello", "wall time", &times, Some(2.0)));
        table.figures.push(Figure::missing("hello", "peak memory", "no strace"));
        assert!(table.is_met());
        table.figures.push(Figure::limited("hello", "ratio", 1.6, 1.5, "×"));
        assert!(!table.is_met());
        assert!(table.as_text().contains("goal ≤ 1.5 ×   MISSED"));
        let expected = "## Start\n\n```text\ncargo xtask bench start\n```\n\nWhole processes.\n\n\
                        | work | figure | measured | goal |\n|---|---|---|---|\n\
                        | hello | wall time | 2.00 ms (2.00 ms) | ≤ 2 ms: met |\n\
                        |  | peak memory | not measured: no strace |  |\n\
                        |  | ratio | 1.60 × | ≤ 1.5 ×: **missed** |\n";
        assert_eq!(table.as_markdown(), expected);
    }
}

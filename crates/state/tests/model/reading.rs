//! What a STATE.md holds, read line by line: nothing of the product reads here.

/// Everything that the model speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) milestone: String,
    pub(crate) status_word: String,
    pub(crate) stored_phase: Option<String>,
    pub(crate) stored_stopped_at: String,
    pub(crate) position: String,
    pub(crate) plan: String,
    pub(crate) status: String,
    pub(crate) last_activity: String,
    pub(crate) focus: String,
    pub(crate) stopped_at: String,
    pub(crate) resume_file: String,
    pub(crate) decisions: Vec<String>,
    pub(crate) blockers: Vec<String>,
    pub(crate) metrics: Vec<String>,
    /// How many of the lists' lines the archive holds.
    pub(crate) archived: Vec<String>,
    /// Lines that no verb here may touch.
    pub(crate) untouched: usize,
}

/// Lines of the sample that belong to nobody's verb.
const UNTOUCHED: [&str; 4] = [
    "See: .planning/PROJECT.md",
    "**Core value:** A skipper can trust the printed table without looking at the sea.",
    "The full log is in PROJECT.md; here are the recent ones.",
    "1 pending, see .planning/todos/pending/",
];

impl Read {
    pub(crate) fn of(text: &str, archive: &str) -> Self {
        let (front, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let key = |name: &str| {
            let line = front.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.map(|value| value.trim_matches(['"', '\'']).to_owned())
        };
        let field = |name: &str| {
            let line = body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.unwrap_or_default().to_owned()
        };
        let focus = body.lines().find_map(|line| line.strip_prefix("**Current focus:** "));
        Self {
            milestone: key("milestone").unwrap_or_default(),
            status_word: key("status").unwrap_or_default(),
            stored_phase: key("current_phase"),
            stored_stopped_at: key("stopped_at").unwrap_or_default(),
            position: field("Phase"),
            plan: field("Plan"),
            status: field("Status"),
            last_activity: field("Last activity"),
            focus: focus.unwrap_or_default().to_owned(),
            stopped_at: field("Stopped at"),
            resume_file: field("Resume file"),
            decisions: bullets(body, "### Decisions"),
            blockers: bullets(body, "### Blockers/Concerns"),
            metrics: body.lines().filter(|line| line.starts_with("| Phase ")).skip(1).map(row).collect(),
            archived: archive
                .lines()
                .filter(|line| line.starts_with("- ") || line.starts_with("| Phase "))
                .map(row)
                .collect(),
            untouched: body.lines().filter(|line| UNTOUCHED.contains(line)).count(),
        }
    }
}

/// A line without the blanks that only set columns under each other.
fn row(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bullets(body: &str, heading: &str) -> Vec<String> {
    let behind = body.lines().skip_while(|line| *line != heading).skip(1);
    let section = behind.take_while(|line| !line.starts_with('#'));
    section.filter(|line| line.starts_with("- ")).map(str::to_owned).collect()
}

//! `workstream list`, `status` and `create`: several STATE.md side by side (section 17, S-01).

use super::Report;
use super::decision::check_writable;
use super::slug::slug;
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::planning::{Focus, MilestoneView, PlanningSnapshot};
use crate::project_root::{PLANNING_FOLDER, WORKSTREAM_POINTER, WORKSTREAMS_FOLDER, WorkstreamName};
use cairn_plan::{Change, RelativePath};
use cairn_text::Frontmatter;

/// The files and folders of a flat project that its first workstream takes along.
pub const MIGRATED: [&str; 4] = ["ROADMAP.md", "STATE.md", "REQUIREMENTS.md", "phases"];

/// One workstream as it was read; `snapshot` is filled for [`focus`].
#[derive(Clone, Debug, Default)]
pub struct WorkstreamFiles {
    /// Its name.
    pub name: String,
    /// Its planning tree.
    pub snapshot: PlanningSnapshot,
    /// The bytes of its STATE.md.
    pub state: Option<Vec<u8>>,
}

/// What must be read of a workstream whose STATE.md stores this milestone.
pub fn focus(stored: Option<&str>) -> Vec<Focus> {
    vec![Focus::Stored(stored.map(str::to_owned))]
}

/// The milestone that a STATE.md stores.
pub fn stored_milestone(state: Option<&[u8]>) -> Option<String> {
    Frontmatter::parse(state?).text("milestone").map(str::to_owned)
}

/// `workstream list`: by name.
pub fn list(workstreams: &[WorkstreamFiles]) -> Report {
    let mut sorted: Vec<&WorkstreamFiles> = workstreams.iter().collect();
    sorted.sort_by(|left, right| left.name.cmp(&right.name));
    let mode = if sorted.is_empty() { "flat" } else { "workstream" };
    let listed: Vec<Value> = sorted.iter().map(|workstream| listed(workstream)).collect();
    let answer =
        Answer::new().with("mode", mode).with("workstreams", Value::List(listed)).with("count", sorted.len());
    Report { answer, ..Report::default() }
}

/// `workstream status`.
///
/// # Errors
/// `workstream_not_found`.
pub fn status(workstreams: &[WorkstreamFiles], name: &str) -> Result<Report, Failure> {
    let Some(workstream) = workstreams.iter().find(|workstream| workstream.name == name) else {
        return Err(not_found(workstreams.iter().map(|workstream| workstream.name.as_str()), name));
    };
    let stored = Stored::of(workstream);
    let files = Answer::new()
        .with("roadmap", workstream.snapshot.roadmap.bytes().is_some())
        .with("state", workstream.state.is_some())
        .with("requirements", workstream.snapshot.requirements.bytes().is_some());
    let answer = Answer::new()
        .with("found", true)
        .with("workstream", name)
        .with("path", path_of(name))
        .with("files", files.into_map())
        .with("status", Value::from(stored.status))
        .with("current_phase", Value::from(stored.current_phase))
        .with("phase_count", stored.phase_count)
        .with("completed_phases", stored.completed_phases)
        .with("last_activity", Value::from(stored.last_activity));
    Ok(Report { answer, ..Report::default() })
}

/// The failure for a workstream that does not exist.
pub fn not_found<'n>(available: impl IntoIterator<Item = &'n str>, name: &str) -> Failure {
    let mut available: Vec<&str> = available.into_iter().collect();
    available.sort_unstable();
    let known = if available.is_empty() {
        "there are none".to_owned()
    } else {
        format!("there are {}", available.join(", "))
    };
    let message =
        format!("there is no workstream `{name}`: {known}; `msd-tools workstream create {name}` makes it");
    Failure::new(Reason::WorkstreamNotFound, message).with("workstream", name).with("available", available)
}

/// What `workstream create` is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewWorkstream<'a> {
    /// Its name, unchecked.
    pub name: &'a str,
    /// The workstreams there are.
    pub existing: Vec<String>,
    /// Which of [`MIGRATED`] stand in the planning folder.
    pub root_files: Vec<&'static str>,
    /// The bytes of the flat project's STATE.md, when there is one.
    pub root_state: Option<Vec<u8>>,
    /// The milestone of the flat project: version and name.
    pub milestone: (Option<String>, Option<String>),
    /// The content of the pointer file, when there is one.
    pub pointer: Option<Vec<u8>>,
    /// The bytes of the new STATE.md, from the template.
    pub state: Vec<u8>,
}

/// `workstream create`: changes and JSON. The first workstream takes the flat project along, into a workstream named after its milestone.
///
/// # Errors
/// `invalid_value`, `workstream_exists`; the refusals of a STATE.md that would move (section 4).
pub fn create(new: &NewWorkstream<'_>) -> Result<(Vec<Change>, Answer), Failure> {
    let Some(name) = WorkstreamName::parse(new.name) else {
        let message =
            format!("`{}` is no name of a workstream: use letters, digits, `-`, `_` and `.`", new.name);
        return Err(Failure::invalid_value("workstream", message));
    };
    let name = name.as_str();
    if new.existing.iter().any(|existing| existing == name) {
        let message = format!(
            "the workstream `{name}` exists: `msd-tools workstream set {name}` makes it the active one"
        );
        return Err(Failure::new(Reason::WorkstreamExists, message)
            .with("workstream", name)
            .with("available", new.existing.clone()));
    }
    let migrates = new.existing.is_empty() && !new.root_files.is_empty();
    if let Some(state) = new.root_state.as_deref().filter(|_| migrates) {
        check_writable(&format!("{PLANNING_FOLDER}/STATE.md"), state)?;
    }
    let taken_along = migrates.then(|| migrated_name(new, name));
    let mut changes = Vec::new();
    if let Some(taken_along) = &taken_along {
        for file in MIGRATED.iter().filter(|file| new.root_files.contains(file)) {
            changes.push(Change::Move {
                from: path(&format!("{PLANNING_FOLDER}/{file}"))?,
                to: path(&format!("{}/{file}", path_of(taken_along)))?,
            });
        }
    }
    let folder = path_of(name);
    changes.push(Change::create(path(&format!("{folder}/STATE.md"))?, new.state.clone()));
    changes.push(Change::MakeFolder { path: path(&format!("{folder}/phases"))? });
    let pointer = path(&format!("{PLANNING_FOLDER}/{WORKSTREAM_POINTER}"))?;
    changes.push(pointer_change(pointer, new.pointer.as_deref(), name));
    let migration = taken_along.map(|taken_along| {
        let moved: Vec<&str> =
            MIGRATED.iter().copied().filter(|file| new.root_files.contains(file)).collect();
        Answer::new().with("workstream", taken_along).with("files_moved", moved).into_map()
    });
    let answer = Answer::new()
        .with("created", true)
        .with("workstream", name)
        .with("path", folder.as_str())
        .with("state_path", format!("{folder}/STATE.md"))
        .with("phases_path", format!("{folder}/phases"))
        .with("migration", migration.unwrap_or(Value::Null))
        .with("active", true);
    Ok((changes, answer))
}

/// The change that makes `name` the active workstream (`workstream set`).
pub fn pointer_change(pointer: RelativePath, present: Option<&[u8]>, name: &str) -> Change {
    let content = format!("{name}\n");
    match present {
        Some(present) => Change::write(pointer, present, content),
        None => Change::create(pointer, content),
    }
}

/// The slug of the milestone's name, else of its version, else `main`; another one when that is the new workstream's name.
fn migrated_name(new: &NewWorkstream<'_>, name: &str) -> String {
    let (version, milestone_name) = &new.milestone;
    let candidates = [milestone_name, version]
        .into_iter()
        .flatten()
        .filter(|text| text.contains(char::is_alphanumeric))
        .map(|text| slug(text));
    let candidates = candidates.chain(["main".to_owned(), "main-2".to_owned()]);
    candidates
        .into_iter()
        .find(|candidate| candidate != name && WorkstreamName::parse(candidate).is_some())
        .unwrap_or_else(|| "main-2".to_owned())
}

fn path_of(name: &str) -> String {
    format!("{PLANNING_FOLDER}/{WORKSTREAMS_FOLDER}/{name}")
}

fn path(text: &str) -> Result<RelativePath, Failure> {
    RelativePath::new(text).map_err(|fault| {
        Failure::invalid_value("workstream", format!("`{text}` is no path below the root: {fault}"))
    })
}

/// What a workstream's STATE.md stores, and what its tree counts.
struct Stored {
    status: Option<String>,
    current_phase: Option<String>,
    last_activity: Option<String>,
    phase_count: u32,
    completed_phases: u32,
}

impl Stored {
    fn of(workstream: &WorkstreamFiles) -> Self {
        let frontmatter = Frontmatter::parse(workstream.state.as_deref().unwrap_or_default());
        let text = |key: &str| frontmatter.text(key).map(str::to_owned);
        let view = MilestoneView::new(&workstream.snapshot, frontmatter.text("milestone"));
        Self {
            status: text("status"),
            current_phase: text("current_phase"),
            last_activity: text("last_activity"),
            phase_count: view.counters.total_phases,
            completed_phases: view.counters.completed_phases,
        }
    }
}

fn listed(workstream: &WorkstreamFiles) -> Value {
    let stored = Stored::of(workstream);
    Answer::new()
        .with("name", workstream.name.as_str())
        .with("path", path_of(&workstream.name))
        .with("has_roadmap", workstream.snapshot.roadmap.bytes().is_some())
        .with("has_state", workstream.state.is_some())
        .with("status", Value::from(stored.status))
        .with("current_phase", Value::from(stored.current_phase))
        .with("phase_count", stored.phase_count)
        .with("completed_phases", stored.completed_phases)
        .into_map()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::{Document, PlanningConfig};

    fn workstream(name: &str, state: &str) -> WorkstreamFiles {
        let roadmap = Document::Read(b"### Phase 1: A\n\n### Phase 2: B\n".to_vec());
        let snapshot = PlanningSnapshot::new(path_of(name), roadmap, PlanningConfig::default());
        WorkstreamFiles { name: name.to_owned(), snapshot, state: Some(state.as_bytes().to_vec()) }
    }

    /// S-01: the workstreams by name, and one of them.
    #[test]
    fn lists_and_shows() {
        let all = [
            workstream("beta", "---\nstatus: planning\ncurrent_phase: \"2\"\n---\n"),
            workstream("alpha", ""),
        ];
        let report = list(&all);
        assert_eq!(
            (report.answer.get("mode"), report.answer.get("count")),
            (Some(&Value::from("workstream")), Some(&Value::Number(2)))
        );
        let status = status(&all, "beta").unwrap();
        assert_eq!(
            (status.answer.get("current_phase"), status.answer.get("phase_count")),
            (Some(&Value::from("2")), Some(&Value::Number(2)))
        );
        let failure = super::status(&all, "gamma").unwrap_err();
        assert_eq!(
            (failure.reason, failure.facts.get("available")),
            (Reason::WorkstreamNotFound, Some(&Value::texts(["alpha", "beta"])))
        );
        assert_eq!(list(&[]).answer.get("mode"), Some(&Value::from("flat")));
    }

    /// S-01: what a workstream is read for follows from the milestone that its own STATE.md stores.
    #[test]
    fn reads_its_milestone() {
        for (state, stored) in [
            (Some("---\nmilestone: v2.0\n---\n"), Some("v2.0")),
            (Some("---\nstatus: planning\n---\n"), None),
            (Some(""), None),
            (None, None),
        ] {
            assert_eq!(stored_milestone(state.map(str::as_bytes)).as_deref(), stored, "{state:?}");
            assert_eq!(focus(stored), [Focus::Stored(stored.map(str::to_owned))]);
        }
    }

    /// S-01, G8: the first workstream takes the flat project along; names are single components.
    #[test]
    fn creates() {
        let new = NewWorkstream {
            name: "beta",
            root_files: vec!["STATE.md", "phases"],
            milestone: (Some("v2.0".into()), Some("Code Quality".into())),
            ..NewWorkstream::default()
        };
        let (changes, answer) = create(&new).unwrap();
        let paths: Vec<String> = changes
            .iter()
            .map(|change| change.paths().map(ToString::to_string).collect::<Vec<_>>().join(" > "))
            .collect();
        assert_eq!(
            paths,
            [
                ".planning/STATE.md > .planning/workstreams/code-quality/STATE.md",
                ".planning/phases > .planning/workstreams/code-quality/phases",
                ".planning/workstreams/beta/STATE.md",
                ".planning/workstreams/beta/phases",
                ".planning/active-workstream",
            ]
        );
        let migration = Answer::new()
            .with("workstream", "code-quality")
            .with("files_moved", vec!["STATE.md", "phases"])
            .into_map();
        assert_eq!(answer.get("migration"), Some(&migration));
        let second = NewWorkstream {
            name: "gamma",
            existing: vec!["beta".into()],
            pointer: Some(b"beta\n".to_vec()),
            ..new.clone()
        };
        assert_eq!(create(&second).unwrap().1.get("migration"), Some(&Value::Null));
        assert_eq!(
            create(&NewWorkstream { name: "beta", existing: vec!["beta".into()], ..new.clone() })
                .unwrap_err()
                .reason,
            Reason::WorkstreamExists
        );
        for name in ["", ".", "..", "a/b", "../x", "a b"] {
            assert_eq!(
                create(&NewWorkstream { name, ..new.clone() }).unwrap_err().reason,
                Reason::InvalidValue,
                "{name}"
            );
        }
        for (state, reason) in [
            ("<<<<<<< ours\na\n>>>>>>> theirs\n", Reason::MergeConflict),
            ("---\nstatus: x\n", Reason::FrontmatterUnparseable),
            ("\u{feff}x\ry\r", Reason::Encoding),
        ] {
            let moving = NewWorkstream { root_state: Some(state.into()), ..new.clone() };
            assert_eq!(create(&moving).unwrap_err().reason, reason, "{state:?}");
            let staying = NewWorkstream { existing: vec!["gamma".into()], ..moving };
            assert!(create(&staying).is_ok(), "nothing moves");
        }
        let same = NewWorkstream { name: "code-quality", ..new.clone() };
        assert_eq!(migrated_name(&same, "code-quality"), "v2-0");
        assert_eq!(migrated_name(&NewWorkstream { milestone: (None, None), ..new }, "beta"), "main");
    }
}

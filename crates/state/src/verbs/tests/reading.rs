//! What the reading verbs answer, and what signals say.

use super::*;
use crate::answer::Answer;

fn map(members: &[(&str, Value)]) -> Value {
    Value::Map(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

/// The member `path` of an answer, names joined with dots.
fn member(answer: &Answer, path: &str) -> Option<Value> {
    path.split('.').try_fold(answer.clone().into_map(), |value, name| match value {
        Value::Map(members) => members.into_iter().find(|(member, _)| member == name).map(|(_, value)| value),
        _ => None,
    })
}

/// Section 12: `state load` shows the file, the configuration, and which files there are; raw as lines with dotted names.
#[test]
fn load_shows_what_a_workflow_begins_with() {
    let (_, outcome) = run(BASIC, &Load).unwrap();
    assert_eq!(outcome.raw.as_deref(), Some("state_exists=true\nroadmap_exists=false\nconfig_exists=false"));
    assert_eq!(outcome.answer.get("config"), Some(&Value::Map(Vec::new())));
    let mut full = project();
    full.has_roadmap = true;
    full.files.insert(PlanningFile::Configuration, b"{}".to_vec());
    full.configuration = Some(map(&[
        ("mode", "yolo".into()),
        ("none", Value::Null),
        ("workflow", map(&[("research", true.into()), ("list", Value::texts(["a", "b"]))])),
    ]));
    let (_, outcome) = run_in(BASIC, &planning(), &full, &Load).unwrap();
    assert_eq!(
        outcome.raw.as_deref(),
        Some(
            "state_exists=true\nroadmap_exists=true\nconfig_exists=true\nmode=yolo\nworkflow.research=true\nworkflow.list=[\"a\",\"b\"]"
        )
    );
    let expected = Answer::new()
        .with("config", full.configuration.clone().unwrap())
        .with("state_raw", BASIC)
        .with("state_exists", true)
        .with("roadmap_exists", true)
        .with("config_exists", true);
    assert_eq!((outcome.description.as_str(), outcome.answer), ("state load", expected));
}

/// S-63, D27: a label that is no field of ours is read as well, blanks and underscores being equal.
#[test]
fn s_63_get_reads_other_labels() {
    let source = format!("{BASIC}\n## Team\n\nTeam lead: Kim\n\n**Team lead:** Lee\n");
    for name in ["Team lead", "team LEAD", "team_lead"] {
        let (_, outcome) = run(&source, &Get { name: Some(name.to_owned()) }).unwrap();
        assert_eq!(outcome.answer.get(name), Some(&Value::from("Lee")), "{name}");
    }
}

/// D27: a refusal lists every label once, then the keys, and no more than can be read.
#[test]
fn d27_available_names() {
    let available = |source: &str| {
        let failure = refusal(source, &Get { name: Some("Nope".to_owned()) });
        let Some(Value::List(names)) = failure.facts.get("available") else { panic!("{failure:?}") };
        names.iter().filter_map(Value::as_text).map(str::to_owned).collect::<Vec<_>>()
    };
    let source = "---\nstatus: executing\nprogress:\n  percent: 3\n---\n\n## Current Position\n\nPhase: 2\nStatus: a\n\n## Team\n\nOwner: Kim\n\n## Review\n\nowner: Lee\n";
    assert_eq!(available(source), ["Phase", "Status", "Owner", "progress.percent"]);
    let mut many = "## Current Position\n\nPhase: 2\n\n## Team\n\n".to_owned();
    (0..250).for_each(|number| many.push_str(&format!("Owner {number}: Kim\n")));
    assert_eq!(available(&many).len(), 200);
}

/// Sections 7, 12: `state json` spells the version key as it is stored, and shows a `progress` that is no block.
#[test]
fn json_shows_older_spellings() {
    let names = |source: &str| {
        let (_, outcome) = run(source, &Json).unwrap();
        outcome.answer.members().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    for key in ["msd_state_version", "gsd_state_version"] {
        assert_eq!(names(&BASIC.replace("msd_state_version", key)).first().map(String::as_str), Some(key));
    }
    let start = BASIC.find("progress:\n").unwrap();
    let end = BASIC.find("---\n\n# Project State").unwrap();
    for (progress, extra) in [("half", Some(Value::from("half"))), ("null", None)] {
        let source = format!("{}progress: {progress}\n{}", &BASIC[..start], &BASIC[end..]);
        let (_, outcome) = run(&source, &Overview).unwrap();
        assert_eq!(member(&outcome.answer, "frontmatter.extra.progress"), extra, "{progress}");
    }
}

/// Section 16: the total of an older label counts where `Plan` names none; a session shows words, no placeholders.
#[test]
fn snapshot_of_older_labels_and_session() {
    let source = BASIC
        .replace("Plan: 2 of 3 in current phase", "Plan: Not started\nTotal Plans in Phase: 4")
        .replace("Last session: 2026-10-01T09:00:00.000Z", "Last session: [date]");
    let (_, outcome) = run(&source, &StateSnapshot).unwrap();
    for (path, value) in [
        ("total_plans_in_phase", Value::Number(4)),
        ("session.last_date", Value::Null),
        ("session.stopped_at", "Phase 2 P1 done".into()),
    ] {
        assert_eq!(member(&outcome.answer, path), Some(value), "{path}");
    }
}

/// Cairn 4: the overview holds frontmatter, snapshot and blockers, of a file in conflict too, and says a doubtful scope.
#[test]
fn overview_refuses_no_file() {
    let source = BASIC
        .replace("### Blockers/Concerns\n\nNone yet.\n", "### Blockers/Concerns\n\n- [Phase 2] CI is slow\n")
        + "<<<<<<< ours\n";
    let facts = PlanningFacts { scope: crate::facts::ProgressScope::Unscoped, ..planning() };
    let (_, outcome) = run_in(&source, &facts, &project(), &Overview).unwrap();
    assert_eq!(outcome.answer.get("blockers"), Some(&Value::texts(["[Phase 2] CI is slow"])));
    for path in ["frontmatter.current_phase", "snapshot.current_phase"] {
        assert_eq!(member(&outcome.answer, path), Some("2".into()), "{path}");
    }
    assert_eq!(outcome.description, "overview");
    let codes: Vec<_> = outcome.warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert_eq!(codes, ["progress_scope"]);
}

/// D6: a signal says which file it wrote or removed.
#[test]
fn d6_signals_say_what_they_did() {
    let path = ".planning/WAITING.json";
    let signal = SignalWaiting {
        kind: "review".to_owned(),
        question: "ok?".to_owned(),
        options: Vec::new(),
        phase: None,
    };
    let (_, outcome) = run(BASIC, &signal).unwrap();
    assert_eq!(
        (outcome.description.as_str(), updated(&outcome)),
        ("state signal-waiting", vec![path.to_owned()])
    );
    assert_eq!(outcome.answer, Answer::new().with("signaled", true).with("path", path));
    let mut waiting = project();
    waiting.files.insert(PlanningFile::Waiting, b"{}".to_vec());
    for (project, removed) in [(waiting, vec![path.to_owned()]), (project(), Vec::new())] {
        let (_, outcome) = run_in(BASIC, &planning(), &project, &SignalResume).unwrap();
        assert_eq!((outcome.description.as_str(), updated(&outcome)), ("state signal-resume", removed));
    }
}

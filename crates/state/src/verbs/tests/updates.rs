use super::*;
use crate::body_field::BodyField;

fn update(field: &str, value: &str) -> Update {
    Update { field: field.to_owned(), value: value.to_owned() }
}

/// D5, D6, D27: a status update changes the body line, its key and the stamp.
#[test]
fn update_changes_one_value_in_three_lines() {
    let (after, outcome) = run(BASIC, &update("Status", "Verifying")).unwrap();
    assert_eq!(
        new_lines(BASIC, &after),
        ["status: verifying", "last_updated: \"2026-10-07T12:00:00.000Z\"", "Status: Verifying"]
    );
    assert_eq!(updated(&outcome), ["Status", "status"]);
    assert_eq!(outcome.answer.get("wrote"), Some(&Value::from("body")));
}

/// S-40: a status that gives no word is written, and said; a text that verbs write and a placeholder are meant so.
#[test]
fn a_status_without_a_word_is_said() {
    for (text, warned) in [
        ("banana", &["status_unknown"][..]),
        ("Incomplete", &["status_ambiguous"]),
        ("Verifying", &[]),
        ("Awaiting next milestone", &[]),
        ("[Ready]", &[]),
    ] {
        let (_, outcome) = run(BASIC, &update("Status", text)).unwrap();
        let codes: Vec<_> = outcome.warnings.iter().map(|warning| warning.code.as_str()).collect();
        assert_eq!(codes, warned, "{text}");
    }
}

/// D11: half of a conflict is read, but never without a word.
#[test]
fn get_warns_of_conflict_markers() {
    let conflict = format!("{BASIC}\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n");
    for (source, count) in [(BASIC, 0), (conflict.as_str(), 1)] {
        let (_, outcome) = run(source, &Get { name: Some("Status".to_owned()) }).unwrap();
        assert_eq!(outcome.answer.get("Status"), Some(&Value::from("Ready to execute")));
        let said: Vec<_> = outcome.warnings.iter().map(|warning| &warning.message).collect();
        assert_eq!(said.len(), count, "{said:?}");
        assert!(said.iter().all(|text| text.contains("`cairn resolve .planning/STATE.md`")), "{said:?}");
    }
}

/// D6: the present value is no change, also where other keys are missing.
#[test]
fn update_to_the_present_value_changes_nothing() {
    for source in [BASIC.to_owned(), BASIC.replace("  percent: 33\n", "")] {
        let (after, outcome) = run(&source, &update("status", "Ready to execute")).unwrap();
        assert_eq!((after.as_str(), outcome.is_changed()), (source.as_str(), false));
        assert!(outcome.files.is_empty());
    }
}

/// D27, S-14: the rows of 12.1 in their order.
#[test]
fn targets_of_update() {
    for (field, value, lines) in [
        ("stopped_at", "Halfway", &["stopped_at: Halfway", "Stopped at: Halfway"][..]),
        ("LAST ACTIVITY", "2026-10-07", &["last_activity: \"2026-10-07\"", "Last activity: 2026-10-07"]),
        ("active_phase", "4.5", &["active_phase: \"4.5\""]),
        ("active phase", "null", &["active_phase: null"]),
        ("next_phases", "4.5,4.10", &["next_phases: [\"4.5\", \"4.10\"]"]),
        ("next_action", "plan-phase", &["next_action: plan-phase"]),
        ("Current focus", "Phase 3", &["**Current focus:** Phase 3"]),
        ("Phase", "12A of 14", &["current_phase: \"12A\"", "Phase: 12A of 14"]),
    ] {
        let (after, _) = run(BASIC, &update(field, value)).unwrap();
        let new: Vec<_> =
            new_lines(BASIC, &after).into_iter().filter(|line| !line.starts_with("last_updated")).collect();
        assert_eq!(new, lines, "{field}");
    }
}

/// D27: what cannot be set, and why.
#[test]
fn refusals_of_update() {
    for (field, value, reason) in [
        ("Nope", "x", Reason::FieldNotFound),
        ("Sta.*", "x", Reason::FieldNotFound),
        ("progress.percent", "90", Reason::DerivedField),
        ("Progress", "90%", Reason::DerivedField),
        ("进度", "90%", Reason::DerivedField),
        ("milestone", "v9", Reason::DerivedField),
        ("milestone name", "x", Reason::DerivedField),
        ("last_updated", "x", Reason::DerivedField),
        ("state_head", "x", Reason::DerivedField),
        ("gsd_state_version", "2", Reason::DerivedField),
        ("current_phase", "4", Reason::DerivedField),
        ("Status", "a\nb", Reason::InvalidValue),
        ("Status", "x <!-- y -->", Reason::InvalidValue),
        ("Status", "x **Phase:** 9", Reason::InvalidValue),
        ("next_action", "ship", Reason::InvalidValue),
        ("active_phase", "two", Reason::InvalidValue),
        ("next_phases", "2,x", Reason::InvalidValue),
    ] {
        assert_eq!(refusal(BASIC, &update(field, value)).reason, reason, "{field} {value:?}");
    }
}

/// D7, D27: a value that would be read back as another text is refused, in every field and form; others come back as they are and
/// do not grow.
#[test]
fn d7_values_read_back_as_they_were_given() {
    let bold = BASIC.replace("\nStatus: ", "\n**Status:** ");
    let table = BASIC.replace(
        "\nStatus: Ready to execute\n",
        "\n\n| Field | Value |\n|---|---|\n| Status | Ready to execute |\n\n",
    );
    let owner = format!("{BASIC}\n## Team\n\nOwner: Kim\n");
    let reads_back = |source: &str, field: &str, value: &str| {
        let (after, _) = run(source, &update(field, value)).unwrap();
        let document = crate::document::StateDocument::parse(after.as_bytes());
        let read = BodyField::named(field).and_then(|known| document.text(known));
        assert!(read.is_none_or(|read| read == value), "{field} {value:?} in\n{after}");
        assert_eq!(run(&after, &update(field, value)).unwrap().0, after, "{field} {value:?} grows");
    };
    for (source, field, label) in [
        (BASIC, "Status", "Status"),
        (&bold, "Status", "Status"),
        (&table, "Status", "Status"),
        (BASIC, "Status", "ステータス"),
        (BASIC, "stopped_at", "Stopped at"),
        (BASIC, "Phase", "phase"),
        (BASIC, "Plan", "Plan"),
        (BASIC, "Last activity", "Last Activity"),
        (BASIC, "Resume file", "Resume file"),
        (BASIC, "Current focus", "Current focus"),
        (&owner, "Owner", "Owner"),
    ] {
        for value in [format!("**{label}:** done"), format!("so far **{label}:** done")] {
            let failure = refusal(source, &update(field, &value));
            assert_eq!(failure.reason, Reason::InvalidValue, "{field} {value:?}");
        }
        for value in ["Phase 2: a **bold** word", "Status: done", "a `b` $1 \\ \"c\"", "- item", "a: b"] {
            reads_back(source, field, value);
        }
    }
    for (field, named) in [("Status", "Status"), ("Owner", "owner")] {
        let failure = refusal(&owner, &update(field, &format!("**{field}:** done")));
        assert_eq!(failure.facts.get("field"), Some(&Value::from(named)), "{failure}");
        assert!(failure.message.contains(&format!("`{named}`")), "{failure}");
    }
    // Another label is no second `Owner`.
    let in_position = BASIC.replace("\nPlan: ", "\nOwner: Kim\nPlan: ");
    for source in [&owner, &in_position] {
        reads_back(source, "Owner", "with **Reviewer:** Lee");
    }
    for stopped_at in ["**Stopped at:** x", "x **Resume file:** y"] {
        for source in [BASIC, "# S\n\nText.\n", "# S\n\n## Session\n\nText.\n"] {
            let stopped_at = Some(stopped_at.to_owned());
            let verb = RecordSession { stopped_at, resume_file: Some("a.md".to_owned()) };
            assert_eq!(refusal(source, &verb).reason, Reason::InvalidValue);
        }
    }
}

/// D27: a label in two places, and a label that is a key too.
#[test]
fn ambiguous_fields() {
    let twice = format!("{BASIC}\n## Team\n\nOwner: Kim\n\n## Review\n\nOwner: Lee\n");
    let failure = refusal(&twice, &update("Owner", "Max"));
    assert_eq!(failure.reason, Reason::AmbiguousField);
    let Some(Value::List(candidates)) = failure.facts.get("candidates") else { panic!("no candidates") };
    assert_eq!(candidates.len(), 2);
    let both = BASIC.replace("  percent: 33\n", "  percent: 33\nowner: Kim\n") + "\nOwner: Lee\n";
    assert_eq!(refusal(&both, &update("owner", "Max")).reason, Reason::AmbiguousField);
    let key = BASIC.replace("  percent: 33\n", "  percent: 33\nowner: Kim # asks\n");
    check_lines(
        &key,
        &update("Owner", "Max"),
        &["last_updated: \"2026-10-07T12:00:00.000Z\"", "owner: Max # asks"],
    );
}

/// D27, S-30: a stored key without a line is written itself; `paused_at` takes null.
#[test]
fn stored_keys_without_a_line() {
    let source = BASIC.replace("Status: Ready to execute\n", "");
    let (after, outcome) = run(&source, &update("status", "verifying")).unwrap();
    assert!(after.contains("\nstatus: verifying\n") && !after.contains("Status:"));
    assert_eq!(outcome.answer.get("wrote"), Some(&Value::from("frontmatter")));
    assert_eq!(refusal(&source, &update("status", "whatever")).reason, Reason::InvalidValue);
    let paused = BASIC
        .replace("last_updated:", "paused_at: lunch\nlast_updated:")
        .replace("status: executing", "status: paused");
    let (after, _) = run(&paused, &update("paused_at", "null")).unwrap();
    assert!(after.contains("\npaused_at: null\n") && after.contains("\nstatus: executing\n"), "{after}");
}

/// S-65: `Status:` without a value becomes `Status: new`; a table row keeps its shape and takes no pipe.
#[test]
fn forms_are_kept() {
    for (line, value, expected) in [
        ("Status:", "Verifying", "Status: Verifying"),
        ("**Status:** a", "Verifying", "**Status:** Verifying"),
        ("| Status | a |", "Verifying", "| Status | Verifying |"),
        ("状态：a", "验证", "状态：验证"),
    ] {
        let source = BASIC.replace("Status: Ready to execute", line);
        let (after, _) = run(&source, &update("Status", value)).unwrap();
        assert!(after.contains(&format!("\n{expected}\n")), "{after}");
    }
    let table = BASIC.replace("Status: Ready to execute", "| Status | a |");
    assert_eq!(refusal(&table, &update("Status", "a | b")).reason, Reason::InvalidValue);
}

/// D6, D27: several fields in one write, all or none.
#[test]
fn patch_is_all_or_nothing() {
    let fields = |fields: &[(&str, &str)]| Patch {
        fields: fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    };
    let both = fields(&[("Status", "In progress"), ("Plan", "3 of 3 in current phase")]);
    let (after, _) = run(BASIC, &both).unwrap();
    assert!(after.contains("\nStatus: In progress\n") && after.contains("\nPlan: 3 of 3 in current phase\n"));
    let failure = refusal(BASIC, &fields(&[("Status", "Verifying"), ("Nope", "1"), ("Progress", "2")]));
    assert_eq!(failure.reason, Reason::FieldNotFound);
    let Some(Value::List(failed)) = failure.facts.get("failed") else { panic!("no list") };
    assert_eq!(failed.len(), 2);
    assert_eq!(refusal(BASIC, &fields(&[("Status", "a"), ("status", "b")])).reason, Reason::InvalidValue);
    assert_eq!(refusal(BASIC, &fields(&[])).reason, Reason::Usage);
}

/// S-63, D27: `get` reads a field, a key, a section, the file, in this order.
#[test]
fn get_reads() {
    let get = |name: &str| Get { name: Some(name.to_owned()) };
    for (name, value) in [
        ("Status", Value::from("Ready to execute")),
        ("status", Value::from("Ready to execute")),
        ("milestone", Value::from("v2.0")),
        ("last_activity", Value::from("2026-10-01")),
        ("progress.percent", Value::Number(33)),
        ("Blockers/Concerns", Value::from("None yet.")),
        ("last_session", Value::from("2026-10-01T09:00:00.000Z")),
        ("Core value", Value::from("Fast answers")),
    ] {
        let (_, outcome) = run(BASIC, &get(name)).unwrap();
        assert_eq!(outcome.answer.get(name), Some(&value), "{name}");
    }
    assert_eq!(refusal(BASIC, &get("Nope")).reason, Reason::FieldNotFound);
    let (_, whole) = run(BASIC, &Get::default()).unwrap();
    assert_eq!(whole.raw.as_deref(), Some(BASIC));
    assert!(run("---\nstatus: x\n# open\nStatus: y\n", &get("Status")).is_ok());
}

/// D14, section 7: `state json` is what a write would store now.
#[test]
fn json_derives() {
    let (_, outcome) = run("## Current Position\n\nPhase: 2 of 3 (Core)\nStatus: Ready to execute\nLast activity: 2026-06-20 — did it\n", &Json).unwrap();
    let names: Vec<_> = outcome.answer.members().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "msd_state_version",
            "milestone",
            "milestone_name",
            "current_phase",
            "current_phase_name",
            "status",
            "last_activity",
            "last_activity_desc",
            "progress"
        ]
    );
    let lifecycle = BASIC
        .replace(
            "stopped_at: Phase",
            "active_phase: \"4.5\"\nnext_action: null\nnext_phases: [12, \"13\"]\nstopped_at: Phase",
        )
        .replace("  percent: 33\n", "  percent: 33\n  note: x\nworkstream: alpha\n");
    let (_, outcome) = run(&lifecycle, &Json).unwrap();
    assert_eq!(outcome.answer.get("next_phases"), Some(&Value::texts(["12", "13"])));
    assert_eq!(outcome.answer.get("next_action"), Some(&Value::Null));
    let extra = Value::Map(vec![
        ("progress".to_owned(), Value::Map(vec![("note".to_owned(), "x".into())])),
        ("workstream".to_owned(), "alpha".into()),
    ]);
    assert_eq!(outcome.answer.get("extra"), Some(&extra));
}

/// D14: sync lets the body win, refreshes what is nobody's, and is idempotent.
#[test]
fn sync_follows_body_and_disk() {
    let drifted = BASIC
        .replace("status: executing", "current_plan: \"2\"\nstatus: completed")
        .replace("current_phase: \"2\"", "current_phase: \"7\"")
        .replace("  percent: 33", "  percent: 90")
        .replace("stopped_at: Phase 2 P1 done", "stopped_at: Curated");
    let (after, outcome) = run(&drifted, &Sync::default()).unwrap();
    for line in [
        "status: executing",
        "current_phase: \"2\"",
        "current_plan: \"2\"",
        "stopped_at: Phase 2 P1 done",
        "  percent: 33",
        "Last activity: 2026-10-07",
    ] {
        assert!(after.lines().any(|present| present == line), "{line}\n{after}");
    }
    let Some(Value::List(changes)) = outcome.answer.get("changes") else { panic!("no changes") };
    assert!(changes.contains(&Value::from("progress.percent: 90 -> 33")), "{changes:?}");
    assert!(changes.contains(&Value::from("Last activity: 2026-10-01 -> 2026-10-07")), "{changes:?}");
    assert!(changes.contains(&Value::from("stopped_at: Curated -> Phase 2 P1 done")), "{changes:?}");
    let (again, outcome) = run(&after, &Sync::default()).unwrap();
    assert_eq!((again, outcome.is_changed()), (after, false));
    let (_, verify) = run(&drifted, &Sync { verify: true }).unwrap();
    assert!(verify.is_dry_run && verify.answer.get("synced") == Some(&Value::Bool(false)));
}

/// D18: an untrusted scope keeps the block byte for byte and warns.
#[test]
fn untrusted_scope() {
    let facts = PlanningFacts { scope: crate::facts::ProgressScope::Unscoped, ..planning() };
    let source = BASIC.replace("  total_phases: 3", "  total_phases: 9 # by hand");
    let (after, outcome) = run_in(&source, &facts, &project(), &update("Status", "Verifying")).unwrap();
    assert!(after.contains("  total_phases: 9 # by hand\n"));
    assert_eq!(outcome.warnings.first().map(|warning| warning.code.as_str()), Some("progress_scope"));
    let failure = run_in(&source, &facts, &project(), &UpdateProgress).expect_err("refused");
    assert_eq!(failure.reason, Reason::ProgressScope);
}

/// D19: the bar follows; the words around it stay.
#[test]
fn update_progress_draws_the_bar() {
    let source = BASIC.replace("[███░░░░░░░] 33%", "[███░░░░░░░] 33% (see ROADMAP)");
    let (after, outcome) =
        run_in(&source, &planning_with_phase_2_done(), &project(), &UpdateProgress).unwrap();
    assert!(
        after.contains("\nProgress: [██████░░░░] 67% (see ROADMAP)\n") && after.contains("\n  percent: 67\n")
    );
    assert_eq!(outcome.raw.as_deref(), Some("[██████░░░░] 67%"));
    let (_, again) = run_in(&after, &planning_with_phase_2_done(), &project(), &UpdateProgress).unwrap();
    assert!(!again.is_changed());
}

/// D29: bytes that are no UTF-8 are kept, and what they are read as is never written.
#[test]
fn odd_bytes_are_kept() {
    let marked = BASIC
        .replace("Plan: 2 of 3 in current phase", "Plan: 2 of 3 (Malm@)")
        .replace("Stopped at: Phase 2 P1 done", "Stopped at: Malm@ P1")
        .replace("stopped_at: Phase 2 P1 done\n", "");
    let source: Vec<u8> = marked.bytes().map(|byte| if byte == b'@' { 0xF6 } else { byte }).collect();
    let (planning, project) = (planning(), project());
    let input = input(&source, &planning, &project);
    let outcome = AdvancePlan.run(&input).unwrap();
    let after = outcome.content(PlanningFile::State).unwrap();
    assert!(bstr::ByteSlice::contains_str(after, b"\nPlan: 3 of 3 (Malm\xF6)\n"));
    assert!(bstr::ByteSlice::contains_str(after, b"\nStopped at: Malm\xF6 P1\n"));
    assert!(
        !bstr::ByteSlice::contains_str(after, "\u{fffd}")
            && !bstr::ByteSlice::contains_str(after, "stopped_at")
    );
}

/// D28, S-01, S-03, S-10: init writes the template once; what is not known yet is left out.
#[test]
fn init_from_the_template() {
    let project = project();
    let facts = PlanningFacts { milestone: None, milestone_name: None, ..PlanningFacts::default() };
    let input = StateInput { document: None, planning: &facts, project: &project, now: now() };
    let verb = Init { milestone: Some("v1.0".to_owned()), name: Some("First Release".to_owned()) };
    let outcome = verb.run(&input).unwrap();
    let text = String::from_utf8(outcome.content(PlanningFile::State).unwrap().to_vec()).unwrap();
    let frontmatter = "---\nmsd_state_version: '1.0'\nmilestone: v1.0\nmilestone_name: First Release\nstatus: planning\nstopped_at: Project state created\nlast_updated: \"2026-10-07T12:00:00.000Z\"\nlast_activity: \"2026-10-07\"\n---\n\n# Project State\n";
    assert!(text.starts_with(frontmatter), "{text}");
    assert!(text.contains("\nPhase: [X] of [Y] ([Phase name])\n") && text.lines().count() <= 100);
    assert_eq!(updated(&outcome), [".planning/STATE.md"]);
    let exists = StateInput { document: Some(BASIC.as_bytes()), ..input };
    assert_eq!(verb.run(&exists).unwrap_err().reason, Reason::StateExists);
    assert_eq!(Json.run(&input).unwrap_err().reason, Reason::StateNotFound);
}

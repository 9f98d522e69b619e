//! What the verbs over phases refuse by the state of the files.

use super::*;

const STORED: Option<&str> = Some("v2.0");

/// D1, S-17: a configured code that is no prefix of one folder name is refused by its key; any other is used.
#[test]
fn d1_project_code_is_a_folder_prefix() {
    let snapshot = sample_with(ROADMAP, &[], &phase_add::focus(STORED));
    for (code, accepted) in [
        ("CK", true),
        ("計画", true),
        ("a.b_c", true),
        ("../../x", false),
        ("a/b", false),
        ("a\\b", false),
        ("..", false),
        (".x", false),
        (" x", false),
        ("a\nb", false),
        ("c:d", false),
        ("*", false),
    ] {
        let mut with_code = snapshot.clone();
        with_code.config.project_code = Some(code.into());
        for result in
            [phase_add::add(&with_code, STORED, "X"), phase_add::insert(&with_code, STORED, &id("2"), "X")]
        {
            let reason = result.map(|_| ()).map_err(|failure| {
                assert!(
                    failure.message.contains("`project_code`") && failure.message.contains("config.json")
                );
                failure.reason
            });
            let expected = if accepted { Ok(()) } else { Err(Reason::ConfigInvalid) };
            assert_eq!(reason, expected, "{code:?}");
        }
    }
}

/// D1, S-17: what is inserted behind a phase is named, in the right number.
#[test]
fn d1_insertions_keep_their_phase() {
    for (insertions, expected) in [
        (&["2.1"][..], "phase `2.1` is inserted behind phase `2`: remove it first"),
        (&["2.1", "2.2"], "phases `2.1`, `2.2` are inserted behind phase `2`: remove them first"),
    ] {
        let blocks: String = insertions.iter().map(|id| format!("### Phase {id}: Patch\n\n")).collect();
        let roadmap = ROADMAP.replace("### Phase 3: Polish", &format!("{blocks}### Phase 3: Polish"));
        let snapshot = sample_with(&roadmap, &[], &phase_remove::focus(STORED, &id("2")));
        let failure = phase_remove::run(&snapshot, STORED, &id("2"), true, Vec::new()).unwrap_err();
        assert_eq!((failure.reason, failure.message.as_str()), (Reason::PhaseHasInsertions, expected));
        assert_eq!(failure.facts.get("inserted"), Some(&Value::texts(insertions.iter().copied())));
    }
}

/// S-17: a phase that is not there is answered with those that are.
#[test]
fn s_17_phases_to_choose_from() {
    let snapshot = sample_with(ROADMAP, &[], &phase_remove::focus(STORED, &id("7")));
    let failure = phase_remove::run(&snapshot, STORED, &id("7"), false, Vec::new()).unwrap_err();
    let expected = "there is no phase `7`: the milestone has `1`, `2`, `3`";
    assert_eq!((failure.reason, failure.message.as_str()), (Reason::PhaseNotFound, expected));
}

/// D30, fault kind "unreadable taken for missing or passed": no phase is looked for in a ROADMAP.md that cannot be read.
#[test]
fn d30_roadmap_that_cannot_be_read() {
    for (roadmap, reason) in [
        (Document::Unreadable, Reason::Io),
        (Document::Absent, Reason::PhaseNotFound),
        (Document::Read(Vec::new()), Reason::PhaseNotFound),
    ] {
        let snapshot = PlanningSnapshot::new(".planning", roadmap.clone(), PlanningConfig::default());
        let failure = phase_complete::run(&snapshot, None, &id("2"), false, "2026-10-07").unwrap_err();
        assert_eq!(failure.reason, reason, "{roadmap:?}");
    }
}

/// D30: a verification that has not passed is quoted, one without a status is named.
#[test]
fn d30_says_what_the_verification_says() {
    for (text, says) in [
        ("---\nstatus: gaps_found\n---\n", "says `status: gaps_found`: it must be `passed`"),
        ("---\nphase: 1\n---\n", "states no `status`: it must be `passed`"),
    ] {
        let files = [("phases/01-setup/01-VERIFICATION.md", text)];
        let mut snapshot = sample_with(ROADMAP, &files, &phase_complete::focus(STORED, &id("1")));
        snapshot.config.require_verification = true;
        let failure = phase_complete::run(&snapshot, STORED, &id("1"), false, "2026-10-07").unwrap_err();
        let expected = format!("`.planning/phases/01-setup/01-VERIFICATION.md` {says}");
        assert_eq!((failure.reason, failure.message), (Reason::PhaseVerificationIncomplete, expected));
    }
}

//! What the pass behind every edit does besides the edit (contract section 7).

use super::*;

fn update(field: &str, value: &str) -> Update {
    Update { field: field.to_owned(), value: value.to_owned() }
}

fn warned(source: &str, verb: &dyn Verb) -> Vec<&'static str> {
    let (_, outcome) = run(source, verb).unwrap();
    outcome.warnings.iter().map(|warning| warning.code.as_str()).collect()
}

/// S-40: only a status that the edit gives is doubted, and none beside a pause.
#[test]
fn s_40_when_a_status_is_doubted() {
    let doubtful = BASIC.replace("Status: Ready to execute", "Status: banana");
    let paused = BASIC.replace("last_updated:", "paused_at: lunch\nlast_updated:");
    for (source, field, value, expected) in [
        (BASIC, "Status", "banana", &["status_unknown"][..]),
        (&doubtful, "Stopped at", "Halfway", &[]),
        (&paused, "Status", "banana", &[]),
    ] {
        assert_eq!(warned(source, &update(field, value)), expected, "{field} {value}");
    }
}

/// D6, D19: the bar follows behind any edit, and the receipt says so once.
#[test]
fn d6_the_bar_that_follows_is_listed() {
    let facts = planning_with_phase_2_done();
    let (after, outcome) = run_in(BASIC, &facts, &project(), &update("Status", "Verifying")).unwrap();
    assert!(after.contains("\nProgress: [██████░░░░] 67%\n"), "{after}");
    let names = updated(&outcome);
    assert_eq!(names.iter().filter(|name| *name == "Progress").count(), 1, "{names:?}");
    assert_eq!(outcome.description, "state update Status");
}

/// D19: an empty `Progress` is filled by the verbs that are about it; a text of someone's own stays.
#[test]
fn d19_which_bar_is_filled() {
    for (value, verb, expected) in [
        ("", &UpdateProgress as &dyn Verb, " [███░░░░░░░] 33%"),
        ("", &update("Status", "Verifying"), ""),
        (" half way", &UpdateProgress, " half way"),
    ] {
        let source = BASIC.replace("Progress: [███░░░░░░░] 33%", &format!("Progress:{value}"));
        let (after, _) = run(&source, verb).unwrap();
        assert!(after.contains(&format!("\nProgress:{expected}\n")), "{}: {after}", verb.name());
    }
}

fn check_status(source: &str, verb: &dyn Verb, expected: &str) {
    let (after, _) = run(source, verb).unwrap();
    assert!(after.contains(&format!("\nstatus: {expected}\n")), "{after}");
}

/// D15, D16: the body speaks again when the pause of its session is over; a running stage yields to a text that is set.
#[test]
fn d16_when_the_body_speaks() {
    let paused = BASIC
        .replace("status: executing", "status: paused")
        .replace("Stopped at: Phase", "Paused at: keys\nStopped at: Phase");
    check_status(&paused, &update("Paused at", "None"), "executing");
    let running = BASIC
        .replace("status: executing", "status: verifying\nactive_phase: \"2\"")
        .replace("Status: Ready to execute", "状态：执行");
    check_status(&running, &update("Status", "完了"), "completed");
    let free = BASIC
        .replace("status: executing", "status: verifying")
        .replace("Status: Ready to execute", "Status: Hardening");
    check_status(&free, &Sync::default(), "verifying");
}

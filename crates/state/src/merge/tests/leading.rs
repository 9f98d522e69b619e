//! 6.5: which side leads.

use super::merged;
use crate::merge::Kind::State;
use crate::merge::Side;

/// A position from its milestone, the texts of `Phase`, `Plan` and `Status`, the hour of `last_updated`, and `Stopped at`.
fn text(milestone: &str, phase: &str, plan: &str, status: &str, hour: u8, stopped: &str) -> String {
    format!(
        "---\nmilestone: {milestone}\nlast_updated: \"2026-10-01T{hour:02}:00:00.000Z\"\n---\n\n## Current Position\n\nPhase: {phase}\nPlan: {plan}\nStatus: {status}\n\n## Session\n\nStopped at: {stopped}\n"
    )
}

fn check(base: &str, ours: &str, theirs: &str, leads: Option<Side>) {
    assert_eq!(merged(State, base, ours, theirs).leads, leads, "\nours {ours}\ntheirs {theirs}");
    let swapped = leads.map(|side| if side == Side::Ours { Side::Theirs } else { Side::Ours });
    assert_eq!(merged(State, base, theirs, ours).leads, swapped, "\nours {theirs}\ntheirs {ours}");
}

/// L6, 6.5: the table of examples.
#[test]
fn examples() {
    let (ours, theirs) = (Some(Side::Ours), Some(Side::Theirs));
    let at = |phase: &str, plan: &str, hour| text("v1.0", phase, plan, "Executing", hour, "x");
    let base = at("2 of 9", "1 of 3", 1);
    check(&base, &at("2 of 9", "3 of 3", 10), &at("3 of 9", "0", 9), theirs);
    check(&at("9", "1", 1), &text("v1.1", "Not started", "—", "x", 2, "x"), &at("10", "1", 3), ours);
    let recorded = text("v1.0", "3 of 9", "2 of 3", "Executing", 5, "session recorded");
    check(&at("3 of 9", "2 of 3", 1), &recorded, &at("2 of 9", "1 of 3", 2), theirs);
    check(&at("4", "1", 1), &at("999.1", "1", 9), &at("5", "1", 2), theirs);
    check(&at("2.2", "1", 1), &at("2.10", "1", 2), &at("2.9", "1", 3), ours);
    check(&at("2", "2", 1), &at("2", "3", 10), &at("2", "3", 11), theirs);
    let stopped = text("v1.0", "5", "1", "Executing", 9, "new");
    check(&at("5", "1", 1), &text("v1.0", "5", "1", "Verifying", 2, "x"), &stopped, ours);
    check(
        &at("5", "1", 1),
        &text("v1.0", "Milestone v1.0 complete", "—", "x", 2, "x"),
        &at("6", "1", 3),
        ours,
    );
}

/// L6, 6.5: rule 1, only one side changed its position, even back; ties by text; equal positions lead nowhere.
#[test]
fn rules() {
    let at = |phase: &str, stopped: &str| text("v1.0", phase, "1", "Executing", 1, stopped);
    let more = |text: String| format!("{text}\n## More\n\nwords\n");
    check(&at("3", "x"), &at("2", "x"), &more(at("3", "x")), Some(Side::Ours));
    check(&at("3", "x"), &at("3", "a"), &at("3", "b"), Some(Side::Theirs));
    check(&at("3", "x"), &at("2", "x"), &more(at("2", "x")), None);
    check("", &at("2", "x"), &at("3", "x"), Some(Side::Theirs));
    // The side that changed leads although its text is the smaller one; so without frontmatter, and without a base.
    check(&at("3", "x"), &at("3", "a"), &more(at("3", "x")), Some(Side::Ours));
    let body = |stopped: &str| format!("## Session\n\nStopped at: {stopped}\n");
    check(&body("x"), &body("a"), &more(body("x")), Some(Side::Ours));
    check("", &at("2", "x"), "## More\n\nwords\n", Some(Side::Ours));
}

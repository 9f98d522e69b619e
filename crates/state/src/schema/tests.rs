use super::*;
use crate::status::StatusWord;

/// D12: the canonical order, top level and inside `progress`.
#[test]
fn canonical_order_is_the_contract_s() {
    let order: Vec<_> = canonical_order().collect();
    assert_eq!(
        order,
        [
            "msd_state_version",
            "milestone",
            "milestone_name",
            "current_phase",
            "current_phase_name",
            "current_plan",
            "status",
            "active_phase",
            "next_action",
            "next_phases",
            "stopped_at",
            "paused_at",
            "last_updated",
            "last_activity",
            "last_activity_desc",
            "state_head",
            "progress",
        ]
    );
    let counters: Vec<_> = counter_order().collect();
    assert_eq!(counters, ["total_phases", "completed_phases", "total_plans", "completed_plans", "percent"]);
}

/// S-31: exactly three keys are always there.
#[test]
fn cardinality() {
    let one: Vec<_> =
        KEYS.iter().filter(|row| row.cardinality == Cardinality::One).map(|row| row.name).collect();
    assert_eq!(one, ["msd_state_version", "status", "last_updated"]);
    assert_eq!([Cardinality::One, Cardinality::Optional].map(Cardinality::as_str), ["one", "optional"]);
}

/// D10: the older version key is the same key.
#[test]
fn names_find_their_keys() {
    assert_eq!(key_named("gsd_state_version"), Some(Key::Version));
    assert_eq!(key_named("progress.percent"), Some(Key::Percent));
    assert_eq!(key_named("owner"), None);
    assert!(is_known_top_level("progress") && is_known_top_level("gsd_state_version"));
    assert!(!is_known_top_level("progress.percent") && !is_known_top_level("owner"));
    for row in KEYS {
        assert_eq!(key_named(row.name), Some(row.key));
        assert_eq!(row.key.name(), row.name);
    }
}

/// S-41: the stage of each command.
#[test]
fn stages() {
    for (word, stage) in [
        ("discuss-phase", StatusWord::Discussing),
        ("plan-phase", StatusWord::Planning),
        ("execute-phase", StatusWord::Executing),
        ("verify-phase", StatusWord::Verifying),
    ] {
        assert_eq!(Action::from_word(word).map(Action::stage), Some(stage));
    }
    assert_eq!(Action::from_word("ship"), None);
}

/// S-42: the four values, and what the status table makes of them.
#[test]
fn lifecycle_values() {
    let read: Vec<_> = LIFECYCLE.iter().map(|row| (row.value, crate::status::normalise(row.value))).collect();
    assert_eq!(
        read,
        [
            ("Ready to plan", StatusWord::Planning),
            ("All phases complete", StatusWord::Completed),
            ("<version> milestone complete", StatusWord::Completed),
            ("Awaiting next milestone", StatusWord::Unknown),
        ]
    );
}

use super::*;

fn check(text: &str, expected: Option<(&str, Option<&str>)>) {
    let read = read_phase(text.as_bytes());
    let read = read.as_ref().map(|position| (position.id.as_str(), position.name.as_deref()));
    assert_eq!(read, expected, "{text}");
}

/// S-22, S-23, 10.3: the forms of the `Phase` text.
#[test]
fn phase_texts() {
    for (text, id, name) in [
        ("2 of 3 (Core Engine)", "2", Some("Core Engine")),
        ("1 — Setup", "1", Some("Setup")),
        ("279 -- Title", "279", Some("Title")),
        ("Phase 71 (Gates)", "71", Some("Gates")),
        ("PHASE 71", "71", None),
        ("フェーズ2（潮位表）", "2", Some("潮位表")),
        ("Фаза 2 (Таблицы)", "2", Some("Таблицы")),
        ("3 (Polish (final)) — EXECUTING", "3", Some("Polish (final)")),
        ("3 (open (inner) — EXECUTING", "3", Some("inner")),
        ("3 — COMPLETE", "3", None),
        ("3 — Ready to plan", "3", None),
        ("3 — Core — EXECUTING", "3", Some("Core")),
        ("3 — in progress", "3", None),
        ("3 — Core — Engine", "3", Some("Core — Engine")),
        ("3 — Core -- Engine", "3", Some("Core -- Engine")),
        ("3 -- Core — Engine", "3", Some("Core — Engine")),
        ("3 — Core — Engine -- EXECUTING", "3", Some("Core — Engine")),
        ("3 — Core -- Engine — EXECUTING", "3", Some("Core -- Engine")),
        ("5 (Name) — READY TO EXECUTE", "5", Some("Name")),
        ("12A of 17 (Fog Horn)", "12A", Some("Fog Horn")),
        ("4.10 of 17 (Fog Horn)", "4.10", Some("Fog Horn")),
        ("04", "04", None),
        ("3 of 5 ([Phase name])", "3", None),
        ("2 of 3 ()", "2", None),
    ] {
        check(text, Some((id, name)));
    }
}

/// 10.3, S-66: texts that name no phase.
#[test]
fn texts_without_a_phase() {
    for text in [
        "Not started (defining requirements)",
        "Milestone v0.5 complete",
        "None",
        "—",
        "",
        "[X] of [Y] ([Phase name])",
        "all of 93-102 complete",
        "| 3 of 5 |",
        "Phases 3",
        "Phase2 of 3",
    ] {
        check(text, None);
    }
}

/// 10.3: many open parentheses take linear time.
#[test]
fn deep_parentheses() {
    let text = format!("3 {}", "(".repeat(200_000));
    check(&text, Some(("3", None)));
}

/// Section 15: the total follows in place.
#[test]
fn totals() {
    for (text, total, changed) in [
        ("2 of 3 (Core)", Some(3), Some("2 of 4 (Core)")),
        ("07 of 6", Some(6), Some("07 of 4")),
        ("Phase 2 OF 3", Some(3), Some("Phase 2 OF 4")),
        ("2 (Core)", None, None),
        ("2 of many", None, None),
        ("2 in 3", None, None),
        ("2 of3", None, None),
    ] {
        assert_eq!(read_phase(text.as_bytes()).unwrap().total.map(|(total, _)| total), total, "{text}");
        let changed = changed.map(|text| text.as_bytes().to_vec());
        assert_eq!(with_total(text.as_bytes(), 4), changed, "{text}");
    }
    let id = PhaseId::parse("2.1").unwrap();
    assert_eq!(write_phase(&id, Some(4), Some("Core")), "2.1 of 4 (Core)");
    assert_eq!(write_phase(&id, None, None), "2.1");
}

fn check_plan(text: &str, expected: Option<(u32, Option<u32>)>) {
    let read = read_plan_number(text.as_bytes()).map(|position| (position.plan, position.total));
    assert_eq!(read, expected, "{text}");
}

/// Section 13: the readable plan positions.
#[test]
fn plan_positions() {
    check_plan("2 of 3 in current phase", Some((2, Some(3))));
    check_plan("01 of 03 (foo)", Some((1, Some(3))));
    check_plan("0 of 2", Some((0, Some(2))));
    check_plan("2", Some((2, None)));
    for text in [
        "1/3",
        "1 of ?",
        "02-03 (3 of 3)",
        "Not started",
        "—",
        "",
        "2 of 3x",
        "2of3",
        "2of 3",
        "2 of3",
        "99999999999 of 3",
    ] {
        check_plan(text, None);
    }
    assert_eq!(read_plan(b"2"), None);
}

/// Section 13: the number is set in place, with its padding.
#[test]
fn plan_numbers_are_set_in_place() {
    for (text, next) in [
        ("01 of 03 (foo)", "02 of 03 (foo)"),
        ("9 of 12", "10 of 12"),
        ("099 of 120", "100 of 120"),
        (" 2 of 3", " 3 of 3"),
    ] {
        let position = read_plan(text.as_bytes()).unwrap();
        let (range, digits) = position.number(text.as_bytes(), position.plan + 1);
        assert_eq!(replace_range(text.as_bytes(), range, &digits), next.as_bytes(), "{text}");
    }
}

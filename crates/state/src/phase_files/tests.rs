//! 9.4 as tables.

use super::*;

fn plans_of(phase: &str, files: &[&str], heads: &[(&str, &str)]) -> PhasePlans {
    let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
    let heads: Vec<(String, FileHead)> = heads
        .iter()
        .map(|(file, status)| {
            ((*file).to_owned(), FileHead::Read(format!("---\nstatus: {status}\n---\n").into_bytes()))
        })
        .collect();
    PhasePlans::new(&PhaseId::parse(phase).unwrap(), &files, |file| {
        heads.iter().find(|(name, _)| name == file).map(|(_, head)| head)
    })
}

/// S-19: which names are plans.
#[test]
fn plan_names_of_9_4() {
    for (file, plan) in [
        ("01-01-PLAN.md", true),
        ("PLAN.md", true),
        ("PLAN-01.md", true),
        ("PLAN-01-walls.md", true),
        ("09-PLAN-04.md", true),
        ("71-01b-PLAN.md", true),
        ("02.1-03-PLAN.md", true),
        ("22-FIX-PLAN.md", true),
        ("22-GAP-CLOSURE-PLAN.md", true),
        ("plans/PLAN-01-a.md", true),
        ("plans/03-PLAN-01.md", true),
        ("plans/PLAN.md", false),
        ("plans/03-01-PLAN.md", false),
        ("old/PLAN-01.md", false),
        ("01-01-OUTLINE.md", false),
        ("PLAN-01-OUTLINE.md", false),
        ("01-01-PLAN-REVIEW.md", false),
        ("01-01-PLAN.pre-bounce.md", false),
        ("PLAN-01.pre-bounce.md", false),
        ("01-01-SUMMARY.md", false),
        ("PLAN-01-SUMMARY.md", false),
        ("01-01-PLAN-SUMMARY.md", false),
        ("PLAN-ASSESSMENT.md", false),
        ("PLAN_QUALITY_AUDIT.md", false),
        ("01-CONTEXT.md", false),
        ("01-01-PLAN.txt", false),
        ("AIRPLANE.md", false),
    ] {
        assert_eq!(is_plan(file), plan, "{file}");
    }
}

/// S-19, 15: plan ids.
#[test]
fn plan_ids() {
    for (phase, file, id) in [
        ("2", "02-01-PLAN.md", "02-01"),
        ("1", "01-01-foo-PLAN.md", "01-01"),
        ("1", "01-01-2024-report-PLAN.md", "01-01"),
        ("71", "71-01b-PLAN.md", "71-01b"),
        ("2.1", "02.1-03-PLAN.md", "02.1-03"),
        ("9", "09-PLAN-04.md", "09-04"),
        ("3", "plans/PLAN-01-ask.md", "03-01"),
        ("22", "22-FIX-PLAN.md", "22-FIX"),
        ("9", "09-PLAN.md", "09"),
        ("9", "PLAN.md", "09"),
        ("02-04", "02-04-01-PLAN.md", "02-04-01"),
        ("5", "PROJ-05-01-PLAN.md", "PROJ-05-01"),
        ("B7", "B7-01-PLAN.md", "B7-01"),
        ("12A", "12A-02-walls-PLAN.md", "12A-02"),
        ("1", "1-01-walls-PLAN.md", "1-01"),
        ("9", "9-PLAN-04.md", "9-04"),
        ("02-04", "02-04-01-walls-PLAN.md", "02-04-01"),
        ("5", "PROJ-05-01-walls-PLAN.md", "PROJ-05-01"),
        ("5", "FIX-B7-01-walls-PLAN.md", "FIX-B7-01-walls"),
        ("1", "01-b2-walls-PLAN.md", "01-b2-walls"),
        ("123", "0123-xy-01-walls-PLAN.md", "0123-xy-01-walls"),
    ] {
        let phase = PhaseId::parse(phase).unwrap();
        let plan = PlanName::read(file, &phase).unwrap();
        assert_eq!(plan.id(), id, "{file}");
    }
    for (file, number) in [
        ("22-01-PLAN.md", Some("01")),
        ("22-PLAN-04.md", Some("04")),
        ("22-FIX-PLAN.md", None),
        ("PLAN.md", None),
    ] {
        let phase = PhaseId::parse("22").unwrap();
        let plan = PlanName::read(file, &phase).unwrap();
        assert_eq!(plan.number().as_deref(), number, "{file}");
    }
}

fn check(about: &str, files: &[&str], heads: &[(&str, &str)], expected: (usize, usize)) {
    let plans = plans_of("1", files, heads);
    assert_eq!((plans.completed(), plans.total()), expected, "{about}");
    assert_eq!(plans.is_complete(), expected.1 > 0 && expected.0 == expected.1, "{about}");
    let names: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
    let wanted = files_to_open(&PhaseId::parse("1").unwrap(), &names);
    for plan in &plans.plans {
        assert!(
            wanted.contains(&plan.file)
                && plan.summary.as_ref().is_none_or(|summary| wanted.contains(summary)),
            "{about}"
        );
    }
}

/// S-18 to S-20: which summary executes which plan.
#[test]
fn pairs() {
    check("by name", &["01-01-PLAN.md", "01-01-SUMMARY.md", "01-02-PLAN.md"], &[], (1, 2));
    check(
        "PLAN read as SUMMARY",
        &["PLAN.md", "SUMMARY.md", "09-PLAN-04.md", "09-SUMMARY-04.md"],
        &[],
        (2, 2),
    );
    check("with -SUMMARY behind", &["01-01-PLAN.md", "01-01-PLAN-SUMMARY.md"], &[], (1, 1));
    check("by id", &["01-01-foo-PLAN.md", "01-01-SUMMARY.md"], &[], (1, 1));
    check(
        "one summary, one plan",
        &["01-01-foo-PLAN.md", "01-01-bar-PLAN.md", "01-01-SUMMARY.md"],
        &[],
        (1, 2),
    );
    check("stray summaries", &["01-01-PLAN.md", "01-TRIAGE-SUMMARY.md", "01-02-SUMMARY.md"], &[], (0, 1));
    check("not of a longer number", &["01-01-PLAN.md", "01-010-SUMMARY.md"], &[], (0, 1));
    check(
        "in the subfolder, beside it",
        &["plans/PLAN-01-a.md", "plans/SUMMARY-01-a.md", "plans/PLAN-02.md", "SUMMARY-02.md"],
        &[],
        (1, 2),
    );
    check(
        "superseded",
        &["01-01-PLAN.md", "01-01-SUMMARY.md", "01-02-PLAN.md"],
        &[("01-02-PLAN.md", "superseded")],
        (1, 1),
    );
    check(
        "superseded with a summary",
        &["01-01-PLAN.md", "01-01-SUMMARY.md"],
        &[("01-01-PLAN.md", "superseded")],
        (0, 0),
    );
    check(
        "a superseded twin takes no summary",
        &["01-01-a-PLAN.md", "01-01-b-PLAN.md", "01-01-SUMMARY.md"],
        &[("01-01-a-PLAN.md", "superseded")],
        (1, 1),
    );
    check("blocked", &["01-01-PLAN.md", "01-01-SUMMARY.md"], &[("01-01-SUMMARY.md", "blocked")], (0, 1));
    check("halted", &["01-01-PLAN.md", "01-01-SUMMARY.md"], &[("01-01-SUMMARY.md", "Halted")], (0, 1));
    check("no plans", &["01-CONTEXT.md"], &[], (0, 0));
}

/// S-19: plans in the order people count.
#[test]
fn order() {
    let plans = plans_of("2", &["2-10-PLAN.md", "2-9-PLAN.md", "2-010-PLAN.md", "2-1-PLAN.md"], &[]);
    let names: Vec<&str> = plans.plans.iter().map(|plan| plan.file.as_str()).collect();
    assert_eq!(names, ["2-1-PLAN.md", "2-9-PLAN.md", "2-010-PLAN.md", "2-10-PLAN.md"]);
    assert!(natural_order("10-a", "a").is_lt() && natural_order("0", "-").is_gt());
    assert!(folder_order("9-b", "10-a", None).is_lt() && folder_order("10-a", "notes", None).is_lt());
}

/// D30, fault kind "unreadable taken for missing or passed".
#[test]
fn verifications() {
    let check = |files: &[(&str, &str)], expected: &str| {
        let names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
        let heads: Vec<(&str, FileHead)> =
            files.iter().map(|(file, text)| (*file, FileHead::Read(text.as_bytes().to_vec()))).collect();
        let found = Verification::of(&PhaseId::parse("2").unwrap(), &names, |file| {
            heads.iter().find(|(name, _)| *name == file).map(|(_, head)| head)
        });
        assert_eq!(found.word(), expected, "{files:?}");
        assert_eq!(found == Verification::Passed, expected == "passed", "{files:?}");
    };
    check(&[], "missing");
    check(&[("02-VERIFICATION.md", "---\nstatus: passed\n---\n")], "passed");
    check(&[("02-VERIFICATION.md", "---\r\nstatus: \"passed\" # yes\r\n---\r\n")], "passed");
    check(&[("02-VERIFICATION.md", "---\nstatus: gaps_found\n---\n")], "gaps_found");
    check(&[("02-VERIFICATION.md", "---\nphase: 2\n---\n")], "none");
    check(&[("02-VERIFICATION.md", "---\nstatus: passed\n\nlost\n")], "unreadable");
    check(
        &[
            ("02-VERIFICATION.md", "---\nstatus: passed\n---\n"),
            ("99-VERIFICATION.md", "---\nstatus: gaps_found\n---\n"),
        ],
        "passed",
    );
}

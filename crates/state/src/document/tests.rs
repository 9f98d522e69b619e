use super::*;
use crate::failure::Reason;

fn check_text(source: &str, field: BodyField, expected: Option<&str>) {
    assert_eq!(StateDocument::parse(source.as_bytes()).text(field).as_deref(), expected, "{source}");
}

/// S-62, S-64, 10.1: what `Phase` is for each content of Current Position.
#[test]
fn phase_of_current_position() {
    for (section, expected) in [
        ("Phase: 2 of 5 (A)\n**Phase:** 4 of 5 (B)\n", Some("4 of 5 (B)")),
        ("| Phase | 3 of 5 |\nPhase: 2 of 5\n", Some("2 of 5")),
        ("  Phase: 2 of 5\n| Phase | 3 of 5 |\n", Some("3 of 5")),
        ("Phase: 1 of 5\nPhase: 2 of 5\n", Some("1 of 5")),
        ("**Phase:**   \nPhase: 2 of 5\n", Some("")),
        ("**Phase:**\nPhase: 2 of 5\n", Some("2 of 5")),
        ("| **Phase:** | 3 of 5 |\n", Some("| 3 of 5 |")),
        ("- Phase: 4\n> Phase: 4\n**Phase**: 4\n", None),
        ("```\nPhase: 9\n```\n<!--\n**Phase:** 8\n-->\nPhase: 2\n", Some("2")),
        ("阶段：2\n", Some("2")),
        ("Фаза: 2\n", Some("2")),
    ] {
        check_text(
            &format!("# S\n\nPhase: 9\n\n## Current Position\n\n{section}\n## Next\n\n**Phase:** 1\n"),
            BodyField::Phase,
            expected,
        );
    }
}

/// S-29, S-63, 10.2: scopes.
#[test]
fn scopes() {
    check_text("Phase: 8\n", BodyField::Phase, Some("8"));
    check_text("---\nnote: \"**Phase:** 8\"\n---\n## Current Position\nx\n", BodyField::Phase, None);
    check_text(
        "## Archive\nStopped at: old\n## Session\nStopped at: new\n",
        BodyField::StoppedAt,
        Some("new"),
    );
    check_text("Stopped at: old\n", BodyField::StoppedAt, None);
    check_text("Current Plan: 1\n## Current Position\nCurrent Plan: 2\n", BodyField::CurrentPlan, Some("2"));
    check_text("Current Plan: 1\n## Current Position\nPhase: 2\n", BodyField::CurrentPlan, Some("1"));
}

fn check_refusal(source: &[u8], expected: Option<(Reason, Option<i64>)>) {
    let refusal = StateDocument::parse(source).check_writable("STATE.md").err().map(|failure| {
        let line = match failure.facts.get("line") {
            Some(crate::answer::Value::Number(line)) => Some(*line),
            _ => None,
        };
        (failure.reason, line)
    });
    assert_eq!(refusal, expected, "{:?}", String::from_utf8_lossy(source));
}

/// D11, D29, section 4: files that are not written, with the line.
#[test]
fn refused_files() {
    check_refusal(b"---\na: 1\n---\nx\n", None);
    check_refusal(b"x\n", None);
    check_refusal(
        b"---\na: 1\n<<<<<<< HEAD\nb: 2\n=======\n>>>>>>> t\n---\nx\n",
        Some((Reason::MergeConflict, Some(3))),
    );
    check_refusal(b"---\na: 1\n---\nx\n||||||| base\n", Some((Reason::MergeConflict, Some(5))));
    check_refusal(b"---\na: 1\n---\n```\n<<<<<<< HEAD\n```\n", None);
    check_refusal(b"x\n<<<<<<<< ruler\n||||||||\n", None);
    check_refusal(b"---\na: 1\n", Some((Reason::FrontmatterUnparseable, Some(1))));
    check_refusal(b"---\na: [1,\n---\n", Some((Reason::FrontmatterUnparseable, Some(2))));
    check_refusal(b"\n---\na: 1\n---\n", Some((Reason::FrontmatterUnparseable, Some(2))));
    check_refusal(b"\xff\xfes\0t\0a\0", Some((Reason::Encoding, None)));
    check_refusal(b"\xff\x80 x\n", None);
}

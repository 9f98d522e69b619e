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
    check_refusal(b"\xef\xbb\xbf<<<<<<< HEAD\nx\n", Some((Reason::MergeConflict, Some(1))));
    check_refusal(b"a\rb\n", None);
    check_refusal(b"a\rb\rc\n", Some((Reason::Encoding, None)));
}

fn check_edited(before: &str, gone: &str, come: &str, behind: &str) {
    let (earlier, source) = (format!("{before}{gone}{behind}"), format!("{before}{come}{behind}"));
    let same = Same { old: before.len() + gone.len(), new: before.len() + come.len() };
    let document = StateDocument::parse(earlier.as_bytes());
    let (anew, whole) =
        (document.parse_edited(source.as_bytes(), same), StateDocument::parse(source.as_bytes()));
    assert_eq!(anew.outline, whole.outline, "{source}");
    assert_eq!(anew.fields, whole.fields, "{source}");
    assert_eq!(anew.anywhere, whole.anywhere, "{source}");
    assert_eq!(format!("{:?}", anew.sections), format!("{:?}", whole.sections), "{source}");
    assert_eq!(anew.frontmatter.entries(), whole.frontmatter.entries(), "{source}");
}

/// G10: an edited document says what a document of the same bytes says, though little of it is read again.
#[test]
fn edited_documents() {
    let position = "---\nstatus: a\n---\n# S\n\n## Current Position\n\nPhase: 1\n";
    let behind = "\nPlan: 1 of 2\n\n## Decisions\n\n- **Status:** x\nMilestone: v1\n| Paused At | x |\n\n\
                  ## Session Continuity\n\nStopped at: here\nResume file: None\n";
    for come in [
        "Status: b",
        "Status: longer\n**Phase:** 2",
        "## Session\nStopped at: there",
        "```",
        "<!--",
        "| Status |",
    ] {
        check_edited(position, "Status: a", come, behind);
        check_edited("# S\n", "", come, behind);
        check_edited("---\nstatus: a\n", "---\n", come, behind);
    }
    let reaches = check_reach(position, "Status: a", "Status: b", behind);
    assert_eq!(reaches, behind.len() - behind.find("## Decisions").unwrap());
}

/// How many bytes at the end were not read again.
fn check_reach(before: &str, gone: &str, come: &str, behind: &str) -> usize {
    let (earlier, source) = (format!("{before}{gone}{behind}"), format!("{before}{come}{behind}"));
    let same = Same { old: before.len() + gone.len(), new: before.len() + come.len() };
    let document = StateDocument::parse(earlier.as_bytes());
    let anew = document.parse_edited(source.as_bytes(), same);
    anew.same.map_or(0, |same| source.len() - same.new)
}

/// G10: only what was not read again is said to be in common, and only with its own place in the earlier document.
#[test]
fn common_spans() {
    let (before, behind) = ("# S\n\n## A\n\na\n", "\n## B\n\nb\n\n## C\n\nc\n");
    let (earlier, source) = (format!("{before}x\n{behind}"), format!("{before}longer\n{behind}"));
    let document = StateDocument::parse(earlier.as_bytes());
    let same = Same { old: before.len() + 2, new: before.len() + 7 };
    let anew = document.parse_edited(source.as_bytes(), same);
    let of = |text: &str, part: &str| {
        let start = text.find(part).unwrap();
        Span::new(start, start + part.len())
    };
    for (here, there, expected) in [
        ("## C", "## C", true),
        ("## C", "## B", false),
        ("## B", "## C", false),
        ("## C", "## A", false),
        ("## A", "## C", false),
        ("## A", "## A", false),
    ] {
        let found = anew.has_in_common(of(&source, here), of(&earlier, there));
        assert_eq!(found, expected, "{here} {there}");
    }
    // A place that begins in front of the common part has no counterpart, although it is clamped to the start of that part.
    let place = anew.same.unwrap();
    let (here, there) = (Span::at(place.new), Span::at(place.old - 1));
    assert!(!anew.has_in_common(here, there));
    // A document that was read by itself has nothing in common with another.
    assert!(!document.has_in_common(of(&earlier, "## C"), of(&earlier, "## C")));
}

use proptest::prelude::*;

use super::*;

const HEAD: &str = "5f0e1d2c3b4a59687766554433221100ffeeddcc";

fn slug() -> Slug {
    Slug::new("0042-sample").unwrap()
}

fn record(disposition: Disposition) -> Record {
    Record {
        spec: slug(),
        title: "Listing: one pass".to_owned(),
        created: "2026-10-01".to_owned(),
        archived: "2026-10-07".to_owned(),
        disposition,
        source: "docs/specs/0042-sample".to_owned(),
        source_revision: HEAD.to_owned(),
        qa_task: "task_02".to_owned(),
        qa_report: String::new(),
        qa_verdict: String::new(),
        unproven: Vec::new(),
        qa_override: None,
        superseded_by: None,
        cancel_reason: None,
        adrs: vec!["ADR-0247".to_owned()],
        sources: Vec::new(),
        regeneration: vec![Regeneration {
            command: "make digests".to_owned(),
            outputs: Some(vec!["docs/digest.md".to_owned()]),
        }],
        promoted: vec!["docs/references/list.md".to_owned()],
        relinked: vec!["README.md".to_owned()],
        pull_request: Some("7".to_owned()),
        outcome: "Listing is one pass now.".to_owned(),
    }
}

/// the example of roundfix 14.3, byte for byte.
#[test]
fn the_example() {
    let mut override_record = record(Disposition::QaOverride);
    override_record.qa_override = Some(Override {
        approval: "maintainer, 2026-10-06".to_owned(),
        reason: "the gate host is gone".to_owned(),
        qa_outcome: "missing".to_owned(),
        qa_task_status: "failed".to_owned(),
        revision: HEAD.to_owned(),
    });
    let expected = "---
schema: roundfix/archive-record/v1
spec: 0042-sample
title: 'Listing: one pass'
status: archived
created: \"2026-10-01\"
archived: \"2026-10-07\"
disposition: qa-override
source: docs/specs/0042-sample
source_revision: 5f0e1d2c3b4a59687766554433221100ffeeddcc
qa_task: task_02
qa_report: \"\"
qa_verdict: \"\"
unproven: []
qa_override: true
qa_override_approval: maintainer, 2026-10-06
qa_override_reason: the gate host is gone
qa_override_qa_outcome: missing
qa_override_qa_task_status: failed
qa_override_revision: 5f0e1d2c3b4a59687766554433221100ffeeddcc
adrs:
  - ADR-0247
sources: []
regeneration:
  - command: make digests
    outputs:
      - docs/digest.md
promoted:
  - docs/references/list.md
relinked:
  - README.md
pull_request: \"7\"
---

# Listing: one pass

Listing is one pass now.
";
    assert_eq!(override_record.render(), expected);
    assert_eq!(Record::parse("r.md", expected.as_bytes(), &slug()).unwrap(), override_record);
}

/// Roundfix 14.3: two blanks a level; texts of several lines stand below their key or dash, wherever that is.
#[test]
fn several_lines() {
    let lines = "a\n\nb".to_owned();
    let mut one = record(Disposition::Cancelled);
    one.cancel_reason = Some(lines.clone());
    one.adrs = vec![lines.clone()];
    one.regeneration = vec![
        Regeneration { command: lines.clone(), outputs: Some(vec![lines]) },
        Regeneration { command: "make".to_owned(), outputs: Some(Vec::new()) },
    ];
    let expected = "cancel_reason: |-
  a

  b
adrs:
  - |-
    a

    b
sources: []
regeneration:
  - command: |-
      a

      b
    outputs:
      - |-
        a

        b
  - command: make
    outputs: []
promoted:
";
    let text = one.render();
    assert!(text.contains(expected), "{text}");
    assert_eq!(Record::parse("r.md", text.as_bytes(), &slug()).unwrap(), one);
}

fn refused(old: &str, new: &str, expected: &str) {
    let text = record(Disposition::Pass).render();
    assert!(text.contains(old), "{old}");
    let causes = Record::parse("r.md", text.replacen(old, new, 1).as_bytes(), &slug()).unwrap_err();
    assert!(causes.iter().any(|cause| cause.to_string() == expected), "{new}: {causes:?}");
}

/// Roundfix 14.4, archive-332: what is refused.
#[test]
fn unreadable() {
    refused(
        "record/v1",
        "record/v2",
        "r.md:2: `schema` is `roundfix/archive-record/v2`, expected `roundfix/archive-record/v1`",
    );
    refused(
        "spec: 0042-sample",
        "spec: 0042-other",
        "r.md:3: `spec` is `0042-other`, expected `0042-sample`",
    );
    refused("status: archived", "status: kept", "r.md:5: `status` is `kept`, expected `archived`");
    refused("disposition: pass", "disposition: burnt", "r.md:8: unknown disposition `burnt`");
    refused("disposition: pass", "disposition: qa-override", "r.md: `qa_override` is not `true`");
    refused("disposition: pass", "disposition: qa-override", "r.md: `qa_override_approval` is missing");
    for unset in ["false", "\"true\"", "[true]"] {
        let overridden = format!("disposition: qa-override\nqa_override: {unset}");
        refused("disposition: pass", &overridden, "r.md:9: `qa_override` is not `true`");
    }
    refused("title: 'Listing: one pass'", "title: [a]", "r.md:4: `title` is a list, expected a text");
    refused("disposition: pass", "disposition: superseded", "r.md: `superseded_by` is missing or empty");
    refused("adrs:\n  - ADR-0247\n", "", "r.md: `adrs` is missing");
    refused("adrs:\n  - ADR-0247\n", "adrs: x\n", "r.md:15: `adrs` is no list of texts");
    refused("qa_report: \"\"\n", "", "r.md: `qa_report` is missing");
    refused(HEAD, "abc", "r.md:10: `source_revision` is no commit id: `abc`");
    for source in ["../x", ".", "/abs", "a//b", "a/", "a\\b", "./a", "\"\""] {
        let shown = source.trim_matches('"');
        let expected = format!("r.md:9: `source` is no clean path inside a repository: `{shown}`");
        refused("source: docs/specs/0042-sample", &format!("source: {source}"), &expected);
    }
}

/// Archive-333: two retired dispositions, unknown keys, empty values.
#[test]
fn older_forms() {
    let text = record(Disposition::NoQa)
        .render()
        .replace("pull_request: \"7\"\n", "delivery_commit: x\nx-note: 1\n");
    let read = Record::parse("r.md", text.as_bytes(), &slug()).unwrap();
    assert_eq!((read.disposition, read.pull_request), (Disposition::NoQa, None));
    let text = record(Disposition::FailedQa).render().replace("qa_report: \"\"\nqa_verdict: \"\"\n", "");
    assert!(Record::parse("r.md", text.as_bytes(), &slug()).is_ok());
    for empty in ["archived: \"\"", "archived:", "archived: ~"] {
        let text = record(Disposition::Pass).render().replace("archived: \"2026-10-07\"", empty);
        assert_eq!(Record::parse("r.md", text.as_bytes(), &slug()).unwrap().archived, "", "{empty}");
    }
}

/// A-16, archive-334: the pull request is added in its place; no other byte changes.
#[test]
fn pull_request_is_added() {
    let mut one = record(Disposition::Pass);
    one.pull_request = None;
    let before = one.render();
    let after = reading::with_pull_request(before.as_bytes(), 12).unwrap().apply(before.as_bytes());
    one.pull_request = Some("12".to_owned());
    assert_eq!(String::from_utf8(after).unwrap(), one.render());
    let crlf = before.replace('\n', "\r\n");
    let after = reading::with_pull_request(crlf.as_bytes(), 12).unwrap().apply(crlf.as_bytes());
    assert_eq!(String::from_utf8(after).unwrap(), one.render().replace('\n', "\r\n"));
}

fn text() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        Just("12:30".to_owned()),
        Just("no".to_owned()),
        Just("0017".to_owned()),
        Just("- x".to_owned()),
        Just("a\nb".to_owned()),
        Just("a\n".to_owned()),
        Just("\n".to_owned()),
        Just(" \n x".to_owned()),
        Just("...".to_owned()),
        Just("a: b # c".to_owned()),
        Just("日本語の記録".to_owned()),
        Just("it's".to_owned()),
        Just("%".to_owned()),
    ];
    prop_oneof![odd, "[ -~]{0,20}", "(?s)[ a:#'\"\n\t\r\\\\\\[{|>&*!%@`~0-9éあ.,?-]{0,16}", "(?s).{0,12}"]
}

fn one_line_text() -> impl Strategy<Value = String> {
    text().prop_map(|text| crate::document::one_line(&text))
}

fn list() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(text(), 0..3)
}

fn generated() -> impl Strategy<Value = Record> {
    let dispositions = prop_oneof![
        Just(Disposition::Pass),
        Just(Disposition::Partial),
        Just(Disposition::QaOverride),
        Just(Disposition::Superseded),
        Just(Disposition::Cancelled),
    ];
    let commands = proptest::collection::vec(
        (text(), proptest::option::of(list()))
            .prop_map(|(command, outputs)| Regeneration { command, outputs }),
        0..3,
    );
    let texts = (one_line_text(), text(), text(), text(), one_line_text());
    let lists = (list(), list(), list(), commands, list(), list());
    (dispositions, texts, lists, proptest::option::of(1..99u64), "[0-9a-f]{40}").prop_map(
        |(disposition, (title, created, reason, approval, outcome), lists, number, revision)| Record {
            title,
            created,
            disposition,
            source_revision: revision.clone(),
            qa_override: (disposition == Disposition::QaOverride).then(|| Override {
                approval,
                reason: reason.clone(),
                qa_outcome: "missing".to_owned(),
                qa_task_status: String::new(),
                revision,
            }),
            superseded_by: (disposition == Disposition::Superseded).then(|| "0043-next".to_owned()),
            cancel_reason: (disposition == Disposition::Cancelled).then_some(reason),
            unproven: lists.0,
            adrs: lists.1,
            sources: lists.2,
            regeneration: lists.3,
            promoted: lists.4,
            relinked: lists.5,
            pull_request: number.map(|number| number.to_string()),
            outcome,
            ..record(disposition)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases * 2, ..ProptestConfig::default() })]

    /// parsing a record of ours gives it back, and rendering that gives the same bytes, for every disposition.
    #[test]
    fn round_trip(one in generated()) {
        let text = one.render();
        let back = Record::parse("r.md", text.as_bytes(), &slug());
        prop_assert_eq!(back.as_ref(), Ok(&one), "{}", text);
        prop_assert_eq!(back.unwrap().render(), text);
    }

    /// L7: any bytes are read or refused.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0usize..700, with in any::<u8>()) {
        let _ = Record::parse("r.md", &bytes, &slug());
        let mut text = record(Disposition::Pass).render().into_bytes();
        if let Some(byte) = text.get_mut(at) {
            *byte = with;
        }
        let _ = Record::parse("r.md", &text, &slug());
    }
}

//! L7 for whole decisions: whatever stands in the files, a decision is made or refused, and a plan that is made can be carried out.

use proptest::prelude::*;

use crate::plan_report::plan_report;
use crate::request::ArchiveRequest;
use crate::scenario::{INDEX, PRD, REPORT, Scenario, TASKS, override_request, task, written};

/// Pieces that Spec files and documents are made of.
fn piece() -> impl Strategy<Value = String> {
    let fixed = prop_oneof![
        Just("---\n"),
        Just("\n\n"),
        Just("\r\n"),
        Just("status: completed\n"),
        Just("status: "),
        Just("type: qa\n"),
        Just("verdict: partial\n"),
        Just("rows_blocked_declared: 1\n"),
        Just("## Results\n"),
        Just("## Outcome\n"),
        Just("## Unreachable Acceptance\n"),
        Just("- criterion: x\n"),
        Just("  satisfied-by: "),
        Just("| a | Status |\n"),
        Just("| - | - |\n"),
        Just("| 1 | blocked (declared) |\n"),
        Just("```yaml\n"),
        Just("```\n"),
        Just("<!--"),
        Just("-->"),
        Just("# T\n"),
        Just("[x](../0042-sample/_prd.md#a)"),
        Just("[y](specs/0042-sample/measurement/list.md)"),
        Just("`"),
        Just("docs/specs/0042-sample/measurement/list.md"),
        Just("docs/specs/0042-sample"),
        Just("]("),
        Just("[l]: "),
        Just("<"),
        Just("\u{feff}"),
        Just("日本"),
        Just(" "),
        Just("{"),
        Just("["),
        Just("&a "),
        Just("*a"),
        Just("!!int 1"),
        Just(": "),
        Just("../_prd.md"),
        Just("%20"),
        Just("%zz"),
        Just("@pull/7"),
        Just("\\"),
        Just("\0"),
        Just("'"),
        Just("\""),
        Just("    "),
    ];
    prop_oneof![8 => fixed.prop_map(str::to_owned), 1 => "(?s).{0,4}"]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

/// A sound text with something put into it, or anything.
fn spoiled(sound: &'static str) -> impl Strategy<Value = String> {
    let put = (any::<prop::sample::Index>(), piece()).prop_map(move |(at, piece)| {
        let places: Vec<usize> = (0..=sound.len()).filter(|at| sound.is_char_boundary(*at)).collect();
        let (before, after) = sound.split_at(*at.get(&places));
        format!("{before}{piece}{after}")
    });
    prop_oneof![3 => Just(sound.to_owned()), 3 => put, 1 => text()]
}

fn check(scenario: &Scenario) -> Result<(), TestCaseError> {
    for request in [ArchiveRequest::default(), override_request()] {
        if let Ok(decision) = scenario.archive(&request) {
            prop_assert_eq!(decision.plan.check(), Ok(()));
        }
    }
    if let Ok(decision) = scenario.cancel() {
        prop_assert_eq!(decision.plan.check(), Ok(()));
    }
    let _ = plan_report(&scenario.snapshot());
    Ok(())
}

proptest! {
    // A case is eight whole decisions; `PROPTEST_CASES` sets the long form.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    /// Any Spec folder.
    #[test]
    fn any_folder(
        prd in spoiled(PRD), tasks in spoiled(TASKS), report in spoiled(REPORT), index in spoiled(INDEX),
        one in text(), entry in text(), other in text(),
    ) {
        let mut scenario = Scenario::adopted();
        scenario.write("_prd.md", &prd);
        scenario.write("_tasks.md", &tasks);
        scenario.write("qa/qa-report-2026-10-05.md", &report);
        scenario.write("references/_index.md", &index);
        scenario.write("task_01.md", &format!("{}{one}", task("completed", "docs")));
        scenario.write("references/2026-09-28-slow.md", &format!("---\n{entry}"));
        scenario.write("_supersession.md", &other);
        scenario.write("_authorization.md", &other);
        scenario.document("docs/guide.md", &format!("[t](specs/0042-sample/measurement/list.md)\n{other}"));
        check(&scenario)?;
    }

    /// A-10: scanning a rewritten document again finds nothing to rewrite; a copy never leads to the record (A-13).
    #[test]
    fn any_document(document in text(), copy in text()) {
        let mut scenario = Scenario::finished();
        scenario.write("measurement/list.md", &copy);
        scenario.document("docs/guide.md", &document);
        check(&scenario)?;
        let request = ArchiveRequest { promote: vec!["measurement/list.md".to_owned()], ..ArchiveRequest::default() };
        let decision = scenario.archive(&request).unwrap();
        if !decision.report.relinked.is_empty() {
            let after = written(&decision.plan, "docs/guide.md");
            scenario.files[0].bytes = after.clone().into_bytes();
            let again = scenario.archive(&request).unwrap();
            prop_assert_eq!(again.report.relinked, Vec::<String>::new(), "{:?} -> {:?}", document, after);
        }
        let copied = written(&decision.plan, "docs/references/list.md");
        prop_assert!(!copied.contains("history/specs"), "{copied}");
    }
}

use super::*;
use std::time::Duration;

fn read(source: impl Into<Vec<u8>>) -> State {
    State::read(source.into(), Deadline::in_time(Duration::from_secs(60)))
}

fn frontmatter(block: &str) -> Frontmatter {
    read(format!("---\n{block}---\n")).frontmatter
}

fn check_no_block(source: &str) {
    assert_eq!(read(source).frontmatter, Frontmatter::default(), "{source:?}");
}

/// S-54 (1): the block begins at the first byte, its opening line is exactly `---`, and it is closed.
#[test]
fn s_54_block() {
    let named = Frontmatter { milestone: Some("v2".to_owned()), ..Frontmatter::default() };
    for source in [
        "---\nmilestone: v2\n---\n",
        "---\r\nmilestone: v2\r\n---\r\n",
        "---\nmilestone: v2\n---",
        "---\nmilestone: v2\n----\nmilestone: v3\n---\n",
        "---\nmilestone: v2\n--- # end\nmilestone: v3\n",
    ] {
        assert_eq!(read(source).frontmatter, named, "{source:?}");
    }
    for source in [
        "",
        "---",
        "---\n",
        "---\n---\nmilestone: v2\n---\n",
        "# note\n---\nmilestone: v2\n---\n",
        "\n---\nmilestone: v2\n---\n",
        "\u{feff}---\nmilestone: v2\n---\n",
        "--- \nmilestone: v2\n---\n",
        "----\nmilestone: v2\n---\n",
        "---\nmilestone: v2\n",
        "---\nmilestone: v2\n ---\n",
        "---\rmilestone: v2\r---\r",
    ] {
        check_no_block(source);
    }
}

fn check_milestone(block: &str, expected: Option<&str>) {
    assert_eq!(frontmatter(block).milestone.as_deref(), expected, "{block:?}");
}

/// S-54, D40: what a scalar is.
#[test]
fn s_54_scalars() {
    check_milestone("milestone: v2.0\n", Some("v2.0"));
    check_milestone("milestone:v2.0\n", Some("v2.0"));
    check_milestone("milestone: \t v2.0 \t\r\n", Some("v2.0"));
    check_milestone("milestone: \"v2.0\"\n", Some("v2.0"));
    check_milestone("milestone: 'v2.0\"\n", Some("v2.0"));
    check_milestone("milestone: \"\"v2.0\"\"\n", Some("\"v2.0\""));
    check_milestone("milestone: \" v2.0 \"\n", Some(" v2.0 "));
    check_milestone("milestone: v2.0 # current\n", Some("v2.0 # current"));
    check_milestone("milestone: a: b\n", Some("a: b"));
    check_milestone("milestone: v1\nmilestone: v2\n", Some("v2"));
    check_milestone("milestone: v1\nmilestone:\n", Some("v1"));
    check_milestone("milestone: v1\nmilestone: null\n", None);
    check_milestone("milestone: v1\nmilestone: ''\n", None);
    check_milestone("milestone: '\n", None);
    check_milestone("milestone: \"null\"\n", None);
    check_milestone("milestone: NULL\n", Some("NULL"));
    check_milestone("milestone : v2\n", None);
    check_milestone("  milestone: v2\n", None);
    check_milestone("x: 1\n  milestone: v2\n", None);
    check_milestone("my-milestone: v2\n", None);
    check_milestone("<<<<<<< HEAD\nmilestone: v1\n=======\nmilestone: v2\n>>>>>>> topic\n", Some("v2"));
}

/// S-54, S-50: every key that is read; an empty text is null.
#[test]
fn s_54_keys() {
    let fields = frontmatter(
        "status: executing\nmilestone: v2\nmilestone_name: Code Quality\nactive_phase: \"4.5\"\nnext_action: plan-phase\n\
         next_phases: [\"5\"]\nstate_head: abc123\nprogress:\n  total_phases: 17\n  completed_phases: 10\n  percent: 59\n",
    );
    let expected = Frontmatter {
        status: Some("executing".to_owned()),
        milestone: Some("v2".to_owned()),
        milestone_name: Some("Code Quality".to_owned()),
        active_phase: Some("4.5".to_owned()),
        next_action: Some("plan-phase".to_owned()),
        next_phases: vec!["5".to_owned()],
        state_head: Some("abc123".to_owned()),
        percent: Some(59),
        total_phases: Some(17),
        completed_phases: Some(10),
    };
    assert_eq!(fields, expected);
    assert_eq!(
        frontmatter("active_phase: \"\"\nnext_action: null\nstate_head: 'null'\n"),
        Frontmatter::default()
    );
}

fn check_next_phases(block: &str, expected: &[&str]) {
    assert_eq!(frontmatter(block).next_phases, expected, "{block:?}");
}

/// S-54 (3): a flow array on the line first, then a block sequence.
#[test]
fn s_54_next_phases() {
    check_next_phases("next_phases: [\"4.5\", '4.6']\n", &["4.5", "4.6"]);
    check_next_phases("next_phases: [ , \"\", 4,]\n", &["4"]);
    check_next_phases("next_phases: [\"4\"] # the bridge\n", &["4"]);
    check_next_phases("next_phases: [4]\nnext_phases: [5]\n", &["4"]);
    check_next_phases("next_phases: []\n", &[]);
    check_next_phases("next_phases: null\n", &[]);
    check_next_phases("next_phases: \"null\"\n", &[]);
    check_next_phases("next_phases: 4\n", &[]);
    check_next_phases("next_phases: [4\n", &[]);
    check_next_phases("next_phases:\n  - \"4.5\"\n  - 4.6\nstatus: x\n", &["4.5", "4.6"]);
    check_next_phases("next_phases:\n- 4\n-\n- 5\n", &["4"]);
    check_next_phases("next_phases:\r\n\r\n- 4\r\n", &["4"]);
    check_next_phases("next_phases:\n  # comment\n  - 4\n", &[]);
    check_next_phases("next_phases:\n  - 4\nnext_phases: [5]\n", &["5"]);
}

fn check_progress(block: &str, percent: Option<u64>, total: Option<u64>, completed: Option<u64>) {
    let fields = frontmatter(block);
    assert_eq!(
        (fields.percent, fields.total_phases, fields.completed_phases),
        (percent, total, completed),
        "{block:?}"
    );
}

/// S-54 (2), S-52: a comment below `progress:` loses the block, one further down the keys behind it.
#[test]
fn s_54_progress() {
    check_progress(
        "progress:\n  total_phases: 4\n  completed_phases: 2\n  percent: 50\n",
        Some(50),
        Some(4),
        Some(2),
    );
    check_progress("progress:  \r\n\tpercent: 50\r\n", Some(50), None, None);
    check_progress("progress:\n\n \n  percent: 50\n", Some(50), None, None);
    check_progress("progress:\n  # counted\n  percent: 50\n", None, None, None);
    check_progress("progress:\n  total_phases: 4\n  # counted\n  percent: 50\n", None, Some(4), None);
    check_progress("progress:\n  total_phases: 4\n\n  percent: 50\n", None, Some(4), None);
    check_progress("progress:\n  total_phases:\n  percent: 50\n", None, None, None);
    check_progress("progress:\npercent: 50\n", None, None, None);
    check_progress("progress: {percent: 50}\n", None, None, None);
    check_progress("  progress:\n    percent: 50\n", None, None, None);
    check_progress("progress:\n  percent: 1\n  percent: 2\nprogress:\n  percent: 3\n", Some(1), None, None);
    check_progress("progress:\nprogress:\n  percent: 3\n", Some(3), None, None);
}

fn check_percent(value: &str, expected: Option<u64>) {
    check_progress(&format!("progress:\n  percent: {value}\n"), expected, None, None);
}

/// S-54, D40: the digits at the start of the value.
#[test]
fn s_54_numbers() {
    check_percent("59", Some(59));
    check_percent("59.9", Some(59));
    check_percent("007", Some(7));
    check_percent("100%", Some(100));
    check_percent("150", Some(150));
    check_percent("99999999999999999999999", Some(u64::MAX));
    check_percent("\"50\"", None);
    check_percent("-5", None);
    check_percent("null", None);
}

fn check_phase(body: &str, expected: Option<(&str, &str, Option<&str>)>) {
    let state = read(format!("---\nmilestone: v2\n---\n{body}"));
    let phase =
        state.phase().map(|phase| (phase.number.as_str(), phase.total.as_str(), phase.name.as_deref()));
    assert_eq!(phase, expected, "{body:?}");
}

/// S-53, D43: the form that the line has always shown.
#[test]
fn s_53_body_phase() {
    check_phase("Phase: 1 of 5\n", Some(("1", "5", None)));
    check_phase("Phase: 1 of 5 (fix-deploy)\n", Some(("1", "5", Some("fix-deploy"))));
    check_phase("Phase: 1 of 5 (Polish (final)) — x\r\n", Some(("1", "5", Some("Polish (final"))));
    check_phase("Phase:1  of\t5  (x)", Some(("1", "5", Some("x"))));
    check_phase("Phase: 02 of 03 ( x )\n", Some(("02", "03", Some(" x "))));
    check_phase("Phase: 1 of 5 — Setup\n", Some(("1", "5", None)));
    check_phase("Phase: 1 of 5 ()\n", Some(("1", "5", None)));
    check_phase("Phase: 1 of 5 (open\n", Some(("1", "5", None)));
    check_phase("Phase: 1 of 5(x)\n", Some(("1", "5", None)));
    check_phase("Phase: 4.5 of 9 (X)\n", None);
    check_phase("Phase: 4.5 of 9\nPhase: 2 of 3\n", Some(("2", "3", None)));
    check_phase("Phase: 1 of 2\nPhase: 2 of 2\n", Some(("1", "2", None)));
    for line in [
        "  Phase: 1 of 2",
        "phase: 1 of 2",
        "**Phase:** 1 of 2",
        "- Phase: 1 of 2",
        "Phase: one of 2",
        "Phase: 1of 2",
        "Phase: 1 of",
        "Phase 1 of 2",
    ] {
        check_phase(line, None);
    }
}

/// D41, S-63: the section Current Position alone, when there is one.
#[test]
fn d41_body_scope() {
    let old = "## Archive\n\nPhase: 9 of 9 (Old)\nStatus: archived\n\n";
    let new = "Phase: 2 of 3 (Beta)\nStatus: executing\n";
    let expected = Some(("2", "3", Some("Beta")));
    check_phase(&format!("{old}## Current Position\n\n{new}"), expected);
    check_phase(&format!("{old}### current position ###\n\n#### Detail\n\n{new}\n{old}"), expected);
    check_phase(&format!("## 現在位置\n\n{new}\n{old}"), expected);
    check_phase(&format!("{old}## Current Position\n\nnothing\n\n## Next\n{new}"), None);
    check_phase(&format!("{old}# Current Position\n\n{new}"), Some(("9", "9", Some("Old"))));
    check_phase(&format!("# Notes\n\n{new}"), expected);
    // A remark of the frontmatter is no heading, whatever it looks like.
    for end in ["\n", "\r\n"] {
        let file = format!(
            "---\nmilestone: v2\n{old}## Current Position\nPhase: 8 of 8\n---\n## Current Position\n\n{new}"
        );
        let state = read(file.replace('\n', end));
        assert_eq!(state.phase().map(|phase| phase.number.as_str()), Some("2"), "{end:?}");
    }
    let state = read(format!("{old}## Current Position\r\n\r\n{}", new.replace('\n', "\r\n")));
    assert_eq!(state.status(), Some("executing"));
    // The whole file is what stands in the frontmatter too.
    assert_eq!(read("---\nPhase: 2 of 3\n---\n").phase().map(|phase| phase.number.as_str()), Some("2"));
}

/// Faults 044, 045: examples and remarks are never read.
#[test]
fn examples_and_comments_are_not_read() {
    let expected = Some(("1", "2", None));
    check_phase("```\nPhase: 9 of 9\n```\nPhase: 1 of 2\n", expected);
    check_phase("<!--\nPhase: 9 of 9\n-->\nPhase: 1 of 2\n", expected);
    check_phase("<!-- Phase: 9 of 9 -->\nPhase: 1 of 2 <!-- (Old) -->\n", expected);
    check_phase("```\n## Current Position\n```\nPhase: 1 of 2\n", expected);
}

fn check_status(source: &str, expected: Option<&str>) {
    assert_eq!(read(source).status(), expected, "{source:?}");
}

/// S-53: the words of a body status, only when the frontmatter gives none.
#[test]
fn s_53_body_status() {
    check_status("Status: Ready to plan next\n", Some("planning"));
    check_status("Status: PLANNING\n", Some("planning"));
    check_status("Status: Ready to execute\n", Some("executing"));
    check_status("Status: Executing Phase 2\n", Some("executing"));
    check_status("Status: Planning what to execute\n", Some("planning"));
    check_status("Status: All phases complete\n", Some("complete"));
    check_status("Status: v1 archived\n", Some("complete"));
    check_status("Status: Verifying\n", None);
    check_status("Status: Verifying\nStatus: planning\n", None);
    check_status("Status:\nStatus: planning\n", None);
    check_status("status: planning\n", None);
    check_status("---\nstatus: paused\n---\nStatus: planning\n", Some("paused"));
    check_status("---\nstatus: null\n---\nStatus: planning\n", Some("planning"));
    check_status("---\nstatus: \"\"\n---\nStatus: planning\n", Some("planning"));
}

fn check_complete(block: &str, expected: bool) {
    assert_eq!(read(format!("---\n{block}---\n")).is_complete(), expected, "{block:?}");
}

/// S-50: what completes a milestone.
#[test]
fn s_50_completion() {
    check_complete("progress:\n  percent: 100\n", true);
    check_complete("progress:\n  percent: 99\n", false);
    check_complete("progress:\n  percent: 150\n", false);
    check_complete("progress:\n  total_phases: 5\n  completed_phases: 5\n", true);
    check_complete("progress:\n  total_phases: 5\n  completed_phases: 4\n", false);
    check_complete("progress:\n  total_phases: 5\n  completed_phases: 6\n", false);
    check_complete("progress:\n  total_phases: 0\n  completed_phases: 0\n", false);
    check_complete("progress:\n  total_phases: 5\n", false);
    check_complete("status: completed\n", false);
}

/// D41, G10: any bytes are read.
#[test]
fn any_bytes() {
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    assert_eq!(read(bytes).phase(), None);
    let state = read(b"---\nmilestone: v\xff2\n---\nPhase: 1 of 2 (\xfe)\n".to_vec());
    assert_eq!(state.frontmatter.milestone.as_deref(), Some("v\u{fffd}2"));
    assert_eq!(state.phase().and_then(|phase| phase.name.as_deref()), Some("\u{fffd}"));
}

/// D42: what is not read in time is absent, the body before the frontmatter.
#[test]
fn d42_out_of_time() {
    let over = Deadline::in_time(Duration::ZERO);
    let small = b"---\nmilestone: v2\n---\nPhase: 1 of 2\n".to_vec();
    let large = [small.clone(), b"text\n".repeat(100_000)].concat();
    assert!(State::read(small, over).phase().is_some());
    while !over.is_over() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let state = State::read(large, over);
    assert_eq!(state.frontmatter.milestone.as_deref(), Some("v2"));
    assert_eq!(state.phase(), None);
}

proptest::proptest! {
    /// D41, S-54: any mixture of what such files hold is read, and both formats are made from it.
    #[test]
    fn any_mixture(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "---", "\n", "\r\n", "progress:", "next_phases:", " ", "\t", "percent: 5", "- 4", "[", "]", ",", "'", "\"", "status:",
        "Phase: ", "1 of 2", " (", ")", "## Current Position", "```", "<!--", "-->", "Status: ", "\u{7f}", "é", "null",
    ]), 0..60)) {
        let state = read(pieces.concat());
        let _ = (crate::scene::full(&state), crate::compact::compact(&state));
    }
}

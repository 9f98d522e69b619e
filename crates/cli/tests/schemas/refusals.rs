//! What `roundfix` and `msd-tools` say when they do not do something: kinds of failures with their facts, each of them named in the
//! schema (roundfix 3.3, msd-tools 2, cairn 2).

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::project::Project;

const PROGRAM: &str = env!("CARGO_BIN_EXE_roundfix");
const SPEC: &str = "docs/specs/0042-sample";
/// Runs a command without the right to override file modes, whoever runs the tests.
const WITHOUT_RIGHTS: &str = "if [ \"$(id -u)\" = 0 ]; then exec setpriv --bounding-set=-dac_override,-dac_read_search,-fowner --inh-caps=-all \"$@\"; else exec \"$@\"; fi";
const REPORT: &str = "docs/specs/0042-sample/qa/qa-report-2026-10-05.md";

/// A project, what is changed in it, and the command lines with the tokens that they fail with.
fn check(prepare: impl FnOnce(&Project), lines: &[(&str, &str)]) {
    let mut project = Project::new();
    prepare(&project);
    for (line, error) in lines {
        project.judge_refusal(PROGRAM, &format!("{line} --format json"), error);
    }
    assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
}

fn commit(project: &Project) {
    for words in [&["add", "-A"][..], &["commit", "-q", "-m", "more"]] {
        assert!(project.run("git", words).status.success());
    }
}

/// Msd-tools 2: the facts of a refusal by the state of the files.
#[test]
fn state_of_the_files() {
    let state = ".planning/STATE.md";
    let text = |project: &Project| fs::read_to_string(project.path().join(state)).unwrap();
    let mut faults = Vec::new();
    let mut check = |prepare: &dyn Fn(&Project), lines: &[(&str, &str)]| {
        let mut project = Project::new();
        prepare(&project);
        for (line, reason) in lines {
            project.judge_reason(env!("CARGO_BIN_EXE_msd-tools"), line, reason);
        }
        faults.append(&mut project.faults);
    };
    check(
        &|_| {},
        &[
            ("state get Nope", "field_not_found"),
            ("state update progress.percent 3", "derived_field"),
            ("state update milestone v3.0", "derived_field"),
            ("state patch '{\"Nope\": \"x\", \"Progress\": \"1\"}'", "field_not_found"),
            ("state resolve-blocker --text nothing", "blocker_not_found"),
            ("state init", "state_exists"),
            ("find-phase 77", "phase_not_found"),
            ("phase complete 77", "phase_not_found"),
            ("phase complete 2", "phase_plan_coverage_incomplete"),
            ("phase remove 1", "phase_has_summaries"),
            ("milestone complete v2.0 --confirm", "milestone_incomplete"),
            ("milestone complete v9.9 --confirm", "milestone_not_found"),
            ("frontmatter get none.md", "file_not_found"),
            ("progress --ws nobody", "workstream_not_found"),
            ("state json --pick nope", "pick_field_absent"),
        ],
    );
    let blockers = |project: &Project| {
        project.write(state, &text(project).replace("None yet.", "- one thing\n- another thing"));
    };
    check(&blockers, &[("state resolve-blocker --text thing", "ambiguous_blocker")]);
    let twice = |project: &Project| {
        let both = "Phase: 1 of 2 (Setup)\nPhase: 2 of 2 (Engine)\n";
        project.write(state, &text(project).replace("Phase: 1 of 2 (Setup)\n", both));
    };
    check(&twice, &[("state advance-plan", "ambiguous_position_phase")]);
    let prose = |project: &Project| {
        project.write(state, &text(project).replace("Plan: 1 of 2 in current phase", "Plan: soon"));
    };
    check(&prose, &[("state advance-plan", "plan_position_unreadable")]);
    let last = |project: &Project| {
        let moved = text(project).replace("Phase: 1 of 2 (Setup)", "Phase: 2 of 2 (Engine)");
        project.write(state, &moved.replace("Plan: 1 of 2", "Plan: 2 of 2"));
    };
    check(&last, &[("state advance-plan", "plans_outstanding")]);
    let closed = |project: &Project| {
        project.write(state, &text(project).replace("Ready to execute", "Awaiting next milestone"));
    };
    let lines = [
        ("state begin-phase 2", "phase_not_found"),
        ("state planned-phase 2", "phase_not_found"),
        ("state complete-phase 1", "phase_not_found"),
    ];
    check(&closed, &lines);
    let broken = |project: &Project| project.write(state, "---\nmilestone: [\n---\n");
    check(&broken, &[("state json", "frontmatter_unparseable")]);
    let conflict = |project: &Project| project.write(state, "<<<<<<< a\n=======\n>>>>>>> b\n");
    check(&conflict, &[("state update Status x", "merge_conflict")]);
    let held = |project: &Project| {
        project.write(".planning/STATE.md.lock", &std::process::id().to_string());
    };
    check(&held, &[("state update Status x --lock-timeout 0", "locked")]);
    let gone = |project: &Project| fs::remove_file(project.path().join(state)).unwrap();
    check(&gone, &[("state json", "state_not_found")]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Roundfix 3.3: a refusal with one reason, with several, with the finishing command.
#[test]
fn refused() {
    let nothing = |_: &Project| {};
    check(
        nothing,
        &[
            ("archive nope", "refused"),
            ("archive nope --plan", "refused"),
            ("cancel nope --reason x", "refused"),
            ("unarchive nope", "refused"),
            ("settle nope", "refused"),
            ("pull-request nope 7", "refused"),
            ("archive", "usage"),
            ("archive a/b", "usage"),
            ("list --nope", "usage"),
        ],
    );
    let several = |project: &Project| {
        project.write(&format!("{SPEC}/loose.md"), "x\n");
        project.write(&format!("{SPEC}/references/_index.md"), "no table\n");
        project.write("docs/history/specs/0042-sample/_prd.md", "x\n");
        project.write(REPORT, "---\nverdict: fail\n---\n");
    };
    check(several, &[("archive 0042-sample", "refused"), ("cancel 0042-sample --reason x", "refused")]);
    let unfinished = |project: &Project| {
        assert!(project.run(PROGRAM, &["archive", "0042-sample"]).status.success());
        assert!(project.run("git", &["checkout", "-q", "HEAD", "--", SPEC]).status.success());
    };
    check(unfinished, &[("archive 0042-sample", "refused"), ("unarchive 0042-sample", "refused")]);
}

/// Roundfix 6, 13: reports that are no pass.
#[test]
fn reports() {
    let failed = |project: &Project| {
        project.write(REPORT, "---\nverdict: fail\n---\n");
        project.write("docs/specs/0042-sample/qa/qa-report-2026-10-04.md", "no frontmatter\n");
        commit(project);
    };
    let show = format!("qa-report accept {REPORT}");
    let lines = [
        ("settle 0042-sample", "not_eligible"),
        (show.as_str(), "not_eligible"),
        ("qa-report accept docs/specs/0042-sample/qa/qa-report-2026-10-04.md", "unreadable"),
        ("qa-report show docs/specs/0042-sample/qa/qa-report-2026-10-04.md", "unreadable"),
        ("qa-report accept none.md", "missing"),
        ("qa-report show none.md", "missing"),
    ];
    check(failed, &lines);
    let missing = |project: &Project| {
        fs::remove_file(project.path().join(REPORT)).unwrap();
        commit(project);
    };
    check(missing, &[("settle 0042-sample", "missing")]);
}

/// Roundfix 3.2, 12: a record that cannot be read, a lock that is held, a place that cannot be written, a commit that fails.
#[test]
fn failures() {
    let broken = |project: &Project| project.write("docs/history/specs/0041-old.md", "no record\n");
    check(broken, &[("list", "unreadable"), ("list --archived", "unreadable")]);
    let held = |project: &Project| {
        project.write(".git/cairn/lock", &std::process::id().to_string());
    };
    let archive = "archive 0042-sample";
    check(held, &[("archive 0042-sample --lock-timeout 0", "locked")]);
    check(|project| project.write(".git/cairn/tx", "no folder\n"), &[(archive, "io")]);
    let hook = |project: &Project| {
        project.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
        let hook = project.path().join(".git/hooks/pre-commit");
        fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).unwrap();
    };
    check(hook, &[("archive 0042-sample --commit", "commit_failed")]);
    check(hook, &[("cancel 0042-sample --reason x --commit", "commit_failed")]);
    let mut project = Project::new();
    let folder = project.path().join(SPEC).join("qa");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let output = project
        .run("sh", &["-c", WITHOUT_RIGHTS, "sh", PROGRAM, "archive", "0042-sample", "--format", "json"]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    project.hold_refusal("roundfix-archive", "archive", &output, ("error", "deletion_failed"));
    assert!(project.faults.is_empty(), "{}", project.faults.join("\n"));
}

//! Every example of every help, run as it stands in a throw-away repository with the bundled samples (issue 7, item 3).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test"
)]

use std::path::Path;

use cairn_cli::help::Binary;
use cairn_cli::help::examples::Example;
use cairn_testkit::sample::SampleProject;
use cairn_testkit::trials::binaries;

fn sample() -> SampleProject {
    SampleProject::new(&binaries(env!("CARGO_BIN_EXE_cairn")).unwrap())
}

/// What is wrong with an example; `None` when every line ends as it says.
fn fault(example: &Example, sample: &SampleProject) -> Option<String> {
    let project = sample.copied();
    let run = |line: &str, expected: u8| {
        let output = project.line(line).unwrap();
        let status = output.status.code();
        (status != Some(i32::from(expected))).then(|| {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            format!("`{line}` ended with {status:?}, not {expected}: {said}")
        })
    };
    let (last, lines) = example.lines.split_last()?;
    let before = example.before.iter().chain(lines).find_map(|line| run(line, 0));
    before.or_else(|| run(last, example.exit))
}

fn check(binary: Binary) {
    let sample = sample();
    let faults: Vec<String> =
        binary.examples().iter().filter_map(|example| fault(example, &sample)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn msd_tools() {
    check(Binary::MsdTools);
}

#[test]
fn roundfix() {
    check(Binary::Roundfix);
}

#[test]
fn cairn() {
    check(Binary::Cairn);
}

#[test]
fn msd_statusline() {
    check(Binary::Statusline);
}

/// The `markdown` blocks of a reference page, in order.
fn files_of(page: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let blocks = text.split("```markdown\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

/// The files that the page about Specs shows make a Spec that can be archived, as they stand there.
#[test]
fn the_spec_of_the_reference_page_is_archived() {
    let sample = sample();
    let files = files_of("spec.md");
    let [prd, tasks, task, report, index] = files.as_slice() else { panic!("{files:?}") };
    let write = |name: &str, text: &str| {
        sample.repository().write(&format!("docs/specs/0042-faster-list/{name}"), text);
    };
    write("_prd.md", prd);
    write("_tasks.md", tasks);
    for (id, kind) in [("task_01", "backend"), ("task_02", "test"), ("task_03", "qa")] {
        write(&format!("{id}.md"), &task.replace("task_01", id).replace("backend", kind));
    }
    write("qa/qa-report-2026-10-07.md", report);
    write("references/_index.md", index);
    write("references/2026-07-30-slow-list.md", "# Listing is slow\n");
    sample.repository().commit_all(60, "a Spec as the page shows it");
    let archived = sample.line("roundfix archive 0042-faster-list").unwrap();
    assert!(archived.status.success(), "{archived:?}");
    let record =
        std::fs::read_to_string(sample.root().join("docs/history/specs/0042-faster-list.md")).unwrap();
    for line in
        ["qa_verdict: pass", "  - ADR-0247", "title: Listing takes one pass", "  - 2026-07-30-slow-list.md"]
    {
        assert!(record.contains(&format!("\n{line}\n")), "{record}");
    }
}

/// The roadmap that the page about it shows is read as the page says.
#[test]
fn the_roadmap_of_the_reference_page_is_read() {
    let sample = sample();
    let files = files_of("roadmap-md.md");
    sample.repository().write(".planning/ROADMAP.md", files.first().unwrap());
    let said = sample.line("msd-tools roadmap analyze").unwrap();
    let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let phases = said["phases"].as_array().unwrap();
    let facts: Vec<_> =
        phases.iter().map(|phase| (&phase["number"], &phase["name"], &phase["depends_on"])).collect();
    let (none, first) = (serde_json::Value::Null, "Phase 1".into());
    let wanted = [("1", "Gauges", &none), ("2", "Forecast", &first)].map(|(number, name, before)| {
        (serde_json::Value::from(number), serde_json::Value::from(name), before)
    });
    assert_eq!(
        facts,
        wanted.iter().map(|(number, name, before)| (number, name, *before)).collect::<Vec<_>>()
    );
    assert_eq!(said["milestones"][0]["version"], "v1.0");
}

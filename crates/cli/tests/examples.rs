//! Every example of every help, run as it stands in a throw-away repository with the bundled samples (issue 7, item 3).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;

use cairn_cli::help::Binary;
use cairn_cli::help::examples::Example;
use cairn_testkit::sample::SampleProject;

fn bin() -> &'static Path {
    let folder = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    assert!(folder.join("msd-statusline").is_file(), "`cargo build --workspace --bins` builds every binary");
    folder
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
    let sample = SampleProject::new(bin());
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

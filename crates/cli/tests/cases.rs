//! Every acceptance case of `tests/cases` as a test of its own.
//!
//! `cargo test --workspace` plays them all against the binaries it has just built; a word filters them as usual
//! (`cargo test --workspace state-021`). Cases in `disputed.toml` are shown as ignored, with their reason as kind. Cases in
//! `pending.toml` make one test together, which fails as soon as one of them passes.

use std::path::Path;
use std::process::ExitCode;

use cairn_testkit::cases::{Case, Ledger, Runner, Settled, Verdict, find};
use cairn_testkit::trials;
use libtest_mimic::{Failed, Trial};

fn main() -> ExitCode {
    trials::run(trials)
}

fn trials() -> Result<Vec<Trial>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let cases = find(&folder)?.iter().map(|path| Case::read(path)).collect::<Result<Vec<_>, _>>()?;
    let ledger = Ledger::read(&folder)?;
    let faults = ledger.faults(&cases);
    let lists = Trial::test("cases::lists_name_real_cases", move || trials::judged(&faults));
    let (pending, judged): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| ledger.is_pending(&case.id));
    let runner = Runner::new(trials::binaries(env!("CARGO_BIN_EXE_msd-tools"))?);
    let mut trials = vec![lists];
    for case in judged {
        let runner = runner.clone();
        let name =
            case.path.strip_prefix(&folder).unwrap_or(&case.path).with_extension("").display().to_string();
        let disputed = ledger.is_disputed(&case.id);
        let trial = Trial::test(name, move || match runner.run(&case) {
            Verdict::Passed => Ok(()),
            Verdict::Failed(text) => Err(Failed::from(text)),
            Verdict::Broken(text) => Err(Failed::from(format!("broken case: {text}"))),
        });
        trials.push(if disputed { trial.with_kind("disputed").with_ignored_flag(true) } else { trial });
    }
    if !pending.is_empty() {
        trials.push(Trial::test("cases::pending_ones_still_fail", move || {
            let faults =
                runner.run_all(pending).into_iter().filter_map(|played| match ledger.settle(&played) {
                    Settled::Failed(text) => Some(format!("{}: {text}", played.case.id)),
                    Settled::Passed | Settled::Skipped(_) => None,
                });
            trials::judged(&faults.collect::<Vec<String>>())
        }));
    }
    Ok(trials)
}

//! Changes that have no switch: each is built by itself, as `cargo mutants` does, but in one place and by the package's own tests.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::build::{self, Site};
use crate::changes::Change;
use crate::report::Outcome;
use crate::trial::{Ended, LEAST_TIME, SLOWER, ends_well, folder_of, tests_of};

/// The tests in the code come first: most changes need no others, and no others are linked for them.
const STEPS: [&[&str]; 2] = [&["--lib"], &[]];

/// What the tests of a step take without a change, by their program; those that take too long are none.
struct Step {
    select: &'static [&'static str],
    /// By the name of the program.
    times: Vec<(String, Duration)>,
}

/// Tries `changes` until `end`, and hands each outcome to `done`.
pub(crate) fn try_each(
    site: Site<'_>,
    changes: &[&Change],
    longest: Duration,
    end: Instant,
    mut done: impl FnMut(&Change, Outcome) -> Result<(), String>,
) -> Result<(), String> {
    let mut steps: Vec<Step> = Vec::new();
    for select in STEPS {
        let known: Vec<String> =
            steps.iter().flat_map(|step| &step.times).map(|(name, _)| name.clone()).collect();
        steps.push(Step { select, times: times(site, select, &known, longest)? });
    }
    for change in changes {
        if Instant::now() >= end {
            break;
        }
        done(change, try_one(site, change, &steps)?)?;
    }
    Ok(())
}

fn times(
    site: Site<'_>,
    select: &[&str],
    known: &[String],
    longest: Duration,
) -> Result<Vec<(String, Duration)>, String> {
    let programs = build::alone(site, None, select)?.map_err(|why| format!("without a change: {why}"))?;
    let mut times = Vec::new();
    for program in programs {
        let name = name(&program);
        if known.contains(&name) {
            continue;
        }
        let begin = Instant::now();
        match ends_well(tests_of(&program, &folder_of(site.tree, site.package)), longest)? {
            Ended::Well => times.push((name, begin.elapsed())),
            Ended::Badly => return Err(format!("{name} fails without a change")),
            Ended::Late => println!("{name} is left out because it takes longer"),
        }
    }
    Ok(times)
}

fn try_one(site: Site<'_>, change: &Change, steps: &[Step]) -> Result<Outcome, String> {
    for step in steps {
        let programs = match build::alone(site, Some(change), step.select)? {
            Ok(programs) => programs,
            Err(why) => return Ok(Outcome::Unviable { why }),
        };
        for program in programs {
            let name = name(&program);
            let Some((_, time)) = step.times.iter().find(|(known, _)| *known == name) else { continue };
            let command = tests_of(&program, &folder_of(site.tree, site.package));
            match ends_well(command, LEAST_TIME.max(*time * SLOWER))? {
                Ended::Well => {}
                Ended::Badly => return Ok(Outcome::Noticed { by: name }),
                Ended::Late => return Ok(Outcome::Endless { at: name }),
            }
        }
    }
    Ok(Outcome::Survived)
}

/// The same for every build.
fn name(program: &Path) -> String {
    program.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

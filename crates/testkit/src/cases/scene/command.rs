//! Runs the commands of a case and judges what they answer.

use std::io;
use std::path::Path;
use std::time::Duration;

use bstr::ByteSlice;

use super::Scene;
use crate::cases::expectation::{Expectation, judge_json};
use crate::cases::process::{self, Environment, Finished};
use crate::cases::step::{Exit, Run};
use crate::cases::{Trouble, broken, failed};

/// Seconds a command may take when the case says nothing; several at once get more.
const TIME_LIMIT: f64 = 20.0;
const TIME_LIMIT_PARALLEL: f64 = 60.0;

impl Scene {
    /// Runs the command of `step` and holds it against what the step expects.
    pub(super) fn run(&mut self, step: &Run) -> Result<(), Trouble> {
        let mut environment = self.environment.clone();
        environment.extend(step.env.clone());
        environment.retain(|name, _| !step.unset.contains(name));
        let folder = self.at(step.cwd.as_deref().unwrap_or("."));
        let several = step.parallel.unwrap_or(1) > 1;
        let limit = step.timeout.unwrap_or(if several { TIME_LIMIT_PARALLEL } else { TIME_LIMIT });
        let limit = Duration::try_from_secs_f64(limit).map_err(|error| Trouble::Broken(error.to_string()))?;
        if several {
            return run_several(step, &folder, &environment, limit);
        }
        let done = finish(&step.run, &folder, &environment, step.stdin.clone().into_bytes(), limit)?;
        if let Some(name) = &step.save {
            self.save(name, &done.stdout);
        }
        judge_exit(step, &done)?;
        let (out, err) = (done.stdout.to_str_lossy(), done.stderr.to_str_lossy());
        if err.contains("panicked at") {
            return failed(format!("{:?}: panicked\n{err}", step.run));
        }
        Expectation {
            name: "stdout",
            exact: step.stdout.as_deref(),
            has: &step.stdout_has,
            lacks: &step.stdout_lacks,
            matches: &step.stdout_match,
        }
        .judge(&out)?;
        Expectation {
            name: "stderr",
            exact: step.stderr.as_deref(),
            has: &step.stderr_has,
            lacks: &step.stderr_lacks,
            matches: &step.stderr_match,
        }
        .judge(&err)?;
        Expectation {
            name: "output",
            exact: step.output.as_deref(),
            has: &step.output_has,
            lacks: &step.output_lacks,
            matches: &step.output_match,
        }
        .judge(&format!("{out}{err}"))?;
        if let Some(want) = &step.json {
            match serde_json::from_str(&out) {
                Ok(got) => judge_json(want, &got, "$")?,
                Err(_) => return failed(format!("{:?}: stdout is no JSON:\n{out}", step.run)),
            }
        }
        Ok(())
    }
}

fn run_several(step: &Run, folder: &Path, environment: &Environment, limit: Duration) -> Result<(), Trouble> {
    let mut jobs = Vec::new();
    for number in 0..step.parallel.unwrap_or(1) {
        let arguments: Vec<_> =
            step.run.iter().map(|word| word.replace("{i}", &number.to_string())).collect();
        jobs.push(begin(&arguments, folder, environment, Vec::new())?);
    }
    for job in jobs {
        match job.finish(limit)? {
            Some(done) => judge_exit(step, &done)?,
            None => return failed(format!("{:?}: no answer in {} s", step.run, limit.as_secs_f64())),
        }
    }
    Ok(())
}

fn finish(
    arguments: &[String],
    folder: &Path,
    environment: &Environment,
    stdin: Vec<u8>,
    limit: Duration,
) -> Result<Finished, Trouble> {
    match begin(arguments, folder, environment, stdin)?.finish(limit)? {
        Some(done) => Ok(done),
        None => failed(format!("{arguments:?}: no answer in {} s", limit.as_secs_f64())),
    }
}

fn begin(
    arguments: &[String],
    folder: &Path,
    environment: &Environment,
    stdin: Vec<u8>,
) -> Result<process::Started, Trouble> {
    process::start(arguments, folder, environment, stdin).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            failed(format!("{arguments:?}: not built, or no such folder to run it in"))
        }
        _ => broken(format!("{arguments:?}: {error}")),
    })
}

fn judge_exit(step: &Run, done: &Finished) -> Result<(), Trouble> {
    let (code, words) = (done.code, &step.run);
    let said = || format!("{}{}", done.stdout.to_str_lossy(), done.stderr.to_str_lossy());
    match &step.exit {
        Exit::Code(want) if *want == code => Ok(()),
        Exit::Code(want) => failed(format!("{words:?}: exit {code}, expected {want}\n{}", said())),
        // 101 is a panic, a negative number a signal.
        Exit::Word(word) if word == "fail" && code > 0 && code != 101 => Ok(()),
        Exit::Word(word) if word == "fail" => {
            failed(format!("{words:?}: exit {code}, expected a clean failure\n{}", said()))
        }
        Exit::Word(word) => broken(format!("exit {word:?} is neither a number nor \"fail\"")),
    }
}

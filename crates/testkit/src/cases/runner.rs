//! Plays cases, one or all, on every core.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::scene::Scene;
use super::{Case, Trouble, Verdict};

/// How cases are played.
#[derive(Debug, Clone)]
pub struct Runner {
    /// The folder of the built binaries, absolute.
    pub binaries: PathBuf,
    /// Leave the folder of each case in place and print where it is.
    pub keep: bool,
    /// Cases at once.
    pub jobs: usize,
}

/// A case, and what came of it.
#[derive(Debug)]
pub struct Played {
    /// The case.
    pub case: Case,
    /// What came of it.
    pub verdict: Verdict,
}

impl Runner {
    /// A runner for the binaries in `binaries`, with as many jobs as there are cores, that leaves nothing behind.
    #[must_use]
    pub fn new(binaries: PathBuf) -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Self { binaries, keep: false, jobs }
    }

    /// Plays one case.
    #[must_use]
    pub fn run(&self, case: &Case) -> Verdict {
        match self.play(case) {
            Ok(()) => Verdict::Passed,
            Err(Trouble::Failed(text)) => Verdict::Failed(text),
            Err(Trouble::Broken(text)) => Verdict::Broken(text),
        }
    }

    fn play(&self, case: &Case) -> Result<(), Trouble> {
        let mut scene = Scene::new(&self.binaries)?;
        let mut steps = case.steps.iter().enumerate();
        let answer = steps.try_for_each(|(index, step)| {
            scene.play(step).map_err(|trouble| trouble.at(&format!("step {}", index + 1)))
        });
        if self.keep {
            let folder = scene.keep().unwrap_or_default();
            eprintln!("kept {} for {}", folder.display(), case.id);
        }
        answer
    }

    /// Plays all of `cases`, several at once; the answers come in the order of the cases.
    #[must_use]
    pub fn run_all(&self, cases: Vec<Case>) -> Vec<Played> {
        let next = AtomicUsize::new(0);
        let verdicts = Mutex::new(Vec::with_capacity(cases.len()));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while let Some((index, case)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        cases.get(index).map(|case| (index, case))
                    } {
                        let verdict = self.run(case);
                        verdicts
                            .lock()
                            .unwrap_or_else(|poisoned| poisoned.into_inner())
                            .push((index, verdict));
                    }
                });
            }
        });
        let mut verdicts = verdicts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        verdicts.sort_by_key(|(index, _)| *index);
        cases.into_iter().zip(verdicts).map(|(case, (_, verdict))| Played { case, verdict }).collect()
    }
}

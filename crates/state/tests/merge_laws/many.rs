//! Many triples at once, on all cores.

use super::laws;
use super::triple::Triple;

/// Checks every law on the triples of the seeds from `from`, and counts the clean ones.
///
/// # Errors
/// The first seed of a core whose triple breaks a law, with the texts.
pub(crate) fn check(from: u64, count: u64) -> Result<u64, String> {
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let counted: Vec<Result<u64, String>> = std::thread::scope(|scope| {
        // Each core takes every n-th seed, so that all have as much to do.
        let every = usize::try_from(workers).unwrap_or(1);
        let running: Vec<_> = (from..from + workers.min(count))
            .map(|start| scope.spawn(move || clean_of((start..from + count).step_by(every))))
            .collect();
        let joined = running.into_iter().map(|worker| worker.join());
        joined.map(|result| result.unwrap_or_else(|_| Err("a merge panicked".to_owned()))).collect()
    });
    counted.into_iter().sum()
}

fn clean_of(seeds: impl Iterator<Item = u64>) -> Result<u64, String> {
    let mut clean = 0;
    for seed in seeds {
        let is_clean = laws::check(&Triple::of(seed)).map_err(|law| format!("seed {seed}: {law}"))?;
        clean += u64::from(is_clean);
    }
    Ok(clean)
}

//! Proof L1 (reliability.md) over every command that writes: what it hands to the vault on a sample project, recorded from
//! the real command, is interrupted by a power loss at every instant, failed at every call and disturbed by an editor on a
//! simulated file system that holds the same project; then the next command, and the promises.
//!
//! `CAIRN_EXPLORE=1000000 cargo test -p cairn-cli --release --test explore -- --nocapture` explores at least that many states.
#![allow(clippy::disallowed_methods, reason = "a test of real commands, and a number from the environment")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a violated promise ends the test"
)]

mod disk;
mod inside;
mod list;
mod recorded;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use cairn_testkit::writing::COMMANDS;
use cairn_vault::simulation::explorer::{Effort, Protocol, explore};

/// G1, G2, G4, G5, G7 after a power loss; G1, G5 after failed calls; G3 against editors: of every writing command.
#[test]
fn every_state_of_every_command() {
    let wanted = std::env::var("CAIRN_EXPLORE").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let effort = if wanted > 150_000 { Effort::SHORT } else { Effort::SMALL };
    // What git commits afterwards is not the vault's.
    let commands: Vec<_> = COMMANDS.iter().filter(|one| !one.words.contains(&"--commit")).collect();
    let mut recorded: Vec<recorded::Recorded> =
        at_once(commands, &recorded::of).into_iter().flatten().collect();
    // The longest ones come last in the list and are begun first.
    recorded.sort_by_key(recorded::Recorded::size);
    let recoveries = at_once(recorded.iter().collect(), &recorded::recoveries).into_iter().flatten();
    let mut ahead: Vec<Box<dyn Protocol + Send>> =
        recoveries.map(|one| Box::new(one) as Box<dyn Protocol + Send>).collect();
    ahead.extend(recorded.into_iter().map(|one| Box::new(one) as Box<dyn Protocol + Send>));
    let mut counts = at_once(ahead, &|protocol: Box<dyn Protocol + Send>| {
        let explored = catch_unwind(AssertUnwindSafe(|| explore(&*protocol, effort)));
        (protocol.name().to_owned(), explored.ok())
    });
    counts.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    let (mut states, mut distinct) = (0, 0);
    let violated: Vec<&String> =
        counts.iter().filter(|(_, count)| count.is_none()).map(|(name, _)| name).collect();
    assert!(violated.is_empty(), "violated, see above: {violated:#?}");
    for (name, count) in counts.iter().filter_map(|(name, count)| Some((name, count.as_ref()?))) {
        println!("{name:80} {:8} states, {:7} distinct disks", count.states, count.distinct);
        states += count.states;
        distinct += count.distinct;
    }
    println!("{:80} {states:8} states, {distinct:7} distinct disks, 0 violations", "all");
    assert!(states >= wanted, "explored {states} states, wanted {wanted}");
}

/// Does something with all of `ahead`, on as many threads as there are processors.
fn at_once<A: Send, B: Send>(ahead: Vec<A>, act: &(dyn Fn(A) -> B + Sync)) -> Vec<B> {
    let (ahead, done) = (Mutex::new(ahead), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(next) = ahead.lock().unwrap().pop() else { return };
                    let answer = act(next);
                    done.lock().unwrap().push(answer);
                }
            });
        }
    });
    done.into_inner().unwrap()
}

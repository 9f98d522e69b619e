//! Proof L1 (reliability.md): every protocol of the vault, interrupted by a power loss at every instant, failed at every
//! call, disturbed by an editor before every call, on a simulated file system; then the next command, and the promises.
//!
//! `CAIRN_EXPLORE=1000000 cargo test -p cairn-vault --release --test explore -- --nocapture` explores at least that many states.
#![allow(clippy::disallowed_methods, reason = "the number of states is asked for by an environment variable")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a violated promise ends the test")]

mod protocols;

use cairn_vault::simulation::explorer::{Effort, explore};

/// G1, G2, G4, G5, G7 after a power loss; G1, G5 after failed calls; G3 against editors.
#[test]
fn every_state_of_every_protocol() {
    let wanted = std::env::var("CAIRN_EXPLORE").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let effort = if wanted > 150_000 { Effort::LONG } else { Effort::SHORT };
    let mut states = 0;
    let mut distinct = 0;
    let counts = std::thread::scope(|scope| {
        let running: Vec<_> = protocols::all()
            .into_iter()
            .map(|protocol| scope.spawn(move || (protocol.name, explore(&protocol, effort))))
            .collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for (name, count) in counts {
        println!("{name:22} {:8} states, {:7} distinct disks", count.states, count.distinct);
        states += count.states;
        distinct += count.distinct;
    }
    println!("{:22} {states:8} states, {distinct:7} distinct disks, 0 violations", "all");
    assert!(states >= wanted, "explored {states} states, wanted {wanted}");
}

/// The explorer finds what it is for: protocols that are known to lose files are caught.
#[test]
fn broken_protocols_are_found_out() {
    for protocol in protocols::broken() {
        let name = protocol.name;
        let found = std::thread::spawn(move || explore(&protocol, Effort::SHORT).states).join();
        assert!(found.is_err(), "{name}: not found out");
    }
}

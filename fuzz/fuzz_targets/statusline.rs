//! The invariants of the status line over whatever the fuzzer finds.
#![no_main]

#[path = "../../crates/statusline/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|source: &[u8]| invariants::line(source));

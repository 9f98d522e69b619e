//! The invariants of the reference index over whatever the fuzzer finds.
#![no_main]

#[path = "../../crates/spec/tests/invariants/mod.rs"]
#[allow(dead_code, reason = "each target calls one of the invariants")]
mod invariants;

libfuzzer_sys::fuzz_target!(|source: &[u8]| invariants::index(source));

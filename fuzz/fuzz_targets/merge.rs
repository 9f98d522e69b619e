//! The merge of whatever three texts the fuzzer finds.
#![no_main]

#[path = "../../crates/state/tests/merge_laws/any_bytes.rs"]
mod any_bytes;

libfuzzer_sys::fuzz_target!(|source: &[u8]| any_bytes::merge_of_any_bytes(source));

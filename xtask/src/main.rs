//! Generated documents, checks, benchmarks of this repository.

fn main() {}

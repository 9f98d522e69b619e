//! Runs of backticks, by length, so that each code span finds its end without reading the text again.

use std::collections::HashMap;

/// The runs of one text.
#[derive(Debug)]
pub(super) struct Backticks {
    /// Offsets of the runs of each length, ascending.
    runs: HashMap<usize, Vec<usize>>,
}

impl Backticks {
    /// Collects the runs of `text`.
    pub(super) fn collect(text: &[u8]) -> Self {
        let mut runs: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut at = 0;
        while let Some(skipped) = text.get(at..).and_then(|rest| memchr::memchr(b'`', rest)) {
            let start = at + skipped;
            let length = run(text, start);
            runs.entry(length).or_default().push(start);
            at = start + length;
        }
        Self { runs }
    }

    /// Offset of the first run of exactly `length` that begins behind `at`.
    pub(super) fn next(&self, length: usize, at: usize) -> Option<usize> {
        let starts = self.runs.get(&length)?;
        starts.get(starts.partition_point(|start| *start <= at)).copied()
    }
}

/// Length of the run at `at`.
pub(super) fn run(text: &[u8], at: usize) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|byte| **byte == b'`').count()
}

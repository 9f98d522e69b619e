//! Archive Records of any length.

use std::hint::black_box;

use cairn_spec::record::Record;

use super::parsers::slug;
use super::shapes::{Shape, document, numbered, repeated};

/// Reads a record, and writes it again.
pub(super) fn record(bytes: &[u8]) {
    let Some(slug) = slug() else { return };
    // What is measured is the reading of a record, and not of the first thing that is wrong with it.
    if let Ok(record) = Record::parse("docs/history/specs/0042-sample.md", bytes, &slug) {
        black_box(record.render());
    }
}

/// Lists that grow, all at once and one by one, and the outcome.
pub(super) const RECORD: &[(&str, Shape)] = &[
    ("every list", |size| {
        let each = size / 6;
        archive_record(
            &paths(each, "docs/adr"),
            &paths(each, "docs/backlog"),
            &format!("regeneration:\n{}", commands(each)),
            &format!(
                "promoted:\n{}relinked:\n{}",
                paths(each, "docs/history/specs/0042-sample"),
                paths(each, "docs/guide")
            ),
            &repeated("It is [done](../../guide/1.md). ", each),
        )
    }),
    ("relinked documents", |size| {
        let relinked = format!("promoted: []\nrelinked:\n{}", paths(size, "docs/guide"));
        archive_record("", "", "regeneration: []\n", &relinked, "Done.")
    }),
    ("commands", |size| {
        archive_record("", "", &format!("regeneration:\n{}", commands(size)), "promoted: []\n", "Done.")
    }),
    ("outcome", |size| {
        archive_record("", "", "regeneration: []\n", "promoted: []\n", &repeated("It is done. ", size))
    }),
];

/// A record as an archive writes it, with these lists in it; every part may be of any length.
fn archive_record(adrs: &str, sources: &str, regeneration: &str, promoted: &str, outcome: &str) -> Vec<u8> {
    let list = |key: &str, items: &str| match items {
        "" => format!("{key}: []\n"),
        items => format!("{key}:\n{items}"),
    };
    let head = format!(
        "schema: roundfix/archive-record/v1\nspec: 0042-sample\ntitle: One pass\nstatus: archived\n\
         created: \"2026-10-01\"\narchived: \"2026-10-07\"\ndisposition: pass\nsource: docs/specs/0042-sample\n\
         source_revision: 5f0e1d2c3b4a59687766554433221100ffeeddcc\nqa_task: task_09\n\
         qa_report: qa-report-2026-10-05.md\nqa_verdict: pass\nunproven: []\n{}{}{regeneration}{promoted}",
        list("adrs", adrs),
        list("sources", sources),
    );
    document(&head, &format!("# One pass\n\n{}\n", outcome.trim_end()))
}

fn paths(size: usize, folder: &str) -> String {
    numbered(size, |number| format!("  - {folder}/{number:04}-part.md\n"))
}

fn commands(size: usize) -> String {
    numbered(size, |number| {
        format!("  - command: make part-{number}\n    outputs:\n      - docs/generated/{number}.md\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L9: the shapes of records are records, at both sizes.
    #[test]
    fn records_are_records() {
        for (name, shape) in RECORD {
            for size in [10_000, 100_000] {
                let read = Record::parse("record.md", &shape(size), &slug().unwrap());
                assert!(read.is_ok(), "{name}: {read:?}");
            }
        }
    }
}

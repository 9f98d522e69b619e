//! What must hold for any bytes in the files of a Spec. The properties call these with generated documents, the fuzz targets
//! with whatever the fuzzer finds.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may fail by panicking")]

use cairn_plan::RelativePath;
use cairn_spec::index::ReferenceIndex;
use cairn_spec::presence::Presence;
use cairn_spec::qa::file::judge_file;
use cairn_spec::record::{Record, reading::with_pull_request};
use cairn_spec::{FolderEntry, FolderFile, Slug, SpecFolder};

fn slug() -> Slug {
    Slug::new("0042-sample").unwrap()
}

/// A-53…A-58: every row or finding of an index names a place in it, and reading it twice says the same.
pub(crate) fn index(source: &[u8]) {
    let at = RelativePath::new("docs/specs/0042-sample").unwrap();
    let mut folder = SpecFolder::default();
    folder.insert(
        RelativePath::new("references/_index.md").unwrap(),
        FolderEntry::File(FolderFile::new(source, false)),
    );
    let lines = source.split(|&byte| byte == b'\n').count();
    for present in [Presence::Absent, Presence::File, Presence::Link] {
        let index = ReferenceIndex::read(&folder, &slug(), &at, &|_| present);
        assert!(index.applies);
        assert_eq!(index, ReferenceIndex::read(&folder, &slug(), &at, &|_| present));
        assert!(
            index.findings.iter().all(|finding| finding.line.is_none_or(|line| (1..=lines).contains(&line)))
        );
        assert_eq!((index.sources().len(), index.evidence().len()), (index.rows.len(), index.rows.len()));
        // Whatever a row names stays below the Spec or the intake trees.
        for row in &index.rows {
            let climbs = |path: &str| path.split('/').any(|part| part == "..");
            let named = index.findings.iter().any(|finding| finding.line == Some(row.line));
            assert!(named || (!climbs(&row.source) && !climbs(&row.path)), "{row:?}");
        }
    }
}

/// A-20…A-29: a report is judged or refused with a cause, its counts are those of its rows, and an eligible one says so for
/// the same bytes again.
pub(crate) fn qa_report(source: &[u8]) {
    let prd = b"## Unreachable Acceptance\n- criterion: a\n  reason: b\n  satisfied-by: c\n";
    for prd in [None, Some(prd.as_slice()), Some(source)] {
        let judged = judge_file("qa-report-2026-10-05.md", source, prd);
        assert_eq!(judged, judge_file("qa-report-2026-10-05.md", source, prd));
        if let Ok(judged) = judged {
            assert_eq!(judged.judgement.is_eligible(), judged.judgement.cause.is_none());
        }
    }
}

/// A-60…A-66: what is read as a record is written in the fixed form, which reads back as the same; adding a pull request
/// changes no other byte.
pub(crate) fn record(source: &[u8]) {
    let Ok(read) = Record::parse("r.md", source, &slug()) else { return };
    let text = read.render();
    let again = Record::parse("r.md", text.as_bytes(), &slug());
    assert_eq!(again.as_ref(), Ok(&read), "{text}");
    assert_eq!(again.unwrap().render(), text);
    let patch = with_pull_request(source, 7).unwrap();
    let longer = patch.apply(source);
    let line = b"pull_request: \"7\"";
    assert!(longer.len() > source.len() + line.len());
    let at = patch.edits()[0].span.start;
    assert_eq!((&longer[..at], &longer[longer.len() - (source.len() - at)..]), source.split_at(at));
}

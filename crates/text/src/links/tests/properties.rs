//! What holds for any bytes.

use super::sample::{archived, copied, folder, path};
use crate::links::{Citations, Context, LeftBecause, intake_links, scan};
use crate::outline::{Outline, RegionKind};
use crate::span::Span;
use proptest::prelude::*;

/// Bytes that look like a document which cites the folder.
fn documents() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"a",
        b" ",
        b"\n",
        b"\n\n",
        b"\r\n",
        b"[",
        b"]",
        b"](",
        b")",
        b"![",
        b"<",
        b">",
        b"`",
        b"```\n",
        b"> ",
        b"- ",
        b"    ",
        b"\\",
        b"<!--",
        b"-->",
        b"[[",
        b"]]",
        b"\"",
        b"'",
        b"|",
        b"\n|-|\n",
        b"#",
        b"?",
        b"%",
        b"%20",
        b"&amp;",
        b"./",
        b"../",
        b"/",
        b"href=\"",
        b"<a href='",
        b"[r]: ",
        b"---\n",
        b"docs/specs/0042-sample",
        b"specs/0042-sample/",
        b"/_prd.md",
        b"docs/specs/0042-sample/_prd.md",
        b"/measurement/list.md",
        b"my notes.md",
        b"@pull/7",
        b"https://e.org/",
        b"\xE3\x81\x82",
        b"\xFF",
        b"\0",
        b"(",
        b"*",
        b".",
        b"-",
    ];
    let piece = prop_oneof![8 => proptest::sample::select(pieces).prop_map(<[u8]>::to_vec), 1 => any::<u8>().prop_map(|byte| vec![byte])];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Any bytes can be scanned; what is found lies in the document, in order, and no region in another.
    #[test]
    fn a_10_any_bytes(document in documents()) {
        let found = scan(&document);
        let mut end = 0;
        for region in &found.regions {
            prop_assert!(region.span.start >= end && !region.span.is_empty(), "{:?}", region);
            end = region.span.end;
        }
        prop_assert!(end <= document.len());
        for pair in found.destinations.windows(2) {
            prop_assert!(pair[0].span.end <= pair[1].span.start);
        }
        for destination in &found.destinations {
            let line = document[..destination.span.start].iter().filter(|byte| **byte == b'\n').count() + 1;
            prop_assert_eq!(destination.line, line);
        }
        prop_assert!(intake_links(&document).count() <= document.len());
    }

    /// A rewrite changes only the bytes of what it names, and a second one finds nothing.
    #[test]
    fn a_10_only_destinations_change(document in documents()) {
        let place = path("docs/guide.md");
        let folders = [folder()];
        let citations = Citations::find(&document, place.clone(), &folders);
        let rewrite = citations.rewrite(&place, archived);
        let written = rewrite.patch().apply(&document);
        let (mut old, mut new) = (document.as_slice(), written.as_slice());
        let mut done = 0;
        for change in &rewrite.changes {
            let between = Span::new(done, change.span.start).of(&document);
            prop_assert!(citations.iter().any(|citation| citation.span == change.span));
            old = old.strip_prefix(between).and_then(|rest| rest.strip_prefix(change.old.as_slice())).unwrap();
            new = new.strip_prefix(between).and_then(|rest| rest.strip_prefix(change.new.as_slice())).unwrap();
            done = change.span.end;
        }
        prop_assert_eq!(old, new);
        prop_assert_eq!(citations.iter().filter(|citation| citation.left.is_none()).count(), rewrite.changes.len() + rewrite.left.iter().filter(|left| matches!(left.because, LeftBecause::NoTarget | LeftBecause::AltersReading)).count());
        let again = Citations::find(&written, place.clone(), &folders).rewrite(&place, archived);
        prop_assert_eq!(again.changes, [], "{:?} {:?}", bstr::BStr::new(&document), bstr::BStr::new(&written));
    }

    /// A copy that is made again from the copy's own place stays as it is, if every link in it has found its target.
    #[test]
    fn a_13_copies_are_stable(document in documents()) {
        let place = path("docs/references/list.md");
        let folders = [folder()];
        let citations = Citations::find(&document, path("docs/specs/0042-sample/measurement/list.md"), &folders);
        let rewrite = citations.rewrite(&place, copied);
        if rewrite.left.iter().any(|left| left.because == LeftBecause::NoTarget) {
            return Ok(());
        }
        let written = rewrite.patch().apply(&document);
        let again = Citations::find(&written, place.clone(), &folders).rewrite(&place, copied);
        prop_assert_eq!(again.changes, [], "{:?} {:?}", bstr::BStr::new(&document), bstr::BStr::new(&written));
    }

    /// D17: the outline and the scan see the same fences, where no quote, list or tag makes containers and blocks of its own.
    #[test]
    fn a_15_fences_are_those_of_the_outline(pieces in proptest::collection::vec(proptest::sample::select(&["a\n", "\n", "```\n", "~~~~\n", "  ~~~ x\n", "# b\n", "`c`\n", " ```` \n", "[d](e)\r\n"][..]), 0..20)) {
        let document = pieces.concat();
        let outline = Outline::parse(document.as_bytes());
        let theirs: Vec<_> = outline.regions().iter().filter(|region| region.kind == RegionKind::Fence).map(|region| region.span).collect();
        let ours: Vec<_> = scan(document.as_bytes()).regions.iter().filter(|region| region.context == Context::Fence).map(|region| region.span).collect();
        prop_assert_eq!(ours, theirs);
    }
}

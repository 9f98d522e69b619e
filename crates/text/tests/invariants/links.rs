//! What must hold for the links of any document.

use cairn_text::links::{
    Citations, Context, Entry, Folder, Form, Kind, NewTarget, RepositoryPath, find_locators, scan,
};

/// a scan stays inside the document and its parts are disjoint; a rewrite touches destinations only, leaves
/// nothing to rewrite behind, and moving there and back is no loss of a link.
pub(crate) fn links(source: &[u8]) {
    let scan = scan(source);
    let mut end = 0;
    for region in &scan.regions {
        assert!(end <= region.span.start && region.span.end <= source.len());
        end = region.span.end;
    }
    for destination in &scan.destinations {
        assert!(destination.span.end <= source.len());
        assert!(destination.title.is_none_or(|title| title.end <= source.len()));
    }
    for locator in find_locators(source) {
        assert!(locator.span.end <= source.len());
    }
    let path = |text: &str| RepositoryPath::new(text).unwrap();
    let files = ["_prd.md", "measurement/list.md", "qa/evidence/1.txt", "a (b).md"];
    let folder = Folder::new(
        path("docs/specs/0042-sample"),
        files.map(|file| (file.as_bytes().to_vec(), Entry::File)),
    );
    let folders = [folder];
    let here = path("docs/guide/horn.md");
    let record = path("docs/history/specs/0042-sample.md");
    let citations = Citations::find(source, here.clone(), &folders);
    let rewrite = citations.rewrite(&here, |_| NewTarget::StandsIn(record.clone()));
    let patch = rewrite.patch();
    let spans: Vec<_> = citations.iter().map(|citation| citation.span).collect();
    assert!(rewrite.changes.iter().all(|change| spans.contains(&change.span)));
    let after = patch.apply(source);
    assert_eq!(
        source.iter().filter(|&&byte| byte == b'\n').count(),
        after.iter().filter(|&&byte| byte == b'\n').count()
    );
    let again = Citations::find(&after, here.clone(), &folders);
    let nothing = again.rewrite(&here, |_| NewTarget::StandsIn(record.clone()));
    assert_eq!(nothing.changes, [], "{}", after.escape_ascii());
    assert_eq!(readings(source), readings(&after), "{}", after.escape_ascii());
    // The document moves: its other links lead where they led.
    let moved = citations.rewrite(&path("deep/er/horn.md"), |_| NewTarget::Keep);
    let after = moved.patch().apply(source);
    assert_eq!(readings(source), readings(&after), "{}", after.escape_ascii());
}

/// What a document is read as, in order. A rewrite leaves it, but for autolinks: a locator in `<…>` may look like an address.
fn readings(document: &[u8]) -> (Vec<Context>, Vec<(Kind, Form)>) {
    let found = scan(document);
    let contexts = found.regions.iter().map(|region| region.context);
    let kinds = found.destinations.iter().map(|destination| (destination.kind, destination.form));
    (
        contexts.filter(|context| *context != Context::Destination).collect(),
        kinds.filter(|(kind, _)| *kind != Kind::Autolink).collect(),
    )
}

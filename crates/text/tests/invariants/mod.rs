//! What must hold for any bytes. Each function takes a file's bytes and panics when a promise of the crate is broken; the
//! properties call them with generated documents, the fuzz targets with whatever the fuzzer finds.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may fail by panicking")]

mod links;

#[allow(unused_imports, reason = "each target calls one of the invariants")]
pub(crate) use links::links;

use cairn_text::field::{Field, Label, all_fields, near_misses};
use cairn_text::frontmatter::{Change, Entry, NewValue, Value};
use cairn_text::list::list_items;
use cairn_text::outline::{LineClass, RegionKind};
use cairn_text::table::tables;
use cairn_text::{Frontmatter, LineIndex, Outline, Patch, Span, lines};

const ORDER: [&str; 6] =
    ["version", "status", "next_phases", "progress", "progress.total", "progress.percent"];

/// D5, D11, D12: the block is read whatever it holds, an edit changes only what it names, and what is set is read again.
pub(crate) fn frontmatter(source: &[u8]) {
    let frontmatter = Frontmatter::parse(source);
    for entry in frontmatter.entries() {
        check_entry(entry, source);
    }
    let index = LineIndex::new(source);
    for problem in frontmatter.problems() {
        assert!(Span::whole(source).covers(problem.span));
        index.position(problem.span.start);
    }
    if frontmatter.refusal().is_some() {
        assert!(frontmatter.edit(source, &[Change::remove("status")], &ORDER).is_err());
        return;
    }
    for entry in frontmatter.entries() {
        let again =
            frontmatter.entry(&entry.key).and_then(Entry::text).map(|text| NewValue::Text(text.to_owned()));
        let change = again.map(|value| Change::set(entry.key.clone(), value));
        assert_eq!(frontmatter.edit(source, change.as_slice(), &ORDER).unwrap(), Patch::new());
    }
    let text = String::from_utf8_lossy(source.get(..20).unwrap_or(source)).into_owned();
    let list = NewValue::List(vec![NewValue::Text(text.clone()), NewValue::Quoted("4.10".into())]);
    let number = NewValue::Bare("7".to_owned());
    check_edit(
        source,
        &[("status", NewValue::Text(text)), ("next_phases", list), ("progress.percent", number)],
    );
    check_edit(
        source,
        &[("version", NewValue::SingleQuoted("1.0".into())), ("progress.total", NewValue::Null)],
    );
    check_removal(source, &["status", "progress.percent"]);
}

fn check_entry(entry: &Entry, source: &[u8]) {
    assert!(Span::whole(source).covers(entry.span));
    assert!(entry.span.covers(entry.key_span) && entry.span.covers(entry.value_span));
    assert!(entry.below.is_empty() || entry.span.covers(entry.below));
    assert!(entry.key_span.end <= entry.colon_end && entry.colon_end <= entry.value_span.start);
    assert!(entry.comment.is_none_or(|comment| entry.value_span.end <= comment.start));
    for child in entry.children() {
        check_entry(child, source);
    }
}

fn check_edit(source: &[u8], values: &[(&str, NewValue)]) {
    let frontmatter = Frontmatter::parse(source);
    let changes: Vec<Change> = values.iter().map(|(path, value)| Change::set(*path, value.clone())).collect();
    let patch = frontmatter.edit(source, &changes, &ORDER).unwrap();
    let result = patch.apply(source);
    let again = Frontmatter::parse(&result);
    for (path, value) in values {
        assert_eq!(again.value(path), Some(value.value()), "{path} in {}", String::from_utf8_lossy(&result));
    }
    assert_eq!(again.edit(&result, &changes, &ORDER).unwrap(), Patch::new());
    if let Some(block) = frontmatter.block() {
        let end = block.end().unwrap();
        assert!(patch.edits().iter().all(|edit| block.content.covers(edit.span)));
        assert!(result.ends_with(&source[end..]), "the body stays");
    } else {
        assert!(result.ends_with(&source[cairn_text::content_start(source)..]), "the body stays");
    }
}

fn check_removal(source: &[u8], paths: &[&str]) {
    let frontmatter = Frontmatter::parse(source);
    let changes: Vec<Change> = paths.iter().map(|path| Change::remove(*path)).collect();
    let result = frontmatter.edit(source, &changes, &ORDER).unwrap().apply(source);
    let again = Frontmatter::parse(&result);
    for path in paths {
        assert_eq!(again.value(path), None, "{path} in {}", String::from_utf8_lossy(&result));
    }
    let others = |value: Value| {
        value
            .as_map()
            .unwrap_or_default()
            .iter()
            .filter(|(key, _)| !paths.contains(&key.as_str()) && key != "progress")
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(others(again.to_value()), others(frontmatter.to_value()));
}

/// D5, D17: the outline covers the body, its regions are disjoint, its sections nest, and every reader stays inside them.
pub(crate) fn outline(source: &[u8]) {
    let outline = Outline::parse(source);
    let body = outline.body();
    let joined: Vec<u8> =
        outline.lines(source, body).flat_map(|line| line.line.full().of(source)).copied().collect();
    assert_eq!(joined, body.of(source));
    let all: Vec<u8> = lines(source).flat_map(|line| line.full().of(source)).copied().collect();
    assert_eq!(all, source);
    let mut before = body.start;
    for region in outline.regions() {
        assert!(
            before <= region.span.start && region.span.start < region.span.end && region.span.end <= body.end
        );
        assert_eq!(outline.region_around(region.span.start), Some(region));
        before = region.span.end;
    }
    check_lines(&outline, source);
    check_sections(&outline, source);
    check_readers(&outline, source);
}

fn check_lines(outline: &Outline, source: &[u8]) {
    for line in outline.lines(source, outline.body()) {
        let masked = line.masked();
        assert_eq!(masked.len(), line.bytes().len());
        if line.class == LineClass::Comment {
            assert!(masked.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')));
        }
        let in_fence = outline
            .region_around(line.line.content.start)
            .is_some_and(|region| region.kind == RegionKind::Fence);
        assert_eq!(in_fence, line.class == LineClass::Fence);
        outline.text(source, line.line.content);
    }
}

fn check_sections(outline: &Outline, source: &[u8]) {
    for section in outline.sections() {
        assert!(outline.body().covers(section.span) && section.span.covers(section.content));
        assert!(section.content.covers(section.direct) && section.span.covers(section.heading.text));
        assert_eq!(outline.region_around(section.span.start), None);
        let inside = outline.find_within(source, &section, |_, _| true);
        assert!(inside.is_none_or(|inside| section.content.covers(inside.span)));
    }
    for details in outline.details() {
        assert!(outline.body().covers(details.span));
        assert!(details.parent.is_none_or(|parent| outline.details()[parent].span.covers(details.span)));
    }
}

fn check_readers(outline: &Outline, source: &[u8]) {
    let body = outline.body();
    let labels = [Label::new("Phase"), Label::with_wide_colon("フェーズ")];
    let field = Field::find(outline, source, body, &labels);
    for found in field.occurrences().iter().chain(field.unset()).chain(&all_fields(outline, source, body)) {
        assert!(found.line.content.covers(found.label) && found.line.content.covers(found.value));
    }
    // Without the marks in its value, the rest of a line may become code or a comment.
    let holds_marks =
        |span: Span| span.of(source).iter().any(|byte| matches!(byte, b'`' | b'~' | b'<' | b'>'));
    if let Some(target) = field.target().filter(|target| !holds_marks(target.value))
        && let Ok(edit) = target.set(outline, source, "4 of 5")
    {
        let result = Patch::from(edit).apply(source);
        let outline = Outline::parse(&result);
        let field = Field::find(&outline, &result, outline.body(), &labels);
        assert_eq!(field.winner().unwrap().text(&outline, &result).as_ref(), b"4 of 5");
    }
    for miss in near_misses(outline, source, body, &labels) {
        assert!(miss.line.content.covers(miss.label) && miss.line.content.covers(miss.value));
    }
    for item in list_items(outline, source, body) {
        assert!(body.covers(item.span) && item.span.covers(item.text) && item.span.covers(item.marker));
    }
    for table in tables(outline, source, body) {
        assert!(body.covers(table.span()));
        table.append(source, &["1", "2"]);
        for row in std::iter::once(&table.header).chain(&table.rows) {
            assert!(
                row.cells.iter().all(|cell| row.line.content.covers(cell.raw) && cell.raw.covers(cell.text))
            );
        }
    }
}

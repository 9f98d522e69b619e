//! The table of the index, as the seed's own check reads it.

use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::{IndexRow, SourceType};

/// The five columns.
const HEADER: [&str; 5] = ["source", "type", "owner", "adopted date", "path"];

/// What was read.
pub(super) struct Parsed {
    pub(super) rows: Vec<IndexRow>,
    pub(super) faults: Vec<Fault>,
}

/// A broken rule of the table.
pub(super) struct Fault {
    pub(super) code: &'static str,
    pub(super) line: Option<usize>,
    pub(super) message: String,
}

/// Reads the table. Behind a wrong header or separator nothing is read: what its lines mean is then unknown.
pub(super) fn parse(bytes: &[u8], owner: &str) -> Parsed {
    let mut parsed = Parsed { rows: Vec::new(), faults: Vec::new() };
    let mut lines = bytes
        .lines()
        .zip(1..)
        .map(|(line, number)| (number, line.to_str_lossy().into_owned()))
        .filter(|(_, line)| !is_skipped(line));
    let mut fail = |line: Option<usize>, message: String| {
        parsed.faults.push(Fault { code: "index_table", line, message });
    };
    match lines.next() {
        None => {
            fail(None, format!("has no table with the header `{}`", HEADER.join(" | ")));
            return parsed;
        }
        Some((_, line)) if cells(&line).is_some_and(|cells| cells == HEADER) => {}
        Some((number, line)) => {
            let expected = HEADER.join(" | ");
            fail(Some(number), format!("the header must be `| {expected} |`, found `{}`", trim(&line)));
            return parsed;
        }
    }
    match lines.next() {
        None => {
            fail(None, "has no separator below the header".to_owned());
            return parsed;
        }
        Some((_, line)) if cells(&line).is_some_and(|cells| cells.iter().all(|cell| is_separator(cell))) => {}
        Some((number, line)) => {
            fail(Some(number), format!("no table separator: `{}`", trim(&line)));
            return parsed;
        }
    }
    let (mut sources, mut paths) = (BTreeSet::new(), BTreeSet::new());
    for (number, line) in lines {
        let found = cells(&line).filter(|cells| cells.iter().all(|cell| !cell.is_empty()));
        let Some([source, kind, row_owner, adopted, path]) = found.map(|cells| cells.map(str::to_owned))
        else {
            let message = format!("no row of five cells: `{}`", trim(&line));
            parsed.faults.push(Fault { code: "index_row", line: Some(number), message });
            continue;
        };
        let row = IndexRow {
            line: number,
            kind: SourceType::parse(&kind),
            source,
            kind_cell: kind,
            owner: row_owner,
            adopted,
            path,
        };
        let twice = (!sources.insert(row.source.clone()), !paths.insert(row.path.clone()));
        parsed.faults.extend(faults(&row, owner, twice).into_iter().map(|message| Fault {
            code: "index_row",
            line: Some(number),
            message,
        }));
        parsed.rows.push(row);
    }
    parsed
}

/// What is wrong with the cells of one row.
fn faults(row: &IndexRow, owner: &str, (source_twice, path_twice): (bool, bool)) -> Vec<String> {
    let mut faults = Vec::new();
    if row.kind.is_none() {
        faults.push(format!("type must be `inbox`, `finding` or `backlog`, found `{}`", row.kind_cell));
    }
    if row.owner != owner {
        faults.push(format!("owner must be `{owner}`, found `{}`", row.owner));
    }
    if source_twice {
        faults.push(format!("the source `{}` occurs twice", row.source));
    }
    if path_twice {
        faults.push(format!("the path `{}` occurs twice", row.path));
    }
    if !is_date(&row.adopted) {
        faults.push(format!("adopted date must be YYYY-MM-DD, found `{}`", row.adopted));
    }
    if let Some(kind) = row.kind
        && !is_source_of(&row.source, kind)
    {
        faults.push(format!(
            "the source `{}` does not fit its type, expected `{}<name>.md`",
            row.source,
            kind.folder()
        ));
    }
    faults
}

/// Whether a cell names a file of one of the intake trees.
pub(super) fn is_source(cell: &str) -> bool {
    [SourceType::Inbox, SourceType::Finding, SourceType::Backlog].iter().any(|kind| is_source_of(cell, *kind))
}

fn is_source_of(cell: &str, kind: SourceType) -> bool {
    cell.strip_prefix(kind.folder())
        .and_then(|name| name.strip_suffix(".md"))
        .is_some_and(|stem| !stem.is_empty() && !stem.contains('/'))
}

/// Digits only are checked, as the index is no calendar.
fn is_date(cell: &str) -> bool {
    cell.len() == 10
        && cell.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

fn is_separator(cell: &str) -> bool {
    let cell = cell.strip_prefix(':').unwrap_or(cell);
    let dashes = cell.strip_suffix(':').unwrap_or(cell);
    dashes.len() >= 3 && dashes.bytes().all(|byte| byte == b'-')
}

/// Blank lines and lines whose first character that is no blank is `#`.
fn is_skipped(line: &str) -> bool {
    let text = trim(line);
    text.is_empty() || text.starts_with('#')
}

/// The five trimmed cells between six pipes; what stands before the first and behind the last is ignored.
fn cells(line: &str) -> Option<[&str; 5]> {
    let mut parts = line.split('|').skip(1);
    let mut next = || parts.next().map(trim);
    let cells = [next()?, next()?, next()?, next()?, next()?];
    // Exactly one more part: what stands behind the sixth pipe.
    (parts.next().is_some() && parts.next().is_none()).then_some(cells)
}

/// Without the characters that `[[:space:]]` means in the C locale.
fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}'])
}

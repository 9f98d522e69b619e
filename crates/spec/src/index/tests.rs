use proptest::prelude::*;

use super::*;
use crate::folder::FolderFile;

fn path(text: &str) -> RelativePath {
    RelativePath::new(text).unwrap()
}

fn folder(index: &str, files: &[&str]) -> SpecFolder {
    let mut folder = SpecFolder::new();
    folder.insert(path("references"), FolderEntry::Folder);
    folder.insert(path(FILE), FolderEntry::File(FolderFile::new(index, false)));
    for file in files {
        folder.insert(path(&format!("references/{file}")), FolderEntry::File(FolderFile::new("x", false)));
    }
    folder
}

fn read(folder: &SpecFolder, existing: &[&str]) -> ReferenceIndex {
    let slug = Slug::new("0042-sample").unwrap();
    let presence = |path: &RelativePath| {
        if existing.contains(&path.to_string().as_str()) { Presence::Link } else { Presence::Absent }
    };
    ReferenceIndex::read(folder, &slug, &path("docs/specs/0042-sample"), &presence)
}

const HEAD: &str = "| source | type | owner | adopted date | path |\n| --- | --- | --- | --- | --- |\n";

fn check_table(index: &str, expected: &[(&str, Option<usize>, &str)]) {
    let found = read(&folder(index, &["a.md", "b.md"]), &[]).findings;
    let found: Vec<_> = found.iter().filter(|one| one.code.starts_with("index")).collect();
    assert_eq!(found.len(), expected.len(), "{index:?}: {found:?}");
    for (found, (code, line, part)) in found.iter().zip(expected) {
        assert_eq!((found.code, found.line, found.step), (*code, *line, 5));
        assert!(found.message.contains(part), "{found:?}");
    }
}

/// A-55, archive-140, archive-141, archive-145: the table.
#[test]
fn tables() {
    check_table(HEAD, &[]);
    check_table(
        "# Adopted\n\n   | source | type | owner | adopted date | path |   \r\n| :--- | :---: | ---: | ----- | :---: |\n\n# x\n",
        &[],
    );
    check_table("x| source |type|owner| adopted date|path|y\nz|---|---|---|---|---|\n", &[]);
    check_table("", &[("index_table", None, "no table")]);
    check_table("# only\n", &[("index_table", None, "no table")]);
    check_table("| Source | type | owner | adopted date | path |\n", &[("index_table", Some(1), "header")]);
    check_table("| source | type | owner | date | path |\n| --- |\n", &[("index_table", Some(1), "header")]);
    check_table("| source | type | owner | adopted date |\n", &[("index_table", Some(1), "header")]);
    check_table("| source | type | owner | adopted date | path\n", &[("index_table", Some(1), "header")]);
    check_table("| source | type | owner | adopted date | path |\n", &[("index_table", None, "separator")]);
    check_table(
        "| source | type | owner | adopted date | path |\n| - | - | - | - | - |\n",
        &[("index_table", Some(2), "separator")],
    );
}

/// A-55, archive-146: every broken cell, with its line.
#[test]
fn rows() {
    let check = |rows: &str, expected: &[(usize, &str)]| {
        let expected: Vec<_> =
            expected.iter().map(|(line, part)| ("index_row", Some(*line), *part)).collect();
        check_table(&format!("{HEAD}{rows}"), &expected);
    };
    check("| docs/backlog/a.md  |backlog| 0042 | 2026-13-45 | a.md |\n", &[]);
    check("| docs/backlog/a.md | idea | 0042 | 2026-10-01 | a.md |\n", &[(3, "found `idea`")]);
    check("| docs/backlog/a.md | backlog | 42 | 2026-10-01 | a.md |\n", &[(3, "owner must be `0042`")]);
    for date in ["2026-1-5", "2026/10/01", "2026-10-011"] {
        check(&format!("| docs/backlog/a.md | backlog | 0042 | {date} | a.md |\n"), &[(3, date)]);
    }
    check("| docs/backlog/a.md | finding | 0042 | 2026-10-01 | a.md |\n", &[(3, "does not fit its type")]);
    check("| docs/backlog/x/a.md | backlog | 0042 | 2026-10-01 | a.md |\n", &[(3, "does not fit its type")]);
    check("| docs/backlog/.md | backlog | 0042 | 2026-10-01 | a.md |\n", &[(3, "does not fit its type")]);
    check("| `docs/backlog/a.md` | backlog | 0042 | 2026-10-01 | a.md |\n", &[(3, "does not fit its type")]);
    check(
        "| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md |\n| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md |\n",
        &[(4, "source `docs/backlog/a.md` occurs twice"), (4, "path `a.md` occurs twice")],
    );
    check("| docs/backlog/a.md | backlog | 0042 |  | a.md |\n", &[(3, "five cells")]);
    check("| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md | x |\n", &[(3, "five cells")]);
    check("\nAll of them were moved.\n", &[(4, "All of them were moved.")]);
}

fn check_files(source: &str, name: &str, files: &[&str], existing: &[&str], expected: &[(&str, &str, u8)]) {
    let kind = source.split('/').nth(1).map(|tree| tree.trim_start_matches('_').trim_end_matches('s'));
    let index = format!("{HEAD}| {source} | {} | 0042 | 2026-10-01 | {name} |\n", kind.unwrap());
    let findings = read(&folder(&index, files), existing).findings;
    let found: Vec<_> = findings.iter().map(|one| (one.code, one.path.to_string(), one.step)).collect();
    let expected: Vec<_> =
        expected.iter().map(|(code, path, step)| (*code, (*path).to_owned(), *step)).collect();
    assert_eq!(found, expected, "{source} {name}");
}

/// A-54, A-56, archive-147 to archive-149: the files of a row.
#[test]
fn row_files() {
    let at = "docs/specs/0042-sample/references/_index.md";
    check_files("docs/backlog/a.md", "a.md", &["a.md"], &[], &[]);
    check_files(
        "docs/_inbox/a.md",
        "a.md",
        &["a.md"],
        &["docs/_inbox/a.md"],
        &[("source_exists", "docs/_inbox/a.md", 7)],
    );
    check_files(
        "docs/findings/a.md",
        "a.md",
        &[],
        &[],
        &[("path_missing", "docs/specs/0042-sample/references/a.md", 7)],
    );
    // A source that is no file of an intake tree is not looked for on the disk.
    check_files(
        "docs/backlog/sub/a.md",
        "a.md",
        &["a.md"],
        &["docs/backlog/sub/a.md"],
        &[("index_row", at, 5)],
    );
    for name in ["sub/a.md", "..", ".", "..\\a.md", "/a.md"] {
        check_files("docs/backlog/a.md", name, &["a.md"], &[], &[("path_invalid", at, 5)]);
    }
    check_files("docs/backlog/a.md", "b.md", &["b.md"], &[], &[("path_invalid", at, 5)]);
    let mut linked =
        folder(&format!("{HEAD}| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md |\n"), &[]);
    linked.insert(path("references/a.md"), FolderEntry::Link(b"b.md".to_vec()));
    let finding = &read(&linked, &[]).findings[0];
    assert_eq!(finding.code, "path_missing");
    let reason = finding.reason("self-containment");
    assert!(
        reason.message.starts_with("docs/specs/0042-sample/references/a.md: is a symbolic link"),
        "{reason}"
    );
    assert!(reason.message.ends_with("adoption step 7"), "{reason}");
}

/// A-53, A-56, archive-142 to archive-144: when the contract applies.
#[test]
fn places() {
    let found = |folder: &SpecFolder| {
        let index = read(folder, &[]);
        let findings = index.findings.iter().map(|one| format!("{} {}", one.code, one.message));
        (index.applies, findings.collect::<Vec<_>>())
    };
    let one = |finding: &str| (true, vec![finding.to_owned()]);
    let mut spec = SpecFolder::new();
    assert_eq!(found(&spec), (false, vec![]));
    spec.insert(path("references"), FolderEntry::Folder);
    assert_eq!(found(&spec), (false, vec![]));
    spec.insert(path(FILE), FolderEntry::Link(b"gone.md".to_vec()));
    assert_eq!(found(&spec), one("index_not_regular is a symbolic link"));
    spec.insert(path(FILE), FolderEntry::Folder);
    assert_eq!(found(&spec), one("index_not_regular is no regular file"));
    let too_large = FolderFile { bytes: None, ..FolderFile::new("x", false) };
    spec.insert(path(FILE), FolderEntry::File(too_large));
    assert_eq!(found(&spec), one("index_not_regular is too large to be read"));
    let mut linked = SpecFolder::new();
    linked.insert(path("references"), FolderEntry::Link(b"store".to_vec()));
    assert_eq!(found(&linked), (false, vec![]));
    linked.index_reachable = true;
    assert_eq!(found(&linked), one("references_is_symlink is a symbolic link"));
}

/// A-55: the word of a type is its cell.
#[test]
fn types() {
    for word in ["inbox", "finding", "backlog"] {
        assert_eq!(SourceType::parse(word).map(SourceType::as_str), Some(word));
    }
    assert_eq!(SourceType::parse("Inbox"), None);
}

/// The seed's awk program, written down again line by line: which lines are rejected, and which rows come out.
fn seed_awk(text: &str, expected_owner: &str) -> (bool, Vec<String>, Vec<usize>) {
    let trim = |value: &str| value.trim_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']).to_owned();
    let separator = regex_like_separator;
    let (mut header, mut divider, mut invalid) = (false, false, false);
    let (mut seen_source, mut seen_path) = (Vec::<String>::new(), Vec::<String>::new());
    let (mut rows, mut rejected) = (Vec::new(), Vec::new());
    let body = text.strip_suffix('\n').unwrap_or(text);
    let lines: Vec<&str> = if text.is_empty() { Vec::new() } else { body.split('\n').collect() };
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        let trimmed = trim(line);
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let field: Vec<String> = line.split('|').map(trim).collect();
        let five = |at: usize| field.get(at).cloned().unwrap_or_default();
        if !header {
            let fits = field.len() == 7
                && five(1) == "source"
                && five(2) == "type"
                && five(3) == "owner"
                && five(4) == "adopted date"
                && five(5) == "path";
            if fits {
                header = true
            } else {
                invalid = true
            }
            continue;
        }
        if !divider {
            if field.len() == 7 && (1..=5).all(|at| separator(&five(at))) {
                divider = true
            } else {
                invalid = true
            }
            continue;
        }
        let cells: Vec<String> = (1..=5).map(five).collect();
        if field.len() != 7 || cells.iter().any(String::is_empty) {
            rejected.push(number);
            invalid = true;
            continue;
        }
        let [source, kind, owner, adopted, path] = <[String; 5]>::try_from(cells).unwrap();
        let mut bad = !["inbox", "finding", "backlog"].contains(&kind.as_str()) || owner != expected_owner;
        bad |= seen_source.contains(&source) || seen_path.contains(&path);
        seen_source.push(source.clone());
        seen_path.push(path.clone());
        let digits = |range: std::ops::Range<usize>| {
            adopted.get(range).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        bad |= !(adopted.len() == 10
            && digits(0..4)
            && digits(5..7)
            && digits(8..10)
            && adopted.get(4..5) == Some("-")
            && adopted.get(7..8) == Some("-"));
        let tree = match kind.as_str() {
            "inbox" => "docs/_inbox/",
            "finding" => "docs/findings/",
            "backlog" => "docs/backlog/",
            _ => "",
        };
        let name = source.strip_prefix(tree).unwrap_or("/");
        bad |= !tree.is_empty() && (name.contains('/') || name.len() < 4 || !name.ends_with(".md"));
        if bad {
            rejected.push(number);
            invalid = true;
        }
        rows.push(format!("{source}|{kind}|{owner}|{adopted}|{path}"));
    }
    (header && divider && !invalid, rows, rejected)
}

fn regex_like_separator(cell: &str) -> bool {
    let inner = cell.strip_prefix(':').unwrap_or(cell);
    let inner = inner.strip_suffix(':').unwrap_or(inner);
    inner.len() >= 3 && inner.chars().all(|character| character == '-')
}

fn line() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        Just("docs/backlog/a.md"),
        Just("docs/findings/b.md"),
        Just("docs/_inbox/c.md"),
        Just("docs/backlog/x/a.md"),
        Just("backlog"),
        Just("finding"),
        Just("inbox"),
        Just("idea"),
        Just("0042"),
        Just("42"),
        Just("2026-10-01"),
        Just("2026-1-1"),
        Just("a.md"),
        Just("b.md"),
        Just(""),
        Just("---"),
        Just(":-:"),
        Just(":---:"),
        Just("a b"),
    ];
    let row = proptest::collection::vec(cell, 4..7).prop_map(|cells| format!("| {} |", cells.join(" | ")));
    let good = prop_oneof![
        Just("| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md |".to_owned()),
        Just("|docs/findings/b.md|finding|0042|2026-10-01|b.md|\r".to_owned()),
        Just("| source | type | owner | adopted date | path |".to_owned()),
        Just("| --- | :-- | --: | :-: | ---- |".to_owned()),
        Just("| --- | :--- | ---: | :---: | ---- |".to_owned()),
    ];
    prop_oneof![
        good,
        row,
        Just(String::new()),
        Just("  # remark".to_owned()),
        Just("prose".to_owned()),
        "[| a#:-]{0,12}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases * 2, ..ProptestConfig::default() })]

    /// A-55: our table reader and the seed's awk program accept the same tables, reject the same lines, read the same rows.
    #[test]
    fn same_as_the_seeds_awk(lines in proptest::collection::vec(line(), 0..8), whole in any::<bool>()) {
        let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let text = if whole { format!("{HEAD}{body}") } else { body };
        let (accepted, rows, rejected) = seed_awk(&text, "0042");
        let parsed = table::parse(text.as_bytes(), "0042");
        prop_assert_eq!(parsed.faults.is_empty(), accepted, "{}", text);
        if accepted || parsed.faults.iter().all(|fault| fault.code == "index_row") {
            let found: Vec<_> = parsed.rows.iter().map(IndexRow::evidence).collect();
            prop_assert_eq!(found, rows);
            let mut lines: Vec<usize> = parsed.faults.iter().filter_map(|fault| fault.line).collect();
            lines.dedup();
            prop_assert_eq!(lines, rejected);
        }
    }

    /// L7: any bytes are read or refused.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = table::parse(&bytes, "0042");
    }
}

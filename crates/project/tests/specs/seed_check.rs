//! The seed's own shell and awk check of self-containment as an oracle for ours, on generated Specs (A-53 to A-57).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use cairn_plan::RelativePath;
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::index::{ReferenceIndex, intake};
use cairn_spec::presence::Presence;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::scene::{SPEC, slug};

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    File,
    Folder,
    Link,
}

/// A Spec with an index.
#[derive(Debug, Clone)]
struct Generated {
    index: String,
    /// Below the root of the repository.
    things: Vec<(String, Thing)>,
    /// Lines of a Markdown file of the Spec.
    lines: Vec<String>,
}

/// Beside an index this leads to it, elsewhere nowhere. `grep -R` stops at a link in the Spec that leads nowhere, ours reads none.
const LINK: &str = "_index.md";

const NAMES: [&str; 4] = ["a.md", "b.md", "日本.md", "c d.md"];
const TREES: [(&str, &str); 3] = [("backlog", "backlog"), ("finding", "findings"), ("inbox", "_inbox")];

/// A row that is sound, with at most one cell put out of order.
fn row() -> impl Strategy<Value = String> {
    let spoiled = prop_oneof![
        12 => Just(None),
        1 => (0..5_usize, prop_oneof![
            Just(""), Just("x"), Just("../a.md"), Just("."), Just("a/b.md"), Just("a\\b.md"), Just("/a.md"), Just("0043"),
            Just("2026-1-1"), Just("inbox"), Just("docs/backlog/a.md"), Just("docs/findings/x/a.md"), Just("`a.md`"), Just("a.md"),
        ]).prop_map(Some),
    ];
    let ends =
        prop_oneof![Just(("| ", " |")), Just(("|", "|")), Just(("x | ", " | y")), Just((" |\t", "\t|\r"))];
    (any::<Index>(), any::<Index>(), spoiled, ends).prop_map(|(name, tree, spoiled, (before, behind))| {
        let (name, (kind, folder)) = (NAMES[name.index(4)], TREES[tree.index(3)]);
        let source = format!("docs/{folder}/{name}");
        let mut cells = [source.as_str(), kind, "0042", "2026-10-01", name].map(str::to_owned);
        if let Some((at, text)) = spoiled {
            cells[at] = text.to_owned();
        }
        format!("{before}{}{behind}", cells.join(" | "))
    })
}

fn index() -> impl Strategy<Value = String> {
    let header = prop_oneof![
        20 => Just("| source | type | owner | adopted date | path |"),
        1 => Just("| source | type | owner | date | path |"),
        1 => Just("source | type | owner | adopted date | path"),
    ];
    let separator = prop_oneof![
        10 => Just("| --- | :--- | ---: | :---: | ---- |"),
        1 => Just("| -- | --- | --- | --- | --- |"),
        1 => Just("| --- | --- | --- | --- |"),
    ];
    let remark =
        prop_oneof![8 => Just(""), 1 => Just("# Adopted\n"), 1 => Just("  \n"), 1 => Just("prose\n")];
    (remark.clone(), header, separator, vec(row(), 0..4), remark).prop_map(
        |(before, header, separator, rows, behind)| {
            let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
            format!("{before}{header}\n{separator}\n{rows}{behind}")
        },
    )
}

fn line() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        10 => Just("A line about docs/_inbox/ and findings/."),
        3 => Just("[x](../../backlog/a.md) `](docs/_inbox/` is prose"),
        1 => Just("[x](docs/_inbox/a.md)"),
        1 => Just("```[x](findings/a.md \"t\")"),
        1 => Just("  [label]: <../findings/a.md>"),
        1 => Just("[label]: findings"),
        1 => Just("[x](<a b> findings/) y"),
        1 => Just("[x](a) _inbox/b)"),
        1 => Just("https://x.org/](findings/)"),
        1 => Just("[a b]: x/y/_inbox/z"),
        1 => Just("[]: findings/x"),
        1 => Just("x [l]: findings/x"),
    ];
    (line, prop_oneof![4 => Just(""), 1 => Just("\r")]).prop_map(|(line, end)| format!("{line}{end}"))
}

fn generated() -> impl Strategy<Value = Generated> {
    let thing = prop_oneof![12 => Just(Thing::File), 1 => Just(Thing::Folder), 1 => Just(Thing::Link)];
    let adopted = vec((0..4_usize, thing.clone()), 0..8).prop_map(|names| {
        names.into_iter().map(|(name, thing)| (format!("{SPEC}/references/{}", NAMES[name]), thing))
    });
    let kept = vec((0..4_usize, 0..3_usize, thing), 0..2).prop_map(|names| {
        names
            .into_iter()
            .map(|(name, tree, thing)| (format!("docs/{}/{}", TREES[tree].1, NAMES[name]), thing))
    });
    let kept = prop_oneof![3 => Just(Vec::new()), 1 => kept.prop_map(Iterator::collect)];
    (index(), adopted, kept, vec(line(), 0..4)).prop_map(|(index, adopted, kept, lines)| {
        let mut things: Vec<(String, Thing)> = adopted.chain(kept).collect();
        things.sort_by(|one, other| one.0.cmp(&other.0));
        things.dedup_by(|one, other| one.0 == other.0);
        Generated { index, things, lines }
    })
}

fn write(root: &Path, generated: &Generated) {
    let put = |at: &str, text: &str| {
        let path = root.join(at);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(&format!("{SPEC}/references/_index.md"), &generated.index);
    put(
        &format!("{SPEC}/notes.md"),
        &generated.lines.iter().map(|line| format!("{line}\n")).collect::<String>(),
    );
    put(&format!("{SPEC}/notes.txt"), "[x](docs/_inbox/a.md)\n");
    for (at, thing) in &generated.things {
        let path = root.join(at);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match thing {
            Thing::File => fs::write(path, "text\n").unwrap(),
            Thing::Folder => fs::create_dir(path).unwrap(),
            Thing::Link => symlink(LINK, path).unwrap(),
        }
    }
}

/// Our judgement: the rows when there is no finding.
fn ours(generated: &Generated) -> Option<Vec<String>> {
    let at = RelativePath::new(SPEC).unwrap();
    let mut folder = SpecFolder::new();
    let mut put = |name: &str, entry| folder.insert(RelativePath::new(name).unwrap(), entry);
    let file = |text: &str| FolderEntry::File(FolderFile::new(text, false));
    let lines: String = generated.lines.iter().map(|line| format!("{line}\n")).collect();
    put("references/_index.md", file(&generated.index));
    put("notes.md", file(&lines));
    put("notes.txt", file("[x](docs/_inbox/a.md)\n"));
    for (name, thing) in &generated.things {
        if let Some(below) = name.strip_prefix("docs/specs/0042-sample/") {
            put(
                below,
                match thing {
                    Thing::File => file("text\n"),
                    Thing::Folder => FolderEntry::Folder,
                    Thing::Link => FolderEntry::Link(LINK.as_bytes().to_vec()),
                },
            );
        }
    }
    let presence = |path: &RelativePath| {
        let found = generated.things.iter().find(|(name, _)| name.as_bytes() == path.as_bytes());
        match found.map(|(_, thing)| thing) {
            None => Presence::Absent,
            Some(Thing::File) => Presence::File,
            Some(Thing::Folder) => Presence::Folder,
            Some(Thing::Link) => Presence::Link,
        }
    };
    let index = ReferenceIndex::read(&folder, &slug(), &at, &presence);
    let sound = index.findings.is_empty() && intake::links(&folder, &at).is_empty();
    sound.then(|| index.evidence())
}

/// The seed's judgement, by its own words.
fn seed(root: &Path, script: &str) -> Option<Vec<String>> {
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", slug().as_str()]).current_dir(root).env("LC_ALL", "C.UTF-8");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    output.status.success().then(|| text.lines().map(str::to_owned).collect())
}

/// Some awks know no `{3,}`; for them the same is written with what they know.
fn script() -> String {
    let script = include_str!("seed_check.sh");
    let probe = Command::new("awk").arg("BEGIN { exit !(\"---\" ~ /^-{3,}$/) }").status().unwrap();
    if probe.success() { script.to_owned() } else { script.replace("-{3,}", "---+") }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: (ProptestConfig::default().cases / 4).max(1), ..ProptestConfig::default() })]

    /// A-53 to A-57: both accept the same Specs, and keep the same rows as evidence.
    #[test]
    fn same_as_the_seeds_own_check(generated in generated()) {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), &generated);
        prop_assert_eq!(ours(&generated), seed(root.path(), &script()), "{}", generated.index);
    }
}

/// The oracle accepts and refuses: an agreement about nothing would prove nothing.
#[test]
fn the_oracle_tells_them_apart() {
    let sound = Generated {
        index: "| source | type | owner | adopted date | path |\n| --- | --- | --- | --- | --- |\n| docs/backlog/a.md | backlog | 0042 | 2026-10-01 | a.md |\n".to_owned(),
        things: vec![(format!("{SPEC}/references/a.md"), Thing::File)],
        lines: vec!["prose".to_owned()],
    };
    let judged = |generated: &Generated| {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), generated);
        (ours(generated), seed(root.path(), &script()))
    };
    let row = vec!["docs/backlog/a.md|backlog|0042|2026-10-01|a.md".to_owned()];
    assert_eq!(judged(&sound), (Some(row.clone()), Some(row)));
    let linked = Generated { lines: vec!["[x](docs/_inbox/a.md)".to_owned()], ..sound.clone() };
    assert_eq!(judged(&linked), (None, None));
    let missing = Generated { things: Vec::new(), ..sound };
    assert_eq!(judged(&missing), (None, None));
}

//! Every parser of the product, with the shapes it is measured on.

use std::hint::black_box;
use std::time::Duration;

use cairn_plan::RelativePath;
use cairn_spec::Slug;
use cairn_spec::folder::{FolderEntry, FolderFile, SpecFolder};
use cairn_spec::graph::TaskGraph;
use cairn_spec::index::ReferenceIndex;
use cairn_spec::presence::Presence;
use cairn_spec::qa::reading::Report;
use cairn_state::document::StateDocument;
use cairn_state::merge::{Kind, MarkerStyle, Versions, merge};
use cairn_state::roadmap::Roadmap;
use cairn_statusline::deadline::Deadline;
use cairn_statusline::input::Input;
use cairn_statusline::state::State;
use cairn_text::outline::LineClass;
use cairn_text::{Frontmatter, Outline, Span, field, links, list, table};

use super::records;
use super::shapes::{Shape, counted, document, many, numbered, repeated};

/// One parser.
pub(super) struct Parser {
    pub(super) name: &'static str,
    pub(super) read: fn(&[u8]),
    pub(super) shapes: &'static [(&'static str, Shape)],
}

/// All of them.
pub(super) const PARSERS: &[Parser] = &[
    Parser { name: "frontmatter", read: frontmatter, shapes: FRONTMATTER },
    Parser { name: "outline", read: outline, shapes: OUTLINE },
    Parser { name: "fields", read: fields, shapes: FIELDS },
    Parser { name: "lists", read: lists, shapes: LISTS },
    Parser { name: "tables", read: tables, shapes: TABLES },
    Parser { name: "links", read: find_links, shapes: LINKS },
    Parser { name: "STATE.md", read: state, shapes: STATE },
    Parser { name: "roadmap", read: roadmap, shapes: ROADMAP },
    Parser { name: "merge", read: merge_versions, shapes: MERGE },
    Parser { name: "task graph", read: graph, shapes: GRAPH },
    Parser { name: "index table", read: index, shapes: INDEX },
    Parser { name: "QA report", read: report, shapes: REPORT },
    Parser { name: "record", read: records::record, shapes: records::RECORD },
    Parser { name: "status line input", read: input, shapes: INPUT },
    Parser { name: "status line state", read: line_state, shapes: LINE_STATE },
];

fn frontmatter(bytes: &[u8]) {
    black_box(Frontmatter::parse(bytes));
}

const FRONTMATTER: &[(&str, Shape)] = &[
    ("keys", |size| {
        document(&numbered(size, |number| format!("key_{number}: value: more # {number}\n")), "")
    }),
    ("items", |size| document(&format!("k:\n{}", repeated("- item\n", size)), "")),
    ("nested keys", |size| {
        document(&format!("k:\n{}", numbered(size, |number| format!("  k{number}: v\n"))), "")
    }),
    ("one long line", |size| document(&format!("k: {}\n", repeated("word ", size)), "")),
    ("open brackets", |size| document(&format!("k: {}\n", repeated("[", size)), "")),
    ("quotes", |size| document(&format!("k: [{}]\n", repeated("'a, ''", size)), "")),
    ("comments", |size| document(&repeated("# c\n", size), "")),
];

fn outline(bytes: &[u8]) {
    let outline = Outline::parse(bytes);
    black_box(
        outline.lines(bytes, Span::whole(bytes)).filter(|line| line.class == LineClass::Comment).count(),
    );
    black_box(outline.sections().count());
}

const OUTLINE: &[(&str, Shape)] = &[
    ("headings", many!("## Heading\n\ntext\n\n")),
    ("fences", many!("```\ncode\n```\n")),
    ("open comments", many!("a <!-- b\n")),
    ("comments in one line", many!("a <!-- b --> ")),
    ("angles in one line", many!("<a ")),
    ("backticks", |size| numbered(size, |number| format!("{} ", "`".repeat(number % 100))).into_bytes()),
    ("details", many!("<details><summary>s</summary>\n")),
    ("list items", many!("- item\n")),
    ("nested items", |size| {
        // The depth grows with the root of the size: each level is a line as long as its depth.
        (0..)
            .scan(0, |sum, depth: usize| {
                *sum += depth + 4;
                (*sum < size).then_some(depth)
            })
            .map(|depth| format!("{}- a\n", " ".repeat(depth)))
            .collect::<String>()
            .into_bytes()
    }),
    ("markers in one line", many!("- ")),
    ("quotes in one line", many!("> ")),
    ("long lines", |size| {
        repeated(&format!("{}\n", "word: **b** `c` <d> ".repeat(500)), size.max(10_001)).into_bytes()
    }),
];

fn fields(bytes: &[u8]) {
    let outline = Outline::parse(bytes);
    let scope = Span::whole(bytes);
    black_box(field::all_labels(&outline, bytes, scope));
    black_box(field::near_misses(&outline, bytes, scope, &[field::Label::new("Status")]));
}

const FIELDS: &[(&str, Shape)] = &[
    ("bold", many!("**Label:** value\n")),
    ("bold in one line", many!("**Label:** value ")),
    ("stars in one line", many!("*")),
    ("plain", many!("Label: value\n")),
    ("rows", many!("| Label | value |\n")),
    ("near misses", many!("Stattus: value\n")),
];

fn lists(bytes: &[u8]) {
    let outline = Outline::parse(bytes);
    black_box(list::list_items(&outline, bytes, Span::whole(bytes)));
}

const LISTS: &[(&str, Shape)] = &[
    ("items", many!("- [ ] item\n")),
    ("items of two lines", many!("- item\n  more of it\n")),
    ("inner items", many!("- item\n  - inner\n")),
];

fn tables(bytes: &[u8]) {
    let outline = Outline::parse(bytes);
    black_box(table::tables(&outline, bytes, Span::whole(bytes)));
}

const TABLES: &[(&str, Shape)] = &[
    ("rows", |size| format!("| a | b |\n|---|---|\n{}", repeated("| 1 | 2 |\n", size)).into_bytes()),
    ("columns", |size| {
        format!("|{}\n|{}\n", repeated(" a |", size / 2), repeated("---|", size / 2)).into_bytes()
    }),
    ("many tables", many!("| a | b |\n|---|---|\n| 1 | 2 |\n\n")),
    ("separators", many!("|---|---|\n")),
];

fn find_links(bytes: &[u8]) {
    black_box(links::scan(bytes));
}

const LINKS: &[(&str, Shape)] = &[
    ("one a line", many!("see [a](b/c.md) there\n")),
    ("many in one line", many!("[a](b/c.md) ")),
    ("open brackets", many!("[")),
    ("open links", many!("[a](")),
    ("images in images", many!("![a")),
    ("definitions", counted!("[l{number}]: a/b.md\n")),
    ("references", |size| {
        let uses = numbered(size / 2, |number| format!("[l{number}] "));
        format!("{uses}\n\n{}", numbered(size / 2, |number| format!("[l{number}]: a/b.md\n"))).into_bytes()
    }),
    ("undefined references", counted!("[l{number}] ")),
    ("autolinks", many!("<https://a.example/b> ")),
    ("bare urls", many!("https://a.example/b ")),
    ("html", many!("<a href=\"b/c.md\">d</a> ")),
    ("open html", many!("<a href=\"b ")),
    ("code spans", many!("`a/b.md` ")),
    ("paths", many!("docs/a/b.md ")),
    ("emphasis", many!("*a _b ")),
    ("quotes", many!("> [a](b.md)\n")),
    ("paragraphs", many!("[a](b.md)\nmore\n\n")),
    ("nested items", many!("- [a](b.md)\n  - c\n    - d\n")),
    ("escapes", many!("\\[a](b)\\")),
];

fn state(bytes: &[u8]) {
    let document = StateDocument::parse(bytes);
    black_box(document.check_writable("STATE.md").is_ok());
    black_box(document.labelled(|label| label == "None"));
}

const STATE: &[(&str, Shape)] = &[
    ("decisions", |size| {
        document("status: executing\n", &format!("## Decisions\n\n{}", counted_decisions(size)))
    }),
    ("sections", many!("## Current Position\n\nPhase: 2 of 3\n\n")),
    ("phases", many!("Phase: 2 of 3\n")),
];

fn counted_decisions(size: usize) -> String {
    numbered(size, |number| format!("- [Phase 4]: decision {number} — tables start at midnight\n"))
}

fn roadmap(bytes: &[u8]) {
    let roadmap = Roadmap::parse(bytes);
    black_box(roadmap.window(Some("v1.0")).is_some());
}

const ROADMAP: &[(&str, Shape)] = &[
    ("phases", counted!("### Phase {number}: Part\n**Goal:** It works\n**Plans:** 2 plans\n\n")),
    ("boxes", counted!("- [ ] **Phase {number}: Part** - it works\n")),
    ("milestones", counted!("## v{number}.0 Name\n\n### Phase {number}: Part\n\n")),
    ("bullets", counted!("- ✅ **v{number}.0 Name** - Phases {number}-{number} (shipped)\n")),
    ("plan boxes", |size| {
        format!("### Phase 1: A\n\n{}", numbered(size, |number| format!("- [ ] 01-{number:02}: part\n")))
            .into_bytes()
    }),
    ("progress table", |size| {
        let rows = numbered(size, |number| format!("| {number}. Part | 1/2 | Done | - |\n"));
        format!("## Progress\n\n| Phase | Plans | Status | Completed |\n|---|---|---|---|\n{rows}")
            .into_bytes()
    }),
];

fn merge_versions(bytes: &[u8]) {
    // The input is base; the sides differ in every tenth line, at different ones.
    let changed = |offset: usize| {
        let mut side = Vec::with_capacity(bytes.len());
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if (number + offset).is_multiple_of(10) {
                side.extend_from_slice(b"- [Phase 5]: another\n");
            }
            side.extend_from_slice(line);
        }
        side
    };
    let (ours, theirs) = (changed(0), changed(5));
    let versions = Versions { base: bytes, ours: &ours, theirs: &theirs };
    let style = MarkerStyle {
        width: 7,
        base: "base".to_owned(),
        ours: "ours".to_owned(),
        theirs: "theirs".to_owned(),
        shows_base: false,
    };
    black_box(merge(Kind::State, versions, &style));
}

const MERGE: &[(&str, Shape)] = &[
    ("decisions", |size| {
        document("status: executing\n", &format!("## Decisions\n\n{}", counted_decisions(size)))
    }),
    ("sections", counted!("## Section {number}\n\ntext {number}\n\n")),
    ("prose", counted!("Line {number} of a text.\n")),
    ("rows", |size| {
        format!(
            "## Metrics\n\n| Phase | Plans |\n|---|---|\n{}",
            numbered(size, |number| format!("| {number} | 2 |\n"))
        )
        .into_bytes()
    }),
];

fn folder_with(path: &str, bytes: &[u8]) -> SpecFolder {
    let mut folder = SpecFolder::new();
    if let Ok(path) = RelativePath::new(path) {
        folder.insert(path, FolderEntry::File(FolderFile::new(bytes.to_vec(), false)));
    }
    folder
}

pub(super) fn slug() -> Option<Slug> {
    Slug::new("0042-sample").ok()
}

fn graph(bytes: &[u8]) {
    let Some(slug) = slug() else { return };
    black_box(TaskGraph::load(&folder_with("_tasks.md", bytes), &slug).is_ok());
}

const GRAPH: &[(&str, Shape)] = &[
    ("nodes", |size| {
        let nodes = numbered(size, |number| {
            format!("    - {{id: task_{number:02}, file: task_{number:02}.md, needs: []}}\n")
        });
        document(&format!("schema: spec-tasks/v1\nqa: task_01\ngraph:\n  nodes:\n{nodes}"), "")
    }),
    ("a chain", |size| {
        let nodes = numbered(size, |number| {
            format!(
                "    - {{id: task_{number:02}, file: task_{number:02}.md, needs: [task_{:02}]}}\n",
                number - 1
            )
        });
        document(&format!("schema: spec-tasks/v1\nqa: task_01\ngraph:\n  nodes:\n{nodes}"), "")
    }),
];

fn index(bytes: &[u8]) {
    let Some((slug, at)) = slug().zip(RelativePath::new("docs/specs/0042-sample").ok()) else { return };
    let folder = folder_with("references/_index.md", bytes);
    black_box(ReferenceIndex::read(&folder, &slug, &at, &|_| Presence::Absent));
}

const INDEX: &[(&str, Shape)] = &[("rows", |size| {
    let rows = numbered(size, |number| {
        format!("| docs/backlog/{number}.md | backlog | 0042 | 2026-10-01 | {number}.md |\n")
    });
    format!("# Adopted sources\n\n| source | type | owner | adopted date | path |\n| --- | --- | --- | --- | --- |\n{rows}")
        .into_bytes()
})];

fn report(bytes: &[u8]) {
    black_box(Report::read("qa/qa-report-2026-10-05.md", bytes).is_ok());
}

const REPORT: &[(&str, Shape)] = &[
    ("rows", |size| {
        let rows = numbered(size, |number| format!("| {number} | pass | Requirement {number} |\n"));
        document(
            "verdict: pass\n",
            &format!("## Results\n\n| # | Status | Provenance |\n| - | --- | --- |\n{rows}"),
        )
    }),
    ("tables", |size| {
        document(
            "verdict: pass\n",
            &repeated(
                "## Results\n\n| # | Status | Provenance |\n| - | --- | --- |\n| 1 | pass | a |\n\n",
                size,
            ),
        )
    }),
];

fn input(bytes: &[u8]) {
    black_box(Input::read(bytes));
}

const INPUT: &[(&str, Shape)] = &[
    ("keys", |size| {
        format!("{{{}\"end\":1}}", numbered(size, |number| format!("\"k{number}\":\"v\\u00e9\",")))
            .into_bytes()
    }),
    ("items", |size| format!("{{\"a\":[{}0]}}", repeated("[],", size)).into_bytes()),
    ("one text", |size| {
        format!("{{\"model\":{{\"display_name\":\"{}\"}}}}", repeated("a\\n", size)).into_bytes()
    }),
    ("open brackets", many!("[")),
];

fn line_state(bytes: &[u8]) {
    // No shape may be cut short by the deadline of a prompt.
    let state = State::read(bytes.to_vec(), Deadline::in_time(Duration::from_secs(3600)));
    black_box(cairn_statusline::scene::full(&state));
}

const LINE_STATE: &[(&str, Shape)] = &[
    ("decisions", |size| {
        document("status: executing\n", &format!("## Decisions\n\n{}", counted_decisions(size)))
    }),
    ("keys", |size| document(&numbered(size, |number| format!("key_{number}: value\n")), "Phase: 1 of 2\n")),
];

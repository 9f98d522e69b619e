//! Real shapes of roadmaps, read whole.

use super::*;
use proptest::prelude::*;

fn phases(source: &str, version: Option<&str>) -> Option<String> {
    let roadmap = Roadmap::parse(source.as_bytes());
    let window = roadmap.window(version)?;
    let shown = roadmap.phases(&window).into_iter().map(|phase| {
        let tick = if phase.ticked { "+" } else { "" };
        let struck = if phase.struck { "~" } else { "" };
        format!("{tick}{struck}{}:{}", phase.id, phase.name)
    });
    Some(shown.collect::<Vec<_>>().join(" "))
}

fn check(about: &str, source: &str, version: Option<&str>, expected: Option<&str>) {
    assert_eq!(phases(source, version).as_deref(), expected, "{about}");
}

/// S-17, 9.3: which phases a window holds.
#[test]
fn windows() {
    let plain = "# Roadmap\n\n### Phase 1: A\n\n### Phase 2: B\n";
    check("without versions all of it, whatever is stored", plain, Some("v7.0"), Some("1:A 2:B"));
    check("without versions and milestone", plain, None, Some("1:A 2:B"));
    let two = "# Roadmap\n\n- [x] **Phase 9: Front**\n\n## v1.0 Old (SHIPPED 2026-01-01)\n\n### Phase 1: A\n\n## v2.0 New\n\n### Phase 2: B\n\n## Progress\n\n### Phase 3: C\n";
    check("the section and the text in front", two, Some("v2.0"), Some("2:B 3:C +9:Front"));
    check("a closed milestone is selected by its version", two, Some("v1.0"), Some("1:A +9:Front"));
    check("not among them", two, Some("v3.0"), None);
    check("none known", two, None, None);
    let exact = "## v2.0.1 Patch\n\n### Phase 7: Fix\n\n## v2.0 Code\n\n### Phase 1: A\n";
    check("whole tokens", exact, Some("v2.0"), Some("1:A"));
    let marks = "## v2.0 Code\n\n### Phase 1: A\n\n## 📋 Backlog\n\n### Phase 8: Later\n";
    check("a marked heading ends the window", marks, Some("v2.0"), Some("1:A"));
    let done = "## v2.0 Code\n\n### Phase 1: A ✅\n\n### Phase 2: B 🚧\n";
    check("a marked phase does not", done, Some("v2.0"), Some("1:A 2:B"));
    let again = "## v2.0 Code\n\n- [ ] **Phase 1: A**\n\n## v3.0 Next\n\n### Phase 5: N\n\n## v2.0 Code (Phase Details)\n\n### Phase 2: B\n\n## v3.0 (Phase Details)\n\n### Phase 6: N\n";
    check("later details of the same version", again, Some("v2.0"), Some("1:A 2:B"));
    let reopened = "## v2.0 Code ✅\n\n### Phase 1: A\n\n## v2.0 Code\n\n### Phase 2: B\n";
    check("the open one of two", reopened, Some("v2.0"), Some("2:B"));
    let title = "# Roadmap: v2.0\n\n## v1.0 Old CLOSED\n\n### Phase 1: A\n\n## v2.0 Code\n\n### Phase 2: B\n";
    check("a title with the version", title, Some("v2.0"), Some("2:B"));
    let alone = "# v2.0 Code\n\n## Phases\n\n### Phase 1: A\n";
    check("a title alone", alone, Some("v2.0"), Some("1:A"));
    let deeper = "## v2.0 Code\n\n### Phase 1: A\n\n### Phase 2: Move to v3.0 🚧\n\n### 🚧 v2.0 goes on\n\n### Towards v3.0\n\n### 🚧 Now\n\n### Notes\n\n#### 🚧 v3.0 idea\n\n### Phase 3: C\n\n### 🚧 v3.0 Next\n\n### Phase 4: D\n";
    check("a deeper heading of another milestone", deeper, Some("v2.0"), Some("1:A 2:Move to v3.0 3:C"));
    let named = Roadmap::parse(b"## v2.0 Code\n\n### **Phase 2:** Move to v3.0\n").version_names();
    assert_eq!(named, ["v2.0"], "a version in the name of a phase is none of the document");
}

/// S-17, 9.3: what is folded away.
#[test]
fn details() {
    let front = "<details>\n<summary>✅ v1.0 Start (shipped)</summary>\n\n### Phase 1: Old\n\n</details>\n\n## v2.0 New\n\n### Phase 1: A\n";
    check("in front", front, Some("v2.0"), Some("1:A"));
    check("a version in a summary alone", front, Some("v1.0"), Some("1:Old"));
    let inside = "## v2.0 New\n\n<details>\n<summary>Done so far</summary>\n\n### Phase 1: A\n\n</details>\n\n<details>\n<summary>v1.0 SHIPPED</summary>\n\n### Phase 7: Old\n\n</details>\n\n<details>\n<summary>v3.0 Later</summary>\n\n### Phase 8: Later\n\n</details>\n\n### Phase 2: B\n";
    check("inside the window", inside, Some("v2.0"), Some("1:A 2:B"));
    let no_versions =
        "<details>\n<summary>v1.0 ✅</summary>\n\n### Phase 1: Old\n\n</details>\n\n### Phase 2: B\n";
    check("closed, without version headings", no_versions, Some("v1.0"), Some("2:B"));
    let folded = "<details open>\n<summary>🚧 v2.0 Now</summary>\n\n### Phase 2: B\n\n</details>\n\n### Phase 5: Other\n";
    check("in work, without version headings", folded, Some("v2.0"), Some("2:B"));
    let notes = "<details>\n<summary>Notes</summary>\n\n### Phase 9: Old\n\n</details>\n\n## v2.0 New\n\n### Phase 1: A\n";
    check("in front, of no milestone", notes, Some("v2.0"), Some("1:A"));
    let twice = "<details>\n<summary>v2.0 ✅</summary>\n\n### Phase 1: Old\n\n</details>\n\n<details>\n<summary>v2.0 again</summary>\n\n### Phase 2: B\n\n</details>\n\n### Phase 5: Other\n";
    check("the open one of two", twice, Some("v2.0"), Some("2:B"));
}

/// D18, 9.3: what names a phase, and what leaves one out.
#[test]
fn sources() {
    let source = "## v1.0 X\n\n- [x] **Phase 1: A** - base\n- [ ] ~~Phase 3: C~~ gone\n- **Phase 4: no box**\n\n```md\n### Phase 9: E\n- [ ] **Phase 8: E**\n```\n\n<!--\n### Phase 7: H\n-->\n<!-- ### Phase 6: H -->\n\n### Phase 02 (tag): B\n\n### Phase 2: Again\n\n### Phase 0: Before\n\n### Phase 999.1: Some day\n\n##### Phase 5: too deep\n\n# Phase 10: too high\n\n### Phase 3: C\n";
    check("every form once", source, Some("v1.0"), Some("+1:A 02:B ~3:C"));
    let table = "| Phase | Name | Goal |\n|---|---|---|\n| 1 | Buoys | x |\n| **2.1** | Tides | y |\n| Total | 2 | |\n\n## Progress\n\n| Phase | Plans Complete | Status |\n|---|---|---|\n| 7. Ghost | 0/0 | x |\n";
    check("tables with a column Name", table, None, Some("1:Buoys 2.1:Tides"));
    let marks = "| **Phase** | `Name` |\n|---|---|\n| 1 | *Buoys* |\n";
    check("emphasis in a table", marks, None, Some("1:Buoys"));
    let both = "- [ ] **Phase 2: Short**\n\n### Phase 02: Long\n\n| Phase | Name |\n|---|---|\n| 3 | Row |\n\n- [ ] **Phase 03: Bullet**\n";
    check("headings before bullets before rows", both, None, Some("02:Long 03:Bullet"));
    let crlf = "## v1.0 X\r\n\r\n### Phase 1: A\r\n- [X] **Phase 2: B**\r\n";
    check("Windows line ends", crlf, Some("v1.0"), Some("1:A +2:B"));
}

/// S-11, S-12, 9.2: version and name.
#[test]
fn milestones() {
    let roadmap = "- ✅ **v1.0 Start** - done\n- 🚧 **v2.0 Code Quality** - in work\n\n## v1.5 Between\n\n## v2.0 Code (In Progress)\n\n## v0.9 Old ✅\n";
    let cases = [
        ((None, None, None), ("v2.0", "Code Quality")),
        ((None, None, Some("v1.5")), ("v1.5", "Between")),
        ((Some("v1.5"), None, Some("v2.0")), ("v1.5", "Between")),
        ((Some("v1.5"), Some("Mine"), Some("v2.0")), ("v1.5", "Mine")),
        ((None, Some("Mine"), Some("v2.0")), ("v2.0", "Code Quality")),
        ((None, None, Some("v0.9")), ("v0.9", "")),
        ((None, None, Some(" ")), ("v2.0", "Code Quality")),
        ((None, None, Some("—")), ("v2.0", "Code Quality")),
        ((Some("[vX.Y]"), None, None), ("v2.0", "Code Quality")),
    ];
    for ((configured, name, stored), expected) in cases {
        let found = Roadmap::parse(roadmap.as_bytes()).milestone(configured, name, stored);
        assert_eq!(
            (found.version.as_deref().unwrap_or_default(), found.name.as_deref().unwrap_or_default()),
            expected
        );
    }
    for (bold, name) in [
        ("**v2.0 Code Quality** since May - in work", "Code Quality"),
        ("__v2.0 Code Quality__ since May - in work", "Code Quality"),
        ("__v2.0 The __init__ file - now__ since May", "The __init__ file - now"),
        ("**v2.0 Code Quality - in work", "Code Quality"),
    ] {
        let roadmap = Roadmap::parse(format!("- 🚧 {bold}\n").as_bytes()).milestone(None, None, None);
        assert_eq!(roadmap.name.as_deref(), Some(name), "the bold text alone");
    }
    let closed = Roadmap::parse(b"## v1.0 X SHIPPED\n\n## v1.1 Y\n").milestone(None, None, None);
    assert_eq!((closed.version.as_deref(), closed.name.as_deref()), (Some("v1.1"), Some("Y")));
    let unversioned = Roadmap::parse(b"# Roadmap\n\nWe target v3.0.\n").milestone(None, None, None);
    assert_eq!(unversioned, Milestone::default(), "a version in running text is no milestone");
}

/// Section 3: the fields of a phase block.
#[test]
fn blocks() {
    let source = "### Phase 1: A\n\n**Goal:** Base\n**Depends on**: Phase 0\n- **Requirements:** R-1, R-2\n**Plans:**\nPlans: 3 plans (see notes)\n**Success Criteria** (what must be TRUE):\n\n  1. One\n  2. Two\n\nProse: x\n- not a criterion\n\n### Phase 1.1: B\n\nGoal: Side\n";
    let roadmap = Roadmap::parse(source.as_bytes());
    let phases = roadmap.all_phases();
    let text =
        |field: &Option<BlockField>| field.as_ref().map(|field| &source[field.value.start..field.value.end]);
    let block = roadmap.block(&phases[0]).unwrap();
    assert_eq!(text(&block.goal), Some("Base"));
    assert_eq!(text(&block.depends_on), Some("Phase 0"));
    assert_eq!(text(&block.requirements), Some("R-1, R-2"));
    assert_eq!(text(&block.plans), Some("3 plans (see notes)"));
    assert_eq!(block.success_criteria, ["One", "Two"]);
    assert!(source[block.span.start..block.span.end].ends_with("criterion\n\n"));
    assert_eq!(text(&roadmap.block(&phases[1]).unwrap().goal), Some("Side"));
}

/// Section 3: of several headings the one with something below it; of several lines with one label the first.
#[test]
fn blocks_of_one_phase() {
    let goal = |source: &str| {
        let roadmap = Roadmap::parse(source.as_bytes());
        let block = roadmap.block(&roadmap.all_phases()[0]).unwrap();
        let goal = block.goal.map(|goal| source[goal.value.start..goal.value.end].to_owned());
        (goal.unwrap_or_default(), block.success_criteria.join("|"))
    };
    let expect = |source: &str, wanted: (&str, &str)| {
        assert_eq!(goal(source), (wanted.0.to_owned(), wanted.1.to_owned()), "{source}");
    };
    let heading = "### Phase 1: A\n\n";
    let criteria = "**Success Criteria:**\n1. One\n";
    expect(&format!("{heading}{heading}Goal: x\n"), ("x", ""));
    expect(&format!("{heading}Goal: x\n\n{heading}Goal: y\n{criteria}"), ("x", ""));
    expect(&format!("{heading}{criteria}\n{heading}Goal: x\n"), ("", "One"));
    expect(&format!("{heading}Goal: x\nGoal: y\n"), ("x", ""));
    expect(&format!("{heading}- Goal: x\n"), ("x", ""));
    expect(&format!("{heading}  - **Goal:** x\n"), ("x", ""));
    let long = "A criterion that says in forty letters or more: yes";
    expect(&format!("{heading}{criteria}2. {long}\n"), ("", &format!("One|{long}")));
    expect(&format!("{heading}- {criteria}- Two\n"), ("", "One|Two"));
    expect(&format!("{heading}  {criteria}2. Two: x\n"), ("", "One|Two: x"));
    for more in ["Speed: two seconds", "**Speed**: two seconds", "**Speed:** two seconds"] {
        expect(&format!("{heading}{criteria}2. {more}\n3. Two\n"), ("", &format!("One|{more}|Two")));
        let deeper = format!("- **Success Criteria:**\n  - {more}\n- {more}\n- Two\n");
        expect(&format!("{heading}{deeper}"), ("", more));
        expect(&format!("{heading}{criteria}{more}\n2. Two\n"), ("", "One"));
        expect(&format!("{heading}{criteria}- Goal: x\n- {more}\n"), ("x", "One"));
    }
}

/// Section 3: criteria over several lines, and such as begin with the name of a field.
#[test]
fn success_criteria() {
    let check = |below: &str, goal: Option<&str>, criteria: &[&str]| {
        let source = format!("### Phase 1: A\n\n{below}");
        let roadmap = Roadmap::parse(source.as_bytes());
        let block = roadmap.block(&roadmap.all_phases()[0]).unwrap();
        let found = block.goal.map(|goal| &source[goal.value.start..goal.value.end]);
        assert_eq!(
            (found, block.success_criteria),
            (goal, criteria.iter().map(|one| (*one).to_owned()).collect()),
            "{below}"
        );
    };
    for label in ["**Success Criteria**:\n", "Success Criteria:\n\n", "- Success Criteria:\n"] {
        let numbered = |list: &str, goal: Option<&str>, criteria: &[&str]| {
            check(&format!("{label}{list}"), goal, criteria)
        };
        numbered("1. One\n   and more\n2. Two\n", None, &["One and more", "Two"]);
        numbered("1. One\n  and: more\n\tand   \n2. Two\n", None, &["One and: more and", "Two"]);
        numbered("1. One\n\n   and more\n\n2. Two\n", None, &["One and more", "Two"]);
        numbered("1. One\n\n  Not so deep\n2. Two\n", None, &["One"]);
        numbered("1. One\nNot so deep\nand more\n2. Two\n", None, &["One Not so deep and more", "Two"]);
        numbered("1. One\n   - deep\nand more\n2. Two\n", None, &["One", "deep and more", "Two"]);
        numbered("  1. One\n     and\nmore\n\nText\n  2. Two\n", None, &["One and more"]);
        numbered("1.\nOne\n2. Two\n", None, &[""]);
        for other in ["Note: x", "**Note**: x", "---", "===", "| a | b |", "> x", "<br>"] {
            numbered(&format!("1. One\n{other}\nText\n"), None, &["One"]);
        }
        for other in ["```\nx\n```", "<!-- x -->", "##### Notes", "#### Phases"] {
            numbered(&format!("1. One\n{other}\nText\n"), None, &["One"]);
        }
        for more in ["A line that says in forty letters or more: yes", "as [listed] there: yes"] {
            numbered(&format!("1. One\n{more}\n2. Two\n"), None, &[&format!("One {more}"), "Two"]);
        }
        numbered("1. One\nmore\nGoal: x\n2. Two\n", Some("x"), &["One more"]);
        numbered("1. One\nmore\n- Two\nmore\n", None, &["One more", "Two more"]);
        numbered("1.\n   One\n2. Two\n", None, &["One", "Two"]);
        numbered("  1. One\n     - a\n       b\n    c\n  2. Two\n", None, &["One", "a b c", "Two"]);
        for goal in ["**Goal**: x", "**Goal:** x", "Goal: x", "Success Criteria: x", "Goal (x): y"] {
            numbered(&format!("1. {goal}\n2. Two\n"), None, &[goal, "Two"]);
            numbered(&format!("1) One\n2) {goal}\n"), None, &["One", goal]);
            numbered(&format!("1. One\n   {goal}\n2. Two\n"), None, &[&format!("One {goal}"), "Two"]);
            numbered(&format!("1. One\n   - {goal}\n2. Two\n"), None, &["One", goal, "Two"]);
        }
        numbered("1. One\n  Goal: x\n2. Two\n", Some("x"), &["One"]);
        numbered("1. One\n- Goal: x\n- Two\n", Some("x"), &["One"]);
    }
    check("Success Criteria:\n- One\n- Goal: x\n- Two\n", None, &["One", "Goal: x", "Two"]);
    check("Success Criteria:\n  - One\n- Goal: x\n- Two\n", Some("x"), &["One"]);
    check("Success Criteria:\n1. One\n* Two\n* Goal: x\n", None, &["One", "Two", "Goal: x"]);
    // Which of the two a first bullet is, only a goal in front of it tells.
    check("Success Criteria:\n- Goal: x\n", Some("x"), &[]);
    check("Goal: y\nSuccess Criteria:\n- Goal: x\n", Some("y"), &["Goal: x"]);
    check("- Success Criteria:\n- Goal: x\n", Some("x"), &[]);
    check("- Success Criteria:\n  - One\n- Goal: x\n", Some("x"), &["One"]);
    check("Success Criteria: One\n  and more\n- Two\n", None, &["One and more", "Two"]);
    check("Success Criteria: One\n  Goal: x\n", Some("x"), &["One"]);
    check("Success Criteria: One\n- Goal: x\n", Some("x"), &["One"]);
    check("Success Criteria: One\nand more\n- Two\n", None, &["One and more", "Two"]);
    check("Success Criteria:\n  in words\n1. One\n", None, &[]);
}

/// 9.3: a folded milestone below a phase is no part of its block; other folded text is.
#[test]
fn folded_milestones_end_a_block() {
    for (summary, is_part) in
        [("Notes", true), ("v3.0 Later", false), ("Archive (shipped)", false), ("v0.9 ✅", false)]
    {
        for gap in ["", "\nText\n\n"] {
            let front = format!("### Phase 1: A\n{gap}");
            let source = format!("{front}<details>\n<summary>{summary}</summary>\n\nx\n\n</details>\n");
            let roadmap = Roadmap::parse(source.as_bytes());
            let span = roadmap.block(&roadmap.all_phases()[0]).unwrap().span;
            let expected = if is_part { source.len() } else { front.len() };
            assert_eq!((span.start, span.end), (0, expected), "{source}");
        }
    }
}

/// Section 3: rows of Progress tables alone, and the bytes of their ids.
#[test]
fn progress_rows() {
    let table = "| Phase | Plans |\n|---|---|\n| **2. Core** | 0/1 |\n";
    let source = format!("## Overview\n\n{table}\n## 📊 Progress\n\n{table}");
    let roadmap = Roadmap::parse(source.as_bytes());
    let rows = roadmap.progress_rows();
    let ids: Vec<&[u8]> = rows.iter().map(|row| row.id_span.of(source.as_bytes())).collect();
    assert_eq!(ids, [b"2"]);
    assert!(rows[0].id_span.start > source.find("Progress").unwrap());
}

/// Fault kind "growth": a hundred thousand headings are read in one pass.
#[test]
fn hundred_thousand_headings() {
    let mut source = String::from("## v1.0 X\n");
    for number in 1..=100_000 {
        source.push_str(&format!("### Phase {number}: P\n"));
        if number % 20 == 0 {
            source.push_str(&format!("- [ ] **Phase {number}: P**\n- [ ] {number}-01-PLAN.md\n"));
        }
    }
    let roadmap = Roadmap::parse(source.as_bytes());
    let window = roadmap.window(Some("v1.0")).unwrap();
    let phases = roadmap.phases(&window);
    assert_eq!((phases.len(), roadmap.plan_boxes().len()), (100_000 - 1, 5_000));
    assert!(phases.iter().all(|phase| roadmap.block(phase).is_some()));
}

proptest! {
    /// Fault kind "growth", architecture invariant 3: any bytes are a roadmap.
    #[test]
    fn any_bytes(source in roadmap_like()) {
        let roadmap = Roadmap::parse(&source);
        for version in [None, Some("v1.0"), Some("v2.0")] {
            if let Some(window) = roadmap.window(version) {
                prop_assert!(window.spans().windows(2).all(|pair| pair[0].end <= pair[1].start));
                for phase in roadmap.phases(&window) {
                    if let Some(block) = roadmap.block(&phase) {
                        prop_assert!(block.span.end <= source.len());
                    }
                }
            }
        }
        for mention in roadmap.mentions() {
            prop_assert_eq!(mention.id_span.of(&source), mention.id.spelled().as_bytes());
        }
        for plan in roadmap.plan_boxes() {
            prop_assert_eq!(plan.plan_span.of(&source), plan.plan.as_bytes());
        }
    }
}

/// Documents made of the pieces that matter, with odd bytes between them.
fn roadmap_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(&b"\n"[..]),
        Just(&b"\r\n"[..]),
        Just(&b"## "[..]),
        Just(&b"### Phase 2: "[..]),
        Just(&b"- [x] **Phase 2.1: A**"[..]),
        Just(&b"- [ ] 02-01-PLAN.md"[..]),
        Just(&b"v1.0 "[..]),
        Just("v2.0 ✅ ".as_bytes()),
        Just("- 🚧 **v2.0 X**".as_bytes()),
        Just(&b"<details>"[..]),
        Just(&b"<summary>v1.0 X</summary>"[..]),
        Just(&b"</details>\n"[..]),
        Just(&b"<!--"[..]),
        Just(&b"-->"[..]),
        Just(&b"```\n"[..]),
        Just(&b"\n| Phase | Name |\n|---|---|\n| 3 | C |\n"[..]),
        Just(&b"**Goal:** x"[..]),
        Just(&b"~~"[..]),
        Just(&b"\xff\xfe"[..]),
        Just(&b"(:-"[..]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// S-17: the id in a table of phases is found where it stands, behind the word and the marks too.
#[test]
fn ids_in_tables_of_phases() {
    let source = "| Phase | Name |\n|---|---|\n| Phase 2 | Core |\n| **3.1** | Patch |\n| 4 | Rest |\n";
    let roadmap = Roadmap::parse(source.as_bytes());
    let spans: Vec<&[u8]> =
        roadmap.mentions().iter().map(|mention| mention.id_span.of(source.as_bytes())).collect();
    assert_eq!(spans, [b"2".as_slice(), b"3.1", b"4"]);
}

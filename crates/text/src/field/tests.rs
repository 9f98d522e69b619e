//! The reader's and the writer's tables (10.1, 10.4).

use super::*;
use crate::patch::Patch;
use proptest::prelude::*;

const PHASE: [Label<'static>; 2] =
    [Label { text: "Phase", wide_colon: false }, Label { text: "フェーズ", wide_colon: true }];

fn find(source: &[u8]) -> (Outline, Field) {
    let outline = Outline::parse(source);
    let field = Field::find(&outline, source, outline.body(), &PHASE);
    (outline, field)
}

fn check(source: &str, expected: Option<&str>) {
    for source in [source.to_owned(), source.replace('\n', "\r\n")] {
        let (outline, field) = find(source.as_bytes());
        let text = field
            .winner()
            .map(|winner| String::from_utf8(winner.text(&outline, source.as_bytes()).to_vec()).unwrap());
        assert_eq!(text.as_deref(), expected, "{source}");
    }
}

/// S-62, S-64: every row of the table in 10.1.
#[test]
fn form_decides_and_then_order() {
    check("Phase: 2 of 5 (A)\nx\n**Phase:** 4 of 5 (B)\n", Some("4 of 5 (B)"));
    check("| Phase | 3 of 5 |\n\nPhase: 2 of 5\n", Some("2 of 5"));
    check("  Phase: 2 of 5\n| Phase | 3 of 5 |\n", Some("3 of 5"));
    check("Phase: 1 of 5\nPhase: 2 of 5\n", Some("1 of 5"));
    check("**Phase:**   \nPhase: 2 of 5\n", Some(""));
    check("**Phase:**\nPhase: 2 of 5\n", Some("2 of 5"));
    check("| **Phase:** | 3 of 5 |\n", Some("| 3 of 5 |"));
    check("- Phase: 4\n> Phase: 4\n**Phase**: 4\n", None);
}

/// 10.1: the forms, to the letter.
#[test]
fn forms() {
    check("PHASE:2", Some("2"));
    check("Phase:\nPhase:  \n", None);
    check("see **phase:** 4 **Status:** x  \n", Some("4 **Status:** x"));
    check("- **Phase:** 4", Some("4"));
    check("****Phase:** 4", Some("4"));
    check("**Phase :** 4\nPhase : 4\n", None);
    check("| Phase | 3 | 4 |\n| Phase | a \\| b |\n| Phase |\n", None);
    check("  |Phase|3|  \n", Some("3"));
    check("| Phase |  |\n", None);
    check("| Phase | 3 \\|\n", None);
    check("| Phase | - |\n", Some("-"));
    check("| Field | Value |\n|---|:-:|\n| Phase | 3 |\n", Some("3"));
    check("| Phase | Goal |\n|---|---|\n| 1. Setup | base |\n", None);
    check("| Phase | 3 of 5 |\n|---|---|\n- an item\n| 1 | base |\n", Some("3 of 5"));
    check("| Phase | 3 of 5 |\n|---|---|\n| Status | x |\n", Some("3 of 5"));
    check("| Phase | 3 of 5 |\n|---|---|\n", Some("3 of 5"));
    check("フェーズ：2\n", Some("2"));
    check("**フェーズ：** 2\n", Some("2"));
    check("Phase：2\n**Phase：** 2\n", None);
    check("フェーズ: 1\nPhase: 2\n", Some("1"));
    check("Phase: 2 of 3: x\n", Some("2 of 3: x"));
}

/// D17: fences and comments are not read.
#[test]
fn fences_and_comments() {
    check("```\nPhase: 1\n```\n<!-- Phase: 2\nPhase: 3 -->\nPhase: 4 <!-- was 3 -->\n", Some("4"));
    check("Phase: 4 <!-- was 3 -->of 5\n", Some("4 of 5"));
    check("<!-- x --> Phase: 4\n", None);
    check("**Phase:** <!-- x -->\nPhase: 4\n", Some(""));
}

fn check_write(source: &str, value: &str, expected: &str) {
    for (source, expected) in [
        (source.to_owned(), expected.to_owned()),
        (source.replace('\n', "\r\n"), expected.replace('\n', "\r\n")),
    ] {
        let (outline, field) = find(source.as_bytes());
        let edit = field.target().unwrap().set(&outline, source.as_bytes(), value).unwrap();
        let result = String::from_utf8(Patch::from(edit).apply(source.as_bytes())).unwrap();
        assert_eq!(result, expected);
        let (outline, field) = find(result.as_bytes());
        assert_eq!(field.target().unwrap().set(&outline, result.as_bytes(), value), Ok(None), "{result}");
    }
}

/// S-65, 10.4: the value of the winning line is replaced, and nothing else.
#[test]
fn values_are_replaced() {
    check_write("Phase: 1\n  Phase: 2\n**Phase:** 3  \n", "4", "Phase: 1\n  Phase: 2\n**Phase:** 4  \n");
    check_write("| Phase | 3   | \n", "4 of 5", "| Phase | 4 of 5   | \n");
    check_write("Phase:\n", "new", "Phase: new\n");
    check_write("Phase:  \n", "new", "Phase: new\n");
    check_write("**Phase:**   \nPhase: 2\n", "new", "**Phase:** new\nPhase: 2\n");
    check_write("**Phase:**", "new", "**Phase:** new");
    check_write("Phase: <!-- c -->\n", "new", "Phase: new <!-- c -->\n");
    check_write("| Phase |  |\n", "new", "| Phase | new |\n");
    check_write("| Phase ||\n", "new", "| Phase | new |\n");
    check_write("Phase: 1 <!-- c -->\n", "new", "Phase: new <!-- c -->\n");
    check_write("フェーズ：2\n", "new", "フェーズ：new\n");
    check_write("Phase: same\n", "same", "Phase: same\n");
}

#[test]
fn pipes_stay_out_of_rows() {
    let source = b"| Phase | 3 |\n";
    let (outline, field) = find(source);
    assert_eq!(field.target().unwrap().set(&outline, source, "a|b"), Err(PipeInCell));
    assert_eq!(PipeInCell.to_string(), "a value with `|` cannot stand in a table row");
}

/// S-64: what the validator needs to know of the occurrences.
#[test]
fn occurrences_tell_all() {
    let source = b"Phase: 1\n| **Phase:** | 2 |\nPhase:\n| Phase | 3 |\n";
    let (_, field) = find(source);
    let forms: Vec<_> =
        field.occurrences().iter().map(|found| (found.form, found.is_bold_in_table(source))).collect();
    assert_eq!(forms, [(Form::Plain, false), (Form::Bold, true), (Form::Table, false)]);
    assert_eq!(field.unset().len(), 1);
    let source = b"A: 1\nb\n**C d:** 2\n- x: y\n## T: z\n";
    let outline = Outline::parse(source);
    let all = all_fields(&outline, source, outline.body());
    assert_eq!(all.iter().map(|found| found.label.of(source)).collect::<Vec<_>>(), [b"A".as_slice(), b"C d"]);
}

/// Every label in the order of the file, whatever its form: a row is found with the line behind it, a plain label behind the bold ones
/// of its line.
#[test]
fn all_labels_in_order() {
    let source = b"A: **B:** 1 **C:**\n| D **E:** | 2 |\n| F | 3 |\n\nG: 4\n";
    let outline = Outline::parse(source);
    let starts: Vec<_> =
        all_labels(&outline, source, outline.body()).iter().map(|found| found.label.start).collect();
    assert!(starts.is_sorted(), "{starts:?}");
    let labels: Vec<_> = all_labels(&outline, source, outline.body())
        .iter()
        .map(|found| String::from_utf8_lossy(found.label.of(source)).into_owned())
        .collect();
    assert_eq!(labels, ["A", "B", "C", "| D **E", "D **E:**", "E", "F", "G"]);
    for none in [": x\n", "  A: 1\n", "| A\\| b |\n", "| A | b \\|\n"] {
        let outline = Outline::parse(none.as_bytes());
        assert_eq!(all_labels(&outline, none.as_bytes(), outline.body()), [], "{none}");
    }
}

/// G10: the field found in front of a place, and what is known of the rest, are the field of the whole.
#[test]
fn a_field_is_put_together() {
    let (earlier, source) = ("Phase: 1\n", "Phase: 22\n\n**Phase:**\n");
    let rest = "**Phase:** 3\nPhase:\n";
    let (earlier, source) = (format!("{earlier}{rest}"), format!("{source}{rest}"));
    let same = Same { old: earlier.len() - rest.len(), new: source.len() - rest.len() };
    let outline = Outline::parse(source.as_bytes());
    let front = Field::find(&outline, source.as_bytes(), Span::new(0, same.new), &PHASE);
    let (_, known) = find(earlier.as_bytes());
    let (_, whole) = find(source.as_bytes());
    assert_eq!(front.followed_by(&known, same), whole);
}

fn check_near(source: &str, expected: Option<(NearMissKind, &str, &str)>) {
    let bytes = source.as_bytes();
    let outline = Outline::parse(bytes);
    let misses = near_misses(&outline, bytes, outline.body(), &PHASE);
    let text = |span: Span| std::str::from_utf8(span.of(bytes)).unwrap();
    let found = misses.first().map(|miss| (miss.kind, text(miss.label), text(miss.value)));
    assert_eq!(found, expected, "{source}");
}

/// S-64, section 18: lines that look like a field and are none.
#[test]
fn near_misses_are_named() {
    use NearMissKind::*;
    check_near("  Phase: 2 \n", Some((Indented, "Phase", "2")));
    check_near("\tPhase: 2\n", Some((Indented, "Phase", "2")));
    check_near("- Phase: 2\n", Some((ListItem, "Phase", "2")));
    check_near("  3. phase: 2\n", Some((ListItem, "phase", "2")));
    check_near("> Phase: 2\n", Some((Quote, "Phase", "2")));
    check_near("**Phase**: 2\n", Some((ColonOutsideBold, "Phase", "2")));
    check_near("- **Phase** : 2\n", Some((ColonOutsideBold, "Phase", "2")));
    check_near("Phase : 2\n", Some((BlankBeforeColon, "Phase", "2")));
    check_near("**Phase :** 2\n", Some((BlankBeforeColon, "Phase", "2")));
    check_near("Phase：2\n", Some((WideColon, "Phase", "2")));
    check_near("**Phase：** 2\n", Some((WideColon, "Phase", "2")));
    for read in [
        "Phase: 2\n",
        "**Phase:** 2\n",
        "- **Phase:** 2\n",
        "フェーズ：2\n",
        "- Phases: 2\n",
        "- Phase:\n",
        "```\n- Phase: 2\n```\n",
        "**Phase** 2\n",
        "Phase 2: x\n",
    ] {
        check_near(read, None);
    }
}

proptest! {
    /// S-65: what is set is read again, and nothing outside the line changes.
    #[test]
    fn set_then_get(before in "[a-z \n*|:`<>!-]{0,40}", label in prop::sample::select(vec!["Phase: x", "**Phase:** x", "**Phase:**", "Phase:"]), value in "[a-zA-Z0-9()—:.]([a-zA-Z0-9 ()—:.]{0,20}[a-zA-Z0-9()—:.])?", behind in "[a-z \r\n]{0,20}") {
        let source = format!("{before}\n{label}\n{behind}");
        let (outline, field) = find(source.as_bytes());
        if let Some(target) = field.target() {
            let edit = target.set(&outline, source.as_bytes(), &value).unwrap();
            let result = Patch::from(edit).apply(source.as_bytes());
            let (outline, field) = find(&result);
            let text = field.winner().unwrap().text(&outline, &result);
            prop_assert_eq!(text.as_ref(), value.as_bytes());
            prop_assert!(result.ends_with(behind.as_bytes()));
        }
    }

    #[test]
    fn no_bytes_are_too_odd(source in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'*'), Just(b'|'), Just(b':'), Just(b'P'), any::<u8>()], 0..80)) {
        let (outline, field) = find(&source);
        for occurrence in field.occurrences().iter().chain(field.unset()) {
            prop_assert!(occurrence.line.content.covers(occurrence.value.join(occurrence.label)));
        }
        near_misses(&outline, &source, outline.body(), &PHASE);
    }
}

/// 10.2: several fields in one pass are what each of them is alone, and a part of a scope holds its own occurrences.
#[test]
fn many_fields_in_one_pass() {
    let source = "Phase: 1\nPlan: 2\n| Phase | 3 |\n**Plan:**\n".as_bytes();
    let outline = Outline::parse(source);
    let plan = [Label::new("Plan")];
    let each = Field::find_each(&outline, source, outline.body(), &[&PHASE[..], &plan[..]]);
    let alone = |labels: &[Label<'_>]| Field::find(&outline, source, outline.body(), labels);
    assert_eq!(each, [alone(&PHASE), alone(&plan)]);
    let below = each[0].within(Span::new(9, source.len()));
    assert_eq!(below.winner().map(|winner| winner.form), Some(Form::Table));
    let labels: Vec<_> =
        all_labels(&outline, source, outline.body()).iter().map(|found| found.form).collect();
    // `**Plan` is a plain label too; no field has it.
    assert_eq!(labels, [Form::Plain, Form::Plain, Form::Table, Form::Plain, Form::Bold]);
}

/// G10: lines that are passed over are those in which nothing is found. Of every three kinds of line in every order, what is found of
/// one field is what is found of all labels and has its name.
#[test]
fn lines_that_hold_no_field_are_passed_over() {
    let kinds = [
        "- [Phase 4]: an item\n",
        "\n",
        "Phase: 2\n",
        "- **Phase:** 3\n",
        "| Phase | 4 |\n",
        "|---|---|\n",
        "| 1 | Phase |\n",
        "  | Phase | 5 |\n",
        "<!-- a\n",
        "b --> Phase: 6 **Phase:** 7\n",
        "```\n",
        "# Heading\r\n",
        "- [x](y) <!-- **Phase:** 8 -->\n",
        "フェーズ：9\n",
        "Phase: without an end",
    ];
    let pairs = kinds.iter().flat_map(|first| kinds.map(|second| format!("{first}{second}")));
    for (start, end) in pairs.flat_map(|start| kinds.map(|end| (start.clone(), end))) {
        let source = format!("{start}{end}{start}");
        let (outline, field) = find(source.as_bytes());
        let is_named = |occurrence: &Occurrence| {
            let label = occurrence.label.of(source.as_bytes());
            PHASE.iter().any(|known| same(label, known.text.as_bytes()))
        };
        let mut all = all_labels(&outline, source.as_bytes(), outline.body());
        all.retain(is_named);
        let mut found: Vec<Occurrence> = field.occurrences.iter().chain(&field.unset).copied().collect();
        let by_place = |occurrence: &Occurrence| (occurrence.label.start, occurrence.form);
        all.sort_by_key(by_place);
        found.sort_by_key(by_place);
        assert_eq!(found, all, "{source}");
    }
}

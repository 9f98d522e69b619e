use super::*;

fn check(text: &str, word: &str) {
    assert_eq!(normalise(text).as_str(), word, "{text}");
}

fn check_doubt(text: &str, word: &str, doubt: Option<StatusDoubt>) {
    let reading = read_status(text);
    assert_eq!((reading.word.as_str(), reading.doubt), (word, doubt), "{text}");
}

/// S-40, D16: the seed's table in the order of section 8.
#[test]
fn table_of_section_8() {
    for (text, word) in [
        ("Discussing Phase 2", "discussing"),
        ("Ready to plan", "planning"),
        ("PLANNING", "planning"),
        ("Planning complete", "planning"),
        ("Executing Phase 4", "executing"),
        ("In progress", "executing"),
        ("Ready to execute", "executing"),
        ("Phase complete — ready for verification", "verifying"),
        ("Verified", "verifying"),
        ("All phases complete", "completed"),
        ("v2.0 milestone complete", "completed"),
        ("Completed ✅", "completed"),
        ("Done", "completed"),
        ("Paused", "paused"),
        ("Stopped: planning is done", "paused"),
        ("Executing, verification planned", "executing"),
        ("Complete, ready to execute Phase 3", "completed"),
        ("Awaiting next milestone", "unknown"),
        ("Defining requirements", "unknown"),
        ("", "unknown"),
        ("wip", "unknown"),
    ] {
        check(text, word);
    }
}

/// D15: a pause point decides whatever the text.
#[test]
fn pause_wins() {
    assert_eq!(read_status_with_pause("Executing", true).word, StatusWord::Paused);
    assert_eq!(read_status_with_pause("Executing", false).word, StatusWord::Executing);
}

/// 10.6: words of other languages are a second pass.
#[test]
fn other_languages_behind_the_table() {
    for (text, word) in [
        ("フェーズ 2 実行中", "executing"),
        ("計画中", "planning"),
        ("议论: 讨论", "discussing"),
        ("Em Execução", "executing"),
        ("En discusión", "discussing"),
        ("Completada", "completed"),
        ("Выполняется", "executing"),
        ("ПАУЗА: Приостановлено", "paused"),
        ("검증", "verifying"),
        ("完了、in progress", "executing"),
    ] {
        check(text, word);
    }
}

/// Section 8: `status_ambiguous`.
#[test]
fn doubt() {
    for (text, word, doubt) in [
        ("Incomplete", "completed", Some(StatusDoubt::InsideWord)),
        ("unverified", "verifying", Some(StatusDoubt::InsideWord)),
        ("abandoned", "completed", Some(StatusDoubt::InsideWord)),
        ("completely new", "completed", Some(StatusDoubt::InsideWord)),
        ("Not done", "completed", Some(StatusDoubt::Negated)),
        ("isn’t  complete", "completed", Some(StatusDoubt::Negated)),
        ("never paused", "paused", Some(StatusDoubt::Negated)),
        ("No planning", "planning", Some(StatusDoubt::Negated)),
        ("see .planning/notes", "planning", Some(StatusDoubt::InsidePath)),
        ("look into `.planning`", "planning", Some(StatusDoubt::InsidePath)),
        ("docs/done.md", "completed", Some(StatusDoubt::InsidePath)),
        ("verification", "verifying", None),
        ("Completed", "completed", None),
        ("Not incomplete: done", "completed", None),
        ("Complete (3/3)", "completed", None),
        ("knot done", "completed", None),
        ("フェーズ2をexecuting中", "executing", None),
        ("Wondering", "unknown", None),
        // Of the words of other languages none is doubted.
        ("docs/completada", "completed", None),
        ("No completada", "completed", None),
    ] {
        check_doubt(text, word, doubt);
    }
}

/// S-13: the canonical words are read back as themselves.
#[test]
fn words_round_trip() {
    for word in StatusWord::ALL {
        assert_eq!(StatusWord::from_word(word.as_str()), Some(word));
    }
    assert_eq!(StatusWord::from_word("Executing Phase 2"), None);
    assert_eq!(StatusWord::from_word(" Paused "), Some(StatusWord::Paused));
}

/// Section 8, `status_ambiguous`: the warning names the words found and what stands against them.
#[test]
fn doubt_in_words() {
    for (text, word, matched, doubt) in [
        ("Incomplete", "completed", "complete", "stands inside a longer word"),
        ("Not done", "completed", "done", "is negated by the word before it"),
        ("see .planning/notes", "planning", "planning", "is part of a path"),
    ] {
        let warning = crate::writing::status_warning(text).unwrap();
        let expected =
            format!("`{text}` is read as `{word}`, but `{matched}` {doubt}; use a word of the status table");
        assert_eq!(warning.message, expected);
    }
    assert_eq!(crate::writing::status_warning("Done"), None);
}

/// S-41: the stages are the words of commands that run.
#[test]
fn stages() {
    let stages: Vec<_> =
        StatusWord::ALL.into_iter().filter(|word| word.is_stage()).map(StatusWord::as_str).collect();
    assert_eq!(stages, ["discussing", "planning", "executing", "verifying"]);
}

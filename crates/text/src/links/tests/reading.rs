//! A new destination changes nothing but itself (8.4): where it would make something else of the text around it, it is left.

use super::sample::{archived, folder, path, relink};
use crate::links::{Citations, LeftBecause, NewTarget};

const RECORD: &str = "../docs/history/specs/0042-sample.md";

/// The document stays as it is, and `target` is reported.
fn check_left(document: &str, target: &str) {
    let (text, left) = relink("a/guide.md", document);
    assert_eq!(text, document);
    assert_eq!(left, [(1, target.to_owned())], "{document:?}");
    let place = path("a/guide.md");
    let citations = Citations::find(document.as_bytes(), place.clone(), &[folder()]);
    let left = citations.rewrite(&place, archived).left;
    assert!(left.iter().all(|left| left.because == LeftBecause::AltersReading), "{left:?}");
}

/// A-10, 8.3: an unfinished link stays no link, a bracket no wiki link and no reference, also where only the old target's blanks,
/// quotes, parentheses or backticks keep it from being one.
#[test]
fn a_10_what_a_target_keeps_apart() {
    let folder = "../docs/specs/0042-sample";
    for (before, target, behind) in [
        ("[x]([y](<", "/measurement/ ../..", ">))"),
        ("[x](z (<a href='", "/measurement/(/../..", "'>))"),
        ("[x](z \"<a href='", "/measurement/\"/../..", "'>\")"),
        ("[[<a href='", "/measurement/`/../..", "'>]]"),
    ] {
        let target = format!("{folder}{target}");
        check_left(&format!("{before}{target}{behind}"), &target);
    }
    let definition = format!("\n\n[<a href='{RECORD}'>]: z\n");
    check_left(&format!("[<a href='{folder}'>]{definition}"), folder);
}

/// what is left keeps nothing else from being rewritten, above, below and behind it in another paragraph.
#[test]
fn a_10_only_what_alters_is_left() {
    let odd = "[x]([y](<../docs/specs/0042-sample/measurement/ ../..>))";
    let link = "[z](../docs/specs/0042-sample) docs/specs/0042-sample/_prd.md";
    let new = format!("[z]({RECORD}) docs/history/specs/0042-sample.md");
    let (text, left) = relink("a/guide.md", &format!("{link} {odd}\n\n{link}\n"));
    assert_eq!(text, format!("{new} {odd}\n\n{new}\n"));
    assert_eq!(left, [(1, "../docs/specs/0042-sample/measurement/ ../..".to_owned())]);
}

/// 8.4: text that would become code, a comment, a tag or a wiki link is read otherwise, although no destination comes or goes.
#[test]
fn regions_count_without_destinations() {
    let place = path("a/guide.md");
    for (target, behind, is_left) in [
        ("docs/it", "` b `", false),
        ("docs/`it", " b `", true),
        ("docs/`it", " b", false),
        ("docs/<!--it", " b -->", true),
        ("docs/<i", " b>", true),
        ("docs/[[it", "]]", true),
    ] {
        let document = format!("See docs/specs/0042-sample/task_01.md{behind}\n");
        let citations = Citations::find(document.as_bytes(), place.clone(), &[folder()]);
        let rewrite = citations.rewrite(&place, |_| NewTarget::MovedTo(path(target)));
        assert_eq!(
            (rewrite.changes.len(), rewrite.left.len()),
            if is_left { (0, 1) } else { (1, 0) },
            "{target}{behind}"
        );
    }
}

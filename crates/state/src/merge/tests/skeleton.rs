//! 6.8: what becomes of the lines and slots of a content, in letters: `a` to `z` lines, `_` a blank line, digits slots.

use crate::merge::choice::{Side, Three};
use crate::merge::skeleton::{Part, merge_tokens};
use crate::merge::token::{KeyedLine, LabelRule, Token};

fn tokens(text: &str) -> Vec<Token<'_>> {
    let token = |(place, letter): (usize, char)| {
        let line = text.get(place..=place).unwrap_or_default();
        match letter {
            '_' => Token::Blank(b""),
            '0'..='9' => Token::Keyed(KeyedLine {
                label: line.to_owned(),
                line: line.as_bytes(),
                rule: LabelRule::Leading,
            }),
            _ => Token::Prose(line.as_bytes()),
        }
    };
    text.char_indices().map(token).collect()
}

/// The merged parts: `~` a blank line unless one stands there, `<base|ours|theirs>` a conflict, `(ours,theirs)` a slot by its places,
/// with `?` where one side took it away.
fn merged(base: &str, ours: &str, theirs: &str) -> String {
    let read = [base, ours, theirs].map(tokens);
    let [base_tokens, our_tokens, their_tokens] = &read;
    let parts = merge_tokens(Three {
        base: base_tokens.as_slice(),
        ours: our_tokens.as_slice(),
        theirs: their_tokens.as_slice(),
    });
    let at = |text: &str, places: &[usize]| -> String {
        places.iter().filter_map(|place| text.get(*place..=*place)).collect()
    };
    let place = |place: Option<usize>| place.map_or("-".to_owned(), |place| place.to_string());
    let shown = |part: Part| match part {
        Part::Line(Side::Ours, place) => at(ours, &[place]),
        Part::Line(Side::Theirs, place) => at(theirs, &[place]),
        Part::SoftBlank => "~".to_owned(),
        Part::Conflict(places) => {
            format!("<{}|{}|{}>", at(base, &places.base), at(ours, &places.ours), at(theirs, &places.theirs))
        }
        Part::Slot(slot) => {
            let mark = if slot.is_kept { "" } else { "?" };
            format!("({},{}){mark}", place(slot.ours), place(slot.theirs))
        }
    };
    parts.into_iter().map(shown).collect()
}

fn check(cases: &[(&str, &str, &str, &str)]) {
    for (base, ours, theirs, parts) in cases {
        assert_eq!(merged(base, ours, theirs), *parts, "base {base} ours {ours} theirs {theirs}");
    }
}

/// L6, 6.8: what both sides have of a stretch that changed stands once, and splits it where it is a slot or new.
#[test]
fn common_parts() {
    check(&[
        ("", "a1b", "a", "a(1,-)b"),
        ("22", "_bb", "_c_", "~<|bb|c>~"),
        ("ab", "b", "_2", "~<ab|b|>~(-,1)?"),
        ("aba", "1cc", "c_", "c<aba|c|>~(0,-)?"),
        ("_a", "1_b", "cb", "<a||c>b(0,-)?~"),
        ("ca", "_", "bb", "~<ca||bb>~"),
    ]);
}

/// L6, 6.8: of the base, what stands in front of a slot of both sides is compared with what they have in front of it.
#[test]
fn base_around_a_slot() {
    check(&[
        ("_21", "2_b", "b2b", "b(0,1)_b"),
        ("c", "2", "211", "(0,0)(-,1)?(-,2)?"),
        ("1b1", "2a", "a2", "(0,1)a"),
        ("1b1", "a2", "2a", "a(1,0)"),
        ("1b1", "b2a", "ca2", "<|b|ca>(1,2)<b|a|>"),
        ("1b1", "ca2", "b2a", "<|ca|b>(2,1)<b||a>"),
        ("b_b", "c1a", "c_1", "c(1,2)a"),
        ("b", "2b", "a_2", "<b||a>~(0,2)b"),
        ("ac2", "2c_", "2ab", "(0,0)<|c|ab>~"),
        ("_2", "2", "2_", "(0,0)_"),
    ]);
}

/// L6, 6.8: a slot that one side took away is asked for still, with the blank lines around it.
#[test]
fn slots_of_one_side() {
    check(&[("ac", "2", "", "(0,-)"), ("", "ccb", "1", "ccb(-,0)?"), ("2cb", "1_b", "", "<cb|b|>(0,-)?~")]);
}

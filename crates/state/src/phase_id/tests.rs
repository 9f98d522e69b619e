//! 9.1 as tables, and the laws of the comparator.

use std::hash::{Hash as _, Hasher as _};

use super::{PhaseId, read_folder_name};
use proptest::prelude::*;

fn id(text: &str) -> PhaseId {
    PhaseId::parse(text).unwrap_or_else(|| panic!("`{text}` should be a phase id"))
}

/// S-17, S-22, D18: the shapes of 9.1 are read whole, with their plain and padded spellings.
#[test]
fn shapes_of_ids() {
    let cases = [
        ("2", "2", "02"),
        ("02", "2", "02"),
        ("2.1", "2.1", "02.1"),
        ("2.10", "2.10", "02.10"),
        ("3A", "3A", "03A"),
        ("22a", "22A", "22A"),
        ("12A.1", "12A.1", "12A.1"),
        ("2.1.3.4", "2.1.3.4", "02.1.3.4"),
        ("B7", "B7", "B7"),
        ("e1", "E1", "E1"),
        ("02-04", "2-04", "02-04"),
        ("m8-01", "M8-01", "M8-01"),
        ("PROJ-02.1", "2.1", "02.1"),
        ("phase-01", "1", "01"),
        ("pre-04.4", "4.4", "04.4"),
        ("120", "120", "120"),
        ("V7", "V7", "V7"),
        ("123456789", "123456789", "123456789"),
    ];
    for (text, plain, padded) in cases {
        assert_eq!((id(text).plain(), id(text).padded()), (plain.to_owned(), padded.to_owned()), "{text}");
        assert_eq!(id(text).spelled(), text);
        assert_eq!(id(text), id(plain), "{text}");
    }
}

/// Fault kind "numbers out of context": versions, words and run-on numbers are no ids.
#[test]
fn what_is_no_id() {
    for text in [
        "",
        "v0.5",
        "V2.0",
        "A",
        "Phase",
        "30days",
        "2.",
        ".1",
        "2.1x2",
        "2 3",
        "-2",
        "2-",
        "1234567890",
        "AB12",
        "2.1.",
        "x-",
        "２",
    ] {
        assert_eq!(PhaseId::parse(text), None, "`{text}`");
    }
}

/// S-22: an id is read at the start of a text, up to its word border.
#[test]
fn id_in_front_of_text() {
    let cases = [
        ("2. Core Engine", "2"),
        ("2 of 3", "2"),
        ("2.10: Late", "2.10"),
        ("12A of 17", "12A"),
        ("3 - Pilot", "3"),
        ("3—Pilot", "3"),
        ("3-Pilot", "3"),
        ("2-01: Tides", "2-01"),
        ("2：名", "2"),
        ("1/3", "1"),
        ("PROJ-05 (x)", "PROJ-05"),
    ];
    for (text, spelled) in cases {
        let (id, length) = PhaseId::read(text.as_bytes()).unwrap_or_else(|| panic!("`{text}`"));
        assert_eq!((id.spelled(), &text[..length]), (spelled, spelled), "{text}");
    }
}

/// D18: equal ids find each other in a hash map, and the hash tells others apart.
#[test]
fn hashes() {
    let hash = |text: &str| {
        let mut state = std::hash::DefaultHasher::new();
        id(text).hash(&mut state);
        state.finish()
    };
    assert_eq!(hash("PROJ-02"), hash("2"));
    for other in ["3", "2.1", "B2"] {
        assert_ne!(hash(other), hash("2"), "{other}");
    }
}

/// D18: the order of 9.1.
#[test]
fn order() {
    let sorted = [
        "1", "2", "2.1", "2.1.1", "2.2", "2.10", "2A", "2A.1", "2B", "2-01", "2-02", "3", "10", "999.1",
        "B7", "B10", "C1",
    ];
    for (left, right) in sorted.iter().zip(sorted.iter().skip(1)) {
        assert!(id(left) < id(right), "{left} < {right}");
    }
}

/// D18: whole numbers 0 and 999 are parked.
#[test]
fn sentinels() {
    for (text, parked) in [
        ("0", true),
        ("00", true),
        ("0.1", true),
        ("999", true),
        ("999.1", true),
        ("PROJ-999", true),
        ("9", false),
        ("B0", false),
        ("99", false),
    ] {
        assert_eq!(id(text).is_sentinel(), parked, "{text}");
    }
}

/// S-17, 9.1: which phase a folder belongs to.
#[test]
fn folder_names() {
    let cases = [
        ("01-setup", Some(("01", "setup"))),
        ("20-2024-report", Some(("20", "2024-report"))),
        ("07-30d-window", Some(("07", "30d-window"))),
        ("02-04-feature", Some(("02-04", "feature"))),
        ("02.1-patch", Some(("02.1", "patch"))),
        ("04.4.2-deep", Some(("04.4.2", "deep"))),
        ("22a-side", Some(("22a", "side"))),
        ("pre-04.4-probe", Some(("04.4", "probe"))),
        ("phase-01", Some(("01", ""))),
        ("E1-auth", Some(("E1", "auth"))),
        ("m8-01-lamps", Some(("m8-01", "lamps"))),
        ("CK-03-quay", Some(("03", "quay"))),
        ("A1-05-quay", Some(("A1-05", "quay"))),
        ("999.1-idea", Some(("999.1", "idea"))),
        ("03-潮汐", Some(("03", "潮汐"))),
        ("notes", None),
        ("30days-challenge", None),
        ("v2.0-phases", None),
        ("02_old", None),
        ("02.backup", None),
    ];
    for (name, expected) in cases {
        let found = read_folder_name(name, None);
        assert_eq!(found.as_ref().map(|(id, slug)| (id.as_str(), *slug)), expected, "{name}");
    }
    // A configured code is taken off where it stands, and nothing else is.
    for (name, code, expected) in [
        ("a1-05-quay", "A1", ("05", "quay")),
        ("b1-05-quay", "A1", ("b1-05", "quay")),
        ("20-2024-report", "CK", ("20", "2024-report")),
    ] {
        let (id, slug) = read_folder_name(name, Some(code)).unwrap();
        assert_eq!((id.as_str(), slug), expected, "{name}");
    }
}

/// 15, `phase insert` and `phase remove`: new ids keep the spelling of the old ones.
#[test]
fn derived_ids() {
    assert_eq!(id("02").with_decimal(3).as_str(), "02.3");
    for (text, depth, number, aligned, expected) in [
        ("PROJ-04.1", 0, 3, false, Some("PROJ-03.1")),
        ("12A.3", 2, 2, false, Some("12A.2")),
        ("12A.3", 1, 2, false, None),
        ("010", 0, 9, false, Some("009")),
        ("10", 0, 9, false, Some("9")),
        ("10", 0, 9, true, Some("09")),
        ("2.10", 1, 9, true, Some("2.9")),
    ] {
        let found = id(text).with_number_at(depth, number, aligned);
        assert_eq!(found.as_ref().map(PhaseId::spelled), expected, "{text}");
    }
    assert_eq!(id("2.1.3").parent().unwrap(), id("2.1"));
    assert_eq!(id("2").parent(), None);
    assert!(id("2.1.3").is_below(&id("02")) && id("2A").is_below(&id("2")) && !id("20").is_below(&id("2")));
    assert_eq!(id("2.10").decimal_of(&id("2")), Some(10));
    assert_eq!(id("2A").decimal_of(&id("2")), None);
    assert_eq!(id("2.1.3").decimal_of(&id("2")), None);
}

fn any_id() -> impl Strategy<Value = PhaseId> {
    "([A-Z]{2,4}-|[A-UW-Z])?0{0,2}[0-9]{1,3}[a-cA-C]?(\\.0?[0-9]{1,2}){0,3}(-0[0-9])?"
        .prop_filter_map("an id", |text| PhaseId::parse(&text))
}

proptest! {
    /// D18: the comparator is a total order that agrees with equality, and equality with the plain spelling.
    #[test]
    fn comparator_is_a_total_order(a in any_id(), b in any_id(), c in any_id()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a == b, a.plain() == b.plain());
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }

    /// D18: plain and padded spellings name the same phase.
    #[test]
    fn spellings_are_equal(a in any_id()) {
        prop_assert_eq!(PhaseId::parse(&a.padded()), Some(a.clone()));
        prop_assert_eq!(PhaseId::parse(&a.plain()), Some(a.clone()));
    }

    /// Fault kind "shapes and order": any bytes are read without a panic, and never beyond a word border.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..24)) {
        if let Some((id, length)) = PhaseId::read(&bytes) {
            prop_assert_eq!(id.spelled().as_bytes(), &bytes[..length]);
        }
        let _ = read_folder_name(&String::from_utf8_lossy(&bytes), Some("A"));
    }
}

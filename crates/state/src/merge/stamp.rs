//! When something says it happened, so that two stamps can be compared (contract 6.4, 6.5).

use jiff::Timestamp;

use crate::dates::{read_dated, read_instant};

/// The instant at the start of a text: a stamp with its offset, or midnight UTC of a date. `None`, which comes before every
/// instant, for anything else.
pub(super) fn moment(text: &str) -> Option<Timestamp> {
    let first = text.split_whitespace().next().unwrap_or_default();
    read_instant(text).or_else(|| read_instant(first)).or_else(|| {
        let dated = read_dated(text.trim_start_matches(|c: char| !c.is_ascii_digit()))?;
        format!("{}T00:00:00Z", dated.date).parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.4: offsets are respected, a date is midnight UTC, what cannot be read is earliest.
    #[test]
    fn moments() {
        let texts = [
            "soon",
            "2026-10-01",
            "2026-10-01T10:00:00+02:00",
            "2026-10-01T09:00:00.000Z",
            "2026-10-01T09:00:00.001Z",
            "2026-10-02 after phase 2",
        ];
        let moments: Vec<_> = texts.iter().map(|text| moment(text)).collect();
        assert!(moments.is_sorted() && moments.windows(2).all(|pair| pair[0] < pair[1]), "{moments:?}");
    }
}

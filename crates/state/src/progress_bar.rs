//! The bar that draws a percent: ten cells, as the body's `Progress` field, the status line and its context meter
//! show it (S-61, D19). It draws a number that was counted elsewhere and counts nothing.

/// How many cells a bar has.
const CELLS: u8 = 10;

/// The ten cells of `percent`: one filled cell for each full tenth (D19), above 100 all of them.
#[must_use]
pub fn cells(percent: u8) -> String {
    let filled = (percent / CELLS).min(CELLS);
    let cell = |index| if index < filled { '█' } else { '░' };
    (0..CELLS).map(cell).collect()
}

/// The bar as texts show it: `[███░░░░░░░] 33%`; above 100 it says 100.
#[must_use]
pub fn bar(percent: u8) -> String {
    format!("[{}] {}%", cells(percent), percent.min(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(percent: u8, expected: &str) {
        assert_eq!(bar(percent), expected);
    }

    /// S-61, D19: floor of a tenth, never rounded, full only at 100.
    #[test]
    fn s_61_ten_cells() {
        check(0, "[░░░░░░░░░░] 0%");
        check(9, "[░░░░░░░░░░] 9%");
        check(10, "[█░░░░░░░░░] 10%");
        check(59, "[█████░░░░░] 59%");
        check(99, "[█████████░] 99%");
        check(100, "[██████████] 100%");
        check(250, "[██████████] 100%");
    }
}

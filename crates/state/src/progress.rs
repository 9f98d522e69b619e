//! The one progress function (9.5, D18): counters over the phases of a window, and the percent in the phase dimension (S-21).

use crate::facts::Counters;
use crate::phase_files::PhasePlans;

/// Counts phases and plans. Completed never exceeds total, since both are counted over the same plans.
pub fn count<'p>(phases: impl IntoIterator<Item = &'p PhasePlans>) -> Counters {
    let mut counters = Counters::default();
    for plans in phases {
        counters.total_phases = counters.total_phases.saturating_add(1);
        counters.completed_phases = counters.completed_phases.saturating_add(u32::from(plans.is_complete()));
        counters.total_plans = counters.total_plans.saturating_add(bounded(plans.total()));
        counters.completed_plans = counters.completed_plans.saturating_add(bounded(plans.completed()));
    }
    counters.percent = percent(
        (counters.completed_plans, counters.total_plans),
        (counters.completed_phases, counters.total_phases),
    );
    counters
}

/// 100 · the smaller of the two ratios (completed, total), rounded half up; 100 only when both are complete, else at most 99. A ratio
/// without a total counts as complete; without any total there is no percent.
pub fn percent(plans: (u32, u32), phases: (u32, u32)) -> Option<u8> {
    let ratios = [plans, phases].into_iter().filter(|(_, total)| *total > 0);
    let percents = ratios.map(|(completed, total)| {
        let (completed, total) = (u64::from(completed.min(total)), u64::from(total));
        // Half up: ⌊(200·c + t) / 2t⌋.
        let rounded = (200 * completed + total) / (2 * total);
        if completed == total { 100 } else { rounded.min(99) }
    });
    percents.min().and_then(|percent| u8::try_from(percent).ok())
}

fn bounded(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// S-21, 9.5: the table of the contract.
    #[test]
    fn percents() {
        for (plans, phases, expected) in [
            ((3, 5), (1, 3), Some(33)),
            ((5, 5), (2, 3), Some(67)),
            ((47, 84), (10, 17), Some(56)),
            ((1, 8), (1, 8), Some(13)),
            ((199, 200), (199, 200), Some(99)),
            ((0, 0), (0, 3), Some(0)),
            ((0, 0), (0, 0), None),
            ((3, 3), (1, 1), Some(100)),
            ((3, 3), (1, 2), Some(50)),
            ((9, 3), (1, 1), Some(100)),
            ((u32::MAX - 1, u32::MAX), (1, 1), Some(99)),
        ] {
            assert_eq!(percent(plans, phases), expected, "{plans:?} {phases:?}");
        }
    }

    proptest! {
        /// S-21, D18: never above 100, and 100 exactly when everything is done.
        #[test]
        fn hundred_is_all(completed_plans in 0..500_u32, total_plans in 0..500_u32, completed_phases in 0..500_u32, total_phases in 1..500_u32) {
            let done = completed_plans >= total_plans && completed_phases >= total_phases;
            let percent = percent((completed_plans, total_plans), (completed_phases, total_phases)).unwrap();
            prop_assert!(percent <= 100);
            prop_assert_eq!(percent == 100, done);
        }
    }
}

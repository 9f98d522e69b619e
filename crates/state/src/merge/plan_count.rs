//! Counts of plans in ROADMAP.md, `2/3 plans executed`, and how far each is (contract 6.10).

use super::merger::PlanBoxes;
use crate::roadmap::edit::PlansCount;

/// How much a text says about plans, least first: nothing, a number, plans done of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PlanCount {
    Unknown,
    All(usize),
    Done(usize, usize),
}

impl PlanCount {
    /// Reads the start of a value. Every text has a count, if only an unknown one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let numbers = PlansCount::read(text.as_bytes()).and_then(|count| count.numbers);
        Some(match numbers {
            None => Self::Unknown,
            Some((all, None)) => Self::All(all),
            Some((done, Some(all))) => Self::Done(done, all),
        })
    }
}

/// A text `n/m …` counted again from boxes: n at least the ticked ones, m all of them when that is not below n. `None` when the
/// text is no such count or stays as it is.
pub(super) fn counted(text: &str, boxes: PlanBoxes, has_words: bool) -> Option<String> {
    let count = PlansCount::read(text.as_bytes())?;
    let (done, Some(all)) = count.numbers? else { return None };
    if boxes.all == 0 {
        return None;
    }
    let done = done.max(boxes.ticked);
    let all = if boxes.all >= done { boxes.all } else { all };
    if has_words && done == all {
        let behind = text.get(count.length..).unwrap_or_default();
        return Some(format!("{done}/{all} plans complete{behind}"));
    }
    let slash = text.find('/')?;
    let digits = text.get(slash + 1..)?.bytes().take_while(u8::is_ascii_digit).count();
    Some(format!("{done}/{all}{}", text.get(slash + 1 + digits..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L6, 6.10: plans done say more than a number of plans, that more than none.
    #[test]
    fn order_of_counts() {
        let texts = ["TBD", "2 plans", "3 plans", "0/2 plans executed", "1/3", "1/4 plans executed", "2/3"];
        let read: Vec<PlanCount> = texts.iter().filter_map(|text| PlanCount::read(text)).collect();
        assert!(read.is_sorted(), "{read:?}");
    }

    /// L6, 6.10: counts follow the boxes and never fall behind both sides.
    #[test]
    fn counts_from_boxes() {
        let boxes = |ticked, all| PlanBoxes { ticked, all };
        for (text, boxes, has_words, expected) in [
            ("2/4 plans executed", boxes(3, 4), true, Some("3/4 plans executed")),
            ("2/3 plans executed", boxes(3, 3), true, Some("3/3 plans complete")),
            ("2/3 plans executed, late", boxes(3, 3), true, Some("3/3 plans complete, late")),
            ("4/5 plans executed", boxes(1, 2), true, Some("4/5 plans executed")),
            ("2/3", boxes(3, 3), false, Some("3/3")),
            ("2/10", boxes(3, 12), false, Some("3/12")),
            ("2/3", boxes(0, 0), false, None),
            ("3 plans", boxes(1, 3), true, None),
            ("TBD", boxes(1, 3), true, None),
        ] {
            assert_eq!(counted(text, boxes, has_words).as_deref(), expected, "{text}");
        }
    }
}

//! File names in the order people count: digit runs by value, everything else by bytes.

use std::cmp::Ordering;

/// Compares two names so that `2-9-PLAN.md` stands before `2-10-PLAN.md`. Names that differ only in padding are told apart
/// by their bytes, so the order is total.
pub fn natural_order(left: &str, right: &str) -> Ordering {
    let (mut left_rest, mut right_rest) = (left.as_bytes(), right.as_bytes());
    loop {
        let (left_run, right_run) = (next_run(left_rest), next_run(right_rest));
        if left_run.is_empty() || right_run.is_empty() {
            return left_run.len().cmp(&right_run.len()).then_with(|| left.cmp(right));
        }
        let order = compare_runs(left_run, right_run);
        if order.is_ne() {
            return order;
        }
        left_rest = left_rest.get(left_run.len()..).unwrap_or_default();
        right_rest = right_rest.get(right_run.len()..).unwrap_or_default();
    }
}

/// The run of digits at the start, else the one byte there.
fn next_run(text: &[u8]) -> &[u8] {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.get(..digits.max(1)).unwrap_or_default()
}

fn compare_runs(left: &[u8], right: &[u8]) -> Ordering {
    let both_are_numbers =
        left.first().is_some_and(u8::is_ascii_digit) && right.first().is_some_and(u8::is_ascii_digit);
    if !both_are_numbers {
        return left.cmp(right);
    }
    let (left, right) = (without_zeros(left), without_zeros(right));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

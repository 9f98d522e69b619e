//! CTX: how full the context is, against the point at which the agent compacts it.

use crate::line::{Run, Style};
use cairn_state::progress_bar;

/// The share of the window, in percent, that the agent keeps free unless it is told otherwise.
const DEFAULT_RESERVE: f64 = 16.5;

/// From how many tokens on a count is given in millions: it would be rounded to 1000k.
const MILLIONS: u64 = 999_500;

/// What is known of the context window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContextWindow {
    /// How much of it is free, in percent, as the agent says.
    pub remaining_percent: f64,
    /// Its size, in tokens, above 0.
    pub total_tokens: f64,
    /// After how many tokens the agent compacts it, if that is set.
    pub compact_window: Option<f64>,
    /// How many tokens it holds, when that is to be shown and known.
    pub used_tokens: Option<f64>,
}

impl ContextWindow {
    /// How full it is, in percent of what can be used before the agent compacts it.
    fn used_percent(self) -> u8 {
        let reserve = self
            .compact_window
            .map_or(DEFAULT_RESERVE, |window| ((1.0 - window / self.total_tokens) * 100.0).clamp(0.0, 100.0));
        if reserve >= 100.0 {
            return 100;
        }
        let usable = ((self.remaining_percent - reserve) / (100.0 - reserve) * 100.0).max(0.0);
        // Within 0 and 100 the conversion is exact.
        (100.0 - usable).round().clamp(0.0, 100.0) as u8
    }
}

/// The meter: a blank, then colour, a skull when it is urgent, cells, percent, and the count of tokens.
pub fn context(window: ContextWindow) -> Vec<Run> {
    let used = window.used_percent();
    let (style, sign) = match used {
        0..50 => (Style::Green, ""),
        50..65 => (Style::Yellow, ""),
        65..80 => (Style::Orange, ""),
        _ => (Style::BlinkingRed, "💀 "),
    };
    let tokens = window.used_tokens.filter(|tokens| *tokens >= 0.5).map(token_count);
    let suffix = tokens.map(|count| format!(" ({count})")).unwrap_or_default();
    let meter = format!("{sign}{} {used}%{suffix}", progress_bar::cells(used));
    vec![Run::new(Style::Plain, " "), Run::new(style, &meter)]
}

/// `342`, `156k`, `1.0M`.
fn token_count(tokens: f64) -> String {
    // A count that no integer holds becomes the largest one.
    let tokens = tokens.round() as u64;
    if tokens < 1000 {
        return tokens.to_string();
    }
    if tokens < MILLIONS {
        return format!("{}k", tokens.saturating_add(500) / 1000);
    }
    let tenths = tokens.saturating_add(50_000) / 100_000;
    format!("{}.{}M", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(remaining_percent: f64) -> ContextWindow {
        ContextWindow { remaining_percent, total_tokens: 1e6, compact_window: None, used_tokens: None }
    }

    /// D40: the examples of the contract, and what no agent should send.
    #[test]
    fn d40_used_percent() {
        for (remaining, used) in [
            (100.0, 0),
            (99.0, 1),
            (90.0, 12),
            (60.0, 48),
            (58.25, 50),
            (50.0, 60),
            (46.0, 65),
            (40.0, 72),
            (33.0, 80),
            (20.0, 96),
            (16.5, 100),
            (-5.0, 100),
            (120.0, 0),
            (f64::INFINITY, 0),
            (f64::NEG_INFINITY, 100),
        ] {
            assert_eq!(window(remaining).used_percent(), used, "{remaining}");
        }
    }

    /// D40: the window of the agent replaces the fixed reserve.
    #[test]
    fn d40_compact_window() {
        for (total, compact, remaining, used) in [
            (200_000.0, 100_000.0, 80.0, 40),
            (200_000.0, 200_000.0, 80.0, 20),
            (200_000.0, 900_000.0, 80.0, 20),
            (1e6, 1e-300, 80.0, 100),
            (f64::INFINITY, 5.0, 80.0, 100),
        ] {
            let window =
                ContextWindow { total_tokens: total, compact_window: Some(compact), ..window(remaining) };
            assert_eq!(window.used_percent(), used, "{compact} of {total}, {remaining} free");
        }
    }

    fn check_meter(remaining: f64, style: Style, meter: &str) {
        assert_eq!(context(window(remaining)), [Run::new(Style::Plain, " "), Run::new(style, meter)]);
    }

    /// D40: four colours and their borders.
    #[test]
    fn d40_colours() {
        check_meter(100.0, Style::Green, "░░░░░░░░░░ 0%");
        check_meter(60.0, Style::Green, "████░░░░░░ 48%");
        check_meter(58.25, Style::Yellow, "█████░░░░░ 50%");
        check_meter(46.0, Style::Orange, "██████░░░░ 65%");
        check_meter(33.0, Style::BlinkingRed, "💀 ████████░░ 80%");
    }

    /// D40: plain below 1000, then rounded to thousands, then to tenths of a million; nothing of nothing.
    #[test]
    fn d40_token_count() {
        for (tokens, expected) in [
            (0.0, "0%"),
            (-5.0, "0%"),
            (0.4, "0%"),
            (999.0, "0% (999)"),
            (1000.0, "0% (1k)"),
            (1499.0, "0% (1k)"),
            (1500.0, "0% (2k)"),
            (156_342.0, "0% (156k)"),
            (999_499.0, "0% (999k)"),
            (999_500.0, "0% (1.0M)"),
            (1_250_000.0, "0% (1.3M)"),
            (12_000_000.0, "0% (12.0M)"),
            (f64::INFINITY, "0% (18446744073709.5M)"),
        ] {
            let window = ContextWindow { used_tokens: Some(tokens), ..window(100.0) };
            assert_eq!(
                context(window)[1],
                Run::new(Style::Green, &format!("░░░░░░░░░░ {expected}")),
                "{tokens}"
            );
        }
    }
}

//! Durations of plans (S-67, D24): the spellings that are read and the one that is shown.

use std::iter::Sum;

/// A duration in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlanDuration {
    seconds: u64,
}

/// The units, largest first: their spellings and their length in seconds.
const UNITS: &[(&[&str], u64)] = &[(&["h"], 3600), (&["min", "m"], 60), (&["s"], 1)];

/// More digits than this are no duration of a plan; the sums of many stay far from overflow.
const LONGEST_NUMBER: usize = 9;

impl PlanDuration {
    /// A duration of whole seconds.
    #[must_use]
    pub fn from_seconds(seconds: u64) -> Self {
        Self { seconds }
    }

    /// Reads `90s`, `12min`, `12m`, `1h 5m`, `1.5h` or a plain number of minutes; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut rest = text.trim();
        if let Some(minutes) = plain_number(rest) {
            return Some(Self { seconds: scaled(minutes, 60)? });
        }
        let mut seconds: u64 = 0;
        let mut units = UNITS.iter();
        while !rest.is_empty() {
            let length = rest.find(|character: char| !is_number_character(character))?;
            let (number, behind) = rest.split_at_checked(length)?;
            let behind = behind.trim_start();
            // A unit may stand once, and smaller ones only behind larger ones.
            let (behind, scale) =
                units.find_map(|(spellings, scale)| Some((strip_unit(behind, spellings)?, *scale)))?;
            seconds = seconds.checked_add(scaled(plain_number(number)?, scale)?)?;
            rest = behind.trim_start();
        }
        (!text.trim().is_empty()).then_some(Self { seconds })
    }

    /// The duration as tables show it: `45s` below a minute, `12min` below an hour (half up), else `1h 5m`.
    #[must_use]
    pub fn display(self) -> String {
        if self.seconds < 60 {
            return format!("{}s", self.seconds);
        }
        match self.minutes() {
            minutes @ 0..60 => format!("{minutes}min"),
            minutes => format!("{}h {}m", minutes / 60, minutes % 60),
        }
    }

    /// The duration as the line `Average duration` shows it: `11 min`, below a minute `45 s`.
    #[must_use]
    pub fn display_spaced(self) -> String {
        if self.seconds < 60 { format!("{} s", self.seconds) } else { format!("{} min", self.minutes()) }
    }

    /// The duration in hours with one decimal, half up: `0.4 hours`.
    #[must_use]
    pub fn display_hours(self) -> String {
        let tenths = self.seconds.saturating_mul(10).saturating_add(1800) / 3600;
        format!("{}.{} hours", tenths / 10, tenths % 10)
    }

    /// The mean of durations, half up; `None` of none.
    #[must_use]
    pub fn mean(durations: &[Self]) -> Option<Self> {
        let count = u64::try_from(durations.len()).ok().filter(|count| *count > 0)?;
        let total: Self = durations.iter().copied().sum();
        Some(Self { seconds: total.seconds.saturating_add(count / 2) / count })
    }

    /// The duration in whole seconds.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.seconds
    }

    fn minutes(self) -> u64 {
        self.seconds.saturating_add(30) / 60
    }
}

impl Sum for PlanDuration {
    fn sum<I: Iterator<Item = Self>>(durations: I) -> Self {
        Self { seconds: durations.fold(0, |total, duration| total.saturating_add(duration.seconds)) }
    }
}

/// Whether plans became faster or slower (D24).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// The last three are more than a tenth shorter than the three before.
    Improving,
    /// Neither, or fewer than six plans.
    Stable,
    /// The last three are more than a tenth longer than the three before.
    Degrading,
}

impl Trend {
    /// The trend of durations in the order of the plans.
    #[must_use]
    pub fn of(durations: &[PlanDuration]) -> Self {
        let last_six = durations.len().checked_sub(6).and_then(|start| durations.get(start..));
        let Some((before, last)) = last_six.and_then(|six| six.split_at_checked(3)) else {
            return Self::Stable;
        };
        let total = |three: &[PlanDuration]| three.iter().copied().sum::<PlanDuration>().seconds;
        let (before, last) = (u128::from(total(before)), u128::from(total(last)));
        if last * 10 < before * 9 {
            Self::Improving
        } else if last * 10 > before * 11 {
            Self::Degrading
        } else {
            Self::Stable
        }
    }

    /// The word that is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Improving => "Improving",
            Self::Stable => "Stable",
            Self::Degrading => "Degrading",
        }
    }
}

/// A number with at most three decimals, in thousandths.
fn plain_number(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| {
        !digits.is_empty()
            && digits.len() <= LONGEST_NUMBER
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let thousandths: String = decimals.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths.parse().ok()?)
}

/// Thousandths of a unit in seconds, half up.
fn scaled(thousandths: u64, scale: u64) -> Option<u64> {
    Some(thousandths.checked_mul(scale)?.checked_add(500)? / 1000)
}

fn strip_unit<'text>(text: &'text str, spellings: &[&str]) -> Option<&'text str> {
    spellings.iter().find_map(|spelling| {
        let (unit, behind) = text.split_at_checked(spelling.len())?;
        let ends = !behind.starts_with(|character: char| character.is_alphabetic());
        (unit.eq_ignore_ascii_case(spelling) && ends).then_some(behind)
    })
}

fn is_number_character(character: char) -> bool {
    character.is_ascii_digit() || character == '.'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, seconds: Option<u64>) {
        assert_eq!(PlanDuration::read(text).map(PlanDuration::seconds), seconds, "{text}");
    }

    /// D24: the spellings.
    #[test]
    fn spellings() {
        for (text, seconds) in [
            ("90s", 90),
            ("12min", 720),
            ("12m", 720),
            ("12 min", 720),
            ("1h 5m", 3900),
            ("1h5m", 3900),
            ("1h 5min 30s", 3930),
            ("1.5h", 5400),
            ("7", 420),
            ("7.5", 450),
            ("0", 0),
        ] {
            check(text, Some(seconds));
        }
        for text in [
            "",
            " ",
            "soon",
            "5m | x",
            "5m 1h",
            "5m 5m",
            "1..5h",
            ".5h",
            "1.h",
            "-5m",
            "5 minutes",
            "5mm",
            "1h 5",
            "h",
            "9999999999m",
            "１m",
        ] {
            check(text, None);
        }
    }

    fn minutes(values: &[u64]) -> Vec<PlanDuration> {
        values.iter().map(|value| PlanDuration::from_seconds(value * 60)).collect()
    }

    /// D24: how durations, means and sums are shown.
    #[test]
    fn displays() {
        for (seconds, shown) in [
            (0, "0s"),
            (59, "59s"),
            (60, "1min"),
            (90, "2min"),
            (3569, "59min"),
            (3570, "1h 0m"),
            (3900, "1h 5m"),
            (10530, "2h 56m"),
        ] {
            assert_eq!(PlanDuration::from_seconds(seconds).display(), shown);
        }
        let two = minutes(&[12, 10]);
        assert_eq!(PlanDuration::mean(&two).unwrap().display_spaced(), "11 min");
        for (seconds, shown) in [(0, "0 s"), (59, "59 s"), (60, "1 min"), (90, "2 min"), (5400, "90 min")] {
            assert_eq!(PlanDuration::from_seconds(seconds).display_spaced(), shown);
        }
        for (seconds, mean) in [(&[10, 11][..], 11), (&[10, 10, 11], 10), (&[10, 11, 11], 11), (&[7], 7)] {
            let durations: Vec<_> = seconds.iter().copied().map(PlanDuration::from_seconds).collect();
            assert_eq!(PlanDuration::mean(&durations).map(PlanDuration::seconds), Some(mean), "{seconds:?}");
        }
        assert_eq!(two.iter().copied().sum::<PlanDuration>().display_hours(), "0.4 hours");
        assert_eq!(PlanDuration::from_seconds(10530).display_hours(), "2.9 hours");
        assert_eq!(PlanDuration::mean(&[]), None);
    }

    /// D24: the last three against the three before, more than ten percent.
    #[test]
    fn trends() {
        for (values, trend) in [
            (&[10, 10, 10, 5, 5][..], Trend::Stable),
            (&[10, 10, 10, 5, 5, 5], Trend::Improving),
            (&[10, 10, 10, 9, 9, 9], Trend::Stable),
            (&[10, 10, 10, 11, 11, 11], Trend::Stable),
            (&[10, 10, 10, 11, 11, 12], Trend::Degrading),
            (&[99, 5, 5, 5, 20, 20, 20], Trend::Degrading),
        ] {
            assert_eq!(Trend::of(&minutes(values)), trend, "{values:?}");
        }
    }
}

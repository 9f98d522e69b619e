//! Calendar dates as Spec files write them.

use jiff::civil::Date;

/// A real calendar date in the form `YYYY-MM-DD`, digits and dashes exactly.
pub fn parse(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.next().is_some() || !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_dates() {
        let check = |text: &str, real: bool| assert_eq!(parse(text).is_some(), real, "{text}");
        check("2026-10-05", true);
        check("2028-02-29", true);
        check("2026-02-30", false);
        check("2026-13-01", false);
        check("2026-1-05", false);
        check("2026-10-5", false);
        check("26-10-05", false);
        check("2026-10-05-01", false);
        check("２０２６-10-05", false);
        check("+026-10-05", false);
        check("", false);
    }
}

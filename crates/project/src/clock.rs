//! The clock of one command: an instant, taken once, and the time zone of local dates (D3).

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use cairn_state::dates::Now;

use crate::environment::Environment;

/// The instant at which the command runs, and where.
#[derive(Debug, Clone)]
pub struct Clock {
    instant: Timestamp,
    zone: TimeZone,
}

impl Clock {
    /// `SOURCE_DATE_EPOCH` when set, else the system's clock; the zone of `TZ`, else the system's.
    pub fn of(environment: &Environment) -> Clock {
        let frozen = environment.source_date_epoch.and_then(|seconds| Timestamp::from_second(seconds).ok());
        Clock { instant: frozen.unwrap_or_else(Timestamp::now), zone: zone_of(environment) }
    }

    /// A clock that stands still, for tests.
    pub fn at(instant: Timestamp, zone: TimeZone) -> Clock {
        Clock { instant, zone }
    }

    /// The instant and the local calendar day, as the domains read them.
    pub fn now(&self) -> Now {
        Now { instant: self.instant, today: self.zone.to_datetime(self.instant).date() }
    }

    /// UTC with milliseconds, `2026-10-07T12:00:00.000Z` (S-25, S-69).
    pub fn stamp(&self) -> String {
        self.now().stamp()
    }

    /// The local calendar day, `2026-10-07`.
    pub fn today(&self) -> String {
        self.now().date()
    }
}

fn zone_of(environment: &Environment) -> TimeZone {
    match environment.time_zone.as_deref() {
        None => TimeZone::system(),
        Some(name) => named_zone(name.strip_prefix(':').unwrap_or(name)).unwrap_or(TimeZone::UTC),
    }
}

/// `TZ` holds a zone name or a POSIX rule (`JST-9`).
fn named_zone(name: &str) -> Option<TimeZone> {
    if name == "UTC" {
        return Some(TimeZone::UTC); // the common case of servers and tests needs no data base
    }
    TimeZone::get(name).or_else(|_| TimeZone::posix(name)).ok()
}

/// How long to wait, from decimal seconds as typed: `5`, `0.3`. `None` for anything that is no such number.
pub fn seconds(text: &str) -> Option<SignedDuration> {
    let number: f64 = text.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then(|| SignedDuration::try_from_secs_f64(number).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(zone: &str) -> Clock {
        let variables = [("SOURCE_DATE_EPOCH", "1791417599"), ("TZ", zone)];
        Clock::of(&Environment::from_variables(variables.map(|(key, value)| (key.into(), value.into()))))
    }

    /// D3: dates are local, stamps are UTC.
    #[test]
    fn dates_are_local_and_stamps_are_utc() {
        for (zone, day) in [
            ("UTC", "2026-10-07"),
            ("Asia/Tokyo", "2026-10-08"),
            ("JST-9", "2026-10-08"),
            (":Pacific/Honolulu", "2026-10-07"),
            ("no such zone", "2026-10-07"),
        ] {
            assert_eq!(clock(zone).today(), day, "{zone}");
            assert_eq!(clock(zone).stamp(), "2026-10-07T23:59:59.000Z");
        }
    }

    #[test]
    fn waiting_times_are_decimal_seconds() {
        assert_eq!(seconds("0.3"), Some(SignedDuration::from_millis(300)));
        assert_eq!(seconds("5"), Some(SignedDuration::from_secs(5)));
        for bad in ["", "-1", "soon", "inf", "NaN"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
    }
}

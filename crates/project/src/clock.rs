//! The clock of one command: an instant, taken once, and the time zone of local dates (D3).

use std::path::Path;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use cairn_state::dates::Now;

use crate::disk::read_plain;
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
        None => zone_file(Path::new("/etc/localtime")).unwrap_or_else(TimeZone::system),
        Some(name) => named_zone(name.strip_prefix(':').unwrap_or(name)).unwrap_or(TimeZone::UTC),
    }
}

/// `TZ` holds a zone name or a POSIX rule (`JST-9`).
fn named_zone(name: &str) -> Option<TimeZone> {
    if name == "UTC" {
        return Some(TimeZone::UTC); // the common case of servers and tests needs no data base
    }
    let installed = Path::new("/usr/share/zoneinfo").join(name);
    let is_inside = !name.starts_with('/') && !name.contains("..");
    is_inside
        .then(|| zone_file(&installed))
        .flatten()
        .or_else(|| TimeZone::get(name).or_else(|_| TimeZone::posix(name)).ok())
}

/// The zone in one compiled file. The data base that jiff would ask lists every folder of zones first: a hundred system
/// calls, a third of everything that a reading command does.
fn zone_file(path: &Path) -> Option<TimeZone> {
    /// Real ones have some kilobytes.
    const LONGEST: u64 = 1 << 20;
    TimeZone::tzif(&path.to_string_lossy(), &read_plain(path, LONGEST)?).ok()
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

    /// A zone read from its file alone gives the days that the data base of zones gives.
    #[test]
    fn one_file_is_the_whole_zone() {
        for name in ["Asia/Tokyo", "Pacific/Honolulu", "Europe/Berlin", "Etc/UTC"] {
            let Some(zone) = zone_file(&Path::new("/usr/share/zoneinfo").join(name)) else { continue };
            let known = TimeZone::get(name).unwrap();
            for second in (0..1_900_000_000).step_by(40_000_017) {
                let instant = Timestamp::from_second(second).unwrap();
                assert_eq!(zone.to_datetime(instant), known.to_datetime(instant), "{name} {instant}");
            }
        }
        assert_eq!(zone_file(Path::new("/etc/passwd")), None);
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

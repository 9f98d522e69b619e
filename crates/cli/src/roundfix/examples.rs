//! The examples of `roundfix`: every command has one, in the order of the help.

use crate::help::examples::Example;

/// The Spec of the sample is archived, and that is committed.
const ARCHIVED: &[&str] = &["roundfix archive 0007-fog-signal --commit"];

/// Every example.
pub const EXAMPLES: &[Example] = &[
    Example::of(
        "",
        &[
            "roundfix list --active",
            "roundfix archive 0007-fog-signal --plan",
            "roundfix archive 0007-fog-signal",
            "roundfix unarchive 0007-fog-signal",
        ],
    ),
    Example::of(
        "archive",
        &[
            "roundfix archive 0007-fog-signal --plan",
            "roundfix archive 0007-fog-signal --promote measurement/loudness.md --commit",
        ],
    ),
    Example::of("archive", &["roundfix archive 0008-night-watch"]).ends(2),
    Example::of("cancel", &["roundfix cancel 0008-night-watch --reason \"the harbour is closed\""]),
    Example::of("unarchive", &["roundfix unarchive 0007-fog-signal --relink"]).after(ARCHIVED),
    Example::of("settle", &["roundfix settle 0007-fog-signal"]),
    Example::of("pull-request", &["roundfix pull-request 0007-fog-signal 117"]).after(ARCHIVED),
    Example::of("list", &["roundfix list", "roundfix list --archived --format json"]),
    Example::of(
        "qa-report",
        &["roundfix qa-report accept docs/specs/0007-fog-signal/qa/qa-report-2026-09-30.md"],
    ),
    Example::of(
        "qa-report accept",
        &["roundfix qa-report accept docs/specs/0007-fog-signal/qa/qa-report-2026-09-30.md"],
    ),
    Example::of(
        "qa-report show",
        &["roundfix qa-report show docs/specs/0007-fog-signal/qa/qa-report-2026-09-30.md --format json"],
    ),
];

//! The environment in which everything is judged: no configuration of the user's, one identity, one date.

/// Names and values, besides `PATH` and `HOME`. The last line is the clock of the tools.
pub const ENVIRONMENT: [(&str, &str); 11] = [
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "UTC"),
    ("GIT_AUTHOR_NAME", "Case"),
    ("GIT_AUTHOR_EMAIL", "case@example.org"),
    ("GIT_COMMITTER_NAME", "Case"),
    ("GIT_COMMITTER_EMAIL", "case@example.org"),
    ("GIT_AUTHOR_DATE", "2026-10-05T12:00:00Z"),
    ("GIT_COMMITTER_DATE", "2026-10-05T12:00:00Z"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("SOURCE_DATE_EPOCH", "1791374400"), // 2026-10-07T12:00:00Z
];

/// The date of commits above, 2026-10-05T12:00:00Z, in seconds.
pub const COMMIT_TIME: u64 = 1_791_201_600;

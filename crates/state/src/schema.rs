//! The schema of STATE.md as one declaration (S-10 to S-31, S-42, D12): which keys there are, in which order they are
//! written, how often, of which type, from which source and under which policy; and the values of the status life cycle.
//!
//! The derivation, the writer, the validator, `state json` and the generated regions of the reference pages read it from
//! here. What a key's value means in words for users stands in the pages themselves.

mod action;
mod lifecycle;

pub use action::Action;
pub use lifecycle::{ALL_PHASES_COMPLETE, AWAITING_NEXT_MILESTONE, LIFECYCLE, LifecycleValue, READY_TO_PLAN};

/// How often a key stands in a written file (S-31).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cardinality {
    /// Always there after the first write.
    One,
    /// There when its data is known.
    Optional,
}

impl Cardinality {
    /// The word of the cardinality table.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Optional => "optional",
        }
    }
}

/// What a key holds, which decides how its value is spelled (contract 6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// The schema version: single-quoted when new.
    Version,
    /// Any text: plain, or quoted when a YAML reader would take it for something else.
    Text,
    /// A word of the status table (S-40).
    StatusWord,
    /// A phase id or a plan number: always double-quoted, so that `4.10` stays `4.10`.
    PhaseId,
    /// One of the four actions of [`Action`], or null.
    Action,
    /// A flow array of phase ids on one line, or null.
    PhaseIds,
    /// A UTC timestamp with milliseconds.
    Timestamp,
    /// A full commit id.
    CommitId,
    /// A plain whole number.
    Integer,
}

/// Who decides the value of a key when a file is written (contract section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// A constant, added when it is missing.
    Constant,
    /// The configured value, else the stored one, else the one found in ROADMAP.md.
    Milestone,
    /// The name found in ROADMAP.md when it is one, else the stored one.
    MilestoneName,
    /// Follows its body field when a verb changed that field; else a stored value stays.
    Delta,
    /// Like [`Policy::Delta`], with the extra rules of the status table (contract section 8).
    Status,
    /// Written by the life-cycle verbs only (contract section 11).
    LifeCycle,
    /// The clock, with each write.
    Clock,
    /// Follows its body field, unless the stored date is newer.
    NewestDate,
    /// The head commit of the project's own repository, or absent; never carried forward.
    Repository,
    /// Counted from ROADMAP.md and the phase folders, or kept when that scope cannot be trusted.
    Counted,
}

/// A key of the frontmatter, as a name that cannot be misspelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// `msd_state_version` (S-10).
    Version,
    /// `milestone` (S-11).
    Milestone,
    /// `milestone_name` (S-12).
    MilestoneName,
    /// `current_phase` (S-22).
    CurrentPhase,
    /// `current_phase_name` (S-23).
    CurrentPhaseName,
    /// `current_plan` (S-24).
    CurrentPlan,
    /// `status` (S-13).
    Status,
    /// `active_phase` (S-14).
    ActivePhase,
    /// `next_action` (S-15).
    NextAction,
    /// `next_phases` (S-16).
    NextPhases,
    /// `stopped_at` (S-29).
    StoppedAt,
    /// `paused_at` (S-30).
    PausedAt,
    /// `last_updated` (S-25).
    LastUpdated,
    /// `last_activity` (S-27).
    LastActivity,
    /// `last_activity_desc` (S-28).
    LastActivityDescription,
    /// `state_head` (S-26).
    StateHead,
    /// `progress.total_phases` (S-17).
    TotalPhases,
    /// `progress.completed_phases` (S-18).
    CompletedPhases,
    /// `progress.total_plans` (S-19).
    TotalPlans,
    /// `progress.completed_plans` (S-20).
    CompletedPlans,
    /// `progress.percent` (S-21).
    Percent,
}

/// The declaration of one key.
#[derive(Debug, Clone, Copy)]
pub struct KeySchema {
    /// Which key this row declares.
    pub key: Key,
    /// The dotted name: `milestone`, `progress.percent`.
    pub name: &'static str,
    /// The requirement that asks for it.
    pub requirement: &'static str,
    /// How often it stands in a file.
    pub cardinality: Cardinality,
    /// What it holds.
    pub value_type: ValueType,
    /// Who decides its value.
    pub policy: Policy,
    /// What the value is read from, in words, as refusals name it (`derived_field`).
    pub source: &'static str,
}

/// The map that holds the counters.
pub const PROGRESS: &str = "progress";

/// The older spelling of the version key, read the same and kept (D10).
pub const OLDER_VERSION_KEY: &str = "gsd_state_version";

/// The schema version that is written (S-10).
pub const SCHEMA_VERSION: &str = "1.0";

/// Every key in canonical order (D12).
pub const KEYS: &[KeySchema] = &[
    row(
        Key::Version,
        "msd_state_version",
        "S-10",
        Cardinality::One,
        ValueType::Version,
        Policy::Constant,
        "a constant",
    ),
    row(
        Key::Milestone,
        "milestone",
        "S-11",
        Cardinality::Optional,
        ValueType::Text,
        Policy::Milestone,
        "`state milestone-switch`",
    ),
    row(
        Key::MilestoneName,
        "milestone_name",
        "S-12",
        Cardinality::Optional,
        ValueType::Text,
        Policy::MilestoneName,
        "`state milestone-switch`",
    ),
    row(
        Key::CurrentPhase,
        "current_phase",
        "S-22",
        Cardinality::Optional,
        ValueType::PhaseId,
        Policy::Delta,
        "the body field `Current Phase`, else `Phase`",
    ),
    row(
        Key::CurrentPhaseName,
        "current_phase_name",
        "S-23",
        Cardinality::Optional,
        ValueType::Text,
        Policy::Delta,
        "the body field `Current Phase Name`, else `Phase`",
    ),
    row(
        Key::CurrentPlan,
        "current_plan",
        "S-24",
        Cardinality::Optional,
        ValueType::PhaseId,
        Policy::Delta,
        "the body field `Current Plan`",
    ),
    row(
        Key::Status,
        "status",
        "S-13",
        Cardinality::One,
        ValueType::StatusWord,
        Policy::Status,
        "the body field `Status`",
    ),
    row(
        Key::ActivePhase,
        "active_phase",
        "S-14",
        Cardinality::Optional,
        ValueType::PhaseId,
        Policy::LifeCycle,
        "the life-cycle verbs",
    ),
    row(
        Key::NextAction,
        "next_action",
        "S-15",
        Cardinality::Optional,
        ValueType::Action,
        Policy::LifeCycle,
        "the life-cycle verbs",
    ),
    row(
        Key::NextPhases,
        "next_phases",
        "S-16",
        Cardinality::Optional,
        ValueType::PhaseIds,
        Policy::LifeCycle,
        "the life-cycle verbs",
    ),
    row(
        Key::StoppedAt,
        "stopped_at",
        "S-29",
        Cardinality::Optional,
        ValueType::Text,
        Policy::Delta,
        "the body field `Stopped at` of the session section",
    ),
    row(
        Key::PausedAt,
        "paused_at",
        "S-30",
        Cardinality::Optional,
        ValueType::Text,
        Policy::Delta,
        "the body field `Paused at` of the session section",
    ),
    row(
        Key::LastUpdated,
        "last_updated",
        "S-25",
        Cardinality::One,
        ValueType::Timestamp,
        Policy::Clock,
        "the clock",
    ),
    row(
        Key::LastActivity,
        "last_activity",
        "S-27",
        Cardinality::Optional,
        ValueType::Text,
        Policy::NewestDate,
        "the body field `Last activity`",
    ),
    row(
        Key::LastActivityDescription,
        "last_activity_desc",
        "S-28",
        Cardinality::Optional,
        ValueType::Text,
        Policy::Delta,
        "the body field `Last Activity Description`, else `Last activity`",
    ),
    row(
        Key::StateHead,
        "state_head",
        "S-26",
        Cardinality::Optional,
        ValueType::CommitId,
        Policy::Repository,
        "git",
    ),
    counter(Key::TotalPhases, "progress.total_phases", "S-17"),
    counter(Key::CompletedPhases, "progress.completed_phases", "S-18"),
    counter(Key::TotalPlans, "progress.total_plans", "S-19"),
    counter(Key::CompletedPlans, "progress.completed_plans", "S-20"),
    counter(Key::Percent, "progress.percent", "S-21"),
];

/// The top-level names in the order they are written, the map `progress` last (D12).
pub fn canonical_order() -> impl Iterator<Item = &'static str> {
    KEYS.iter()
        .filter(|row| row.counter_name().is_none())
        .map(|row| row.name)
        .chain(std::iter::once(PROGRESS))
}

/// Every dotted name in canonical order for the frontmatter writer, the older version key beside the newer one and
/// `progress` in front of its counters (D10, D12).
pub fn canonical_paths() -> impl Iterator<Item = &'static str> {
    let counters = KEYS.iter().filter(|row| row.counter_name().is_some()).map(|row| row.name);
    std::iter::once(OLDER_VERSION_KEY).chain(canonical_order()).chain(counters)
}

/// The names of the counters inside `progress`, in the order they are written (D12).
pub fn counter_order() -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter_map(|row| row.counter_name())
}

/// The declaration of `key`.
#[must_use]
pub fn schema_of(key: Key) -> Option<&'static KeySchema> {
    KEYS.iter().find(|row| row.key == key)
}

/// The key with this dotted name, the older version key included.
#[must_use]
pub fn key_named(name: &str) -> Option<Key> {
    if name == OLDER_VERSION_KEY {
        return Some(Key::Version);
    }
    KEYS.iter().find(|row| row.name == name).map(|row| row.key)
}

/// Whether a top-level key is one of the schema's; everything else is shown below `extra`.
#[must_use]
pub fn is_known_top_level(name: &str) -> bool {
    name == OLDER_VERSION_KEY || canonical_order().any(|known| known == name)
}

impl Key {
    /// The dotted name.
    #[must_use]
    pub fn name(self) -> &'static str {
        schema_of(self).map_or("", |row| row.name)
    }
}

impl KeySchema {
    /// The name inside `progress`, for a counter.
    #[must_use]
    pub fn counter_name(&self) -> Option<&'static str> {
        self.name.strip_prefix(PROGRESS)?.strip_prefix('.')
    }
}

const fn row(
    key: Key,
    name: &'static str,
    requirement: &'static str,
    cardinality: Cardinality,
    value_type: ValueType,
    policy: Policy,
    source: &'static str,
) -> KeySchema {
    KeySchema { key, name, requirement, cardinality, value_type, policy, source }
}

const fn counter(key: Key, name: &'static str, requirement: &'static str) -> KeySchema {
    row(
        key,
        name,
        requirement,
        Cardinality::Optional,
        ValueType::Integer,
        Policy::Counted,
        "the phase folders and ROADMAP.md",
    )
}

#[cfg(test)]
mod tests;

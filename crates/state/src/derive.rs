//! The derivation: what each frontmatter key should hold, given the body, the facts and what is stored (contract 7, D14).
//!
//! One pass serves every write and `state json`. It decides; the path of every write turns the decisions into bytes. It reads no
//! file and changes nothing.

mod progress;
mod sources;
mod status;

pub(crate) use progress::{number_at_start, number_of};
pub(crate) use sources::Sources;

use cairn_text::frontmatter::{Change, Entry, NewValue, Value};

use crate::dates;
use crate::document::StateDocument;
use crate::facts::{Counters, PlanningFacts, ProjectFacts};
use crate::schema::{KEYS, Key, KeySchema, Policy, SCHEMA_VERSION, ValueType, schema_of};
use crate::status::StatusWord;
use crate::template_defaults::is_placeholder;

/// What a verb decides itself instead of leaving it to the body (contract 7, "Given values"; 13).
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// `state sync`: a fresh value replaces the stored one; where the body has none the stored one stays.
    pub body_wins: bool,
    /// A phase name that was given, or taken from ROADMAP.md: stored as it is, not re-read from the body.
    pub phase_name: Option<String>,
    /// The stage at a border of a milestone, where the body text says less.
    pub status: Option<StatusWord>,
    /// The milestone begins or ends: no phase and no plan is current.
    pub leaves_phase: bool,
    /// Counters of a milestone that ROADMAP.md does not hold yet.
    pub counters: Option<Counters>,
    /// The milestone and its name, when a verb switches to it.
    pub milestone: Option<(String, Option<String>)>,
}

/// What happens to one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The stored bytes stay; also when there are none.
    Keep,
    /// The key gets this value.
    Set(NewValue),
    /// The key goes.
    Remove,
}

/// The body before and after a verb's own edit, and the document as the edit left it.
pub(crate) struct Derivation<'a, 'source> {
    pub(crate) before: &'a Sources,
    /// Whether the frontmatter held a pause point before the edit.
    pub(crate) paused_before: bool,
    pub(crate) after: &'a Sources,
    pub(crate) document: &'a StateDocument<'source>,
    pub(crate) facts: &'a PlanningFacts,
    pub(crate) project: &'a ProjectFacts,
    pub(crate) given: &'a Given,
}

impl Derivation<'_, '_> {
    /// The decision about every key of the schema but `last_updated`, in canonical order.
    pub(crate) fn decisions(&self) -> Vec<(Key, Decision)> {
        KEYS.iter().map(|row| (row.key, self.decide(row))).collect()
    }

    fn decide(&self, row: &KeySchema) -> Decision {
        match row.policy {
            Policy::Constant => match self.stored(row.key) {
                Some(_) => Decision::Keep,
                None => Decision::Set(NewValue::SingleQuoted(SCHEMA_VERSION.to_owned())),
            },
            Policy::Milestone => self.follow(row, self.milestone()),
            Policy::MilestoneName => match (self.milestone_name(), &self.given.milestone) {
                // The name of another milestone is no name of this one.
                (None, Some(_)) => self.remove(row.key),
                (name, _) => self.follow(row, name),
            },
            Policy::Delta => self.decide_delta(row),
            Policy::Status => self.decide_status(),
            Policy::NewestDate => self.decide_activity(row),
            Policy::Repository => match &self.project.state_head {
                Some(head) => self.follow(row, Some(head)),
                None => self.remove(row.key),
            },
            Policy::Counted => self.decide_counter(row.key),
            Policy::LifeCycle | Policy::Clock => Decision::Keep,
        }
    }

    fn decide_named(&self, key: Key) -> Decision {
        schema_of(key).map_or(Decision::Keep, |row| self.decide(row))
    }

    fn milestone(&self) -> Option<&str> {
        match &self.given.milestone {
            Some((version, _)) => Some(version),
            None => self.facts.milestone.as_deref(),
        }
    }

    fn milestone_name(&self) -> Option<&str> {
        match &self.given.milestone {
            Some((_, name)) => name.as_deref().or(self.facts.milestone_name.as_deref()),
            None => self.facts.milestone_name.as_deref(),
        }
    }

    /// The delta rule: a real stored value stays while its source text is the same before and after the verb's own edit.
    fn decide_delta(&self, row: &KeySchema) -> Decision {
        let is_position = matches!(row.key, Key::CurrentPhase | Key::CurrentPhaseName | Key::CurrentPlan);
        if is_position && self.given.leaves_phase {
            return self.remove(row.key);
        }
        if let (Key::CurrentPhaseName, Some(name)) = (row.key, &self.given.phase_name) {
            return self.follow(row, Some(name));
        }
        let fresh = self.after.fresh(row.key);
        let is_unchanged = || self.before.fresh(row.key).source == fresh.source;
        if self.has_real(row.key) && !self.given.body_wins && is_unchanged() {
            return Decision::Keep;
        }
        match fresh.value {
            Some(value) => self.follow(row, Some(&value)),
            // Null says as much as absence does, and keeps its line.
            None if self.given.body_wins || self.is_stored_null(row.key) => Decision::Keep,
            None => self.remove(row.key),
        }
    }

    /// A newer stored date wins over an older one of the body (S-27).
    fn decide_activity(&self, row: &KeySchema) -> Decision {
        let Some(fresh) = self.after.activity() else { return Decision::Keep };
        let stored = self.stored_text(row.key).and_then(dates::read_dated).map(|dated| dated.date);
        let is_older =
            dates::read_dated(&fresh).is_some_and(|dated| stored.is_some_and(|stored| dated.date < stored));
        if is_older { Decision::Keep } else { self.follow(row, Some(&fresh)) }
    }

    /// Sets the key to `value` unless it holds that text already.
    fn follow(&self, row: &KeySchema, value: Option<&str>) -> Decision {
        match value {
            // What was read as U+FFFD is not what stands there, and is never written (D29).
            Some(value) if value.contains(char::REPLACEMENT_CHARACTER) => Decision::Keep,
            Some(value) if self.stored_text(row.key) != Some(value) => {
                Decision::Set(written(row.value_type, value))
            }
            _ => Decision::Keep,
        }
    }

    fn remove(&self, key: Key) -> Decision {
        if self.stored(key).is_some() { Decision::Remove } else { Decision::Keep }
    }

    /// The stored entry of a key.
    fn stored(&self, key: Key) -> Option<&Entry> {
        self.document.entry(key)
    }

    fn stored_text(&self, key: Key) -> Option<&str> {
        self.stored(key)?.text()
    }

    fn is_stored_null(&self, key: Key) -> bool {
        self.stored(key).is_some_and(|entry| entry.value() == Value::Null)
    }

    /// Whether a key holds more than null, an empty text or a placeholder.
    fn has_real(&self, key: Key) -> bool {
        self.stored(key).is_some_and(is_real)
    }
}

/// Whether an entry holds more than null, an empty text or a placeholder.
pub(crate) fn is_real(entry: &Entry) -> bool {
    match entry.value() {
        Value::Null => false,
        Value::Text(text) => !is_placeholder(&text),
        Value::List(_) | Value::Map(_) => true,
    }
}

/// A text as the type of its key asks for it (contract 6.2). The version and the counters come from no text.
pub(crate) fn written(value_type: ValueType, text: &str) -> NewValue {
    match value_type {
        ValueType::PhaseId => NewValue::Quoted(text.to_owned()),
        _ => NewValue::Text(text.to_owned()),
    }
}

/// The frontmatter changes that carry decisions out.
pub(crate) fn changes(decisions: Vec<(Key, Decision)>) -> Vec<Change> {
    let change = |(key, decision): (Key, Decision)| match decision {
        Decision::Keep => None,
        Decision::Set(value) => Some(Change::set(key.name(), value)),
        Decision::Remove => Some(Change::remove(key.name())),
    };
    decisions.into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests;

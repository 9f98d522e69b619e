//! The body fields that the engine knows: their labels in every language, their scopes, and the keys they feed
//! (contract 7, 10.2, 10.6).

use crate::language::{self, Language, Term};
use crate::schema::Key;

/// A field of the body that verbs and the derivation name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyField {
    /// `Phase: X of Y (name)`
    Phase,
    /// `Plan: A of B in current phase`
    Plan,
    /// `Status:`
    Status,
    /// `Last activity:`
    LastActivity,
    /// `Progress:`
    Progress,
    /// `Last session:`
    LastSession,
    /// `Stopped at:`
    StoppedAt,
    /// `Paused at:`
    PausedAt,
    /// `Resume file:`
    ResumeFile,
    /// `Current Phase:`, of older layouts.
    CurrentPhase,
    /// `Current Phase Name:`, of older layouts.
    CurrentPhaseName,
    /// `Current Plan:`, of older layouts.
    CurrentPlan,
    /// `Total Plans in Phase:`, of older layouts.
    TotalPlansInPhase,
    /// `Last Activity Description:`, of older layouts.
    LastActivityDescription,
    /// `Current focus:`
    CurrentFocus,
    /// `Core value:`
    CoreValue,
}

/// Where the lines of a field are looked for (contract 10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldScope {
    /// Current Position alone; the whole body of a file without that section.
    Position,
    /// The session section alone; a file without one has no such field.
    Session,
    /// Current Position first, else the whole body.
    Anywhere,
}

impl BodyField {
    /// Every field, those of Current Position first.
    pub const ALL: [Self; 16] = [
        Self::Phase,
        Self::Plan,
        Self::Status,
        Self::LastActivity,
        Self::Progress,
        Self::LastSession,
        Self::StoppedAt,
        Self::PausedAt,
        Self::ResumeFile,
        Self::CurrentPhase,
        Self::CurrentPhaseName,
        Self::CurrentPlan,
        Self::TotalPlansInPhase,
        Self::LastActivityDescription,
        Self::CurrentFocus,
        Self::CoreValue,
    ];

    /// The five fields of Current Position that S-61 names.
    pub const OF_POSITION: [Self; 5] =
        [Self::Phase, Self::Plan, Self::Status, Self::LastActivity, Self::Progress];

    /// The label in English.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Phase => "Phase",
            Self::Plan => "Plan",
            Self::Status => "Status",
            Self::LastActivity => "Last activity",
            Self::Progress => "Progress",
            Self::LastSession => "Last session",
            Self::StoppedAt => "Stopped at",
            Self::PausedAt => "Paused at",
            Self::ResumeFile => "Resume file",
            Self::CurrentPhase => "Current Phase",
            Self::CurrentPhaseName => "Current Phase Name",
            Self::CurrentPlan => "Current Plan",
            Self::TotalPlansInPhase => "Total Plans in Phase",
            Self::LastActivityDescription => "Last Activity Description",
            Self::CurrentFocus => "Current focus",
            Self::CoreValue => "Core value",
        }
    }

    /// Where its lines are looked for.
    #[must_use]
    pub fn scope(self) -> FieldScope {
        match self {
            Self::Phase | Self::Plan | Self::Status | Self::LastActivity | Self::Progress => {
                FieldScope::Position
            }
            Self::LastSession | Self::StoppedAt | Self::PausedAt | Self::ResumeFile => FieldScope::Session,
            _ => FieldScope::Anywhere,
        }
    }

    /// The frontmatter key that is read from it.
    #[must_use]
    pub fn key(self) -> Option<Key> {
        match self {
            Self::Status => Some(Key::Status),
            Self::LastActivity => Some(Key::LastActivity),
            Self::StoppedAt => Some(Key::StoppedAt),
            Self::PausedAt => Some(Key::PausedAt),
            Self::CurrentPhase => Some(Key::CurrentPhase),
            Self::CurrentPhaseName => Some(Key::CurrentPhaseName),
            Self::CurrentPlan => Some(Key::CurrentPlan),
            Self::LastActivityDescription => Some(Key::LastActivityDescription),
            _ => None,
        }
    }

    /// The label in every language, English first.
    #[must_use]
    pub fn labels(self) -> Vec<(Language, &'static str)> {
        match self.term() {
            Some(term) => language::spellings(term).collect(),
            None => vec![(Language::English, self.name())],
        }
    }

    /// The label that is written in `language`.
    #[must_use]
    pub fn label_in(self, language: Language) -> &'static str {
        self.term().map_or(self.name(), |term| language::written(term, language))
    }

    /// The field that a label or a frontmatter key names: in any language, without regard to case, blanks and underscores
    /// being equal (contract 12.1).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let folded = fold_name(name);
        Self::ALL.into_iter().find(|field| {
            field.labels().into_iter().any(|(_, label)| fold_name(label) == folded)
                || field.key().is_some_and(|key| fold_name(key.name()) == folded)
        })
    }

    fn term(self) -> Option<Term> {
        match self {
            Self::Phase => Some(Term::Phase),
            Self::Plan => Some(Term::Plan),
            Self::Status => Some(Term::Status),
            Self::LastActivity => Some(Term::LastActivity),
            Self::Progress => Some(Term::Progress),
            Self::LastSession => Some(Term::LastSession),
            Self::StoppedAt => Some(Term::StoppedAt),
            Self::ResumeFile => Some(Term::ResumeFile),
            _ => None,
        }
    }
}

/// A field name as names are compared: lower case, underscores as blanks, single blanks, none at the ends.
#[must_use]
pub fn fold_name(name: &str) -> String {
    let spaced = name.replace('_', " ").to_lowercase();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D27: labels and keys name one field, in any case and language.
    #[test]
    fn names() {
        for (name, field) in [
            ("Status", Some(BodyField::Status)),
            ("LAST_ACTIVITY", Some(BodyField::LastActivity)),
            ("last  activity", Some(BodyField::LastActivity)),
            ("last_activity_desc", Some(BodyField::LastActivityDescription)),
            ("stopped_at", Some(BodyField::StoppedAt)),
            ("停止地点", Some(BodyField::StoppedAt)),
            ("estado", Some(BodyField::Status)),
            ("current_phase", Some(BodyField::CurrentPhase)),
            ("Sta.*", None),
            ("milestone", None),
        ] {
            assert_eq!(BodyField::named(name), field, "{name}");
        }
    }

    /// 10.6: a label is written in the language of the file, an English-only one in English.
    #[test]
    fn labels_by_language() {
        assert_eq!(BodyField::StoppedAt.label_in(Language::Japanese), "停止地点");
        assert_eq!(BodyField::PausedAt.label_in(Language::Japanese), "Paused at");
    }
}

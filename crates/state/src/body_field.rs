//! The body fields that the engine knows: their labels in every language, their scopes, and the names they go by
//! (contract 10.2, 10.6, 12.1).

use crate::language::{self, Language, Term};
use crate::schema::Key;

/// A field of the body that verbs and the derivation name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        // The one key that is shorter than the label it is read from; all others fold to their label.
        if folded == fold_name(Key::LastActivityDescription.name()) {
            return Some(Self::LastActivityDescription);
        }
        let is_label = |label: &str| fold_name(label) == folded;
        Self::ALL.into_iter().find(|field| field.labels().into_iter().any(|(_, label)| is_label(label)))
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
            ("paused_at", Some(BodyField::PausedAt)),
            ("current_phase", Some(BodyField::CurrentPhase)),
            ("current_phase_name", Some(BodyField::CurrentPhaseName)),
            ("current_plan", Some(BodyField::CurrentPlan)),
            ("Sta.*", None),
            ("milestone", None),
        ] {
            assert_eq!(BodyField::named(name), field, "{name}");
        }
    }

    /// 10.6: a label is written in the language of the file, an English-only one in English.
    #[test]
    fn labels_by_language() {
        for (field, label) in [
            (BodyField::Phase, "フェーズ"),
            (BodyField::Plan, "プラン"),
            (BodyField::Status, "ステータス"),
            (BodyField::LastActivity, "最終活動"),
            (BodyField::Progress, "進捗"),
            (BodyField::LastSession, "最終セッション"),
            (BodyField::StoppedAt, "停止地点"),
            (BodyField::PausedAt, "Paused at"),
            (BodyField::ResumeFile, "再開ファイル"),
        ] {
            assert_eq!(field.label_in(Language::Japanese), label);
        }
    }
}

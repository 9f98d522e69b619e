//! The Archive Record (roundfix 14): what an archive or a cancel leaves behind.
//!
//! The type, its writer ([`render`]), its reader ([`reading`]) and the shortening of its body ([`outcome`]). The reader and the
//! writer are inverses for every record of ours. Nothing edits a record that exists but [`reading::with_pull_request`] (D67).

pub mod outcome;
pub mod reading;
mod render;
pub mod style;
#[cfg(test)]
mod tests;

use crate::Slug;
use crate::authorization::Regeneration;

/// The only schema there is.
pub const SCHEMA: &str = "roundfix/archive-record/v1";

/// How a Spec ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// Everything passed.
    Pass,
    /// A qualifying declared partial.
    Partial,
    /// An explicit, recorded exception from QA.
    QaOverride,
    /// Another Spec took over.
    Superseded,
    /// It will not be delivered.
    Cancelled,
    /// Of older records: archived before there was QA. Read, never written.
    NoQa,
    /// Of older records: archived although QA failed. Read, never written.
    FailedQa,
}

impl Disposition {
    /// The disposition that a word means.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "pass" => Some(Self::Pass),
            "partial" => Some(Self::Partial),
            "qa-override" => Some(Self::QaOverride),
            "superseded" => Some(Self::Superseded),
            "cancelled" => Some(Self::Cancelled),
            "no-qa" => Some(Self::NoQa),
            "failed-qa" => Some(Self::FailedQa),
            _ => None,
        }
    }

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Partial => "partial",
            Self::QaOverride => "qa-override",
            Self::Superseded => "superseded",
            Self::Cancelled => "cancelled",
            Self::NoQa => "no-qa",
            Self::FailedQa => "failed-qa",
        }
    }
}

/// An Archive Record. Field order is that of the keys (roundfix 14.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The slug.
    pub spec: Slug,
    /// The title of the PRD, or the slug.
    pub title: String,
    /// `created` of the PRD.
    pub created: String,
    /// The local date of the archive, `YYYY-MM-DD`.
    pub archived: String,
    /// How the Spec ended.
    pub disposition: Disposition,
    /// Repository path of the removed folder.
    pub source: String,
    /// The commit that holds it: 40 or 64 hex digits.
    pub source_revision: String,
    /// Id of the QA Task, or `""`.
    pub qa_task: String,
    /// File name of the newest report, or `""`.
    pub qa_report: String,
    /// Its verdict, or `""`.
    pub qa_verdict: String,
    /// What satisfies the declarations later; of a partial only.
    pub unproven: Vec<String>,
    /// The exception; of an override only.
    pub qa_override: Option<Override>,
    /// The Spec that took over; of a superseded one only.
    pub superseded_by: Option<String>,
    /// Why it was cancelled; of a cancelled one only.
    pub cancel_reason: Option<String>,
    /// The decisions.
    pub adrs: Vec<String>,
    /// The `path` column of the reference index.
    pub sources: Vec<String>,
    /// The sanctioned regeneration commands.
    pub regeneration: Vec<Regeneration>,
    /// The promoted copies, sorted bytewise.
    pub promoted: Vec<String>,
    /// The rewritten documents, sorted bytewise.
    pub relinked: Vec<String>,
    /// The pull request, digits.
    pub pull_request: Option<String>,
    /// The one paragraph of the body; `""` when there is none.
    pub outcome: String,
}

/// The keys of a QA Archive Override.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// Who approved it.
    pub approval: String,
    /// Why.
    pub reason: String,
    /// The verdict that was seen, `missing`, or why the report could not be read.
    pub qa_outcome: String,
    /// The status of an unfinished QA Task, else `""`.
    pub qa_task_status: String,
    /// HEAD at the time of the archive.
    pub revision: String,
}

impl Record {
    /// The bytes of the record.
    pub fn render(&self) -> String {
        render::render(self)
    }
}

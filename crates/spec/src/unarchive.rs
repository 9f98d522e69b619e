//! `roundfix unarchive` as a decision (roundfix 11, A-70, D65): the folder comes back from git, the record goes.

mod relink_back;
#[cfg(test)]
mod tests;

use cairn_plan::{Change, FileMode, Plan, Reason, Refusal, RelativePath};

use crate::Slug;
use crate::folder::{FolderEntry, Measure, SpecFolder};
use crate::preconditions::Refused;
use crate::presence::Presence;
use crate::record::{Disposition, Record};
use crate::relink::{Past, PastDocument};
use crate::roots::Roots;
use crate::snapshot::{HomeRepository, SearchedFile};
use crate::warning::{Warning, in_order};

/// What an unarchive is decided on.
pub struct UnarchiveSnapshot<'a> {
    /// Which Spec.
    pub slug: Slug,
    /// Where Specs and records live.
    pub roots: Roots,
    /// The work tree of the home repository, absolute; only for what is printed.
    pub home: std::path::PathBuf,
    /// The bytes of the record; `None` when there is none.
    pub record: Option<Vec<u8>>,
    /// The tree `source_revision:source`; `None` when the revision is not here, or does not hold it.
    pub tree: Option<SpecFolder>,
    /// The documents that the record names as relinked.
    pub documents: Vec<PastDocument>,
    /// The copies that the record names as promoted, each with its bytes now; `None` when it is gone or no regular file.
    pub copies: Vec<(RelativePath, Option<Vec<u8>>)>,
    /// Files that may cite the copies.
    pub files: Vec<SearchedFile>,
    /// The home repository.
    pub repository: &'a dyn HomeRepository,
}

/// What is done, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnarchiveDecision {
    /// The folder, documents and copies, then the record.
    pub plan: Plan,
    /// What the command reports.
    pub report: UnarchiveReport,
}

/// What an unarchive reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnarchiveReport {
    /// The slug.
    pub slug: String,
    /// The restored folder, relative to the home repository.
    pub source: String,
    /// The commit it came from.
    pub source_revision: String,
    /// Files and bytes restored.
    pub restored: Measure,
    /// The record that went, as output calls it.
    pub record: String,
    /// Documents that still lead to the record.
    pub relinked: Vec<String>,
    /// Documents that got their old bytes back.
    pub relinked_back: Vec<String>,
    /// Copies that stay.
    pub promoted: Vec<String>,
    /// Copies that were taken away.
    pub unpromoted: Vec<String>,
    /// What was left, and why.
    pub warnings: Vec<Warning>,
}

/// Decides an unarchive.
///
/// # Errors
/// No record, one that cannot be read, a folder in the way, a revision that is not here.
pub fn unarchive(snapshot: &UnarchiveSnapshot<'_>, relink: bool) -> Result<UnarchiveDecision, Refused> {
    let record_path = snapshot.roots.record(&snapshot.slug);
    let (bytes, record) = readable_record(&snapshot.record, &snapshot.slug, &record_path)?;
    let tree = checks(snapshot, &record, &record_path).map_err(Refused::from)?;
    let at = snapshot.roots.folder(&snapshot.slug);
    let mut plan = Plan::new(format!("unarchive {}", snapshot.slug));
    restore(tree, &at, &mut plan);
    let past = Past::new(&record, &snapshot.slug, &record_path, tree, &snapshot.documents);
    let mut report = UnarchiveReport {
        slug: snapshot.slug.to_string(),
        source: at.to_string(),
        source_revision: record.source_revision.clone(),
        restored: tree.measure(),
        record: snapshot.roots.shown_record(&snapshot.slug, &snapshot.home),
        relinked: record.relinked.clone(),
        relinked_back: Vec::new(),
        promoted: record.promoted.clone(),
        unpromoted: Vec::new(),
        warnings: Vec::new(),
    };
    if let Some(past) = &past {
        if relink {
            relink_back::relink_back(snapshot, past, &mut plan, &mut report);
        }
        if record.disposition == Disposition::Cancelled {
            report.warnings.extend(owned_again(snapshot, past));
        }
    }
    report.warnings = in_order(report.warnings);
    plan.push(Change::Delete { path: record_path, before: cairn_plan::ContentHash::of(bytes) });
    Ok(UnarchiveDecision { plan, report })
}

/// The record with its bytes.
///
/// # Errors
/// `record_missing` or `record_invalid`.
pub(crate) fn readable_record<'b>(
    bytes: &'b Option<Vec<u8>>,
    slug: &Slug,
    path: &RelativePath,
) -> Result<(&'b [u8], Record), Refused> {
    let refuse = |reasons: Vec<Reason>| {
        let mut refusal: Refusal = reasons.into_iter().collect();
        refusal.remedy("`roundfix list` shows the records there are");
        Refused::from(refusal)
    };
    let Some(bytes) = bytes else {
        let message = format!("{path}: does not exist, so there is no record of `{slug}`");
        return Err(refuse(vec![Reason::new("record", "record_missing", message).at(path.clone())]));
    };
    match Record::parse(&path.to_string(), bytes, slug) {
        Ok(record) => Ok((bytes, record)),
        Err(causes) => {
            let reason = |cause: &crate::Cause| {
                let mut reason = Reason::new("record", "record_invalid", cause.to_string()).at(path.clone());
                reason.line = cause.line;
                reason
            };
            Err(refuse(causes.iter().map(reason).collect()))
        }
    }
}

/// The checks behind that of the record; all are reported together.
fn checks<'s>(
    snapshot: &'s UnarchiveSnapshot<'_>,
    record: &Record,
    record_path: &RelativePath,
) -> Result<&'s SpecFolder, Refusal> {
    let mut refusal = Refusal::new();
    let legacy = snapshot.roots.legacy_folder(&snapshot.slug);
    if snapshot.repository.presence(&legacy).exists() {
        let message = format!("{record_path}: stands beside the older archive `{legacy}`");
        refusal.push(Reason::new("record", "record_invalid", message).at(record_path.clone()));
        refusal.remedy("remove the one of the two that is not the archive");
    }
    let named = record.source.rsplit('/').next().unwrap_or_default();
    if named != snapshot.slug.as_str() {
        let (slug, source) = (&snapshot.slug, &record.source);
        let message = format!("{record_path}: `source` is `{source}`, which is no folder of `{slug}`");
        refusal.push(Reason::new("record", "record_invalid", message).at(record_path.clone()));
        refusal.remedy(format!(
            "`git log -p -- {record_path}` shows what the archive wrote; restore that, then try again"
        ));
    }
    let at = snapshot.roots.folder(&snapshot.slug);
    if !matches!(snapshot.repository.presence(&at), Presence::Absent) {
        refusal.push(Reason::new("spec", "folder_exists", format!("{at}: exists already")).at(at.clone()));
        refusal.remedy("move away what stands in the place of the folder");
    }
    if snapshot.tree.is_none() {
        let (revision, source) = (&record.source_revision, &record.source);
        let mut message =
            format!("{record_path}: the commit {revision} is not here, or does not hold `{source}`");
        if let Some(number) = &record.pull_request {
            message.push_str(&format!("; it is the head of a pull request, `pull/{number}/head`"));
            refusal.remedy(format!("`git fetch <remote> pull/{number}/head`, then try again"));
        } else {
            refusal.remedy("fetch the commit, then try again");
        }
        refusal.push(Reason::new("revision", "revision_missing", message).at(record_path.clone()));
    }
    let files = snapshot.tree.iter().flat_map(SpecFolder::files);
    for (below, _) in files.filter(|(_, file)| file.bytes.is_none()) {
        let message = format!("{at}/{below}: is too large to be held, so it could not be restored");
        refusal.push(Reason::new("revision", "file_too_large", message).at(at.clone()));
        refusal.remedy("restore the folder with `git restore --source=<source_revision> -- <source>`");
    }
    match &snapshot.tree {
        Some(tree) if refusal.is_empty() => Ok(tree),
        _ => Err(refusal),
    }
}

/// Exactly the tree: content, executable bits, links.
fn restore(tree: &SpecFolder, at: &RelativePath, plan: &mut Plan) {
    for (below, entry) in tree.entries() {
        let path = at.join(below).unwrap_or_else(|_| at.clone());
        match entry {
            FolderEntry::File(file) => plan.push(Change::Create {
                path,
                bytes: file.bytes.clone().unwrap_or_default(),
                mode: FileMode::executable(file.executable),
            }),
            FolderEntry::Link(target) => plan.push(Change::CreateLink { path, target: target.clone() }),
            FolderEntry::Folder | FolderEntry::Odd(_) => {}
        }
    }
}

/// A cancelled Spec that is restored owns its sources again (adoption step 7).
fn owned_again(snapshot: &UnarchiveSnapshot<'_>, past: &Past<'_>) -> Vec<Warning> {
    let standing = past.returned.iter().filter(|path| snapshot.repository.presence(path).exists());
    standing
        .map(|path| Warning {
            file: path.to_string(),
            line: None,
            code: "source_exists",
            target: None,
            message: "the restored Spec owns this entry again; remove it (adoption step 7)".to_owned(),
        })
        .collect()
}

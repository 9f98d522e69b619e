//! `roundfix unarchive` as a decision (roundfix 11, A-70, D65): the folder comes back from git, the record goes.

use cairn_plan::{Change, FileMode, Plan, Reason, Refusal, RelativePath};
use cairn_text::links::{Citations, Entry, Folder};

use crate::Slug;
use crate::folder::{FolderEntry, Measure, SpecFolder};
use crate::preconditions::Refused;
use crate::presence::Presence;
use crate::record::{Disposition, Record};
use crate::relink::{Past, PastDocument, live, repository_path};
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
            relink_back(snapshot, past, &mut plan, &mut report);
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
    let at = snapshot.roots.folder(&snapshot.slug);
    if !matches!(snapshot.repository.presence(&at), Presence::Absent) {
        refusal.push(Reason::new("spec", "folder_exists", format!("{at}: exists already")).at(at));
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

/// `--relink`: untouched documents get their old bytes, untouched copies that nothing cites go.
fn relink_back(
    snapshot: &UnarchiveSnapshot<'_>,
    past: &Past<'_>,
    plan: &mut Plan,
    report: &mut UnarchiveReport,
) {
    let warning = |file: &RelativePath, code: &'static str, message: &str| Warning {
        file: file.to_string(),
        line: None,
        code,
        target: None,
        message: message.to_owned(),
    };
    let mut back: Vec<&PastDocument> = Vec::new();
    for document in &snapshot.documents {
        if past.wrote(document) {
            back.push(document);
        } else {
            let message = "changed since the archive, so it still leads to the record";
            report.warnings.push(warning(&document.path, "document_changed", message));
        }
    }
    for document in &back {
        let (now, then) =
            (document.now.as_deref().unwrap_or_default(), document.then.as_deref().unwrap_or_default());
        plan.push(Change::write(document.path.clone(), now, then));
        report.relinked_back.push(document.path.to_string());
    }
    report.relinked.retain(|path| !report.relinked_back.contains(path));
    // Copies cite each other, so those that go are looked at together: what only they cite goes with them.
    let mut going: Vec<(&RelativePath, &[u8])> = Vec::new();
    for (path, now) in &snapshot.copies {
        match now {
            Some(now) if past.bare_locators_of_copy(path, now).is_some() => going.push((path, now)),
            Some(_) => {
                report.warnings.push(warning(path, "copy_changed", "changed since the archive, so it stays"))
            }
            None => {}
        }
    }
    loop {
        let before = going.len();
        let candidates = going.clone();
        going.retain(|(path, _)| {
            let stays = cited_by(snapshot, &back, &candidates, path);
            if let Some(citing) = &stays {
                let message = format!("still cited by `{citing}`, so it stays");
                report.warnings.push(warning(path, "copy_cited", &message));
            }
            stays.is_none()
        });
        if going.len() == before {
            break;
        }
    }
    for (path, now) in going {
        plan.push(Change::Delete { path: path.clone(), before: cairn_plan::ContentHash::of(now) });
        report.unpromoted.push(path.to_string());
    }
    report.promoted.retain(|path| !report.unpromoted.contains(path));
}

/// A Live Document that cites a copy after the documents went back and the other copies went.
fn cited_by(
    snapshot: &UnarchiveSnapshot<'_>,
    back: &[&PastDocument],
    going: &[(&RelativePath, &[u8])],
    copy: &RelativePath,
) -> Option<RelativePath> {
    let (parent, name) = (copy.parent()?, copy.file_name());
    let folders = [Folder::new(repository_path(&parent), [(name.to_vec(), Entry::File)])];
    let at = snapshot.roots.folder(&snapshot.slug);
    let cites = |file: &&SearchedFile| {
        let old = back.iter().find(|document| document.path == file.path).and_then(|one| one.then.as_deref());
        let bytes = old.unwrap_or(&file.bytes);
        live::is_live(file, &at, &snapshot.roots.archive_root)
            && !going.iter().any(|(path, _)| **path == file.path)
            && Citations::find(bytes, repository_path(&file.path), &folders)
                .iter()
                .any(|citation| citation.below == name)
    };
    snapshot.files.iter().find(cites).map(|file| file.path.clone())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{FakeRepository, HEAD, Scenario, codes, path, steps, written};

    const RECORD: &str = "docs/history/specs/0042-sample.md";

    /// The snapshot after the archive or cancel of a scenario.
    fn after<'a>(scenario: &Scenario, plan: &Plan, repository: &'a FakeRepository) -> UnarchiveSnapshot<'a> {
        let text = written(plan, RECORD);
        let slug = Slug::new("0042-sample").unwrap();
        let record = Record::parse(RECORD, text.as_bytes(), &slug).unwrap();
        let then = |name: &str| {
            scenario.files.iter().find(|file| file.path == path(name)).map(|file| file.bytes.clone())
        };
        let now = |name: &str| Some(written(plan, name).into_bytes());
        let files = scenario.files.iter().map(|file| {
            let mut file = file.clone();
            if record.relinked.contains(&file.path.to_string()) {
                file.bytes = written(plan, &file.path.to_string()).into_bytes();
            }
            file
        });
        UnarchiveSnapshot {
            slug,
            roots: scenario.roots.clone(),
            home: "/repo".into(),
            tree: Some(scenario.folder.clone()),
            documents: record
                .relinked
                .iter()
                .map(|name| PastDocument { path: path(name), then: then(name), now: now(name) })
                .collect(),
            copies: record.promoted.iter().map(|name| (path(name), now(name))).collect(),
            files: files.collect(),
            record: Some(text.into_bytes()),
            repository,
        }
    }

    fn guided() -> Scenario {
        let mut scenario = Scenario::finished();
        scenario.write(
            "measurement/list.md",
            "# Timings\n\nSee [prd](../_prd.md) and docs/specs/0042-sample/task_01.md.\n",
        );
        scenario.document("docs/guide.md", "[t](specs/0042-sample/measurement/list.md#cold)\n");
        scenario.document("README.md", "docs/specs/0042-sample/_prd.md\n");
        scenario
    }

    /// A-70, archive-250, archive-254: the tree comes back, the record goes, documents and copies stay and are listed.
    #[test]
    fn restored() {
        let mut scenario = guided();
        scenario.insert("tool.sh", FolderEntry::File(crate::folder::FolderFile::new("#!/bin/sh\n", true)));
        scenario.insert("latest", FolderEntry::Link(b"measurement/list.md".to_vec()));
        let plan = scenario.archived().plan;
        let repository = FakeRepository::default();
        let decision = unarchive(&after(&scenario, &plan, &repository), false).unwrap();
        let found = steps(&decision.plan);
        assert_eq!(found.len(), 9);
        assert!(found.contains(&"link docs/specs/0042-sample/latest".to_owned()));
        assert_eq!(found.last().unwrap(), &format!("delete {RECORD}"));
        let executable = decision.plan.changes.iter().any(|change| {
            matches!(change, Change::Create { path, mode: FileMode::Executable, .. } if path.file_name() == b"tool.sh")
        });
        assert!(executable);
        let report = decision.report;
        assert_eq!(report.relinked, ["README.md", "docs/guide.md"]);
        assert_eq!(
            (report.promoted, report.source_revision.as_str()),
            (vec!["docs/references/list.md".to_owned()], HEAD)
        );
    }

    /// D65, archive-255: untouched documents go back and the copy goes; one that changed since is left and warned about.
    #[test]
    fn relinked_back() {
        let scenario = guided();
        let plan = scenario.archived().plan;
        let repository = FakeRepository::default();
        let decision = unarchive(&after(&scenario, &plan, &repository), true).unwrap();
        assert_eq!(decision.report.relinked_back, ["README.md", "docs/guide.md"]);
        assert_eq!(decision.report.unpromoted, ["docs/references/list.md"]);
        assert_eq!(
            written(&decision.plan, "docs/guide.md"),
            "[t](specs/0042-sample/measurement/list.md#cold)\n"
        );
        let mut changed = after(&scenario, &plan, &repository);
        for document in &mut changed.documents {
            if document.path == path("README.md") {
                document.now = Some(b"docs/history/specs/0042-sample.md\nmore\n".to_vec());
            }
        }
        let report = unarchive(&changed, true).unwrap().report;
        assert_eq!(
            (report.relinked_back, report.relinked),
            (vec!["docs/guide.md".to_owned()], vec!["README.md".to_owned()])
        );
        assert_eq!(report.warnings[0].code, "document_changed");
    }

    /// A copy that changed, or that something cites, stays.
    #[test]
    fn copies_that_stay() {
        let mut scenario = guided();
        scenario.document("docs/late.md", "[t](references/list.md)\n");
        let plan = scenario.archived().plan;
        let repository = FakeRepository::default();
        let report = unarchive(&after(&scenario, &plan, &repository), true).unwrap().report;
        assert_eq!((report.promoted.len(), report.warnings[0].code), (1, "copy_cited"));
        let mut changed = after(&scenario, &plan, &repository);
        changed.copies[0].1.as_mut().unwrap().extend_from_slice(b"more\n");
        let report = unarchive(&changed, true).unwrap().report;
        assert_eq!((report.promoted.len(), report.warnings[0].code), (1, "copy_changed"));
    }

    /// A-70, archive-252, archive-253: what is refused.
    #[test]
    fn refused() {
        let scenario = guided();
        let plan = scenario.archived().plan;
        let mut repository = FakeRepository::default();
        let check =
            |change: fn(&mut UnarchiveSnapshot<'_>), repository: &FakeRepository, expected: &[&str]| {
                let mut snapshot = after(&scenario, &plan, repository);
                change(&mut snapshot);
                assert_eq!(codes(&unarchive(&snapshot, false).unwrap_err()), expected);
            };
        check(
            |one| one.record = None,
            &repository,
            &["record record_missing docs/history/specs/0042-sample.md"],
        );
        check(
            |one| one.record = Some(b"old\n".to_vec()),
            &repository,
            &["record record_invalid docs/history/specs/0042-sample.md:1"],
        );
        check(
            |one| one.tree = None,
            &repository,
            &["revision revision_missing docs/history/specs/0042-sample.md"],
        );
        repository.places.insert(path("docs/specs/0042-sample"), Presence::Link);
        repository.places.insert(path("docs/history/specs/0042-sample"), Presence::Folder);
        check(
            |_| {},
            &repository,
            &[
                "record record_invalid docs/history/specs/0042-sample.md",
                "spec folder_exists docs/specs/0042-sample",
            ],
        );
        let mut gone = after(&scenario, &plan, &repository);
        gone.tree = None;
        let text = String::from_utf8(gone.record.unwrap())
            .unwrap()
            .replace("relinked:", "pull_request: \"42\"\nrelinked:");
        gone.record = Some(text.into_bytes());
        let refused = unarchive(&gone, false).unwrap_err();
        assert!(
            refused.refusal.reasons.iter().any(|one| one.message.contains("pull/42/head")),
            "{refused:?}"
        );
    }

    /// A cancelled Spec that comes back owns its sources again.
    #[test]
    fn cancelled() {
        let scenario = Scenario::adopted();
        let plan = scenario.cancel().unwrap().plan;
        let mut repository = FakeRepository::default();
        repository.places.insert(path("docs/backlog/2026-09-30-faster.md"), Presence::File);
        let report = unarchive(&after(&scenario, &plan, &repository), false).unwrap().report;
        let files: Vec<_> = report.warnings.iter().map(|one| one.file.as_str()).collect();
        assert_eq!(files, ["docs/backlog/2026-09-30-faster.md"]);
    }
}

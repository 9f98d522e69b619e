//! What the rules of `cairn check` about Specs, records and links are given, read from disk and git (cairn 11).

mod edits;
mod gone;
mod records;

use std::collections::BTreeSet;

use bstr::BStr;
use cairn_git::HistoryChange;
use cairn_plan::RelativePath;
use cairn_report::Diagnostic;
use cairn_spec::check::{Sources, SpecFacts, check_gone, check_links, check_spec};
use cairn_spec::list::{FoundFolder, ListSnapshot};
use cairn_spec::presence::Presence;
use cairn_spec::relink::live;
use cairn_spec::snapshot::SearchedFile;
use cairn_spec::{Prd, Slug, TaskGraph};
use cairn_state::validate::text_findings;
use cairn_text::links::Mentions;

use super::failure::SpecFailure;
use super::folder;
use super::places;
use super::repository::SpecRepository;
use super::search::search;
use super::standings;
use super::watch::Nobody;

use records::ReadRecord;

/// What the rules came to. Paths are relative to the home repository, or absolute.
#[derive(Debug, Default)]
pub(crate) struct SpecCheck {
    /// What was found, in no order.
    pub(crate) findings: Vec<Diagnostic>,
    /// What was looked at.
    pub(crate) files: BTreeSet<String>,
}

impl SpecRepository<'_> {
    /// Asks every rule about Specs, records and links. Takes no lock and writes nothing.
    ///
    /// # Errors
    /// A root or git cannot be read.
    pub(crate) fn check(&self) -> Result<SpecCheck, SpecFailure> {
        let list = standings::found(self)?;
        let mut check = SpecCheck::default();
        self.check_folders(&list, &mut check)?;
        let history = self.comings_and_goings()?;
        let records = records::read(self, &list);
        records::check(self, &records, &history, &mut check)?;
        check.findings.extend(check_gone(&gone::without_record(self, &list, &history)));
        self.check_documents(&records, &mut check)?;
        Ok(check)
    }

    fn check_folders(&self, list: &ListSnapshot, check: &mut SpecCheck) -> Result<(), SpecFailure> {
        if list.folders.is_empty() {
            return Ok(());
        }
        let standings = list.standings();
        let finished = self.left_finished(list)?;
        let places: Vec<RelativePath> = list.folders.iter().map(|one| self.roots.folder(&one.slug)).collect();
        let ignored = self.ignored(&places)?;
        for (found, at) in list.folders.iter().zip(&places) {
            let read = folder::read(&self.root, at)?;
            let own: Vec<RelativePath> = ignored.iter().filter(|path| path.is_within(at)).cloned().collect();
            let facts = SpecFacts {
                slug: &found.slug,
                at,
                folder: &read.folder,
                prd: &Prd::read(&found.prd),
                ignored: &own,
                list,
                standings: &standings,
                is_left_finished: finished.contains(&found.slug),
                presence: &|path| places::presence(&self.root, path),
            };
            check.findings.extend(check_spec(&facts));
            let graph = TaskGraph::load(&read.folder, &found.slug).ok();
            for (path, file) in read.folder.files() {
                let whole = format!("{at}/{path}");
                if let Some(bytes) = file.bytes.as_deref().filter(|_| is_task(graph.as_ref(), path)) {
                    check.findings.extend(text_findings(&whole, bytes));
                }
                if live::is_markdown(path) {
                    check.files.insert(whole);
                }
            }
        }
        Ok(())
    }

    /// Files below `places` that git ignores.
    fn ignored(&self, places: &[RelativePath]) -> Result<Vec<RelativePath>, SpecFailure> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let paths: Vec<&BStr> = places.iter().map(|path| BStr::new(path.as_bytes())).collect();
        let ignored = self.git.ignored_files(&paths)?.into_iter();
        Ok(ignored
            .filter_map(|path| {
                let path: Vec<u8> = path.into();
                RelativePath::new(path.strip_suffix(b"/").unwrap_or(&path)).ok()
            })
            .collect())
    }

    /// Active Specs that an archive would accept, and after whose last change the branch went on. While their own commit is the
    /// newest, the archive is simply the next step.
    fn left_finished(&self, list: &ListSnapshot) -> Result<BTreeSet<Slug>, SpecFailure> {
        let mut finished = BTreeSet::new();
        let is_active = |found: &FoundFolder| Prd::read(&found.prd).is_active() && found.tasks.is_some();
        let Some(head) = self.head.as_ref().filter(|_| list.folders.iter().any(is_active)) else {
            return Ok(finished);
        };
        for one in self.list(true, &Nobody)?.into_iter().filter(|one| one.archivable == Some(true)) {
            let at = self.roots.folder(&one.slug);
            let newest = self.git.versions(BStr::new(at.as_bytes()))?.pop();
            if newest.is_some_and(|version| version.commit != *head) {
                finished.insert(one.slug);
            }
        }
        Ok(finished)
    }

    /// What commits added and deleted in both roots, newest first.
    fn comings_and_goings(&self) -> Result<Vec<HistoryChange>, SpecFailure> {
        if self.head.is_none() {
            return Ok(Vec::new());
        }
        let roots = [Some(&self.roots.archive_root), self.roots.spec_root.as_ref()];
        let paths: Vec<&BStr> = roots.into_iter().flatten().map(|path| BStr::new(path.as_bytes())).collect();
        Ok(self.git.additions_and_deletions(&paths)?)
    }

    /// Live Documents with links into folders that are gone.
    fn check_documents(&self, records: &[ReadRecord<'_>], check: &mut SpecCheck) -> Result<(), SpecFailure> {
        let gone = records.iter().filter_map(|one| {
            let record = one.record()?;
            let source = RelativePath::new(record.source.as_str()).ok()?;
            let is_gone = places::presence(&self.root, &source) == Presence::Absent;
            is_gone.then_some((record.source.as_str(), one.found.path.as_str()))
        });
        let sources = Sources::new(gone);
        if sources.is_empty() {
            return Ok(());
        }
        let mentions = Mentions::of(&sources.paths());
        // Records name their folders and are no Live Documents.
        let archive = std::slice::from_ref(&self.roots.archive_root);
        let searched = search(&self.git, &self.root, &mentions, archive, &self.context.interrupt, &Nobody)?;
        for found in searched.found {
            let file = SearchedFile {
                path: found.path,
                bytes: found.bytes,
                tracked: found.tracked,
                dirty: false,
                home: true,
            };
            // No Spec is being archived, so no folder is left out but the history.
            if live::is_live(&file, &self.roots.archive_root, &self.roots.archive_root) {
                let path = file.path.to_string();
                check.findings.extend(check_links(&sources.dead_links(&path, &file.bytes)));
                check.files.insert(path);
            }
        }
        Ok(())
    }
}

/// Whether a file of a Spec is one of its Tasks, by the graph or by its name.
fn is_task(graph: Option<&TaskGraph>, path: &RelativePath) -> bool {
    let name = path.as_bytes();
    let is_named = name.starts_with(b"task_") && name.ends_with(b".md") && !name.contains(&b'/');
    is_named || graph.is_some_and(|graph| graph.names(name))
}

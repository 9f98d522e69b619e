//! `unarchive` and `pull-request` over the real disk.

use cairn_plan::RelativePath;
use cairn_spec::Slug;
use cairn_spec::pull_request::{PullRequestDecision, PullRequestSnapshot, name_pull_request};
use cairn_spec::snapshot::SearchedFile;
use cairn_spec::unarchive::{UnarchiveReport, UnarchiveSnapshot, unarchive};
use cairn_text::links::{Mentions, RepositoryPath};
use cairn_vault::TransactionKind;

use super::failure::SpecFailure;
use super::home::Home;
use super::past::Past;
use super::repository::SpecRepository;
use super::search::search;
use super::turn::{Act, Done};
use super::watch::Watch;

impl SpecRepository<'_> {
    /// Brings an archived Spec back (roundfix 11). A missing built-in Spec Root is made.
    ///
    /// # Errors
    /// A refusal, a lock that is held, or a failure that was taken back.
    pub fn unarchive(
        &self,
        slug: &Slug,
        relink: bool,
        watch: &dyn Watch,
    ) -> Result<Done<UnarchiveReport>, SpecFailure> {
        self.exclusively(watch, |turn| {
            turn.refuse_begun_removal(slug)?;
            let past = Past::of(self, slug)?;
            let files = if relink { self.citing(&past.copies, watch)? } else { Vec::new() };
            let home = Home::new(self);
            let Past { record, read, tree, same, documents, copies } = past;
            let decision = unarchive(
                &UnarchiveSnapshot {
                    slug: slug.clone(),
                    roots: self.roots.clone(),
                    home: self.home.clone(),
                    record,
                    tree,
                    documents,
                    copies,
                    files,
                    repository: &home,
                },
                relink,
            );
            home.check()?;
            let decision = decision?;
            let at = self.roots.folder(slug);
            let in_git = |path: &RelativePath| {
                let (below, record) = (path.below(&at)?, read.as_ref()?);
                let source = RelativePath::new(record.source.as_str()).ok()?;
                same.contains(&below).then_some((record.source_revision.clone(), source.join(&below).ok()?))
            };
            let act = Act { kind: TransactionKind::Unarchive, in_git: &in_git, commit: None };
            turn.carry_out(&decision.plan, &act, decision.report)
        })
    }

    /// Files that may cite the copies.
    fn citing(
        &self,
        copies: &[(RelativePath, Option<Vec<u8>>)],
        watch: &dyn Watch,
    ) -> Result<Vec<SearchedFile>, SpecFailure> {
        let names: Vec<RepositoryPath> =
            copies.iter().filter_map(|(path, _)| RepositoryPath::new(path.as_bytes())).collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mentions = Mentions::of(&names);
        let searched = search(&self.git, &self.root, &mentions, &[], &self.context.interrupt, watch)?;
        watch.searched();
        let file = |found: super::search::Found| SearchedFile {
            path: found.path,
            bytes: found.bytes,
            tracked: found.tracked,
            dirty: false,
            home: true,
        };
        Ok(searched.found.into_iter().map(file).collect())
    }

    /// Names the pull request in a record that lacks it (roundfix 11b).
    ///
    /// # Errors
    /// As [`Self::unarchive`].
    pub fn name_pull_request(
        &self,
        slug: &Slug,
        number: u64,
        watch: &dyn Watch,
    ) -> Result<Done<PullRequestDecision>, SpecFailure> {
        self.exclusively(watch, |turn| {
            let past = Past::of(self, slug)?;
            let decision = name_pull_request(
                &PullRequestSnapshot {
                    slug: slug.clone(),
                    roots: self.roots.clone(),
                    record: past.record,
                    tree: past.tree,
                    documents: past.documents,
                    copies: past.copies,
                },
                number,
            )?;
            let act = Act { kind: TransactionKind::Verb, in_git: &|_| None, commit: None };
            let plan = decision.plan.clone();
            turn.carry_out(&plan, &act, decision)
        })
    }
}

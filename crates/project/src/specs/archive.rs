//! `archive`, `archive --plan` and `cancel` over the real disk.

use cairn_plan::{Change, Plan, RelativePath};
use cairn_spec::Slug;
use cairn_spec::archive::{ArchiveReport, archive};
use cairn_spec::cancel::{CancelReport, cancel};
use cairn_spec::plan_report::{PlanReport, plan_report};
use cairn_spec::request::{ArchiveRequest, CancelRequest};
use cairn_spec::warning::{Warning, in_order};
use cairn_vault::TransactionKind;

use super::failure::SpecFailure;
use super::kept::Kept;
use super::repository::SpecRepository;
use super::survey::{FoundSpec, Survey};
use super::turn::{Act, Done, Turn};
use super::unfinished::refuse_unfinished;
use super::watch::Watch;

impl SpecRepository<'_> {
    /// Archives a Spec (roundfix 4).
    ///
    /// # Errors
    /// A refusal with every failed check, a lock that is held, or a failure that was taken back.
    pub fn archive(
        &self,
        slug: &Slug,
        request: &ArchiveRequest,
        watch: &dyn Watch,
    ) -> Result<Done<ArchiveReport>, SpecFailure> {
        self.ready()?;
        self.exclusively(watch, |turn| {
            let mut survey = self.survey(turn, slug, request.commit, watch)?;
            let home = survey.home();
            let snapshot = survey.snapshot(slug, &home);
            let decision = archive(&snapshot, request);
            home.check()?;
            let mut decision = decision?;
            with_unread(&mut decision.report.warnings, &survey);
            let subject = decision.report.subject.clone();
            let ending =
                Ending { slug, kind: TransactionKind::Archive, subject: &subject, commits: request.commit };
            carry_out(turn, &survey, &decision.plan, &ending, decision.report)
        })
    }

    /// Cancels a Spec (roundfix 10).
    ///
    /// # Errors
    /// As [`Self::archive`].
    pub fn cancel(
        &self,
        slug: &Slug,
        request: &CancelRequest,
        watch: &dyn Watch,
    ) -> Result<Done<CancelReport>, SpecFailure> {
        self.ready()?;
        self.exclusively(watch, |turn| {
            let mut survey = self.survey(turn, slug, request.commit, watch)?;
            let home = survey.home();
            let snapshot = survey.snapshot(slug, &home);
            let decision = cancel(&snapshot, request);
            home.check()?;
            let mut decision = decision?;
            with_unread(&mut decision.report.archive.warnings, &survey);
            let subject = decision.report.archive.subject.clone();
            let ending =
                Ending { slug, kind: TransactionKind::Cancel, subject: &subject, commits: request.commit };
            carry_out(turn, &survey, &decision.plan, &ending, decision.report)
        })
    }

    /// What an archive would do (roundfix 4.6). Takes no lock and writes nothing.
    ///
    /// # Errors
    /// Checks 2 to 4.
    pub fn plan(&self, slug: &Slug, watch: &dyn Watch) -> Result<PlanReport, SpecFailure> {
        self.ready()?;
        refuse_unfinished(self, slug)?;
        let spec = FoundSpec::read(self, slug)?;
        let mut survey = Survey::take(self, vec![spec], false, watch)?;
        let home = survey.home();
        let snapshot = survey.snapshot(slug, &home);
        let report = plan_report(&snapshot);
        home.check()?;
        let mut report = report?;
        with_unread(&mut report.warnings, &survey);
        Ok(report)
    }

    /// Checks 2 and 3.
    fn ready(&self) -> Result<(), SpecFailure> {
        self.require_root()?;
        self.require_head().map(drop)
    }

    fn survey<'r>(
        &'r self,
        turn: &Turn<'_, '_>,
        slug: &Slug,
        commits: bool,
        watch: &dyn Watch,
    ) -> Result<Survey<'r, 'r>, SpecFailure> {
        refuse_unfinished(self, slug)?;
        turn.refuse_begun_removal(slug)?;
        let spec = FoundSpec::read(self, slug)?;
        Survey::take(self, vec![spec], commits, watch)
    }
}

/// How a Spec ends.
struct Ending<'e> {
    slug: &'e Slug,
    kind: TransactionKind,
    subject: &'e str,
    commits: bool,
}

fn carry_out<R>(
    turn: &Turn<'_, '_>,
    survey: &Survey<'_, '_>,
    plan: &Plan,
    ending: &Ending<'_>,
    report: R,
) -> Result<Done<R>, SpecFailure> {
    let nothing = Kept::default();
    let kept = survey.kept(ending.slug).unwrap_or(&nothing);
    let revision = survey.head().to_string();
    let in_git = |path: &RelativePath| kept.same.contains(path).then(|| (revision.clone(), path.clone()));
    let commit = ending.commits.then(|| (committed_paths(plan, kept), ending.subject));
    turn.carry_out(plan, &Act { kind: ending.kind, in_git: &in_git, commit }, report)
}

/// Exactly the deleted paths of the folder, the record, the copies, the rewritten documents and the returned files (4.7).
fn committed_paths(plan: &Plan, kept: &Kept) -> Vec<RelativePath> {
    let mut paths: Vec<RelativePath> = kept.tree.keys().cloned().collect();
    let changes = plan.changes.iter().filter(|change| !matches!(change, Change::RemoveTree { .. }));
    paths.extend(changes.map(|change| change.path().clone()));
    paths
}

/// Files that could not be searched are told of like citations that stay.
fn with_unread(warnings: &mut Vec<Warning>, survey: &Survey<'_, '_>) {
    if !survey.unread.is_empty() {
        warnings.extend(survey.unread.iter().cloned());
        *warnings = in_order(std::mem::take(warnings));
    }
}

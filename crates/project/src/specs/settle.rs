//! `settle` over the real disk.

use cairn_spec::Slug;
use cairn_spec::settle::{SettleSnapshot, Settlement, settle};
use cairn_vault::TransactionKind;

use super::failure::SpecFailure;
use super::folder;
use super::repository::SpecRepository;
use super::turn::{Act, Done};
use super::watch::Watch;

impl SpecRepository<'_> {
    /// Settles the QA Task of a Spec by its newest report (roundfix 13). A report that settles nothing is no error: the
    /// settlement says why.
    ///
    /// # Errors
    /// A refusal, a lock that is held, or a failure that was taken back.
    pub fn settle(&self, slug: &Slug, watch: &dyn Watch) -> Result<Done<Settlement>, SpecFailure> {
        self.require_root()?;
        self.exclusively(watch, |turn| {
            let at = self.roots.folder(slug);
            let found = folder::read(&self.root, &at)?;
            let snapshot = SettleSnapshot { slug, at, presence: found.presence, folder: &found.folder };
            let settlement = settle(&snapshot)?;
            let act = Act { kind: TransactionKind::Verb, in_git: &|_| None, commit: None };
            let plan = settlement.plan.clone();
            turn.carry_out(&plan, &act, settlement)
        })
    }
}

//! `list` over the real disk. Takes no lock and writes nothing.

use cairn_spec::Slug;
use cairn_spec::list::{ListSnapshot, Listed, State};
use cairn_spec::plan_report::plan_report;

use super::failure::SpecFailure;
use super::repository::SpecRepository;
use super::standings;
use super::survey::{FoundSpec, Survey};
use super::unfinished::refuse_unfinished;
use super::watch::Watch;

impl SpecRepository<'_> {
    /// Every Spec, active and archived (roundfix 12). `archivable` says whether to find out, for each active Spec, if an archive
    /// would pass its checks now; that costs a search through all documents, once for all of them.
    ///
    /// # Errors
    /// A root or git cannot be read.
    pub fn list(&self, archivable: bool, watch: &dyn Watch) -> Result<Vec<Listed>, SpecFailure> {
        let mut snapshot = standings::found(self)?;
        if archivable {
            self.find_out(&mut snapshot, watch)?;
        }
        let mut listed = snapshot.list();
        self.join_unfinished(&mut listed)?;
        Ok(listed)
    }

    /// A folder whose deletion is unfinished is no Spec of its own any more: only its record is listed, with what is left to do.
    fn join_unfinished(&self, listed: &mut Vec<Listed>) -> Result<(), SpecFailure> {
        let is_folder = |state| matches!(state, State::Active | State::Inactive);
        let is_record = |state| matches!(state, State::Archived | State::Cancelled);
        let mut unfinished = Vec::new();
        for pair in listed.windows(2) {
            let [folder, record] = pair else { continue };
            if folder.slug == record.slug && is_folder(folder.state) && is_record(record.state) {
                match refuse_unfinished(self, &folder.slug) {
                    Ok(()) => {}
                    Err(SpecFailure::Refused(refused)) => {
                        unfinished.extend(refused.finish.map(|finish| (folder.slug.clone(), finish)));
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
        for (slug, finish) in unfinished {
            listed.retain(|one| one.slug != slug || !is_folder(one.state));
            for record in listed.iter_mut().filter(|one| one.slug == slug) {
                let folder = self.roots.folder(&slug);
                record.problem =
                    Some(format!("{folder}: the deletion is unfinished; finish it with `{finish}`"));
            }
        }
        Ok(())
    }

    fn find_out(&self, snapshot: &mut ListSnapshot, watch: &dyn Watch) -> Result<(), SpecFailure> {
        let active = |listed: &Listed| listed.state == State::Active;
        let active: Vec<Slug> = snapshot.list().into_iter().filter(active).map(|one| one.slug).collect();
        let mut specs = Vec::new();
        for slug in &active {
            let found = refuse_unfinished(self, slug).and_then(|()| FoundSpec::read(self, slug));
            match found {
                Ok(spec) => specs.push(spec),
                Err(SpecFailure::Refused(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        let candidates: Vec<Slug> = specs.iter().map(|spec| spec.slug.clone()).collect();
        let mut ready: Vec<Slug> = Vec::new();
        if self.head.is_some() && !candidates.is_empty() {
            let mut survey = Survey::take(self, specs, false, watch)?;
            let home = survey.home();
            for slug in candidates {
                let report = plan_report(&survey.snapshot(&slug, &home));
                home.check()?;
                if report.is_ok_and(|report| report.is_archivable()) {
                    ready.push(slug);
                }
            }
        }
        for folder in snapshot.folders.iter_mut().filter(|folder| active.contains(&folder.slug)) {
            folder.archivable = Some(ready.contains(&folder.slug));
        }
        Ok(())
    }
}

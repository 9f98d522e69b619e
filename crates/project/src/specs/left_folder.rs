//! Records that stand beside their folder: an archive whose deletion was cut short, or a slug that was used again.

use cairn_spec::Slug;
use cairn_spec::list::State;

use super::failure::SpecFailure;
use super::repository::SpecRepository;
use super::standings;
use super::unfinished::refuse_unfinished;

/// A record and a Spec folder of one slug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftFolder {
    /// The record as output calls it.
    pub record: String,
    /// The folder, from the home repository.
    pub folder: String,
    /// The command that finishes the deletion, when nothing can be lost by it.
    pub finish: Option<String>,
}

impl SpecRepository<'_> {
    /// Every record that stands beside its folder.
    ///
    /// # Errors
    /// A root or git cannot be read.
    pub fn left_folders(&self) -> Result<Vec<LeftFolder>, SpecFailure> {
        let listed = standings::found(self)?.list();
        let is_folder = |state| matches!(state, State::Active | State::Inactive);
        let recorded = |slug: &Slug| listed.iter().find(|one| one.slug == *slug && !is_folder(one.state));
        let mut left = Vec::new();
        for folder in listed.iter().filter(|one| is_folder(one.state)) {
            let Some(record) = recorded(&folder.slug) else { continue };
            let finish = match refuse_unfinished(self, &folder.slug) {
                Ok(()) => None,
                Err(SpecFailure::Refused(refused)) => refused.finish,
                Err(failure) => return Err(failure),
            };
            left.push(LeftFolder { record: record.path.clone(), folder: folder.path.clone(), finish });
        }
        Ok(left)
    }
}

//! The Specs of the repository around the project under the rules of `cairn_spec`, in paths of the project.

use std::path::Path;

use cairn_state::failure::{Failure, Reason};

use super::Findings;
use crate::context::Context;
use crate::specs::{SpecFailure, SpecRepository};
use crate::workplace::Workplace;

impl Workplace<'_> {
    pub(super) fn check_specs(&self, found: &mut Findings) -> Result<(), Failure> {
        if self.repository.is_none() {
            return Ok(());
        }
        let here = Context { current_folder: self.folder.clone(), ..self.context.clone() };
        let specs = SpecRepository::open(&here).map_err(|failure| of_specs(&failure))?;
        let checked = specs.check().map_err(|failure| of_specs(&failure))?;
        let shown = |path: &str| shown(&self.folder, &specs.home, path);
        found.extend(checked.findings.into_iter().map(|mut finding| {
            finding.path = shown(&finding.path);
            finding
        }));
        checked.files.iter().for_each(|path| found.file(shown(path)));
        Ok(())
    }
}

fn of_specs(failure: &SpecFailure) -> Failure {
    let reason = match failure {
        SpecFailure::Interrupted => Reason::Interrupted,
        _ => Reason::Io,
    };
    Failure::new(reason, failure.to_string())
}

/// A path of the home repository as the project calls it: from its root, absolute outside of it.
fn shown(root: &Path, home: &Path, path: &str) -> String {
    let whole = home.join(path);
    match whole.strip_prefix(root) {
        Ok(below) => below.to_string_lossy().into_owned(),
        Err(_) => whole.to_string_lossy().into_owned(),
    }
}

//! What attributes say about a path.

use bstr::{BStr, BString};

use crate::question::{parts, portions};
use crate::{Error, Repository};

impl Repository {
    /// The merge driver that attributes name for each of `paths`, in their order; `None` where none is named. The files need
    /// not be there.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn merge_drivers<P: AsRef<BStr>>(&self, paths: &[P]) -> Result<Vec<Option<BString>>, Error> {
        let mut drivers = Vec::with_capacity(paths.len());
        for portion in portions(paths) {
            let output = self.question("check-attr").args(["-z", "merge"]).paths(portion).ask()?;
            let answers: Vec<&BStr> = parts(&output).collect();
            for answer in answers.chunks(3) {
                let value = answer.get(2).ok_or_else(|| self.unreadable("check-attr", &output))?;
                let is_name = !["unspecified", "unset", "set"].iter().any(|none| value == none);
                drivers.push(is_name.then(|| BString::from(value.to_vec())));
            }
        }
        Ok(drivers)
    }
}

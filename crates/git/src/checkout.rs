//! What a checkout would write for many blobs at once: line ends, `ident` and `working-tree-encoding` done, filter programs off.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use crate::question::parts;
use crate::{Error, ObjectId, Repository};

/// The content of a file as it would stand in the work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedOut {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether they are the blob itself.
    pub is_blob: bool,
}

/// The attributes that change bytes on their way out.
const ATTRIBUTES: [&str; 5] = ["text", "crlf", "eol", "ident", "working-tree-encoding"];

impl Repository {
    /// What a checkout would write for each blob at its path; `None` where the blob is not here.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn checkout_contents(&self, wanted: &[(&ObjectId, &BStr)]) -> Result<Vec<Option<CheckedOut>>, Error> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let paths: Vec<&BStr> = wanted.iter().map(|(_, path)| *path).collect();
        let converted = self.converted(&paths)?;
        let mut blobs = self.blobs()?;
        let mut contents = Vec::with_capacity(wanted.len());
        for (id, path) in wanted {
            let Some(blob) = blobs.get(id)? else {
                contents.push(None);
                continue;
            };
            let bytes =
                if converted.contains(*path) { self.checkout_content(id, path)? } else { blob.clone() };
            contents.push(Some(CheckedOut { is_blob: bytes == blob, bytes }));
        }
        Ok(contents)
    }

    /// Those of `paths` whose bytes a checkout may change.
    fn converted(&self, paths: &[&BStr]) -> Result<HashSet<BString>, Error> {
        let configuration = self.configuration();
        let automatic = configuration.is_true("core.autocrlf");
        let crlf_by_default = automatic || configuration.get("core.eol").is_some_and(|eol| eol == "crlf");
        let mut input = Vec::new();
        for path in paths {
            input.extend_from_slice(path);
            input.push(0);
        }
        let question = self.work_tree_question("check-attr")?.args(["-z", "--stdin"]).args(ATTRIBUTES);
        let output = question.input(input).ask()?;
        let mut converted = HashSet::new();
        let mut fields = parts(&output);
        while let (Some(path), Some(attribute), Some(value)) = (fields.next(), fields.next(), fields.next()) {
            let set = value != "unspecified" && value != "unset";
            let changes = match attribute.as_bytes() {
                b"text" | b"crlf" => crlf_by_default && (set || (automatic && value == "unspecified")),
                b"eol" => value == "crlf",
                _ => set,
            };
            if changes {
                converted.insert(path.to_owned());
            }
        }
        Ok(converted)
    }
}

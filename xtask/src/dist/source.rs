//! What every package is made of: the binaries, and the documents of the checkout.

use std::path::Path;

use cairn_cli::help::Binary;

use super::archive::Entry;
use super::sbom;

/// The content of a release.
pub(super) struct Source {
    /// The version of the workspace.
    pub(super) version: String,
    /// The date of everything, in seconds.
    pub(super) epoch: u64,
    /// Name and content of each binary.
    pub(super) binaries: Vec<(&'static str, Vec<u8>)>,
    /// Manual pages by file name.
    pub(super) manual: Vec<(String, Vec<u8>)>,
    /// Completion scripts by `SHELL/FILE`.
    pub(super) completions: Vec<(String, Vec<u8>)>,
    /// Read me, licences, change log, by file name.
    pub(super) documents: Vec<(&'static str, Vec<u8>)>,
    /// The bill of materials.
    pub(super) sbom: String,
}

const DOCUMENTS: [&str; 4] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"];

impl Source {
    /// Reads the checkout, and the binaries that were built of it.
    pub(super) fn read(root: &Path, binaries: &Path, epoch: u64) -> Result<Source, String> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
        };
        let mut built = Vec::new();
        for binary in Binary::ALL {
            built.push((binary.name(), read(&binaries.join(binary.name()))?));
        }
        let mut documents = Vec::new();
        for name in DOCUMENTS {
            documents.push((name, read(&root.join(name))?));
        }
        let files = |folder: &str| -> Result<Vec<(String, Vec<u8>)>, String> {
            let listed = std::fs::read_dir(root.join(folder))
                .map_err(|error| format!("cannot list `{folder}`: {error}"))?;
            let mut files = Vec::new();
            for entry in listed.flatten() {
                files.push((entry.file_name().to_string_lossy().into_owned(), read(&entry.path())?));
            }
            files.sort();
            Ok(files)
        };
        let mut completions = Vec::new();
        for shell in cairn_cli::completion::quoting::Shell::ALL {
            let name = shell.name();
            let scripts = files(&format!("completions/{name}"))?.into_iter();
            completions.extend(scripts.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        }
        Ok(Source {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            epoch,
            binaries: built,
            manual: files("man/man1")?,
            completions,
            documents,
            sbom: sbom::document(root, epoch)?,
        })
    }

    /// `cairn-0.1.0-x86_64-linux`.
    pub(super) fn folder_name(&self) -> String {
        format!("cairn-{}-{}-linux", self.version, std::env::consts::ARCH)
    }

    /// Everything below `top`, laid out as below a prefix such as `/usr/local`.
    pub(super) fn prefix(&self, top: &str) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        entries.extend(
            self.binaries
                .iter()
                .map(|(name, bytes)| Entry::program(format!("{top}/bin/{name}"), bytes.clone())),
        );
        let man = |(name, bytes): &(String, Vec<u8>)| {
            Entry::file(format!("{top}/share/man/man1/{name}"), bytes.clone())
        };
        entries.extend(self.manual.iter().map(man));
        let script = |(path, bytes): &(String, Vec<u8>)| {
            Entry::file(format!("{top}/share/{}", completion(path)), bytes.clone())
        };
        entries.extend(self.completions.iter().map(script));
        let document = |(name, bytes): &(&str, Vec<u8>)| {
            Entry::file(format!("{top}/share/doc/cairn/{name}"), bytes.clone())
        };
        entries.extend(self.documents.iter().map(document));
        entries.push(Entry::file(format!("{top}/share/doc/cairn/sbom.cdx.json"), self.sbom.clone()));
        entries
    }

    /// The texts of the licences.
    pub(super) fn licences(&self) -> impl Iterator<Item = &(&'static str, Vec<u8>)> {
        self.documents.iter().filter(|(name, _)| name.starts_with("LICENSE"))
    }

    /// The read me.
    pub(super) fn read_me(&self) -> &[u8] {
        let found = self.documents.iter().find(|(name, _)| *name == "README.md");
        found.map(|(_, bytes)| bytes.as_slice()).unwrap_or_default()
    }
}

/// Where a shell looks for a script below `share`.
fn completion(path: &str) -> String {
    match path.split_once('/') {
        Some(("bash", file)) => format!("bash-completion/completions/{file}"),
        Some(("zsh", file)) => format!("zsh/site-functions/{file}"),
        Some(("fish", file)) => format!("fish/vendor_completions.d/{file}"),
        _ => format!("cairn/completions/{path}"),
    }
}

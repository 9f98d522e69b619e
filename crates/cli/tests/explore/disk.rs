//! A project on the real disk, as a simulated file system is to hold it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use cairn_testkit::repository::TestRepository;
use cairn_vault::Fs as _;
use cairn_vault::simulation::SimulatedFs;

/// Where the root of the project lies there.
pub(crate) const ROOT: &str = "/p";

/// Where the vault's own memory lies there, beside the project, so that it is not judged as a part of it.
pub(crate) const HOME: &str = "/h/cairn";

/// Everything of a repository that commands of ours read or write: its files, its hooks, and the vault's own memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    folders: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
    links: Vec<(String, String)>,
}

impl Disk {
    pub(crate) fn of(repository: &TestRepository) -> Self {
        let mut disk = Self::default();
        disk.read(repository.root(), ROOT);
        let git = repository.root().join(".git");
        disk.folders.push(format!("{ROOT}/.git/hooks"));
        disk.read(&git.join("hooks"), &format!("{ROOT}/.git/hooks"));
        disk.read(&git.join("cairn"), HOME);
        disk
    }

    fn read(&mut self, from: &Path, to: &str) {
        let Ok(entries) = fs::read_dir(from) else { return };
        for entry in entries.map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let (path, there) = (entry.path(), format!("{to}/{name}"));
            let kind = entry.file_type().unwrap();
            if kind.is_symlink() {
                self.links.push((there, fs::read_link(path).unwrap().to_string_lossy().into_owned()));
            } else if kind.is_file() {
                self.files.push((there, fs::read(path).unwrap()));
            } else if name != ".git" {
                self.folders.push(there.clone());
                self.read(&path, &there);
            }
        }
    }

    /// Puts everything there.
    pub(crate) fn put(&self, fs: &SimulatedFs) {
        for path in &self.folders {
            fs.make_absolute(Path::new(path)).unwrap();
        }
        self.files.iter().for_each(|(path, bytes)| fs.put(path, bytes));
        self.links.iter().for_each(|(path, target)| fs.put_link(path, target));
    }

    /// How many files there are.
    pub(crate) fn size(&self) -> usize {
        self.files.len()
    }

    /// Every content of a file.
    pub(crate) fn contents(&self) -> HashSet<Vec<u8>> {
        self.files.iter().map(|(_, bytes)| bytes.clone()).collect()
    }

    /// The content of a file of the project.
    pub(crate) fn file(&self, path: &str) -> Option<Vec<u8>> {
        let full = format!("{ROOT}/{path}");
        self.files.iter().find(|(path, _)| *path == full).map(|(_, bytes)| bytes.clone())
    }
}

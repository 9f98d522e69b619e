//! "Did we already try this?" (cairn 13): a literal search through the records, and through the folders that they name, as git
//! holds them.

use bstr::{BStr, ByteSlice};
use cairn_git::{Blobs, EntryKind, ObjectId, TreeEntry};
use cairn_spec::list::FoundRecord;

use super::failure::SpecFailure;
use super::repository::SpecRepository;
use super::standings;

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct TextSearch {
    /// Sorted by slug, the record before its folder, then by file and line.
    pub matches: Vec<TextMatch>,
    /// Specs whose folder could not be searched, with the reason.
    pub skipped: Vec<(String, String)>,
    /// Whether there are more matches than were asked for.
    pub truncated: bool,
}

/// A line that holds the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMatch {
    /// Which Spec.
    pub slug: String,
    /// The path in the repository; of a folder as it was.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// The line: trimmed, without control characters, shortened.
    pub text: String,
    /// The commit that holds the folder; `None` for a record.
    pub revision: Option<String>,
}

/// Files above this are no prose.
const LARGEST_FILE: u64 = 1 << 20;

/// So much of a line is shown.
const LONGEST_TEXT: usize = 200;

impl SpecRepository<'_> {
    /// Searches for `text`, in any case, and gives the first `limit` matches.
    ///
    /// # Errors
    /// A root or git cannot be read.
    pub fn search_text(&self, text: &str, limit: usize) -> Result<TextSearch, SpecFailure> {
        let mut records = standings::found(self)?.records;
        records.sort_by(|one, other| one.slug.cmp(&other.slug));
        records.retain(|record| !record.is_readme());
        let mut found = Finder { needle: text.to_lowercase(), limit, search: TextSearch::default() };
        let mut blobs = self.git.blobs()?;
        for (record, folder) in records.iter().zip(self.folders(&records, &mut blobs)?) {
            let bytes = record.bytes.as_deref().unwrap_or_default();
            found.look(record.slug.as_str(), &record.path, None, bytes);
            let (commit, files) = match folder {
                Ok(folder) => folder,
                Err(reason) => {
                    found.search.skipped.push((record.slug.to_string(), reason));
                    continue;
                }
            };
            for entry in files {
                if found.search.truncated {
                    break;
                }
                let Some(bytes) = blobs.get(&entry.id)? else { continue };
                found.look(record.slug.as_str(), &entry.path.to_str_lossy(), Some(&commit), &bytes);
            }
        }
        Ok(found.search)
    }

    /// The files of every record's folder as git holds it, those that are too large left out, or why the folder is nowhere. A few
    /// processes of git, however many records there are.
    fn folders(&self, records: &[FoundRecord], blobs: &mut Blobs<'_>) -> Result<Vec<Folder>, SpecFailure> {
        let places: Vec<Result<(ObjectId, String), String>> = records.iter().map(place).collect();
        let named: Vec<(&ObjectId, &BStr)> =
            places.iter().flatten().map(|(commit, source)| (commit, BStr::new(source))).collect();
        let mut objects = self.git.objects_at(&named)?.into_iter();
        let commits: Vec<&ObjectId> = named.iter().map(|(commit, _)| *commit).collect();
        let mut here = self.git.have_commits(&commits)?.into_iter();
        let mut folders = Vec::new();
        for place in places {
            folders.push(match place {
                Err(reason) => Err(reason),
                Ok((commit, source)) => {
                    let is_here = here.next().unwrap_or_default();
                    match objects.next().flatten() {
                        Some(object) => {
                            let files = blobs.files_below(&object, BStr::new(&source))?;
                            files
                                .map(|files| (commit, files))
                                .ok_or_else(|| format!("`{source}` was no folder at its commit"))
                        }
                        None if is_here => Err(format!("the commit {commit} does not hold `{source}`")),
                        None => Err(format!("the commit {commit} is not in this repository; `git fetch` it")),
                    }
                }
            });
        }
        self.leave_out_large(&mut folders)?;
        Ok(folders)
    }

    /// Links, submodules and files that are no prose are not searched.
    fn leave_out_large(&self, folders: &mut [Folder]) -> Result<(), SpecFailure> {
        let files = folders.iter().flatten().flat_map(|(_, files)| files);
        let ids: Vec<&ObjectId> = files.map(|entry| &entry.id).collect();
        let sizes = self.git.sizes(&ids)?;
        let mut sizes = sizes.into_iter();
        for (_, files) in folders.iter_mut().flatten() {
            files.retain(|entry| {
                let size = sizes.next().flatten();
                let is_file = matches!(entry.kind, EntryKind::File | EntryKind::Executable);
                is_file && size.is_some_and(|size| size <= LARGEST_FILE)
            });
        }
        Ok(())
    }
}

/// A commit and the files of a folder in it, or why there are none.
type Folder = Result<(ObjectId, Vec<TreeEntry>), String>;

/// Where the folder of a record is in git.
fn place(found: &FoundRecord) -> Result<(ObjectId, String), String> {
    let Ok(record) = found.read() else {
        return Err("the record cannot be read; `cairn check` says why".to_owned());
    };
    let commit =
        ObjectId::parse(&record.source_revision).ok_or_else(|| "the record names no commit".to_owned())?;
    Ok((commit, record.source.clone()))
}

struct Finder {
    needle: String,
    limit: usize,
    search: TextSearch,
}

impl Finder {
    fn look(&mut self, slug: &str, file: &str, revision: Option<&ObjectId>, bytes: &[u8]) {
        if bytes.contains(&0) || self.search.truncated {
            return;
        }
        for (number, line) in bytes.lines().enumerate() {
            let line = line.to_str_lossy();
            if !line.to_lowercase().contains(&self.needle) {
                continue;
            }
            if self.search.matches.len() >= self.limit {
                self.search.truncated = true;
                return;
            }
            self.search.matches.push(TextMatch {
                slug: slug.to_owned(),
                file: file.to_owned(),
                line: number + 1,
                text: shown(&line),
                revision: revision.map(ToString::to_string),
            });
        }
    }
}

fn shown(line: &str) -> String {
    let clean: String = line.chars().filter(|letter| !letter.is_control()).collect();
    clean.trim().chars().take(LONGEST_TEXT).collect()
}

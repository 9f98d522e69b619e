//! "Did we already try this?" (cairn 13): a literal search through the records, and through the folders that they name, as git
//! holds them.

use bstr::{BStr, ByteSlice};
use cairn_git::{EntryKind, ObjectId};
use cairn_spec::frontmatter;
use cairn_spec::list::FoundRecord;
use cairn_spec::record::Record;

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
        let mut found = Finder { needle: text.to_lowercase(), limit, search: TextSearch::default() };
        let mut blobs = self.git.blobs()?;
        for record in records.iter().filter(|record| !is_readme(record)) {
            let bytes = record.bytes.as_deref().unwrap_or_default();
            found.look(record.slug.as_str(), &record.path, None, bytes);
            let (commit, source) = match self.place(record)? {
                Ok(place) => place,
                Err(reason) => {
                    found.search.skipped.push((record.slug.to_string(), reason));
                    continue;
                }
            };
            if found.search.truncated {
                continue;
            }
            for entry in self.git.tree(&commit, BStr::new(&source))? {
                let is_file = matches!(entry.kind, EntryKind::File | EntryKind::Executable);
                if !is_file || entry.size.is_some_and(|size| size > LARGEST_FILE) {
                    continue;
                }
                let Some(bytes) = blobs.get(&entry.id)? else { continue };
                let path = entry.path.to_str_lossy();
                found.look(record.slug.as_str(), &path, Some(&commit), &bytes);
            }
        }
        Ok(found.search)
    }

    /// Where the folder of a record is in git, or why it is nowhere.
    fn place(&self, found: &FoundRecord) -> Result<Result<(ObjectId, String), String>, SpecFailure> {
        let bytes = found.bytes.as_deref().unwrap_or_default();
        let Ok(record) = Record::parse(&found.path, bytes, &found.slug) else {
            return Ok(Err("the record cannot be read; `cairn check` says why".to_owned()));
        };
        let Some(commit) = ObjectId::parse(&record.source_revision) else {
            return Ok(Err("the record names no commit".to_owned()));
        };
        let source = record.source;
        if self.git.objects_at(&[(&commit, BStr::new(&source))])?.iter().any(Option::is_some) {
            return Ok(Ok((commit, source)));
        }
        Ok(Err(match self.git.has_commit(&commit)? {
            true => format!("the commit {commit} does not hold `{source}`"),
            false => format!("the commit {commit} is not in this repository; `git fetch` it"),
        }))
    }
}

fn is_readme(record: &FoundRecord) -> bool {
    record.slug.as_str().eq_ignore_ascii_case("readme")
        && record.bytes.as_deref().is_some_and(|bytes| frontmatter::split(bytes).is_err())
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

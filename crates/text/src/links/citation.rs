//! Citations: every place of a document that names a path in one of the folders, and whether it may be rewritten (8.2, 8.3, 8.6).

use super::folder::{Entry, Folder};
use super::path_token::{self, PathToken, Room};
use super::repository_path::RepositoryPath;
use super::resolve::{Resolved, resolve};
use super::scan::{Context, Destination, Form, Region, Scan, scan};
use super::url_run::UrlRuns;
use crate::line_index::LineIndex;
use crate::span::Span;
use memchr::memmem;

/// How a citation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As the destination of a link, an image, a definition or an attribute.
    Destination(Destination),
    /// As a bare path. The part of the citation's span that is the path; a fragment may stand behind it.
    Path(Span),
}

/// Why a citation, or a link of a document that moves, stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftBecause {
    /// It stands where nothing is rewritten: code, a comment, frontmatter, a wiki link, a title, a label.
    Context(Context),
    /// The file is no Markdown.
    NotMarkdown,
    /// What stands before it makes it part of something longer, such as `$ROOT/docs/…`.
    LeftEdge,
    /// It is a pattern of paths, such as `docs/specs/0042-sample/*.md`.
    Pattern,
    /// Its percent-encoding is invalid.
    InvalidEncoding,
    /// It is an attribute without quotes.
    UnquotedAttribute,
    /// It leads out of the repository, from a document that moves.
    Outside,
    /// There is no new target for it.
    NoTarget,
    /// Written anew, it would make something else of the text around it: of brackets a link, of a link text.
    AltersReading,
}

/// One place that names a path in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// What a rewrite replaces: the destination with its suffix, or the path with its fragment.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// How it is written.
    pub written: Written,
    /// Which of the folders, by index.
    pub folder: usize,
    /// The path below that folder, normalised; empty for the folder itself.
    pub below: Vec<u8>,
    /// What stands there; `None`: nothing.
    pub entry: Option<Entry>,
    /// Why it will not be rewritten, whatever its target becomes; `None` when it may be.
    pub left: Option<LeftBecause>,
}

/// All citations of one document.
#[derive(Clone, Debug)]
pub struct Citations<'d> {
    pub(super) document: &'d [u8],
    /// The path of the document.
    pub(super) place: RepositoryPath,
    pub(super) scan: Scan,
    citations: Vec<Citation>,
}

impl<'d> Citations<'d> {
    /// The citations of `folders` in `document`, a Markdown file at `place`, in order. Linear.
    ///
    /// Whether anything in the document is to be rewritten (8.1) is the caller's knowledge: for a file that only gets warnings, each
    /// citation is one.
    pub fn find(document: &'d [u8], place: RepositoryPath, folders: &[Folder]) -> Self {
        let scan = scan(document);
        let lines = LineIndex::new(document);
        let base = place.parent();
        let mut finder = Finder { document, lines, scan: &scan, citations: Vec::new(), cited: Vec::new() };
        finder.find_destinations(&base, folders);
        for (index, folder) in folders.iter().enumerate() {
            finder.find_paths(index, folder);
        }
        let citations = in_order(finder.citations);
        Self { document, place, scan, citations }
    }

    /// The citations of `folders` in `text`, a file that is no Markdown (8.6). All of them stay as they are.
    pub fn find_in_text(text: &'d [u8], folders: &[Folder]) -> Self {
        let scan = Scan::default();
        let lines = LineIndex::new(text);
        let mut finder =
            Finder { document: text, lines, scan: &scan, citations: Vec::new(), cited: Vec::new() };
        for (index, folder) in folders.iter().enumerate() {
            finder.find_paths(index, folder);
        }
        let mut citations = in_order(finder.citations);
        citations.iter_mut().for_each(|citation| citation.left = Some(LeftBecause::NotMarkdown));
        Self { document: text, place: RepositoryPath::root(), scan, citations }
    }

    /// The citations, in the order of the document.
    pub fn iter(&self) -> std::slice::Iter<'_, Citation> {
        self.citations.iter()
    }

    /// The text of a citation, as it stands in the document.
    pub fn text(&self, citation: &Citation) -> &'d [u8] {
        citation.span.of(self.document)
    }
}

/// The folder that `path` is, or lies in, and the path below it. Compared by components (8.4), never by substring.
fn owner(path: &RepositoryPath, folders: &[Folder]) -> Option<(usize, Vec<u8>)> {
    let owned = |(index, folder): (usize, &Folder)| Some((index, path.below(folder.path())?.to_vec()));
    folders.iter().enumerate().find_map(owned)
}

/// Puts citations in order. Of two that share bytes, as when the path of one folder ends like that of another, the first stays.
fn in_order(mut citations: Vec<Citation>) -> Vec<Citation> {
    citations.sort_by_key(|citation| citation.span);
    let mut end = 0;
    citations.retain(|citation| {
        let is_free = citation.span.start >= end;
        end = end.max(citation.span.end);
        is_free
    });
    citations
}

struct Finder<'d, 's> {
    document: &'d [u8],
    lines: LineIndex<'d>,
    scan: &'s Scan,
    citations: Vec<Citation>,
    /// Starts of the destinations that are citations, ascending: no bare path is looked for in them.
    cited: Vec<usize>,
}

/// The text around an offset that a path does not go beyond: one region, or the running text between two.
struct Surroundings {
    context: Option<Context>,
    span: Span,
}

impl Finder<'_, '_> {
    fn find_destinations(&mut self, base: &RepositoryPath, folders: &[Folder]) {
        for destination in &self.scan.destinations {
            let (path, encoding) = match resolve(self.document, destination, base) {
                Resolved::Path(reference) => (reference.path, None),
                Resolved::InvalidEncoding(Some(path)) => (path, Some(LeftBecause::InvalidEncoding)),
                _ => continue,
            };
            let Some((index, below)) = owner(&path, folders) else { continue };
            let unquoted = (destination.form == Form::Unquoted).then_some(LeftBecause::UnquotedAttribute);
            self.cited.push(destination.span.start);
            self.citations.push(Citation {
                span: destination.span,
                line: destination.line,
                written: Written::Destination(*destination),
                folder: index,
                entry: folders.get(index).and_then(|folder| folder.entry(&below)),
                below,
                left: encoding.or(unquoted),
            });
        }
    }

    fn find_paths(&mut self, index: usize, folder: &Folder) {
        let name = folder.path().as_bytes();
        if name.is_empty() {
            return;
        }
        let document = self.document;
        let mut urls = UrlRuns::new(document);
        let (mut next, mut line_end) = (0, 0);
        for at in memmem::find_iter(document, name) {
            if at < next {
                continue;
            }
            let around = self.surroundings(Span::new(at, at + name.len()));
            if self.is_cited(&around) || urls.holds(around.span.start, at) {
                continue;
            }
            if line_end <= at {
                line_end = at
                    + memchr::memchr(b'\n', Span::new(at, document.len()).of(document))
                        .unwrap_or(document.len() - at);
            }
            let room = Room { end: around.span.end, line_end };
            let (token, end) = path_token::token(document, at, room, folder);
            next = end;
            let Some(token) = token else { continue };
            let span = token.path.join(token.fragment);
            self.citations.push(Citation {
                span,
                line: self.lines.line(token.path.start),
                written: Written::Path(token.path),
                folder: index,
                left: self.why_left(&token, span, &around),
                below: token.below,
                entry: token.entry,
            });
        }
    }

    /// The region that the bytes of `span` touch first, else the running text around them.
    fn surroundings(&self, span: Span) -> Surroundings {
        let regions = &self.scan.regions;
        let index = regions.partition_point(|region| region.span.end <= span.start);
        match regions.get(index) {
            Some(Region { context, span: region }) if region.start < span.end => {
                Surroundings { context: Some(*context), span: *region }
            }
            next => {
                let before = index.checked_sub(1).and_then(|before| regions.get(before));
                let start = before.map_or(0, |region| region.span.end);
                Surroundings {
                    context: None,
                    span: Span::new(start, next.map_or(self.document.len(), |region| region.span.start)),
                }
            }
        }
    }

    fn is_cited(&self, around: &Surroundings) -> bool {
        around.context == Some(Context::Destination) && self.cited.binary_search(&around.span.start).is_ok()
    }

    fn why_left(&self, token: &PathToken, span: Span, around: &Surroundings) -> Option<LeftBecause> {
        let is_whole_code_span =
            || around.context == Some(Context::CodeSpan) && self.trimmed(around.span) == span;
        match around.context {
            Some(context) if !is_whole_code_span() => Some(LeftBecause::Context(context)),
            _ if token.is_pattern => Some(LeftBecause::Pattern),
            _ if !token.has_left_edge => Some(LeftBecause::LeftEdge),
            _ => None,
        }
    }

    /// `span` without blanks and line ends at both ends.
    fn trimmed(&self, span: Span) -> Span {
        let text = span.of(self.document);
        let start = span.start + (text.len() - text.trim_ascii_start().len());
        Span::new(start, start + text.trim_ascii().len())
    }
}

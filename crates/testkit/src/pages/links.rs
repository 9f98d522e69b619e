//! Links between pages: each leads to a file that is there, and to a heading that is there.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::page::Part;
use super::{Fault, Page};

/// The folder of the book, and its table of contents.
const BOOK: &str = "docs";
const CONTENTS: &str = "docs/SUMMARY.md";

/// A destination on a page.
struct Link {
    line: usize,
    /// From the root of the repository; none for a pure fragment.
    path: Option<PathBuf>,
    fragment: Option<String>,
    written: String,
}

/// Folders of the repository that no project of a user has: a code span that begins with one names a file of ours.
const OURS: [&str; 5] = ["bench/", "crates/", "fuzz/", "tests/", "xtask/"];

/// Every relative link that leads nowhere: no such file, or no such heading. Code spans that name a file of the repository
/// are held to it too.
#[must_use]
pub fn broken_links(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let headings: BTreeMap<PathBuf, Vec<String>> =
        pages.iter().map(|page| (PathBuf::from(&page.path), anchors(page))).collect();
    let mut faults = Vec::new();
    for page in pages {
        for link in links(page) {
            let target = link.path.clone().unwrap_or_else(|| PathBuf::from(&page.path));
            if !root.join(&target).exists() {
                faults.push(page.fault(link.line, format!("`{}` leads to no file", link.written)));
                continue;
            }
            let (Some(fragment), Some(anchors)) = (&link.fragment, headings.get(&target)) else { continue };
            if !anchors.contains(fragment) {
                let text = format!("`{}`: no heading of that page gives `#{fragment}`", link.written);
                faults.push(page.fault(link.line, text));
            }
        }
        for part in page.parts() {
            let Part::Span { line, text } = part else { continue };
            let is_path =
                OURS.iter().any(|folder| text.starts_with(folder)) && !text.contains(char::is_whitespace);
            let file = text.split("::").next().unwrap_or_default();
            if is_path && !root.join(file).exists() {
                faults.push(page.fault(line, format!("`{text}` is no file of the repository")));
            }
        }
    }
    faults
}

/// What is wrong with the book's table of contents: a page of the book that it lacks or lists twice, and links of the book
/// to pages outside of it, which a reader of the rendered book could not follow.
#[must_use]
pub fn contents_faults(pages: &[Page]) -> Vec<Fault> {
    let Some(contents) = pages.iter().find(|page| page.path == CONTENTS) else {
        let text = "the book has no contents".to_owned();
        return vec![Fault { page: CONTENTS.to_owned(), line: 1, text, mendable: false }];
    };
    let listed: Vec<PathBuf> = links(contents).into_iter().filter_map(|link| link.path).collect();
    let mut faults = Vec::new();
    for page in pages.iter().filter(|page| Path::new(&page.path).starts_with(BOOK) && page.path != CONTENTS) {
        match listed.iter().filter(|path| *path == Path::new(&page.path)).count() {
            1 => {}
            0 => faults.push(page.fault(1, format!("{CONTENTS} does not list this page"))),
            _ => faults.push(page.fault(1, format!("{CONTENTS} lists this page twice"))),
        }
        for link in links(page) {
            if link.path.is_some_and(|path| !path.starts_with(BOOK)) {
                let text = format!("`{}` leads out of the book; name the file in words", link.written);
                faults.push(page.fault(link.line, text));
            }
        }
    }
    faults
}

/// Every relative destination on a page.
fn links(page: &Page) -> Vec<Link> {
    let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
    let mut links = Vec::new();
    for (event, range) in Parser::new_ext(&page.text, Options::ENABLE_TABLES).into_offset_iter() {
        let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) = event
        else {
            continue;
        };
        if has_scheme(&dest_url) {
            continue;
        }
        let (path, fragment) = match dest_url.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment.to_owned())),
            None => (&*dest_url, None),
        };
        let path = (!path.is_empty()).then(|| normal(&folder.join(path)));
        links.push(Link { line: page.line(range.start), path, fragment, written: dest_url.to_string() });
    }
    links
}

fn has_scheme(destination: &str) -> bool {
    let Some((scheme, _)) = destination.split_once(':') else { return destination.starts_with("//") };
    scheme.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+.-".contains(letter))
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            Component::CurDir => {}
            _ => normal.push(part),
        }
    }
    normal
}

/// The fragments that the headings of a page give, as repository hosts and mdBook make them.
fn anchors(page: &Page) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(&page.text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let base = anchor(&heading.take().unwrap_or_default());
                let fresh = (0..).map(|n| if n == 0 { base.clone() } else { format!("{base}-{n}") });
                anchors.extend(fresh.into_iter().find(|name| !anchors.contains(name)));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for letter in heading.trim().to_lowercase().chars() {
        match letter {
            ' ' => anchor.push('-'),
            '-' | '_' => anchor.push(letter),
            _ if letter.is_alphanumeric() => anchor.push(letter),
            _ => {}
        }
    }
    anchor
}

//! Where a destination leads (8.4, steps 1 to 4).

use super::locator::Locator;
use super::repository_path::RepositoryPath;
use super::scan::{Destination, Form};
use super::spelling::{Decoded, percent_decode};
use crate::span::Span;

/// Where a destination leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// Nowhere in the tree: empty, a fragment, an address with a scheme, `//host`.
    NotAPath,
    /// A git locator (9).
    Locator,
    /// Its percent-encoding is invalid. What it would lead to if the odd `%` were meant literally, if that is in the repository.
    InvalidEncoding(Option<RepositoryPath>),
    /// Out of the repository.
    Outside,
    /// To a path in the repository.
    Path(Reference),
}

/// A path that a destination names, and the style in which it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The path, decoded and normalised.
    pub path: RepositoryPath,
    /// Whether it is written from the root, with a `/` in front.
    pub is_root_relative: bool,
    /// Whether it begins with `./`.
    pub has_dot: bool,
    /// Whether it ends with `/`.
    pub has_final_slash: bool,
    /// From the first `?` or `#`, as written.
    pub suffix: Vec<u8>,
    /// The components as they are written, with what each means; those whose encoding hides a `/` are left out.
    pub(super) spelled: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Resolves `destination` of `document`, a file that stands in `folder` (8.4).
pub fn resolve(document: &[u8], destination: &Destination, folder: &RepositoryPath) -> Resolved {
    resolve_text(destination.span.of(document), destination.form, folder)
}

/// The same for the text of a destination.
pub(super) fn resolve_text(text: &[u8], form: Form, folder: &RepositoryPath) -> Resolved {
    let decoded = Decoded::read(text, form);
    if form == Form::Autolink || !is_path(&decoded.bytes) {
        return Resolved::NotAPath;
    }
    let length =
        decoded.bytes.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(decoded.bytes.len());
    let written = decoded.bytes.get(..length).unwrap_or_default();
    let is_root_relative = written.starts_with(b"/");
    let root = RepositoryPath::root();
    let base = if is_root_relative { &root } else { folder };
    let Some(path) = percent_decode(written) else {
        return Resolved::InvalidEncoding(base.join(written));
    };
    if Locator::parse(&path).is_some() {
        return Resolved::Locator;
    }
    let Some(joined) = base.join(&path) else { return Resolved::Outside };
    let suffix = decoded.spelled(Span::new(length, decoded.bytes.len())).of(text).to_vec();
    Resolved::Path(Reference {
        path: joined,
        is_root_relative,
        has_dot: path.starts_with(b"./"),
        has_final_slash: path.ends_with(b"/"),
        suffix,
        spelled: spelled_components(&decoded, length, text),
    })
}

/// Whether a destination names a path at all (8.4, step 1). One that begins with `?` names its own document, as a fragment does, and
/// one with a line break in it is an attribute that no tool follows.
fn is_path(destination: &[u8]) -> bool {
    let is_other = matches!(destination.first(), None | Some(b'#' | b'?'))
        || destination.starts_with(b"//")
        || super::markup::scheme(destination).is_some()
        || destination.contains(&b'\n');
    !is_other
}

fn spelled_components(decoded: &Decoded, length: usize, text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut components = Vec::new();
    let mut start = 0;
    for component in decoded.bytes.get(..length).unwrap_or_default().split(|byte| *byte == b'/') {
        let span = decoded.spelled(Span::new(start, start + component.len()));
        start += component.len() + 1;
        let meaning = percent_decode(component).unwrap_or_default();
        if !meaning.is_empty() && !meaning.contains(&b'/') {
            components.push((meaning, span.of(text).to_vec()));
        }
    }
    components
}

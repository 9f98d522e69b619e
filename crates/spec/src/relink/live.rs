//! Live Documents: what is current, not history (roundfix 8.1).

use cairn_plan::RelativePath;

use crate::snapshot::SearchedFile;

/// Whether a file is a Live Document of the home repository, given the Spec folder and the archive root.
pub fn is_live(file: &SearchedFile, at: &RelativePath, archive_root: &RelativePath) -> bool {
    // A path that is no UTF-8 could not be named in the record, so its document is only warned about.
    file.home
        && file.tracked
        && is_markdown(&file.path)
        && std::str::from_utf8(&file.bytes).is_ok()
        && std::str::from_utf8(file.path.as_bytes()).is_ok()
        && !file.bytes.contains(&0)
        && !is_history(&file.path, archive_root)
        && !file.path.is_within(at)
}

/// Whether a path ends in `.md` or `.markdown`, any case.
pub fn is_markdown(path: &RelativePath) -> bool {
    let name = path.file_name();
    [b".md".as_slice(), b".markdown"].iter().any(|ending| {
        name.len()
            .checked_sub(ending.len())
            .and_then(|at| name.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(ending))
    })
}

/// In the archive root, below `docs/history/`, or below a folder `_archived`.
pub fn is_history(path: &RelativePath, archive_root: &RelativePath) -> bool {
    let mut folders = path.components().collect::<Vec<_>>();
    folders.pop();
    path.is_within(archive_root)
        || matches!(folders.as_slice(), [b"docs", b"history", ..])
        || folders.contains(&b"_archived".as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RelativePath {
        RelativePath::new(text).unwrap()
    }

    /// Roundfix 8.1.
    #[test]
    fn what_is_live() {
        let check = |name: &str, bytes: &[u8], tracked: bool, live: bool| {
            let file =
                SearchedFile { path: path(name), bytes: bytes.to_vec(), tracked, dirty: false, home: true };
            let at = path("docs/specs/0042-sample");
            assert_eq!(is_live(&file, &at, &path("docs/history/specs")), live, "{name}");
        };
        check("README.md", b"x", true, true);
        check("docs/A.Markdown", b"x", true, true);
        check("README.MD", b"x", true, true);
        check("docs/specs/0043-next/_prd.md", b"x", true, true);
        check("docs/history.md", b"x", true, true);
        check("_archived.md", b"x", true, true);
        check("README.md", b"x", false, false);
        check("README.md", b"\xff", true, false);
        check("README.md", b"a\0b", true, false);
        check("src/x.rs", b"x", true, false);
        check("docs/specs/0042-sample/_prd.md", b"x", true, false);
        check("docs/history/specs/0001-old.md", b"x", true, false);
        check("docs/history/x/y.md", b"x", true, false);
        check("docs/specs/_archived/0002/notes.md", b"x", true, false);
    }
}

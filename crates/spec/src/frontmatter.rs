//! The block between a first line `---` and the next line `---`, read as YAML (roundfix 2.3).
//!
//! Line ends may be LF or CRLF and a byte-order mark may stand before the first line. Only the block is read here; values are
//! edited by `cairn_text`, and QA Reports add rules of their own (`qa::reading`).

use bstr::ByteSlice;

use crate::Cause;
use crate::yaml::{self, Map};

/// A file cut into its frontmatter and what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split<'a> {
    /// The lines between the two markers, line ends included.
    pub block: &'a [u8],
    /// 1-based line of the first line of `block`.
    pub block_line: usize,
    /// Offset of `block` in the file.
    pub block_start: usize,
    /// Everything behind the closing line.
    pub body: &'a [u8],
    /// 1-based line of the first line of `body`.
    pub body_line: usize,
}

/// Why a file has no frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoFrontmatter {
    /// The first line is not `---`.
    #[error("no frontmatter: the first line must be `---`")]
    NotOpened,
    /// There is no closing line.
    #[error("the frontmatter has no closing line `---`")]
    NotClosed,
}

/// Cuts a file.
///
/// # Errors
/// When there is no first line `---`, or none that closes it.
pub fn split(bytes: &[u8]) -> Result<Split<'_>, NoFrontmatter> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.lines_with_terminator();
    let first = lines.next().filter(|line| is_marker(line)).ok_or(NoFrontmatter::NotOpened)?;
    let start = first.len();
    let (mut end, mut line) = (start, 2);
    for current in lines {
        if is_marker(current) {
            let (head, body) = text.split_at_checked(end + current.len()).unwrap_or((text, b""));
            let block = head.get(start..end).unwrap_or_default();
            let block_start = start + (bytes.len() - text.len());
            return Ok(Split { block, block_line: 2, block_start, body, body_line: line + 1 });
        }
        end += current.len();
        line += 1;
    }
    Err(NoFrontmatter::NotClosed)
}

/// Where the body of a file starts: behind the frontmatter, else behind the byte-order mark.
pub fn body_start(bytes: &[u8]) -> usize {
    match split(bytes) {
        Ok(split) => bytes.len() - split.body.len(),
        Err(_) => cairn_text::content_start(bytes),
    }
}

fn is_marker(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line) == b"---"
}

/// Reads the frontmatter of a file as a map. Lines in the map count from the start of the file.
///
/// # Errors
/// One cause when there is none, when it is no UTF-8, no YAML or no map.
pub fn read<'a>(path: &str, bytes: &'a [u8]) -> Result<(Map, Split<'a>), Cause> {
    let split = split(bytes).map_err(|error| Cause::at(path, 1, error.to_string()))?;
    Ok((read_block(path, &split)?, split))
}

/// Reads a block that was cut already.
///
/// # Errors
/// As [`read`].
pub fn read_block(path: &str, split: &Split<'_>) -> Result<Map, Cause> {
    let shift = split.block_line - 1;
    let text = std::str::from_utf8(split.block).map_err(|error| {
        let before = split.block.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Cause::at(path, line + shift, "the frontmatter is not UTF-8")
    })?;
    let mut root = yaml::read(text).map_err(|error| Cause::at(path, error.line + shift, error.message))?;
    root.move_down(shift);
    match root.value {
        yaml::Value::Map(map) => Ok(map),
        _ if root.is_null() => Ok(Map::default()),
        _ => Err(Cause::at(path, root.line, format!("the frontmatter is no map but {}", root.described()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_by_lines() {
        let check = |text: &str, expected: Result<(&str, &str, usize), NoFrontmatter>| {
            let found = split(text.as_bytes());
            let expected = expected.map(|(block, body, body_line)| Split {
                block: block.as_bytes(),
                block_line: 2,
                block_start: text.find("---").unwrap() + if text.contains('\r') { 5 } else { 4 },
                body: body.as_bytes(),
                body_line,
            });
            assert_eq!(found, expected, "{text:?}");
        };
        check("---\na: 1\n---\nbody\n", Ok(("a: 1\n", "body\n", 4)));
        check("---\r\na: 1\r\n---\r\nbody", Ok(("a: 1\r\n", "body", 4)));
        check("\u{feff}---\n---\n", Ok(("", "", 3)));
        check("---\na\n---", Ok(("a\n", "", 4)));
        check("---\na: 1\n", Err(NoFrontmatter::NotClosed));
        check("--- \na: 1\n---\n", Err(NoFrontmatter::NotOpened));
        check("", Err(NoFrontmatter::NotOpened));
        check("# x\n---\n---\n", Err(NoFrontmatter::NotOpened));
    }

    #[test]
    fn lines_count_from_the_top_of_the_file() {
        let (map, _) = read("x.md", b"---\na: 1\nb: 2\n---\n").unwrap();
        assert_eq!(map.entry("b").unwrap().line, 3);
        assert_eq!(map.get("b").unwrap().line, 3);
        for nothing in ["---\n---\n", "---\n# nothing yet\n\n---\n"] {
            assert_eq!(read("x.md", nothing.as_bytes()).unwrap().0, Map::default(), "{nothing:?}");
        }
        let check = |text: &[u8], expected: &str| {
            assert_eq!(read("x.md", text).unwrap_err().to_string(), expected);
        };
        check(b"---\na: 1\na: 2\n---\n", "x.md:3: duplicate key `a`");
        check(b"---\na: \xff\n---\n", "x.md:2: the frontmatter is not UTF-8");
        check(b"---\n- a\n---\n", "x.md:2: the frontmatter is no map but a list");
        check(b"a: 1\n", "x.md:1: no frontmatter: the first line must be `---`");
    }
}

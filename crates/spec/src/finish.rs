//! The command that finishes a deletion that failed (roundfix 4.2, A-41), quoted for any path.

use std::path::Path;

/// `chmod -R u+w '<folder>' && rm -rf '<folder>'` for an absolute folder. Bytes that are no UTF-8 cannot be printed and are
/// replaced.
pub fn command(folder: &Path) -> String {
    let quoted = quote(&folder.to_string_lossy());
    format!("chmod -R u+w {quoted} && rm -rf {quoted}")
}

/// A text as one word of the shell.
pub fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-41, archive-294.
    #[test]
    fn quoted_for_any_path() {
        let check = |folder: &str, expected: &str| assert_eq!(command(Path::new(folder)), expected);
        check(
            "/r/docs/specs/0042-sample",
            "chmod -R u+w '/r/docs/specs/0042-sample' && rm -rf '/r/docs/specs/0042-sample'",
        );
        check("/r/0042-it's", "chmod -R u+w '/r/0042-it'\\''s' && rm -rf '/r/0042-it'\\''s'");
        check("/a b/$x;`y`", "chmod -R u+w '/a b/$x;`y`' && rm -rf '/a b/$x;`y`'");
    }
}

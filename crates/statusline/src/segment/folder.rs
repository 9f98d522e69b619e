//! DIR: the last component of the folder.

use crate::line::{Run, Style};

/// The last component of `folder` as it is written; the root has none.
pub fn folder(folder: &str) -> Vec<Run> {
    let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    vec![Run::new(Style::Dim, name)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D40: the last component, whatever stands behind it.
    #[test]
    fn d40_last_component() {
        for (path, name) in
            [("/h/p", "p"), ("/h/p/", "p"), ("p", "p"), ("/", ""), ("/h/..", ".."), ("/h/a b", "a b")]
        {
            assert_eq!(folder(path), [Run::new(Style::Dim, name)], "{path}");
        }
    }
}

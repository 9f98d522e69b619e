//! Milestone versions as names of files and folders (section 15).

/// Whether a version can name files below `milestones/`: letters, digits, `.`, `-` and `_`, and not dots alone.
pub fn is_file_name(version: &str) -> bool {
    let legal = version.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
    legal && version.contains(|c: char| c != '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 15, fault kind "paths and links": versions that climb are none.
    #[test]
    fn file_names() {
        for (version, legal) in [
            ("v2.0", true),
            ("2026.7.7", true),
            ("v2.0_b-1", true),
            ("", false),
            ("..", false),
            ("../v1", false),
            ("v1/x", false),
            ("v1 x", false),
            ("v1\0", false),
        ] {
            assert_eq!(is_file_name(version), legal, "{version:?}");
        }
    }
}

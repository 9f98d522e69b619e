//! Git locators: `<path>@<commit>` and `<path>@pull/<n>` (9). A destination that is one is neither a dead link nor a citation.

/// What a locator names besides its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision<'t> {
    /// A full commit id: 40 or 64 hex digits.
    Commit(&'t [u8]),
    /// The number of a pull request.
    PullRequest(&'t [u8]),
}

/// A repository path and where in git it can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locator<'t> {
    /// The path, as it is written.
    pub path: &'t [u8],
    /// The commit or the pull request.
    pub revision: Revision<'t>,
}

impl<'t> Locator<'t> {
    /// The locator that `text` is, up to its end.
    pub fn parse(text: &'t [u8]) -> Option<Self> {
        let at = memchr::memrchr(b'@', text)?;
        let (path, behind) = text.split_at_checked(at)?;
        let behind = behind.strip_prefix(b"@")?;
        let revision = match behind.strip_prefix(b"pull/") {
            Some(number) if is_all(number, u8::is_ascii_digit) => Revision::PullRequest(number),
            None if is_commit(behind) => Revision::Commit(behind),
            _ => return None,
        };
        (!path.is_empty()).then_some(Self { path, revision })
    }
}

/// Whether `text`, what stands directly behind a path, makes it a locator (8.3): `@` and a commit id that ends there, or `@pull/`.
pub(super) fn follows(text: &[u8]) -> bool {
    let Some(behind) = text.strip_prefix(b"@") else { return false };
    let digits = behind.iter().take(65).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let ended = behind.get(digits).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    behind.starts_with(b"pull/") || (matches!(digits, 40 | 64) && ended)
}

fn is_commit(text: &[u8]) -> bool {
    matches!(text.len(), 40 | 64) && is_all(text, u8::is_ascii_hexdigit)
}

fn is_all(text: &[u8], belongs: impl Fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.iter().all(belongs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "5f0e1d2c3b4a59687766554433221100ffeeddcc";

    fn check(text: &str, expected: Option<(&str, Revision<'_>)>) {
        let expected = expected.map(|(path, revision)| Locator { path: path.as_bytes(), revision });
        assert_eq!(Locator::parse(text.as_bytes()), expected, "{text:?}");
    }

    /// what checks of ours do not call a dead link.
    #[test]
    fn a_13_locators() {
        let long = "0123456789abcdefABCDEF0000000000".repeat(2);
        check(&format!("docs/a.md@{COMMIT}"), Some(("docs/a.md", Revision::Commit(COMMIT.as_bytes()))));
        check(&format!("docs/a@b.md@{long}"), Some(("docs/a@b.md", Revision::Commit(long.as_bytes()))));
        check("my notes.md@pull/7", Some(("my notes.md", Revision::PullRequest(b"7"))));
        for text in
            ["docs/a.md", "docs/a.md@abc1234", "a@pull/", "a@pull/x", "a@pull/7/head", "@pull/7", "a@", ""]
        {
            check(text, None);
        }
        check(&format!("a@{COMMIT}0"), None);
        check(&format!("a@{COMMIT}#top"), None);
    }

    /// 8.3: directly behind a path.
    #[test]
    fn a_13_what_follows_a_path() {
        for (text, expected) in [
            (format!("@{COMMIT}"), true),
            (format!("@{COMMIT}.\n"), true),
            (format!("@{COMMIT}`"), true),
            (format!("@{COMMIT}を"), true),
            (format!("@{COMMIT}g"), false),
            (format!("@{COMMIT}0"), false),
            ("@pull/12".into(), true),
            ("@abc".into(), false),
            (" @pull/12".into(), false),
            (String::new(), false),
        ] {
            assert_eq!(follows(text.as_bytes()), expected, "{text:?}");
        }
    }
}

//! The subject of an archive's commit (roundfix 4.7, A-60).

use crate::Slug;

/// The longest subject, in characters.
const LONGEST: usize = 100;

/// `docs: archive <slug>`, or the shorter forms when that is too long. `verb` is `archive` or `cancel`.
pub fn subject(verb: &str, slug: &Slug) -> String {
    let whole = format!("docs: {verb} {slug}");
    if whole.chars().count() <= LONGEST {
        return whole;
    }
    match slug.number() {
        Some(number) => format!("docs: {verb} the {number} Spec"),
        None => format!("docs: {verb} the Spec"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-60, archive-311 to archive-313: 100 characters fit, 101 do not; characters, not bytes.
    #[test]
    fn lengths() {
        let check = |verb: &str, name: String, expected: &str| {
            assert_eq!(subject(verb, &Slug::new(&name).unwrap()), expected);
        };
        let fits = format!("0042-{}", "a".repeat(81));
        check("archive", fits.clone(), &format!("docs: archive {fits}"));
        check("archive", format!("{fits}b"), "docs: archive the 0042 Spec");
        let wide = format!("0042-{}", "語".repeat(81));
        check("archive", wide.clone(), &format!("docs: archive {wide}"));
        check("cancel", format!("{fits}bc"), "docs: cancel the 0042 Spec");
        check("archive", "long-".repeat(20), "docs: archive the Spec");
    }
}

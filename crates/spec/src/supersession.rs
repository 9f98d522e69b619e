//! `_supersession.md`: another Spec took over, so this one has no Task Graph (roundfix 2.3).

use crate::frontmatter;
use crate::standing::{Standing, Standings};
use crate::{Cause, Slug};

/// The file name.
pub const FILE: &str = "_supersession.md";

/// A valid supersession.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supersession {
    /// The Spec that took over.
    pub superseded_by: Slug,
    /// Why; the outcome of the record.
    pub reason: String,
}

impl Supersession {
    /// Reads the file of the Spec `slug`.
    ///
    /// # Errors
    /// Every broken rule: a missing field, no real date, an empty body, a Spec that cannot take over.
    pub fn read(bytes: &[u8], slug: &Slug, standings: &Standings) -> Result<Self, Vec<Cause>> {
        let (map, split) = frontmatter::read(FILE, bytes).map_err(|cause| vec![cause])?;
        let mut causes = Vec::new();
        let mut field = |key: &str| {
            let text = map.text(key).map(str::trim).filter(|text| !text.is_empty());
            let line = map.entry(key).map(|entry| entry.line);
            if text.is_none() {
                let message = format!("`{key}` is missing or empty");
                causes.push(Cause { path: FILE.into(), line, message });
            }
            text.map(|text| (text, line.unwrap_or(1)))
        };
        let (by, date, reason) = (field("superseded_by"), field("date"), field("reason"));
        if let Some((text, line)) = date
            && crate::date::parse(text).is_none()
        {
            causes.push(Cause::at(FILE, line, format!("`date` is no date `YYYY-MM-DD`: `{text}`")));
        }
        if split.body.trim_ascii().is_empty() {
            causes.push(Cause::whole(FILE, "the body is empty"));
        }
        let by = by.and_then(|(text, line)| match successor(text, slug, standings) {
            Ok(found) => Some(found),
            Err(message) => {
                causes.push(Cause::at(FILE, line, message));
                None
            }
        });
        match (by, reason) {
            (Some(superseded_by), Some((reason, _))) if causes.is_empty() => {
                Ok(Self { superseded_by, reason: reason.to_owned() })
            }
            _ => Err(causes),
        }
    }
}

/// a cancelled record never takes precedence over another Spec.
fn successor(text: &str, slug: &Slug, standings: &Standings) -> Result<Slug, String> {
    let by = Slug::new(text).map_err(|error| format!("`superseded_by` is `{text}`: {error}"))?;
    if by == *slug {
        return Err("`superseded_by` names the Spec itself".to_owned());
    }
    match standings.of(&by) {
        Standing::Active | Standing::Archived => Ok(by),
        Standing::Cancelled => Err(format!("`superseded_by` names `{by}`, which was cancelled")),
        Standing::Inactive => Err(format!("`superseded_by` names `{by}`, which is not active")),
        Standing::Unreadable => Err(format!("`superseded_by` names `{by}`, whose record cannot be read")),
        Standing::Unknown => Err(format!("`superseded_by` names `{by}`, which is no Spec and no record")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Supersession, Vec<String>> {
        let slug = |text: &str| Slug::new(text).unwrap();
        let standings = Standings::from_iter([
            (slug("0043-next"), Standing::Active),
            (slug("0001-old"), Standing::Archived),
            (slug("0002-gone"), Standing::Cancelled),
            (slug("0003-draft"), Standing::Inactive),
        ]);
        Supersession::read(text.as_bytes(), &slug("0042-sample"), &standings)
            .map_err(|causes| causes.iter().map(ToString::to_string).collect())
    }

    fn with(by: &str) -> String {
        format!("---\nsuperseded_by: {by}\ndate: 2026-10-06\nreason: moved\n---\n\nBody.\n")
    }

    /// who may take over.
    #[test]
    fn successors() {
        assert_eq!(read(&with("0043-next")).unwrap().superseded_by.as_str(), "0043-next");
        assert_eq!(read(&with("0001-old")).unwrap().reason, "moved");
        let check = |by: &str, part: &str| {
            let causes = read(&with(by)).unwrap_err();
            assert!(causes[0].starts_with("_supersession.md:2: ") && causes[0].contains(part), "{causes:?}");
        };
        check("0002-gone", "cancelled");
        check("0003-draft", "not active");
        check("0042-sample", "itself");
        check("0099-none", "no Spec and no record");
        check("a/b", "one folder name");
    }

    #[test]
    fn all_four_are_required() {
        assert_eq!(
            read("---\nx: 1\n---\n \n").unwrap_err(),
            [
                "_supersession.md: `superseded_by` is missing or empty",
                "_supersession.md: `date` is missing or empty",
                "_supersession.md: `reason` is missing or empty",
                "_supersession.md: the body is empty",
            ]
        );
        assert_eq!(
            read(&with("0043-next").replace("10-06", "02-30")).unwrap_err(),
            ["_supersession.md:3: `date` is no date `YYYY-MM-DD`: `2026-02-30`",]
        );
    }
}

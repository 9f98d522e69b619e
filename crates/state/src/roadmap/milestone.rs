//! Which milestone the project is in, and what it is called (9.2, S-11, S-12).

use super::version::{holds_version, is_closed, milestone_name, version_tokens};
use super::{Roadmap, bold, title};
use crate::template_defaults::is_placeholder;
use bstr::ByteSlice;
use cairn_text::{Line, Outline};

/// A heading of level 1 to 3 that holds a version token and does not begin with `Phase`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionHeading {
    /// Its index in the outline.
    pub index: usize,
    /// Its level.
    pub level: u8,
    /// Its line.
    pub line: Line,
    /// Its text.
    pub text: String,
    /// Closed in the sense of 9.2.
    pub closed: bool,
}

/// A bullet `🚧 **vX.Y Name**` of a milestone list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MilestoneBullet {
    /// The version.
    pub version: String,
    /// The name; none when it says nothing.
    pub name: Option<String>,
}

/// The milestone that commands work on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Milestone {
    /// The version: configured, else stored, else found in ROADMAP.md.
    pub version: Option<String>,
    /// The name that configuration or ROADMAP.md give it. The stored one is no part of this.
    pub name: Option<String>,
}

impl VersionHeading {
    /// Whether the heading is of this milestone, by whole token.
    pub fn holds(&self, version: &str) -> bool {
        holds_version(&self.text, version)
    }

    /// Its first version token.
    pub fn version(&self) -> &str {
        version_tokens(&self.text).next().unwrap_or_default()
    }
}

impl MilestoneBullet {
    pub(super) fn read(outline: &Outline, line: &[u8], place: Line) -> Option<Self> {
        let text = line.trim_ascii_start();
        let marker = cairn_text::outline::list_marker(text)?;
        let behind = text.get(marker..)?.to_str_lossy();
        let behind = behind.trim_start();
        let behind = behind.strip_prefix("[ ]").unwrap_or(behind).trim_start();
        let label = behind.strip_prefix('🚧')?;
        if outline.details_around(place.content.start).is_some() {
            return None;
        }
        let label = label.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{fe0f}');
        let bold = bold::mark(label.as_bytes())
            .and_then(|mark| Some(bold::closing(label.strip_prefix(mark)?, mark)?.0));
        let label = bold.unwrap_or_else(|| label.split(" - ").next().unwrap_or_default());
        let version = version_tokens(label).next()?.to_owned();
        Some(Self { name: milestone_name(label), version })
    }
}

impl Roadmap<'_> {
    /// The milestone of 9.2: `configured` wins over `stored`, both over what the document says. Blank texts,
    /// placeholders and texts without a letter or digit (`—`) count as absent.
    pub fn milestone(
        &self,
        configured: Option<&str>,
        configured_name: Option<&str>,
        stored: Option<&str>,
    ) -> Milestone {
        let says_something = |text: &&str| text.contains(char::is_alphanumeric) && !is_placeholder(text);
        let given = |text: Option<&str>| text.map(str::trim).filter(says_something).map(str::to_owned);
        let configured = given(configured);
        let version = configured.clone().or_else(|| given(stored)).or_else(|| self.found_version());
        let configured_name = configured.and(given(configured_name));
        let name = configured_name.or_else(|| self.milestone_name(version.as_deref()?));
        Milestone { version, name }
    }

    /// The heading that a version is selected by: the first open one of those that hold it, else the first.
    pub fn version_heading(&self, version: &str) -> Option<&VersionHeading> {
        let held = self.version_headings_of(version);
        held.iter().find(|heading| !heading.closed).or_else(|| held.first()).copied()
    }

    /// The headings that hold a version. The title of the document may repeat it; the section of the milestone is the one below.
    pub(super) fn version_headings_of(&self, version: &str) -> Vec<&VersionHeading> {
        let mut held: Vec<&VersionHeading> =
            self.versions.iter().filter(|heading| heading.holds(version)).collect();
        if held.len() > 1 && held.first().is_some_and(|title| title.level == 1 && title.index == 0) {
            held.remove(0);
        }
        held
    }

    /// Whether the document holds the version: in a version heading, or in the `<summary>` of a folded milestone.
    pub fn holds_version(&self, version: &str) -> bool {
        self.versions.iter().any(|heading| heading.holds(version)) || self.details_of(version).is_some()
    }

    /// Every version the document names in headings, for messages.
    pub fn version_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for token in self.versions.iter().flat_map(|heading| version_tokens(&heading.text)) {
            if !names.iter().any(|name| name.eq_ignore_ascii_case(token)) {
                names.push(token.to_owned());
            }
        }
        names
    }

    fn found_version(&self) -> Option<String> {
        let bullet = self.bullets.first().map(|bullet| bullet.version.clone());
        bullet.or_else(|| {
            self.versions.iter().find(|heading| !heading.closed).map(|heading| heading.version().to_owned())
        })
    }

    fn milestone_name(&self, version: &str) -> Option<String> {
        let bullet = self.bullets.iter().find(|bullet| bullet.version.eq_ignore_ascii_case(version));
        bullet.and_then(|bullet| bullet.name.clone()).or_else(|| {
            let heading = self.version_heading(version).filter(|heading| !heading.closed)?;
            milestone_name(&heading.text)
        })
    }
}

/// All version headings outside `<details>`.
pub(super) fn version_headings(outline: &Outline, source: &[u8]) -> Vec<VersionHeading> {
    let headings = outline
        .headings()
        .iter()
        .enumerate()
        .filter(|(_, heading)| heading.level <= 3 && heading.details.is_none());
    headings
        .filter_map(|(index, heading)| {
            let text = outline.heading_text(source, heading).to_str_lossy().into_owned();
            let is_version = version_tokens(&text).next().is_some() && !title::begins_with_phase(&text);
            is_version.then(|| VersionHeading {
                index,
                level: heading.level,
                line: heading.line,
                closed: is_closed(&text),
                text,
            })
        })
        .collect()
}

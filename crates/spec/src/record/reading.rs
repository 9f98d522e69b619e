//! Reading a record (roundfix 14.4), and the one edit of a record that exists (11b).

use bstr::ByteSlice;
use cairn_plan::RelativePath;
use cairn_text::Patch;

use super::{Disposition, Override, Record, SCHEMA};
use crate::authorization::Regeneration;
use crate::frontmatter;
use crate::yaml::{Map, Node};
use crate::{Cause, Slug};

impl Record {
    /// Reads the record of a slug. `path` is how causes call the file.
    ///
    /// # Errors
    /// Every broken rule.
    pub fn parse(path: &str, bytes: &[u8], slug: &Slug) -> Result<Self, Vec<Cause>> {
        let (map, split) = frontmatter::read(path, bytes).map_err(|cause| vec![cause])?;
        let mut reader = Reader { path, map: &map, causes: Vec::new() };
        reader.fixed("schema", SCHEMA);
        let spec = reader.string("spec");
        if spec.as_deref().is_some_and(|spec| spec != slug.as_str()) {
            reader.fail("spec", format!("`spec` is `{}`, expected `{slug}`", spec.unwrap_or_default()));
        }
        reader.fixed("status", "archived");
        let title = reader.string("title").unwrap_or_default();
        let (created, archived) = (reader.string("created"), reader.string("archived"));
        let disposition = reader.disposition();
        let (source, source_revision) = (reader.source(), reader.revision());
        let old_failure = disposition == Some(Disposition::FailedQa);
        let qa_task = reader.string("qa_task");
        let (qa_report, qa_verdict) = match old_failure {
            true => (reader.optional("qa_report"), reader.optional("qa_verdict")),
            false => (reader.string("qa_report"), reader.string("qa_verdict")),
        };
        let unproven = reader.list("unproven", true);
        let qa_override = reader.exception(disposition);
        let superseded_by = reader.optional("superseded_by").filter(|slug| !slug.is_empty());
        if disposition == Some(Disposition::Superseded) && superseded_by.is_none() {
            reader.fail("superseded_by", "`superseded_by` is missing or empty");
        }
        let cancel_reason = reader.optional("cancel_reason");
        let (adrs, sources) = (reader.list("adrs", true), reader.list("sources", true));
        let regeneration = reader.regeneration();
        let (promoted, relinked) = (reader.list("promoted", true), reader.list("relinked", false));
        let pull_request = reader.optional("pull_request").filter(|number| !number.is_empty());
        let causes = reader.causes;
        let (Some(disposition), true) = (disposition, causes.is_empty()) else { return Err(causes) };
        let outcome = outcome(split.body, &title);
        Ok(Self {
            spec: slug.clone(),
            title,
            created: created.unwrap_or_default(),
            archived: archived.unwrap_or_default(),
            disposition,
            source,
            source_revision,
            qa_task: qa_task.unwrap_or_default(),
            qa_report: qa_report.unwrap_or_default(),
            qa_verdict: qa_verdict.unwrap_or_default(),
            unproven,
            qa_override,
            superseded_by,
            cancel_reason,
            adrs,
            sources,
            regeneration,
            promoted,
            relinked,
            pull_request,
            outcome,
        })
    }
}

/// What stands below the heading of the body.
fn outcome(body: &[u8], title: &str) -> String {
    let body = body.to_str_lossy();
    let heading = format!("\n# {title}\n");
    body.strip_prefix(heading.as_str()).unwrap_or(&body).trim().to_owned()
}

struct Reader<'a> {
    path: &'a str,
    map: &'a Map,
    causes: Vec<Cause>,
}

impl Reader<'_> {
    fn fail(&mut self, key: &str, message: impl Into<String>) {
        let line = self.map.entry(key).map(|entry| entry.line);
        self.causes.push(Cause { path: self.path.into(), line, message: message.into() });
    }

    /// The text of a key that must be there; null is the empty text.
    fn string(&mut self, key: &str) -> Option<String> {
        if self.map.get(key).is_none() {
            self.fail(key, format!("`{key}` is missing"));
            return None;
        }
        self.optional(key)
    }

    fn optional(&mut self, key: &str) -> Option<String> {
        let node = self.map.get(key)?;
        match node.text() {
            Some(text) => Some(text.to_owned()),
            None if node.is_null() => Some(String::new()),
            None => {
                let found = node.described();
                self.fail(key, format!("`{key}` is {found}, expected a text"));
                None
            }
        }
    }

    fn fixed(&mut self, key: &str, expected: &str) {
        if let Some(found) = self.string(key).filter(|found| found != expected) {
            self.fail(key, format!("`{key}` is `{found}`, expected `{expected}`"));
        }
    }

    fn disposition(&mut self) -> Option<Disposition> {
        let word = self.string("disposition")?;
        let disposition = Disposition::parse(&word);
        if disposition.is_none() {
            self.fail("disposition", format!("unknown disposition `{word}`"));
        }
        disposition
    }

    fn source(&mut self) -> String {
        let Some(source) = self.string("source") else { return String::new() };
        if RelativePath::new(source.as_str()).is_err() || source.contains('\\') {
            self.fail("source", format!("`source` is no clean path inside a repository: `{source}`"));
        }
        source
    }

    fn revision(&mut self) -> String {
        let Some(revision) = self.string("source_revision") else { return String::new() };
        if !is_commit_id(&revision) {
            self.fail("source_revision", format!("`source_revision` is no commit id: `{revision}`"));
        }
        revision
    }

    fn list(&mut self, key: &str, required: bool) -> Vec<String> {
        let Some(node) = self.map.get(key) else {
            if required {
                self.fail(key, format!("`{key}` is missing"));
            }
            return Vec::new();
        };
        match texts(node) {
            Some(items) => items,
            None => {
                self.fail(key, format!("`{key}` is no list of texts"));
                Vec::new()
            }
        }
    }

    fn regeneration(&mut self) -> Vec<Regeneration> {
        let Some(node) = self.map.get("regeneration") else {
            self.fail("regeneration", "`regeneration` is missing");
            return Vec::new();
        };
        let one = |item: &Node| {
            let map = item.map()?;
            let outputs = match map.get("outputs") {
                None => None,
                Some(list) => Some(texts(list)?),
            };
            Some(Regeneration { command: map.text("command")?.to_owned(), outputs })
        };
        let items = if node.is_null() { Some(Vec::new()) } else { node.list().map(<[Node]>::to_vec) };
        match items.and_then(|items| items.iter().map(one).collect()) {
            Some(commands) => commands,
            None => {
                self.fail("regeneration", "`regeneration` is no list of commands");
                Vec::new()
            }
        }
    }

    fn exception(&mut self, disposition: Option<Disposition>) -> Option<Override> {
        if disposition != Some(Disposition::QaOverride) {
            return None;
        }
        if self.map.get("qa_override").and_then(Node::boolean) != Some(true) {
            self.fail("qa_override", "`qa_override` is not `true`");
        }
        Some(Override {
            approval: self.string("qa_override_approval").unwrap_or_default(),
            reason: self.string("qa_override_reason").unwrap_or_default(),
            qa_outcome: self.string("qa_override_qa_outcome").unwrap_or_default(),
            qa_task_status: self.optional("qa_override_qa_task_status").unwrap_or_default(),
            revision: self.string("qa_override_revision").unwrap_or_default(),
        })
    }
}

/// A list of scalars; null is the empty list.
fn texts(node: &Node) -> Option<Vec<String>> {
    if node.is_null() {
        return Some(Vec::new());
    }
    let text = |item: &Node| item.text().map(str::to_owned).or_else(|| item.is_null().then(String::new));
    node.list()?.iter().map(text).collect()
}

/// 40 or 64 hex digits.
pub fn is_commit_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The record with `pull_request` in its place, the last key; `None` when there is no frontmatter. No other byte changes.
pub fn with_pull_request(bytes: &[u8], number: u64) -> Option<Patch> {
    let split = frontmatter::split(bytes).ok()?;
    let end = split.block_start + split.block.len();
    Some(Patch::from(cairn_text::insert_lines(bytes, end, [format!("pull_request: \"{number}\"")])))
}

/// Whether `now` is `before` with a pull request that was named later (11b): the key in its place, and its number behind
/// locators that had no commit.
pub fn is_numbered_later(before: &[u8], now: &[u8], number: u64) -> bool {
    let Some(patch) = with_pull_request(before, number) else { return false };
    let named = patch.apply(before);
    let suffix = format!("@pull/{number}");
    let (mut named, mut now) = (named.as_slice(), now);
    loop {
        match (named, now) {
            ([], []) => return true,
            ([one, named_rest @ ..], [other, now_rest @ ..]) if one == other => {
                (named, now) = (named_rest, now_rest);
            }
            _ => match now.strip_prefix(suffix.as_bytes()) {
                Some(rest) => now = rest,
                None => return false,
            },
        }
    }
}

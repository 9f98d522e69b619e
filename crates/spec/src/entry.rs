//! Backlog entries and findings that a cancel returns: value-only edits of their frontmatter (roundfix 10, A-31).

use cairn_text::Patch;
use cairn_text::frontmatter::{Change, Frontmatter, NewValue};
use jiff::civil::Date;

use crate::index::SourceType;

/// The patch that gives an entry its status back. Only value bytes change; a missing `status` becomes the last key.
///
/// # Errors
/// Why the frontmatter cannot be edited.
pub fn edited(bytes: &[u8], kind: SourceType, today: Date) -> Result<Patch, String> {
    let frontmatter = Frontmatter::parse(bytes);
    let has = |key: &str| frontmatter.entry(key).is_some();
    let new_status = Change::set("status", NewValue::Text(status(kind).to_owned()));
    let mut changes = Vec::new();
    match kind {
        SourceType::Backlog => {
            changes.push(new_status);
            if has("spec") {
                changes.push(Change::set("spec", NewValue::Null));
            }
        }
        SourceType::Finding => {
            changes.push(new_status);
            if has("updated_at") {
                changes.push(Change::set("updated_at", NewValue::Bare(today.to_string())));
            }
        }
        SourceType::Inbox => {}
    }
    frontmatter.edit::<&str>(bytes, &changes, &[]).map_err(|error| error.to_string())
}

/// The status an entry gets.
pub fn status(kind: SourceType) -> &'static str {
    match kind {
        SourceType::Backlog => "open",
        SourceType::Finding => "pending",
        SourceType::Inbox => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: SourceType, before: &str, after: &str) {
        let today = crate::date::parse("2026-10-07").unwrap();
        let patch = edited(before.as_bytes(), kind, today).unwrap();
        assert_eq!(String::from_utf8(patch.apply(before.as_bytes())).unwrap(), after);
    }

    /// A-31, archive-230, archive-233: value bytes only; a missing status is added last.
    #[test]
    fn value_only_edits() {
        use SourceType::{Backlog, Finding};
        check(
            Backlog,
            "---\ntype: perf\nstatus: promoted\ncreated: 2026-09-30\nspec: 0042-sample\nreason: null\n---\n\n# X\n",
            "---\ntype: perf\nstatus: open\ncreated: 2026-09-30\nspec: null\nreason: null\n---\n\n# X\n",
        );
        check(
            Finding,
            "---\nstatus: done\ncreated_at: 2026-09-28\nupdated_at: 2026-10-01\n---\n",
            "---\nstatus: pending\ncreated_at: 2026-09-28\nupdated_at: 2026-10-07\n---\n",
        );
        check(
            Backlog,
            "---\r\ntype: perf\r\nstatus: promoted   # by the Spec\r\nx-owner: \"Ann\"\r\n---\r\n\r\n# Slow\r\n",
            "---\r\ntype: perf\r\nstatus: open   # by the Spec\r\nx-owner: \"Ann\"\r\n---\r\n\r\n# Slow\r\n",
        );
        check(
            Finding,
            "---\ncreated_at: 2026-09-28\n---\n",
            "---\ncreated_at: 2026-09-28\nstatus: pending\n---\n",
        );
        check(Finding, "---\nstatus: pending\n---\n", "---\nstatus: pending\n---\n");
        check(Finding, "---\n---\n", "---\nstatus: pending\n---\n");
        check(Backlog, "\u{feff}---\nstatus: \"promoted\"\n---", "\u{feff}---\nstatus: open\n---");
    }
}

//! `_authorization.md`: the sanctioned regeneration commands that the record keeps (roundfix 2.3).

use bstr::ByteSlice;
use cairn_text::outline::RegionKind;

use crate::document::Document;
use crate::yaml;

/// The file name.
pub const FILE: &str = "_authorization.md";

/// A command that regenerates files, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regeneration {
    /// The command as it is written.
    pub command: String,
    /// The files it writes, when the block names them.
    pub outputs: Option<Vec<String>>,
}

/// The fenced YAML blocks below `## Sanctioned regeneration`, in order. Blocks of another shape are skipped.
pub fn regeneration(bytes: &[u8]) -> Vec<Regeneration> {
    let document = Document::new(bytes);
    let mut found = Vec::new();
    for section in document.sections("Sanctioned regeneration") {
        let fences = document.outline().regions().iter().filter(|region| {
            region.kind == RegionKind::Fence && region.closed && section.content.covers(region.span)
        });
        found.extend(fences.filter_map(|fence| block(fence.span.of(bytes))));
    }
    found
}

/// The command of one fenced block, fences included.
fn block(fence: &[u8]) -> Option<Regeneration> {
    let text = fence.to_str().ok()?;
    let (opening, rest) = text.split_once('\n')?;
    let info = opening.trim().trim_start_matches(['`', '~']).trim();
    let language = info.split_whitespace().next().unwrap_or_default();
    if !language.eq_ignore_ascii_case("yaml") && !language.eq_ignore_ascii_case("yml") {
        return None;
    }
    let inner = rest.trim_end_matches('\n').rsplit_once('\n').map_or("", |(inner, _)| inner);
    let root = yaml::read(inner).ok()?;
    let map = root.map()?;
    let command = map.text("command").map(str::trim).filter(|command| !command.is_empty())?;
    let outputs = match map.present("outputs") {
        None => None,
        Some(list) => {
            Some(list.list()?.iter().map(|item| item.text().map(str::to_owned)).collect::<Option<Vec<_>>>()?)
        }
    };
    Some(Regeneration { command: command.to_owned(), outputs })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(section: &str, expected: &[(&str, Option<&[&str]>)]) {
        let text = format!("---\nstatus: approved\n---\n\n## Sanctioned regeneration\n\n{section}");
        let expected: Vec<_> = expected
            .iter()
            .map(|(command, outputs)| Regeneration {
                command: (*command).to_owned(),
                outputs: outputs.map(|outputs| outputs.iter().map(|one| (*one).to_owned()).collect()),
            })
            .collect();
        assert_eq!(regeneration(text.as_bytes()), expected, "{section:?}");
    }

    /// A-62: the fenced commands in order; other shapes are skipped.
    #[test]
    fn blocks() {
        check(
            "```yaml\ncommand: make sync\n```\n\n~~~yml x\ncommand: 'a: b'\noutputs: [x, y]\n~~~\n",
            &[("make sync", None), ("a: b", Some(&["x", "y"]))],
        );
        check("```yaml\ncommand: a\noutputs: []\n```\n", &[("a", Some(&[]))]);
        check(
            "```sh\ncommand: a\n```\n```yaml\n- a\n```\n```yaml\noutputs: [x]\n```\n```yaml\n{\n```\n",
            &[],
        );
        check("```yaml\ncommand: a\noutputs: x\n```\n```yaml\n```\n", &[]);
        check("```yaml\ncommand: a\nnot closed\n", &[]);
        check("text\n## Limits\n```yaml\ncommand: a\n```\n", &[]);
        check("```yaml\r\ncommand: a\r\n```\r\n", &[("a", None)]);
    }
}

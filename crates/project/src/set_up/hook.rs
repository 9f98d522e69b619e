//! The hook that runs the check before a commit (cairn 5).

use bstr::ByteSlice;

use super::block::Block;

/// The hook's file name.
pub(crate) const NAME: &str = "pre-commit";

/// The file of a tool that writes the hook itself.
pub(crate) const OTHER_TOOL: &str = ".pre-commit-config.yaml";

/// The first line of a hook of ours.
const FIRST_LINE: &[u8] = b"#!/bin/sh\n";

const BLOCK: Block = Block(&["cairn check || exit 1"]);

/// The lines that do the same in a hook that is not ours to write.
pub(super) const ENTRY: &str = "cairn check || exit 1";

/// The same as an entry of [`OTHER_TOOL`].
pub(super) const OTHER_TOOL_ENTRY: &str = "\
- repo: local
  hooks:
    - id: cairn-check
      name: cairn check
      entry: cairn check
      language: system
      pass_filenames: false";

/// A hook of ours alone.
pub(super) fn fresh() -> Vec<u8> {
    with_block(FIRST_LINE)
}

/// The text with the block behind its first line.
pub(super) fn with_block(text: &[u8]) -> Vec<u8> {
    BLOCK.put_in(text, |text| text.find_byte(b'\n').map_or(text.len(), |at| at + 1))
}

/// The text without the block.
pub(super) fn without_block(text: &[u8]) -> Vec<u8> {
    BLOCK.take_out(text)
}

/// Whether nothing but what [`fresh`] has besides the block is left.
pub(super) fn is_bare(text: &[u8]) -> bool {
    text.is_empty() || text == FIRST_LINE
}

/// Whether the block stands in the hook as it should.
pub(crate) fn has_block(text: &[u8]) -> bool {
    BLOCK.stands_in(text)
}

/// Whether the first line names a shell that knows `||` and `exit`.
pub(super) fn is_shell_script(text: &[u8]) -> bool {
    const SHELLS: [&[u8]; 8] = [b"sh", b"bash", b"dash", b"ash", b"ksh", b"mksh", b"zsh", b"busybox"];
    let Some(line) = text.lines().next().and_then(|line| line.strip_prefix(b"#!")) else { return false };
    let mut words = line.fields().map(|word| word.rsplit_once_str("/").map_or(word, |(_, name)| name));
    let program = words.find(|word| !(*word == b"env" || word.starts_with(b"-") || word.contains(&b'=')));
    program.is_some_and(|program| SHELLS.contains(&program))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cairn 5, case cairn-008: a hook that is no shell script is left alone.
    #[test]
    fn shells() {
        for (line, expected) in [
            ("#!/bin/sh\n", true),
            ("#! /bin/bash -e\necho", true),
            ("#!/usr/bin/env bash", true),
            ("#!/usr/bin/env -S A=b dash -e\r\n", true),
            ("#!/usr/bin/env python3\n", false),
            ("#!/usr/bin/fish\n", false),
            ("echo\n", false),
            ("", false),
            ("\u{7f}ELF", false),
        ] {
            assert_eq!(is_shell_script(line.as_bytes()), expected, "{line:?}");
        }
    }

    /// cairn 5: behind the first line, also one without its end.
    #[test]
    fn placed() {
        let block = "# cairn begin\ncairn check || exit 1\n# cairn end\n";
        let check = |before: &str, expected: String| {
            assert_eq!(String::from_utf8(with_block(before.as_bytes())).unwrap(), expected);
        };
        check("#!/bin/sh\necho x\n", format!("#!/bin/sh\n{block}echo x\n"));
        check("#!/bin/sh", format!("#!/bin/sh\n{block}"));
        assert_eq!(fresh(), format!("#!/bin/sh\n{block}").into_bytes());
        assert!(is_bare(&without_block(&fresh())) && has_block(&fresh()));
    }
}

//! `.gitattributes`: which files the merge driver is asked about, and the driver's own configuration (cairn 5).

use super::block::Block;

/// Where attributes stand, from the root.
pub(crate) const FILE: &str = ".gitattributes";

/// The name of the driver in attributes.
pub(crate) const DRIVER: &str = "cairn";

/// The configuration key of the driver's command.
pub(crate) const DRIVER_KEY: &str = "merge.cairn.driver";

/// The command of the driver.
pub(crate) const DRIVER_COMMAND: &str = "cairn merge-driver %O %A %B -L %L -P %P -S %S -X %X -Y %Y";

/// Every key of the clone's configuration that is set, with its value.
pub(super) const SETTINGS: [(&str, &str); 2] =
    [("merge.cairn.name", "Cairn planning files"), (DRIVER_KEY, DRIVER_COMMAND)];

const BLOCK: Block = Block(&[".planning/**/STATE.md merge=cairn", ".planning/**/ROADMAP.md merge=cairn"]);

/// The text with the block behind it.
pub(super) fn with_block(text: &[u8]) -> Vec<u8> {
    BLOCK.put_in(text, <[u8]>::len)
}

/// The text without the block.
pub(super) fn without_block(text: &[u8]) -> Vec<u8> {
    BLOCK.take_out(text)
}

//! What the fuzz targets start from and what they found: `fuzz/corpus/TARGET`, one input a file.

use std::path::Path;

/// Calls `invariant` with every input of the target.
///
/// # Panics
/// When the corpus is missing or empty: a test over nothing would prove nothing.
pub fn play(target: &str, invariant: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no inputs", folder.display());
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => invariant(&bytes),
            Err(error) => assert!(file.is_file(), "{}: {error}", file.display()),
        }
    }
}

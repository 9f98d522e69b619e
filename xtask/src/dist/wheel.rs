//! The wheel: the binaries as scripts of a Python package without Python code, so that `pip` and its like put them on the `PATH`.

use sha2::{Digest, Sha256};

use super::archive::{Entry, zip};
use super::source::Source;

/// The name of the package; with `_` in file names.
const NAME: &str = "cairn-planning";

/// File name and content.
pub(super) fn package(source: &Source) -> (String, Vec<u8>) {
    let version = &source.version;
    let stem = format!("{}-{version}", NAME.replace('-', "_"));
    let tags = tags();
    let mut entries: Vec<Entry> = Vec::new();
    let script = |(name, bytes): &(&str, Vec<u8>)| {
        Entry::program(format!("{stem}.data/scripts/{name}"), bytes.clone())
    };
    entries.extend(source.binaries.iter().map(script));
    let about = format!("{stem}.dist-info");
    let licence = |(name, bytes): &(&'static str, Vec<u8>)| {
        Entry::file(format!("{about}/licenses/{name}"), bytes.clone())
    };
    entries.extend(source.licences().map(licence));
    entries.push(Entry::file(format!("{about}/sboms/cairn.cdx.json"), source.sbom.clone()));
    let mut wheel = "Wheel-Version: 1.0\nGenerator: cairn-xtask\nRoot-Is-Purelib: false\n".to_owned();
    tags.iter().for_each(|tag| wheel.push_str(&format!("Tag: py3-none-{tag}\n")));
    entries.push(Entry::file(format!("{about}/WHEEL"), wheel));
    let mut metadata = format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {version}\n\
         Summary: Two memories of a project as plain text in git: where the work stands, and what was built and why\n\
         License-Expression: MIT OR Apache-2.0\nLicense-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n\
         Requires-Python: >=3.7\nDescription-Content-Type: text/markdown\n\n"
    )
    .into_bytes();
    metadata.extend(source.read_me());
    entries.push(Entry::file(format!("{about}/METADATA"), metadata));
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    let record = format!("{about}/RECORD");
    let mut lines: String = entries.iter().map(line).collect();
    lines.push_str(&format!("{record},,\n"));
    entries.push(Entry::file(record, lines));
    (format!("{stem}-py3-none-{}.whl", tags.join(".")), zip(&entries, source.epoch))
}

/// Static binaries run on every Linux of the processor, whatever its C library.
fn tags() -> [String; 2] {
    let processor = std::env::consts::ARCH;
    [format!("manylinux_2_17_{processor}"), format!("musllinux_1_1_{processor}")]
}

/// `PATH,sha256=HASH,LENGTH`.
fn line(entry: &Entry) -> String {
    format!("{},sha256={},{}\n", entry.path, base64(&Sha256::digest(&entry.bytes)), entry.bytes.len())
}

/// The alphabet for names of files and addresses, without padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            let index = (bits >> (18 - 6 * place)) & 63;
            text.extend(ALPHABET.get(index as usize).map(|letter| char::from(*letter)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn hashes_as_wheels_write_them() {
        for (bytes, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("\u{3ff}~>", "z79-Pg")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}

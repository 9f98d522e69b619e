//! The Debian package: an `ar` archive of a version, the control files and the data, written here. `cargo-deb` would make the same of
//! a table in a manifest; it costs minutes to build on every fresh machine, and the format is three members.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::archive::{Entry, tar_gz};
use super::source::Source;

/// The name of the package.
const NAME: &str = "cairn-planning";

/// File name and content.
///
/// # Errors
///
/// A processor that Debian has no name for.
pub(super) fn package(source: &Source) -> Result<(String, Vec<u8>), String> {
    let processor = processor()?;
    let data = data(source);
    let control = [Entry::file("./control", control(source, processor, &data))];
    let mut package = b"!<arch>\n".to_vec();
    for (name, bytes) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, source.epoch)),
        ("data.tar.gz", tar_gz(&data, source.epoch)),
    ] {
        let head =
            format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", source.epoch, 0, 0, "100644", bytes.len());
        package.extend(head.bytes());
        package.extend(&bytes);
        if bytes.len() % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok((format!("{NAME}_{}-1_{processor}.deb", source.version), package))
}

/// As Debian calls it.
fn processor() -> Result<&'static str, String> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => Err(format!("no Debian package is made for the processor `{other}`")),
    }
}

/// What is installed, at its place.
fn data(source: &Source) -> Vec<Entry> {
    let mut entries: Vec<Entry> = source
        .prefix("./usr")
        .into_iter()
        .map(|entry| match entry.path.strip_prefix("./usr/share/") {
            // Debian's own places for what packages bring.
            Some(below) => {
                let below = below.replace("zsh/site-functions/", "zsh/vendor-completions/");
                let below = below.replace("doc/cairn/", &format!("doc/{NAME}/"));
                Entry { path: format!("./usr/share/{below}"), ..entry }
            }
            None => entry,
        })
        .collect();
    let mut copyright =
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n\
                         Copyright: the authors of Cairn\nLicense: Apache-2.0 or MIT\n"
            .to_owned();
    for (name, bytes) in source.licences() {
        let licence = if name.ends_with("MIT") { "MIT" } else { "Apache-2.0" };
        let _ = writeln!(copyright, "\nLicense: {licence}");
        for line in String::from_utf8_lossy(bytes).lines() {
            let _ = writeln!(copyright, " {}", if line.trim().is_empty() { "." } else { line });
        }
    }
    entries.push(Entry::file(format!("./usr/share/doc/{NAME}/copyright"), copyright));
    let folders: BTreeSet<String> = entries.iter().flat_map(|entry| folders_above(&entry.path)).collect();
    entries.extend(folders.iter().map(|folder| Entry::folder(folder)));
    entries
}

/// `.`, `./usr`, … of a path in one of them.
fn folders_above(path: &str) -> impl Iterator<Item = String> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at).map(str::to_owned))
}

fn control(source: &Source, processor: &str, data: &[Entry]) -> String {
    let kilobytes = data.iter().map(|entry| entry.bytes.len().div_ceil(1024)).sum::<usize>();
    format!(
        "Package: {NAME}\nVersion: {}-1\nArchitecture: {processor}\nMaintainer: Cairn maintainers <maintainers@cairn.invalid>\n\
         Installed-Size: {kilobytes}\nRecommends: git\nSection: devel\nPriority: optional\n\
         Description: two memories of a project as plain text in git\n \
         Where the work stands (STATE.md, drawn as one line at every prompt), and what\n \
         was built, verified and why (finished Specs, archived as small records).\n",
        source.version
    )
}

//! Archives as bytes, and the same bytes for the same entries: tar (ustar) with gzip, and zip. Entries are sorted, have one date,
//! and belong to nobody.

use miniz_oxide::deflate::compress_to_vec;

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its path, with `/`.
    pub(super) path: String,
    /// Its content.
    pub(super) bytes: Vec<u8>,
    /// What it is.
    pub(super) kind: Kind,
}

/// What an entry of an archive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A document.
    File,
    /// A program.
    Program,
}

impl Entry {
    /// A document.
    pub(super) fn file(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), bytes: bytes.into(), kind: Kind::File }
    }

    /// A program.
    pub(super) fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), bytes: bytes.into(), kind: Kind::Program }
    }

    fn mode(&self) -> u32 {
        match self.kind {
            Kind::File => 0o644,
            Kind::Program => 0o755,
        }
    }
}

/// The best that the format gives; a release is packed once.
const LEVEL: u8 = 9;

const BLOCK: usize = 512;

fn sorted(entries: &[Entry]) -> Vec<&Entry> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|one, other| one.path.cmp(&other.path));
    sorted
}

/// A gzipped tar archive; folders are implied by the files.
pub(super) fn tar_gz(entries: &[Entry], epoch: u64) -> Vec<u8> {
    let mut tar = Vec::new();
    for entry in sorted(entries) {
        tar.extend(header(entry, epoch));
        tar.extend(&entry.bytes);
        tar.resize(tar.len().next_multiple_of(BLOCK), 0);
    }
    tar.resize(tar.len() + 2 * BLOCK, 0);
    // No name and no date of its own: the date would be that of the packing.
    let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    gzip.extend(compress_to_vec(&tar, LEVEL));
    gzip.extend(crc32(&tar).to_le_bytes());
    gzip.extend((tar.len() as u32).to_le_bytes());
    gzip
}

fn header(entry: &Entry, epoch: u64) -> [u8; BLOCK] {
    let mut header = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| {
        for (place, byte) in header.iter_mut().skip(at).zip(bytes) {
            *place = *byte;
        }
    };
    // A longer path goes on in the prefix, split at a slash.
    let (prefix, name) = match entry.path.len() {
        0..=100 => ("", entry.path.as_str()),
        length => {
            let at =
                entry.path.get(length - 100..).and_then(|tail| tail.find('/')).map(|at| length - 100 + at);
            at.and_then(|at| Some((entry.path.get(..at)?, entry.path.get(at + 1..)?)))
                .unwrap_or(("", &entry.path))
        }
    };
    put(0, name.as_bytes());
    put(100, format!("{:07o}\0", entry.mode()).as_bytes());
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", entry.bytes.len()).as_bytes());
    put(136, format!("{epoch:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    put(345, prefix.as_bytes());
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    for (place, byte) in header.iter_mut().skip(148).zip(format!("{sum:06o}\0 ").bytes()) {
        *place = byte;
    }
    header
}

/// A zip archive with deflated members.
pub(super) fn zip(entries: &[Entry], epoch: u64) -> Vec<u8> {
    let (date, time) = dos(epoch);
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    let all = sorted(entries);
    for entry in &all {
        let packed = compress_to_vec(&entry.bytes, LEVEL);
        let mut common = Vec::new();
        // UTF-8 names, deflated.
        for word in [20_u16, 0x0800, 8, time, date] {
            common.extend(word.to_le_bytes());
        }
        for word in [crc32(&entry.bytes), packed.len() as u32, entry.bytes.len() as u32] {
            common.extend(word.to_le_bytes());
        }
        common.extend((entry.path.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        let offset = zip.len() as u32;
        zip.extend(b"PK\x03\x04");
        zip.extend(&common);
        zip.extend(entry.path.as_bytes());
        zip.extend(&packed);
        // Made by Unix, so that the mode below counts.
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        // No comment, the first disk, no inner attributes.
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | entry.mode()) << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let offset = zip.len() as u32;
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend((all.len() as u16).to_le_bytes());
    zip.extend((all.len() as u16).to_le_bytes());
    zip.extend((directory.len() as u32).to_le_bytes());
    zip.extend(offset.to_le_bytes());
    zip.extend(0_u16.to_le_bytes());
    zip
}

/// Date and time as zip has them; days before 1980 are its first.
fn dos(epoch: u64) -> (u16, u16) {
    let (days, seconds) = (epoch / 86_400, epoch % 86_400);
    // Days to a date of the Gregorian calendar, counted from March, so that the leap day is the last of a year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    if year < 1980 {
        return (0x21, 0);
    }
    let date = ((year - 1980) << 9) | (month << 5) | day;
    let time = ((seconds / 3_600) << 11) | ((seconds / 60 % 60) << 5) | (seconds % 60 / 2);
    (date as u16, time as u16)
}

/// The checksum of gzip and zip.
fn crc32(bytes: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256_u32)
        .map(|byte| {
            (0..8).fold(byte, |sum, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 })
        })
        .collect();
    !bytes.iter().fold(!0, |sum, byte| {
        let index = (sum ^ u32::from(*byte)) & 0xff;
        (sum >> 8) ^ table.get(index as usize).copied().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let long = format!("folder/{}/leaf", "x".repeat(110));
        vec![
            Entry::program("b/run", "#!/bin/sh\necho hello\n"),
            Entry::file("a.txt", "text\n".repeat(1000)),
            Entry::file(long, "deep"),
        ]
    }

    #[test]
    fn checksums_and_dates() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        // 2026-10-07T12:00:00Z
        assert_eq!(dos(1_791_374_400), (((46 << 9) | (10 << 5) | 7) as u16, (12 << 11) as u16));
        assert_eq!(dos(0), (0x21, 0));
    }

    /// The order in which files were found is not in the bytes.
    #[test]
    fn the_same_files_are_the_same_bytes() {
        let mut turned = entries();
        turned.reverse();
        assert_eq!(tar_gz(&entries(), 1_791_374_400), tar_gz(&turned, 1_791_374_400));
        assert_eq!(zip(&entries(), 1_791_374_400), zip(&turned, 1_791_374_400));
    }

    /// Another reader of zip takes the archive: contents and checksums.
    #[test]
    fn zip_is_read_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.zip");
        std::fs::write(&file, zip(&entries(), 1_791_374_400)).unwrap();
        let mut python = std::process::Command::new("python3");
        python.args(["-m", "zipfile", "-e"]).arg(&file).arg(folder.path());
        let Ok(output) = python.output() else {
            eprintln!("skipped: there is no `python3` on this machine");
            return;
        };
        assert!(output.status.success(), "{output:?}");
        for entry in entries() {
            assert_eq!(
                std::fs::read(folder.path().join(&entry.path)).unwrap(),
                entry.bytes,
                "{}",
                entry.path
            );
        }
    }

    /// The system's own tar takes the archive: contents and modes.
    #[test]
    fn tar_reads_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.tar.gz");
        std::fs::write(&file, tar_gz(&entries(), 1_791_374_400)).unwrap();
        let Ok(output) =
            std::process::Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(folder.path()).output()
        else {
            eprintln!("skipped: there is no `tar` on this machine");
            return;
        };
        assert!(output.status.success(), "{output:?}");
        for entry in entries() {
            let path = folder.path().join(&entry.path);
            assert_eq!(std::fs::read(&path).unwrap(), entry.bytes, "{}", entry.path);
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, entry.mode(), "{}", entry.path);
        }
    }
}

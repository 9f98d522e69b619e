//! The npm packages: one with the binaries for this platform, and the launcher that people install, which depends on it.

use serde_json::{Value, json};

use super::archive::{Entry, tar_gz};
use super::source::Source;

/// The name of the launcher; a platform package adds its platform.
const NAME: &str = "cairn-planning";

const LAUNCHER: &str = include_str!("npm/launch.js");

/// File names and contents of the tarballs.
pub(super) fn packages(source: &Source) -> Result<Vec<(String, Vec<u8>)>, String> {
    let version = &source.version;
    let processor = processor()?;
    let platform = format!("{NAME}-linux-{processor}");
    let mut common: Vec<Entry> = source
        .licences()
        .map(|(name, bytes)| Entry::file(format!("package/{name}"), bytes.clone()))
        .collect();
    common.push(Entry::file("package/README.md", source.read_me()));

    let mut carrier = common.clone();
    let binary =
        |(name, bytes): &(&str, Vec<u8>)| Entry::program(format!("package/bin/{name}"), bytes.clone());
    carrier.extend(source.binaries.iter().map(binary));
    carrier.push(manifest(json!({
        "name": platform,
        "version": version,
        "description": format!("The binaries of {NAME} for Linux on {processor}"),
        "license": "MIT OR Apache-2.0",
        "os": ["linux"],
        "cpu": [processor],
        "files": ["bin"],
        "preferUnplugged": true,
    })));

    let mut launcher = common;
    launcher.push(Entry::file("package/launch.js", LAUNCHER));
    let mut commands = serde_json::Map::new();
    for (name, _) in &source.binaries {
        let script = format!("#!/usr/bin/env node\n'use strict';\nrequire('../launch.js')('{name}');\n");
        launcher.push(Entry::program(format!("package/bin/{name}.js"), script));
        commands.insert((*name).to_owned(), json!(format!("bin/{name}.js")));
    }
    launcher.push(manifest(json!({
        "name": NAME,
        "version": version,
        "description": "Two memories of a project as plain text in git: where the work stands, and what was built and why",
        "license": "MIT OR Apache-2.0",
        "bin": commands,
        "files": ["bin", "launch.js"],
        "engines": { "node": ">=18" },
        "optionalDependencies": { platform.clone(): version },
    })));
    Ok(vec![
        (format!("{NAME}-{version}.tgz"), tar_gz(&launcher, source.epoch)),
        (format!("{platform}-{version}.tgz"), tar_gz(&carrier, source.epoch)),
    ])
}

/// As Node.js calls it.
fn processor() -> Result<&'static str, String> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("x64"),
        "aarch64" => Ok("arm64"),
        other => Err(format!("no npm package is made for the processor `{other}`")),
    }
}

fn manifest(value: Value) -> Entry {
    Entry::file("package/package.json", format!("{value:#}\n"))
}

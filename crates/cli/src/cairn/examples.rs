//! The examples of `cairn`'s own commands, in the order of the help; the words of the other binaries have theirs there.

use crate::help::examples::Example;

/// Something that can be taken back.
const WRITTEN: &[&str] = &["cairn state update Status Verifying"];

/// Two versions of STATE.md that came from one.
const VERSIONS: &[&str] = &[
    "cp .planning/STATE.md base.md",
    "sed 's/^Status: .*/Status: Verifying/' base.md > ours.md",
    "sed 's/^Resume file: .*/Resume file: notes.md/' base.md > theirs.md",
];

/// STATE.md as git leaves it behind a merge without our driver.
const CONFLICT: &[&str] = &[
    "git checkout -q -b theirs",
    "sed -i 's/^Stopped at: .*/Stopped at: the pier/' .planning/STATE.md",
    "git commit -q -a -m theirs",
    "git checkout -q main",
    "sed -i 's/^Stopped at: .*/Stopped at: the lamp/' .planning/STATE.md",
    "git commit -q -a -m ours",
    "git merge -q theirs || true",
];

/// Every example.
pub const EXAMPLES: &[Example] = &[
    Example::of("", &["cairn", "cairn state update Status Verifying", "cairn undo", "cairn doctor"]),
    Example::of("status", &["cairn status", "cairn status --format json"]),
    Example::of("init", &["cairn init --dry-run", "cairn init --git --yes", "cairn init --remove --yes"]),
    Example::of("log", &["cairn log -n 5"]).after(WRITTEN),
    Example::of("undo", &["cairn undo"]).after(WRITTEN),
    Example::of("redo", &["cairn redo"]).after(&["cairn state update Status Verifying", "cairn undo"]),
    Example::of(
        "check",
        &["cairn check --format github", "cairn check docs/specs --strict", "cairn check --fix"],
    ),
    Example::of("explain", &["cairn explain", "cairn explain roadmap-row-drift"]),
    Example::of("history", &["cairn history status", "cairn history --format svg > burn-up.svg"]),
    Example::of("search", &["cairn search \"fog horn\" --limit 20"]),
    Example::of("merge", &["cairn merge --base base.md --path STATE.md ours.md theirs.md > merged.md"])
        .after(VERSIONS),
    Example::of("merge-driver", &["cairn merge-driver base.md ours.md theirs.md -L 7 -P .planning/STATE.md"])
        .after(VERSIONS),
    Example::of("resolve", &["cairn resolve .planning/STATE.md"]).after(CONFLICT),
    Example::of("doctor", &["cairn doctor --format json"]),
    Example::of("recover", &["cairn recover --dry-run"]),
    Example::of(
        "completions",
        &["cairn completions bash", "cairn completions zsh --for roundfix > _roundfix"],
    ),
    Example::of("statusline", &["cairn statusline --with 'date +%H:%M' < session.json"])
        .after(&[r#"echo '{"workspace": {"current_dir": "."}}' > session.json"#]),
];

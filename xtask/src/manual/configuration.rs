//! `docs/reference/configuration.md`: the keys of the configuration files and the environment variables. The tests hold the
//! tables against the schemas of the files and against the registries of the environment.

use super::reference::GENERATED;

/// A key of a file: dotted name, default, effect.
type Key = (&'static str, &'static str, &'static str);

/// `.planning/config.json`.
const PLANNING: &[Key] = &[
    ("milestone", "none", "the milestone's version, whatever STATE.md and ROADMAP.md say"),
    ("milestone_name", "none", "its name"),
    ("project_code", "none", "prefix of new phase folders"),
    (
        "sub_repos",
        "none",
        "a list that holds something: the project spans repositories, so no `state_head` is written",
    ),
    ("planning.sub_repos", "none", "the same in another place"),
    ("state.percent", "`true`", "`false`: `progress.percent` is neither written nor removed"),
    (
        "state.lifecycle",
        "`false`",
        "`true`: the life-cycle keys (`active_phase`, `next_action`, `next_phases`) are kept",
    ),
    ("workflow.require_verification", "`false`", "`true`: `phase complete` wants a passed verification"),
    ("workflow.auto_prune_state", "`false`", "`true`: `phase complete` prunes STATE.md"),
    ("statusline.context_position", "`end`", "`front`: the context meter stands behind the model"),
    ("statusline.state_format", "`full`", "`compact`: the short form of the state"),
    ("statusline.show_last_command", "`false`", "`true`: the last command of the session"),
    ("statusline.show_git", "`false`", "`true`: branch and changes; starts `git`"),
    ("statusline.show_context_tokens", "`false`", "`true`: tokens beside the context meter"),
    (
        "statusline.show_state_freshness",
        "`false`",
        "`true`: how many commits the state is behind; starts `git`",
    ),
];

/// `.roundfixrc.yml`, and the user's own file.
const SPECS: &[Key] = &[(
    "specs.root",
    "`docs/specs`",
    "the Spec Root; relative to the root of the work tree, `~/` is the home folder",
)];

/// A variable: name, who reads it, effect.
const VARIABLES: &[Key] = &[
    (
        "CAIRN_GIT_TIMEOUT",
        "`cairn`, `msd-tools`, `roundfix`",
        "how many seconds `git` may be silent before it is ended",
    ),
    (
        "CLAUDE_CODE_AUTO_COMPACT_WINDOW",
        "`msd-statusline`",
        "the context window at which the agent compacts, in tokens",
    ),
    ("CLAUDE_CONFIG_DIR", "`msd-statusline`", "the agent's folder with its todos (default `~/.claude`)"),
    ("COLUMNS", "all", "the width that text is fitted to"),
    ("GIT_INDEX_FILE", "`cairn`, `msd-tools`, `roundfix`", "set by git for its hooks: we run inside one"),
    ("HOME", "all", "where the walk to the project root ends; base of the defaults below"),
    ("MSD_WORKSTREAM", "all", "the workstream in use, before the pointer file; `--ws` wins"),
    ("NO_COLOR", "all", "not empty: no colours"),
    ("PATH", "all", "where `git` is looked for; never in the current folder"),
    ("SOURCE_DATE_EPOCH", "`cairn`, `msd-tools`, `roundfix`", "the clock, in seconds since 1970"),
    ("TERM", "all", "`dumb`: no colours"),
    ("TZ", "`cairn`, `msd-tools`, `roundfix`", "the time zone of local dates"),
    ("XDG_CONFIG_HOME", "`cairn`, `roundfix`", "the folder of `roundfix/config.yml` (default `~/.config`)"),
    (
        "XDG_STATE_HOME",
        "`cairn`, `msd-tools`, `roundfix`",
        "the operation log of projects without git (default `~/.local/state`)",
    ),
];

/// The page.
pub(super) fn page() -> String {
    let rows = |keys: &[Key]| -> String {
        keys.iter().map(|(name, first, effect)| format!("| `{name}` | {first} | {effect} |\n")).collect()
    };
    format!(
        "# Configuration\n\n{GENERATED}\n\
         Everything works without a configuration file. One that is broken is reported, and the defaults hold.\n\n\
         ## `.planning/config.json`\n\n\
         Keys may be nested (`{{\"state\": {{\"percent\": false}}}}`) or dotted (`{{\"state.percent\": false}}`); keys that are not named \
         here belong to others and stay. Schema: [`file-config.json`](../schemas/file-config.json).\n\n\
         | key | default | effect |\n|---|---|---|\n{}\n\
         ## `.roundfixrc.yml`\n\n\
         At the root of the git work tree; else `roundfix/config.yml` in the user's configuration folder. A map `specs:` with `root:`, \
         or the flat key. Schema: [`file-roundfixrc.json`](../schemas/file-roundfixrc.json).\n\n\
         | key | default | effect |\n|---|---|---|\n{}\n\
         ## Environment variables\n\n\
         Read once, at the start; empty is the same as not set. What a child process gets is chosen from them: variables that would \
         make git execute something are left out.\n\n\
         | variable | read by | effect |\n|---|---|---|\n{}",
        rows(PLANNING),
        rows(SPECS),
        rows(VARIABLES)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn schema(name: &str) -> Value {
        let path = crate::checkout::root().join("docs/schemas").join(name);
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    }

    /// The dotted names of the leaves of an object's schema.
    fn leaves(schema: &Value, prefix: &str, found: &mut BTreeSet<String>) {
        for (name, inner) in schema["properties"].as_object().unwrap() {
            match inner["properties"].is_object() {
                true => leaves(inner, &format!("{prefix}{name}."), found),
                false => _ = found.insert(format!("{prefix}{name}")),
            }
        }
    }

    /// The page and the schemas of the files name the same keys.
    #[test]
    fn keys_are_those_of_the_schemas() {
        for (file, table) in [("file-config.json", PLANNING), ("file-roundfixrc.json", SPECS)] {
            let mut found = BTreeSet::new();
            leaves(&schema(file), "", &mut found);
            let told: BTreeSet<String> = table.iter().map(|(name, ..)| (*name).to_owned()).collect();
            assert_eq!(told, found, "{file}");
        }
    }

    /// The page names every variable that one of the two registries looks for, and no other.
    #[test]
    fn variables_are_those_of_the_registries() {
        let mut read = BTreeSet::from(["GIT_INDEX_FILE"]);
        let registries = [
            include_str!("../../../crates/project/src/environment.rs"),
            include_str!("../../../crates/statusline/src/environment.rs"),
        ];
        for text in registries {
            let text = text.split("#[cfg(test)]").next().unwrap();
            for call in ["raw(\"", "text(\"", "folder(\""] {
                read.extend(text.split(call).skip(1).filter_map(|rest| rest.split('"').next()));
            }
        }
        let told: BTreeSet<&str> = VARIABLES.iter().map(|(name, ..)| *name).collect();
        assert_eq!(told, read);
    }
}

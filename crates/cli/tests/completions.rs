//! Completions in the shells themselves, in a throw-away repository with the bundled samples (issue 7, item 3). A shell that
//! is not on the machine is skipped, and that is said; `.ci/run` installs zsh and fish.

#![allow(clippy::disallowed_methods, reason = "a test that runs shells in a project it made")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::Path;
use std::process::Output;

use cairn_testkit::sample::SampleProject;

/// Unfinished lines, whose last word is under the cursor, and the values that every shell must offer.
const LINES: &[(&[&str], &[&str])] = &[
    (&["roundfix", "archive", "0"], &["0007-fog-signal", "0008-night-watch"]),
    (&["cairn", "cancel", "0008"], &["0008-night-watch"]),
    (&["roundfix", "unarchive", "00"], &["0006-old-lamp"]),
    (&["roundfix", "pull-request", ""], &["0006-old-lamp"]),
    (&["msd-tools", "phase", "complete", ""], &["1", "2", "3"]),
    (&["msd-tools", "state", "begin-phase", "--phase", ""], &["1", "2", "3"]),
    (&["cairn", "state", "idle", "--phases", "2,"], &["2,1", "2,2", "2,3"]),
    (&["msd-tools", "state", "update", "Resume"], &["Resume file"]),
    (&["msd-tools", "state", "get", "progress.per"], &["progress.percent"]),
    (&["msd-tools", "state", "patch", "--Resu"], &["--Resume file"]),
    (&["msd-tools", "state", "update", "Status", "Ready"], &["Ready to plan"]),
    (&["msd-tools", "workstream", "set", ""], &["tides"]),
    (&["msd-tools", "--ws", ""], &["tides"]),
    (&["msd-tools", "milestone", "complete", ""], &["v1.0"]),
    (&["msd-tools", "list-todos", ""], &["gauges"]),
    (&["cairn", "explain", "roadmap-row"], &["roadmap-row-drift"]),
    (&["cairn", "sta"], &["status", "statusline", "state", "stats", "state-snapshot"]),
    (&["roundfix", "list", "--arch"], &["--archived"]),
    (
        &["msd-tools", "state", "resolve-blocker", "--text", "[Phase 2] Gauge"],
        &["[Phase 2] Gauge 7 is four minutes late"],
    ),
    (&["msd-tools", "state", "resolve-blocker", "--text", "x"], &["x$(touch pwned)`touch pwned`'\"!"]),
    (&["msd-statusline", "--h"], &["--help"]),
];

fn project() -> SampleProject {
    let bin = Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    let project = SampleProject::new(bin);
    for line in [
        "cp -r docs/specs/0008-night-watch docs/specs/0006-old-lamp",
        "sed -i 's/0008-night-watch/0006-old-lamp/' docs/specs/0006-old-lamp/* && git add -A && git commit -q -m lamp",
        "roundfix cancel 0006-old-lamp --reason 'it was old'",
        "mkdir -p .planning/workstreams/tides && cp .planning/STATE.md .planning/workstreams/tides",
        r#"msd-tools state add-blocker --text "x\$(touch pwned)\`touch pwned\`'\"!" && sed -i 's/\[Phase 2\] x/x/' .planning/STATE.md"#,
        // A name that a terminal would act on is never offered.
        r#"printf -- '- x\033[2J evil\n- x\342\200\256 evil\n' > more && sed -i '/Gauge 7/r more' .planning/STATE.md && rm more"#,
    ] {
        let done = project.line(line).unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
    project
}

fn has(project: &SampleProject, shell: &str) -> bool {
    let found = project.line(&format!("command -v {shell}")).unwrap().status.success();
    if !found {
        eprintln!("skipped: there is no `{shell}` on this machine");
    }
    found
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Holds what a shell offers for each line, one value a line, against what it must offer.
fn check(project: &SampleProject, offered: &[String]) {
    let mut faults = Vec::new();
    assert_eq!(offered.len(), LINES.len(), "{offered:?}");
    for ((line, expected), offered) in LINES.iter().zip(offered) {
        let offered: Vec<&str> = offered.lines().map(|line| line.split('\t').next().unwrap()).collect();
        if offered != *expected {
            faults.push(format!("{line:?}: {offered:?}, not {expected:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(!project.root().join("pwned").exists(), "a name of the repository was executed");
}

/// A line as a person types it: a word in an open quote where it must be.
fn typed(line: &[&str]) -> Vec<String> {
    let plain = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "-_.,=".contains(letter));
    line.iter().map(|word| if plain(word) { (*word).to_owned() } else { format!("'{word}") }).collect()
}

#[test]
fn bash() {
    let project = project();
    if !has(&project, "bash") {
        return;
    }
    // The values are printed as the shell would read them behind the insertion.
    let script = r#"
        source <(cairn completions bash --for "$1") || exit 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        "_${1//-/_}"
        for value in "${COMPREPLY[@]}"; do
            if [[ "${COMP_WORDS[COMP_CWORD]}" == \'* ]]; then
                eval "printf '%s\n' '$value'"
            else
                eval "printf '%s\n' $value"
            fi
        done"#;
    let ask = |(line, _): &(&[&str], &[&str])| {
        let mut command = project.command("bash");
        command.args(["--norc", "--noprofile", "-c", script, "bash"]).args(typed(line));
        text(&command.output().unwrap())
    };
    check(&project, &LINES.iter().map(ask).collect::<Vec<_>>());
}

#[test]
fn fish() {
    let project = project();
    if !has(&project, "fish") {
        return;
    }
    let script = "cairn completions fish --for $argv[1] | source; complete --do-complete \"$argv[2]\"";
    let ask = |(line, _): &(&[&str], &[&str])| {
        let mut command = project.command("fish");
        command.args(["--no-config", "-c", script, line[0], &typed(line).join(" ")]);
        text(&command.output().unwrap())
    };
    check(&project, &LINES.iter().map(ask).collect::<Vec<_>>());
}

/// zsh completes only in a terminal: one is made, each line is typed there, and what zsh is given to offer is printed.
#[test]
fn zsh() {
    let project = project();
    if !has(&project, "zsh") {
        return;
    }
    let inner = r#"
        PS1= PS2= RPS1=
        unsetopt prompt_cr prompt_sp zle_bracketed_paste
        autoload -Uz compinit && compinit -u -D
        for binary in cairn msd-tools roundfix msd-statusline; do source <(cairn completions zsh --for $binary); done
        compadd() { found=("${(@P)@[-1]}") }
        answer() { found=(); "_${words[1]//-/_}" }
        ask() { zle offer; print -rl -- "<<BEGIN" "${found[@]}" "END>>"; BUFFER= }
        zle -C offer complete-word answer
        zle -N ask
        bindkey '^X' ask
        print -r -- "<<READY>>""#;
    let outer = r#"
        zmodload zsh/zpty || exit 3
        zpty shell zsh -f -i
        zpty -w shell "source $1"
        zpty -r -m shell seen '*<<READY>>*' || exit 4
        for line in "${(@)argv[2,-1]}"; do
            zpty -w -n shell "$line"$'\x18'
            zpty -r -m shell seen '*<<BEGIN*END>>*' || exit 5
            seen=${${seen##*<<BEGIN}%%END>>*}
            print -rn -- "${${seen//$'\r'/}#$'\n'}"$'\x1e'
        done
        zpty -d shell"#;
    let file = project.repository().beside("inner.zsh");
    fs::write(&file, inner).unwrap();
    // A terminal that never answers must end the test, not hang it.
    let mut command = project.command("timeout");
    command.args(["120", "zsh", "-f", "-c", outer, "zsh"]).arg(file);
    command.args(LINES.iter().map(|(line, _)| typed(line).join(" ")));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let offered = text(&output);
    let offered: Vec<String> = offered.split_terminator('\u{1e}').map(str::to_owned).collect();
    check(&project, &offered);
}

/// No shell needed: the scripts of all five name their binary, ask it and nothing else, and hold no place of this machine.
#[test]
fn every_script_asks_its_binary() {
    let project = project();
    for shell in ["bash", "zsh", "fish", "powershell", "nushell"] {
        for binary in ["cairn", "msd-tools", "roundfix", "msd-statusline"] {
            let script = text(&project.line(&format!("cairn completions {shell} --for {binary}")).unwrap());
            let caller = if binary == "msd-statusline" { "cairn" } else { binary };
            let asks = [format!("{caller} __complete {shell}"), format!("'{caller}' __complete {shell}")];
            assert!(asks.iter().any(|ask| script.contains(ask)), "{shell} {binary}\n{script}");
            assert!(!script.contains('@') || shell != "fish", "{shell} {binary}: a name was not put in");
            assert!(!script.contains("/target/") && !script.contains("/tmp"), "{shell} {binary}");
        }
    }
    let json = text(&project.line("cairn completions bash --format json").unwrap());
    assert!(
        json.starts_with("{\n  \"command\": \"completions\",\n  \"ok\": true,\n  \"shell\": \"bash\""),
        "{json}"
    );
}

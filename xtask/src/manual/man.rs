//! Manual pages, section 1: one for every command. A word that `cairn` shares with another binary is a page that leads to the
//! other's.

use cairn_cli::help::Binary;
use cairn_cli::output::exit::Exit;
use roff::{Roff, bold, italic, roman};

use super::command::{Described, commands, meaning, sentence, signature};

/// The pages by name, without `.1`.
pub(super) fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for described in Binary::ALL.into_iter().flat_map(commands) {
        let answering = described.answering();
        let text = if answering == described.binary {
            page(&described)
        } else {
            let other = Described { binary: answering, ..described_like(&described) };
            format!(".so man1/{}.1\n", other.page())
        };
        pages.push((described.page(), text));
    }
    pages
}

fn described_like(described: &Described) -> Described {
    Described { binary: described.binary, words: described.words.clone(), command: described.command.clone() }
}

/// The title has no date: the page is as old as the version that it names.
fn page(described: &Described) -> String {
    let title = described.page().to_uppercase();
    format!(
        ".TH \"{title}\" \"1\" \"\" \"Cairn {}\" \"Cairn\"\n{}",
        env!("CARGO_PKG_VERSION"),
        body(described).to_roff()
    )
}

/// Everything below the title.
fn body(described: &Described) -> Roff {
    let mut roff = Roff::new();
    let about = described.command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = about.lines().next().unwrap_or_default().trim_end_matches('.').to_owned();
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{} - {about}", described.page()))]);
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(described.usage())]);
    roff.control("SH", ["DESCRIPTION"]);
    for (index, paragraph) in described.about().split("\n\n").enumerate() {
        if index > 0 {
            roff.control("PP", []);
        }
        roff.text([roman(sentence(&paragraph.replace('\n', " ")))]);
    }
    let below = described.below();
    if !below.is_empty() {
        roff.control("SH", ["COMMANDS"]);
        for name in &below {
            let inner = described.command.find_subcommand(name);
            let about =
                inner.and_then(|inner| inner.get_about()).map(ToString::to_string).unwrap_or_default();
            entry(&mut roff, &format!("{} {name}", described.name()), &about);
        }
    }
    // A manual page stands alone: it names the flags that every command takes too.
    let (arguments, flags): (Vec<_>, Vec<_>) = described
        .command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set())
        .partition(|one| one.is_positional());
    for (title, arguments) in [("ARGUMENTS", arguments), ("OPTIONS", flags)] {
        if !arguments.is_empty() {
            roff.control("SH", [title]);
        }
        for argument in arguments {
            entry(&mut roff, &signature(argument), &meaning(argument));
        }
    }
    examples(&mut roff, described);
    if described.words.is_empty() {
        roff.control("SH", ["EXIT STATUS"]);
        for (exit, text) in Exit::TABLE.into_iter().filter(|(exit, _)| described.binary.ends_with(*exit)) {
            entry(&mut roff, &exit.code().to_string(), text);
        }
    }
    see_also(&mut roff, described, &below);
    roff
}

fn entry(roff: &mut Roff, term: &str, text: &str) {
    roff.control("TP", []);
    roff.text([bold(term)]);
    roff.text([roman(text)]);
}

fn examples(roff: &mut Roff, described: &Described) {
    let lines = described.examples();
    if lines.is_empty() {
        return;
    }
    roff.control("SH", ["EXAMPLES"]);
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

fn see_also(roff: &mut Roff, described: &Described, below: &[String]) {
    let mut pages: Vec<String> = below.iter().map(|name| format!("{}-{name}", described.page())).collect();
    if let Some((above, _)) = described.words.rsplit_once(' ') {
        pages.push(format!("{}-{above}", described.binary.name()).replace(' ', "-"));
    } else if !described.words.is_empty() {
        pages.push(described.binary.name().to_owned());
    } else {
        pages.extend(
            Binary::ALL.into_iter().filter(|one| *one != described.binary).map(|one| one.name().to_owned()),
        );
    }
    roff.control("SH", ["SEE ALSO"]);
    let last = pages.len().saturating_sub(1);
    for (index, page) in pages.into_iter().enumerate() {
        let end = if index == last { "(1)" } else { "(1)," };
        roff.text([italic(page), roman(end)]);
    }
}

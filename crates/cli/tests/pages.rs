//! The documentation as a test: every `console` block of every page is played and prints what the page says, every command
//! and flag that a page names is there, every link leads somewhere.

use std::path::Path;
use std::process::ExitCode;

use cairn_cli::arguments::Dialect;
use cairn_cli::output::usage::{Reading, read};
use cairn_testkit::pages::{Fault, Named, Page, broken_links, contents_faults, find, named};
use cairn_testkit::trials;
use libtest_mimic::Trial;

fn main() -> ExitCode {
    trials::run(trials)
}

fn trials() -> Result<Vec<Trial>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|error| format!("{}: {error}", root.display()))?;
    let pages: Vec<Page> = find(&root)
        .and_then(|paths| paths.iter().map(|path| Page::read(&root, path)).collect())
        .map_err(|error| format!("the pages cannot be read: {error}"))?;
    let binaries = trials::binaries(env!("CARGO_BIN_EXE_msd-tools"))?;
    let mut trials = vec![
        judged("pages::links_lead_somewhere", broken_links(&root, &pages)),
        judged("pages::the_book_lists_every_page", contents_faults(&pages)),
        judged("pages::translations_are_kept_in_step", out_of_step(&pages)),
        judged("pages::skills_have_their_shape", pages.iter().filter_map(misshapen).collect()),
        judged("pages::commands_and_flags_are_there", pages.iter().flat_map(unknown_commands).collect()),
    ];
    for page in pages {
        let (root, binaries) = (root.clone(), binaries.clone());
        trials.push(Trial::test(page.path.clone(), move || trials::judged(&page.play(&root, &binaries).0)));
    }
    Ok(trials)
}

fn judged(name: &str, faults: Vec<Fault>) -> Trial {
    Trial::test(name, move || trials::judged(&faults))
}

/// Pages and their translations.
const TRANSLATED: [(&str, &str); 2] =
    [("README.md", "README.ja.md"), ("docs/reference/archive.md", "docs/ja-JP/reference/archive.md")];

/// A translation has the headings, blocks, pictures and tables of its page, in the same order.
fn out_of_step(pages: &[Page]) -> Vec<Fault> {
    let skeleton =
        |path: &str| pages.iter().find(|page| page.path == path).map(Page::skeleton).unwrap_or_default();
    let faults = TRANSLATED.iter().filter_map(|(original, translation)| {
        let (wanted, present) = (skeleton(original), skeleton(translation));
        let text = match wanted.iter().zip(&present).find(|(one, other)| one != other) {
            Some((one, other)) => format!("{original} has\n{one}\nwhere this page has\n{other}"),
            None if wanted.len() != present.len() || wanted.is_empty() => {
                format!("{} parts, {original} has {}", present.len(), wanted.len())
            }
            None => return None,
        };
        Some(Fault { page: (*translation).to_owned(), line: 1, text, mendable: false })
    });
    faults.collect()
}

/// A skill is `skills/NAME/SKILL.md`; its frontmatter is that name and a description of when to use it, which agents read
/// before anything else.
fn misshapen(page: &Page) -> Option<Fault> {
    let place = page.path.strip_prefix("skills/")?;
    let name = place.strip_suffix("/SKILL.md").unwrap_or_default();
    let lines: Vec<&str> = page.text().lines().take(4).collect();
    let shaped = match lines.as_slice() {
        ["---", first, second, "---"] => {
            let description = second.strip_prefix("description: ").unwrap_or_default();
            *first == format!("name: {name}") && (40..1024).contains(&description.len())
        }
        _ => false,
    };
    let named = named(page).iter().any(|command| command.whole);
    let text =
        "a skill begins with `name: FOLDER` and a `description:` of 40 to 1023 bytes, and names commands";
    let fault = Fault { page: page.path.clone(), line: 1, text: text.to_owned(), mendable: false };
    (!shaped || !named).then_some(fault)
}

/// Commands that a page names and the binaries do not have. Those of other programs are not judged here.
fn unknown_commands(page: &Page) -> Vec<Fault> {
    let judged = named(page).into_iter().filter_map(|command| {
        let text = refusal(&command)?;
        let shown = command.words.join(" ");
        let text = format!("`{shown}`: {text}");
        Some(Fault { page: page.path.clone(), line: command.line, text, mendable: false })
    });
    judged.collect()
}

/// What the program says when it refuses the command line. What a code span leaves out is not asked for.
fn refusal(command: &Named) -> Option<String> {
    let (program, rest) = command.words.split_first()?;
    let mut words: Vec<std::ffi::OsString> = rest.iter().map(Into::into).collect();
    if !command.whole {
        words.push("--help".into());
    }
    let tools = Dialect { query_and_dots: true, open_flags: &[&["state", "patch"]] };
    let plain = Dialect::default();
    match program.as_str() {
        "msd-tools" => refused(read::<cairn_cli::msd_tools::command_line::CommandLine>(tools, words)),
        "roundfix" => refused(read::<cairn_cli::roundfix::command_line::CommandLine>(plain, words)),
        "cairn" => {
            let own = refused(read::<cairn_cli::cairn::command_line::CommandLine>(plain, words.clone()))?;
            let other = |program: &str| {
                let words = [program.to_owned()].into_iter().chain(rest.iter().cloned()).collect();
                refusal(&Named { words, ..command.clone() })
            };
            (other("msd-tools").is_some() && other("roundfix").is_some()).then_some(own)
        }
        _ => None,
    }
}

fn refused<T>(reading: Reading<T>) -> Option<String> {
    match reading {
        Reading::Words(_) | Reading::Text(_) => None,
        Reading::Refused(failure) => Some(failure.message),
    }
}

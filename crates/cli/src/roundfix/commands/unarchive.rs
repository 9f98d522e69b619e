//! `roundfix unarchive` (roundfix 11).

use cairn_project::context::Context;
use cairn_project::specs::SpecRepository;
use cairn_spec::unarchive::UnarchiveReport;
use serde::Serialize;

use super::report::{ended, warn};
use super::slug;
use crate::output::streams::Streams;
use crate::roundfix::answer::{Answer, clean};
use crate::roundfix::command_line::UnarchiveArgs;
use crate::roundfix::failure::failed;
use crate::roundfix::onlooker::Onlooker;
use crate::roundfix::run::Manner;
use crate::roundfix::wire::{MeasureWire, WarningWire, warnings};

const COMMAND: &str = "unarchive";

#[derive(Debug, Serialize)]
struct UnarchiveWire {
    command: &'static str,
    slug: String,
    ok: bool,
    source: String,
    source_revision: String,
    restored: MeasureWire,
    record: String,
    relinked: Vec<String>,
    relinked_back: Vec<String>,
    promoted: Vec<String>,
    removed: Vec<String>,
    warnings: Vec<WarningWire>,
}

/// Runs the command.
pub(crate) fn run(args: &UnarchiveArgs, manner: Manner, context: &Context, streams: &mut Streams) -> Answer {
    let slug = match slug(COMMAND, &args.slug) {
        Ok(slug) => slug,
        Err(answer) => return answer,
    };
    let done = SpecRepository::open(context)
        .and_then(|home| home.unarchive(&slug, args.relink, &Onlooker::new(streams)));
    match done {
        Err(failure) => failed(COMMAND, Some(slug.as_str()), manner, context, &failure),
        Ok(done) => {
            let report = &done.report;
            let wire = UnarchiveWire {
                command: COMMAND,
                slug: report.slug.clone(),
                ok: true,
                source: report.source.clone(),
                source_revision: report.source_revision.clone(),
                restored: report.restored.into(),
                record: report.record.clone(),
                relinked: report.relinked.clone(),
                relinked_back: report.relinked_back.clone(),
                promoted: report.promoted.clone(),
                removed: report.unpromoted.clone(),
                warnings: warnings(&report.warnings),
            };
            let mut answer = Answer::done(lines(report), &wire);
            warn(&mut answer, &report.warnings);
            ended(answer, &done)
        }
    }
}

fn lines(report: &UnarchiveReport) -> Vec<String> {
    let short: String = report.source_revision.chars().take(12).collect();
    let restored = report.restored;
    let mut lines = vec![format!(
        "unarchived {} -> {}; restored {} file(s) ({} bytes) from {short}; removed {}",
        report.slug, report.source, restored.files, restored.bytes, report.record
    )];
    let mut each = |word: &str, paths: &[String], rest: &str| {
        lines.extend(paths.iter().map(|path| format!("{word} {}{rest}", clean(path))));
    };
    each("relinked back", &report.relinked_back, "");
    each("left as it is", &report.relinked, ": it was rewritten by the archive");
    each("removed the copy", &report.unpromoted, "");
    each("left the copy", &report.promoted, "");
    lines.push(
        "going on with finished work is usually a new Spec that links to the record of the old one"
            .to_owned(),
    );
    lines
}

//! `--relink`: untouched documents get their old bytes, untouched copies that nothing cites go (D65).

use std::collections::{BTreeMap, BTreeSet};

use cairn_plan::{Change, ContentHash, Plan, RelativePath};
use cairn_text::links::{Citations, Entry, Folder};

use super::{UnarchiveReport, UnarchiveSnapshot};
use crate::relink::{Past, PastDocument, live, repository_path};
use crate::warning::Warning;

/// Adds the steps to the plan, and what was left to the report.
pub(super) fn relink_back(
    snapshot: &UnarchiveSnapshot<'_>,
    past: &Past<'_>,
    plan: &mut Plan,
    report: &mut UnarchiveReport,
) {
    let (back, changed): (Vec<&PastDocument>, Vec<&PastDocument>) =
        snapshot.documents.iter().partition(|document| past.wrote(document));
    let left = "changed since the archive, so it still leads to the record";
    report.warnings.extend(changed.iter().map(|document| warning(&document.path, "document_changed", left)));
    report.relinked = changed.iter().map(|document| document.path.to_string()).collect();
    for document in &back {
        let (now, then) = (document.now.as_deref(), document.then.as_deref());
        plan.push(Change::write(document.path.clone(), now.unwrap_or_default(), then.unwrap_or_default()));
        report.relinked_back.push(document.path.to_string());
    }
    take_copies_away(snapshot, past, &back, plan, report);
}

fn take_copies_away(
    snapshot: &UnarchiveSnapshot<'_>,
    past: &Past<'_>,
    back: &[&PastDocument],
    plan: &mut Plan,
    report: &mut UnarchiveReport,
) {
    let mut going: BTreeMap<&RelativePath, &[u8]> = BTreeMap::new();
    for (path, now) in &snapshot.copies {
        match now {
            Some(now) if past.bare_locators_of_copy(path, now).is_some() => {
                going.insert(path, now);
            }
            Some(_) => {
                report.warnings.push(warning(path, "copy_changed", "changed since the archive, so it stays"));
            }
            None => {}
        }
    }
    // Copies cite each other: one that stays keeps what it cites, and so on until nothing more stays.
    let cited = citing(snapshot, back, &going);
    loop {
        let staying: Vec<(RelativePath, &RelativePath)> = going
            .keys()
            .filter_map(|copy| {
                let documents = cited.get(*copy)?;
                let document = documents.iter().find(|document| !going.contains_key(*document))?;
                Some(((*copy).clone(), *document))
            })
            .collect();
        if staying.is_empty() {
            break;
        }
        for (copy, document) in staying {
            let message = format!("still cited by `{document}`, so it stays");
            report.warnings.push(warning(&copy, "copy_cited", &message));
            going.remove(&copy);
        }
    }
    for (path, now) in &going {
        plan.push(Change::Delete { path: (*path).clone(), before: ContentHash::of(now) });
    }
    report.unpromoted = going.keys().map(ToString::to_string).collect();
    let gone: BTreeSet<&String> = report.unpromoted.iter().collect();
    report.promoted.retain(|name| !gone.contains(name));
}

/// For every copy the Live Documents that cite it, once the documents of `back` have their old bytes.
fn citing<'s>(
    snapshot: &'s UnarchiveSnapshot<'_>,
    back: &[&PastDocument],
    copies: &BTreeMap<&RelativePath, &[u8]>,
) -> BTreeMap<RelativePath, BTreeSet<&'s RelativePath>> {
    let mut cited: BTreeMap<RelativePath, BTreeSet<&RelativePath>> = BTreeMap::new();
    let parents: BTreeSet<RelativePath> = copies.keys().filter_map(|copy| copy.parent()).collect();
    let folders: Vec<Folder> = parents
        .iter()
        .map(|parent| {
            let names = copies.keys().filter_map(|copy| copy.below(parent));
            Folder::new(repository_path(parent), names.map(|name| (name.as_bytes().to_vec(), Entry::File)))
        })
        .collect();
    let old: BTreeMap<&RelativePath, &[u8]> =
        back.iter().filter_map(|document| Some((&document.path, document.then.as_deref()?))).collect();
    let at = snapshot.roots.folder(&snapshot.slug);
    for file in &snapshot.files {
        if !live::is_live(file, &at, &snapshot.roots.archive_root) {
            continue;
        }
        let bytes = old.get(&file.path).copied().unwrap_or(&file.bytes);
        let citations = Citations::find(bytes, repository_path(&file.path), &folders);
        for citation in citations.iter().filter(|citation| citation.entry == Some(Entry::File)) {
            let place =
                parents.iter().nth(citation.folder).and_then(|parent| parent.join(&citation.below).ok());
            if let Some(copy) = place.filter(|copy| *copy != file.path) {
                cited.entry(copy).or_default().insert(&file.path);
            }
        }
    }
    cited
}

fn warning(file: &RelativePath, code: &'static str, message: &str) -> Warning {
    Warning { file: file.to_string(), line: None, code, target: None, message: message.to_owned() }
}

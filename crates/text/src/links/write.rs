//! A destination for a new target, in the style of the old one (8.4, steps 5 and 6).

use super::repository_path::RepositoryPath;
use super::resolve::Reference;
use super::scan::Form;
use super::spelling::{balance_parentheses, push_component};

/// The path of a destination of `form` that leads to `target` from a file in `folder`, as `old` was written: from the root, or by
/// the shortest way. A leading `./` stays unless the way goes up; a component that `old` spells keeps its spelling.
pub(super) fn path(target: &RepositoryPath, folder: &RepositoryPath, old: &Reference, form: Form) -> Vec<u8> {
    let written = |keep: bool| {
        let mut text = Vec::new();
        if old.is_root_relative {
            text.push(b'/');
            push_components(&mut text, &target.components().collect::<Vec<_>>(), old, form, keep);
        } else {
            let steps = target.steps_from(folder);
            if needs_dot(&steps, old) {
                text.extend_from_slice(b"./");
            }
            push_components(&mut text, &steps, old, form, keep);
            if text.is_empty() {
                text.push(b'.');
            }
        }
        text
    };
    let kept = written(true);
    if form != Form::Bare || balance_parentheses(&kept) == kept {
        return kept;
    }
    balance_parentheses(&written(false))
}

/// Whether `./` stands in front: it did, and the way does not go up; or its first component would be read as a scheme.
fn needs_dot(steps: &[&[u8]], old: &Reference) -> bool {
    match steps.first() {
        Some(first) => *first != b".." && (old.has_dot || first.contains(&b':')),
        None => false,
    }
}

/// Adds `components`. From the end on, those that `old` spells the same way keep its spelling, if `keep` says so.
fn push_components(text: &mut Vec<u8>, components: &[&[u8]], old: &Reference, form: Form, keep: bool) {
    let spelled = old.spelled.iter().rev().zip(components.iter().rev());
    let kept =
        if keep { spelled.take_while(|((meaning, _), component)| meaning == *component).count() } else { 0 };
    let fresh = components.len() - kept;
    let mut spelled = old.spelled.iter().skip(old.spelled.len() - kept);
    for (index, component) in components.iter().enumerate() {
        if index > 0 {
            text.push(b'/');
        }
        match if index < fresh { None } else { spelled.next() } {
            Some((_, spelling)) => text.extend_from_slice(spelling),
            None => push_component(text, component, form),
        }
    }
}

/// The destination of `form` that is `text` literally, such as a git locator: encoded, but not re-based.
pub(super) fn literal(text: &[u8], form: Form) -> Vec<u8> {
    let mut written = Vec::with_capacity(text.len());
    push_component(&mut written, text, form);
    if form == Form::Bare { balance_parentheses(&written) } else { written }
}

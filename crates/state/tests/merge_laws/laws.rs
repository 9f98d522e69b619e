//! The laws of the merge (`cairn.md` 6.11) for one triple.

use super::triple::{Triple, tokens};
use cairn_state::document::StateDocument;
use cairn_state::merge::{Kind, MarkerStyle, Merged, Versions, merge};
use cairn_state::schema::{KEYS, Policy};

/// Checks every law; says whether the merge was clean.
///
/// # Errors
/// The law that does not hold, with the texts.
pub(crate) fn check(triple: &Triple) -> Result<bool, String> {
    let Triple { kind, base, sides: [one, other] } = triple;
    let run = |base: &[u8], ours: &[u8], theirs: &[u8]| {
        merge(*kind, Versions { base, ours, theirs }, &MarkerStyle::default())
    };
    let fail = |law: &str, found: &[u8]| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Err(format!(
            "{law}\n=== base\n{}\n=== one\n{}\n=== other\n{}\n=== found\n{}",
            text(base),
            text(one),
            text(other),
            text(found)
        ))
    };
    for (ours, theirs) in [(one, base), (base, one), (one, one)] {
        let merged = run(base, ours, theirs);
        if merged.bytes != *one {
            return fail("one side changed: that side", &merged.bytes);
        }
    }
    let merged = run(base, one, other);
    let swapped = run(base, other, one);
    if lines(&merged.bytes) != lines(&swapped.bytes) || merged.conflicts.len() != swapped.conflicts.len() {
        return fail(
            &format!(
                "the same lines whoever is ours\n=== swapped\n{}",
                String::from_utf8_lossy(&swapped.bytes)
            ),
            &merged.bytes,
        );
    }
    let there = tokens(&merged.bytes);
    let known = tokens(base);
    if let Some(lost) = [one, other]
        .into_iter()
        .flat_map(|side| tokens(side))
        .find(|token| !known.contains(token) && !there.contains(token))
    {
        return fail(&format!("nothing added is lost: {lost}"), &merged.bytes);
    }
    let is_clean = merged.conflicts.is_empty();
    let has_markers = merged.bytes.windows(7).any(|window| window == b"<<<<<<<");
    if is_clean == has_markers || !merged.unreadable.is_empty() {
        return fail("readable, or markers", &merged.bytes);
    }
    if is_clean {
        clean_laws(triple, &merged, &run).or_else(|law| fail(&law, &merged.bytes).map(|_: bool| ()))?;
    }
    Ok(is_clean)
}

fn clean_laws(
    triple: &Triple,
    merged: &Merged,
    run: &impl Fn(&[u8], &[u8], &[u8]) -> Merged,
) -> Result<(), String> {
    let [one, other] = &triple.sides;
    StateDocument::parse(&merged.bytes)
        .check_writable("STATE.md")
        .map_err(|failure| format!("the result is readable: {failure:?}"))?;
    if triple.kind == Kind::State {
        let place = position(&merged.bytes);
        if place != position(one) && place != position(other) {
            return Err(format!("the position is that of one side: {place:?}"));
        }
    }
    for side in [one, other] {
        if run(side, &merged.bytes, side).bytes != merged.bytes
            || lines(&run(side, side, &merged.bytes).bytes) != lines(&merged.bytes)
        {
            return Err("merging again changes nothing".to_owned());
        }
    }
    // Stronger than 6.11: also from the old base nothing is added a second time.
    let again = run(&triple.base, &merged.bytes, other);
    if again.conflicts.is_empty() && lines(&again.bytes) != lines(&merged.bytes) {
        return Err(format!(
            "merging a side again adds nothing\n=== again\n{}",
            String::from_utf8_lossy(&again.bytes)
        ));
    }
    Ok(())
}

/// The lines of a text, sorted: padding, rules of tables, blank lines and markers apart.
fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| {
            let is_rule = line.chars().all(|c| matches!(c, '|' | '-' | ' '));
            let is_marker = ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark));
            !is_rule && !is_marker
        })
        .collect();
    lines.sort();
    lines
}

/// What a text says about where the project stands.
fn position(text: &[u8]) -> Vec<Option<String>> {
    use cairn_state::body_field::BodyField;
    let document = StateDocument::parse(text);
    let fields = BodyField::ALL.into_iter().filter(|field| *field != BodyField::CoreValue);
    let fields = fields.map(|field| document.text(field));
    let keys = KEYS
        .iter()
        .filter(|row| !matches!(row.policy, Policy::Constant | Policy::Clock | Policy::Repository));
    fields.chain(keys.map(|row| document.key_text(row.key).map(str::to_owned))).collect()
}

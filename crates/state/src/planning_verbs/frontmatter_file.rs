//! `frontmatter get` and `frontmatter set` on files other than STATE.md (section 16, D5, D13).

use super::Report;
use super::decision::check_writable;
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::verbs::key_names;
use cairn_plan::{Change, RelativePath};
use cairn_text::frontmatter::{Change as KeyChange, EditError, NewValue, Value as Stored};
use cairn_text::{Frontmatter, LineIndex};

/// What `frontmatter set` decided about one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEdit {
    /// The change; none when the key has that value already.
    pub change: Option<Change>,
    /// The JSON besides `changed` and `updated`.
    pub answer: Answer,
}

/// `frontmatter get`: the whole map, or one field by its name, keys of maps joined by dots.
///
/// # Errors
/// `field_not_found`; `frontmatter_unparseable`.
pub fn get(path: &RelativePath, bytes: &[u8], field: Option<&str>) -> Result<Report, Failure> {
    let frontmatter = Frontmatter::parse(bytes);
    if let Some(problem) = frontmatter.refusal() {
        return Err(unparseable(path, bytes, problem));
    }
    let Some(field) = field else {
        let map = frontmatter.to_value();
        let members = map.as_map().unwrap_or_default().iter();
        let answer =
            members.fold(Answer::new(), |answer, (key, stored)| answer.with(key.as_str(), value(stored)));
        return Ok(Report { answer, ..Report::default() });
    };
    let Some(stored) = frontmatter.value(field) else {
        let message = format!("the frontmatter of `{path}` has no key `{field}`");
        return Err(not_found(&frontmatter, field, message));
    };
    Ok(Report {
        answer: Answer::new().with(field, value(&stored)),
        raw: stored.as_text().map(str::to_owned),
        ..Report::default()
    })
}

/// `frontmatter set`: one key in place, a new one behind the others; `None` removes the key with its line. A file without frontmatter
/// gets one. A text or list never becomes a map for a key inside of it.
///
/// # Errors
/// `invalid_value`; `field_not_found` where a text or list is in the way; refusals of the file.
pub fn set(
    path: &RelativePath,
    bytes: &[u8],
    field: &str,
    new: Option<NewValue>,
) -> Result<KeyEdit, Failure> {
    check_writable(&path.to_string(), bytes)?;
    check_text("field", field)?;
    if field.trim().is_empty() {
        return Err(Failure::invalid_value("field", "`field` is empty: name a key"));
    }
    if let Some(new) = &new {
        check_value(new)?;
    }
    let frontmatter = Frontmatter::parse(bytes);
    if new.is_some()
        && let Some((whole, entry)) = frontmatter.in_the_way(field)
    {
        let kind = entry.text().map_or("a list", |_| "text");
        let message = format!(
            "the frontmatter of `{path}` has no place for `{field}`: `{whole}` is {kind}; set `{whole}` as a whole, or remove it \
             first with `--value null`"
        );
        return Err(not_found(&frontmatter, field, message));
    }
    let shown = new.as_ref().map_or(Value::Null, |new| value(&new.value()));
    let change = match new {
        Some(new) => KeyChange::set(field, new),
        None => KeyChange::remove(field),
    };
    let no_order: [&str; 0] = [];
    let patch = frontmatter.edit(bytes, &[change], &no_order).map_err(|error| match error {
        EditError::Unreadable(problem) => unparseable(path, bytes, &problem),
        other => Failure::invalid_value("field", format!("`{field}` of `{path}` cannot be set: {other}")),
    })?;
    let changed = patch.apply(bytes);
    let change = (changed != bytes).then(|| Change::write(path.clone(), bytes, changed));
    Ok(KeyEdit { change, answer: Answer::new().with("field", field).with("value", shown) })
}

fn not_found(frontmatter: &Frontmatter, field: &str, message: String) -> Failure {
    let failure = Failure::new(Reason::FieldNotFound, message);
    failure.with("field", field).with("available", key_names(frontmatter))
}

fn unparseable(path: &RelativePath, bytes: &[u8], problem: &cairn_text::frontmatter::Problem) -> Failure {
    let line = LineIndex::new(bytes).line(problem.span.start);
    let message = format!("`{path}`, line {line}: {}; mend it and run the command again", problem.kind);
    Failure::new(Reason::FrontmatterUnparseable, message).with("line", line)
}

/// D7: a value is one line of text.
fn check_value(value: &NewValue) -> Result<(), Failure> {
    match value {
        NewValue::Null => Ok(()),
        NewValue::Text(text)
        | NewValue::Quoted(text)
        | NewValue::SingleQuoted(text)
        | NewValue::Bare(text) => check_text("value", text),
        NewValue::List(items) => items.iter().try_for_each(check_value),
        NewValue::Map(entries) => entries
            .iter()
            .try_for_each(|(key, value)| check_text("value", key).and_then(|()| check_value(value))),
    }
}

fn check_text(field: &str, text: &str) -> Result<(), Failure> {
    match text.chars().find(|c| c.is_control()) {
        Some(control) => {
            let shown = control.escape_default();
            Err(Failure::invalid_value(
                field,
                format!("`{field}` holds the control character `{shown}`: write it in one line"),
            ))
        }
        None => Ok(()),
    }
}

/// A stored value as an answer's; every scalar is text (6.1).
fn value(stored: &Stored) -> Value {
    match stored {
        Stored::Null => Value::Null,
        Stored::Text(text) => Value::Text(text.clone()),
        Stored::List(items) => Value::List(items.iter().map(value).collect()),
        Stored::Map(entries) => {
            Value::Map(entries.iter().map(|(key, stored)| (key.clone(), value(stored))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "---\nphase: 02\ntags: [a, b]   # two\n---\n# N\n";

    fn path() -> RelativePath {
        RelativePath::new("n.md").unwrap()
    }

    /// D5, D13: one key is edited and nothing else.
    #[test]
    fn sets_one_key() {
        let check = |source: &str, field: &str, value: Option<NewValue>, expected: &str| {
            let edit = set(&path(), source.as_bytes(), field, value).unwrap();
            let result = match edit.change {
                Some(Change::Write { bytes, .. }) => String::from_utf8(bytes).unwrap(),
                _ => source.to_owned(),
            };
            assert_eq!(result, expected);
        };
        let text = |text: &str| Some(NewValue::Text(text.to_owned()));
        check(NOTE, "phase", text("4.10"), &NOTE.replace("02", "\"4.10\""));
        check(NOTE, "phase", text("02"), NOTE);
        check(NOTE, "phase", None, &NOTE.replace("phase: 02\n", ""));
        check(NOTE, "wave", Some(NewValue::Bare("3".into())), &NOTE.replace("# two\n", "# two\nwave: 3\n"));
        check(
            NOTE,
            "tags",
            Some(NewValue::List(vec![NewValue::Text("c".into())])),
            &NOTE.replace("[a, b]", "[c]"),
        );
        check("# N\n", "a", text("b"), "---\na: b\n---\n\n# N\n");
        for bad in ["a\nb", "\u{7}"] {
            assert_eq!(
                set(&path(), NOTE.as_bytes(), "phase", text(bad)).unwrap_err().reason,
                Reason::InvalidValue
            );
        }
        assert_eq!(
            set(&path(), b"---\na: 1\n", "a", text("b")).unwrap_err().reason,
            Reason::FrontmatterUnparseable
        );
        assert_eq!(
            set(&path(), b"<<<<<<< HEAD\n", "a", text("b")).unwrap_err().reason,
            Reason::MergeConflict
        );
    }

    /// D5: a text or list is not lost to a key inside of it; nothing at all may become a map, and what is not there can go.
    #[test]
    fn refuses_keys_inside_of_values() {
        let bare = || Some(NewValue::Bare("1".into()));
        for (block, field, whole, kind) in [
            ("tags: [a, b]", "tags.0", "tags", "a list"),
            ("tags:\n- a", "tags.0", "tags", "a list"),
            ("phase: 02", "phase.id", "phase", "text"),
            ("note: |\n  one\n  two", "note.line", "note", "text"),
            ("a: {b: [c]}", "a.b.c.d", "a.b", "a list"),
        ] {
            let source = format!("---\n{block}\n---\n");
            let failure = set(&path(), source.as_bytes(), field, bare()).unwrap_err();
            assert_eq!(
                failure.message,
                format!(
                    "the frontmatter of `n.md` has no place for `{field}`: `{whole}` is {kind}; set `{whole}` as a whole, or \
                     remove it first with `--value null`"
                )
            );
            let available = key_names(&Frontmatter::parse(source.as_bytes()));
            let facts = Answer::new().with("field", field).with("available", available);
            assert_eq!((failure.reason, failure.facts), (Reason::FieldNotFound, facts), "{block}");
            assert_eq!(set(&path(), source.as_bytes(), field, None).unwrap().change, None, "{block}");
        }
        for empty in ["a:", "a: null", "a: ~ # c", "a: {}"] {
            let source = format!("---\n{empty}\n---\n");
            let edit = set(&path(), source.as_bytes(), "a.b", bare()).unwrap();
            let Some(Change::Write { bytes, .. }) = edit.change else { panic!("{empty}: no change") };
            assert_eq!(Frontmatter::parse(&bytes).text("a.b"), Some("1"), "{empty}");
        }
    }

    /// D1: a field that is not there is no success.
    #[test]
    fn gets_fields() {
        let field = |name: &str| get(&path(), NOTE.as_bytes(), Some(name));
        assert_eq!(field("phase").unwrap().answer, Answer::new().with("phase", "02"));
        assert_eq!(field("tags").unwrap().answer, Answer::new().with("tags", vec!["a", "b"]));
        assert_eq!(field("phase").unwrap().raw.as_deref(), Some("02"));
        assert_eq!(field("tags").unwrap().raw, None, "a list has no text of its own");
        let failure = field("nope").unwrap_err();
        assert_eq!(
            (failure.reason, failure.facts),
            (
                Reason::FieldNotFound,
                Answer::new().with("field", "nope").with("available", vec!["phase", "tags"])
            )
        );
        assert_eq!(
            get(&path(), NOTE.as_bytes(), None).unwrap().answer,
            Answer::new().with("phase", "02").with("tags", vec!["a", "b"])
        );
        assert_eq!(get(&path(), b"# no block\n", None).unwrap().answer, Answer::new());
    }
}

//! Changes to keys, and the tree they form.

use super::entry::{Content, Entry};
use super::written::{NewValue, written_key};

/// One change to one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key; names joined by dots for a key inside a map.
    pub path: String,
    /// Its new value; `None` removes it.
    pub value: Option<NewValue>,
}

impl Change {
    /// `path` gets `value`; it is added when it is not there.
    pub fn set(path: impl Into<String>, value: NewValue) -> Self {
        Self { path: path.into(), value: Some(value) }
    }

    /// `path` goes, with its lines.
    pub fn remove(path: impl Into<String>) -> Self {
        Self { path: path.into(), value: None }
    }
}

/// What happens to one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Set(NewValue),
    Remove,
    /// Something happens to keys inside its map.
    Within(Vec<KeyChange>),
}

/// A key of one map and what happens to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyChange {
    pub(super) key: String,
    /// The key behind the keys of the maps around it, joined by dots: how the canonical order names it.
    pub(super) path: String,
    pub(super) action: Action,
}

/// Sorts `changes` into the maps they are about. `Err` is the path of a change that names a key inside the value of another.
pub(super) fn tree(changes: &[Change], entries: &[Entry]) -> Result<Vec<KeyChange>, String> {
    let mut roots = Vec::new();
    for change in changes {
        let mut present = present(entries, &change.path);
        if change.value.is_some() {
            present.truncate(1);
        }
        if present.is_empty() {
            present.push(Vacancy::find(entries, &change.path).keys);
        }
        for keys in present {
            place(&mut roots, &keys, "", change).ok_or_else(|| change.path.clone())?;
        }
    }
    Ok(roots)
}

/// The entries that `path` can name, each by its keys from the outermost map on; the first is the one that is read
/// ([`find`](super::entry::find)). What is removed is removed under all of them, or another would be read in its place.
fn present<'p>(entries: &[Entry], path: &'p str) -> Vec<Vec<&'p str>> {
    let named = |key: &str| entries.iter().rev().find(|entry| entry.key == key);
    let whole = named(path).map(|_| vec![path]);
    let inside = path.match_indices('.').filter_map(|(dot, _)| {
        let (key, rest) = path.split_at_checked(dot)?;
        let deeper = present(named(key)?.children(), rest.strip_prefix('.')?);
        Some(deeper.into_iter().map(move |keys| [vec![key], keys].concat()))
    });
    whole.into_iter().chain(inside.flatten()).collect()
}

/// Where a key that is not there comes to stand.
struct Vacancy<'p, 'e> {
    /// Its keys from the outermost map on.
    keys: Vec<&'p str>,
    /// A text or list that would have to become a map for it, and the number of the keys that lead there.
    taken: Option<(usize, &'e Entry)>,
}

impl<'p, 'e> Vacancy<'p, 'e> {
    /// Maps that exist win, for their keys may hold dots themselves; what would have to become a map comes last.
    fn find(entries: &'e [Entry], path: &'p str) -> Self {
        let named = |key: &str| entries.iter().rev().find(|entry| entry.key == key);
        let mut taken = None;
        for (dot, _) in path.match_indices('.') {
            let Some((key, rest)) = path.split_at_checked(dot) else { continue };
            let (Some(parent), Some(rest)) = (named(key), rest.strip_prefix('.')) else { continue };
            let inside = Self::find(parent.children(), rest).below(key, parent);
            if inside.taken.is_none() {
                return inside;
            }
            taken = taken.or(Some(inside));
        }
        taken.unwrap_or_else(|| Self { keys: path.split('.').collect(), taken: None })
    }

    fn below(self, key: &'p str, parent: &'e Entry) -> Self {
        let taken = match parent.content {
            Content::Text(_) | Content::List(_) => Some((1, parent)),
            Content::Null | Content::Map(_) => {
                self.taken.map(|(depth, entry)| (depth.saturating_add(1), entry))
            }
        };
        Self { keys: [vec![key], self.keys].concat(), taken }
    }
}

/// The text or list that a key at `path` would take the place of, with its own path; `None` when the key is there or finds a place.
pub(super) fn in_the_way<'e>(entries: &'e [Entry], path: &str) -> Option<(String, &'e Entry)> {
    if !present(entries, path).is_empty() {
        return None;
    }
    let Vacancy { keys, taken } = Vacancy::find(entries, path);
    let (depth, entry) = taken?;
    Some((keys.get(..depth)?.join("."), entry))
}

fn place(siblings: &mut Vec<KeyChange>, keys: &[&str], parent: &str, change: &Change) -> Option<()> {
    let (key, deeper) = keys.split_first()?;
    let path = if parent.is_empty() { (*key).to_owned() } else { [parent, ".", key].concat() };
    let index = siblings.iter().position(|sibling| sibling.key == *key);
    let known = index.and_then(|index| siblings.get_mut(index));
    if deeper.is_empty() {
        let action = change.value.clone().map_or(Action::Remove, Action::Set);
        match known {
            Some(KeyChange { action: Action::Within(_), .. }) => return None,
            Some(known) => known.action = action,
            None => siblings.push(KeyChange { key: (*key).to_owned(), path, action }),
        }
        return Some(());
    }
    match known {
        Some(KeyChange { action: Action::Within(inner), .. }) => place(inner, deeper, &path, change),
        Some(_) => None,
        None => {
            let mut inner = Vec::new();
            place(&mut inner, deeper, &path, change)?;
            siblings.push(KeyChange { key: (*key).to_owned(), path, action: Action::Within(inner) });
            Some(())
        }
    }
}

/// A key that is not there yet, with what it gets.
#[derive(Debug)]
pub(super) struct NewKey<'c> {
    pub(super) key: &'c str,
    pub(super) path: &'c str,
    pub(super) value: NewContent<'c>,
}

/// What a new key gets: a value, or a map of new keys.
#[derive(Debug)]
pub(super) enum NewContent<'c> {
    Value(&'c NewValue),
    Map(Vec<NewKey<'c>>),
}

impl KeyChange {
    /// This change as a new key; `None` when it only removes what is not there.
    pub(super) fn new_key(&self, order: &Order<'_>) -> Option<NewKey<'_>> {
        let value = match &self.action {
            Action::Remove => return None,
            Action::Set(value) => NewContent::Value(value),
            Action::Within(inner) => {
                let inner = new_keys(inner, order);
                if inner.is_empty() {
                    return None;
                }
                NewContent::Map(inner)
            }
        };
        Some(NewKey { key: &self.key, path: &self.path, value })
    }
}

/// The new keys among `changes`, in canonical order.
pub(super) fn new_keys<'c>(changes: &'c [KeyChange], order: &Order<'_>) -> Vec<NewKey<'c>> {
    let mut keys: Vec<NewKey<'c>> = changes.iter().filter_map(|change| change.new_key(order)).collect();
    keys.sort_by_key(|key| order.place(key.path));
    keys
}

impl NewKey<'_> {
    /// Its lines in a block whose keys are indented by `indent`.
    pub(super) fn lines(&self, indent: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        self.add_lines(indent, &mut lines);
        lines
    }

    fn add_lines(&self, indent: &[u8], lines: &mut Vec<Vec<u8>>) {
        let key = written_key(self.key);
        match &self.value {
            NewContent::Value(value) => {
                lines.push([indent, key.as_bytes(), b": ", value.written().as_bytes()].concat());
            }
            NewContent::Map(keys) => {
                lines.push([indent, key.as_bytes(), b":"].concat());
                let deeper = [indent, b"  "].concat();
                keys.iter().for_each(|key| key.add_lines(&deeper, lines));
            }
        }
    }

    /// Its text inside `{…}`.
    pub(super) fn in_flow(&self) -> String {
        let value = match &self.value {
            NewContent::Value(value) => value.written_in_flow(),
            NewContent::Map(keys) => flow_map(keys),
        };
        format!("{}: {value}", written_key(self.key))
    }
}

/// `keys` as `{…}`.
pub(super) fn flow_map(keys: &[NewKey<'_>]) -> String {
    format!("{{{}}}", keys.iter().map(NewKey::in_flow).collect::<Vec<_>>().join(", "))
}

/// The canonical order of keys.
#[derive(Debug)]
pub(super) struct Order<'o> {
    places: std::collections::HashMap<&'o str, usize>,
}

impl<'o> Order<'o> {
    pub(super) fn new<O: AsRef<str>>(keys: &'o [O]) -> Self {
        Self { places: keys.iter().enumerate().map(|(place, key)| (key.as_ref(), place)).collect() }
    }

    /// The place of `path`; keys that the order does not name come behind all others.
    pub(super) fn place(&self, path: &str) -> usize {
        self.places.get(path).copied().unwrap_or(usize::MAX)
    }
}

//! The settings of the line: `.planning/config.json` (contract 6).

use crate::json::Json;

/// What a project sets. Everything is off by default; a switch is on only when its value is exactly `true`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// `statusline.context_position` is `front`: the context meter stands behind the model.
    pub is_context_in_front: bool,
    /// `statusline.state_format` is `compact`.
    pub is_compact: bool,
    /// `statusline.show_last_command`.
    pub shows_last_command: bool,
    /// `statusline.show_git`.
    pub shows_git: bool,
    /// `statusline.show_context_tokens`.
    pub shows_context_tokens: bool,
    /// `statusline.show_state_freshness`.
    pub shows_state_freshness: bool,
    /// `sub_repos` or `planning.sub_repos` is a list that holds something.
    pub has_sub_repositories: bool,
}

impl Settings {
    /// Reads the bytes of the file; broken ones set nothing.
    pub fn read(bytes: &[u8]) -> Self {
        let Some(json) = Json::parse(bytes) else { return Self::default() };
        let setting = |group, name| find(json, group, name);
        let is_text = |name, text: &str| {
            setting("statusline", name).and_then(Json::text).is_some_and(|value| value == text)
        };
        let is_on = |name| setting("statusline", name).is_some_and(Json::is_true);
        Self {
            is_context_in_front: is_text("context_position", "front"),
            is_compact: is_text("state_format", "compact"),
            shows_last_command: is_on("show_last_command"),
            shows_git: is_on("show_git"),
            shows_context_tokens: is_on("show_context_tokens"),
            shows_state_freshness: is_on("show_state_freshness"),
            has_sub_repositories: [json.get("sub_repos"), setting("planning", "sub_repos")]
                .into_iter()
                .flatten()
                .any(Json::is_filled_array),
        }
    }
}

/// The value of the key `GROUP.NAME`: the dotted spelling, else the nested one.
fn find<'a>(json: Json<'a>, group: &str, name: &str) -> Option<Json<'a>> {
    json.get(&format!("{group}.{name}")).or_else(|| json.find(&[group, name]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Settings) {
        assert_eq!(Settings::read(text.as_bytes()), expected, "{text}");
    }

    /// D40: keys nested or dotted; switches count only when exactly `true`.
    #[test]
    fn d40_keys() {
        let none = Settings::default();
        let front = Settings { is_context_in_front: true, ..none };
        check(r#"{"statusline":{"context_position":"front"}}"#, front);
        check(r#"{"statusline.context_position":"front"}"#, front);
        check(r#"{"statusline":{"context_position":"Front"}}"#, none);
        check(r#"{"statusline":{"state_format":"compact"}}"#, Settings { is_compact: true, ..none });
        check(r#"{"statusline":{"show_git":true}}"#, Settings { shows_git: true, ..none });
        check(r#"{"statusline":{"show_git":1}}"#, none);
        check(r#"{"statusline":{"show_git":"true"}}"#, none);
        check(r#"{"statusline":{"show_git":true},"statusline.show_git":false}"#, none);
        check(r#"{"statusline":null,"statusline.show_git":true}"#, Settings { shows_git: true, ..none });
        check(
            r#"{"statusline":{"show_last_command":true,"show_context_tokens":true,"show_state_freshness":true}}"#,
            Settings {
                shows_last_command: true,
                shows_context_tokens: true,
                shows_state_freshness: true,
                ..none
            },
        );
        let sub_repositories = Settings { has_sub_repositories: true, ..none };
        check(r#"{"sub_repos":["a"]}"#, sub_repositories);
        check(r#"{"planning":{"sub_repos":["a"]}}"#, sub_repositories);
        check(r#"{"planning.sub_repos":["a"],"sub_repos":[]}"#, sub_repositories);
        check(r#"{"sub_repos":[],"planning":{"sub_repos":"a"}}"#, none);
    }

    /// D40: a broken file sets nothing; a byte-order mark breaks nothing.
    #[test]
    fn d40_broken_file() {
        for text in ["", "{", "[]", "null", r#"{"statusline":{"show_git":true},}"#, r#"{"statusline":true}"#]
        {
            check(text, Settings::default());
        }
        check("\u{feff}{\"statusline.show_git\":true}", Settings { shows_git: true, ..Settings::default() });
    }
}

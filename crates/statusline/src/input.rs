//! The object on standard input: which of its fields the line reads, and what stands for an absent one (contract 1).

use crate::json::Json;

/// The size of the context window when none is given, in tokens.
const DEFAULT_TOTAL_TOKENS: f64 = 1_000_000.0;

/// The counters whose sum is the size of the context.
const COUNTERS: [&str; 4] =
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

/// What the agent says about itself and its window.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// `model.display_name`.
    pub model: String,
    /// `workspace.current_dir`, as it is written; `None`: the folder the process runs in.
    pub folder: Option<String>,
    /// `session_id`.
    pub session: Option<String>,
    /// `transcript_path`.
    pub transcript: Option<String>,
    /// `context_window.remaining_percentage`.
    pub remaining_percent: Option<f64>,
    /// `context_window.total_tokens`, above 0.
    pub total_tokens: f64,
    /// The sum of the counters of `context_window.current_usage`; 0 when none is given.
    pub used_tokens: f64,
}

impl Input {
    /// Reads the bytes of standard input; `None` when there is nothing to draw: they are no JSON, or `null`, or a field that is
    /// needed has the wrong type. A field that is missing, `null` or an empty text has its default, and so has every field
    /// of a value that is no object.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let json = Json::parse(bytes).filter(|json| !json.is_null())?;
        let number = |path: &[&str]| json.find(path).and_then(Json::number);
        let counters = COUNTERS.iter().filter_map(|name| number(&["context_window", "current_usage", name]));
        Some(Self {
            model: needed_text(json, &["model", "display_name"])?.unwrap_or_else(|| "Claude".to_owned()),
            folder: needed_text(json, &["workspace", "current_dir"])?,
            session: text(json, &["session_id"]),
            transcript: text(json, &["transcript_path"]),
            remaining_percent: number(&["context_window", "remaining_percentage"]),
            total_tokens: number(&["context_window", "total_tokens"])
                .filter(|total| *total > 0.0)
                .unwrap_or(DEFAULT_TOTAL_TOKENS),
            used_tokens: counters.sum(),
        })
    }
}

/// The text at `path`, if one is given; `None` when something else than a text is.
fn needed_text(json: Json<'_>, path: &[&str]) -> Option<Option<String>> {
    match json.find(path) {
        None => Some(None),
        Some(value) if value.is_null() => Some(None),
        Some(value) => value.text().map(|text| Some(text.into_owned()).filter(|text| !text.is_empty())),
    }
}

fn text(json: Json<'_>, path: &[&str]) -> Option<String> {
    needed_text(json, path).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_draws(bytes: &str, expected: bool) {
        assert_eq!(Input::read(bytes.as_bytes()).is_some(), expected, "{bytes}");
    }

    /// D40: which input gives no line at all.
    #[test]
    fn d40_no_line() {
        for bytes in [
            "",
            " ",
            "{nope",
            "null",
            " null\n",
            r#"{"workspace":{"current_dir":5}}"#,
            r#"{"workspace":{"current_dir":["/p"]}}"#,
            r#"{"workspace":{"current_dir":false}}"#,
            r#"{"model":{"display_name":{}}}"#,
        ] {
            check_draws(bytes, false);
        }
        for bytes in [
            "{}",
            "[]",
            "\"x\"",
            "5",
            "true",
            r#"{"workspace":null}"#,
            r#"{"workspace":5}"#,
            r#"{"workspace":{"current_dir":null}}"#,
            r#"{"session_id":5,"transcript_path":[]}"#,
        ] {
            check_draws(bytes, true);
        }
    }

    /// D40: the default of every field.
    #[test]
    fn d40_defaults() {
        let defaults = Input {
            model: "Claude".to_owned(),
            folder: None,
            session: None,
            transcript: None,
            remaining_percent: None,
            total_tokens: 1_000_000.0,
            used_tokens: 0.0,
        };
        for bytes in [
            "{}",
            "[]",
            r#"{"model":{"display_name":""},"workspace":{"current_dir":""},"session_id":""}"#,
            r#"{"context_window":{"remaining_percentage":"60","total_tokens":0,"current_usage":null}}"#,
            r#"{"context_window":{"remaining_percentage":null,"total_tokens":-1,"current_usage":{"input_tokens":"5"}}}"#,
        ] {
            assert_eq!(Input::read(bytes.as_bytes()).as_ref(), Some(&defaults), "{bytes}");
        }
    }

    /// D40: every field that is read.
    #[test]
    fn d40_fields() {
        let input = Input::read(
            br#"{"model":{"display_name":"Opus"},"workspace":{"current_dir":"/p"},"session_id":"s1","transcript_path":"/t",
            "context_window":{"remaining_percentage":58.25,"total_tokens":200000,"current_usage":{"input_tokens":1,
            "cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":4000,"other":50000}}}"#,
        );
        let expected = Input {
            model: "Opus".to_owned(),
            folder: Some("/p".to_owned()),
            session: Some("s1".to_owned()),
            transcript: Some("/t".to_owned()),
            remaining_percent: Some(58.25),
            total_tokens: 200_000.0,
            used_tokens: 4321.0,
        };
        assert_eq!(input, Some(expected));
    }
}

//! `state load`: the files that a workflow begins with (contract 12).

use super::{Needs, Verb};
use crate::answer::{Answer, Value};
use crate::facts::PlanningFile;
use crate::failure::Failure;
use crate::input::{StateInput, VerbOutcome};
use crate::writing::missing;

/// Shows STATE.md as it is, the configuration, and which files there are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Load;

impl Verb for Load {
    fn name(&self) -> &'static str {
        "load"
    }

    fn needs(&self) -> Needs {
        Needs { configuration: true, ..Needs::default() }
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        let document = input.document.ok_or_else(|| missing(input.project))?;
        let configuration = input.project.configuration.clone();
        let has_configuration = input.project.file(PlanningFile::Configuration).is_some();
        let mut raw = format!(
            "state_exists=true\nroadmap_exists={}\nconfig_exists={has_configuration}",
            input.project.has_roadmap
        );
        flatten("", configuration.as_ref().unwrap_or(&Value::Null), &mut raw);
        let answer = Answer::new()
            .with("config", configuration.unwrap_or_else(|| Value::Map(Vec::new())))
            .with("state_raw", String::from_utf8_lossy(document).into_owned())
            .with("state_exists", true)
            .with("roadmap_exists", input.project.has_roadmap)
            .with("config_exists", has_configuration);
        Ok(VerbOutcome { raw: Some(raw), ..VerbOutcome::read("state load", answer) })
    }
}

/// `key=value` lines of the configuration, keys dotted.
fn flatten(path: &str, value: &Value, lines: &mut String) {
    match value {
        Value::Map(members) => {
            for (name, value) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                flatten(&path, value, lines);
            }
        }
        Value::Null => {}
        Value::Text(text) => lines.push_str(&format!("\n{path}={text}")),
        other => lines.push_str(&format!("\n{path}={}", crate::json_text::compact(other))),
    }
}

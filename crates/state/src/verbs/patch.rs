//! `state patch --FIELD VALUE …`: several fields in one write, all or none (D6, D27, contract 12.1).

use std::collections::HashMap;

use super::Verb;
use super::update::Target;
use crate::answer::{Answer, Value};
use crate::failure::{Failure, Reason};
use crate::input::{StateInput, VerbOutcome};
use crate::writing::write;

/// Sets several fields; when one of them cannot be set, none is.
#[derive(Debug, Clone, Default)]
pub struct Patch {
    /// Names and values, in the order in which they were given.
    pub fields: Vec<(String, String)>,
}

impl Verb for Patch {
    fn name(&self) -> &'static str {
        "patch"
    }

    fn run(&self, input: &StateInput<'_>) -> Result<VerbOutcome, Failure> {
        if self.fields.is_empty() {
            let message = "`state patch` needs at least one field";
            return Err(
                Failure::new(Reason::Usage, message).with("expected", "--FIELD VALUE … or one JSON object")
            );
        }
        write(input, "state patch", |reading, draft| {
            let path = reading.project.state_path();
            let mut failures: Vec<(&str, Failure)> = Vec::new();
            let mut places: HashMap<String, &str> = HashMap::new();
            for (name, value) in &self.fields {
                let written = Target::resolve(&reading.document, name, value, &path).and_then(|target| {
                    if let Some(other) = places.insert(target.place(), name) {
                        return Err(Failure::invalid_value(
                            name,
                            format!("`{other}` and `{name}` are the same field"),
                        ));
                    }
                    target.write(draft)
                });
                failures.extend(written.err().map(|failure| (name.as_str(), failure)));
            }
            match failures.split_first() {
                None => Ok(Answer::new().with("failed", Value::List(Vec::new()))),
                Some(((_, first), _)) => Err(first.clone().with("failed", failed(&failures))),
            }
        })
    }
}

fn failed(failures: &[(&str, Failure)]) -> Value {
    let rows = failures.iter().map(|(field, failure)| {
        Answer::new().with("field", *field).with("reason", failure.reason.token()).into_map()
    });
    Value::List(rows.collect())
}

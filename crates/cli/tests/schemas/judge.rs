//! Whether a value is as a schema says. It knows exactly the part of JSON Schema that `cargo xtask schemas` writes, and refuses every
//! other word.

use serde_json::Value;

/// Whether a value fits a schema; else where it does not.
pub(crate) fn fits(value: &Value, schema: &Value) -> Result<(), String> {
    for (word, rule) in schema.as_object().ok_or("a schema is no object")? {
        match word.as_str() {
            "$schema" | "title" | "description" | "required" => {}
            "anyOf" => {
                let faults: Vec<String> =
                    rule.as_array().unwrap().iter().filter_map(|one| fits(value, one).err()).collect();
                if faults.len() == rule.as_array().unwrap().len() {
                    return Err(faults.join(" / "));
                }
            }
            "const" if rule == value => {}
            "const" => return Err(format!("{value} is not {rule}")),
            "type" => of_type(value, rule.as_str().unwrap())?,
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    fits(item, rule).map_err(|fault| format!("[{index}]: {fault}"))?;
                }
            }
            "additionalProperties" => {
                let is_other =
                    |key: &str| schema.get("properties").is_none_or(|named| named.get(key).is_none());
                let others = value.as_object().into_iter().flatten().filter(|(key, _)| is_other(key));
                for (key, inner) in others {
                    fits(inner, rule).map_err(|fault| format!("{key}: {fault}"))?;
                }
            }
            "properties" => {
                for (key, inner) in rule.as_object().unwrap() {
                    match value.get(key) {
                        Some(found) => fits(found, inner).map_err(|fault| format!("{key}: {fault}"))?,
                        None if schema["required"]
                            .as_array()
                            .unwrap()
                            .contains(&Value::from(key.as_str())) =>
                        {
                            return Err(format!("`{key}` is missing"));
                        }
                        None => {}
                    }
                }
            }
            other => return Err(format!("the judge does not know `{other}`")),
        }
    }
    Ok(())
}

/// Whether a value fits a schema, or one of the shapes that it may have, that names each of its keys.
pub(crate) fn is_described(value: &Value, schema: &Value) -> bool {
    if let Some(shapes) = schema["anyOf"].as_array() {
        return shapes.iter().any(|shape| is_described(value, shape));
    }
    let is_named = |key: &String| {
        schema["properties"].get(key).is_some() || schema.get("additionalProperties").is_some()
    };
    fits(value, schema).is_ok() && value.as_object().is_none_or(|value| value.keys().all(is_named))
}

fn of_type(value: &Value, wanted: &str) -> Result<(), String> {
    let is = match wanted {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if is { Ok(()) } else { Err(format!("{value} is no {wanted}")) }
}

/// Cairn 2: the judge finds what does not fit.
#[test]
fn the_judge_judges() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "null" }] } } },
        "required": ["a"],
    });
    for (value, is_fitting) in [
        (serde_json::json!({ "a": ["x", null], "b": 1 }), true),
        (serde_json::json!({ "a": [1] }), false),
        (serde_json::json!({}), false),
        (serde_json::json!([]), false),
    ] {
        assert_eq!(fits(&value, &schema).is_ok(), is_fitting, "{value}");
    }
    let either = serde_json::json!({ "anyOf": [{ "type": "null" }, schema] });
    for (value, is_named) in [
        (serde_json::json!({ "a": [] }), true),
        (serde_json::json!(null), true),
        (serde_json::json!({ "a": [], "b": 1 }), false),
        (serde_json::json!({}), false),
    ] {
        assert_eq!(is_described(&value, &either), is_named, "{value}");
    }
    let open = serde_json::json!({
        "type": "object",
        "properties": { "a": { "type": "number" } },
        "required": ["a"],
        "additionalProperties": { "type": "string" },
    });
    assert!(fits(&serde_json::json!({ "a": 1, "b": "x" }), &open).is_ok());
    assert!(fits(&serde_json::json!({ "a": 1, "b": 2 }), &open).is_err());
    assert!(fits(&serde_json::json!(1), &serde_json::json!({ "minimum": 0 })).is_err());
}

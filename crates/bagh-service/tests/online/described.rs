//! Answers compared with the description of the API: nothing is missing, nothing is left out.

use std::sync::LazyLock;

use serde_json::{Value, json};

pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../docs/openapi.json")).expect("JSON")
});

/// Compares an answer in JSON with the description of its path.
#[track_caller]
pub fn check(method: &str, address: &str, status: u16, body: &str) {
    let Ok(found) = serde_json::from_str::<Value>(body) else { return };
    let path = address.split('?').next().unwrap_or(address);
    let Some(operation) = operation(method, path) else {
        assert_eq!(status, 404, "{method} {path} is answered, but not described");
        return;
    };
    let responses = &operation["responses"];
    let response = responses.get(status.to_string()).unwrap_or(&responses["default"]);
    let Some(schema) = response["content"].get("application/json") else { return };
    if let Err(problem) = fits(&schema["schema"], &found) {
        panic!("{method} {path}: {problem}: {body}");
    }
}

/// Compares a message over the WebSocket, or a line of a stream, with its description.
#[track_caller]
pub fn check_message(message: &Value) {
    let schema = &DOCUMENT["components"]["schemas"]["OnlineMessage"];
    if let Err(problem) = fits(schema, message) {
        panic!("{problem}: {message}");
    }
}

/// The operation of a path. Names in a path stand for anything, where no path has it as it is.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let fitting = |template: &str| {
        let (mut template, mut path) = (template.split('/'), path.split('/'));
        template.by_ref().zip(path.by_ref()).all(|(a, b)| a == b || a.starts_with('{'))
            && template.next().is_none()
            && path.next().is_none()
    };
    let exact = paths.get(path).and_then(|item| item.get(method.to_lowercase()));
    exact.or_else(|| {
        let same = |(template, _): &(&String, &Value)| {
            template.split('/').count() == path.split('/').count() && fitting(template)
        };
        paths.iter().filter(same).find_map(|(_, item)| item.get(method.to_lowercase()))
    })
}

/// Whether a value is as a schema says; properties that it does not name are not allowed.
fn fits(schema: &Value, found: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or(name);
        return fits(&DOCUMENT["components"]["schemas"][name], found)
            .map_err(|problem| format!("{name}: {problem}"));
    }
    let choices = schema["oneOf"].as_array().cloned();
    if let Some(choices) = choices.or_else(|| schema.get("allOf").map(|_| merged(schema))) {
        let problems: Result<Vec<String>, ()> =
            choices.iter().map(|choice| fits(choice, found).err().ok_or(())).collect();
        return problems.map_or(Ok(()), |problems| Err(problems.join(" or ")));
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => Vec::new(),
        kind => vec![kind.clone()],
    };
    let fitting = |kind: &Value| match kind.as_str() {
        Some("null") => found.is_null(),
        Some("boolean") => found.is_boolean(),
        Some("integer") => found.is_u64() || found.is_i64(),
        Some("number") => found.is_number(),
        Some("string") => found.is_string(),
        Some("array") => found.is_array(),
        Some("object") => found.is_object(),
        _ => false,
    };
    if !kinds.is_empty() && !kinds.iter().any(fitting) {
        return Err(format!("found {found}, expected {}", schema["type"]));
    }
    if let Some(words) = schema["enum"].as_array().filter(|words| !words.contains(found)) {
        return Err(format!("found {found}, expected one of {words:?}"));
    }
    if let Some(list) = found.as_array() {
        for one in list {
            fits(&schema["items"], one)?;
        }
    }
    let (Some(object), Some(properties)) = (found.as_object(), schema["properties"].as_object())
    else {
        return Ok(());
    };
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().unwrap_or_default();
        object.get(name).ok_or_else(|| format!("{name} is missing"))?;
    }
    for (name, value) in object {
        let schema = properties.get(name).ok_or_else(|| format!("{name} is not described"))?;
        fits(schema, value).map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}

/// A schema itself, where it is given by its name.
pub fn resolved(schema: &Value) -> &Value {
    let Some(name) = schema["$ref"].as_str() else { return schema };
    let name = name.rsplit('/').next().unwrap_or(name);
    resolved(&DOCUMENT["components"]["schemas"][name])
}

/// A schema that consists of several as what an object may look like as a whole.
pub fn merged(schema: &Value) -> Vec<Value> {
    let schema = resolved(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().flat_map(merged).collect();
    }
    let Some(parts) = schema["allOf"].as_array() else { return vec![schema.clone()] };
    let empty = json!({ "type": "object", "properties": {}, "required": [] });
    parts.iter().fold(vec![empty], |wholes, part| {
        let choices = merged(part);
        wholes.iter().flat_map(|whole| choices.iter().map(|choice| both(whole, choice))).collect()
    })
}

/// An object that is as both schemas say.
fn both(a: &Value, b: &Value) -> Value {
    let mut whole = a.clone();
    for (name, schema) in b["properties"].as_object().into_iter().flatten() {
        whole["properties"][name] = schema.clone();
    }
    let required = [a, b].into_iter().filter_map(|one| one["required"].as_array()).flatten();
    whole["required"] = required.cloned().collect();
    whole
}

#[test]
fn what_does_not_fit_is_noticed() {
    let schema = json!({
        "type": "object", "required": ["a"],
        "properties": { "a": { "type": ["integer", "null"] }, "b": { "enum": ["x"] } },
    });
    let check = |text: &str| fits(&schema, &serde_json::from_str(text).unwrap());
    assert_eq!(check(r#"{"a": null, "b": "x"}"#), Ok(()));
    for bad in [r#"{}"#, r#"{"a": "1"}"#, r#"{"a": 1, "b": "y"}"#, r#"{"a": 1, "c": 1}"#, "[]"] {
        assert!(check(bad).is_err(), "{bad}");
    }
}

#[test]
fn an_event_has_the_fields_of_its_type() {
    let event = &DOCUMENT["components"]["schemas"]["OnlineEvent"];
    let moved = json!({ "number": 2, "at": 1, "type": "moved", "ply": 0, "move": "C1", "id": "a" });
    assert_eq!(fits(event, &moved), Ok(()));
    for (field, value) in
        [("ply", Value::Null), ("type", json!("said")), ("side", json!("goat")), ("at", json!("1"))]
    {
        let mut bad = moved.clone();
        bad[field] = value;
        assert!(fits(event, &bad).is_err(), "{bad}");
    }
}

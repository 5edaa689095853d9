//! The description of the API, and the page to try it on.

use std::path::Path;

use crate::world::{START, shared};

/// Write the file anew with `BLESS=1 cargo test -p bagh-service --test service documents`.
#[test]
fn the_description_is_the_one_in_docs() {
    let found = shared().get("/api/openapi.json");
    assert_eq!(found.status, 200);
    let found = found.text() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "docs/openapi.json is not what the service says: look at what changed, and write it anew with BLESS=1"
    );
}

/// Every path of the description is there, with the examples that it gives.
#[test]
fn the_examples_of_the_description_are_answered() {
    let document = shared().get("/api/openapi.json").fine();
    let mut tried = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(get) = methods.get("get") else { continue };
        // Online play has tests of its own, which compare every answer with the description.
        if ["people", "online", "bots"].map(Some).contains(&get["tags"][0].as_str()) {
            continue;
        }
        let mut address = path.clone();
        let mut query = Vec::new();
        for parameter in get["parameters"].as_array().unwrap_or(&Vec::new()) {
            let name = parameter["name"].as_str().unwrap();
            let example = parameter["example"].as_str().map(|text| text.replace(' ', "+"));
            match (parameter["in"].as_str().unwrap(), example) {
                // The game whose tables are there.
                ("path", Some(_)) if name == "game" => address = address.replace("{game}", "small"),
                ("path", Some(example)) => {
                    address = address.replace(&format!("{{{name}}}"), &example);
                }
                ("query", Some(_)) if name == "position" => query.push(format!("position={START}")),
                ("query", Some(example)) => query.push(format!("{name}={example}")),
                (_, None) => assert_eq!(parameter["required"], false, "{path}: {name}"),
                other => panic!("{path}: {other:?}"),
            }
        }
        let reply = shared().get(&format!("{address}?{}", query.join("&")));
        assert_eq!(reply.status, 200, "{address}: {reply:?}");
        tried += 1;
    }
    assert!(tried >= 11, "{tried}");
}

#[test]
fn the_page_to_try_it_on_loads_nothing_from_elsewhere() {
    let page = shared().get("/api");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let page = page.text();
    for file in ["/api/try.js", "/api/try.css"] {
        assert!(page.contains(file));
        let text = shared().get(file).text();
        assert!(
            !text.is_empty() && !text.contains("//cdn") && !text.contains("https://"),
            "{file}"
        );
    }
    assert!(!page.contains("https://") && !page.contains("http://"));
}

/// The blocks marked `http` in the manual: a request, an empty line, and what is answered.
#[test]
fn the_examples_of_the_manual_are_answered_so() {
    let manual = include_str!("../../../../docs/SERVICE.md");
    let mut tried = 0;
    for block in manual.split("```http\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (request, expected) = block.split_once("\n\n").unwrap();
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        let (line, body) = request.split_once('\n').unwrap_or((request, ""));
        let reply = match line.split_once(' ').unwrap() {
            ("GET", path) => shared().get(path),
            ("POST", path) => shared().post(path, body),
            other => panic!("{other:?}"),
        };
        assert_eq!(reply.json(), expected, "{line}");
        tried += 1;
    }
    assert!(tried >= 5, "{tried}");
}

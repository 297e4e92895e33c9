//! Secrets that stand nowhere but in Secrets.

use serde_json::Value;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::sources::Sources;

const NAMES: [&str; 4] = ["TOKEN", "PASSWORD", "SECRET", "PASSPHRASE"];

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for object in cluster.objects.iter().filter(|object| object.kind() != "Secret") {
        let mut found = Vec::new();
        look(&object.value, &mut found);
        let fault = |what| Fault::new(Rule::SecretsAreReferred, object, what);
        faults.extend(found.into_iter().map(fault));
    }
    faults
}

/// Looks for values that nobody should read in a manifest.
fn look(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if has_login(text) => {
            found.push("holds a URL with a login".to_owned());
        }
        Value::String(text) => {
            let lines = text.lines().filter(|line| line.trim_start().starts_with("requirepass"));
            found.extend(lines.map(|_| "holds a password".to_owned()));
        }
        Value::Array(entries) => entries.iter().for_each(|entry| look(entry, found)),
        Value::Object(map) => {
            let pair = map.get("name").and_then(Value::as_str).zip(map.get("value"));
            let inline = pair.into_iter();
            let all = inline.chain(map.iter().map(|(name, value)| (name.as_str(), value)));
            for (name, value) in all {
                if is_secret_name(name) && value.as_str().is_some_and(|text| !text.is_empty()) {
                    found.push(format!("holds the value of {name}"));
                }
            }
            map.values().for_each(|value| look(value, found));
        }
        _ => {}
    }
}

/// Names as variables have them; fields of the API are in other letters.
fn is_secret_name(name: &str) -> bool {
    let is_variable = name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    is_variable
        && NAMES.iter().any(|secret| name.split('_').any(|part| part == *secret))
        && !name.ends_with("_FILE")
}

fn has_login(text: &str) -> bool {
    let places = text.split("://").skip(1);
    let mut authorities = places.filter_map(|rest| rest.split(['/', ' ', ',']).next());
    authorities.any(|authority| authority.contains('@'))
}

//! Selector matching: whether labels are those that a selector asks for.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::object::{list, text, texts};

/// Labels by their keys.
pub(crate) type Labels<'a> = BTreeMap<&'a str, &'a str>;

/// Whether a `LabelSelector` selects these labels. An empty one selects all.
pub(crate) fn selects(selector: &Value, labels: &Labels<'_>) -> bool {
    holds_all(&texts(selector, "/matchLabels"), labels)
        && list(selector, "/matchExpressions").iter().all(|asked| expressed(asked, labels))
}

/// Whether all these labels are among the others.
pub(crate) fn holds_all(wanted: &Labels<'_>, labels: &Labels<'_>) -> bool {
    wanted.iter().all(|(key, value)| labels.get(key) == Some(value))
}

fn expressed(asked: &Value, labels: &Labels<'_>) -> bool {
    let value = labels.get(text(asked, "/key"));
    let listed = || {
        let mut values = list(asked, "/values").iter().filter_map(Value::as_str);
        value.is_some_and(|value| values.any(|listed| listed == *value))
    };
    match text(asked, "/operator") {
        "In" => listed(),
        "NotIn" => !listed(),
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_selector_wants_everything_that_it_names() {
        let labels = Labels::from([("name", "go"), ("part", "rules")]);
        let expression = |operator: &str, values: &[&str]| {
            let asked = json!({"key": "part", "operator": operator, "values": values});
            json!({"matchExpressions": [asked]})
        };
        for (selector, expected) in [
            (json!({}), true),
            (json!({"matchLabels": {"name": "go"}}), true),
            (json!({"matchLabels": {"name": "go", "part": "store"}}), false),
            (expression("In", &["rules", "store"]), true),
            (expression("In", &["store"]), false),
            (expression("NotIn", &["store"]), true),
            (expression("NotIn", &["rules"]), false),
            (expression("Exists", &[]), true),
            (expression("DoesNotExist", &[]), false),
            (expression("Likes", &["rules"]), false),
        ] {
            assert_eq!(selects(&selector, &labels), expected, "{selector}");
        }
    }
}

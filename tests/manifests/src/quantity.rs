//! Amounts of cores and bytes, as the API writes them.

use serde_json::Value;

const SUFFIXES: [(&str, u128); 11] = [
    ("Ki", 1 << 10),
    ("Mi", 1 << 20),
    ("Gi", 1 << 30),
    ("Ti", 1 << 40),
    ("m", 0),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
    ("P", 1_000_000_000_000_000),
    ("", 1),
];

/// Thousandths of the amount, or None if it is none.
pub(crate) fn thousandths(value: &Value) -> Option<u128> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (suffix, unit) = SUFFIXES.iter().find(|(suffix, _)| text.ends_with(suffix))?;
    let digits = text.strip_suffix(suffix)?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || part.len() > 3 {
        return None;
    }
    let milli: u128 = format!("{whole}{part:0<3}").parse().ok()?;
    Some(if *unit == 0 { milli / 1000 } else { milli * unit })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_are_compared_in_thousandths() {
        for (text, expected) in [
            (json!("250m"), Some(250)),
            (json!("1"), Some(1_000)),
            (json!(2), Some(2_000)),
            (json!("1.5"), Some(1_500)),
            (json!("64Mi"), Some(67_108_864_000)),
            (json!("1k"), Some(1_000_000)),
            (json!("64mb"), None),
            (json!("-1"), None),
            (json!(""), None),
            (json!(true), None),
        ] {
            assert_eq!(thousandths(&text), expected, "{text}");
        }
    }
}

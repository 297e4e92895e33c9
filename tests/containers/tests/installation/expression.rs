//! What an expression of Prometheus asks for: names, and labels with their values.

use std::collections::BTreeMap;

/// A name of ours, with the labels that must have certain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) name: String,
    pub(crate) labels: BTreeMap<String, String>,
}

/// Every series of ours in an expression.
pub(crate) fn selectors(expression: &str) -> Vec<Selector> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let starts = expression.match_indices("bakufu_").map(|(at, _)| &expression[at..]);
    starts
        .map(|text| {
            let end = text.find(|letter| !is_of_name(letter)).unwrap_or(text.len());
            let (name, rest) = text.split_at(end);
            let inside = rest.strip_prefix('{').and_then(|rest| rest.split('}').next());
            Selector { name: name.to_owned(), labels: labels(inside.unwrap_or_default()) }
        })
        .collect()
}

/// The labels of `a="b",c="d"`; those that are compared by a pattern are left out.
pub(crate) fn labels(text: &str) -> BTreeMap<String, String> {
    text.split(',')
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(name, value)| {
            let value = value.strip_prefix('"')?.strip_suffix('"')?;
            Some((name.trim().to_owned(), value.to_owned()))
        })
        .collect()
}

#[test]
fn an_expression_names_its_series_and_their_labels() {
    let expression = "sum(rate(bakufu_a_total{reason=\"BUG\",game=~\"$game\"}[1m])) + bakufu_b";
    let found = selectors(expression);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].name, "bakufu_a_total");
    assert_eq!(found[0].labels, BTreeMap::from([("reason".to_owned(), "BUG".to_owned())]));
    assert_eq!((found[1].name.as_str(), found[1].labels.len()), ("bakufu_b", 0));
}

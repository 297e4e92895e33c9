//! Expressions of Prometheus: the names that they ask for, and labels with their values.

use std::collections::{BTreeMap, BTreeSet};

/// A name of ours, with the labels that must have certain values, and those
/// that must be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) name: String,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) needed: BTreeSet<String>,
}

/// Every series of ours in an expression. What is compared by a pattern or
/// grouped by must be there.
pub(crate) fn selectors(expression: &str) -> Vec<Selector> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let starts = expression.match_indices("bakufu_").map(|(at, _)| &expression[at..]);
    starts
        .map(|text| {
            let end = text.find(|letter| !is_of_name(letter)).unwrap_or(text.len());
            let (name, rest) = text.split_at(end);
            let inside = rest.strip_prefix('{').and_then(|rest| rest.split('}').next());
            let inside = inside.unwrap_or_default();
            let needed = grouped(expression).union(&patterns(inside)).cloned().collect();
            Selector { name: name.to_owned(), labels: labels(inside), needed }
        })
        .collect()
}

/// The labels that an expression groups by: all that its results have.
pub(crate) fn grouped(expression: &str) -> BTreeSet<String> {
    let lists = expression.split("by (").skip(1).filter_map(|rest| rest.split(')').next());
    lists.flat_map(|list| list.split(',')).map(|label| label.trim().to_owned()).collect()
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

fn patterns(text: &str) -> BTreeSet<String> {
    let names = text.split(',').filter_map(|pair| pair.split_once("=~"));
    names.map(|(name, _)| name.trim().to_owned()).collect()
}

#[test]
fn an_expression_names_its_series_and_their_labels() {
    let expression =
        "sum by (le, seat) (rate(bakufu_a_total{reason=\"BUG\",game=~\"$game\"}[1m])) + bakufu_b";
    let found = selectors(expression);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].name, "bakufu_a_total");
    assert_eq!(found[0].labels, BTreeMap::from([("reason".to_owned(), "BUG".to_owned())]));
    assert_eq!(found[0].needed, ["game", "le", "seat"].map(str::to_owned).into());
    assert_eq!((found[1].name.as_str(), found[1].labels.len()), ("bakufu_b", 0));
    assert_eq!(found[1].needed, ["le", "seat"].map(str::to_owned).into());
}

//! Licence expressions, as crates write them.

use std::iter::Peekable;
use std::vec::IntoIter;

/// Whether somebody who accepts some licences may use what is under this
/// expression; nothing if it is not one.
pub fn permits(expression: &str, accepted: impl Fn(&str) -> bool) -> Option<bool> {
    let mut words = words(expression);
    let result = either(&mut words, &accepted)?;
    words.next().is_none().then_some(result)
}

pub fn licences(expression: &str) -> Vec<String> {
    let words = words(expression);
    words.filter(|word| !["(", ")", "AND", "OR", "WITH"].contains(&word.as_str())).collect()
}

type Words = Peekable<IntoIter<String>>;

fn words(expression: &str) -> Words {
    // Before there was a standard, a slash meant a choice.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    words.into_iter().peekable()
}

fn either(words: &mut Words, accepted: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut result = both(words, accepted)?;
    while words.next_if(|word| word == "OR").is_some() {
        result |= both(words, accepted)?;
    }
    Some(result)
}

fn both(words: &mut Words, accepted: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut result = one(words, accepted)?;
    while words.next_if(|word| word == "AND").is_some() {
        result &= one(words, accepted)?;
    }
    Some(result)
}

fn one(words: &mut Words, accepted: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut licence = words.next()?;
    if licence == "(" {
        let result = either(words, accepted)?;
        return words.next_if(|word| word == ")").map(|_| result);
    }
    if words.next_if(|word| word == "WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next()?);
    }
    let is_name = !["AND", "OR", "WITH", ")"].contains(&licence.as_str());
    is_name.then(|| accepted(&licence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str) -> Option<bool> {
        permits(expression, |licence| ["MIT", "ISC", "A WITH b"].contains(&licence))
    }

    #[test]
    fn choices_and_sums_are_understood() {
        for good in ["MIT", "GPL OR MIT", "MIT AND ISC", "(GPL OR MIT) AND ISC", "GPL/MIT"] {
            assert_eq!(check(good), Some(true), "{good}");
        }
        for bad in ["GPL", "GPL AND MIT", "MIT AND (GPL OR X)", "MIT WITH b", "A"] {
            assert_eq!(check(bad), Some(false), "{bad}");
        }
        assert_eq!(check("GPL OR A WITH b"), Some(true), "an exception makes another licence");
        assert_eq!(check("MIT OR GPL AND GPL"), Some(true), "AND binds closer");
    }

    #[test]
    fn what_is_no_expression_permits_nothing() {
        for broken in ["", "MIT OR", "(MIT", "MIT)", "MIT ISC", "OR MIT", "A WITH", "()"] {
            assert_eq!(check(broken), None, "{broken:?}");
        }
    }

    #[test]
    fn the_names_in_an_expression_are_listed() {
        assert_eq!(licences("(MIT OR A WITH b) AND ISC/GPL"), ["MIT", "A", "b", "ISC", "GPL"]);
    }
}

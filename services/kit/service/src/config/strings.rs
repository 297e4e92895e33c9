//! Source of configuration: the environment, or a map in tests.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

pub trait Strings {
    /// The string of this name, if it is set.
    fn get(&self, name: &str) -> Option<String>;
}

#[derive(Debug, Clone, Copy)]
pub struct Environment;

impl Strings for Environment {
    fn get(&self, name: &str) -> Option<String> {
        // Bytes that are no text become question marks, which no kind accepts
        // in silence; dropping the variable would hide the mistake.
        std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
    }
}

impl<K: Borrow<str> + Ord, V: AsRef<str>> Strings for BTreeMap<K, V> {
    fn get(&self, name: &str) -> Option<String> {
        BTreeMap::get(self, name).map(|value| value.as_ref().to_owned())
    }
}

impl<K: Borrow<str> + Eq + Hash, V: AsRef<str>> Strings for HashMap<K, V> {
    fn get(&self, name: &str) -> Option<String> {
        HashMap::get(self, name).map(|value| value.as_ref().to_owned())
    }
}

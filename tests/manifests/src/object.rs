//! One object of the API, and how to look into it.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// An object of the API as JSON.
#[derive(Clone, Debug)]
pub struct Object {
    pub value: Value,
}

impl Object {
    /// An object with this content.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    pub fn kind(&self) -> &str {
        text(&self.value, "/kind")
    }

    pub fn name(&self) -> &str {
        text(&self.value, "/metadata/name")
    }

    /// Its namespace, empty if it has none.
    pub fn namespace(&self) -> &str {
        text(&self.value, "/metadata/namespace")
    }

    /// What is at a JSON pointer, null if nothing is.
    pub fn at(&self, pointer: &str) -> &Value {
        at(&self.value, pointer)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind(), self.name())
    }
}

/// What is at a JSON pointer, null if nothing is.
pub(crate) fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

/// The text at a JSON pointer, empty if there is none.
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    at(value, pointer).as_str().unwrap_or_default()
}

/// The entries of the list at a JSON pointer, none if there is no list.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    at(value, pointer).as_array().map_or(&[], Vec::as_slice)
}

/// The texts of the map at a JSON pointer, none if there is no map.
pub(crate) fn texts<'a>(value: &'a Value, pointer: &str) -> BTreeMap<&'a str, &'a str> {
    let map = at(value, pointer).as_object();
    let pairs = map.into_iter().flatten();
    pairs.filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))).collect()
}

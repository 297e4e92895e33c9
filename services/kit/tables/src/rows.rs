//! Rows of a data file as they are written, for tests that compare them with the
//! tables made of them.

use std::collections::BTreeSet;

use toml::{Table, Value};

/// A data file.
pub struct DataFile(Table);

/// A table or a row of a data file. All methods panic where the file has something
/// else, with what was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Row<'d>(&'d Value);

impl DataFile {
    /// Reads the text of a data file.
    ///
    /// # Panics
    /// If it is none.
    pub fn read(text: &str) -> Self {
        Self(text.parse().unwrap_or_else(|fault| panic!("the data file is TOML: {fault}")))
    }

    /// What stands under a name.
    pub fn get(&self, name: &str) -> Row<'_> {
        Row(self.0.get(name).unwrap_or_else(|| panic!("the data file has {name}")))
    }

    /// The rows of a list.
    pub fn rows(&self, name: &str) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.get(name).items()
    }
}

impl<'d> Row<'d> {
    /// The value of a field.
    pub fn get(self, name: &str) -> Self {
        self.find(name).unwrap_or_else(|| panic!("{self:?} has {name}"))
    }

    /// The value of a field, if there is one.
    pub fn find(self, name: &str) -> Option<Self> {
        self.0.get(name).map(Self)
    }

    /// The rows of a list in a field.
    pub fn rows(self, name: &str) -> impl ExactSizeIterator<Item = Self> {
        self.get(name).items()
    }

    /// A field that is a text.
    pub fn text(self, name: &str) -> &'d str {
        self.get(name).as_text()
    }

    /// A field that is a list of texts.
    pub fn texts(self, name: &str) -> BTreeSet<&'d str> {
        self.rows(name).map(Self::as_text).collect()
    }

    /// A field that is a number.
    pub fn number(self, name: &str) -> i64 {
        self.get(name).as_number()
    }

    /// A field that is a number; zero if it is left out.
    pub fn number_or_zero(self, name: &str) -> i64 {
        self.find(name).map_or(0, Self::as_number)
    }

    /// A field that is a switch.
    pub fn flag(self, name: &str) -> bool {
        self.get(name).0.as_bool().unwrap_or_else(|| panic!("{name} is a switch"))
    }

    /// The value itself, as a list.
    pub fn items(self) -> impl ExactSizeIterator<Item = Self> {
        self.as_items().unwrap_or_else(|| panic!("{self:?} is a list"))
    }

    /// The value itself, if it is a list.
    pub fn as_items(self) -> Option<impl ExactSizeIterator<Item = Self>> {
        Some(self.0.as_array()?.iter().map(Self))
    }

    /// The value itself, as fields with their names.
    pub fn fields(self) -> impl ExactSizeIterator<Item = (&'d str, Self)> {
        self.as_fields().unwrap_or_else(|| panic!("{self:?} is a table"))
    }

    /// The value itself, if it has fields.
    pub fn as_fields(self) -> Option<impl ExactSizeIterator<Item = (&'d str, Self)>> {
        Some(self.0.as_table()?.iter().map(|(name, value)| (name.as_str(), Self(value))))
    }

    /// The value itself, as a text.
    pub fn as_text(self) -> &'d str {
        self.0.as_str().unwrap_or_else(|| panic!("{self:?} is a text"))
    }

    /// The value itself, as a number.
    pub fn as_number(self) -> i64 {
        self.0.as_integer().unwrap_or_else(|| panic!("{self:?} is a number"))
    }
}

//! Rust text: constants, and tables whose rows are struct literals.

use std::fmt::{Display, Write};

/// The text of a generated file.
#[derive(Default)]
pub struct Code(String);

impl Code {
    /// Writes a table, such as `static TILES` of `TileFacts`.
    pub fn table(&mut self, item: &str, of: &str, rows: impl IntoIterator<Item = impl Literal>) {
        let rows: Vec<String> = rows.into_iter().map(|row| row.rust()).collect();
        let (count, rows) = (rows.len(), rows.join(",\n    "));
        self.line(format_args!("{item}: [{of}; {count}] = [\n    {rows},\n];"));
    }

    /// Writes a constant, such as `const SHIPS` of `u32`.
    pub fn constant(&mut self, item: &str, of: &str, value: impl Literal) {
        self.line(format_args!("{item}: {of} = {};", value.rust()));
    }

    /// Writes a public constant with its documentation, which is a sentence.
    pub fn public(&mut self, doc: &str, name: &str, of: &str, value: impl Literal) {
        self.line(format_args!("/// {doc}"));
        self.constant(&format!("pub const {name}"), of, value);
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    fn line(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("a string takes everything");
    }
}

/// A value that can be written as Rust.
pub trait Literal {
    /// An expression of this value.
    fn rust(&self) -> String;
}

/// An expression that is written as it is.
pub struct Expr(pub String);

impl Expr {
    /// The struct literal behind [`row!`](crate::row).
    #[doc(hidden)]
    pub fn row(name: &str, fields: &[(&str, String)]) -> Self {
        let fields: Vec<String> =
            fields.iter().map(|(field, value)| format!("{field}: {value}")).collect();
        Self(format!("{name} {{ {} }}", fields.join(", ")))
    }

    /// A borrowed list of values.
    pub fn slice(values: impl IntoIterator<Item = impl Literal>) -> Self {
        Self(format!("&{}", list(values)))
    }

    /// A tuple struct of one value, such as `Tile(3)`.
    pub fn of(name: &str, value: impl Literal) -> Self {
        Self(format!("{name}({})", value.rust()))
    }
}

/// The variant of an enum that the data file names in `snake_case`.
pub fn variant(of: &str, words: &str) -> Expr {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    Expr(format!("{of}::{}", words.split('_').map(word).collect::<String>()))
}

/// The bits of those that belong to a set, the first one lowest.
pub fn mask<T>(all: impl IntoIterator<Item = T>, belongs: impl Fn(&T) -> bool) -> u64 {
    let members = all.into_iter().enumerate().filter(|(_, item)| belongs(item));
    members.map(|(place, _)| 1 << place).sum()
}

/// A struct literal whose fields are values that can be written as Rust:
///
/// ```
/// use kit_tables::{Literal, row, variant};
///
/// let (id, kind) = ("kaga", "two_words");
/// let row = row!(Facts { id: id, kind: variant("Kind", kind), yields: [1, 2], towns: Some(3u8) });
/// let text = r#"Facts { id: "kaga", kind: Kind::TwoWords, yields: [1, 2], towns: Some(3) }"#;
/// assert_eq!(row.rust(), text);
/// ```
#[macro_export]
macro_rules! row {
    ($name:ident { $($field:ident: $value:expr),* $(,)? }) => {
        $crate::Expr::row(
            stringify!($name),
            &[$((stringify!($field), $crate::Literal::rust(&$value))),*],
        )
    };
}

macro_rules! plain {
    ($($number:ty)*) => {
        $(impl Literal for $number {
            fn rust(&self) -> String {
                self.to_string()
            }
        })*
    };
}

plain!(bool i8 i32 u8 u16 u32 u64 usize);

impl Literal for Expr {
    fn rust(&self) -> String {
        self.0.clone()
    }
}

impl Literal for str {
    fn rust(&self) -> String {
        format!("{self:?}")
    }
}

impl Literal for String {
    fn rust(&self) -> String {
        self.as_str().rust()
    }
}

impl<T: Literal + ?Sized> Literal for &T {
    fn rust(&self) -> String {
        (**self).rust()
    }
}

impl<T: Literal> Literal for Option<T> {
    fn rust(&self) -> String {
        self.as_ref().map_or("None".to_owned(), |value| format!("Some({})", value.rust()))
    }
}

impl<T: Literal> Literal for Vec<T> {
    fn rust(&self) -> String {
        list(self)
    }
}

impl<T: Literal, const N: usize> Literal for [T; N] {
    fn rust(&self) -> String {
        list(self)
    }
}

fn list(values: impl IntoIterator<Item = impl Literal>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.rust()).collect();
    format!("[{}]", values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_constants_are_rust() {
        let mut code = Code::default();
        code.table("static PAIRS", "[u8; 2]", [[1u8, 2], [3, 4]]);
        code.public("How many there are.", "COUNT", "usize", 2usize);
        code.constant("const BOTH", "u64", mask(["a", "b", "c"], |letter| *letter != "b"));
        let expected = "static PAIRS: [[u8; 2]; 2] = [\n    [1, 2],\n    [3, 4],\n];\n\
                        /// How many there are.\npub const COUNT: usize = 2;\n\
                        const BOTH: u64 = 5;\n";
        assert_eq!(code.text(), expected);
        assert_eq!(Expr::slice([Expr::of("Tile", 3u8)]).rust(), "&[Tile(3)]");
    }
}

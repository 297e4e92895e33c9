//! Styles of text.

use crate::palette;

/// How a line of text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The height of its letters.
    pub size: f64,
    /// Its colour.
    pub fill: &'static str,
    /// Which of its points is given.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
}

/// Which point of a line of text is given.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Where it begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

/// Ordinary text from its beginning.
pub const fn ink(size: f64) -> Style {
    Style { size, fill: palette::INK, anchor: Anchor::Start, bold: false }
}

/// Bold text from its beginning.
pub const fn bold(size: f64) -> Style {
    Style { bold: true, ..ink(size) }
}

/// Less important text from its beginning.
pub const fn faint(size: f64) -> Style {
    ink(size).filled(palette::FAINT)
}

impl Style {
    /// The same around its middle.
    #[must_use]
    pub const fn centred(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    /// The same up to its end.
    #[must_use]
    pub const fn ending(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }

    /// The same in another colour.
    #[must_use]
    pub const fn filled(self, fill: &'static str) -> Self {
        Self { fill, ..self }
    }
}

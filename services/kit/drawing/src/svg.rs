//! Writes SVG text.

use std::fmt::{self, Write};

/// A document on its way.
#[derive(Debug)]
pub struct Svg {
    out: String,
    game: &'static str,
}

impl Svg {
    /// Nothing yet. The name of the game comes before the ids of its symbols,
    /// so that several drawings can stand on one page.
    pub fn new(game: &'static str) -> Self {
        Self { out: String::new(), game }
    }

    /// Appends markup as it is.
    pub fn put(&mut self, markup: fmt::Arguments<'_>) {
        self.out.write_fmt(markup).expect("a string takes everything");
    }

    /// What the element around it says to those who can't see it.
    pub fn title(&mut self, text: fmt::Arguments<'_>) {
        self.put(format_args!("<title>{}</title>", Escaped(&text.to_string())));
    }

    /// A line of text; nothing if it is empty.
    pub fn text(&mut self, at: (f64, f64), style: &Style, text: &str) {
        if text.is_empty() {
            return;
        }
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if style.bold { r#" font-weight="700""# } else { "" };
        self.put(format_args!(
            r#"<text x="{}" y="{}" font-size="{}" fill="{}"{anchor}{weight}>{}</text>"#,
            Num(at.0),
            Num(at.1),
            Num(style.size),
            style.fill,
            Escaped(text),
        ));
    }

    /// A symbol that the document defines as `game-id`, `size` units wide,
    /// around a point.
    pub fn symbol(&mut self, id: &str, at: (f64, f64), size: f64, fill: &str) {
        let game = self.game;
        self.put(format_args!(
            r##"<use href="#{game}-{id}" transform="translate({} {}) scale({})" fill="{fill}" stroke="{fill}"/>"##,
            Num(at.0),
            Num(at.1),
            Num(size),
        ));
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.out
    }
}

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

/// A length with at most two decimals, so that equal views have equal bytes.
#[derive(Clone, Copy, Debug)]
pub struct Num(pub f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// Text that is safe between tags.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_short_and_without_a_negative_zero() {
        let written = [0.0, -0.001, 12.0, -1.5, 0.05, -0.866, 99.999].map(|n| Num(n).to_string());
        assert_eq!(written, ["0", "0", "12", "-1.5", "0.05", "-0.87", "100"]);
    }

    #[test]
    fn text_cannot_become_markup() {
        let mut svg = Svg::new("game");
        svg.title(format_args!("{}", r#"<b> & "c""#));
        assert_eq!(svg.finish(), "<title>&lt;b&gt; &amp; &quot;c&quot;</title>");
    }
}

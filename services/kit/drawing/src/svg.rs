//! Writes SVG text.

use std::fmt::{self, Display, Write};

use crate::{Anchor, Style, palette};

/// The width of every drawing, in its own units: large enough to be read on a
/// phone.
pub const PAGE_WIDTH: f64 = 1000.0;

/// A document on its way.
#[derive(Debug)]
pub struct Svg {
    out: String,
    game: &'static str,
}

impl Svg {
    /// Begins a page of this height on its background. The short name of the game
    /// comes before the ids of its symbols, so that several drawings can stand on
    /// one page; `symbols` is an SVG document that defines them.
    pub fn page(game: &'static str, symbols: &str, height: f64, title: impl Display) -> Self {
        let mut svg = Self { out: String::new(), game };
        let (width, height) = (Num(PAGE_WIDTH), Num(height));
        svg.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="group" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">"#,
        ));
        svg.title(title);
        // What is between the lines of the definitions and in their comments is for
        // those who edit them.
        let definitions = symbols.lines().skip_while(|line| *line != "<defs>");
        let definitions = definitions.take_while(|line| *line != "</svg>");
        for line in definitions.filter(|line| !line.starts_with("<!--")) {
            svg.out.push_str(line);
        }
        let paper = palette::PAPER;
        svg.put(format_args!(
            "\n<rect width=\"{width}\" height=\"{height}\" rx=\"18\" fill=\"{paper}\"/>"
        ));
        svg
    }

    /// Appends markup as it is.
    pub fn put(&mut self, markup: fmt::Arguments<'_>) {
        self.out.write_fmt(markup).expect("a string takes everything");
    }

    /// What the element around it says to those who can't see it.
    pub fn title(&mut self, text: impl Display) {
        self.put(format_args!("<title>{}</title>", Escaped(&text.to_string())));
    }

    /// Opens a group with an id, and with what it says to those who can't see it.
    pub fn open(&mut self, id: impl Display, title: impl Display) {
        self.put(format_args!(r#"<g id="{id}">"#));
        self.title(title);
    }

    /// Closes a group.
    pub fn close(&mut self) {
        self.out.push_str("</g>");
    }

    /// Closes a group that has a line of the document for itself.
    pub fn close_line(&mut self) {
        self.out.push_str("</g>\n");
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

    /// The whole document.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
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
        let svg = Svg::page("game", "", 1.0, r#"<b> & "c""#);
        assert!(svg.finish().contains("<title>&lt;b&gt; &amp; &quot;c&quot;</title>"));
    }

    #[test]
    fn a_page_holds_its_definitions_without_what_is_for_their_editors() {
        let symbols = "<svg>\n<defs>\n<!-- A dot. -->\n<g id=\"a-dot\">\n</g>\n</defs>\n</svg>\n";
        let page = Svg::page("a", symbols, 20.0, "A page").finish();
        let expected = "<title>A page</title><defs><g id=\"a-dot\"></g></defs>\n<rect";
        assert!(page.contains(expected), "{page}");
        assert!(page.starts_with("<svg xmlns") && page.ends_with("</svg>\n"), "{page}");
    }
}

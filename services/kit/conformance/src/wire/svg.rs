//! Just enough of XML to tell whether an SVG document is well formed and safe
//! to put on a page.

use std::collections::BTreeSet;

/// The one address that a picture has, and that nobody loads.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";
/// What would load something, wherever it stands.
const FOREIGN: [&str; 3] = ["http", "url(", "@import"];

/// A document that was read without a complaint.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    ids: BTreeSet<String>,
}

impl Picture {
    /// Reads a document: one `svg` element, everything in it closed, every
    /// value quoted, every id there once, every link met, and nothing that a page
    /// would load or run.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (ids, links) = (BTreeSet::new(), BTreeSet::new());
        let mut reader = SvgReader { rest: text, open: Vec::new(), ids, links };
        if !text.starts_with("<svg") {
            return Err("the picture does not begin with <svg".to_owned());
        }
        let (head, tail) = text.split_once(NAMESPACE).unwrap_or(("", text));
        let loads = |foreign: &&str| head.contains(foreign) || tail.contains(foreign);
        if let Some(foreign) = FOREIGN.iter().find(|foreign| loads(foreign)) {
            return Err(format!("{foreign:?} would load something"));
        }
        reader.markup()?;
        while !reader.open.is_empty() {
            reader.text()?;
            reader.markup()?;
        }
        if !reader.rest.trim().is_empty() {
            return Err("there is something behind </svg>".to_owned());
        }
        match reader.links.difference(&reader.ids).next() {
            Some(link) => Err(format!("a link leads to {link:?}, which is not there")),
            None => Ok(Self { ids: reader.ids }),
        }
    }

    pub(crate) fn has_id(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str)
    }
}

struct SvgReader<'a> {
    rest: &'a str,
    open: Vec<&'a str>,
    ids: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl<'a> SvgReader<'a> {
    fn text(&mut self) -> Result<(), String> {
        let text = self.until('<').ok_or_else(|| match self.open.last() {
            Some(name) => format!("<{name}> is never closed"),
            None => "the picture has no end".to_owned(),
        })?;
        plain(text)
    }

    /// Reads a comment, a closing or an opening tag.
    fn markup(&mut self) -> Result<(), String> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            let (_, rest) = comment.split_once("-->").ok_or("a comment is never closed")?;
            self.rest = rest;
            return Ok(());
        }
        if let Some(rest) = self.rest.strip_prefix("</") {
            self.rest = rest;
            let name = self.name()?;
            self.space();
            self.expect('>')?;
            return match self.open.pop() {
                Some(open) if open == name => Ok(()),
                open => Err(format!("</{name}> closes {open:?}")),
            };
        }
        self.expect('<')?;
        let name = self.name()?;
        if ["script", "foreignObject", "iframe", "image"].contains(&name) {
            return Err(format!("<{name}> does not belong into a picture"));
        }
        self.attributes(name)?;
        if let Some(rest) = self.rest.strip_prefix("/>") {
            self.rest = rest;
            return Ok(());
        }
        self.expect('>')?;
        self.open.push(name);
        Ok(())
    }

    fn attributes(&mut self, element: &str) -> Result<(), String> {
        let mut seen = Vec::new();
        while self.space() && !self.rest.starts_with(['>', '/']) {
            let name = self.name()?;
            if seen.contains(&name) {
                return Err(format!("<{element}> has two {name}"));
            }
            seen.push(name);
            if name.starts_with("on") {
                return Err(format!("<{element} {name}> would run something"));
            }
            self.expect('=')?;
            self.expect('"')?;
            let value = self.until('"').ok_or(format!("{name} of <{element}> has no end"))?;
            self.expect('"')?;
            if value.contains('<') {
                return Err(format!("{name} of <{element}> has a < in it"));
            }
            plain(value)?;
            if name == "href" || name.ends_with(":href") {
                let link = value.strip_prefix('#');
                let link = link.ok_or(format!("<{element}> would load {value:?}"))?;
                self.links.insert(link.to_owned());
            }
            if name == "id" && !self.ids.insert(value.to_owned()) {
                return Err(format!("the id {value:?} is there twice"));
            }
        }
        Ok(())
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let is_part =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.');
        let end = self.rest.bytes().position(|byte| !is_part(byte)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            Ok(name)
        } else {
            Err(format!("a name is missing before {:?}", start(rest)))
        }
    }

    /// Skips white space and tells whether there was some.
    fn space(&mut self) -> bool {
        let trimmed = self.rest.trim_start();
        let some = trimmed.len() < self.rest.len();
        self.rest = trimmed;
        some
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        let rest = self.rest.strip_prefix(wanted);
        self.rest =
            rest.ok_or_else(|| format!("{wanted:?} is missing before {:?}", start(self.rest)))?;
        Ok(())
    }

    fn until(&mut self, end: char) -> Option<&'a str> {
        let (text, rest) = self.rest.split_at(self.rest.find(end)?);
        self.rest = rest;
        Some(text)
    }
}

/// Complains about text that would have to be escaped.
fn plain(text: &str) -> Result<(), String> {
    // Nearly all texts are plain, and a picture has thousands of them.
    let is_doubtful = |byte: u8| matches!(byte, b'&' | b'>' | 0x7f | 0xc2) || byte < b' ';
    if !text.bytes().any(is_doubtful) {
        return Ok(());
    }
    if let Some((_, after)) = text.split_once('>') {
        return Err(format!("> is not escaped before {:?}", start(after)));
    }
    if let Some(bad) = text.chars().find(|c| c.is_control() && !c.is_ascii_whitespace()) {
        return Err(format!("{bad:?} does not belong into a picture"));
    }
    let escaped = |after: &str| {
        after.split_once(';').is_some_and(|(name, _)| {
            ["amp", "lt", "gt", "quot", "apos"].contains(&name) || name.starts_with('#')
        })
    };
    match text.split('&').skip(1).find(|after| !escaped(after)) {
        Some(after) => Err(format!("& is not escaped before {:?}", start(after))),
        None => Ok(()),
    }
}

fn start(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_knows_its_ids() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><!-- <b> -->\
             <g id=\"a\"><rect x=\"1\"/>A &amp; B</g><use href=\"#a\"/></svg>\n";
        let picture = Picture::read(svg).expect("the picture is well formed");
        assert!(picture.has_id("a"));
        assert!(!picture.has_id("b"));
        assert_eq!(picture.ids().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn what_is_not_well_formed_or_would_load_or_run_something_is_refused() {
        let bad = [
            "",
            "<g></g>",
            "<svg>",
            "<svg><g></svg>",
            "<svg><g></b></svg>",
            "<svg></svg><svg></svg>",
            "<svg><g id=\"a\"/><g id=\"a\"/></svg>",
            "<svg><g x=\"1\" x=\"2\"/></svg>",
            "<svg><g x=1/></svg>",
            "<svg><g x/></svg>",
            "<svg><g x=\"<\"/></svg>",
            "<svg>A & B</svg>",
            "<svg>1 < 2</svg>",
            "<svg><script></script></svg>",
            "<svg><g onclick=\"x()\"/></svg>",
            "<svg>\u{1}</svg>",
            "<svg><!-- </svg>",
            "<svg>1 > 2</svg>",
            "<svg><g x=\"1/></svg>",
            "<svg><use href=\"#b\"/></svg>",
            "<svg><use href=\"b.svg\"/></svg>",
            "<svg><use xlink:href=\"#b\"/></svg>",
            "<svg><image/></svg>",
            "<svg><g fill=\"url(b)\"/></svg>",
            "<svg><style>@import b;</style></svg>",
            "<svg>http://b</svg>",
        ];
        for text in bad {
            assert!(Picture::read(text).is_err(), "{text}");
        }
    }
}

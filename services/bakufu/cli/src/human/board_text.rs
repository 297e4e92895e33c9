//! The board in words, from the text alternatives of its picture.
//!
//! Every element of a board that means something has a `<title>` that says what
//! it shows. Elements inside another one are details of it.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node};

use super::words::Words;
use crate::failure::Failure;
use crate::output::Line;

/// Where lines of several texts are broken.
const COLUMNS: usize = 96;
const INDENT: &str = "  ";
const INDENT_DETAILS: &str = "      ";
/// As many elements that say the same are told in one line.
const ALIKE_MIN: usize = 4;
/// So many names stand on such a line.
const NAMES_MAX: usize = 8;
const CHANGES_MAX: usize = 16;

/// What the picture of a board says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BoardText {
    /// What the whole picture shows: the game and whose turn it is.
    pub(super) headline: String,
    elements: Vec<BoardElement>,
}

/// One element that is not inside another.
#[derive(Debug, PartialEq, Eq)]
struct BoardElement {
    /// The first word of the element's id, which elements of a kind share.
    kind: String,
    title: String,
    details: Vec<String>,
}

impl BoardText {
    pub(super) fn read(svg: &str) -> Result<Self, Failure> {
        let document =
            Document::parse(svg).map_err(|_| Failure::Nonsense("a board that is no picture"))?;
        let root = document.root_element();
        let mut board = Self { headline: title(root).unwrap_or_default(), elements: Vec::new() };
        for child in root.children().filter(Node::is_element) {
            board.add(child, false);
        }
        Ok(board)
    }

    /// The whole board, or what of it has these words. Without words, many
    /// elements that say the same are told together.
    pub(super) fn lines(&self, words: &Words) -> Vec<Line> {
        let (mut alone, mut lines) = (Vec::new(), Vec::new());
        for kind in self.kinds() {
            let elements: Vec<&BoardElement> = self
                .elements
                .iter()
                .filter(|element| element.kind == kind && words.are_in(&element.text()))
                .collect();
            match (&elements[..], words.is_empty()) {
                ([], _) => {}
                ([element], _) => alone.extend(element.lines()),
                (_, true) => lines.extend(section(kind, folded(&elements))),
                (_, false) => lines.extend(section(kind, every(&elements))),
            }
        }
        alone.into_iter().chain(lines).collect()
    }

    /// What is different from an earlier board.
    pub(super) fn changes(&self, before: &Self) -> Vec<Line> {
        let known: Vec<String> = before.elements.iter().flat_map(BoardElement::facts).collect();
        let mut facts =
            self.elements.iter().flat_map(BoardElement::facts).filter(|it| !known.contains(it));
        let told: Vec<Line> =
            facts.by_ref().take(CHANGES_MAX).map(|fact| Line::Text(format!("  {fact}"))).collect();
        match facts.count() {
            0 => told,
            more => {
                let hint = format!("  and {more} more changes: v shows the board");
                told.into_iter().chain([Line::Hint(hint)]).collect()
            }
        }
    }

    /// The kinds of all elements in the order of the picture. What has no kind
    /// matters least.
    fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = Vec::new();
        for element in &self.elements {
            if !kinds.contains(&element.kind.as_str()) {
                kinds.push(&element.kind);
            }
        }
        kinds.sort_by_key(|kind| kind.is_empty());
        kinds
    }

    fn add(&mut self, node: Node<'_, '_>, is_inside: bool) {
        if node.tag_name().name() == "defs" {
            return;
        }
        let title = title(node);
        let is_part = is_inside || title.is_some();
        match (title, self.elements.last_mut().filter(|_| is_inside)) {
            (Some(title), Some(element)) => element.add(title),
            (Some(title), None) => self.elements.push(BoardElement::new(node, title)),
            (None, _) => {}
        }
        for child in node.children().filter(Node::is_element) {
            self.add(child, is_part);
        }
    }
}

impl BoardElement {
    fn new(node: Node<'_, '_>, title: String) -> Self {
        let id = node.attribute("id").unwrap_or_default();
        let kind = id.split('-').next().unwrap_or_default().to_owned();
        Self { kind, title, details: Vec::new() }
    }

    /// Adds a detail, unless the title says it already.
    fn add(&mut self, detail: String) {
        let is_word = |c: char| c.is_alphanumeric();
        // Small words, such as "in", say nothing; numbers do.
        let says = |word: &&str| word.chars().count() > 2 || word.parse::<u32>().is_ok();
        let mut words = detail.split(|c| !is_word(c)).filter(says);
        let known: Vec<&str> = self.title.split(|c| !is_word(c)).collect();
        if !words.all(|word| known.contains(&word)) {
            let name = format!("{}, ", self.name());
            self.details.push(detail.strip_prefix(&name).map(str::to_owned).unwrap_or(detail));
        }
    }

    /// What the element is called: the beginning of its title.
    fn name(&self) -> &str {
        self.title.split([',', ':']).next().unwrap_or_default()
    }

    /// Whether it says nothing but what it is, as the tiles of a hand do.
    fn is_name(&self) -> bool {
        self.details.is_empty() && !self.title.contains(": ")
    }

    /// What is there: the title after its name.
    fn content(&self) -> Option<(&str, &str)> {
        self.title.split_once(": ").filter(|_| self.details.is_empty())
    }

    fn text(&self) -> String {
        format!("{} {}", self.title, self.details.join(" "))
    }

    /// Everything that it says, each by itself.
    fn facts(&self) -> Vec<String> {
        let details = self.details.iter().map(|detail| format!("{}, {detail}", self.name()));
        [self.title.clone()].into_iter().chain(details).collect()
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line::Text(format!("  {}", self.title))];
        lines.extend(wrapped(&self.details, INDENT_DETAILS));
        lines
    }
}

fn section(kind: &str, lines: Vec<Line>) -> impl Iterator<Item = Line> {
    [Line::Heading(heading(kind))].into_iter().chain(lines)
}

fn every(elements: &[&BoardElement]) -> Vec<Line> {
    elements.iter().flat_map(|element| element.lines()).collect()
}

/// Each element by itself, except those whose content many others share.
fn folded(elements: &[&BoardElement]) -> Vec<Line> {
    if elements.iter().all(|element| element.is_name()) {
        let names: Vec<String> = elements.iter().map(|element| element.title.clone()).collect();
        return wrapped(&names, INDENT);
    }
    let mut shared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, content) in elements.iter().filter_map(|element| element.content()) {
        shared.entry(content).or_default().push(name);
    }
    shared.retain(|_, names| names.len() >= ALIKE_MIN);
    let is_shared =
        |element: &BoardElement| element.content().is_some_and(|(_, it)| shared.contains_key(it));
    let single: Vec<&BoardElement> =
        elements.iter().copied().filter(|element| !is_shared(element)).collect();
    let mut lines = every(&single);
    for (content, names) in &shared {
        lines.push(Line::Text(format!("  {content} ({})", names.len())));
        let mut some: Vec<String> =
            names.iter().take(NAMES_MAX).map(|name| (*name).to_owned()).collect();
        if names.len() > NAMES_MAX {
            some.push(format!("and {} more", names.len() - NAMES_MAX));
        }
        lines.extend(wrapped(&some, INDENT_DETAILS));
    }
    lines
}

/// Texts one after another, broken into lines.
fn wrapped(texts: &[String], indent: &str) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + text.chars().count() < COLUMNS => {
                *line += "; ";
                *line += text;
            }
            _ => lines.push(format!("{indent}{text}")),
        }
    }
    lines.into_iter().map(Line::Text).collect()
}

/// `Set aside` for `set_aside`.
fn heading(kind: &str) -> String {
    let text = kind.replace('_', " ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Also".to_owned(),
    }
}

fn title(node: Node<'_, '_>) -> Option<String> {
    let title = node.children().find(|child| child.tag_name().name() == "title")?;
    title.text().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(inside: &str) -> BoardText {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg"><title>Go. Your turn.</title>
            <defs><g id="x-stone"><title>a symbol</title></g></defs>{inside}</svg>"#
        );
        BoardText::read(&svg).expect("it is a picture")
    }

    fn texts(lines: &[Line]) -> Vec<&str> {
        fn text(line: &Line) -> &str {
            match line {
                Line::Heading(text) | Line::Text(text) | Line::Hint(text) => text,
            }
        }
        lines.iter().map(text).collect()
    }

    fn all(board: &BoardText) -> Vec<Line> {
        board.lines(&Words::default())
    }

    const TABLE: &str = r#"<g><g id="cell-a"><title>A, land: two
        stones</title><g id="stone-a"><title>stones</title></g></g></g>
        <g id="cell-b"><title>B, sea: empty</title></g>
        <g id="player-1"><title>Seat 1: 3 points</title>
            <g><title>Seat 1, plan: C3</title></g></g>"#;

    #[test]
    fn elements_of_a_kind_stand_together_and_details_below_what_they_belong_to() {
        let board = board(TABLE);
        assert_eq!(board.headline, "Go. Your turn.");
        assert_eq!(
            texts(&all(&board)),
            [
                "  Seat 1: 3 points",
                "      plan: C3",
                "Cell",
                "  A, land: two stones",
                "  B, sea: empty",
            ]
        );
    }

    #[test]
    fn words_choose_what_is_shown() {
        assert_eq!(texts(&board(TABLE).lines(&Words::new("b, empty"))), ["  B, sea: empty"]);
        let found = board(TABLE);
        assert_eq!(
            texts(&found.lines(&Words::new("c3"))),
            ["  Seat 1: 3 points", "      plan: C3"]
        );
    }

    #[test]
    fn parts_that_say_the_same_are_told_together() {
        let cells: String = (1..=10)
            .map(|it| format!(r#"<g id="cell-{it}"><title>Sea {it}: empty</title></g>"#))
            .collect();
        assert_eq!(
            texts(&all(&board(&cells))),
            [
                "Cell",
                "  empty (10)",
                "      Sea 1; Sea 2; Sea 3; Sea 4; Sea 5; Sea 6; Sea 7; Sea 8; and 2 more",
            ]
        );
        assert_eq!(board(&cells).lines(&Words::new("empty")).len(), 11);
    }

    #[test]
    fn names_stand_one_after_another() {
        let tiles =
            ["ship 1", "rice 2"].map(|it| format!(r#"<g id="tile-x"><title>{it}</title></g>"#));
        let board = board(&tiles.concat());
        assert_eq!(texts(&all(&board)), ["Tile", "  ship 1; rice 2"]);
        assert_eq!(texts(&board.lines(&Words::new("i"))), ["Tile", "  ship 1", "  rice 2"]);
    }

    #[test]
    fn changes_are_what_was_not_there_before() {
        let after = TABLE.replace("B, sea: empty", "B, sea: ship").replace("C3", "D4");
        let changes = board(&after).changes(&board(TABLE));
        assert_eq!(texts(&changes), ["  B, sea: ship", "  Seat 1, plan: D4"]);
        assert_eq!(board(TABLE).changes(&board(TABLE)), []);
        assert!(board(&after).changes(&BoardText::default()).len() > changes.len());
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(BoardText::read("<svg>").is_err());
    }
}

//! Orders that a person can type when it is their turn.

use std::path::PathBuf;

use crate::output::Line;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing: the only choice, if there is one, or the choices again.
    Nothing,
    /// The choice with this number.
    Choose(usize),
    /// Take something back: the only thing, or the one with this number.
    Undo(Option<usize>),
    /// Show only choices with these words.
    Narrow(String),
    /// Show every choice.
    All,
    /// Show the board in words, or what of it has these words.
    View(String),
    /// Save a picture of the board, in this file if it is named.
    Board(Option<PathBuf>),
    /// Tell what happened so far.
    Log,
    /// Give up the match.
    Resign,
    Quit,
    Help,
}

impl Order {
    /// Reads a line. What is no order narrows the choices.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        if let Some(words) = line.strip_prefix('/') {
            return Self::Narrow(words.trim().to_owned());
        }
        if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::Choose(number(line));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Self::Nothing,
            ("a" | "all", "") => Self::All,
            ("l" | "log", "") => Self::Log,
            ("r" | "resign", "") => Self::Resign,
            ("q" | "quit" | "exit", "") => Self::Quit,
            ("?" | "h" | "help", "") => Self::Help,
            ("v" | "view", words) => Self::View(words.to_owned()),
            ("b" | "board", "") => Self::Board(None),
            ("b" | "board", file) => Self::Board(Some(file.into())),
            ("u" | "undo", "") => Self::Undo(None),
            ("u" | "undo", digits) if is_number(digits) => Self::Undo(Some(number(digits))),
            _ => Self::Narrow(line.to_owned()),
        }
    }
}

/// Everything that can be typed.
pub(super) fn help() -> Vec<Line> {
    [
        ("NUMBER", "choose; Enter alone takes the only choice"),
        ("words", "show only choices with these words; /words if they look like an order"),
        ("a", "show every choice"),
        ("u", "take the last step back, where the game allows it; u 2 if there are several"),
        ("v", "view the board in words; v WORDS shows the part that has them"),
        ("b", "save a picture of the board; b FILE.png and b FILE.svg say where"),
        ("l", "the log: what happened so far"),
        ("r", "resign; a bot plays your seat on"),
        ("q", "quit"),
        ("?", "this help"),
    ]
    .map(|(order, meaning)| Line::Text(format!("  {order:<8}{meaning}")))
    .to_vec()
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number that is too large is one that no choice has.
fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_help_says() {
        for (line, order) in [
            ("", Order::Nothing),
            (" 12 ", Order::Choose(12)),
            ("99999999999999999999999", Order::Choose(usize::MAX)),
            ("u", Order::Undo(None)),
            ("undo 2", Order::Undo(Some(2))),
            ("helmet 4", Order::Narrow("helmet 4".to_owned())),
            ("/4", Order::Narrow("4".to_owned())),
            ("a", Order::All),
            ("all of them", Order::Narrow("all of them".to_owned())),
            ("v", Order::View(String::new())),
            ("v kyoto  edo", Order::View("kyoto  edo".to_owned())),
            ("b", Order::Board(None)),
            ("b my board.png", Order::Board(Some("my board.png".into()))),
            ("l", Order::Log),
            ("r", Order::Resign),
            ("q", Order::Quit),
            ("?", Order::Help),
        ] {
            assert_eq!(Order::read(line), order, "{line:?}");
        }
    }

    #[test]
    fn the_help_names_every_order() {
        let text = format!("{:?}", help());
        for letter in ["a", "u", "v", "b", "l", "r", "q", "?"] {
            assert!(text.contains(&format!("  {letter} ")), "{letter}");
            assert!(!matches!(Order::read(letter), Order::Narrow(_)), "{letter}");
        }
    }
}

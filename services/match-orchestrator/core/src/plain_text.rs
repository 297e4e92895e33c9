//! Texts that a game wrote and people read.

use crate::limits::TEXT_BYTES_MAX;

/// Whether a text is one line of bounded length. It ends up on terminals, where
/// a control character is a command, and in lists, where a megabyte is a siege.
pub fn is_plain(text: &str) -> bool {
    text.len() <= TEXT_BYTES_MAX && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_bounded_length_is_plain() {
        for plain in ["", "Seal the envelope", "侍 \"1\" – 💮", &"x".repeat(TEXT_BYTES_MAX)] {
            assert!(is_plain(plain), "{plain:?}");
        }
        let long = "x".repeat(TEXT_BYTES_MAX + 1);
        for strange in ["a\nb", "\0", "\u{1b}[2J", "\u{9b}2J", "\u{7f}", &long] {
            assert!(!is_plain(strange), "{strange:?}");
        }
    }
}

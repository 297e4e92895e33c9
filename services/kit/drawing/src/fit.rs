//! Letters as large as their room allows, whatever font they are drawn in.

/// The size in which a text fits a room, at most the largest that is wanted.
pub fn fitting_size(text: &str, room: f64, largest: f64) -> f64 {
    let width: f64 = text.chars().map(letter_width).sum();
    (room / width.max(0.1)).min(largest)
}

/// How wide a bold letter of size one is in a rather wide font.
fn letter_width(letter: char) -> f64 {
    match letter {
        'm' | 'w' | 'M' | 'W' => 1.05,
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ':' => 0.38,
        'f' | 'r' | 't' | '-' => 0.5,
        'A'..='Z' | '+' => 0.8,
        _ => 0.7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_get_the_wanted_size_and_long_ones_shrink_into_their_room() {
        assert_eq!(fitting_size("Ise", 60.0, 17.0), 17.0);
        assert!(fitting_size("Mimasaka", 60.0, 17.0) < 11.0);
        assert!(fitting_size("Mimasaka", 60.0, 17.0) > fitting_size("Mimasaka", 50.0, 17.0));
        assert_eq!(fitting_size("", 60.0, 17.0), 17.0);
    }
}

//! Finds what a person means by a few typed words.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn new(text: &str) -> Self {
        Self(plain(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether all of them are in the text, which they are if there are none.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let text = plain(text);
        self.0.iter().all(|word| text.contains(word))
    }

    /// Whether nothing is looked for.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The text as it is typed in a hurry: without capitals, and without the long
/// vowels of Japanese names, which few keyboards have.
fn plain(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .map(|c| match c {
            'ā' => 'a',
            'ī' => 'i',
            'ū' => 'u',
            'ē' => 'e',
            'ō' => 'o',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_be_there_in_any_order_and_spelling() {
        let label = "Place helmet 4 on Chūgoku";
        for found in ["", "chugoku", "CHŪ", "chu helm", "4 place"] {
            assert!(Words::new(found).are_in(label), "{found:?}");
        }
        for missing in ["chugoku 5", "helmets"] {
            assert!(!Words::new(missing).are_in(label), "{missing:?}");
        }
    }
}

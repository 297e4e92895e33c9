//! The first layout: the names that versions before partitions gave their keys.
//!
//! A match was in a slot of its own, by its id, and everything that was about
//! several of them was in another.

use std::borrow::Cow;

/// Names under one prefix.
#[derive(Clone, Debug)]
pub(super) struct FirstLayout {
    prefix: String,
}

impl FirstLayout {
    pub(super) fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// Hash: as today, with all requests; `fenced` in place of `commit` while it
    /// is carried over.
    pub(super) fn game_match(&self, match_id: &str) -> String {
        [&self.prefix, "match:{", &tag(match_id), "}"].concat()
    }

    /// Stream of entries and identities, or of entries alone.
    pub(super) fn log(&self, match_id: &str) -> String {
        self.game_match(match_id) + ":log"
    }

    /// The pattern of the keys of all matches, without their logs.
    pub(super) fn game_matches(&self) -> String {
        let special = |c| matches!(c, '*' | '?' | '[' | ']' | '\\' | '^' | '-');
        let literal =
            self.prefix.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c]));
        literal.collect::<String>() + "match:{*}"
    }

    pub(super) fn match_id(&self, key: &str) -> Option<String> {
        key.strip_prefix(&self.prefix)?.strip_prefix("match:{")?.strip_suffix('}').map(untag)
    }

    /// Sorted set of places, all with the same score.
    pub(super) fn list(&self) -> String {
        format!("{}{{list}}", self.prefix)
    }

    /// What goes when the last match has gone: the list, when places leave it,
    /// and the matches that somebody had to attend to.
    pub(super) fn leftovers(&self) -> [String; 3] {
        let list = self.list();
        let retired = format!("{list}:retired");
        [list, retired, format!("{}attended", self.prefix)]
    }
}

/// The id as a hash tag. A tag ends at the first brace and must not be empty,
/// or Redis would spread the keys of the match.
fn tag(match_id: &str) -> Cow<'_, str> {
    if match_id.is_empty() {
        return "%".into();
    }
    if !match_id.contains(['%', '{', '}']) {
        return match_id.into();
    }
    match_id.replace('%', "%25").replace('{', "%7B").replace('}', "%7D").into()
}

fn untag(tag: &str) -> String {
    if tag == "%" {
        return String::new();
    }
    tag.replace("%7B", "{").replace("%7D", "}").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_of_any_id_is_one_whole_tag() {
        let keys = FirstLayout::new("b:");
        for (id, tag) in [("m1", "m1"), ("}x{", "%7Dx%7B"), ("", "%"), ("%", "%25")] {
            assert_eq!(keys.game_match(id), format!("b:match:{{{tag}}}"));
            assert_eq!(keys.log(id), format!("b:match:{{{tag}}}:log"));
            assert_eq!(keys.match_id(&keys.game_match(id)).as_deref(), Some(id));
            assert_eq!(keys.match_id(&keys.log(id)), None);
        }
    }
}

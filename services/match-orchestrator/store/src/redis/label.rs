//! Labels as text: what matches are counted by, and what they are indexed by.

use crate::{GameVersion, Label, Status};

/// What stands in the index in place of a label for a match that no version has
/// filed yet. It sorts before all labels.
pub(super) const UNFILED: &str = "-";

/// A label as text. The status comes first, so that a match only moves forward in
/// the index while somebody scans it. No label is the beginning of another one:
/// the lengths tell where its parts end.
pub(super) fn encode(label: &Label) -> String {
    let digit = label.status.number();
    let GameVersion { game, rules_version } = &label.version;
    format!("{digit}{}/{game}{}/{rules_version}", game.len(), rules_version.len())
}

/// The reverse of [`encode`], and what follows the label.
pub(super) fn decode(text: &str) -> Option<(Label, &str)> {
    let (digit, rest) = text.split_at_checked(1)?;
    let status = Status::of_number(digit.parse().ok()?)?;
    let (game, rest) = part(rest)?;
    let (rules_version, rest) = part(rest)?;
    let (game, rules_version) = (game.to_owned(), rules_version.to_owned());
    Some((Label { version: GameVersion { game, rules_version }, status }, rest))
}

/// The id of the match that a member of the index is of.
pub(super) fn match_id(member: &str) -> Option<&str> {
    member.strip_prefix(UNFILED).or_else(|| decode(member).map(|(_, match_id)| match_id))
}

/// A part with its length before it, and what follows.
fn part(text: &str) -> Option<(&str, &str)> {
    let (length, rest) = text.split_once('/')?;
    rest.split_at_checked(length.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_can_be_read_back_and_so_can_what_follows() {
        for (game, rules_version) in [("go", "1"), ("", ""), ("1/2", "3/"), ("日本", "%")] {
            for status in (0..).map_while(Status::of_number) {
                let (game, rules_version) = (game.to_owned(), rules_version.to_owned());
                let label = Label { version: GameVersion { game, rules_version }, status };
                for id in ["", "m", "1/m", "-"] {
                    let member = encode(&label) + id;
                    assert_eq!(decode(&member), Some((label.clone(), id)));
                    assert_eq!(match_id(&member), Some(id));
                    assert!(format!("{UNFILED}{id}") < member);
                }
            }
        }
        assert_eq!(match_id("-m"), Some("m"));
        assert_eq!(decode("42/go1/1m"), None);
        assert_eq!(decode("09/go"), None);
    }
}

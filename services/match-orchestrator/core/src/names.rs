//! Names of players: what one is like, when two are the same for people, and
//! which are nobody's.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use precis_core::profile::{Profile, Rules};
use precis_profiles::{Nickname, UsernameCasePreserved};

use crate::counting::CommitNumber;
use crate::faults::Faults;
use crate::limits::NAME_CHARS_MAX;

/// What stands in front of the number in the name of a bot.
const BOT: &str = "Bot";
/// The same for a player who was erased.
const ERASED: &str = "Erased";

/// A sign without ink, which is a symbol to Unicode and nothing to the eye.
const BLANK_BRAILLE: char = '\u{2800}';

/// The name that a player asks for, as it is kept. With faults it is not to be
/// used.
///
/// Names of people have spaces and signs, which user names (RFC 8265) do not, so
/// they are nicknames (RFC 8266). Those may be written in two directions at
/// once, so each word is held to the directionality of user names. Letters of
/// different scripts that look alike are not told apart.
pub(crate) fn read(name: &str, faults: &mut Faults) -> String {
    let fits = |name: &str| (1..=NAME_CHARS_MAX).contains(&name.chars().count());
    let is_bare = name.trim() == name && !name.chars().any(char::is_control);
    if !fits(name) || !is_bare {
        let why = "is 1 to 40 characters without control characters or spaces at the ends";
        faults.add("name", why);
        return String::new();
    }
    let kept = Nickname::new().enforce(name).ok().filter(|kept| fits(kept));
    let Some(kept) = kept.filter(|kept| !kept.contains(BLANK_BRAILLE)) else {
        faults.add(
            "name",
            "has a character that is invisible, changes the direction of writing or is too new \
             or long: use letters, digits, common signs and spaces",
        );
        return String::new();
    };
    let in_order = kept.split(' ').all(is_written_in_one_direction);
    faults.require(
        in_order,
        "name",
        "mixes directions of writing within a word: put a space between them, and digits behind \
         letters",
    );
    faults.require(
        !is_reserved(&kept),
        "name",
        "is not \"Bot\" or \"Erased\" and a number, which are for bots and for nobody: choose \
         another one",
    );
    kept.into_owned()
}

/// Whether people would take two names for the same: they differ in case, in width
/// or in how they are encoded, if at all. What was kept before names were checked
/// may be no proper name, and is itself alone.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    one == other || Nickname::new().compare(one, other).unwrap_or(false)
}

/// The name of a bot.
pub(crate) fn of_bot(number: u32) -> String {
    format!("{BOT} {number}")
}

/// The name in place of that of a player who sat down in this commit. No two of a
/// match have the same, so that a replay seats everybody again.
pub(crate) fn of_erased(seated_at: CommitNumber) -> String {
    format!("{ERASED} {seated_at}")
}

/// Whether a name reads like that of a bot or of an erased player, in whatever
/// digits and with whatever signs around them.
fn is_reserved(name: &str) -> bool {
    let read: String = name.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
    [BOT, ERASED].iter().any(|word| {
        let number = read.strip_prefix(&word.to_lowercase());
        number.is_some_and(|it| !it.is_empty() && it.chars().all(char::is_numeric))
    })
}

fn is_written_in_one_direction(word: &str) -> bool {
    // The rule is made for labels, which do not begin with digits of Arabic.
    word.chars().all(char::is_numeric)
        || UsernameCasePreserved::new().directionality_rule(word.to_owned()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str) -> Option<String> {
        let mut faults = Faults::default();
        let kept = read(name, &mut faults);
        faults.finish().ok().map(|()| kept)
    }

    #[test]
    fn names_that_people_have_are_kept_as_they_are() {
        for name in [
            "Anna Müller",
            "侍",
            "しのぶ 2",
            "علي",
            "علي ٣",
            "Anna علي",
            "שלום עולם",
            "O’Brien",
            "D'Arcy-Smith, Jr.",
            "Иван",
            "한국",
            "नीता",
            "🌸",
            "7up",
            "Botulf 2",
            "Bot",
            "Abbot 1",
            "Erased",
            "Erased 1st",
        ] {
            assert_eq!(kept(name).as_deref(), Some(name));
        }
    }

    #[test]
    fn a_name_has_one_way_to_be_written() {
        for (typed, name) in [
            ("Ａｎｎａ", "Anna"),
            ("Mu\u{308}ller", "Müller"),
            ("Anna\u{a0}Müller", "Anna Müller"),
            ("Anna   Müller", "Anna Müller"),
        ] {
            assert_eq!(kept(typed).as_deref(), Some(name), "{typed:?}");
        }
    }

    #[test]
    fn what_nobody_sees_or_reads_as_it_stands_is_no_name() {
        for name in [
            "",
            " ",
            " Ann",
            "Ann\n",
            "Ann\u{202e}nnA",
            "Ann\u{2066}",
            "A\u{200b}nn",
            "A\u{200d}nn",
            "A\u{ad}nn",
            "\u{feff}Ann",
            "\u{3164}",
            "\u{2800}",
            "\u{e000}",
            "\u{378}",
            "1علي",
            "aعلي",
            &"x".repeat(NAME_CHARS_MAX + 1),
            &"ﷺ".repeat(NAME_CHARS_MAX / 2),
        ] {
            assert_eq!(kept(name), None, "{name:?}");
        }
    }

    #[test]
    fn nobody_has_the_name_of_a_bot_or_of_who_was_erased() {
        for number in [1, 2, 17] {
            assert_eq!(kept(&of_bot(number)), None);
            assert_eq!(kept(&of_erased(CommitNumber::new(number.into()))), None);
        }
        for name in [
            "BOT 1",
            "bot1",
            "Bot １",
            "Bot  1",
            "Bot ٣",
            "Bot #1",
            "(Bot 1)",
            "ｂｏｔ-2",
            "erased 5",
        ] {
            assert_eq!(kept(name), None, "{name:?}");
        }
    }

    #[test]
    fn names_are_alike_in_whatever_case_and_encoding() {
        for (one, other) in
            [("Anna", "ANNA"), ("Anna", "Ａnna"), ("Müller", "MU\u{308}LLER"), ("a  b", "A B")]
        {
            assert!(are_alike(one, other), "{one:?} {other:?}");
        }
        assert!(!are_alike("Anna", "Hanna"));
        // As they were before names were checked.
        assert!(are_alike("\u{202e}a", "\u{202e}a"));
        assert!(!are_alike("\u{202e}a", "a"));
    }
}

//! Why some weakened options make no difference.

/// Only the acting seat gets action messages: what it may do is told to nobody
/// else, and what it did is told by events.
const OWN_ACTION: &str = "actions go to nobody but their own seat";

/// Only the owner gets a concealed message, whatever stands in it.
const CONCEALED: &str = "it stands in a concealed message, which only its owner gets";

/// A weakened option that no viewer notices, and why.
type Survivor = (&'static str, &'static str);

const ENVELOPES: &[Survivor] = &[
    ("Choose: owner → everyone", OWN_ACTION),
    ("Chosen.card: owner → everyone", CONCEALED),
    ("TakenBack.card: owner → everyone", CONCEALED),
];

/// The explained survivors of a game.
pub(super) fn of(game: &str) -> &'static [Survivor] {
    match game {
        "envelopes" => ENVELOPES,
        _ => &[],
    }
}

/// Why a weakened option of a game makes no difference, if that is known.
pub(super) fn explanation(game: &str, mutant: &str) -> Option<&'static str> {
    of(game).iter().find(|(known, _)| *known == mutant).map(|(_, why)| *why)
}

//! Padding: how long an answer is does not tell what a seat hides.
//!
//! An answer to a seat is as long as what a spectator would get, plus room for
//! what only the seat may see. The room is larger than what any game hides, so
//! whoever counts the bytes of an encrypted connection learns only what everyone
//! knows. Where something does not fit, a second room of the same size follows.

use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_redact::Viewer;
use prost::Message;

use crate::game_match::Match;
use crate::lifecycle::Phase;

/// Room for what only a seat may see of one action.
const ACTION_ROOM: usize = 512;
/// Room for what only a seat may see of a state.
const VIEW_ROOM: usize = 1024;
/// Room for a list of secret choices, of which a spectator sees nothing.
const LIST_ROOM: usize = 20 * 1024;
/// Room for what only a seat may see of a board.
const BOARD_ROOM: usize = 16 * 1024;

/// A length that is written with two bytes stays so from the first of these to
/// the second. With others in use, some lengths of a message could not be made.
const CHUNK_MIN: usize = 1 << 7;
const CHUNK_MAX: usize = (1 << 14) - 1;
/// The number of the field and two bytes of length before every chunk.
const CHUNK_HEAD: usize = 3;

static ZEROS: [u8; CHUNK_MAX] = [0; CHUNK_MAX];

/// An answer that can be made longer.
pub(super) trait Padded: Message {
    /// Where the zeros go.
    fn padding(&mut self) -> &mut Vec<Bytes>;
}

macro_rules! padded {
    ($($answer:ident),+) => {
        $(impl Padded for play::$answer {
            fn padding(&mut self) -> &mut Vec<Bytes> {
                &mut self.padding
            }
        })+
    };
}

padded!(
    GetBoardResponse,
    GetViewResponse,
    ListLegalActionsResponse,
    SubmitActionsResponse,
    WatchMatchResponse
);

/// Whether a viewer may know something that others must not learn. Before the
/// start nobody does, and after the end everybody may know everything.
pub fn has_secrets(game_match: &Match, viewer: Viewer) -> bool {
    viewer.seat().is_some() && matches!(game_match.phase(), Phase::Playing(_))
}

/// Pads an answer that tells a viewer of a change. `public` is what a spectator
/// hears of it, if anything.
pub(super) fn pad_update(
    answer: &mut impl Padded,
    public: Option<&impl Message>,
    entry: &LogEntry,
    viewer: Viewer,
) {
    let actions = match &entry.change {
        // How many there were is nothing for others to know.
        Some(Change::Acted(acted)) if viewer.number() == acted.seat => acted.actions.len(),
        _ => 1,
    };
    pad(answer, public.map_or(0, Message::encoded_len), actions.max(1) * ACTION_ROOM);
}

/// Pads an answer that shows a state. `public` is what a spectator sees of it.
pub(super) fn pad_view(answer: &mut impl Padded, public: &impl Message) {
    pad(answer, public.encoded_len(), VIEW_ROOM);
}

/// Pads a list if there are secret choices in it.
pub(super) fn pad_list(answer: &mut play::ListLegalActionsResponse) {
    if answer.actions.iter().any(|action| action.secret) {
        pad(answer, 0, LIST_ROOM);
    }
}

/// Pads the picture of a board. `public` is the picture for a spectator.
pub(super) fn pad_board(answer: &mut play::GetBoardResponse, public: &str) {
    pad(answer, public.len(), BOARD_ROOM);
}

/// Makes an answer as long as what is public plus as few rooms as it needs.
fn pad(answer: &mut impl Padded, public: usize, room: usize) {
    let bare = answer.encoded_len();
    let hidden = (bare + CHUNK_HEAD + CHUNK_MIN).saturating_sub(public);
    let whole = public + hidden.div_ceil(room).max(1) * room;
    *answer.padding() = zeros(whole - bare);
}

/// Zeros that take so many bytes, heads included.
fn zeros(mut bytes: usize) -> Vec<Bytes> {
    let half = CHUNK_MAX / 2;
    let mut chunks = Vec::new();
    while bytes > CHUNK_HEAD + CHUNK_MAX {
        chunks.push(Bytes::from_static(&ZEROS[..half]));
        bytes -= CHUNK_HEAD + half;
    }
    chunks.push(Bytes::from_static(&ZEROS[..bytes - CHUNK_HEAD]));
    chunks
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::vec;

    use super::*;

    fn padded(svg: usize, public: usize, room: usize) -> usize {
        let mut answer = play::GetBoardResponse { svg: "x".repeat(svg), ..Default::default() };
        pad(&mut answer, public, room);
        answer.encoded_len()
    }

    #[test]
    fn whatever_fits_into_the_room_leads_to_the_same_length() {
        for (public, room) in [(0, 512), (777, 1024), (0, LIST_ROOM), (70_000, BOARD_ROOM)] {
            // A text needs a number and up to three bytes of length itself.
            let fits = public + room - CHUNK_HEAD - CHUNK_MIN - 4;
            for own in (0..=fits).rev().step_by(7).chain(0..=1) {
                assert_eq!(padded(own, public, room), public + room, "{own} in {public}+{room}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_gets_another_room() {
        assert_eq!(padded(512, 0, 512), 1024);
        assert_eq!(padded(5_000, 100, 1024), 100 + 5 * 1024);
    }

    #[test]
    fn the_zeros_are_read_as_such() {
        let mut answer = play::GetBoardResponse { svg: "board".to_owned(), ..Default::default() };
        pad(&mut answer, 60_000, 512);
        let read = play::GetBoardResponse::decode(&answer.encode_to_vec()[..]).expect("a message");
        assert_eq!(read, answer);
        assert!(read.padding.iter().flatten().all(|byte| *byte == 0));
    }

    #[test]
    fn a_list_is_padded_for_its_secret_choices_alone() {
        let list = |secret| {
            let action = kit_proto::bakufu::rules::v1::LegalAction { secret, ..Default::default() };
            let mut list =
                play::ListLegalActionsResponse { actions: vec![action], ..Default::default() };
            pad_list(&mut list);
            list.encoded_len()
        };
        assert_eq!((list(true), list(false)), (LIST_ROOM, 2));
    }
}

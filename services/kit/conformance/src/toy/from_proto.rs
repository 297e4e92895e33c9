//! From the messages of Envelopes to its values.

use kit_rules::Seat;
use kit_rules_server::Malformed;

use super::{Action, Card, Event, Options, Pile, Player, State, pb};

pub(super) fn options(message: &pb::Options) -> Options {
    // A number of rounds that is out of range is for the rules to refuse.
    if message.rounds == 0 { Options::default() } else { Options { rounds: message.rounds } }
}

/// Reads a complete state.
pub(super) fn state(message: pb::State) -> Result<State, Malformed> {
    let copies: Vec<u8> = message
        .pile
        .iter()
        .map(|copies| u8::try_from(*copies))
        .collect::<Result<_, _>>()
        .map_err(|_| Malformed::field("pile", "holds up to six copies of each card"))?;
    let copies = copies
        .try_into()
        .map_err(|_| Malformed::field("pile", "counts the copies of all seven cards"))?;
    let state = State { pile: Pile { copies }, ..outline(message)? };
    state.check().map_err(|why| Malformed::field("", why))?;
    Ok(state)
}

/// Reads a state as a seat or a spectator sees it. What they may not see is
/// gone, even if the message has it.
pub(super) fn view(message: pb::State, viewer: Option<Seat>) -> Result<State, Malformed> {
    let mut state = outline(message)?;
    if let Some(seat) = viewer {
        let own = state.players.get(seat.index());
        let own = own.ok_or_else(|| Malformed::field("players", format!("have no {seat}")))?;
        if own.hand.contains(&Card::FACE_DOWN) {
            return Err(Malformed::field("players", format!("show {seat} its own hand")));
        }
    }
    let others = state.players.iter_mut().enumerate();
    for (_, player) in others.filter(|(index, _)| Some(Seat::from_index(*index)) != viewer) {
        player.hand.fill(Card::FACE_DOWN);
        player.envelope = None;
    }
    Ok(state)
}

/// Reads a state whose pile is unknown and whose cards may lie face down.
fn outline(message: pb::State) -> Result<State, Malformed> {
    let players = message
        .players
        .into_iter()
        .enumerate()
        .map(|(index, message)| {
            player(index, message).map_err(|fault| fault.inside(&format!("players[{index}]")))
        })
        .collect::<Result<_, _>>()?;
    let (rounds, round) = (message.rounds, message.round);
    let state = State { rounds, round, pile: Pile::EMPTY, players };
    state.check_outline().map_err(|why| Malformed::field("", why))?;
    Ok(state)
}

pub(super) fn action(message: pb::Action) -> Result<Action, Malformed> {
    use pb::action::Kind;
    match message.kind {
        None => Err(Malformed::field("kind", "is set")),
        Some(Kind::Choose(choose)) => Ok(Action::Choose(face("choose.card", choose.card)?)),
        Some(Kind::TakeBack(_)) => Ok(Action::TakeBack),
        Some(Kind::Seal(_)) => Ok(Action::Seal),
    }
}

pub(super) fn event(message: pb::Event) -> Result<Event, Malformed> {
    use pb::event::Kind;
    let kind = message.kind.ok_or_else(|| Malformed::field("kind", "is set"))?;
    Ok(match kind {
        Kind::Dealt(pb::Dealt { seat, card }) => {
            Event::Dealt { seat: self::seat(seat)?, card: known("card", card)? }
        }
        Kind::Chosen(pb::Chosen { seat, card }) => {
            Event::Chosen { seat: self::seat(seat)?, card: known("card", card)? }
        }
        Kind::TakenBack(pb::TakenBack { seat, card }) => {
            Event::TakenBack { seat: self::seat(seat)?, card: known("card", card)? }
        }
        Kind::Sealed(pb::Sealed { seat }) => Event::Sealed { seat: self::seat(seat)? },
        Kind::Opened(pb::Opened { seat, card }) => {
            Event::Opened { seat: self::seat(seat)?, card: face("card", card)? }
        }
        Kind::Won(pb::Won { seat, points }) => Event::Won { seat: self::seat(seat)?, points },
        Kind::NobodyWon(_) => Event::NobodyWon,
    })
}

fn player(index: usize, message: pb::Player) -> Result<Player, Malformed> {
    if message.seat as usize != index + 1 {
        return Err(Malformed::field("seat", "is the place in the list, from 1"));
    }
    let hand = message.hand.into_iter();
    let played = message.played.into_iter();
    Ok(Player {
        hand: hand
            .map(|card| Ok(known("hand", card)?.unwrap_or(Card::FACE_DOWN)))
            .collect::<Result<_, Malformed>>()?,
        envelope: known("envelope", message.envelope)?,
        sealed: message.sealed,
        played: played.map(|card| face("played", card)).collect::<Result<_, _>>()?,
        points: message.points,
    })
}

/// A card, or `None` if it lies face down or is not there.
fn known(field: &str, number: u32) -> Result<Option<Card>, Malformed> {
    if number == 0 { Ok(None) } else { face(field, number).map(Some) }
}

fn face(field: &str, number: u32) -> Result<Card, Malformed> {
    Card::new(number).ok_or_else(|| Malformed::field(field, "is a card from 1 to 7"))
}

fn seat(number: u32) -> Result<Seat, Malformed> {
    Seat::new(number).ok_or_else(|| Malformed::field("seat", "is a seat number from 1"))
}

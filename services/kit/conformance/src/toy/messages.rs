//! The messages of Envelopes, each described once for both directions.

use kit_rules::Seat;
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;

use super::{Action, Card, Event, Options, Pile, Player, State, pb};

/// A complete state.
pub(super) fn state(message: &pb::State) -> Read<State> {
    let state = position(true).read(message)?;
    state.check().map_err(Malformed::itself)?;
    Ok(state)
}

/// A state as a seat or a spectator sees it. What they may not see is gone, even
/// if the message has it.
pub(super) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let mut state = position(false).read(message)?;
    state.check_outline().map_err(Malformed::itself)?;
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

pub(super) fn state_to_proto(state: &State) -> pb::State {
    position(true).write(state)
}

wire_field! {
    CARD: u32 as Card =
        narrowed(plain(), "is a card from 1 to 7", Card::new, |card: &Card| card.number());

    /// A card of a hand, which may lie face down.
    HELD: u32 as Card = mapped(
        or_none(CARD),
        |card| card.unwrap_or(Card::FACE_DOWN),
        |card: &Card| Card::new(card.number()),
    );

    SEAT: u32 as Seat =
        narrowed(plain(), "is a seat number from 1", Seat::new, |seat: &Seat| seat.number());

    PILE: Vec<u32> as Pile =
        mapped(array_of(at_most(u8::MAX)), |copies| Pile { copies }, |pile: &Pile| pile.copies);

    PLAYERS: Vec<pb::Player> as Vec<Player> =
        refined(list_of(PLAYER), in_order_of_seats, |players: &Vec<Player>| seated(players));

    ROUNDS: u32 as u32 = mapped(
        or_none(plain()),
        |rounds| rounds.unwrap_or(Options::default().rounds),
        |rounds| Some(*rounds),
    );
}

wire_message! {
    /// A position; the pile is empty for those who may not know it.
    position(knows_pile: bool): pb::State as State = {
        rounds: plain(),
        round: plain(),
        players: PLAYERS,
        pile: if_known(knows_pile, PILE),
    } <=> State { rounds, round, players, pile };

    PLAYER: pb::Player as (Seat, Player) = {
        seat: SEAT,
        hand: list_of(HELD),
        envelope: or_none(CARD),
        sealed: plain(),
        played: list_of(CARD),
        points: plain(),
    } <=> (seat, Player { hand, envelope, sealed, played, points });

    /// A number of rounds that is out of range is for the rules to refuse.
    pub(super) OPTIONS: pb::Options as Options = { rounds: ROUNDS } <=> Options { rounds }
}

wire_oneof! {
    pub(super) ACTION: pb::Action as Action = kind: pb::action::Kind {
        Choose { card: CARD } <=> Action::Choose(card),
        TakeBack {} <=> Action::TakeBack,
        Seal {} <=> Action::Seal,
    }
}

wire_oneof! {
    pub(super) EVENT: pb::Event as Event = kind: pb::event::Kind {
        Dealt { seat: SEAT, card: or_none(CARD) } <=> Event::Dealt { seat, card },
        Chosen { seat: SEAT, card: or_none(CARD) } <=> Event::Chosen { seat, card },
        TakenBack { seat: SEAT, card: or_none(CARD) } <=> Event::TakenBack { seat, card },
        Sealed { seat: SEAT } <=> Event::Sealed { seat },
        Opened { seat: SEAT, card: CARD } <=> Event::Opened { seat, card },
        Won { seat: SEAT, points: plain() } <=> Event::Won { seat, points },
        NobodyWon {} <=> Event::NobodyWon,
    }
}

fn in_order_of_seats(players: Vec<(Seat, Player)>) -> Read<Vec<Player>> {
    let in_order = |(index, (seat, player)): (usize, (Seat, Player))| {
        if seat.index() == index {
            return Ok(player);
        }
        let fault = Malformed::field("seat", "is the place in the list, from 1");
        Err(fault.inside(&format!("[{index}]")))
    };
    players.into_iter().enumerate().map(in_order).collect()
}

fn seated(players: &[Player]) -> Vec<(Seat, Player)> {
    (0..).map(Seat::from_index).zip(players.iter().cloned()).collect()
}

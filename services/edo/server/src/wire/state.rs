//! Positions on the wire, complete or as a viewer sees them.

use edo_rules::{Inconsistent, Options, SEATS_MAX, State};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;

use super::board::{TOKKEN, TRADE, cities};
use super::field::{SEAT, SMALL, on_board, squad};
use super::phase::phase;
use super::player::player;

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    complete(seen(message, Perspective::Complete)?)
}

/// The position itself, if nothing is missing or contradicts itself in it.
pub(crate) fn complete(state: State) -> Read<State> {
    state.check().map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The plans of others are
/// empty in it, even if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = seen(message, Perspective::View(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// Writes a position canonically: the same position gives the same bytes.
pub(crate) fn state_to_proto(state: &State) -> pb::State {
    // What was taken is not written.
    position(state.seats, Perspective::Complete, state.options.tokken, 0).write(state)
}

fn seen(message: &pb::State, perspective: Perspective) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(&message.players, 2..=SEATS_MAX)?;
    // Without options only the board itself tells whether it belongs there.
    let options = message.options.as_ref();
    let has_tokken = options.map_or(message.tokken.is_some(), |options| options.tokken);
    position(seats, perspective, has_tokken, taken(message)).read(message)
}

/// Packages and starting cities count themselves: with a city comes the first
/// samurai of a seat.
fn taken(message: &pb::State) -> u8 {
    let of_player = |player: &pb::Player| usize::from(player.package != 0) + player.samurai.len();
    let taken: usize = message.players.iter().map(of_player).sum();
    u8::try_from(taken).unwrap_or(u8::MAX)
}

wire_message! {
    /// A position. Spaces, cards and tokens ascend by number, players by seat, and
    /// whatever is empty is absent.
    position(
        seats: SeatCount, perspective: Perspective, has_tokken: bool, taken: u8,
    ): pb::State as State = {
        options: required(OPTIONS),
        start_seat: or_none(SEAT),
        round: SMALL,
        merchant: on_board(seats),
        trade: required(TRADE),
        cities: cities(seats),
        tokken: only_if(has_tokken, TOKKEN),
        ronin: squad(seats),
        players: by_seat(seats, move |seat| player(seat, seats, perspective.sees(seat))),
        ..phase: phase(seats, taken)
    } <=> State {
        options, seats, start_seat, round, phase, merchant, trade, cities, tokken, ronin, players,
    };

    /// The options; nothing set is the base game.
    pub(crate) OPTIONS: pb::Options as Options = {
        jiin: plain(),
        tokken: plain(),
        ronin: plain(),
    } <=> Options { jiin, tokken, ronin }
}

/// The field where somebody would look for the fault first.
fn inconsistent(fault: &Inconsistent) -> Malformed {
    let field = match fault {
        Inconsistent::TableSize
        | Inconsistent::Seats
        | Inconsistent::Figures
        | Inconsistent::Supply
        | Inconsistent::Positions => "players".to_owned(),
        Inconsistent::StartSeat => "start_seat".to_owned(),
        Inconsistent::Round => "round".to_owned(),
        Inconsistent::City { .. } => "cities".to_owned(),
        Inconsistent::Player { seat } => format!("players[{}]", seat.index()),
        Inconsistent::Plan { seat } => format!("players[{}].plan", seat.index()),
        Inconsistent::TradingCards => "trade".to_owned(),
        Inconsistent::Tokens => "tokken".to_owned(),
        Inconsistent::Ronin => "ronin".to_owned(),
        Inconsistent::Phase | Inconsistent::End => "phase".to_owned(),
        Inconsistent::Turn => "turn".to_owned(),
    };
    Malformed::field(field, fault.to_string())
}

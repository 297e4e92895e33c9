//! Reads positions, complete or as a viewer sees them.

use edo_rules::{Inconsistent, Player, SEATS_MAX, State, Trade};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;

use super::city::cities;
use super::field::{
    Read, both, each, named_or_none, on_board, required, seat_or_nobody, set, small, squad,
};
use super::options;
use super::phase::phase;
use super::player::player;
use super::tokken::tokken;

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    let state = position(message, Eyes::Rules)?;
    state.check().map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The plans of others are
/// empty in it, even if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = position(message, Eyes::Viewer(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// For whom a position is read.
#[derive(Clone, Copy)]
enum Eyes {
    Rules,
    Viewer(Option<Seat>),
}

impl Eyes {
    fn see_plan_of(self, owner: u32) -> bool {
        match self {
            Self::Rules => true,
            Self::Viewer(viewer) => viewer.is_some_and(|seat| seat.number() == owner),
        }
    }
}

fn position(message: &pb::State, eyes: Eyes) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(message.players.len())?;
    let options = required("options", &message.options).map(options);
    // Without options only the board itself tells whether it belongs there.
    let has_tokken = options.as_ref().map_or(message.tokken.is_some(), |options| options.tokken);
    let modules = both(tokken(&message.tokken, has_tokken), squad("ronin", &message.ronin, seats));
    let players = each("players", &message.players, |message| {
        let knows_plan = eyes.see_plan_of(message.seat);
        Ok((message.seat, player(message, seats, knows_plan)?))
    });
    let players = players.and_then(|players| in_seat_order(&players));
    let course = both(
        both(seat_or_nobody("start_seat", message.start_seat), small("round", message.round)),
        phase(message, seats),
    );
    let board = both(
        on_board("merchant", message.merchant, seats),
        both(trade(&message.trade), cities(&message.cities, seats)),
    );
    let (((options, (tokken, ronin)), players), (course, (merchant, (trade, cities)))) =
        both(both(both(options, modules), players), both(course, board))?;
    let ((start_seat, round), phase) = course;
    Ok(State {
        options,
        seats,
        start_seat,
        round,
        phase,
        merchant,
        trade,
        cities,
        tokken,
        ronin,
        players,
    })
}

fn seat_count(players: usize) -> Read<SeatCount> {
    SeatCount::new(players as u32)
        .filter(|_| (2..=SEATS_MAX).contains(&players))
        .ok_or_else(|| Malformed::field("players", format!("has 2 to {SEATS_MAX} players")))
}

fn in_seat_order(players: &[(u32, Player)]) -> Read<[Player; SEATS_MAX]> {
    let mut all = [Player::default(); SEATS_MAX];
    let numbered: Vec<_> = (1..).zip(players).zip(&mut all).collect();
    let mut faults = Vec::new();
    for ((due, (number, player)), place) in numbered {
        *place = *player;
        if *number != due {
            let field = format!("players[{}].seat", due - 1);
            faults.extend(Malformed::field(field, format!("is {due} at this place")).faults);
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(Malformed { faults }) }
}

fn trade(message: &Option<pb::Trade>) -> Read<Trade> {
    let message = required("trade", message)?;
    let open = both(named_or_none("current", message.current), named_or_none("top", message.top));
    let ((current, top), pile) =
        both(open, set("pile", &message.pile)).map_err(|malformed| malformed.inside("trade"))?;
    Ok(Trade { current, top, pile })
}

/// The field where somebody would look for the fault first.
pub(crate) fn inconsistent(fault: &Inconsistent) -> Malformed {
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

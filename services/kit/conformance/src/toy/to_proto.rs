//! From values of Envelopes to its messages.

use kit_rules::Seat;

use super::{Action, Card, Event, Player, State, pb};

pub(super) fn state(state: &State) -> pb::State {
    pb::State {
        rounds: state.rounds,
        round: state.round,
        players: state.seats().map(|(seat, player)| self::player(seat, player)).collect(),
        pile: state.pile.copies.map(u32::from).to_vec(),
    }
}

pub(super) fn action(action: &Action) -> pb::Action {
    use pb::action::Kind;
    let kind = match action {
        Action::Choose(card) => Kind::Choose(pb::Choose { card: card.number() }),
        Action::TakeBack => Kind::TakeBack(pb::TakeBack {}),
        Action::Seal => Kind::Seal(pb::Seal {}),
    };
    pb::Action { kind: Some(kind) }
}

pub(super) fn event(event: &Event) -> pb::Event {
    use pb::event::Kind;
    let kind = match event {
        Event::Dealt { seat, card } => {
            Kind::Dealt(pb::Dealt { seat: seat.number(), card: shown(*card) })
        }
        Event::Chosen { seat, card } => {
            Kind::Chosen(pb::Chosen { seat: seat.number(), card: shown(*card) })
        }
        Event::TakenBack { seat, card } => {
            Kind::TakenBack(pb::TakenBack { seat: seat.number(), card: shown(*card) })
        }
        Event::Sealed { seat } => Kind::Sealed(pb::Sealed { seat: seat.number() }),
        Event::Opened { seat, card } => {
            Kind::Opened(pb::Opened { seat: seat.number(), card: card.number() })
        }
        Event::Won { seat, points } => Kind::Won(pb::Won { seat: seat.number(), points: *points }),
        Event::NobodyWon => Kind::NobodyWon(pb::NobodyWon {}),
    };
    pb::Event { kind: Some(kind) }
}

fn player(seat: Seat, player: &Player) -> pb::Player {
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect();
    pb::Player {
        seat: seat.number(),
        hand: numbers(&player.hand),
        envelope: shown(player.envelope),
        sealed: player.sealed,
        played: numbers(&player.played),
        points: player.points,
    }
}

fn shown(card: Option<Card>) -> u32 {
    card.map_or(0, Card::number)
}

//! The game as the rest of the platform sees it.

use alloc::vec::Vec;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, Seen, Step};

use crate::state::{LotName, Phase, SEATS_MAX, State};
use crate::{Action, Applied, Event, Options, Violation};
use crate::{control, division, options, scoring, seen, setup, turn};

/// The game of Shitennō.
#[derive(Clone, Copy, Debug)]
pub struct Shitenno;

/// A match of four is the longest; a step that was taken back does not count.
///
/// Setup: 8 tiles, 4 titles, 8 cards. Each of 6 rounds: 12 cards drawn; each of
/// them laid once at most; 4 titles laid; 2 offers with 3 and 2 answers; the
/// last two lots presented and chosen; 4 turns ended, one gilding, one joker.
/// 32 kamon, each begun, announced, with a tile taken and one turned up. 88
/// cards paid at most: 8 first ones, 48 and 24 of divisions, 8 from draw tiles.
/// 16 other tiles used, and 8 draw tiles with their draw.
///
/// Three play 8 rounds of 9 + 9 + 3 + 1 + 2 + 2 + 3 + 1 + 1 steps and two play
/// 12 of 6 + 6 + 2 + 2 + 2 + 1 + 1, with fewer kamon and no more of the rest.
const STEPS_MAX: u32 = (8 + 4 + 8)
    + 6 * (12 + 12 + 4 + (2 + 3 + 2) + 2 + (4 + 1 + 1))
    + 32 * 4
    + (8 + 48 + 24 + 8)
    + 16
    + 8 * 2;

impl Rules for Shitenno {
    const FACTS: Facts = Facts {
        id: "shitenno",
        title: "Shitennō",
        summary: "Divide troops and titles, then pay for the provinces of Japan with them.",
        rules_version: "1.1.0",
        seats_min: 2,
        seats_max: SEATS_MAX as u32,
        steps_max: STEPS_MAX,
        options: options::FACTS,
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Violation = Violation;

    fn setup(
        options: &Options,
        seats: SeatCount,
        _events: &mut Vec<Event>,
    ) -> Result<State, Violation> {
        if !(2..=SEATS_MAX).contains(&seats.get()) {
            return Err(Violation::TableSize);
        }
        Ok(setup::empty_table(*options, seats))
    }

    fn pending(state: &State) -> Pending {
        match state.phase {
            Phase::LayTiles { .. } | Phase::TurnUpTile { .. } => {
                Pending::draw(setup::tiles_to_turn_up(state) as usize)
            }
            Phase::DealTitles { .. } => Pending::draw(setup::titles_to_deal(state).len()),
            Phase::DealHands { .. } | Phase::DrawCard(_) => {
                Pending::draw(state.troop_deck.cards.total() as usize)
            }
            Phase::DrawStock => Pending::draw(division::stock_draw(state).total() as usize),
            Phase::DrawBonus { province, .. } => {
                let face = state.land(province).top.map(|top| top.face);
                Pending::draw(face.map_or(0, |face| state.unseen_tiles.with_face(face).into()))
            }
            Phase::Over(_) => Pending::Over(scoring::outcome(state)),
            _ => match active(state) {
                Some(seat) => Pending::only(seat),
                None => unreachable!("a checked position has somebody to act"),
            },
        }
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if active(state) != Some(seat) {
            return;
        }
        match state.phase {
            Phase::FormLot | Phase::SplitStock => division::list(state, actions),
            Phase::OfferLot { .. } => actions.extend([Action::Accept, Action::Refuse]),
            Phase::ChooseLot => actions.extend(LotName::ALL.map(Action::Choose)),
            Phase::Turn(turn) => turn::list(state, &turn, actions),
            Phase::Gild { seat } => {
                let kamon = turn::gildable(state, seat);
                actions
                    .extend(kamon.map(|(province, position)| Action::Gild { province, position }));
                actions.push(Action::Decline);
            }
            _ => {}
        }
    }

    fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
        match step {
            Step::Act { seat, action } => act(state, *seat, *action, events),
            Step::Drawn(value) => drawn(state, *value, events),
        }
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        event.causes()
    }

    fn reveals(event: &Event) -> bool {
        event.reveals()
    }

    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        seen::seen(event, viewer)
    }

    fn is_secret(action: &Action) -> bool {
        matches!(action, Action::Aim { .. } | Action::TakeBack) || action.part().is_some()
    }

    fn is_retraction(action: &Action) -> bool {
        matches!(action, Action::ReturnTile { .. } | Action::ReturnCard { .. } | Action::TakeBack)
    }
}

/// Who is to act, unless a draw is pending or the game is over.
fn active(state: &State) -> Option<Seat> {
    match state.phase {
        Phase::FormLot | Phase::SplitStock => state.tairo(),
        Phase::OfferLot { asked } => Some(asked),
        Phase::ChooseLot => division::chooser(state),
        Phase::Turn(turn) => Some(turn.active),
        Phase::Gild { seat } => Some(seat),
        _ => None,
    }
}

fn act(state: &mut State, seat: Seat, action: Action, events: &mut Vec<Event>) -> Applied {
    if let Phase::Over(_) = state.phase {
        return Err(Violation::GameIsOver);
    }
    if active(state) != Some(seat) {
        return Err(Violation::NotOnTurn);
    }
    match state.phase {
        Phase::FormLot | Phase::SplitStock => division::act(state, seat, action, events),
        Phase::OfferLot { .. } => division::answer(state, seat, action, events),
        Phase::ChooseLot => division::choose(state, seat, action, events),
        Phase::Turn(turn) => turn::act(state, turn, action, events),
        Phase::Gild { .. } => turn::gild(state, seat, action, events),
        _ => Err(Violation::NotOnTurn),
    }
}

fn drawn(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::LayTiles { province } => setup::lay_tile(state, province, value, events),
        Phase::DealTitles { seat } => setup::deal_title(state, seat, value, events),
        Phase::DealHands { seat } => setup::deal_card(state, seat, value, events),
        Phase::DrawStock => division::draw_card(state, value, events),
        Phase::DrawCard(turn) => turn::draw_card(state, turn, value, events),
        Phase::DrawBonus { turn, province } => {
            control::draw_bonus(state, turn, province, value, events)
        }
        Phase::TurnUpTile { turn, province } => {
            control::turn_up(state, turn, province, value, events)
        }
        _ => Err(Violation::NoSuchDraw),
    }
}

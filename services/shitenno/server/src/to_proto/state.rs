//! Writes a position canonically: the same position gives the same bytes.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::Seat;
use shitenno_rules::{
    Bonuses, Cards, Joker, Land, LastPoints, Lot, Options, Phase, Plan, Player, Province, Refill,
    State, TieBreak, TileOrder, Turn,
};

use super::{cards, end_reason, part};
use crate::numbers::{of_bonus, of_mode, of_province, of_tile, of_title, of_troop};

/// A position. Cards, tiles and titles ascend by number, players by seat,
/// provinces by number, and whatever is empty is absent.
pub(crate) fn state(state: &State) -> pb::State {
    let where_it_stands = phase(state);
    let active = where_it_stands.active_seat;
    pb::State {
        options: Some(options(&state.options)),
        round: state.round.into(),
        players: state.seats.seats().map(|seat| player(seat, state.player(seat))).collect(),
        lands: Province::all().map(|province| land(province, state.land(province))).collect(),
        stock: cards(&state.stock),
        hierarchy: state.hierarchy.iter().map(of_title).collect(),
        lot_a: lot(&state.lots[0]),
        lot_b: lot(&state.lots[1]),
        troop_deck: cards(&state.troop_deck.cards),
        koku_deck: cards(&state.koku_deck.cards),
        discard: cards(&state.discard),
        spent_koku: cards(&state.spent_koku),
        unseen_tiles: state.unseen_tiles.iter().map(of_tile).collect(),
        used_tiles: bonuses(&state.used_tiles),
        plan: state.plan.as_ref().map(|it| plan(active, it)),
        ..where_it_stands
    }
}

fn options(options: &Options) -> pb::Options {
    let refill = match options.refill {
        Refill::Lazy => pb::Refill::Lazy,
        Refill::Eager => pb::Refill::Eager,
    };
    let tile_order = match options.tile_order {
        TileOrder::Any => pb::TileOrder::Any,
        TileOrder::ExchangesFirst => pb::TileOrder::ExchangesFirst,
    };
    let joker = match options.joker {
        Joker::OneTroop => pb::Joker::OneTroop,
        Joker::OneCard => pb::Joker::OneCard,
    };
    let tie_break = match options.tie_break {
        TieBreak::MoreSeals => pb::TieBreak::MoreSeals,
        TieBreak::FewerSeals => pb::TieBreak::FewerSeals,
    };
    pb::Options {
        lots_may_be_empty: Some(options.lots_may_be_empty),
        split_uses_all_cards: Some(options.split_uses_all_cards),
        refill: refill.into(),
        tile_order: tile_order.into(),
        joker: joker.into(),
        joker_becomes_koku: Some(options.joker_becomes_koku),
        waste_is_refused: Some(options.waste_is_refused),
        top_bonus_is_visible: Some(options.top_bonus_is_visible),
        final_exchange: Some(options.final_exchange),
        final_plus_one: Some(options.final_plus_one),
        final_plus_one_needs_koku: Some(options.final_plus_one_needs_koku),
        final_draw: Some(options.final_draw),
        tie_break: tie_break.into(),
        plus_one_on_exchanged_koku: Some(options.plus_one_on_exchanged_koku),
    }
}

/// The fields that depend on the phase; all others are empty.
fn phase(state: &State) -> pb::State {
    use pb::Phase as P;
    let stage = |phase: P, active: Option<Seat>| pb::State {
        phase: phase.into(),
        active_seat: active.map_or(0, Seat::number),
        ..pb::State::default()
    };
    let in_turn = |phase: P, it: Turn, province: i32| pb::State {
        turn: Some(turn(&it)),
        province,
        ..stage(phase, Some(it.active))
    };
    match state.phase {
        Phase::LayTiles { province } => {
            pb::State { province: of_province(province), ..stage(P::LayTiles, None) }
        }
        Phase::DealTitles { seat } => stage(P::DealTitles, Some(seat)),
        Phase::DealHands { seat } => stage(P::DealHands, Some(seat)),
        Phase::DrawStock => stage(P::DrawStock, None),
        Phase::FormLot => stage(P::FormLot, state.tairo()),
        Phase::OfferLot { asked } => stage(P::OfferLot, Some(asked)),
        Phase::SplitStock => stage(P::SplitStock, state.tairo()),
        Phase::ChooseLot => stage(P::ChooseLot, state.unserved().nth(1)),
        Phase::Turn(it) => in_turn(P::Turn, it, 0),
        Phase::DrawCard(it) => in_turn(P::DrawCard, it, 0),
        Phase::DrawBonus { turn, province } => in_turn(P::DrawBonus, turn, of_province(province)),
        Phase::TurnUpTile { turn, province } => in_turn(P::TurnUpTile, turn, of_province(province)),
        Phase::Gild { seat } => stage(P::Gild, Some(seat)),
        Phase::Over(reason) => pb::State { end_reason: end_reason(reason), ..stage(P::Over, None) },
    }
}

fn turn(turn: &Turn) -> pb::Turn {
    pb::Turn { placed: turn.placed.into(), joker_used: turn.joker_used }
}

fn plan(seat: u32, plan: &Plan) -> pb::Plan {
    pb::Plan {
        seat,
        province: of_province(plan.province),
        mode: of_mode(plan.mode),
        parts: part::parts(&plan.parts),
    }
}

fn player(seat: Seat, player: &Player) -> pb::Player {
    let (koku, troops): (Vec<_>, Vec<_>) = player.hand.iter().partition(|card| card.is_koku());
    pb::Player {
        seat: seat.number(),
        troop_cards: cards(&troops.into_iter().collect::<Cards>()),
        koku_cards: cards(&koku.into_iter().collect::<Cards>()),
        shown_cards: cards(&player.shown_hand),
        title: player.title.map_or(0, of_title),
        tile: player.tile.map_or(0, of_title),
        bonuses: bonuses(&player.bonuses),
        supply: player.supply.into(),
        points: player.points.into(),
        last_points: last_points(player.last_points),
    }
}

fn last_points(points: LastPoints) -> Option<pb::LastPoints> {
    (points != LastPoints::default()).then(|| pb::LastPoints {
        koku: points.koku.into(),
        tiles: points.tiles.into(),
        majorities: points.majorities.into(),
    })
}

fn land(province: Province, land: &Land) -> pb::Land {
    let golden = (1..).zip(land.kamon.iter().flatten()).filter(|(_, kamon)| kamon.golden);
    pb::Land {
        province: of_province(province),
        kamon: land.kamon.iter().flatten().map(|kamon| kamon.seat.number()).collect(),
        golden: golden.map(|(position, _)| position).collect(),
        top_face: land.top.map_or(0, |top| of_troop(top.face)),
        top_bonus: land.top.and_then(|top| top.bonus).map_or(0, of_bonus),
    }
}

fn lot(lot: &Lot) -> Option<pb::Lot> {
    (*lot != Lot::default())
        .then(|| pb::Lot { tile: lot.tile.map_or(0, of_title), cards: cards(&lot.cards) })
}

fn bonuses(pile: &Bonuses) -> Vec<i32> {
    pile.iter().map(of_bonus).collect()
}

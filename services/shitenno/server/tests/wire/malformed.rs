//! Every bad field is refused under its own path, and all of them at once.

use kit_conformance::wire::{bad_fields, refuses_each};
use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::Wire;
use shitenno_rules::{Options, Phase, State};
use shitenno_server::ShitennoWire;

use crate::play::Setting;

#[test]
fn a_bad_field_of_a_turn_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &turn(),
        &[
            ("options", |m| m.options = None),
            ("options.refill", |m| options(m).refill = 9),
            ("options.tile_order", |m| options(m).tile_order = -1),
            ("options.joker", |m| options(m).joker = 3),
            ("options.tie_break", |m| options(m).tie_break = 3),
            ("phase", |m| m.phase = 0),
            ("phase", |m| m.phase = 99),
            ("active_seat", |m| m.active_seat = 0),
            ("active_seat", |m| m.active_seat = 4),
            ("round", |m| m.round = 256),
            ("round", |m| m.round += 1),
            ("round", |m| m.round = 0),
            ("province", |m| m.province = 1),
            ("turn", |m| m.turn = None),
            ("turn.placed", |m| running(m).placed = 3),
            ("turn", |m| running(m).joker_used = true),
            ("end_reason", |m| m.end_reason = 1),
            ("stock[0]", |m| m.stock = vec![0]),
            ("stock[0]", |m| m.stock = vec![18]),
            ("hierarchy", |m| m.stock = vec![m.troop_deck.remove(0)]),
            ("hierarchy[1]", |m| m.hierarchy[1] = 5),
            ("hierarchy[1]", |m| m.hierarchy[1] = m.hierarchy[0]),
            ("hierarchy", |m| m.hierarchy.truncate(3)),
            ("lot_a", |m| m.lot_a = Some(pb::Lot::default())),
            ("lot_a.tile", |m| m.lot_a = Some(pb::Lot { tile: 5, cards: vec![1] })),
            ("lot_b.cards[1]", |m| m.lot_b = Some(pb::Lot { tile: 0, cards: vec![1, -1] })),
            ("troop_deck[0]", |m| m.troop_deck[0] = 0),
            ("troop_deck[0]", |m| m.troop_deck[0] = pb::Card::Koku1.into()),
            ("troop_deck[6]", |m| m.troop_deck = vec![1; 7]),
            ("troop_deck", |m| m.troop_deck.truncate(2)),
            ("koku_deck[0]", |m| m.koku_deck[0] = pb::Card::Bushi.into()),
            ("discard[0]", |m| m.discard[0] = pb::Card::Koku3.into()),
            ("spent_koku[4]", |m| m.spent_koku = vec![pb::Card::Koku3.into(); 5]),
            ("koku_deck", |m| m.spent_koku.clear()),
            ("unseen_tiles[0]", |m| m.unseen_tiles[0] = 13),
            ("unseen_tiles[2]", |m| m.unseen_tiles = vec![4, 4, 4]),
            ("unseen_tiles", |m| m.unseen_tiles.truncate(2)),
            ("used_tiles[0]", |m| m.used_tiles = vec![4]),
            ("used_tiles[8]", |m| m.used_tiles = vec![2; 9]),
            ("unseen_tiles", |m| m.used_tiles.push(1)),
            ("plan.seat", |m| m.plan = Some(pb::Plan { seat: 0, ..plan_of(1) })),
            ("plan.province", |m| {
                m.plan = Some(pb::Plan { province: 9, ..plan_of(m.active_seat) });
            }),
            ("plan.mode", |m| m.plan = Some(pb::Plan { mode: 0, ..plan_of(m.active_seat) })),
            ("plan.parts", |m| {
                let parts = vec![pb::Part::default(); 76];
                m.plan = Some(pb::Plan { parts, ..plan_of(m.active_seat) });
            }),
            ("plan.parts[0].kind", |m| {
                let parts = vec![pb::Part::default()];
                m.plan = Some(pb::Plan { parts, ..plan_of(m.active_seat) });
            }),
        ],
    );
}

#[test]
fn a_bad_field_of_a_player_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &turn(),
        &[
            ("players", |m| m.players.clear()),
            ("players", |m| m.players.truncate(1)),
            ("players", |m| m.players = vec![pb::Player::default(); 5]),
            ("players[0].seat", |m| m.players[0].seat = 2),
            ("players[1].troop_cards[0]", |m| m.players[1].troop_cards.insert(0, 0)),
            ("players[1].troop_cards[0]", |m| m.players[1].troop_cards.insert(0, 15)),
            ("players[1].troop_cards[1]", |m| m.players[1].troop_cards = vec![5, 5]),
            ("players[2].koku_cards[0]", |m| m.players[2].koku_cards.insert(0, 14)),
            ("players[2].koku_cards[0]", |m| m.players[2].koku_cards.insert(0, 18)),
            ("players[0].shown_cards[0]", |m| m.players[0].shown_cards = vec![-3]),
            ("phase", |m| m.players[0].shown_cards = vec![m.troop_deck.remove(0)]),
            ("players[0].title", |m| m.players[0].title = 5),
            ("players", |m| m.players[0].title = 0),
            ("players", |m| m.players[0].title = m.players[1].title),
            ("players[0].tile", |m| m.players[0].tile = -1),
            ("hierarchy", |m| m.players[0].tile = 1),
            ("players[1].bonuses[0]", |m| m.players[1].bonuses.insert(0, 0)),
            ("unseen_tiles", |m| m.players[1].bonuses.push(1)),
            ("players[1].supply", |m| m.players[1].supply = 256),
            ("players[1]", |m| m.players[1].supply += 1),
            ("players[1].points", |m| m.players[1].points = 65_536),
            ("players[1]", |m| m.players[1].points = 999),
            ("players[2].last_points", |m| m.players[2].last_points = Some(Default::default())),
            ("players[2].last_points.koku", |m| {
                let koku = 70_000;
                m.players[2].last_points = Some(pb::LastPoints { koku, ..Default::default() });
            }),
            ("phase", |m| {
                let tiles = 1;
                m.players[2].last_points = Some(pb::LastPoints { tiles, ..Default::default() });
            }),
        ],
    );
}

#[test]
fn a_bad_field_of_a_province_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &turn(),
        &[
            ("lands", |m| m.lands.truncate(7)),
            ("lands", |m| m.lands.push(m.lands[7].clone())),
            ("lands[3].province", |m| m.lands[3].province = 0),
            ("lands[3].province", |m| m.lands[3].province = 5),
            ("lands[0].kamon", |m| m.lands[0].kamon = vec![1; 5]),
            ("lands[0].kamon[1]", |m| m.lands[0].kamon = vec![1, 4]),
            ("lands[0].golden[0]", |m| {
                m.lands[0].kamon = vec![1];
                m.lands[0].golden = vec![0];
            }),
            ("lands[0].golden[0]", |m| m.lands[0].golden = vec![5]),
            ("lands[0].golden[0]", |m| {
                m.lands[0].kamon = vec![1];
                m.lands[0].golden = vec![2];
            }),
            ("lands[0].golden[1]", |m| {
                m.lands[0].kamon = vec![1];
                m.lands[0].golden = vec![1, 1];
            }),
            ("lands[2].top_face", |m| m.lands[2].top_face = 5),
            ("lands[2].top_bonus", |m| m.lands[2].top_bonus = 4),
            ("lands[2].top_bonus", |m| {
                m.lands[2].top_face = 0;
                m.lands[2].top_bonus = 1;
            }),
            ("lands[2].top_face", |m| m.lands[2].kamon = vec![1, 2, 3]),
        ],
    );
}

#[test]
fn a_bad_field_of_a_division_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &find(|state| {
            state.phase == Phase::FormLot && state.lots[0].tile.is_some() && state.round > 1
        }),
        &[
            ("active_seat", |m| m.active_seat = 0),
            ("active_seat", |m| m.active_seat = m.active_seat % 3 + 1),
            ("turn", |m| m.turn = Some(pb::Turn::default())),
            ("province", |m| m.province = 8),
            ("plan", |m| m.plan = Some(plan_of(m.active_seat))),
            ("hierarchy", |m| m.lot_a = None),
            ("hierarchy", |m| {
                m.phase = pb::Phase::ChooseLot.into();
                m.active_seat = 1;
            }),
        ],
    );
}

#[test]
fn a_bad_field_of_the_setup_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &find(|state| matches!(state.phase, Phase::LayTiles { province } if province.index() == 3)),
        &[
            ("province", |m| m.province = 0),
            ("province", |m| m.province = 9),
            ("lands[3].top_face", |m| m.province = 5),
            ("active_seat", |m| m.active_seat = 1),
            ("round", |m| m.round = 1),
            ("players", |m| m.players[0].title = 1),
            ("players[1].troop_cards", |m| m.players[1].troop_cards = vec![m.troop_deck.remove(0)]),
        ],
    );
}

#[test]
fn a_bad_field_of_the_end_is_refused_under_its_path() {
    refuses_each::<ShitennoWire>(
        &find(|state| matches!(state.phase, Phase::Over(_))),
        &[
            ("end_reason", |m| m.end_reason = 0),
            ("end_reason", |m| m.end_reason = 3),
            ("phase", |m| m.end_reason = 3 - m.end_reason),
            ("active_seat", |m| m.active_seat = 1),
            ("phase", |m| m.players[0].last_points = None),
        ],
    );
}

#[test]
fn all_bad_fields_of_a_state_are_reported_at_once() {
    let mut message = turn();
    options(&mut message).joker = 7;
    message.active_seat = 0;
    running(&mut message).placed = 100;
    message.players[1].title = 9;
    message.players[2].troop_cards.insert(0, 0);
    message.lands[0].top_face = 9;
    message.lands[5].province = 0;
    message.troop_deck[2] = 40;
    message.used_tiles = vec![0];
    let mut found = bad_fields(ShitennoWire::state_from_proto(message));
    found.sort();
    let expected = [
        "active_seat",
        "lands[0].top_face",
        "lands[5].province",
        "options.joker",
        "players[1].title",
        "players[2].troop_cards[0]",
        "troop_deck[2]",
        "turn.placed",
        "used_tiles[0]",
    ];
    assert_eq!(found, expected);
}

#[test]
fn all_bad_options_are_reported_at_once() {
    let message =
        pb::Options { refill: 3, tile_order: -1, joker: 3, tie_break: 9, ..Default::default() };
    let expected = ["refill", "tile_order", "joker", "tie_break"];
    assert_eq!(bad_fields(ShitennoWire::options_from_proto(message)), expected);
}

#[test]
fn a_bad_action_is_refused_with_all_its_paths() {
    use pb::action::Kind;
    let (lot, card, province) = (0, 0, 0);
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::LayTile(pb::LayTile { lot, tile: 5 })), &["lay_tile.lot", "lay_tile.tile"]),
        (Some(Kind::ReturnTile(pb::ReturnTile { lot: 3 })), &["return_tile.lot"]),
        (Some(Kind::LayCard(pb::LayCard { lot, card })), &["lay_card.lot", "lay_card.card"]),
        (Some(Kind::ReturnCard(pb::ReturnCard { lot: 1, card })), &["return_card.card"]),
        (Some(Kind::Choose(pb::Choose { lot })), &["choose.lot"]),
        (Some(Kind::Aim(pb::Aim { province, mode: 3 })), &["aim.province", "aim.mode"]),
        (Some(Kind::PayCard(pb::PayCard { card: 18 })), &["pay_card.card"]),
        (Some(Kind::UseJoker(pb::UseJoker { card })), &["use_joker.card"]),
        (
            Some(Kind::ApplyExchange(pb::ApplyExchange { from: 0, to: 6 })),
            &["apply_exchange.from", "apply_exchange.to"],
        ),
        (Some(Kind::ApplyPlusOne(pb::ApplyPlusOne { element: 0 })), &["apply_plus_one.element"]),
        (Some(Kind::Gild(pb::Gild { province, position: 5 })), &["gild.province", "gild.position"]),
        (Some(Kind::Gild(pb::Gild { province: 1, position: 0 })), &["gild.position"]),
    ];
    for (kind, expected) in table {
        let message = pb::Action { kind: *kind };
        assert_eq!(bad_fields(ShitennoWire::action_from_proto(message)), *expected);
    }
}

#[test]
fn a_bad_event_is_refused_with_all_its_paths() {
    for (kind, expected) in bad_events() {
        let message = pb::Event { kind };
        assert_eq!(bad_fields(ShitennoWire::event_from_proto(message)), *expected);
    }
}

fn bad_events() -> Vec<(Option<pb::event::Kind>, &'static [&'static str])> {
    use pb::event::Kind;
    use pb::part::Kind as Part;
    let part = |kind| Some(pb::Part { kind: Some(kind) });
    vec![
        (None, &["kind"]),
        (
            Some(Kind::TileTurnedUp(Default::default())),
            &["tile_turned_up.province", "tile_turned_up.face"],
        ),
        (Some(Kind::TitleDealt(Default::default())), &["title_dealt.seat", "title_dealt.title"]),
        (
            Some(Kind::HandDealt(pb::HandDealt { seat: 1, cards: vec![1, 0] })),
            &["hand_dealt.cards[1]"],
        ),
        (
            Some(Kind::HandDealt(pb::HandDealt { seat: 0, cards: vec![0; 35] })),
            &["hand_dealt.seat", "hand_dealt.cards"],
        ),
        (Some(Kind::DeckRefilled(pb::DeckRefilled { count: 256 })), &["deck_refilled.count"]),
        (
            Some(Kind::StockDrawn(pb::StockDrawn { round: 1, tairo: 5, cards: vec![0] })),
            &["stock_drawn.tairo", "stock_drawn.cards[0]"],
        ),
        (
            Some(Kind::TileLaid(Default::default())),
            &["tile_laid.seat", "tile_laid.lot", "tile_laid.tile"],
        ),
        (
            Some(Kind::CardReturned(Default::default())),
            &["card_returned.seat", "card_returned.lot", "card_returned.card"],
        ),
        (
            Some(Kind::LotKept(pb::LotKept { seat: 1, tile: 0, cards: vec![17; 5] })),
            &["lot_kept.tile", "lot_kept.cards[4]"],
        ),
        (
            Some(Kind::LotsPresented(pb::LotsPresented { seat: 1, chooser: 0 })),
            &["lots_presented.chooser"],
        ),
        (
            Some(Kind::PlanBegun(Default::default())),
            &["plan_begun.seat", "plan_begun.province", "plan_begun.mode"],
        ),
        (Some(Kind::PartPlanned(pb::PartPlanned { seat: 1, part: None })), &["part_planned.part"]),
        (
            Some(Kind::PartPlanned(pb::PartPlanned { seat: 1, part: part(Part::Card(0)) })),
            &["part_planned.part.card"],
        ),
        (
            Some(Kind::PartTakenBack(pb::PartTakenBack { seat: 1, part: part(Part::Joker(15)) })),
            &["part_taken_back.part.joker"],
        ),
        (
            Some(Kind::PartTakenBack(pb::PartTakenBack {
                seat: 1,
                part: part(Part::Exchange(pb::Exchange { from: 1, to: 0 })),
            })),
            &["part_taken_back.part.exchange.to"],
        ),
        (
            Some(Kind::PartPlanned(pb::PartPlanned { seat: 1, part: part(Part::PlusOne(6)) })),
            &["part_planned.part.plus_one"],
        ),
        (
            Some(Kind::Controlled(pb::Controlled {
                seat: 1,
                title: 1,
                province: 1,
                position: 5,
                mode: 1,
                parts: vec![pb::Part::default()],
                points: 65_536,
                title_points: 0,
            })),
            &["controlled.position", "controlled.parts[0].kind", "controlled.points"],
        ),
        (
            Some(Kind::TileTaken(Default::default())),
            &["tile_taken.seat", "tile_taken.province", "tile_taken.bonus"],
        ),
        (Some(Kind::CardDrawn(pb::CardDrawn { seat: 1, card: 15 })), &["card_drawn.card"]),
        (Some(Kind::TurnEnded(pb::TurnEnded { seat: 1, placed: 300 })), &["turn_ended.placed"]),
        (
            Some(Kind::Gilded(pb::Gilded { seat: 1, province: 0, position: 0 })),
            &["gilded.province", "gilded.position"],
        ),
        (Some(Kind::GameOver(Default::default())), &["game_over.reason"]),
        (
            Some(Kind::HandScored(pb::HandScored { koku: 70_000, ..Default::default() })),
            &["hand_scored.seat", "hand_scored.koku"],
        ),
        (
            Some(Kind::MajorityScored(pb::MajorityScored { presence: 256, ..Default::default() })),
            &["majority_scored.province", "majority_scored.seat", "majority_scored.presence"],
        ),
    ]
}

/// The first position of this kind in matches with default options and three
/// seats.
fn find(wanted: impl Fn(&State) -> bool) -> pb::State {
    let matches = (0..100).map(|seed| Setting::new(3, Options::default(), seed));
    let found = matches.filter_map(|setting| setting.find(&wanted)).next();
    ShitennoWire::state_to_proto(&found.expect("such a position comes soon"))
}

/// The turn of somebody without a joker and without a payment; a province is
/// still empty, and all piles have cards.
fn turn() -> pb::State {
    find(|state| {
        let Phase::Turn(turn) = state.phase else { return false };
        let is_hatamoto = state.player(turn.active).title == Some(shitenno_rules::Title::Hatamoto);
        let is_empty = |index: usize| state.provinces[index].kamon_count() == 0;
        state.plan.is_none()
            && !is_hatamoto
            && is_empty(0)
            && is_empty(2)
            && state.round > 2
            && !state.discard.is_empty()
            && !state.spent_koku.is_empty()
    })
}

fn options(message: &mut pb::State) -> &mut pb::Options {
    message.options.as_mut().expect("a state has options")
}

fn running(message: &mut pb::State) -> &mut pb::Turn {
    message.turn.as_mut().expect("the state is in a turn")
}

fn plan_of(seat: u32) -> pb::Plan {
    pb::Plan { seat, province: 1, mode: 1, parts: Vec::new() }
}

//! Every bad field is refused under its own path, and all of them at once.

use edo_rules::{Phase, State, TurnStep};
use edo_server::EdoWire;
use kit_conformance::wire::{bad_fields, refuses_each};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::Wire;
use pb::turn::Step;

use crate::play::{BASE, MODULES, Setting, position};

type StateEdit = fn(&mut pb::State);

#[test]
fn a_bad_field_of_a_state_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("options", |m| m.options = None),
        ("phase", |m| m.phase = 0),
        ("phase", |m| m.phase = 99),
        ("start_seat", |m| m.start_seat = 9),
        ("start_seat", |m| m.start_seat = 0),
        ("round", |m| m.round = 0),
        ("trade", |m| m.round = 11),
        ("round", |m| m.round = 256),
        ("active_seat", |m| m.active_seat = 0),
        ("active_seat", |m| m.active_seat = 6),
        ("planning_seats", |m| m.planning_seats = vec![1]),
        ("relocation", |m| m.relocation = Some(pb::Relocation::default())),
        ("end_reason", |m| m.end_reason = 2),
        ("merchant", |m| m.merchant = 0),
        ("merchant", |m| m.merchant = 29),
        ("trade", |m| m.trade = None),
        ("trade", |m| trade(m).current = 0),
        ("trade", |m| trade(m).pile = vec![]),
        ("trade.current", |m| trade(m).current = 11),
        ("trade.top", |m| trade(m).top = -1),
        ("trade.pile[0]", |m| trade(m).pile = vec![0]),
        ("trade.pile[1]", |m| trade(m).pile = vec![3, 3]),
        ("cities[0].space", |m| m.cities[0].space = 0),
        ("cities[0].space", |m| m.cities[0].space = pb::Space::W1.into()),
        ("cities[1].space", |m| m.cities[1].space = m.cities[0].space),
        ("cities[0].profit", |m| m.cities[0].profit = 25),
        ("cities[1].site_owners[0]", |m| m.cities[1].site_owners = vec![0]),
        ("cities[1].site_owners", |m| m.cities[1].site_owners = vec![1; 15]),
        ("cities[0].trading_post_site", |m| m.cities[0].trading_post_site = 15),
        ("cities[0].fortresses", |m| m.cities[0].fortresses = 256),
        ("cities", |m| m.cities[0].fortresses = 4),
        ("cities", |m| m.cities[0].profit = m.cities[1].profit),
        ("cities[6]", |m| m.cities.push(pb::City { space: 11, ..Default::default() })),
        ("tokken", |m| m.tokken = None),
        ("tokken.columns", |m| tokken(m).columns.truncate(2)),
        ("tokken.columns[2].demand", |m| tokken(m).columns[2].demand = 16),
        ("tokken.columns[0].privilege", |m| tokken(m).columns[0].privilege = 13),
        ("tokken.next_demand", |m| tokken(m).next_demand = -3),
        ("tokken.next_privilege", |m| tokken(m).next_privilege = 99),
        ("tokken.demand_stack[0]", |m| tokken(m).demand_stack = vec![0]),
        ("tokken.privilege_stack[1]", |m| tokken(m).privilege_stack = vec![1, 1]),
        ("tokken", |m| tokken(m).next_demand = tokken(m).columns[0].demand),
        ("ronin[0]", |m| m.ronin[0] = 0),
        ("ronin", |m| m.ronin = vec![20; 6]),
        ("ronin", |m| m.ronin.truncate(2)),
        ("players", |m| m.players.clear()),
        ("players", |m| m.players.truncate(1)),
        ("players", |m| m.players = vec![pb::Player::default(); 6]),
        ("players[0].seat", |m| m.players[0].seat = 2),
        ("players[3].points", |m| m.players[3].points = 65_536),
        ("players[3].ryo", |m| m.players[3].ryo = 65_536),
        ("players[3].rice", |m| m.players[3].rice = u32::MAX),
        ("players[3].wood", |m| m.players[3].wood = u32::MAX),
        ("players[3].stone", |m| m.players[3].stone = u32::MAX),
        ("players[3]", |m| m.players[3].stone = 10_001),
        ("players[1].samurai[0]", |m| m.players[1].samurai = vec![0]),
        ("players[1].samurai", |m| m.players[1].samurai = vec![1; 6]),
        ("players[1].white_officials", |m| m.players[1].white_officials = 256),
        ("players", |m| m.players[1].white_officials = 13),
        ("players[1].special_cards[0]", |m| m.players[1].special_cards = vec![1]),
        ("players[1].special_cards[1]", |m| m.players[1].special_cards = vec![4, 4]),
        ("players[1].package", |m| m.players[1].package = 6),
        ("players", |m| m.players[1].package = 0),
        ("players[1].temples[0]", |m| m.players[1].temples = vec![29]),
        ("players", |m| m.players[1].temples = vec![pb::Space::Edo.into()]),
        ("players[1].privileges[0]", |m| m.players[1].privileges = vec![13]),
        ("players[1].ronin_tokens", |m| m.players[1].ronin_tokens = 300),
        ("players[1].shown[0].slot", |m| m.players[1].shown[0].slot = 4),
        ("players[1].shown[0].card", |m| m.players[1].shown[0].card = 0),
        ("players[1].shown[0].task", |m| m.players[1].shown[0].task = 11),
        ("players[1].shown[0].officials.white", |m| {
            m.players[1].shown[0].officials = Some(pb::Officials { white: 256, ..none() });
        }),
        ("players[1].plan", |m| m.players[1].shown.clear()),
        ("players[1].plan", |m| m.players[1].plan.clear()),
        ("players[1].plan[0].slot", |m| m.players[1].plan[0].slot = 0),
        ("players[1].plan[1].slot", |m| {
            let first = m.players[1].plan[0];
            m.players[1].plan.insert(0, first);
        }),
        ("players[1].plan", |m| m.players[1].plan[0].card = m.players[1].shown[0].card),
        ("turn", |m| m.turn = None),
        ("turn.slot", |m| turn(m).slot = 0),
        ("turn.slot", |m| turn(m).slot = 4),
        ("turn.officials.own", |m| {
            turn(m).officials = Some(pb::Officials { own: 256, ..none() });
        }),
        ("turn", |m| turn(m).officials = Some(pb::Officials { own: 5, ..none() })),
        ("turn.ready[0]", |m| turn(m).ready = vec![0]),
        ("turn.ready", |m| turn(m).ready = vec![1; 6]),
        ("turn.step", |m| turn(m).step = None),
        ("turn.travelling.moves_left", |m| {
            turn(m).step = Some(Step::Travelling(pb::Travelling { moves_left: 256 }));
        }),
        ("turn.trading.used[0]", |m| {
            turn(m).step = Some(Step::Trading(pb::Trading { used: vec![0] }));
        }),
        ("turn.trading.used[1]", |m| {
            turn(m).step = Some(Step::Trading(pb::Trading { used: vec![2, 2] }));
        }),
        ("turn.gathering.space", |m| {
            turn(m).step = Some(Step::Gathering(pb::Gathering { space: 0, moves_left: 1 }));
        }),
        ("turn.relocating.tile", |m| {
            let lost = pb::Relocation { from: 1, tile: 8, drawn: vec![] };
            turn(m).step = Some(Step::Relocating(lost));
        }),
        ("turn.relocating.drawn[1]", |m| {
            let twice = pb::Relocation { from: 1, tile: 1, drawn: vec![1, 1] };
            turn(m).step = Some(Step::Relocating(twice));
        }),
        ("turn", |m| turn(m).step = Some(Step::Finishing(pb::Finishing {}))),
    ];
    refuses_each::<EdoWire>(&working(), table);
}

#[test]
fn a_bad_field_of_another_phase_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("planning_seats", |m| m.planning_seats.clear()),
        ("planning_seats[1]", |m| m.planning_seats = vec![1, 1]),
        ("planning_seats[0]", |m| m.planning_seats = vec![4]),
        ("active_seat", |m| m.active_seat = 1),
        ("turn", |m| m.turn = Some(pb::Turn::default())),
        ("tokken", |m| m.tokken = Some(pb::Tokken::default())),
        ("merchant", |m| m.merchant = pb::Space::C5.into()),
        ("cities[0].space", |m| m.cities[0].space = pb::Space::C4.into()),
        ("ronin", |m| m.ronin = vec![pb::Space::W1.into()]),
        ("players[0]", |m| m.players[0].ronin_tokens = 1),
        ("relocation", |m| {
            m.planning_seats.clear();
            m.phase = pb::Phase::RelocateRonin.into();
        }),
        ("end_reason", |m| {
            m.planning_seats.clear();
            m.phase = pb::Phase::Over.into();
        }),
        ("phase", |m| {
            m.planning_seats.clear();
            m.phase = pb::Phase::SelectRonin.into();
        }),
        ("round", |m| {
            m.planning_seats.clear();
            m.phase = pb::Phase::Positions.into();
        }),
    ];
    let setting = Setting { seats: 3, options: BASE, wealth: false, seed: 1 };
    let fresh = |state: &State| matches!(state.phase, Phase::Plan(_));
    refuses_each::<EdoWire>(&EdoWire::state_to_proto(&position(setting, fresh)), table);
}

#[test]
fn all_bad_fields_of_a_state_are_reported_at_once() {
    let mut message = working();
    message.merchant = 0;
    message.round = 1_000;
    message.active_seat = 0;
    message.players[1].samurai = vec![99];
    message.players[1].plan[0] = pb::PlannedCard::default();
    message.players[4].ryo = 70_000;
    message.cities[0].profit = -1;
    trade(&mut message).top = 40;
    tokken(&mut message).columns.clear();
    turn(&mut message).slot = 9;
    let mut found = bad_fields(EdoWire::state_from_proto(message));
    found.sort();
    let expected = [
        "active_seat",
        "cities[0].profit",
        "merchant",
        "players[1].plan[0].card",
        "players[1].plan[0].slot",
        "players[1].plan[0].task",
        "players[1].samurai[0]",
        "players[4].ryo",
        "round",
        "tokken.columns",
        "trade.top",
        "turn.slot",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_bad_action_is_refused_with_all_its_paths() {
    use pb::action::Kind;
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::TakePackage(pb::TakePackage { package: 0 })), &["take_package.package"]),
        (Some(Kind::TakeCity(pb::TakeCity { city: 29 })), &["take_city.city"]),
        (Some(Kind::SelectRonin(pb::SelectRonin { space: 0 })), &["select_ronin.space"]),
        (Some(Kind::RelocateRonin(pb::RelocateRonin { space: -1 })), &["relocate_ronin.space"]),
        (
            Some(Kind::LayCard(pb::LayCard { slot: 0, card: 0, task: 0 })),
            &["lay_card.slot", "lay_card.card", "lay_card.task"],
        ),
        (Some(Kind::TakeBackCard(pb::TakeBackCard { slot: 4 })), &["take_back_card.slot"]),
        (
            Some(Kind::AddOfficial(pb::AddOfficial { slot: 0, kind: 4 })),
            &["add_official.slot", "add_official.kind"],
        ),
        (
            Some(Kind::TakeBackOfficial(pb::TakeBackOfficial { slot: 9, kind: 0 })),
            &["take_back_official.slot", "take_back_official.kind"],
        ),
        (
            Some(Kind::MoveSamurai(pb::MoveSamurai { from: 0, to: 0 })),
            &["move_samurai.from", "move_samurai.to"],
        ),
        (Some(Kind::MoveMerchant(pb::MoveMerchant { to: 0 })), &["move_merchant.to"]),
        (Some(Kind::Produce(pb::Produce { space: 0, full: true })), &["produce.space"]),
        (Some(Kind::PlaceOfficial(pb::PlaceOfficial { post: 0 })), &["place_official.post"]),
        (Some(Kind::Travel(pb::Travel { from: 0, to: 30 })), &["travel.from", "travel.to"]),
        (Some(Kind::Disperse(pb::Disperse { space: 0 })), &["disperse.space"]),
        (Some(Kind::Gather(pb::Gather { from: 0 })), &["gather.from"]),
        (
            Some(Kind::Build(pb::Build { kind: 5, space: 0, prestige: false })),
            &["build.kind", "build.space"],
        ),
        (
            Some(Kind::BuyGoods(pb::BuyGoods { by: 0, units: 256 })),
            &["buy_goods.by", "buy_goods.units"],
        ),
        (Some(Kind::BuyPoint(pb::BuyPoint { by: 3 })), &["buy_point.by"]),
        (Some(Kind::BuyCard(pb::BuyCard { card: 10 })), &["buy_card.card"]),
        (Some(Kind::Fulfil(pb::Fulfil { column: 0 })), &["fulfil.column"]),
        (Some(Kind::TakeIncome(pb::TakeIncome { city: 0 })), &["take_income.city"]),
        (
            Some(Kind::TakeGood(pb::TakeGood { privilege: 0, good: 4 })),
            &["take_good.privilege", "take_good.good"],
        ),
        (Some(Kind::SendHome(pb::SendHome { space: 0 })), &["send_home.space"]),
        (Some(Kind::Discard(pb::Discard { good: 0 })), &["discard.good"]),
    ];
    for (kind, expected) in table {
        let message = pb::Action { kind: *kind };
        assert_eq!(bad_fields(EdoWire::action_from_proto(message)), *expected);
    }
}

#[test]
fn a_bad_event_is_refused_with_all_its_paths() {
    use pb::event::Kind;
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::StartSeatChosen(Default::default())), &["start_seat_chosen.seat"]),
        (Some(Kind::ProfitLaid(Default::default())), &["profit_laid.city", "profit_laid.tile"]),
        (
            Some(Kind::RoundBegan(pb::RoundBegan { round: 256, seat: 6 })),
            &["round_began.round", "round_began.seat"],
        ),
        (
            Some(Kind::CardLaid(Default::default())),
            &["card_laid.seat", "card_laid.slot", "card_laid.card", "card_laid.task"],
        ),
        (
            Some(Kind::OfficialAdded(pb::OfficialAdded { seat: 1, slot: 1, kind: 0 })),
            &["official_added.kind"],
        ),
        (
            Some(Kind::SlotRevealed(pb::SlotRevealed { seat: 0, planned: None })),
            &["slot_revealed.seat", "slot_revealed.planned"],
        ),
        (
            Some(Kind::SlotRevealed(pb::SlotRevealed {
                seat: 1,
                planned: Some(pb::PlannedCard { slot: 1, card: 1, task: 0, officials: None }),
            })),
            &["slot_revealed.planned.task"],
        ),
        (
            Some(Kind::SamuraiMoved(Default::default())),
            &["samurai_moved.seat", "samurai_moved.from", "samurai_moved.to"],
        ),
        (Some(Kind::Collected(pb::Collected { seat: 1, gain: None })), &["collected.gain"]),
        (
            Some(Kind::Built(pb::Built {
                price: Some(pb::Price { ryo: 256, ..Default::default() }),
                privilege: 13,
                ..Default::default()
            })),
            &["built.seat", "built.kind", "built.space", "built.price.ryo", "built.privilege"],
        ),
        (
            Some(Kind::IncomePaid(pb::IncomePaid {
                seat: 1,
                cities: vec![
                    pb::CityIncome { city: 1, ryo: 3 },
                    pb::CityIncome { city: 1, ryo: 2 },
                    pb::CityIncome { city: 2, ryo: 1 },
                    pb::CityIncome { city: 11, ryo: 0 },
                    pb::CityIncome { city: 12, ryo: 256 },
                ],
            })),
            &[
                "income_paid.cities[1].city",
                "income_paid.cities[2].city",
                "income_paid.cities[3]",
                "income_paid.cities[4].ryo",
            ],
        ),
        (
            Some(Kind::Discarded(pb::Discarded { seat: 1, good: 1, amount: 65_536 })),
            &["discarded.amount"],
        ),
        (Some(Kind::GameOver(Default::default())), &["game_over.reason"]),
        (Some(Kind::Scored(Default::default())), &["scored.seat"]),
    ];
    for (kind, expected) in table {
        let message = pb::Event { kind: kind.clone() };
        assert_eq!(bad_fields(EdoWire::event_from_proto(message)), *expected);
    }
}

/// A state of five players with all modules: somebody has officials to use in
/// the first slot, and seat 2 has revealed that slot.
fn working() -> pb::State {
    let setting = Setting { seats: 5, options: MODULES, wealth: false, seed: 1 };
    let state = position(setting, |state| {
        let Phase::Turn(turn) = state.phase else { return false };
        let second = &state.players[1];
        turn.step == TurnStep::Working
            && turn.slot == 0
            && !turn.officials.is_empty()
            && second.shown[0].is_some()
            && !second.plan.is_empty()
    });
    EdoWire::state_to_proto(&state)
}

fn trade(message: &mut pb::State) -> &mut pb::Trade {
    message.trade.as_mut().expect("a state has trading cards")
}

fn tokken(message: &mut pb::State) -> &mut pb::Tokken {
    message.tokken.as_mut().expect("the match has demands")
}

fn turn(message: &mut pb::State) -> &mut pb::Turn {
    message.turn.as_mut().expect("the state is in a turn")
}

const fn none() -> pb::Officials {
    pb::Officials { own: 0, white: 0, black: 0 }
}

//! Every bad field is refused under its own path, and all of them at once.

use kit_conformance::wire::{bad_fields, refuses_each};
use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Wire;
use shogun_rules::{Options, Phase, State, Task, WinterTask};
use shogun_server::ShogunWire;

use crate::play::{Setting, settings};

type StateEdit = fn(&mut pb::State);

#[test]
fn a_bad_field_of_a_turn_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("options", |m| m.options = None),
        ("options.side", |m| options(m).side = 3),
        ("options.chests", |m| options(m).chests = -1),
        ("players", |m| options(m).chests = pb::ChestDisplay::Hidden.into()),
        ("year", |m| m.year = 256),
        ("season", |m| m.year = 0),
        ("season", |m| m.season = 0),
        ("season", |m| m.season = 5),
        ("season", |m| m.season = pb::Season::Winter.into()),
        ("phase", |m| m.phase = 0),
        ("phase", |m| m.phase = 16),
        ("active_seat", |m| m.active_seat = 0),
        ("active_seat", |m| m.active_seat = 6),
        ("planning_seats", |m| m.planning_seats = vec![1]),
        ("position", |m| m.position = 0),
        ("position", |m| m.position = 11),
        ("holdings[0].province", |m| m.holdings[0].province = 0),
        ("holdings[0].province", |m| m.holdings[0].province = 46),
        ("holdings[1].province", |m| m.holdings[1].province = m.holdings[0].province),
        ("holdings[0].seat", |m| m.holdings[0].seat = 0),
        ("holdings[0].seat", |m| m.holdings[0].seat = 5),
        ("holdings[2].armies", |m| m.holdings[2].armies = 256),
        ("holdings[2]", |m| m.holdings[2].armies = 0),
        ("holdings[2].buildings[1]", |m| m.holdings[2].buildings = vec![1, 4]),
        ("holdings[2].buildings[1]", |m| m.holdings[2].buildings = vec![1, 1]),
        ("holdings[2].markers", |m| m.holdings[2].markers = 300),
        ("players", |m| m.players.clear()),
        ("players", |m| m.players.truncate(2)),
        ("players", |m| m.players = vec![pb::Player::default(); 6]),
        ("players[0].seat", |m| m.players[0].seat = 2),
        ("players[1].supply", |m| m.players[1].supply = 999),
        ("players[1].supply", |m| m.players[1].supply += 1),
        ("players[2].chests_open", |m| m.players[2].chests_open = 256),
        ("players[2].chests_hidden", |m| m.players[2].chests_hidden = 256),
        ("players", |m| m.players[2].chests_hidden = 1),
        ("players[3].rice", |m| m.players[3].rice = 256),
        ("players[3].points.majorities", |m| {
            m.players[3].points = Some(pb::Points { majorities: 70_000, ..Default::default() });
        }),
        ("players[0].plan[0].space", |m| m.players[0].plan[0].space = 0),
        ("players[0].plan[0].space", |m| m.players[0].plan[0].space = 12),
        ("players[0].plan[1].space", |m| m.players[0].plan[1].space = m.players[0].plan[0].space),
        ("players[0].plan[1].card", |m| m.players[0].plan[1].card = m.players[0].plan[0].card),
        ("players[0].plan[0].card", |m| m.players[0].plan[0].card = None),
        ("players[0].plan[0].card.kind", |m| {
            m.players[0].plan[0].card = Some(pb::Card { kind: None });
        }),
        ("players[0].plan[0].card.province", |m| m.players[0].plan[0].card = province_card(0)),
        ("players[0].plan[0].card.chest_card", |m| m.players[0].plan[0].card = chest_card(6)),
        ("players[0]", |m| m.players[0].plan.truncate(1)),
        ("players[0].face_down[0]", |m| m.players[0].face_down[0] = 0),
        ("players[0].face_down[1]", |m| m.players[0].face_down[1] = m.players[0].face_down[0]),
        ("players[0]", |m| m.players[0].face_down.truncate(1)),
        ("players[1].face_up[0].space", |m| m.players[1].face_up[0].space = -3),
        ("players[1].face_up[0].card.province", |m| {
            m.players[1].face_up[0].card = province_card(46);
        }),
        ("farmers", |m| m.farmers = 256),
        ("farmers", |m| m.farmers += 1),
        ("tray[0].seat", |m| m.tray = vec![pb::CubeCount { seat: 6, count: 1 }]),
        ("tray[0].count", |m| m.tray = vec![pb::CubeCount { seat: 0, count: 0 }]),
        ("tray[1].seat", |m| m.tray = vec![pb::CubeCount { seat: 1, count: 1 }; 2]),
        ("tower.upper[0]", |m| tower(m).upper[0] = 6),
        ("tower.stage", |m| tower(m).stage = 0),
        ("tower.next", |m| tower(m).next = 1),
        ("tower.has_hit", |m| tower(m).has_hit = true),
        ("tower", |m| tower(m).stage = pb::TowerStage::Mix.into()),
        ("tower", |m| tower(m).upper = vec![0; 16]),
        ("draft", |m| m.draft = Some(pb::Draft { open: vec![0, 0], ..Default::default() })),
        ("action_cards[0]", |m| m.action_cards[0] = 0),
        ("action_cards[1]", |m| m.action_cards[1] = m.action_cards[0]),
        ("action_cards", |m| m.action_cards.truncate(3)),
        ("specials[4]", |m| m.specials[4] = 6),
        ("specials", |m| m.specials.truncate(4)),
        ("ranking[0]", |m| m.ranking[0] = 0),
        ("ranking[1]", |m| m.ranking[1] = m.ranking[0]),
        ("turn_order", |m| m.ranking.truncate(3)),
        ("turn_order", |m| m.turn_order.truncate(4)),
        ("events_open[0]", |m| m.events_open = vec![13]),
        ("events_open", |m| m.events_open.clear()),
        ("event", |m| m.event = 13),
        ("events_open", |m| m.event = 0),
        ("events_gone[0]", |m| m.events_gone = vec![0]),
        ("turn", |m| m.turn = None),
        ("turn.task", |m| turn(m).task = 0),
        ("turn.province", |m| turn(m).province = 1),
        ("turn.province", |m| turn(m).task = pb::TurnTask::ChooseArmies.into()),
        ("winter", |m| m.winter = Some(pb::Winter::default())),
    ];
    let sound = message(&acting());
    refuses_each::<ShogunWire>(&sound, table);
}

#[test]
fn a_bad_field_of_planning_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("planning_seats", |m| m.planning_seats.clear()),
        ("planning_seats[1]", |m| m.planning_seats = vec![1, 1]),
        ("planning_seats[0]", |m| m.planning_seats = vec![5]),
        ("active_seat", |m| m.active_seat = 1),
        ("position", |m| m.position = 1),
        ("turn", |m| m.turn = Some(pb::Turn::default())),
        ("turn_order", |m| m.turn_order = vec![0; 5]),
        ("players[0]", |m| m.planning_seats.retain(|seat| *seat != 1)),
    ];
    let planning = plain().first(|state| {
        let few = state.players.iter().all(|player| player.plan.len() < 5);
        matches!(state.phase, Phase::Plan(_)) && few && state.players[0].plan.len() > 1
    });
    refuses_each::<ShogunWire>(&message(&planning), table);
}

#[test]
fn a_bad_field_of_a_draft_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("draft", |m| m.draft = None),
        ("draft.step", |m| draft(m).step = 9),
        ("draft.taken", |m| draft(m).taken = 1),
        ("draft.taken", |m| draft(m).step = pb::DraftStep::Place.into()),
        ("draft.open", |m| draft(m).open = vec![1]),
        ("draft.open[1]", |m| draft(m).open[1] = 46),
        ("draft", |m| draft(m).open[1] = draft(m).open[0]),
        ("draft.under[0]", |m| draft(m).under = vec![0]),
        ("draft.seen[0].seat", |m| draft(m).seen[0].seat = 0),
        ("draft.seen[0].lower", |m| draft(m).seen[0].lower = 0),
        ("draft.seen[0].higher", |m| draft(m).seen[0].higher = -1),
        ("draft.seen[1].seat", |m| draft(m).seen[1].seat = draft(m).seen[0].seat),
    ];
    let drafted = settings(1).into_iter().find(|s| s.options.line_up != Default::default());
    let choosing = drafted.expect("a draft is a setting").first(|state| {
        let seen = state.draft.seen.iter().flatten().count();
        let choose = matches!(state.phase, Phase::Draft(turn)
            if turn.step == shogun_rules::DraftStep::Choose);
        choose && seen > 1
    });
    refuses_each::<ShogunWire>(&message(&choosing), table);
}

#[test]
fn a_bad_field_of_a_winter_is_refused_under_its_path() {
    let table: &[(&str, StateEdit)] = &[
        ("winter", |m| m.winter = None),
        ("winter.task", |m| winter(m).task = 0),
        ("winter.farmers", |m| winter(m).farmers = 256),
        ("winter.left", |m| winter(m).left = 1),
        ("winter.province", |m| winter(m).province = 1),
        ("winter.province", |m| winter(m).task = pb::WinterTask::Battle.into()),
        ("winter.revolting[0]", |m| winter(m).revolting[0] = 0),
        ("winter.revolting[1]", |m| winter(m).revolting[1] = winter(m).revolting[0]),
        ("phase", |m| winter(m).revolting.truncate(1)),
    ];
    let revolting = plain().first(
        |state| matches!(state.phase, Phase::Winter(winter) if winter.task == WinterTask::Choose),
    );
    refuses_each::<ShogunWire>(&message(&revolting), table);
}

#[test]
fn all_bad_fields_of_a_state_are_reported_at_once() {
    let mut message = message(&acting());
    options(&mut message).overbid = 7;
    message.season = 9;
    message.holdings[0] = pb::Holding { province: 0, seat: 0, ..Default::default() };
    message.players[1].plan[0].card = None;
    message.players[2].rice = 1_000;
    message.action_cards[3] = 11;
    tower(&mut message).lower = vec![9];
    turn(&mut message).task = 8;
    let mut found = bad_fields(ShogunWire::state_from_proto(message));
    found.sort();
    let expected = [
        "action_cards[3]",
        "holdings[0].province",
        "holdings[0].seat",
        "options.overbid",
        "players[1].plan[0].card",
        "players[2].rice",
        "season",
        "tower.lower[0]",
        "turn.task",
    ];
    assert_eq!(found, expected);
}

#[test]
fn all_bad_options_are_reported_at_once() {
    let message = pb::Options {
        side: 3,
        line_up: 4,
        combat_move: 3,
        plan_reveal: -1,
        overbid: 3,
        short_supply: 4,
        defence_special: 3,
        castle_event: 3,
        theatre_event: 3,
        surplus_farmers: i32::MAX,
        draft_exchange: i32::MIN,
        chests: 3,
        empty_spaces: 3,
    };
    let expected = [
        "side",
        "line_up",
        "combat_move",
        "plan_reveal",
        "overbid",
        "short_supply",
        "defence_special",
        "castle_event",
        "theatre_event",
        "surplus_farmers",
        "draft_exchange",
        "chests",
        "empty_spaces",
    ];
    assert_eq!(bad_fields(ShogunWire::options_from_proto(message)), expected);
}

/// The printed game with four seats.
fn plain() -> Setting {
    Setting::new(4, Options::default(), 0)
}

/// A state in which somebody chooses a target, with cards face down and face up,
/// and something on the upper shelf.
fn acting() -> State {
    plain().first(|state| {
        let chooses = matches!(state.phase, Phase::Act(turn) if turn.task == Task::ChooseTarget);
        let boards = state.players[..4].iter().all(|p| p.plan.len() > 1 && !p.face_up.is_empty());
        chooses && boards && !state.tower.upper.is_empty()
    })
}

fn message(state: &State) -> pb::State {
    ShogunWire::state_to_proto(state)
}

fn options(message: &mut pb::State) -> &mut pb::Options {
    message.options.as_mut().expect("a state has options")
}

fn turn(message: &mut pb::State) -> &mut pb::Turn {
    message.turn.as_mut().expect("the state is in a turn")
}

fn winter(message: &mut pb::State) -> &mut pb::Winter {
    message.winter.as_mut().expect("the state is in winter")
}

fn draft(message: &mut pb::State) -> &mut pb::Draft {
    message.draft.as_mut().expect("the state is in the draft")
}

fn tower(message: &mut pb::State) -> &mut pb::Tower {
    message.tower.as_mut().expect("something is in the tower")
}

fn province_card(number: i32) -> Option<pb::Card> {
    Some(pb::Card { kind: Some(pb::card::Kind::Province(number)) })
}

fn chest_card(number: i32) -> Option<pb::Card> {
    Some(pb::Card { kind: Some(pb::card::Kind::ChestCard(number)) })
}

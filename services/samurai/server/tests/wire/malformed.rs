//! Every bad field is refused under its own path, and all of them at once.

use kit_conformance::wire::{bad_fields, refuses_each};
use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::Wire;
use samurai_server::SamuraiWire;

use crate::play::{Setting, settings};

#[test]
fn a_bad_field_of_a_state_is_refused_under_its_path() {
    type StateEdit = fn(&mut pb::State);
    let table: &[(&str, StateEdit)] = &[
        ("options", |m| m.options = None),
        ("options.start_hand", |m| options(m).start_hand = 9),
        ("options.figure_placement", |m| options(m).figure_placement = 9),
        ("options.end_timing", |m| options(m).end_timing = -1),
        ("options.captures", |m| options(m).captures = 3),
        ("options.start_seat", |m| options(m).start_seat = 5),
        ("phase", |m| m.phase = 0),
        ("phase", |m| m.phase = 99),
        ("start_seat", |m| m.start_seat = 9),
        ("start_seat", |m| m.start_seat = 0),
        ("active_seat", |m| m.active_seat = 0),
        ("active_seat", |m| m.active_seat = 4),
        ("choosing_seats", |m| m.choosing_seats = vec![1]),
        ("end_reason", |m| m.end_reason = 4),
        ("players", |m| m.players.clear()),
        ("players", |m| m.players.truncate(1)),
        ("players", |m| m.players = vec![pb::Player::default(); 5]),
        ("players[0].seat", |m| m.players[0].seat = 2),
        ("players[1].hand[0]", |m| m.players[1].hand[0] = 0),
        ("players[1].hand[0]", |m| m.players[1].hand[0] = 21),
        ("players[2].hand[1]", |m| m.players[2].hand[1] = m.players[2].hand[0]),
        ("players[0].pool[2]", |m| m.players[0].pool[2] = -4),
        ("players[0].chosen[0]", |m| m.players[0].chosen = vec![0]),
        ("players[0].hand", |m| m.players[0].chosen = vec![m.players[0].pool[0]]),
        ("players[0].drawn[0]", |m| m.players[0].drawn = vec![77]),
        ("players[0]", |m| m.players[0].hand.truncate(1)),
        ("players[2]", |m| m.players[2].figure_exchange_used ^= true),
        ("players[1].captured_open.rice", |m| {
            m.players[1].captured_open = Some(pb::FigureCounts { rice: 14, ..Default::default() });
        }),
        ("players[1].captured_hidden.helmets", |m| {
            m.players[1].captured_hidden =
                Some(pb::FigureCounts { helmets: u32::MAX, ..Default::default() });
        }),
        ("players", |m| m.players[1].captured_open = m.set_aside.or(one_rice())),
        ("supply.buddhas", |m| {
            m.supply = Some(pb::FigureCounts { buddhas: 256, ..Default::default() });
        }),
        ("phase", |m| m.supply = one_rice()),
        ("set_aside.rice", |m| {
            m.set_aside = Some(pb::FigureCounts { rice: 40, ..Default::default() });
        }),
        ("settlements[1].cell", |m| m.settlements[1].cell = 0),
        ("settlements[1].cell", |m| m.settlements[1].cell = 175),
        ("settlements[1].cell", |m| m.settlements[1].cell = pb::Cell::Ise.into()),
        ("settlements[1].cell", |m| m.settlements[1].cell = pb::Cell::Sapporo.into()),
        ("settlements[1].cell", |m| m.settlements[1].cell = m.settlements[0].cell),
        ("settlements[0].figures", |m| m.settlements[0].figures.clear()),
        ("settlements[0].figures[0]", |m| m.settlements[0].figures[0] = 0),
        ("settlements[0].figures[1]", |m| m.settlements[0].figures = vec![1, 1]),
        ("settlements", |m| m.settlements.truncate(3)),
        ("placed_tiles[0].cell", |m| m.placed_tiles[0].cell = 0),
        ("placed_tiles[0].cell", |m| m.placed_tiles[0].cell = pb::Cell::Kyoto.into()),
        ("placed_tiles[0].cell", |m| m.placed_tiles[0].cell = pb::Cell::Soya.into()),
        ("placed_tiles[1].cell", |m| m.placed_tiles[1].cell = m.placed_tiles[0].cell),
        ("placed_tiles[0].seat", |m| m.placed_tiles[0].seat = 0),
        ("placed_tiles[0].seat", |m| m.placed_tiles[0].seat = 4),
        ("placed_tiles[0].tile", |m| m.placed_tiles[0].tile = 0),
        ("placed_tiles", |m| m.placed_tiles[0].tile = pb::Tile::FigureExchange.into()),
        ("turn", |m| m.turn = None),
        ("turn", |m| turn(m).tiles_played = 6),
        ("turn.tiles_played", |m| turn(m).tiles_played = 21),
        ("turn.lifted", |m| turn(m).lifted = 21),
        ("turn", |m| turn(m).lifted = pb::Tile::TileExchange.into()),
        ("turn.lifted", |m| {
            turn(m).lifted = 1;
            turn(m).picked = Some(pb::FigurePlace { settlement: 1, figure: 1 });
        }),
        ("turn.picked.settlement", |m| {
            turn(m).picked = Some(pb::FigurePlace { settlement: 0, figure: 1 });
        }),
        ("turn.picked.figure", |m| {
            turn(m).picked = Some(pb::FigurePlace { settlement: 1, figure: 4 });
        }),
    ];
    let sound = playing();
    refuses_each::<SamuraiWire>(&sound, table);
}

#[test]
fn a_bad_field_of_an_earlier_phase_is_refused_under_its_path() {
    type StateEdit = fn(&mut pb::State);
    let table: &[(&str, StateEdit)] = &[
        ("choosing_seats", |m| m.choosing_seats.clear()),
        ("choosing_seats[1]", |m| m.choosing_seats = vec![1, 1]),
        ("choosing_seats[0]", |m| m.choosing_seats = vec![4]),
        ("active_seat", |m| m.active_seat = 1),
        ("turn", |m| m.turn = Some(pb::Turn::default())),
        ("end_reason", |m| {
            m.choosing_seats.clear();
            m.phase = pb::Phase::Over.into();
        }),
        ("phase", |m| m.placed_tiles = vec![pb::PlacedTile { cell: 20, seat: 1, tile: 1 }]),
    ];
    let sound = SamuraiWire::state_to_proto(&three_seats().after(2));
    refuses_each::<SamuraiWire>(&sound, table);
}

#[test]
fn all_bad_fields_of_a_state_are_reported_at_once() {
    let mut message = playing();
    options(&mut message).captures = 7;
    message.players[1].hand[0] = 0;
    message.players[1].pool[1] = 30;
    message.players[2].hand[4] = 30;
    message.placed_tiles[0] = pb::PlacedTile::default();
    turn(&mut message).tiles_played = 100;
    message.active_seat = 0;
    let mut found = bad_fields(SamuraiWire::state_from_proto(message));
    found.sort();
    let expected = [
        "active_seat",
        "options.captures",
        "placed_tiles[0].cell",
        "placed_tiles[0].seat",
        "placed_tiles[0].tile",
        "players[1].hand[0]",
        "players[1].pool[1]",
        "players[2].hand[4]",
        "turn.tiles_played",
    ];
    assert_eq!(found, expected);
}

#[test]
fn all_bad_options_are_reported_at_once() {
    let message = pb::Options {
        start_hand: 3,
        figure_placement: -1,
        end_timing: 3,
        captures: 3,
        start_seat: 5,
    };
    let expected = ["start_hand", "figure_placement", "end_timing", "captures", "start_seat"];
    assert_eq!(bad_fields(SamuraiWire::options_from_proto(message)), expected);
}

#[test]
fn a_bad_action_is_refused_with_all_its_paths() {
    use pb::action::Kind;
    let (tile, cell, figure, settlement) = (0, 0, 0, pb::Cell::Ise.into());
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::ChooseTile(pb::ChooseTile { tile })), &["choose_tile.tile"]),
        (Some(Kind::ReturnTile(pb::ReturnTile { tile: 21 })), &["return_tile.tile"]),
        (
            Some(Kind::PlaceFigure(pb::PlaceFigure { figure, settlement })),
            &["place_figure.settlement", "place_figure.figure"],
        ),
        (
            Some(Kind::PlaceTile(pb::PlaceTile { tile, cell })),
            &["place_tile.tile", "place_tile.cell"],
        ),
        (
            Some(Kind::PickFigure(pb::PickFigure { settlement, figure })),
            &["pick_figure.settlement", "pick_figure.figure"],
        ),
        (
            Some(Kind::SwapFigure(pb::SwapFigure { settlement, figure })),
            &["swap_figure.settlement", "swap_figure.figure"],
        ),
        (Some(Kind::LiftTile(pb::LiftTile { cell: 175 })), &["lift_tile.cell"]),
        (Some(Kind::RedeployTile(pb::RedeployTile { cell })), &["redeploy_tile.cell"]),
    ];
    for (kind, expected) in table {
        let message = pb::Action { kind: *kind };
        assert_eq!(bad_fields(SamuraiWire::action_from_proto(message)), *expected);
    }
}

#[test]
fn a_bad_event_is_refused_with_all_its_paths() {
    use pb::event::Kind;
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::StartSeatChosen(Default::default())), &["start_seat_chosen.seat"]),
        (Some(Kind::HandSealed(pb::HandSealed { seat: 5 })), &["hand_sealed.seat"]),
        (
            Some(Kind::HandDealt(pb::HandDealt { seat: 1, tiles: vec![1, 0, 2] })),
            &["hand_dealt.tiles[1]"],
        ),
        (
            Some(Kind::TilesDrawn(pb::TilesDrawn { seat: 0, tiles: vec![0; 21] })),
            &["tiles_drawn.seat", "tiles_drawn.tiles"],
        ),
        (
            Some(Kind::FigurePlaced(Default::default())),
            &["figure_placed.settlement", "figure_placed.figure"],
        ),
        (
            Some(Kind::TilePlaced(Default::default())),
            &["tile_placed.seat", "tile_placed.tile", "tile_placed.cell"],
        ),
        (
            Some(Kind::FigurePicked(Default::default())),
            &["figure_picked.seat", "figure_picked.settlement", "figure_picked.figure"],
        ),
        (
            Some(Kind::FiguresSwapped(pb::FiguresSwapped {
                seat: 1,
                first: None,
                second: Some(pb::FigurePlace::default()),
            })),
            &[
                "figures_swapped.first",
                "figures_swapped.second.settlement",
                "figures_swapped.second.figure",
            ],
        ),
        (
            Some(Kind::TileLifted(pb::TileLifted { seat: 1, tile: 1, cell: 1 })),
            &["tile_lifted.cell"],
        ),
        (
            Some(Kind::TileRedeployed(pb::TileRedeployed { seat: 1, tile: 0, cell: 1 })),
            &["tile_redeployed.tile", "tile_redeployed.cell"],
        ),
        (
            Some(Kind::FigureCaptured(pb::FigureCaptured {
                seat: 1,
                figure: 1,
                settlement: 1,
                influence: vec![1, 256],
            })),
            &["figure_captured.influence[1]"],
        ),
        (
            Some(Kind::FigureSetAside(pb::FigureSetAside {
                figure: 1,
                settlement: 1,
                influence: vec![1; 5],
            })),
            &["figure_set_aside.influence"],
        ),
        (Some(Kind::TurnEnded(Default::default())), &["turn_ended.seat"]),
        (Some(Kind::Passed(Default::default())), &["passed.seat"]),
        (Some(Kind::GameOver(Default::default())), &["game_over.reason"]),
        (
            Some(Kind::CapturesShown(pb::CapturesShown {
                seat: 5,
                figures: Some(pb::FigureCounts { rice: 14, ..Default::default() }),
            })),
            &["captures_shown.seat", "captures_shown.figures.rice"],
        ),
    ];
    for (kind, expected) in table {
        let message = pb::Event { kind: kind.clone() };
        assert_eq!(bad_fields(SamuraiWire::event_from_proto(message)), *expected);
    }
}

/// The printed game with three seats.
fn three_seats() -> Setting {
    let three = settings(1).into_iter().find(|setting| setting.seats.get() == 3);
    three.expect("three seats are a setting")
}

/// A state in the middle of a turn, with tiles on the board.
fn playing() -> pb::State {
    let states = (100..).map(|steps| SamuraiWire::state_to_proto(&three_seats().after(steps)));
    let mut calm = states.filter(|m| {
        m.turn.is_some_and(|turn| turn.picked.is_none() && turn.lifted == 0)
            && m.placed_tiles.len() > 5
    });
    calm.next().expect("a turn without an exchange comes soon")
}

fn options(message: &mut pb::State) -> &mut pb::Options {
    message.options.as_mut().expect("a state has options")
}

fn turn(message: &mut pb::State) -> &mut pb::Turn {
    message.turn.as_mut().expect("the state is in a turn")
}

fn one_rice() -> Option<pb::FigureCounts> {
    Some(pb::FigureCounts { rice: 1, ..Default::default() })
}

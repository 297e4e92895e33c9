//! The options, all off by default.

use kit_rules::{Pending, Rules};
use samurai_rules::{Captures, EndTiming, Event, FigurePlacement, Options, Samurai, StartHand};

use super::game::{accepted, refused};
use super::position::{fresh, seat};

#[test]
fn sam_18_1_random_hands_need_no_choice() {
    let mut game = fresh("3 players; option random_hands");
    game.draws_all();
    for colour in ["red", "blue", "green"] {
        assert_eq!(game.sizes(colour), (5, 15));
    }
    let dealt = |event: &&Event| matches!(event, Event::HandDealt { count: 5, .. });
    assert_eq!(game.events.iter().filter(dealt).count(), 3);
}

#[test]
fn sam_18_2_random_figures_are_drawn_among_all_legal_places() {
    let mut game = fresh("2 players; option random_figures");
    game.chooses_hands();
    let mut asked = Vec::new();
    while let Pending::Draw { sides } = Samurai::pending(&game.state) {
        asked.push(sides.get());
        game.draws(&[sides.get() - 1]);
    }
    // Three types for two cities; the same without rice in the second; with rice in both;
    // with the second full; then three types for 14 villages.
    assert_eq!(asked[..5], [6, 5, 4, 2, 42]);
    assert_eq!(asked.len(), 18);
    assert_eq!(game.active(), "red");
    game.state.check().unwrap();
}

#[test]
fn sam_18_3_the_last_turn_may_be_played_to_its_end() {
    let text = "2 players; option end_of_turn; only; wakayama rice; mito helmet; himeji buddha;
        red samurai_2a @ settsu; blue to move; blue holds rice_3 ronin_1 ship_2";
    let mut game = accepted(text, "blue: rice_3 @ ise; blue: ronin_1 @ kai");
    assert!(!game.is_over());
    game.refuses("SAM-6.7", "blue: rice_4 @ hida");
    game.plays("blue: end");
    assert!(game.is_over());
    assert_eq!(game.hand("blue"), ["ship_2"]);
}

#[test]
fn sam_18_3_a_tile_exchange_needs_an_empty_land_cell() {
    // Every land cell but Ise is filled.
    let mut text = String::from(
        "2 players; option end_of_turn; only; wakayama rice; kyoto helmet rice;
         red to move; red holds ronin_1 tile_exchange",
    );
    let tiles = ["helmet", "buddha", "rice"]
        .into_iter()
        .flat_map(|kind| (2..=4).map(move |value| format!("{kind}_{value}")));
    let samurai = ["3", "2a", "2b", "1a", "1b"].map(|value| format!("samurai_{value}"));
    let tiles: Vec<String> = tiles.chain(samurai).collect();
    let board = samurai_rules::Board::new(kit_rules::SeatCount::new(2).unwrap());
    let cells = board.empty_land().filter(|land| land.id() != "ise");
    for (index, land) in cells.enumerate() {
        let tile = tiles.get(index % 14).unwrap();
        let (colour, tile) = match index / 14 {
            0 => ("red", tile.as_str()),
            1 => ("blue", tile.as_str()),
            _ => ("blue", "ronin_1"),
        };
        text += &format!("; {colour} {tile} @ {}", land.id());
    }
    accepted(&text, "red: lift shimokita; red: redeploy ise");
    refused("SAM-9.10", &text, "red: ronin_1 @ ise; red: lift shimokita");
}

#[test]
fn sam_18_4_captures_may_be_open_at_every_table() {
    let text = "4 players; option open_captures; wakayama rice; red samurai_2a @ settsu";
    let game = accepted(text, "red: samurai_1a @ ise");
    let player = game.state.player(seat("red"));
    assert_eq!((player.captured_open.total(), player.captured_hidden.total()), (1, 0));
}

#[test]
fn all_options_are_off_by_default() {
    let expected = Options {
        start_hand: StartHand::Chosen,
        figure_placement: FigurePlacement::Players,
        end_timing: EndTiming::AtOnce,
        captures: Captures::ByPlayerCount,
        start_seat: None,
    };
    assert_eq!(Options::default(), expected);
    for option in Samurai::FACTS.options {
        assert_eq!(option.values.first(), Some(&option.default), "{}", option.name);
    }
}

//! Hidden information: what stands behind the screens.

use kit_rules::{Rules, Seat, Seen};
use samurai_rules::{Event, FigureCounts, Samurai, TileSet};

use super::game::accepted;
use super::position::{fresh, position, seat, tile};

#[test]
fn sam_13_1_a_draw_tells_the_others_only_how_many() {
    let tiles: TileSet = TileSet::ALL.iter().take(2).collect();
    let own = Event::TilesDrawn { seat: seat("red"), count: 2, tiles };
    let others = Event::TilesDrawn { seat: seat("red"), count: 2, tiles: TileSet::EMPTY };
    assert_eq!(own.to_string(), "Seat 1 draws 2 tiles: helmet 4 and helmet 3.");
    assert_eq!(others.to_string(), "Seat 1 draws 2 tiles.");
    let dealt = Event::HandDealt { seat: seat("red"), count: 5, tiles: TileSet::EMPTY };
    assert_eq!(dealt.to_string(), "Seat 1 draws a starting hand of 5.");
}

#[test]
fn sam_13_1_sealing_a_hand_tells_nothing_about_it() {
    let mut game = fresh("2 players");
    game.chooses_hands();
    let sealed: Vec<String> =
        game.report().into_iter().filter(|line| line.contains("starting hand")).collect();
    assert_eq!(
        sealed,
        ["Seat 1 has chosen a starting hand.", "Seat 2 has chosen a starting hand."]
    );
}

#[test]
fn sam_13_1_what_a_seat_may_do_does_not_depend_on_other_hands() {
    let text = "2 players; red to move; red holds samurai_3 ship_2 figure_exchange";
    let (one, two) = (position(text), position(&format!("{text}; blue holds rice_4 ship_1a")));
    assert_eq!(one.legal_for("red"), two.legal_for("red"));
}

#[test]
fn sam_13_2_a_capture_is_told_to_everyone_when_it_happens() {
    let game = accepted("3 players; wakayama rice; red samurai_2a @ settsu", "red: ronin_1 @ ise");
    let told = "Seat 1 captures the rice of Wakayama with 3 against 0 and 0.";
    assert!(game.report().contains(&told.to_string()), "{:?}", game.report());
    assert_eq!(game.state.player(seat("red")).captured_open, FigureCounts::NONE);
}

#[test]
fn sam_13_3_tiles_out_of_hand_and_pool_are_all_in_the_open() {
    let game = accepted(
        "2 players; mito rice; tateyama helmet; red to move;
         red holds samurai_3 ship_2 figure_exchange rice_2 rice_3",
        "red: samurai_3 @ kai; red: ship_2 @ pacific_1; red: pick mito rice; red: swap tateyama helmet",
    );
    let player = game.state.player(seat("red"));
    let open = game.state.board.tiles_of(seat("red")).with(samurai_rules::Tile::FIGURE_EXCHANGE);
    assert!(player.figure_exchange_used);
    assert_eq!(player.hand.union(player.pool), TileSet::ALL.difference(open));
    let reveals: Vec<bool> = game.events.iter().map(Samurai::reveals).collect();
    assert_eq!(reveals, [true, true, true, false]);
}

#[test]
fn sam_13_2_what_stood_behind_the_screens_is_told_at_the_end() {
    let text = "3 players; only; wakayama rice; mito helmet; himeji buddha; aside 1 1 0;
        red samurai_2a @ settsu; red captured 2 3 1; blue captured 1 0 4";
    let told = |text: &str| -> Vec<String> {
        let report = accepted(text, "green: rice_4 @ ise").report();
        report.into_iter().filter(|line| line.contains("shows")).collect()
    };
    assert_eq!(
        told(text),
        [
            "Seat 1 shows 2 helmets, 3 buddhas and 1 rice field.",
            "Seat 2 shows 1 helmet, 0 buddhas and 4 rice fields.",
            "Seat 3 shows 0 helmets, 0 buddhas and 1 rice field.",
        ]
    );
    assert_eq!(told(&format!("{text}; option open_captures")), [""; 0]);
}

#[test]
fn sam_13_1_nobody_notices_how_another_seat_chooses() {
    let (seat, tile) = (seat("red"), tile("rice_4"));
    for event in [Event::TileChosen { seat, tile }, Event::TileReturned { seat, tile }] {
        assert_eq!(Samurai::seen(&event, Some(seat)), Seen::Whole);
        for other in [Seat::new(2), None] {
            assert_eq!(Samurai::seen(&event, other), Seen::Nothing);
        }
    }
}

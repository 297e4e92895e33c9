//! The setup.

use kit_rules::{Pending, Rules};
use shitenno_rules::{Event, Phase, Province, Shitenno, Tiles, TitleSet};

use super::position::fresh;

#[test]
fn shi_3_1_the_board_is_empty() {
    let mut game = fresh(4, "");
    game.settles();
    assert!(Province::all().all(|province| game.state.land(province).kamon_count() == 0));
}

#[test]
fn shi_3_2_one_tile_of_three_shows_on_every_gate() {
    let mut game = fresh(2, "");
    assert_eq!(game.state.unseen_tiles, Tiles::all());
    for left in (17..=24).rev() {
        assert_eq!(game.sides(), left);
        game.draws(&[0]);
    }
    assert!(Province::all().all(|province| game.state.land(province).top.is_some()));
    assert_eq!(game.state.unseen_tiles.total(), 16);
}

#[test]
fn shi_3_3_singles_and_doubles_are_one_deck_of_34() {
    let game = fresh(2, "");
    assert_eq!(game.state.troop_deck.count, 34);
    assert_eq!(game.state.troop_deck.cards.troop_cards(), 34);
}

#[test]
fn shi_3_4_the_koku_deck_has_24_cards() {
    let game = fresh(2, "");
    assert_eq!(game.state.koku_deck.count, 24);
    assert_eq!(game.state.koku_deck.cards.koku_cards(), 24);
}

#[test]
fn shi_3_5_the_seats_play_the_generals() {
    let mut game = fresh(4, "");
    game.settles();
    for (number, general) in (1..).zip(["Honda Tadakatsu", "Ii Naomasa", "Sakakibara Yasumasa"]) {
        let named = format!("Seat {number}, {general}, begins as ");
        assert!(game.report().iter().any(|line| line.starts_with(&named)), "{general}");
    }
}

#[test]
fn shi_3_6_scores_start_at_nothing() {
    let mut game = fresh(4, "");
    game.settles();
    assert!(["honda", "sakakibara", "sakai", "ii"].iter().all(|name| game.points(name) == 0));
}

#[test]
fn shi_3_7_two_three_four_players_have_12_10_8_kamon() {
    for (seats, kamon) in [(2, 12), (3, 10), (4, 8)] {
        let game = fresh(seats, "");
        let supplies: Vec<u8> = game.state.players.iter().map(|player| player.supply).collect();
        assert!(supplies[..seats as usize].iter().all(|supply| *supply == kamon));
        assert!(supplies[seats as usize..].iter().all(|supply| *supply == 0));
    }
}

#[test]
fn shi_3_8_everyone_draws_two_troop_cards_and_no_koku() {
    let mut game = fresh(4, "");
    while !matches!(game.state.phase, Phase::DrawStock) {
        game.draws(&[game.sides() - 1]);
    }
    for player in &game.state.players {
        assert_eq!((player.hand.troop_cards(), player.hand.koku_cards()), (2, 0));
    }
    assert_eq!(game.state.troop_deck.count, 26);
}

#[test]
fn shi_3_9_titles_are_drawn_out_of_all_four() {
    let mut game = fresh(2, "");
    for _ in 0..8 {
        game.draws(&[0]);
    }
    assert_eq!(game.sides(), 4);
    game.draws(&[0]);
    assert_eq!(game.sides(), 3);
    game.draws(&[1]);
    assert_eq!([game.title("honda"), game.title("sakakibara")], ["hatamoto", "shomyo"]);
}

#[test]
fn shi_3_10_all_hierarchy_tiles_lie_beside_the_board() {
    let mut game = fresh(3, "");
    game.settles();
    assert_eq!(game.state.hierarchy, TitleSet::ALL);
}

#[test]
fn shi_3_11_tiles_are_drawn_first_then_titles_then_hands_then_the_division() {
    let mut game = fresh(3, "");
    let mut asked = Vec::new();
    while let Pending::Draw { sides } = Shitenno::pending(&game.state) {
        asked.push(sides.get());
        game.draws(&[0]);
    }
    let tiles = (17..=24).rev();
    let titles = (2..=4).rev();
    let troops = (23..=34).rev();
    let koku = (22..=24).rev();
    assert!(asked.into_iter().eq(tiles.chain(titles).chain(troops).chain(koku)));
    let hands = game.events.iter().filter_map(|event| match event {
        Event::HandDealt { seat, .. } => Some(seat.number()),
        _ => None,
    });
    assert!(hands.eq(1..=3));
}

#[test]
fn shi_3_12_play_begins_with_a_division() {
    let mut game = fresh(4, "");
    game.settles();
    assert_eq!((game.state.phase, game.state.round), (Phase::FormLot, 1));
}

//! Ronin: where they start and how they are relocated.

use edo_rules::{LocationTile, SpaceKind};

use super::game::refused;
use super::position::{fresh, laid_out, position, space};

/// The place of each tile in the bag: rice, wood, stone, city, any.
const RICE: u32 = 0;
const WOOD: u32 = 1;
const STONE: u32 = 2;
const CITY: u32 = 3;
const ANY: u32 = 4;

#[test]
fn edo_9_40_there_are_three_ronin_and_seven_tiles() {
    let kinds: Vec<Option<SpaceKind>> = LocationTile::all().map(LocationTile::kind).collect();
    use SpaceKind::{City, Rice, Stone, Wood};
    assert_eq!(kinds[..4], [Some(Rice), Some(Wood), Some(Stone), Some(City)]);
    assert_eq!(kinds[4..], [None, None, None]);
    assert_eq!(laid_out("3 players ronin").state.ronin_tokens_left(), 15);
    let text = "3 players; red at C1; red does A2 travel with 1";
    refused("EDO-9.40", text, "red: disperse C1");
}

#[test]
fn edo_9_41_one_ronin_starts_on_a_random_open_space_of_each_resource() {
    let mut game = fresh("4 players ronin");
    // Start seat, five profit tiles, two trading cards.
    game.draws(&[0; 8]);
    for value in [1, 0, 1] {
        assert_eq!(game.sides(), 2);
        game.draws(&[value]);
    }
    assert_eq!(game.ronin(), "W2 S1 R2");
    assert_eq!(laid_out("5 players ronin").ronin(), "W1 S1 R1");
}

#[test]
fn edo_9_42_ronin_are_never_moved_like_samurai() {
    let text =
        "3 players ronin; ronin W1 S1 R1; red at C1; red has 9 ryo; red does A2 travel with 1";
    refused("EDO-5.10", text, "red: move W1 C1");
    refused("EDO-5.10", text, "red: travel W1 C1");
}

#[test]
fn edo_9_43_two_players_have_a_neutral_samurai_on_every_resource_space() {
    let game = position("2 players ronin; ronin C1 C1 C2");
    for id in ["W1", "W2", "S1", "S2", "R1", "R2"] {
        assert_eq!(game.state.samurai_on(space(id)), 1, "{id}");
    }
    assert_eq!(game.state.samurai_on(space("C1")), 2);
    for other in ["2 players", "3 players ronin; ronin C1 C1 C2"] {
        assert_eq!(position(other).state.samurai_on(space("W1")), 0, "{other}");
    }
}

#[test]
fn edo_9_44_the_start_player_selects_but_two_together_protect_each_other() {
    let mut game = position("3 players ronin; start blue; ronin W1 S1 R1; selecting");
    assert_eq!((game.active(), game.legal_for("blue").len()), ("blue", 3));
    game.refuses("EDO-9.44", "blue: select C1").refuses("EDO-9.44", "blue: send W1");
    let mut game = position("3 players ronin; ronin W1 W1 S1; selecting");
    game.refuses("EDO-9.44", "red: select W1").plays("red: select S1");
    assert_eq!(game.sides(), 7);
    // In a round that begins, the single one is selected without a question.
    let mut game = position("2 players ronin; ronin W1 W1 S1");
    game.plans_idly();
    game.plays("red: stay; blue: stay; red: stay; blue: stay; red: stay; blue: stay").draws(&[0]);
    assert!(game.tells("Seat 2 selects a Ronin on Quarry 1.") && game.sides() == 7);
}

#[test]
fn edo_9_45_the_ronin_is_selected_before_the_tile_is_drawn() {
    let mut game = position("3 players ronin; ronin W1 S1 R1; selecting");
    assert_eq!(game.sides(), 0);
    game.plays("red: select W1");
    assert_eq!(game.sides(), 7);
}

#[test]
fn edo_9_46_the_tile_names_the_kind_and_other_ronin_attract() {
    // Another Ronin on a quarry: it has to be joined.
    let mut game = position("3 players ronin; ronin W1 S2 R1; selecting");
    game.plays("red: select W1").draws(&[STONE]);
    assert_eq!(game.ronin(), "S2 S2 R1");
    // None in a city: any open outer city, never Edo.
    let mut game = position("2 players ronin; ronin W1 S2 R1; selecting");
    game.plays("red: select W1").draws(&[CITY]).refuses("EDO-9.46", "red: send C3");
    game.refuses("EDO-9.46", "red: send EDO").refuses("EDO-9.46", "red: send W2");
    game.plays("red: send C2");
    assert_eq!(game.ronin(), "C2 S2 R1");
    // An open tile: the kind is chosen with the space, and others still attract.
    let mut game = position("3 players ronin; ronin W1 S2 R1; selecting");
    game.plays("red: select W1").draws(&[ANY]).refuses("EDO-9.46", "red: send S1");
    assert!(
        game.allows("red: send S2") && game.allows("red: send C1") && game.allows("red: send W2")
    );
    game.refuses("EDO-9.46", "red: collect").plays("red: send W2");
    assert_eq!(game.ronin(), "W2 S2 R1");
}

#[test]
fn edo_9_47_ronin_on_the_space_it_leaves_do_not_hold_it() {
    let mut game = position("3 players ronin; ronin W1 W1 W1; selecting");
    game.plays("red: select W1").draws(&[ANY]).refuses("EDO-9.47", "red: send W1");
    assert!(game.allows("red: send W2") && game.allows("red: send R1"));
    let mut game = position("3 players ronin; ronin W1 W1 W1; selecting");
    game.plays("red: select W1").draws(&[WOOD]);
    assert_eq!(game.ronin(), "W1 W1 W2");
}

#[test]
fn edo_9_48_there_is_always_somewhere_to_go() {
    for players in 2..=5 {
        let game = laid_out(&format!("{players} players ronin"));
        for kind in [SpaceKind::City, SpaceKind::Wood, SpaceKind::Stone, SpaceKind::Rice] {
            let open = game.state.open_spaces().iter().filter(|space| space.kind() == kind);
            assert!(open.count() >= 2, "{players} players, {kind:?}");
        }
    }
    let mut game = position("2 players ronin; ronin R1 S1 W1; selecting");
    game.plays("red: select R1").draws(&[RICE]);
    assert_eq!(game.ronin(), "W1 S1 R2");
}

//! Hands and figures before the first turn.

use kit_rules::{Pending, Rules, Seat, SeatCount, Violation as _};
use samurai_rules::{Event, Options, Phase, Samurai, Tile, TileSet};

use super::game::{accepted, refused};
use super::position::{COLOURS, fresh, position, seat};

#[test]
fn sam_5_1_the_supply_is_that_of_the_table() {
    for (table, each) in [("2 players", 7), ("3 players", 10), ("4 players", 13)] {
        assert_eq!(fresh(table).state.supply.total(), 3 * each);
    }
}

#[test]
fn sam_5_2_each_player_has_the_whole_set() {
    let state = fresh("3 players").state;
    assert!(state.players[..3].iter().all(|player| player.pool == TileSet::ALL));
    assert!(state.players[..3].iter().all(|player| player.hand.is_empty()));
}

#[test]
fn sam_5_3_all_choose_at_the_same_time() {
    let mut game = fresh("3 players");
    assert_eq!(Samurai::pending(&game.state).seats().len(), 3);
    game.plays("blue: choose ship_2; red: choose ronin_1; blue: choose ship_1a");
    game.plays("red: return ronin_1; red: choose helmet_4");
    assert_eq!(Samurai::pending(&game.state).seats().len(), 3);
}

#[test]
fn sam_5_3_a_hand_is_sealed_with_exactly_five() {
    let mut game = fresh("2 players");
    game.refuses("SAM-5.3", "red: seal");
    for id in ["ship_2", "ship_1a", "ship_1b", "ronin_1"] {
        game.plays(&format!("red: choose {id}")).refuses("SAM-5.3", "red: seal");
    }
    game.refuses("SAM-5.3", "red: choose ship_2");
    game.refuses("SAM-5.3", "red: return helmet_4");
    game.plays("red: choose figure_exchange").refuses("SAM-5.3", "red: choose helmet_4");
    game.plays("red: seal");
    assert_eq!(game.hand("red"), ["ronin_1", "ship_2", "ship_1a", "ship_1b", "figure_exchange"]);
    game.does_not_await("red: choose helmet_4").does_not_await("red: return ship_2");
}

#[test]
fn sam_5_3_nobody_sees_how_far_a_choice_is() {
    let mut game = fresh("2 players");
    let before = game.sizes("red");
    game.plays("red: choose ship_2; red: choose ship_1a");
    assert_eq!(game.sizes("red"), before);
    let secret = |action| Samurai::is_secret(&action);
    assert!(game.legal_for("red").into_iter().all(secret));
    assert!(!secret(samurai_rules::Action::SealHand));
}

#[test]
fn sam_5_4_the_other_fifteen_tiles_are_the_pool() {
    let mut game = fresh("2 players");
    game.chooses_hands();
    for colour in ["red", "blue"] {
        assert_eq!(game.sizes(colour), (5, 15));
        let player = game.state.player(seat(colour));
        assert_eq!(player.hand.union(player.pool), TileSet::ALL);
    }
}

#[test]
fn sam_5_5_random_hands_are_drawn_from_the_whole_set() {
    let mut game = fresh("2 players; option random_hands");
    assert!(matches!(Samurai::pending(&game.state), Pending::Draw { sides } if sides.get() == 20));
    game.draws(&[19, 0, 0, 0]);
    assert!(matches!(Samurai::pending(&game.state), Pending::Draw { sides } if sides.get() == 16));
    game.draws(&[0]);
    assert_eq!(
        game.hand("red"),
        ["helmet_4", "helmet_3", "helmet_2", "buddha_4", "figure_exchange"]
    );
    game.draws_all();
    assert_eq!(game.sizes("blue"), (5, 15));
    assert_eq!(game.active(), "red");
}

#[test]
fn sam_5_6_no_figure_is_placed_before_all_hands_are_settled() {
    let mut game = fresh("2 players");
    game.refuses("SAM-5.6", "red: put helmet in kyoto");
    game.refuses("SAM-5.6", "red: samurai_3 @ kai").refuses("SAM-5.6", "red: end");
    assert_eq!(game.state.figures_on_board().total(), 0);
    game.chooses_hands();
    assert_eq!(game.state.figures_on_board().total(), 3);
    game.refuses("SAM-5.3", "red: choose ship_2");
}

#[test]
fn sam_5_7_the_start_seat_is_configured() {
    let game = fresh("3 players; start green");
    assert_eq!(game.state.start_seat, Some(seat("green")));
    assert_eq!(game.report(), ["Seat 3 begins."]);
    let options = Options { start_seat: Seat::new(4), ..Options::default() };
    let three = SeatCount::new(3).unwrap();
    let refusal = Samurai::setup(&options, three, &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.rule(), "SAM-5.7");
}

#[test]
fn sam_5_7_the_start_seat_is_drawn_otherwise() {
    let three = SeatCount::new(3).unwrap();
    for value in 0..3 {
        let mut game = fresh("3 players");
        game.state = Samurai::setup(&Options::default(), three, &mut game.events).unwrap();
        assert!(
            matches!(Samurai::pending(&game.state), Pending::Draw { sides } if sides.get() == 3)
        );
        game.draws(&[value]);
        assert_eq!(game.state.start_seat, Seat::new(value + 1));
    }
}

#[test]
fn sam_5_8_edo_receives_one_figure_of_each_type_by_itself() {
    let mut game = fresh("2 players");
    game.chooses_hands();
    assert_eq!(game.figures("edo"), ["helmet", "buddha", "rice"]);
    let by_nobody = |event: &&Event| matches!(event, Event::FigurePlaced { seat: None, .. });
    assert_eq!(game.events.iter().filter(by_nobody).count(), 3);
}

#[test]
fn sam_5_9_a_city_takes_two_figures_of_different_types() {
    accepted("2 players; placing; kyoto buddha", "blue: put helmet in kyoto");
    accepted("2 players; placing; kyoto buddha", "blue: put buddha in akita");
    refused("SAM-5.9", "2 players; placing; kyoto buddha", "blue: put buddha in kyoto");
    refused("SAM-5.9", "2 players; placing; kyoto buddha rice", "red: put helmet in kyoto");
}

#[test]
fn sam_5_9_the_supply_has_to_have_the_figure() {
    let mut game = position("2 players; placing; kyoto buddha");
    game.state.supply[samurai_rules::Figure::Rice] = 0;
    game.refuses("SAM-5.9", "blue: put rice in kyoto");
}

#[test]
fn sam_5_9_the_players_place_clockwise_from_the_start_player() {
    let mut game = fresh("3 players; start blue");
    game.chooses_hands();
    assert_eq!(game.active(), "blue");
    game.does_not_await("red: put helmet in kyoto").plays("blue: put helmet in kyoto");
    assert_eq!(game.active(), "green");
    game.plays("green: put rice in kyoto");
    assert_eq!(game.active(), "red");
}

#[test]
fn sam_5_10_an_empty_village_takes_any_figure() {
    let cities = "2 players; placing; kyoto buddha rice; akita helmet rice";
    for figure in ["helmet", "buddha", "rice"] {
        accepted(cities, &format!("red: put {figure} in mito"));
    }
    refused("SAM-5.10", &format!("{cities}; mito rice"), "blue: put helmet in mito");
    let mut game = position(cities);
    game.state.supply[samurai_rules::Figure::Rice] = 0;
    game.refuses("SAM-5.10", "red: put rice in mito");
}

#[test]
fn sam_5_10_the_villages_go_on_with_the_next_player() {
    let mut game = position("3 players; placing; kyoto buddha rice; akita helmet");
    assert_eq!(game.active(), "red");
    game.plays("red: put rice in akita");
    assert_eq!(game.active(), "blue");
    game.plays("blue: put rice in mito");
}

#[test]
fn sam_5_11_villages_edo_and_passing_are_refused_while_a_city_has_room() {
    let text = "2 players; placing; kyoto buddha";
    refused("SAM-5.11", text, "blue: put rice in mito");
    refused("SAM-5.11", text, "blue: put rice in edo");
    refused("SAM-5.11", text, "blue: end");
    let mut game = position(text);
    game.plays("blue: put helmet in kyoto").does_not_await("blue: put helmet in akita");
}

#[test]
fn sam_5_11_a_settlement_out_of_play_takes_no_figure() {
    refused("SAM-3.3", "2 players; placing", "red: put rice in hakata");
}

#[test]
fn sam_5_12_every_player_places_nine_and_the_supply_is_used_up() {
    for (table, seats, placed) in [("2 players", 2, 18), ("3 players", 3, 27), ("4 players", 4, 36)]
    {
        let mut game = fresh(table);
        game.chooses_hands();
        let mut by_seat = [0; 4];
        while let Phase::PlaceFigures { active } = game.state.phase {
            let action = game.legal_for(COLOURS[active.index()])[0];
            let step = kit_rules::Step::Act { seat: active, action };
            kit_rules::take::<Samurai>(&mut game.state, &step, &mut game.events).unwrap();
            by_seat[active.index()] += 1;
        }
        assert_eq!(by_seat.iter().sum::<u32>(), placed);
        assert!(by_seat[..seats].iter().all(|count| *count == 9), "{by_seat:?}");
        assert_eq!(game.state.supply.total(), 0);
        assert_eq!(game.active(), "red");
    }
}

#[test]
fn sam_5_13_play_begins_with_the_start_player_when_all_figures_stand() {
    refused("SAM-5.13", "2 players; placing", "red: samurai_3 @ kai");
    let mut game = fresh("3 players; start blue; option random_figures");
    game.chooses_hands().draws_all();
    assert_eq!(game.active(), "blue");
    game.refuses("SAM-5.13", "blue: put helmet in kyoto");
    let held = game.state.player(seat("blue")).hand.iter().next().map(Tile::id).unwrap();
    game.plays(&format!("blue: {held} @ kai"));
}

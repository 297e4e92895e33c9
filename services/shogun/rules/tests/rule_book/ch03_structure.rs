//! Years, seasons and their steps.

use shogun_rules::{Event, Order, Phase, Season};

use super::game::{Game, acting};
use super::position::{fresh, position, seat};

const ALL: &str = "actions build_castle build_temple build_theatre collect_rice collect_taxes
    deploy_5 deploy_3 deploy_1_move combat_move_a combat_move_b";

#[test]
fn sho_3_1_two_years_of_four_seasons() {
    let mut game = acting(&format!("3 players; blue kaga 2; {ALL}"));
    assert_eq!((game.state.year, game.state.season), (1, Season::Summer));
    let mut game2 = acting(&format!("3 players; blue kaga 2; blue rice 9; season autumn; {ALL}"));
    game2.draws_all();
    assert_eq!((game2.state.year, game2.state.season), (2, Season::Spring));
    game.draws_all();
    assert!(game.told("The spring of year 1 ends, and all cards are taken back."));
    let text = format!("3 players; blue kaga 2; blue rice 9; year 2; season autumn; {ALL}");
    assert!(acting(&text).is_over());
}

#[test]
fn sho_3_2_a_season_goes_step_by_step() {
    let mut game = fresh("3 players");
    game.draws_all();
    game.refuses("SHO-3.2", "blue: stay").refuses("SHO-3.2", "blue: pick attack");
    plan_all(&mut game);
    assert_eq!(game.state.phase, Phase::DrawEvent);
    game.draws_all();
    assert_eq!(game.state.phase, Phase::PickSpecial);
    for _ in 0..3 {
        let name = game.awaits()[0];
        let action = game.legal_for(name)[0].to_string();
        let id = action.rsplit(' ').next().expect("a special card").to_string();
        game.plays(&format!("{name}: pick {id}"));
    }
    let told = |part: &str| game.report().iter().position(|line| line.contains(part));
    let steps = [
        told("The spring of year 1 begins"),
        told("The special cards are laid out"),
        told("has sealed a plan"),
        told("The event of the season"),
        told("The bids are turned up"),
        told("is number"),
        told("Action 1 is"),
    ];
    assert!(steps.is_sorted() && steps[0].is_some(), "{steps:?}");
}

#[test]
fn sho_3_3_five_action_cards_lie_face_up() {
    let mut game = fresh("3 players");
    while game.state.phase != Phase::LayOutActions {
        game.draws(&[0]);
    }
    for sides in [10, 9, 8, 7, 6] {
        assert_eq!(game.sides(), sides);
        game.draws(&[sides - 1]);
    }
    let up: Vec<Order> = game.state.action_cards.iter().flatten().copied().collect();
    let last_five: Vec<Order> = Order::ALL.into_iter().rev().take(5).collect();
    assert_eq!(up, last_five);
}

#[test]
fn sho_3_4_all_special_cards_are_laid_out_for_any_table() {
    let mut game = fresh("3 players");
    while game.state.phase != Phase::LayOutSpecials {
        game.draws(&[0]);
    }
    for sides in [5, 4, 3, 2] {
        assert_eq!(game.sides(), sides);
        game.draws(&[sides - 1]);
    }
    let shown: Vec<&str> = game.state.specials.iter().flatten().map(|card| card.id()).collect();
    assert_eq!(shown, ["recruit", "rice", "taxes", "defence", "attack"]);
}

#[test]
fn sho_3_5_cards_go_back_and_the_order_of_play_stays() {
    let text = format!(
        "3 players; blue kaga 2; yellow noto 1; order yellow blue; {ALL};
        blue plans combat_move_b kaga; blue plans bid chest_1; yellow plans build_castle noto"
    );
    let mut game = acting(&text);
    game.plays("blue: stay");
    for name in ["blue", "yellow"] {
        let player = game.state.player(seat(name));
        assert!(player.plan.is_empty() && player.face_up.is_empty());
        assert!(player.face_down.is_empty());
    }
    assert_eq!(game.state.specials, [None; 5]);
    assert_eq!(game.state.turn_order[..2], [Some(seat("yellow")), Some(seat("blue"))]);
}

#[test]
fn sho_3_6_phases_follow_each_other() {
    let mut game = position(&format!("3 players; blue kaga 2; season autumn; {ALL}"));
    game.begins().draws_all();
    let order = |wanted: fn(&Event) -> bool| game.events.iter().position(wanted);
    let phases = [
        order(|event| matches!(event, Event::SeasonEnds { .. })),
        order(|event| matches!(event, Event::WinterBegins { .. })),
        order(|event| matches!(event, Event::RevoltBegins { .. })),
        order(|event| matches!(event, Event::HoldingsScored { .. })),
        order(|event| matches!(event, Event::YearEnds { .. })),
        order(|event| matches!(event, Event::YearBegins { .. })),
    ];
    assert!(phases.is_sorted() && phases[0].is_some(), "{phases:?}");
}

/// Everyone lays cards in the order of the list and seals.
pub(crate) fn plan_all(game: &mut Game) {
    for name in game.awaits() {
        loop {
            let action = game.legal_for(name)[0];
            let step = kit_rules::Step::Act { seat: seat(name), action };
            if game.allows(&format!("{name}: seal")) {
                game.plays(&format!("{name}: seal"));
                break;
            }
            kit_rules::take::<shogun_rules::Shogun>(&mut game.state, &step, &mut game.events)
                .expect("what is listed is accepted");
        }
    }
}

//! The round, and its secret planning.

use edo_rules::{Edo, Event, Phase};
use kit_rules::Rules;

use super::game::{Game, accepted, refused};
use super::position::{position, seat};

const THREE: &str = "red: lay 1 A1 wood; red: lay 2 A2 travel; red: lay 3 A3 travel";

fn phases(game: &mut Game) -> Vec<&'static str> {
    game.plans_idly().idles();
    let name = |event: &Event| match event {
        Event::RoundBegan { .. } => Some("round"),
        Event::RoninMoved { .. } => Some("ronin"),
        Event::PlanSealed { .. } => Some("plan"),
        Event::SlotRevealed { .. } => Some("turn"),
        Event::WagesPaid { .. } => Some("wages"),
        Event::CardCurrent { .. } => Some("clean-up"),
        _ => None,
    };
    let mut names: Vec<_> = game.events.iter().filter_map(name).collect();
    names.dedup();
    names
}

#[test]
fn edo_5_1_a_round_goes_through_its_phases_in_order() {
    let belongings = "red at C1; red has 5 rice; blue at C2; blue has 5 rice";
    let mut game = position(&format!("2 players; {belongings}"));
    assert_eq!(phases(&mut game), ["plan", "turn", "wages", "clean-up", "round"]);
    let mut game = position(&format!("2 players ronin; {belongings}"));
    assert_eq!(phases(&mut game), ["plan", "turn", "wages", "clean-up", "round", "ronin"]);
    refused("EDO-5.1", "2 players", "red: collect");
}

#[test]
fn edo_5_2_a_plan_is_three_different_own_cards_each_with_one_of_its_tasks() {
    accepted("2 players", &format!("{THREE}; red: seal"));
    refused("EDO-5.2", "2 players", "red: lay 1 A1 wood; red: lay 2 A1 money");
    refused("EDO-5.2", "2 players", "red: lay 1 A1 wood; red: lay 1 A2 travel");
    refused("EDO-5.2", "2 players", "red: lay 4 A1 wood");
    refused("EDO-5.2", "2 players", "red: lay 1 A1 travel");
    refused("EDO-5.2", "2 players", "red: lay 1 S1 wood");
    accepted("2 players; red owns S1", "red: lay 1 S1 wood");
    refused("EDO-5.2", "2 players", "red: lay 1 A1 wood; red: lay 2 A2 travel; red: seal");
    refused("EDO-5.2", "2 players", "red: lift 2");
}

#[test]
fn edo_5_2_a_card_can_be_taken_back_and_laid_elsewhere() {
    let mut game = position("2 players");
    game.plays("red: lay 1 A1 wood; red: lift 1; red: lay 3 A1 build");
    let planned = game.state.player(seat("red")).plan.on(2).expect("slot 3 has a card");
    assert_eq!((planned.card.id(), planned.task), ("A1", edo_rules::Task::Build));
}

#[test]
fn edo_5_3_a_slot_takes_no_official_up_to_as_many_as_its_task_says() {
    let text = "2 players; red has 3 whites";
    accepted(text, &format!("{THREE}; red: seal"));
    let two = format!("{THREE}; red: add 1 own; red: add 1 white");
    refused("EDO-5.3", text, &format!("{two}; red: add 1 own"));
    accepted(text, &format!("{two}; red: add 2 white; red: add 2 own; red: add 2 own"));
    refused("EDO-5.2", text, "red: add 1 own");
    // Five officials, of which one is on the board.
    let text = "2 players; red at C1";
    let four = "red: add 1 own; red: add 1 own; red: add 2 own; red: add 2 own";
    refused("EDO-5.3", text, &format!("{THREE}; {four}; red: add 3 own"));
    refused("EDO-5.3", text, &format!("{THREE}; red: add 1 white"));
}

#[test]
fn edo_5_3_an_official_can_be_taken_back_before_its_card() {
    let mut game = position("2 players");
    game.plays("red: lay 1 A1 wood; red: add 1 own").refuses("EDO-5.3", "red: lift 1");
    game.refuses("EDO-5.3", "red: remove 1 white").plays("red: remove 1 own; red: lift 1");
    assert!(game.state.player(seat("red")).plan.is_empty());
}

#[test]
fn edo_5_4_a_task_may_be_planned_on_two_cards() {
    let game = accepted("2 players", &format!("{THREE}; red: seal"));
    let plan = game.state.player(seat("red")).plan;
    assert_eq!(plan.on(1).map(|p| p.task), plan.on(2).map(|p| p.task));
}

#[test]
fn edo_5_5_a_plan_need_not_be_possible_yet() {
    // Nobody on a forestry, no rice, no Ryo: it can be planned all the same.
    let actions = "red: lay 1 A1 wood; red: add 1 own; red: lay 2 A2 recruit; red: add 2 own;
        red: lay 3 A3 buy; red: add 3 own; red: seal";
    accepted("2 players; red has 0 ryo", actions);
}

#[test]
fn edo_5_6_a_sealed_plan_stays_as_it_is() {
    let mut game = position("2 players");
    game.plays(&format!("{THREE}; red: seal"));
    game.does_not_await("red: lift 1").does_not_await("red: add 1 own");
    let step = kit_rules::Step::Act {
        seat: seat("red"),
        action: edo_rules::Action::TakeBackCard { slot: 0 },
    };
    let refusal = Edo::apply(&mut game.state, &step, &mut game.events);
    let rule = refusal.map_err(|violation| kit_rules::Violation::rule(&violation));
    assert_eq!(rule, Err("EDO-5.6"));
    let text = "2 players; red has 5 ryo; red does A1 money with 1";
    let mut game = position(text);
    game.plays("red: stay").refuses("EDO-5.6", "red: lay 1 A1 wood");
}

#[test]
fn edo_5_6_turns_begin_when_the_last_plan_is_sealed() {
    let mut game = position("2 players");
    game.plays(&format!("{THREE}; red: seal"));
    assert!(matches!(game.state.phase, Phase::Plan(_)));
    game.plays(&format!("{}; blue: seal", THREE.replace("red", "blue")));
    assert!(matches!(game.state.phase, Phase::Turn(_)) && game.active() == "red");
}

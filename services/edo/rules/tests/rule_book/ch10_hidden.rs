//! Hidden information: who sees what.

use edo_rules::{Action, Edo, Event, State};
use kit_rules::{Plan, Rules, Seat, Seen};

use super::game::Game;
use super::position::{position, seat};

/// What a seat sees of a position.
fn view(state: &State, viewer: Seat) -> State {
    let mut view = state.clone();
    for seat in state.seats.seats().filter(|seat| *seat != viewer) {
        view.players[seat.index()].plan = Plan::default();
    }
    view
}

fn planned() -> Game {
    let mut game = position("2 players tokken; red owns Q03");
    game.plays("red: lay 1 A1 wood; red: add 1 own; red: add 1 black; red: lay 2 A2 travel");
    game
}

#[test]
fn edo_10_1_a_plan_leaves_no_trace_for_the_others() {
    let before = position("2 players tokken; red owns Q03");
    let after = planned();
    let blue = seat("blue");
    assert_eq!(view(&before.state, blue), view(&after.state, blue));
    assert_eq!(before.legal_for("blue"), after.legal_for("blue"));
    assert_eq!(after.events.len(), 4);
    for event in &after.events {
        assert_eq!(Edo::seen(event, Some(seat("red"))), Seen::Whole);
        assert_eq!(Edo::seen(event, Some(blue)), Seen::Nothing);
        assert_eq!(Edo::seen(event, None), Seen::Nothing);
    }
    for action in ["lay 1 A1 wood", "lift 1", "add 1 own", "remove 1 own"] {
        assert!(Edo::is_secret(&super::game::read(action)), "{action}");
    }
    assert!(!Edo::is_secret(&Action::SealPlan));
    assert!(Edo::is_retraction(&super::game::read("lift 1")));
    assert!(Edo::is_retraction(&super::game::read("remove 1 own")));
}

#[test]
fn edo_10_1_a_slot_is_moved_into_the_open_when_it_is_revealed() {
    let mut game = planned();
    game.plays("red: lay 3 A3 travel; red: seal");
    game.plays("blue: lay 1 A1 wood; blue: lay 2 A2 travel; blue: lay 3 A3 travel; blue: seal");
    let red = game.state.player(seat("red"));
    assert!(red.shown[0].is_some_and(|shown| shown.officials.total() == 2));
    assert_eq!((red.shown[1], red.plan.len()), (None, 2));
    let seen = view(&game.state, seat("blue"));
    assert!(seen.players[0].plan.is_empty() && seen.players[0].shown[0].is_some());
    let reveals: Vec<bool> = game.events.iter().map(Edo::reveals).collect();
    assert!(reveals.iter().any(|reveals| *reveals));
    let shown = game.events.iter().find(|event| matches!(event, Event::SlotRevealed { .. }));
    assert!(shown.is_some_and(Edo::reveals));
    let open = game.events.iter().skip_while(|event| !matches!(event, Event::PlanSealed { .. }));
    let told: Vec<_> = open.filter(|event| Edo::seen(event, None) == Seen::Whole).collect();
    assert!(told.iter().any(|event| matches!(event, Event::SupportUsed { count: 1, .. })));
    assert!(told.iter().any(|event| matches!(event, Event::SlotRevealed { .. })));
}

#[test]
fn edo_10_2_a_view_without_the_plans_of_others_is_complete_for_its_seat() {
    let game = planned();
    for colour in ["red", "blue"] {
        let seen = view(&game.state, seat(colour));
        seen.check_view(Some(seat(colour))).expect("a view of a position is consistent");
        let mut listed = Vec::new();
        Edo::legal_actions(&seen, seat(colour), &mut listed);
        assert_eq!(listed, game.legal_for(colour));
    }
    view(&game.state, Seat::from_index(4)).check_view(None).expect("a spectator's view");
    let strangers = view(&game.state, seat("red")).check_view(Some(seat("green")));
    assert!(strangers.is_err());
}

#[test]
fn edo_10_3_only_planning_is_simultaneous_and_secret() {
    let game = position("3 players");
    assert_eq!(Edo::pending(&game.state).seats().len(), 3);
    let open = [
        "take K1",
        "start C1",
        "select W1",
        "send W1",
        "move C1 V1",
        "collect",
        "home C1",
        "discard rice",
        "seal",
    ];
    for action in open {
        assert!(!Edo::is_secret(&super::game::read(action)), "{action}");
    }
    let game = position("3 players; red does A1 money with 1");
    assert_eq!(Edo::pending(&game.state).seats().len(), 1);
}

//! Hidden information: who may know what.

use kit_rules::{Rules, Seen};
use shogun_rules::{Action, Card, Event, Order, Shogun, Space, SpaceSet};

use super::game::acting;
use super::position::{planning, sealed, seat};

#[test]
fn sho_13_1_a_plan_is_seen_by_its_own_seat_only() {
    let mut game = planning("3 players; blue kaga 2; red noto 2");
    let others = game.legal_for("red");
    let public = game.state.clone();
    game.plays("blue: lay kaga on bid; blue: lay chest_3 on deploy_5");
    assert_eq!(game.legal_for("red"), others);
    // All that has changed is the plan, which is a field of its own.
    let mut hidden = game.state.clone();
    hidden.players[0].plan = public.players[0].plan;
    assert_eq!(hidden, public);
    for action in [
        Action::LayCard {
            space: Space::Bid,
            card: Card::Province(super::position::province("kaga")),
        },
        Action::TakeBack { space: Space::Bid },
    ] {
        assert!(Shogun::is_secret(&action) && !Shogun::is_secret(&Action::SealPlan));
    }
}

#[test]
fn sho_13_1_empty_spaces_are_seen_once_all_have_sealed() {
    let lay = |name: &str, province: &str| {
        format!(
            "{name}: lay {province} on bid; {name}: lay chest_0 on deploy_5;
             {name}: lay chest_1 on deploy_3; {name}: lay chest_2 on build_castle;
             {name}: lay chest_3 on build_temple; {name}: lay chest_4 on combat_move_a;
             {name}: seal"
        )
    };
    let mut game = planning("3 players; blue kaga 2; red noto 2");
    game.plays(&lay("blue", "kaga"));
    assert!(game.face_down("blue").is_empty());
    assert!(game.told("Seat 1 has sealed a plan."));
    game.plays(&lay("red", "noto"));
    assert_eq!((game.face_down("blue").len(), game.face_down("red").len()), (6, 6));
    let empty = |event: &&Event| matches!(event, Event::SpacesEmpty { .. });
    assert_eq!(game.events.iter().filter(empty).count(), 2);
}

#[test]
fn sho_13_1_bids_are_turned_up_and_later_orders_are_not() {
    let mut game = sealed(
        "3 players; blue kaga 2; red noto 2; blue plans bid chest_2; red plans bid chest_1;
         blue plans combat_move_b kaga; actions build_castle build_temple build_theatre
         collect_rice combat_move_b",
    );
    game.draws(&[0]).plays("blue: pick taxes; red: pick rice");
    assert_eq!(game.plan("blue", "combat_move_b").as_deref(), Some("Kaga"));
    assert_eq!(game.face_down("blue"), [Space::Order(Order::CombatB)]);
    let shown = game.state.player(seat("blue")).face_up.on(Space::Bid.index());
    assert_eq!(shown.map(|card| card.to_string()).as_deref(), Some("chest card 2"));
    game.draws(&[0, 0, 0, 0]);
    assert_eq!(game.plan("blue", "combat_move_b"), None);
    assert_eq!(game.awaits(), ["blue"]);
}

#[test]
fn sho_13_2_everyone_sees_where_a_cancelled_order_lay() {
    let mut game = acting(
        "3 players; blue kaga 6; red noto 2; actions combat_move_a; blue plans combat_move_a kaga;
         red plans collect_taxes noto; red plans deploy_5 chest_2",
    );
    game.plays("blue: to noto; blue: with 5").comes_out("blue 4 red 1");
    let (space, province) = (Space::Order(Order::CollectTaxes), super::position::province("noto"));
    let cancelled = Event::OrderCancelled { seat: seat("red"), space, province };
    assert!(game.events.contains(&cancelled) && Shogun::reveals(&cancelled));
    let left: SpaceSet = [Space::Order(Order::DeployFive)].into_iter().collect();
    assert_eq!(game.state.player(seat("red")).face_down, left);
}

#[test]
fn sho_13_2_everyone_sees_that_an_order_which_is_turned_up_is_lost() {
    let mut game = acting(
        "3 players; blue kaga 6; red noto 4; actions combat_move_a; blue plans combat_move_a kaga;
         red plans combat_move_a noto",
    );
    game.plays("blue: to noto; blue: with 5").comes_out("blue 4 red 1");
    let (order, province) = (Order::CombatA, super::position::province("noto"));
    let lost = Event::OrderLost { seat: seat("red"), order, province };
    assert!(game.events.contains(&lost));
    assert_eq!(Shogun::causes(&lost), ["SHO-6.7", "SHO-13.2"]);
    // The card lay open before, so nothing comes to light.
    assert!(!Shogun::reveals(&lost));
    assert_eq!(Shogun::seen(&lost, None), Seen::Whole);
}

#[test]
fn sho_13_1_nobody_notices_how_another_seat_plans() {
    let (blue, space) = (seat("blue"), Space::Bid);
    let card = Card::Province(super::position::province("kaga"));
    for event in [
        Event::CardLaid { seat: blue, space, card },
        Event::CardTakenBack { seat: blue, space, card },
    ] {
        assert_eq!(Shogun::seen(&event, Some(blue)), Seen::Whole);
        for other in [Some(seat("red")), None] {
            assert_eq!(Shogun::seen(&event, other), Seen::Nothing);
        }
    }
    let cancelled =
        Event::OrderCancelled { seat: blue, space, province: super::position::province("kaga") };
    assert_eq!(Shogun::seen(&cancelled, None), Seen::Whole);
}

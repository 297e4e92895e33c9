//! Labels: what can be done, said in the words of the game.

use std::collections::BTreeSet;

use edo_rules::{Action, BuildingKind, Card, Figure, Phase, Space, Squad, Task};
use edo_server::EdoWire;
use kit_conformance::wire::position::orders;
use kit_rules::Seat;
use kit_rules_server::Wire;

use crate::play::{position, settings, settled};

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(6) {
        settled(setting, |state| seen.extend(orders::<EdoWire>(state.seats, state)));
    }
    let expected = [
        ("Assign officials", "Put"),
        ("Bring in resources", "Bring"),
        ("Build", "Build"),
        ("Buy a card", "Buy"),
        ("End the movement", "End"),
        ("End the turn", "End"),
        ("Face Ronin", "Call"),
        ("Face Ronin", "Face"),
        ("Face Ronin", "Turn"),
        ("Forfeit", "Let"),
        ("Fulfil a demand", "Deliver"),
        ("Lay a card", "Lay"),
        ("Move for Ryo", "Move"),
        ("Move the Ronin", "Send"),
        ("New samurai", "Make"),
        ("Pay wages", "Keep"),
        ("Return resources", "Return"),
        ("Seal the plan", "Seal"),
        ("Select a Ronin", "Select"),
        ("Send home", "Send"),
        ("Take a package", "Take"),
        ("Take a starting city", "Start"),
        ("Take back", "Take"),
        ("Trade", "Buy"),
        ("Trade", "End"),
        ("Travel for free", "End"),
        ("Travel for free", "Travel"),
        ("Use a privilege", "Take"),
        ("Use an official", "Collect"),
        ("Use an official", "Hire"),
    ];
    let expected = expected.map(|(group, first)| (group, first.to_owned()));
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn labels_say_what_an_action_costs_and_where_it_belongs() {
    let state =
        position(settings(1)[0], |state| matches!(state.phase, Phase::Plan(_)) && state.round == 1);
    let space = |id: &str| Space::from_id(id).expect("a space");
    let card = Card::from_id("A1").expect("a card");
    let (edo, kawagoe) = (space("EDO"), space("C1"));
    let table = [
        (
            Action::Move { figure: Figure::Samurai(kawagoe), to: edo },
            "Move a samurai from Kawagoe to Edo for 2 Ryo",
            "space-edo",
        ),
        (
            Action::Move { figure: Figure::Merchant, to: kawagoe },
            "Move the merchant to Kawagoe for 2 Ryo",
            "space-c1",
        ),
        (
            Action::Build { kind: BuildingKind::House, space: kawagoe, prestige: false },
            "Build a house in Kawagoe for 4 Ryo, 2 wood and 1 stone",
            "space-c1",
        ),
        (
            Action::LayCard { slot: 2, card, task: Task::Build },
            "Lay card A1 in slot 3 to build",
            "card-a1-build",
        ),
        (Action::TakeBackCard { slot: 0 }, "Take the card back from slot 1", "slot-2-1"),
        (Action::PayWages, "Keep and pay 1 samurai", "player-2"),
    ];
    let seat = Seat::new(2).expect("a seat");
    for (action, text, element) in table {
        let label = EdoWire::label(&state, seat, &action);
        assert_eq!((label.text.as_str(), label.element.as_str()), (text, element));
    }
    let mut deserted = state.clone();
    deserted.players[seat.index()].samurai = Squad::EMPTY;
    let label = EdoWire::label(&deserted, seat, &Action::PayWages);
    assert_eq!(label.text, "Go on without samurai");
}

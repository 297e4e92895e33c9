//! People can tell actions apart and tap what they mean.

use std::collections::BTreeSet;

use edo_rules::{Action, BuildingKind, Card, Figure, Phase, Space, Squad, Task};
use edo_server::EdoWire;
use kit_rules::Seat;
use kit_rules_server::Wire;

use crate::drawing::ids;
use crate::play::{legal, now_and_then, position, schema, settings, settled, view};

#[test]
fn labels_are_unique_within_one_list() {
    for setting in settings(2) {
        settled(setting, |state| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                let texts: BTreeSet<String> =
                    actions.iter().map(|action| EdoWire::label(state, seat, action).text).collect();
                assert_eq!(texts.len(), actions.len(), "{setting:?}: {texts:?}");
            }
        });
    }
}

#[test]
fn every_label_has_a_group_and_names_an_element_that_is_drawn() {
    let schema = schema();
    for setting in settings(2) {
        now_and_then(setting, |state| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                if actions.is_empty() {
                    continue;
                }
                let svg = EdoWire::render(view(&schema, state, Some(seat)), Some(seat))
                    .expect("a view can be drawn");
                let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
                for action in actions {
                    let label = EdoWire::label(state, seat, &action);
                    assert!(!label.group.is_empty() && !label.text.is_empty());
                    let element = label.element.as_str();
                    let found = element.is_empty() || drawn.contains(element);
                    assert!(found, "{setting:?}: {action} belongs to {element}");
                }
            }
        });
    }
}

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(6) {
        settled(setting, |state| {
            for seat in state.seats.seats() {
                for action in legal(state, seat) {
                    let label = EdoWire::label(state, seat, &action);
                    let first = label.text.split(' ').next().unwrap_or_default().to_owned();
                    seen.insert((label.group, first));
                }
            }
        });
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

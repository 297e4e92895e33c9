//! Labels: what can be done, said in the words of the game.

use std::collections::BTreeSet;

use kit_conformance::wire::position::orders;
use kit_rules::Seat;
use kit_rules_server::Wire;
use shitenno_rules::{Action, Card, Element, LotName, Mode, Province, Title, Troop};
use shitenno_server::ShitennoWire;

use crate::play::settings;

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(4) {
        setting.settled(|state| seen.extend(orders::<ShitennoWire>(state.seats, state)));
    }
    let expected = [
        ("Announce", "Pay"),
        ("Answer", "Accept"),
        ("Answer", "Refuse"),
        ("Bonus tiles", "Count"),
        ("Bonus tiles", "Draw"),
        ("Bonus tiles", "Exchange"),
        ("Choose", "Choose"),
        ("Control with koku", "Control"),
        ("Control with troops", "Control"),
        ("End the turn", "End"),
        ("End the turn", "Pass"),
        ("Gild a kamon", "Gild"),
        ("Joker", "Use"),
        ("Lot A", "Put"),
        ("Lot B", "Put"),
        ("Offer", "Offer"),
        ("Offer", "Present"),
        ("Pay", "Pay"),
        ("Take back", "Do"),
        ("Take back", "Take"),
    ];
    let expected = expected.map(|(group, first)| (group, first.to_owned()));
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn a_label_says_what_it_takes_and_belongs_to_what_is_tapped() {
    let state = settings(1)[0].after(12);
    let seat = Seat::from_index(0);
    let read = |action| {
        let label = ShitennoWire::label(&state, seat, &action);
        (label.text, label.element)
    };
    let card = |id| Card::from_id(id).expect("a card");
    let kanto = Province::from_id("kanto").expect("a province");
    let face = state.land(kanto).top.expect("nobody has been there").face;
    let needed = match face {
        Troop::Samurai => "4 Samurai".to_owned(),
        other => format!("3 Samurai and 1 {other}"),
    };
    let both = |text: &str, element: &str| (text.to_owned(), element.to_owned());
    assert_eq!(
        read(Action::Aim { province: kanto, mode: Mode::Troops }),
        both(&format!("Control Kantō with {needed}"), "troops-kanto"),
    );
    assert_eq!(
        read(Action::Aim { province: kanto, mode: Mode::Koku }),
        both("Control Kantō for 5 koku", "position-kanto-1"),
    );
    assert_eq!(
        read(Action::PayCard(card("bushi+sohei"))),
        both("Pay with Bushi+Sōhei", "hand-bushi-sohei"),
    );
    assert_eq!(
        read(Action::UseJoker(card("shinobi"))),
        both("Use the joker as Shinobi", "title-hatamoto"),
    );
    assert_eq!(
        read(Action::LayTile { lot: LotName::B, tile: Title::Daimyo }),
        both("Put the Daimyō on lot B", "tile-daimyo"),
    );
    let koku = Element::Koku;
    assert_eq!(
        read(Action::ApplyExchange { from: koku, to: Element::Troop(Troop::Bushi) }),
        both("Exchange koku for Bushi", "bonus-exchange"),
    );
    assert_eq!(
        read(Action::Gild { province: kanto, position: 2 }),
        both("Gild position 2 of Kantō", "position-kanto-2"),
    );
}

//! Packages, authorization cards and buildings.

use edo_rules::{BuildingKind, Card, CardSet, Package, PackageSet, Task};

use super::game::{accepted, leaves, refused};
use super::position::{card, laid_out, task};

#[test]
fn edo_3_11_the_five_packages_are_the_same_at_every_table() {
    let contents: Vec<String> = Package::all().map(|p| p.contents().to_string()).collect();
    let expected = [
        "3 rice and 2 wood",
        "2 rice and 2 stone",
        "1 Ryo, 2 rice, 1 wood and 1 stone",
        "3 Ryo and 4 rice",
        "6 Ryo, 1 rice and 1 wood",
    ];
    assert_eq!(contents, expected);
    for players in 2..=5 {
        let game = laid_out(&format!("{players} players"));
        for package in PackageSet::ALL.iter() {
            assert!(game.allows(&format!("red: take {}", package.id())));
        }
    }
}

#[test]
fn edo_3_12_everyone_owns_three_cards_with_four_tasks_and_special_cards_have_two() {
    let shown = |id: &str| -> Vec<(Task, u8)> {
        card(id).tasks().iter().map(|facts| (facts.task, facts.officials_max)).collect()
    };
    let expected = |tasks: &[(&str, u8)]| -> Vec<(Task, u8)> {
        tasks.iter().map(|(name, max)| (task(name), *max)).collect()
    };
    assert_eq!(shown("A1"), expected(&[("supply", 2), ("money", 2), ("wood", 2), ("build", 2)]));
    assert_eq!(shown("A2"), expected(&[("stone", 2), ("travel", 3), ("trade", 1), ("recruit", 1)]));
    assert_eq!(shown("A3"), expected(&[("harvest", 2), ("travel", 2), ("build", 1), ("buy", 1)]));
    assert_eq!(shown("S1"), expected(&[("wood", 3), ("stone", 3)]));
    assert_eq!(shown("S2"), expected(&[("money", 2), ("build", 3)]));
    assert_eq!(shown("S3"), expected(&[("travel", 4), ("recruit", 2)]));
    assert_eq!(shown("S4"), expected(&[("supply", 2), ("trade", 2)]));
    assert_eq!(shown("S5"), expected(&[("harvest", 3), ("build", 2)]));
    assert_eq!(shown("S6"), expected(&[("wood", 2), ("trade", 2)]));
    assert!(CardSet::BASIC.iter().all(|card| !card.is_special()));
    assert!(Card::all().filter(|card| card.is_special()).eq(CardSet::SPECIAL.iter()));
}

#[test]
fn edo_3_13_special_cards_bring_more_or_cost_less() {
    leaves("3 players; red does S2 money with 1", "red: collect", "red", "8 ryo");
    leaves("3 players; red does S4 supply with 1", "red: collect", "red", "1 ryo, 3 rice");
    leaves(
        "3 players; red at W1; red does S6 wood with 1",
        "red: produce W1",
        "red",
        "1 ryo, 4 wood",
    );
    let text = "3 players; red at C1; red has 3 ryo 2 wood 1 stone; red does S5 build with 1";
    leaves(text, "red: build house C1", "red", "1 points");
    // Temples and demands are not discounted.
    let temple = "3 players jiin; red at V1; red has 1 ryo 2 wood 1 rice; red does S2 build with 1";
    leaves(temple, "red: build temple V1", "red", "1 ryo, 1 points");
    let demand =
        "3 players tokken; demands D11 D12 D13 next D14; red at EDO; red has 5 ryo 4 stone;
        red does S2 build with 1";
    leaves(demand, "red: fulfil 2", "red", "5 ryo, 1 points");
}

#[test]
fn edo_3_14_buildings_have_their_prices_points_weights_and_limits() {
    let facts = BuildingKind::ALL.map(|b| (b.price().to_string(), b.points(), b.weight()));
    assert_eq!(facts[0], ("4 Ryo, 2 wood and 1 stone".to_owned(), 1, 1));
    assert_eq!(facts[1], ("6 Ryo, 3 wood and 2 stone".to_owned(), 2, 2));
    assert_eq!(facts[2], ("10 Ryo and 6 stone".to_owned(), 3, 0));
    assert_eq!(facts[3], ("1 rice and 2 wood".to_owned(), 1, 0));
    let rich = "red has 50 ryo 20 rice 20 wood 20 stone; red does A1 build with 2";
    let text = format!("3 players; EDO: red red red red red red; C1: red; red at EDO C2; {rich}");
    refused("EDO-3.14", &text, "red: build house EDO");
    let text = format!("3 players; C1: red+; red at C2; {rich}");
    refused("EDO-3.14", &text, "red: build post C2");
    let text = format!("3 players jiin; red temple V1 V2 V3; red at Y1; {rich}");
    refused("EDO-3.14", &text, "red: build temple Y1");
    let full = "C1: fortress; C2: fortress; C3: fortress; C4: fortress; C5: fortress";
    let text = format!("5 players; {full}; EDO: fortress fortress; red at EDO; {rich}");
    accepted(&text, "red: build fortress EDO");
}

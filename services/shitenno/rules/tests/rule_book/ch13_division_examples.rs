//! The worked examples of divisions, with their exact cards.

use super::game::{Game, accepted};
use super::position::position;

fn received(game: &Game, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{} {}", game.title(name), game.hand(name))).collect()
}

#[test]
fn shi_ex_01_a_division_of_four() {
    let mut game = position(
        "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto;
         stock So Sh Sa Sa Bu Bu So+Sh Sh K1 K1 K3 K1",
    );
    game.plays("honda: form 2: K1 K1 So Sh; sakakibara: refuse; sakai: accept");
    assert_eq!(game.awaited(), "honda");
    game.plays("honda: form 1: Sa Sa Bu; sakakibara: refuse; ii: refuse");
    assert_eq!(game.awaited(), "sakakibara");
    game.plays("sakakibara: split A4: K3 Bu | B3: K1 So+Sh Sh; ii: choose B");
    assert_eq!(
        received(&game, &["sakakibara", "ii", "sakai", "honda"]),
        ["daimyo Bu K3", "shomyo Sh So+Sh K1", "sensei So Sh K1 K1", "hatamoto Sa Sa Bu"]
    );
    assert_eq!(game.awaited(), "sakakibara");
}

#[test]
fn shi_ex_15_two_players_leave_two_titles() {
    let game = accepted(
        "honda daimyo, ii sensei; stock Sa Bu+Bu Sh So K2 K1",
        "honda: split A4: K1 Sh | B1: Sa Bu+Bu So K2; ii: choose B",
    );
    assert_eq!(received(&game, &["honda", "ii"]), ["daimyo Sh K1", "hatamoto Sa So Bu+Bu K2"]);
    let unheld = shitenno_rules::Title::ALL.into_iter().filter(|t| game.state.holder(*t).is_none());
    assert!(unheld.map(|title| title.seals()).eq([2, 3]));
}

#[test]
fn shi_ex_16_three_players_leave_one_title() {
    let game = accepted(
        "sakai daimyo, honda shomyo, ii sensei; stock Sa Sa Bu So So Sh K1 K2 K3",
        "sakai: form 3: Sa Sa K1; honda: refuse; ii: accept;
         sakai: split A4: K3 | B2: Bu So So Sh K2; honda: choose A",
    );
    assert_eq!(
        received(&game, &["honda", "ii", "sakai"]),
        ["daimyo K3", "shomyo Sa Sa K1", "sensei Bu So So Sh K2"]
    );
    assert_eq!(game.state.holder(shitenno_rules::Title::Hatamoto), None);
}

const STOCK: &str = "stock Sa Bu So Sh Sa Bu So Sh K1 K2 K1 K2";

#[test]
fn shi_ex_17_an_empty_lot_that_nobody_wants() {
    let text = format!("honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto; {STOCK}");
    let game = accepted(
        &text,
        "honda: form 4: ; sakakibara: refuse; sakai: refuse; ii: refuse;
         sakakibara: form 3: Sa Bu So Sh K1 K1; sakai: accept;
         sakakibara: split A2: Sa Bu K2 | B1: So Sh K2; ii: choose A",
    );
    assert_eq!(
        received(&game, &["honda", "sakai", "ii", "sakakibara"]),
        ["daimyo ", "shomyo Sa Bu So Sh K1 K1", "sensei Sa Bu K2", "hatamoto So Sh K2"]
    );
}

#[test]
fn shi_ex_18_the_tairo_stays_in_office() {
    let text = format!("ii daimyo, sakai shomyo, honda sensei, sakakibara hatamoto; {STOCK}");
    let game = accepted(
        &text,
        "ii: form 3: K2 Sa; sakai: accept; ii: form 1: Sa Bu Bu K1; honda: accept;
         ii: split A4: So So K1 | B2: Sh Sh K2; sakakibara: choose B",
    );
    assert_eq!(
        received(&game, &["ii", "sakai", "sakakibara", "honda"]),
        ["daimyo So So K1", "shomyo Sa K2", "sensei Sh Sh K2", "hatamoto Sa Bu Bu K1"]
    );
}

/// The division that follows when the last player of four or three passes.
fn drawn(players: &str, deck: usize, discard: usize) -> (usize, usize, usize) {
    let singles = ["Sa", "Bu", "So", "Sh"];
    let some = |count: usize| singles.into_iter().cycle().take(count).collect::<Vec<_>>().join(" ");
    let text =
        format!("{players}; turn ii; koku left 12; deck {}; discard {}", some(deck), some(discard));
    let mut game = position(&text);
    game.plays("ii: end").settles();
    let stock = game.state.stock.troop_cards() as usize;
    (stock, game.state.troop_deck.count.into(), game.state.discard.total() as usize)
}

const FOUR: &str = "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto";

#[test]
fn shi_ex_19_the_deck_is_refilled_in_mid_draw() {
    assert_eq!(drawn(FOUR, 2, 15), (8, 9, 0));
}

#[test]
fn shi_ex_20_five_cards_are_all_there_are() {
    assert_eq!(drawn(FOUR, 2, 3), (5, 0, 0));
}

#[test]
fn shi_ex_21_a_deck_that_is_just_empty_stays_empty() {
    assert_eq!(drawn("honda daimyo, sakai sensei, ii hatamoto", 6, 9), (6, 0, 9));
}

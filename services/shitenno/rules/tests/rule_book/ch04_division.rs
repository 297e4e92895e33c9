//! The even year: lots are formed, offered and split.

use shitenno_rules::{Action, Event, Phase, TitleSet};

use super::game::{accepted, refused, short};
use super::position::{fresh, position};

const FOUR: &str = "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto; stock Sa Bu So K1";
const THREE: &str = "honda daimyo, sakakibara shomyo, sakai sensei; stock Sa Bu So K1";
const TWO: &str = "honda daimyo, ii sensei; stock Sa Bu K1";

#[test]
fn shi_4_1_everyone_gets_exactly_one_lot() {
    let mut game = accepted(
        FOUR,
        "honda: form 4: Sa; sakakibara: accept; honda: form 3: Bu; sakai: accept;
         honda: split A2: So | B1: K1; ii: choose A",
    );
    let hands = ["honda", "sakakibara", "sakai", "ii"].map(|name| game.hand(name));
    assert_eq!(hands, ["K1", "Sa", "Bu", "So"]);
    game.does_not_await("sakai: accept");
}

#[test]
fn shi_4_2_the_cards_of_a_division_lie_open_before_the_highest_title() {
    for (seats, troops, koku) in [(2, 4, 2), (3, 6, 3), (4, 8, 4)] {
        let mut game = fresh(seats, "");
        game.settles();
        let drawn = game.events.iter().find_map(|event| match event {
            Event::StockDrawn { cards, tairo, .. } => Some((*cards, *tairo)),
            _ => None,
        });
        let (cards, tairo) = drawn.expect("the stock was drawn");
        assert_eq!((cards.troop_cards(), cards.koku_cards()), (troops, koku));
        assert_eq!(Some(tairo), game.state.by_title().next());
    }
}

#[test]
fn shi_4_3_all_four_hierarchy_tiles_can_be_chosen_at_every_table() {
    for text in [TWO, THREE, FOUR] {
        let game = position(text);
        let tiles = |action: &&Action| {
            matches!(action, Action::LayTile { lot, .. }
            if *lot == shitenno_rules::LotName::A)
        };
        assert_eq!(game.legal_for("honda").iter().filter(tiles).count(), 4);
    }
    refused("SHI-4.3", TWO, "honda: tile 4 on A; honda: tile 4 on B");
}

#[test]
fn shi_4_4_the_tairo_goes_on_while_others_take_the_lots() {
    let mut game = accepted(FOUR, "honda: form 4: Sa; sakakibara: accept");
    assert_eq!(game.awaited(), "honda");
    game.plays("honda: form 3: Bu; sakai: refuse; ii: refuse");
    assert_eq!(game.awaited(), "sakai");
}

#[test]
fn shi_4_5_a_lot_is_one_title_and_any_cards() {
    accepted(FOUR, "honda: form 1: ");
    accepted(FOUR, "honda: form 2: Sa Bu So K1");
    accepted(FOUR, "honda: tile 4 on A; honda: untile A; honda: tile 3 on A; honda: offer");
    accepted(FOUR, "honda: card Sa on A; honda: uncard Sa off A; honda: card Sa on A");
    refused("SHI-4.5", FOUR, "honda: card Sa on A; honda: offer");
    refused("SHI-4.5", FOUR, "honda: tile 4 on A; honda: tile 3 on A");
    refused("SHI-4.5", FOUR, "honda: card Sa on A; honda: card Sa on A");
    refused("SHI-4.5", FOUR, "honda: uncard Sa off A");
    refused("SHI-4.5", FOUR, "honda: untile A");
    refused("SHI-4.5", FOUR, "honda: card Sa on B");
    refused("SHI-4.6", FOUR, "honda: accept");
}

#[test]
fn shi_4_6_the_lot_is_offered_down_the_titles_one_by_one() {
    let mut game = accepted(FOUR, "honda: form 4: Sa");
    assert_eq!(game.awaited(), "sakakibara");
    game.refuses("SHI-4.6", "sakakibara: card Bu on A");
    game.does_not_await("ii: accept");
    game.plays("sakakibara: refuse");
    assert_eq!((game.awaited(), short(&game.state.lots[0].cards)), ("sakai", "Sa".to_owned()));
    game.plays("sakai: refuse");
    assert_eq!(game.awaited(), "ii");
}

#[test]
fn shi_4_7_who_accepts_is_served_and_not_asked_again() {
    let mut game = accepted(FOUR, "honda: form 4: Sa; sakakibara: accept");
    assert_eq!(game.hand("sakakibara"), "Sa");
    assert_eq!(game.state.phase, Phase::FormLot);
    game.plays("honda: form 3: ");
    assert_eq!(game.awaited(), "sakai");
    game.plays("sakai: accept");
    assert_eq!(game.state.phase, Phase::SplitStock);
}

#[test]
fn shi_4_8_a_lot_that_all_refuse_stays_with_the_tairo() {
    let game = accepted(THREE, "honda: form 4: Sa K1; sakakibara: refuse; sakai: refuse");
    assert_eq!(game.hand("honda"), "Sa K1");
    assert_eq!(game.state.players[0].tile.map(|tile| tile.seals()), Some(4));
}

#[test]
fn shi_4_9_then_the_next_title_is_tairo_with_what_is_left() {
    let text = "honda: form 4: Sa; sakakibara: refuse; sakai: refuse; ii: refuse";
    let mut game = accepted(FOUR, text);
    assert_eq!((game.awaited(), game.state.phase), ("sakakibara", Phase::FormLot));
    game.plays("sakakibara: form 3: Bu; sakai: refuse; ii: refuse");
    assert_eq!((game.awaited(), game.state.phase), ("sakai", Phase::SplitStock));
    assert_eq!(game.state.hierarchy.len(), 2);
}

#[test]
fn shi_4_10_the_last_two_share_everything_that_is_left() {
    let mut game = accepted(TWO, "honda: split A4: Sa | B1: Bu K1; ii: choose A");
    assert_eq!((game.hand("honda"), game.hand("ii")), ("Bu K1".into(), "Sa".into()));
    game = accepted(TWO, "honda: split A3: | B2: Sa Bu K1; ii: choose B");
    assert_eq!((game.hand("honda"), game.hand("ii")), (String::new(), "Sa Bu K1".into()));
    refused("SHI-4.10", TWO, "honda: tile 4 on A; honda: present");
    refused("SHI-4.10", TWO, "honda: tile 4 on A; honda: tile 3 on A");
    refused("SHI-4.10", TWO, "honda: card So on A");
    refused("SHI-4.10", TWO, "honda: card Sa on B");
    refused("SHI-4.10", TWO, "honda: offer");
    refused("SHI-4.10", TWO, "honda: split A4: Sa | B1: Bu K1; ii: refuse");
}

#[test]
fn shi_4_10_cards_go_back_to_the_other_lot() {
    let text = "honda: card Sa on A; honda: card Bu on A; honda: uncard Sa off A";
    let mut game = accepted(TWO, text);
    let lots = |game: &super::game::Game| [0, 1].map(|lot| short(&game.state.lots[lot].cards));
    assert_eq!(lots(&game), ["Bu", "Sa K1"]);
    game.refuses("SHI-4.10", "honda: uncard Sa off A");
}

#[test]
fn shi_4_11_two_players_split_at_once_with_two_of_four_titles() {
    let mut game = position(TWO);
    assert_eq!(game.state.phase, Phase::SplitStock);
    game.plays("honda: split A3: Sa | B2: Bu K1; ii: choose A");
    assert_eq!([game.title("honda"), game.title("ii")], ["sensei", "shomyo"]);
}

#[test]
fn shi_4_12_titles_follow_the_hierarchy_tiles() {
    let game = accepted(
        THREE,
        "honda: form 1: ; sakakibara: accept; honda: split A2: | B4: ; sakai: choose A",
    );
    let titles = ["honda", "sakakibara", "sakai"].map(|name| game.title(name));
    assert_eq!(titles, ["daimyo", "hatamoto", "sensei"]);
    assert_eq!(game.state.hierarchy, TitleSet::ALL);
    assert!(game.state.players.iter().all(|player| player.tile.is_none()));
}

/// A new division of two with these troop cards to draw.
fn next_division(deck: &str, discard: &str, option: &str) -> super::game::Game {
    let text = format!(
        "honda daimyo, ii sensei; {option}; turn ii; koku left 22; deck {deck}; discard {discard}"
    );
    let mut game = position(&text);
    game.plays("ii: end");
    game
}

#[test]
fn shi_4_13_the_discards_become_the_deck_when_a_card_is_needed() {
    let mut game = next_division("Sa Bu", "So So So", "");
    game.draws(&[0]).draws(&[0]);
    assert!(game.events.contains(&Event::DeckRefilled { count: 3 }));
    assert_eq!((game.state.troop_deck.count, game.state.discard.total()), (3, 0));
    game.settles();
    assert_eq!(game.state.troop_deck.count, 1);
    let mut game = next_division("Sa Bu So Sh", "Sa", "");
    game.settles();
    assert_eq!((game.state.troop_deck.count, game.state.discard.total()), (0, 1));
}

#[test]
fn shi_4_14_a_division_uses_the_troop_cards_there_are() {
    for (deck, discard, drawn) in [("Sa", "Bu So", 3), ("", "Bu", 1), ("", "", 0)] {
        let mut game = next_division(deck, discard, "");
        game.settles();
        let stock = game.state.lots[1].cards;
        assert_eq!((stock.troop_cards(), stock.koku_cards()), (drawn, 2));
    }
}

#[test]
fn shi_4_15_koku_are_drawn_to_the_last_and_never_come_back() {
    let mut game = position(
        "honda daimyo, ii sensei; turn ii; round 11; koku left 2; ii holds K3; chubu shows Sa/D",
    );
    game.plays("ii: control chubu koku: K3; ii: end; ii: decline");
    game.settles();
    assert_eq!(game.state.koku_deck.count, 0);
    assert_eq!(short(&game.state.spent_koku), "K3");
    assert_eq!(game.state.lots[1].cards.koku_cards(), 2);
}

#[test]
fn shi_4_16_titles_that_nobody_received_have_no_holder() {
    let game = accepted(TWO, "honda: split A4: Sa | B1: Bu K1; ii: choose A");
    let held = shitenno_rules::Title::ALL.map(|title| game.state.holder(title).is_some());
    assert_eq!(held, [true, false, false, true]);
}

#[test]
fn shi_4_17_powers_and_tiles_wait_for_the_odd_year() {
    let text = "honda sensei, ii hatamoto; stock Sa; honda owns D X; kanto has honda";
    for action in ["draw", "end", "aim kanto koku", "gild kanto 1", "X Sa>Bu", "announce"] {
        refused("SHI-4.17", text, &format!("honda: {action}"));
    }
    refused("SHI-4.17", text, "honda: split A4: Sa | B1: ; ii: joker Sa");
}

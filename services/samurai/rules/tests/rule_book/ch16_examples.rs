//! The worked examples of play, with their exact numbers.

use samurai_rules::{Event, Phase, Settlement, TableFacts};

use super::game::{accepted, refused, resolves};
use super::position::{COLOURS, fresh, position, seat};

const RICE: &str = "2 players; wakayama rice; red samurai_2a @ settsu";

#[test]
fn sam_ex_01_the_board_of_each_table() {
    for (text, places, land, sea) in
        [("2 players", 21, 30, 44), ("3 players", 30, 43, 64), ("4 players", 39, 56, 84)]
    {
        let state = position(text).state;
        let used = TableFacts::of(state.seats).settlements;
        let capacity: usize = Settlement::all().take(used).map(Settlement::capacity).sum();
        assert_eq!(capacity, places);
        assert_eq!(state.board.empty_land().count(), land);
        assert_eq!(state.board.empty_sea().count(), sea);
        for land in state.board.empty_land() {
            let [a, b] = land.settlements();
            assert!(a != b && a.index() < used && b.index() < used);
        }
    }
}

#[test]
fn sam_ex_02_cities_first_and_of_different_types() {
    let text = "2 players; placing; kyoto buddha";
    refused("SAM-5.9", text, "blue: put buddha in kyoto");
    refused("SAM-5.11", text, "blue: put rice in mito");
    refused("SAM-5.11", text, "blue: put rice in edo");
    refused("SAM-5.9", text, "blue: put helmet in kyoto; red: put rice in kyoto");
}

#[test]
fn sam_ex_03_who_places_what() {
    for (text, cities, first_village, last) in [
        ("2 players", "red blue red blue", "red", "blue"),
        ("3 players", "red blue green red", "blue", "green"),
        ("4 players", "red blue green yellow red blue", "green", "yellow"),
    ] {
        let mut game = fresh(text);
        game.chooses_hands();
        let mut order = Vec::new();
        while let Phase::PlaceFigures { active } = game.state.phase {
            order.push(COLOURS[active.index()]);
            let action = game.legal_for(COLOURS[active.index()])[0];
            let step = kit_rules::Step::Act { seat: active, action };
            kit_rules::take::<samurai_rules::Samurai>(&mut game.state, &step, &mut game.events)
                .unwrap();
        }
        let in_cities = cities.split(' ').count();
        assert_eq!(order[..in_cities].join(" "), cities);
        assert_eq!((order[in_cities], *order.last().unwrap()), (first_village, last));
        assert_eq!(order.len(), 9 * game.state.seats.get());
        assert_eq!(game.active(), "red");
    }
}

#[test]
fn sam_ex_04_both_land_cells_filled_close_wakayama() {
    resolves(RICE, "blue: rice_3 @ ise", &["wakayama rice 2:3 blue"]);
}

#[test]
fn sam_ex_05_a_ship_turns_the_comparison() {
    let text = format!("{RICE}; red ship_2 @ pacific_16");
    let game = resolves(&text, "blue: rice_3 @ ise", &["wakayama rice 4:3 red"]);
    let told = "Seat 1 captures the rice of Wakayama with 4 against 3.";
    assert_eq!(game.report()[1], told);
}

#[test]
fn sam_ex_06_a_rice_tile_says_nothing_about_a_buddha() {
    let text = "2 players; wakayama buddha; red samurai_1a @ settsu";
    resolves(text, "blue: rice_3 @ ise", &["wakayama buddha 1:0 red"]);
}

#[test]
fn sam_ex_07_two_against_two_is_set_aside() {
    let text = "2 players; wakayama buddha; red samurai_2a @ settsu";
    resolves(text, "blue: samurai_2b @ ise", &["wakayama buddha 2:2 aside"]);
}

#[test]
fn sam_ex_08_nothing_against_nothing_is_set_aside() {
    let text = "2 players; wakayama helmet; red buddha_4 @ settsu";
    resolves(text, "blue: rice_4 @ ise", &["wakayama helmet 0:0 aside"]);
    resolves(text, "red: rice_4 @ ise", &["wakayama helmet 0:0 aside"]);
}

#[test]
fn sam_ex_09_the_third_gains_nothing_from_a_tie_but_may_beat_it() {
    let text = "3 players; takamatsu rice; red rice_2 @ naruto; blue samurai_2a @ sanuki";
    resolves(text, "green: samurai_1a @ iyo", &["takamatsu rice 2:2:1 aside"]);
    resolves(text, "green: rice_4 @ iyo", &["takamatsu rice 2:2:4 green"]);
}

#[test]
fn sam_ex_10_two_figures_two_winners() {
    let game = resolves(
        "2 players; akita helmet rice; red helmet_4 @ tsugaru; blue rice_3 @ nambu;
         red samurai_1a @ kitakami",
        "blue: samurai_2a @ dewa",
        &["akita helmet 5:2 red", "akita rice 1:5 blue"],
    );
    assert!(game.figures("akita").is_empty());
}

#[test]
fn sam_ex_11_edo_goes_to_three_players() {
    resolves(
        "3 players; edo helmet buddha rice; red helmet_3 @ shimotsuke; blue buddha_4 @ hitachi;
         green samurai_2a @ shimosa; red samurai_1a @ sagami; blue samurai_1a @ kai",
        "green: rice_2 @ kozuke",
        &["edo helmet 4:1:2 red", "edo buddha 1:5:2 blue", "edo rice 1:1:4 green"],
    );
}

#[test]
fn sam_ex_12_one_tile_closes_two_villages() {
    let mut figures = accepted(
        "2 players; tateyama rice; mito helmet; red samurai_1a @ shimosa; blue helmet_3 @ hitachi;
         red rice_2 @ iwashiro",
        "red: samurai_3 @ kazusa",
    )
    .resolved();
    figures.sort();
    assert_eq!(figures, ["mito helmet 3:3 aside", "tateyama rice 4:0 red"]);
}

#[test]
fn sam_ex_13_the_order_of_tiles_matters() {
    let text = "2 players; wakayama rice; blue samurai_2a @ settsu; red to move;
        red holds ship_2 samurai_1a";
    resolves(text, "red: ship_2 @ pacific_16; red: samurai_1a @ ise", &["wakayama rice 3:2 red"]);
    let late = "red: samurai_1a @ ise; red: ship_2 @ pacific_16";
    resolves(text, late, &["wakayama rice 1:2 blue"]);
}

#[test]
fn sam_ex_14_four_settlements_in_one_turn() {
    let mut game = position(
        "4 players; hirosaki helmet; morioka rice; mito buddha; tateyama buddha;
         blue samurai_1a @ tsugaru; red ship_2 @ tsugaru_strait_2; green rice_3 @ rikuchu;
         blue helmet_2 @ nambu; yellow buddha_4 @ hitachi; blue samurai_2a @ iwashiro;
         blue rice_4 @ shimosa",
    );
    game.plays("red: ronin_1 @ shimokita");
    let mut figures = game.resolved();
    figures.sort();
    assert_eq!(figures, ["hirosaki helmet 3:1:0:0 red", "morioka rice 1:0:3:0 green"]);
    game.events.clear();
    game.plays("red: samurai_3 @ kazusa");
    let mut figures = game.resolved();
    figures.sort();
    assert_eq!(figures, ["mito buddha 3:2:0:4 yellow", "tateyama buddha 3:0:0:0 red"]);
    assert_eq!(game.captured("blue"), [0, 0, 0]);
}

#[test]
fn sam_ex_15_characters_before_and_after_the_one_plain_tile() {
    let text = "2 players; red to move; red holds samurai_1a samurai_1b ship_1a ship_1b ronin_1";
    let turn = "red: ship_1a @ pacific_1; red: samurai_1a @ kai; red: ship_1b @ pacific_2";
    accepted(text, &format!("{turn}; red: ronin_1 @ hida"));
    refused("SAM-6.4", text, &format!("{turn}; red: samurai_1b @ hida"));
}

#[test]
fn sam_ex_16_where_tiles_do_not_go() {
    let text = "2 players; blue rice_2 @ kai";
    refused("SAM-7.1", text, "red: ship_2 @ hida");
    refused("SAM-7.2", text, "red: samurai_3 @ pacific_1");
    refused("SAM-7.4", text, "red: samurai_3 @ mito");
    refused("SAM-7.4", &format!("{text}; mito empty"), "red: samurai_3 @ mito");
    refused("SAM-7.5", text, "red: samurai_3 @ kai");
    refused("SAM-3.3", text, "red: samurai_3 @ buzen");
    refused("SAM-7.6", text, "red: figure_exchange @ hida");
    refused("SAM-3.3", text, "red: ship_2 @ ezo_sea_1");
    accepted(text, "red: ship_2 @ tsugaru_strait_2");
}

#[test]
fn sam_ex_17_one_ship_counts_in_two_places() {
    let mut game = position(
        "4 players; hirosaki rice; hakodate helmet; red ship_2 @ tsugaru_strait_2;
         blue samurai_1a @ shimokita; yellow helmet_2 @ shiribeshi",
    );
    game.plays("green: samurai_1a @ tsugaru; yellow: samurai_1a @ iburi");
    assert_eq!(game.resolved(), ["hirosaki rice 2:1:1:0 red", "hakodate helmet 2:0:0:3 yellow"]);
}

#[test]
fn sam_ex_18_which_figures_can_change_places() {
    let text = "2 players; kyoto helmet rice; akita helmet buddha; mito buddha; tateyama helmet;
        sunpu helmet; edo helmet buddha rice";
    for (rule, swap) in [
        ("SAM-8.4", "red: pick kyoto rice; red: swap akita helmet"),
        ("SAM-8.4", "red: pick kyoto helmet; red: swap akita buddha"),
        ("SAM-8.4", "red: pick kyoto rice; red: swap sunpu helmet"),
        ("SAM-8.4", "red: pick edo helmet; red: swap mito buddha"),
        ("SAM-8.3", "red: pick kyoto helmet; red: swap kyoto rice"),
        ("SAM-8.8", "red: pick mito rice"),
    ] {
        refused(rule, text, swap);
    }
    let game = accepted(text, "red: pick kyoto rice; red: swap akita buddha");
    assert_eq!(game.figures("kyoto"), ["helmet", "buddha"]);
    assert_eq!(game.figures("akita"), ["helmet", "rice"]);
    for swap in [
        "red: pick kyoto rice; red: swap mito buddha",
        "red: pick tateyama helmet; red: swap mito buddha",
        "red: pick tateyama helmet; red: swap sunpu helmet",
        "red: pick edo helmet; red: swap tateyama helmet",
    ] {
        accepted(text, &format!("{swap}; red: samurai_3 @ noto; red: ship_2 @ pacific_1"));
    }
}

#[test]
fn sam_ex_19_a_swap_first_and_the_capture_later() {
    let text = "2 players; wakayama rice; tateyama helmet; red helmet_3 @ settsu";
    let swap = "red: pick wakayama rice; red: swap tateyama helmet";
    resolves(text, swap, &[]);
    resolves(text, &format!("{swap}; red: samurai_1a @ ise"), &["wakayama helmet 4:0 red"]);
}

const EXCHANGE: &str = "2 players; akita helmet rice; red samurai_3 @ settsu;
    red rice_2 @ tsugaru; blue samurai_2a @ nambu; blue helmet_2 @ kitakami";

#[test]
fn sam_ex_20_a_lifted_samurai_closes_akita() {
    let play = "red: lift settsu; red: redeploy dewa";
    let game = resolves(EXCHANGE, play, &["akita helmet 3:4 blue", "akita rice 5:2 red"]);
    assert_eq!(game.lies("settsu"), "red tile_exchange");
    assert_eq!(game.lies("dewa"), "red samurai_3");
    refused("SAM-6.4", EXCHANGE, &format!("{play}; red: rice_4 @ noto"));
    accepted(EXCHANGE, &format!("{play}; red: ship_2 @ pacific_1"));
}

#[test]
fn sam_ex_21_what_a_tile_exchange_cannot_do() {
    let text =
        format!("{EXCHANGE}; red ronin_1 @ hida; red ship_1a @ pacific_1; blue rice_3 @ kai");
    refused("SAM-9.2", &text, "red: lift hida");
    refused("SAM-9.2", &text, "red: lift pacific_1");
    refused("SAM-9.2", &text, "red: lift kai");
    refused("SAM-9.10", &text, "red: lift mogami");
    refused("SAM-9.4", &text, "red: lift settsu; red: redeploy settsu");
    for target in ["pacific_2", "kyoto", "kai"] {
        refused("SAM-9.10", &text, &format!("red: lift settsu; red: redeploy {target}"));
    }
}

#[test]
fn sam_ex_22_lifting_a_tile_gives_its_influence_away() {
    let mut game = position(
        "2 players; kyoto buddha rice; wakayama empty; red buddha_4 @ mino; blue buddha_2 @ mikawa;
         red helmet_2 @ ise; blue rice_2 @ settsu",
    );
    game.plays("red: lift mino; red: redeploy kozuke");
    assert!(game.resolved().is_empty());
    game.plays("blue: helmet_3 @ omi");
    assert_eq!(game.resolved(), ["kyoto buddha 0:2 blue", "kyoto rice 0:2 blue"]);
}

#[test]
fn sam_ex_23_no_tile_exchange_on_the_first_turn() {
    let text = "2 players; red to move; red holds tile_exchange samurai_3";
    let game = position(text);
    assert!(
        game.legal_for("red").iter().all(|a| matches!(a, samurai_rules::Action::PlaceTile { .. }))
    );
    refused("SAM-9.10", text, "red: lift kai");
}

const LAST_RICE: &str = "2 players; only; wakayama rice; mito helmet; himeji buddha;
    red samurai_2a @ settsu; blue to move; blue holds rice_3 samurai_2b ronin_1";

#[test]
fn sam_ex_24_the_last_rice_ends_the_game_in_mid_turn() {
    let mut game = resolves(LAST_RICE, "blue: rice_3 @ ise", &["wakayama rice 2:3 blue"]);
    assert!(game.is_over());
    game.does_not_await("blue: ronin_1 @ kai");
    assert!(!game.events.iter().any(|event| matches!(event, Event::TilesDrawn { .. })));
}

#[test]
fn sam_ex_25_the_last_rice_may_also_be_set_aside() {
    let game = resolves(LAST_RICE, "blue: samurai_2b @ ise", &["wakayama rice 2:2 aside"]);
    assert!(game.is_over());
    assert_eq!(game.state.set_aside.total(), 1);
}

#[test]
fn sam_ex_26_three_ties_at_once_end_the_game() {
    let game = resolves(
        "2 players; aside 1 1 0; edo helmet buddha rice; red samurai_2a @ shimotsuke;
         blue samurai_2a @ hitachi; red samurai_1a @ shimosa; blue samurai_1a @ sagami;
         red samurai_1b @ kai",
        "blue: samurai_1b @ kozuke",
        &["edo helmet 4:4 aside", "edo buddha 4:4 aside", "edo rice 4:4 aside"],
    );
    assert_eq!(game.state.set_aside.total(), 5);
    assert!(game.is_over());
}

#[test]
fn sam_ex_27_how_hands_are_filled() {
    let mut game = position(
        "2 players; red to move; red holds ship_2 ship_1a samurai_3 rice_4 rice_3; blue holds rice_2",
    );
    game.plays("red: ship_2 @ pacific_1; red: ship_1a @ pacific_2; red: samurai_3 @ kai; red: end");
    game.draws_all();
    assert_eq!(game.sizes("red"), (5, 12));
    let two = "red: ship_2 @ pacific_1; red: samurai_3 @ kai; red: end";
    let held = "2 players; red to move; red holds ship_2 ship_1a samurai_3 rice_4 rice_3;
        blue holds rice_2";
    let mut game = position(&format!("{held}; red pool helmet_2"));
    game.plays(two).draws_all();
    assert_eq!(game.sizes("red"), (4, 0));
    let mut game = position(&format!("{held}; red pool nothing"));
    game.plays(two);
    assert_eq!((game.sizes("red"), game.active()), ((3, 0), "blue"));
}

#[test]
fn sam_ex_28_who_can_play_may_not_end_the_turn() {
    refused("SAM-6.5", "2 players; red to move; red holds samurai_1a", "red: end");
}

#[test]
fn sam_ex_29_a_figure_exchange_without_a_partner_passes() {
    for (hand, held) in [("figure_exchange", 1), ("nothing", 0)] {
        let text = format!(
            "2 players; only; edo helmet buddha rice; blue to move; blue holds ship_2 ship_1a;
             blue pool nothing; red pool nothing; red holds {hand}"
        );
        let game = accepted(&text, "blue: ship_2 @ pacific_1; blue: end");
        assert!(game.events.contains(&Event::Passed { seat: seat("red") }));
        assert_eq!((game.active(), game.hand("red").len()), ("blue", held));
    }
}

#[test]
fn sam_ex_30_ships_alone_can_tie_or_win() {
    let text = |ship: &str| {
        format!(
            "4 players; nagasaki helmet; red ship_1a @ tsushima_sea_1; blue {ship} @ tsushima_sea_2;
             green ship_1a @ tsushima_sea_3; red rice_4 @ hizen"
        )
    };
    let play = "yellow: samurai_1a @ amakusa";
    resolves(&text("ship_1a"), play, &["nagasaki helmet 1:1:1:1 aside"]);
    resolves(&text("ship_2"), play, &["nagasaki helmet 1:2:1:1 blue"]);
}

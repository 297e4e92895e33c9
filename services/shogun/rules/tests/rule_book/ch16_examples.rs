//! The worked examples, with their exact numbers.

use shogun_rules::{Cube, TowerStage};

use super::ch02_setup::{all_blind, drafting};
use super::ch10_winter::winter;
use super::ch12_end::places;
use super::game::{Game, acting};
use super::position::{fresh, planning, province, sealed, seat};

#[test]
fn sho_ex_01_setup_of_four() {
    let mut game = fresh("4 players");
    game.draws(&[0, 0, 0]);
    for seat in game.state.seats.seats() {
        let own = game.state.provinces_of(seat);
        let armies: u8 = own.iter().map(|p| game.state.holding(p).armies).sum();
        let player = game.state.player(seat);
        assert_eq!((own.len(), armies, player.chests(), player.supply), (8, 25, 15, 30));
    }
    game.comes_out("blue 6 yellow 5 red 7 black 4 farmers 8");
    let supplies = ["blue", "yellow", "red", "black"].map(|name| game.supply(name));
    assert_eq!((supplies, game.state.farmers), ([36, 35, 37, 34], 18));
    let inside = game.state.tower.contents();
    let inside: Vec<u8> = ["blue", "yellow", "red", "black"]
        .map(|name| inside[Cube::army(seat(name))])
        .into_iter()
        .chain([inside[Cube::FARMER]])
        .collect();
    assert_eq!((inside, game.tray().as_str()), (vec![1, 2, 0, 3, 2], ""));
}

#[test]
fn sho_ex_02_three_on_the_sun_side() {
    let march = |id: &str| {
        acting(&format!(
            "3 players; blue {id} 3; actions combat_move_a; blue plans combat_move_a {id}"
        ))
    };
    let mut game = march("harima");
    assert_eq!(game.state.in_play().len(), 37);
    let around = ["bizen", "hoki", "mimasaka", "settsu", "tajima", "tamba"];
    assert_eq!(game.targets("blue"), around);
    game.refuses("SHO-2.2", "blue: to sanuki");
    assert_eq!(march("izu").targets("blue"), ["sagami", "shima", "suruga"]);
}

#[test]
fn sho_ex_03_when_the_pair_may_be_exchanged() {
    let mut game = drafting();
    game.state.draft.open = [Some(province("kii")), Some(province("noto"))];
    all_blind(&mut game, &["blue", "yellow", "red"]);
    game.plays("blue: exchange").draws(&[0, 0]);
    assert_eq!(game.awaits(), ["blue"]);
    assert!(!game.state.draft.open.contains(&Some(province("kii"))));
    // Had anyone taken Kii, another card would lie in its place.
    let mut game = drafting();
    game.state.draft.open = [Some(province("kii")), Some(province("noto"))];
    all_blind(&mut game, &["blue", "yellow"]);
    game.plays("red: take kii; red: group 2").draws(&[0]);
    game.refuses("SHO-2.10", "blue: exchange");
}

#[test]
fn sho_ex_04_thirteen_cards_and_eight() {
    let mut game = planning(
        "3 players; blue kaga 1; blue noto 1; blue hida 1; blue mino 1; blue omi 1; blue ise 1;
         blue kii 1; blue izu 1; red owari 1; red mikawa 1; red totomi 1",
    );
    game.plays(
        "blue: lay kaga on build_castle; blue: lay noto on build_temple;
         blue: lay hida on build_theatre; blue: lay mino on collect_taxes;
         blue: lay omi on deploy_5; blue: lay ise on deploy_3; blue: lay kii on deploy_1_move;
         blue: lay izu on combat_move_a; blue: lay chest_0 on combat_move_b;
         blue: lay chest_3 on bid",
    );
    game.refuses("SHO-4.6", "blue: seal");
    game.plays("blue: lay chest_1 on collect_rice; blue: seal");
    assert_eq!(game.state.player(seat("blue")).plan.len(), 11);
    game.plays(
        "red: lay owari on combat_move_a; red: lay mikawa on collect_rice;
         red: lay totomi on collect_taxes; red: lay chest_0 on deploy_5;
         red: lay chest_1 on deploy_3; red: lay chest_2 on deploy_1_move;
         red: lay chest_3 on combat_move_b",
    );
    game.refuses("SHO-4.6", "red: seal").plays("red: lay chest_4 on build_castle; red: seal");
    assert_eq!((game.face_down("blue").len(), game.face_down("red").len()), (11, 8));
}

#[test]
fn sho_ex_05_bids_of_five() {
    let mut game = sealed(
        "5 players; display recruit taxes attack defence rice; blue kaga 1; yellow noto 1;
         red ise 1; black kii 1; purple omi 1; blue chests 6; yellow chests 4; red chests 0;
         black chests 9; purple chests 3; blue plans bid chest_3; yellow plans bid noto;
         red plans bid chest_2; black plans bid chest_3; purple plans bid chest_0",
    );
    // Blue and black are tied, then red and purple.
    game.draws(&[0, 1, 1]);
    let told = "The special cards are chosen by Seat 4, Seat 1, Seat 2, Seat 5 and Seat 3.";
    assert!(game.told(told), "{:?}", game.report());
    let chests = ["blue", "yellow", "red", "black", "purple"].map(|name| game.chests(name));
    assert_eq!(chests, [3, 4, 0, 6, 3]);
    game.plays("black: pick attack; blue: pick recruit; yellow: pick taxes; purple: pick defence");
    let order: Vec<u32> =
        game.state.turn_order.iter().flatten().map(|seat| seat.number()).collect();
    assert_eq!(order, [1, 2, 4, 5, 3]);
}

#[test]
fn sho_ex_06_positions_with_gaps() {
    let mut game = sealed(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; blue plans bid chest_3;
         yellow plans bid chest_2; red plans bid chest_1",
    );
    game.draws(&[0]);
    // The display is taxes, rice, recruit, attack, defence.
    game.plays("blue: pick defence; yellow: pick rice; red: pick attack");
    let order: Vec<u32> =
        game.state.turn_order.iter().flatten().map(|seat| seat.number()).collect();
    assert_eq!(order, [2, 3, 1]);
    assert_eq!([game.state.turn_order[0], game.state.turn_order[2]], [None, None]);
}

#[test]
fn sho_ex_07_building_and_not_building() {
    let mut game = acting(
        "4 players; black etchu 1 temple; black noto 1; black chests 3; red tamba 1 temple;
         red kaga 1 temple; red chests 5; actions build_castle build_temple;
         black plans build_castle etchu; black plans build_temple noto;
         red plans build_castle tamba; red plans build_temple kaga",
    );
    assert_eq!((game.stands("etchu").as_str(), game.chests("black")), ("black 1 castle temple", 0));
    assert_eq!((game.stands("tamba").as_str(), game.chests("red")), ("red 1 temple", 5));
    game.draws(&[0]);
    assert_eq!((game.stands("noto").as_str(), game.chests("black")), ("black 1", 0));
    assert_eq!((game.stands("kaga").as_str(), game.chests("red")), ("red 1 temple", 5));
    assert!(game.told("Seat 4 skips \"build temple\" in Noto: too few chests."));
    assert!(game.told("Seat 3 skips \"build temple\" in Kaga: there is one already."));
}

#[test]
fn sho_ex_08_a_theatre_and_its_event() {
    let build = |markers: &str, event: &str| {
        let game = acting(&format!(
            "3 players; blue kaga 1 {markers}; blue chests 4; event {event};
             actions build_theatre; blue plans build_theatre kaga"
        ));
        (game.chests("blue"), game.stands("kaga"))
    };
    assert_eq!(build("!2", "E01"), (3, "blue 1 theatre !1".into()));
    assert_eq!(build("", "E01"), (3, "blue 1 theatre".into()));
    assert_eq!(build("!2", "E03"), (3, "blue 1 theatre !2".into()));
}

/// What a colour collects; yellow holds the rice card, blue the taxes card.
fn collects(colour: &str, order: &str, province: &str, event: &str) -> u8 {
    let game = acting(&format!(
        "3 players; {colour} {province} 1; {colour} chests 0; event {event}; actions {order};
         {colour} plans {order} {province}"
    ));
    game.rice(colour) + game.chests(colour)
}

#[test]
fn sho_ex_09_rice_with_limits() {
    assert_eq!(collects("yellow", "collect_rice", "kaga", "E11"), 4);
    assert_eq!(collects("red", "collect_rice", "izu", "E10"), 4);
    assert_eq!(collects("yellow", "collect_rice", "izu", "E10"), 5);
}

#[test]
fn sho_ex_10_taxes_with_limits() {
    assert_eq!(collects("blue", "collect_taxes", "suruga", "E07"), 6);
    assert_eq!(collects("red", "collect_taxes", "omi", "E08"), 6);
    assert_eq!(collects("blue", "collect_taxes", "omi", "E08"), 7);
    assert_eq!(collects("red", "collect_taxes", "suruga", "E08"), 7);
    assert_eq!(collects("blue", "collect_taxes", "suruga", "E08"), 8);
}

/// Black collects taxes in Etchu, with a blue cube in the tray.
fn taxes_in_etchu() -> Game {
    acting(
        "4 players; black etchu 4 castle !1; black chests 2; tray blue 1; inside farmers 3;
         actions collect_taxes; black plans collect_taxes etchu",
    )
}

#[test]
fn sho_ex_11_a_revolt_that_is_held() {
    let mut game = taxes_in_etchu();
    assert_eq!((game.chests("black"), game.thrown().as_str()), (9, "blue 1 black 4 farmers 1"));
    let (supply, farmers) = (game.supply("black"), game.state.farmers);
    game.comes_out("black 4 farmers 2 blue 1");
    assert_eq!(
        (game.stands("etchu").as_str(), game.tray().as_str()),
        ("black 2 castle !2", "blue 1")
    );
    assert_eq!((game.supply("black") - supply, game.state.farmers - farmers), (2, 2));
}

#[test]
fn sho_ex_12_a_revolt_that_is_lost() {
    let mut game = taxes_in_etchu();
    let (supply, farmers) = (game.supply("black"), game.state.farmers);
    game.comes_out("black 2 farmers 2 blue 1");
    assert_eq!((game.stands("etchu").as_str(), game.stock("castle")), ("neutral", 28));
    assert_eq!((game.supply("black") - supply, game.state.farmers - farmers), (2, 2));
    assert_eq!((game.chests("black"), game.tray().as_str()), (9, "blue 1"));
    let mut game = taxes_in_etchu();
    let (supply, farmers) = (game.supply("black"), game.state.farmers);
    game.comes_out("black 1 farmers 3");
    assert_eq!((game.stands("etchu").as_str(), game.tray().as_str()), ("neutral", "farmers 2"));
    assert_eq!((game.supply("black") - supply, game.state.farmers - farmers), (1, 1));
}

#[test]
fn sho_ex_13_markers_grow() {
    let text = "3 players; red kaga 9; actions collect_rice; red plans collect_rice kaga";
    let first = acting(text);
    assert_eq!(first.stands("kaga"), "red 9 !1");
    assert!(!first.report().iter().any(|line| line.contains("tower")));
    let mut second = acting(&text.replace("kaga 9", "kaga 9 !1"));
    assert_eq!(second.thrown(), "red 9 farmers 1");
    second.comes_out("red 9 farmers 1");
    assert_eq!(second.stands("kaga"), "red 8 !2");
    assert_eq!(acting(&text.replace("kaga 9", "kaga 9 !2")).thrown(), "red 9 farmers 2");
}

#[test]
fn sho_ex_14_deploying_five() {
    // Red holds the recruit card, blue does not.
    let deploy = |colour: &str, rest: &str| {
        let game = acting(&format!(
            "3 players; {colour} kaga 1; {colour} chests 3; {rest}; actions deploy_5;
             {colour} plans deploy_5 kaga"
        ));
        let armies = game.state.holding(province("kaga")).armies;
        (armies - 1, game.chests(colour))
    };
    assert_eq!(deploy("blue", "event E01"), (5, 0));
    assert_eq!(deploy("blue", "event E12"), (3, 0));
    assert_eq!(deploy("red", "event E01"), (6, 0));
    assert_eq!(deploy("red", "event E12"), (6, 0));
    assert_eq!(deploy("blue", "blue supply 4"), (0, 3));
    assert_eq!(deploy("red", "red supply 5"), (5, 0));
    assert_eq!(deploy("blue", "blue chests 2"), (0, 2));
}

#[test]
fn sho_ex_15_deploying_one_and_moving_by_sea() {
    let text = "3 players; blue kaga 3; blue tajima 2; blue chests 1; actions deploy_1_move;
        blue plans deploy_1_move kaga";
    let mut game = acting(text);
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 4", 0));
    game.refuses("SHO-7.12", "blue: to noto").plays("blue: to tajima");
    game.refuses("SHO-7.12", "blue: with 4").plays("blue: with 3");
    assert_eq!(
        (game.stands("kaga").as_str(), game.stands("tajima").as_str()),
        ("blue 1", "blue 5")
    );
    let poor = acting(&text.replace("chests 1", "chests 0"));
    assert_eq!((poor.stands("kaga").as_str(), poor.awaits().len()), ("blue 3", 0));
}

#[test]
fn sho_ex_16_marching_home() {
    let mut game = acting(
        "3 players; blue mino 5; blue hida 2; actions combat_move_a; blue plans combat_move_a mino",
    );
    game.plays("blue: to hida; blue: with 4");
    assert_eq!((game.stands("mino").as_str(), game.stands("hida").as_str()), ("blue 1", "blue 6"));
    assert_eq!(game.state.tower.stage, TowerStage::Still);
}

/// Red attacks Totomi of yellow, which has a castle planned there.
fn totomi() -> Game {
    let mut game = acting(
        "4 players; red mikawa 6; yellow totomi 3 theatre; yellow chests 9; tray farmers 1;
         inside black 1; actions combat_move_a build_castle; red plans combat_move_a mikawa;
         yellow plans build_castle totomi",
    );
    game.plays("red: to totomi; red: with 5");
    game
}

#[test]
fn sho_ex_17_a_conquest() {
    let mut game = totomi();
    assert_eq!(game.thrown(), "yellow 3 red 5 farmers 1");
    let before = [game.supply("yellow"), game.supply("red"), game.state.farmers];
    game.comes_out("red 5 yellow 2 farmers 1 black 1");
    let after = [game.supply("yellow"), game.supply("red"), game.state.farmers];
    assert_eq!([0, 1, 2].map(|at| after[at] - before[at]), [2, 3, 1]);
    assert_eq!(
        (game.stands("totomi").as_str(), game.tray().as_str()),
        ("red 2 theatre", "black 1")
    );
    assert_eq!(game.stands("mikawa"), "red 1");
}

/// Blue attacks Noto of red with six, and this comes out: what stands in Noto,
/// the tray, and how much the supplies of blue, red and the farmers grow.
fn battle(noto: &str, out: &str) -> (String, String, [u8; 3]) {
    let mut game = acting(&format!(
        "3 players; blue kaga 7; {noto}; inside red 5 farmers 5; actions combat_move_a;
         blue plans combat_move_a kaga"
    ));
    game.plays("blue: to noto; blue: with 6");
    let supplies = |game: &Game| [game.supply("blue"), game.supply("red"), game.state.farmers];
    let before = supplies(&game);
    game.comes_out(out);
    let after = supplies(&game);
    (game.stands("noto"), game.tray(), [0, 1, 2].map(|at| after[at] - before[at]))
}

fn told(stands: &str, tray: &str, supplies: [u8; 3]) -> (String, String, [u8; 3]) {
    (stands.to_string(), tray.to_string(), supplies)
}

#[test]
fn sho_ex_18_a_defence() {
    assert_eq!(battle("red noto 3", "blue 3 red 2 farmers 2"), told("red 1", "", [3, 1, 2]));
    let held = battle("red noto 3", "blue 1 red 2 farmers 3");
    assert_eq!(held, told("red 2", "farmers 2", [1, 0, 1]));
}

#[test]
fn sho_ex_19_farmers_alone() {
    let tie = battle("red noto 3 castle", "blue 1 farmers 2");
    assert_eq!(tie, told("neutral", "", [1, 0, 2]));
    assert_eq!(battle("red noto 3", "blue 3 farmers 2"), told("blue 1", "", [2, 0, 2]));
}

#[test]
fn sho_ex_20_a_province_in_unrest() {
    let won = battle("red noto 3 !1", "blue 3 red 2 farmers 4");
    assert_eq!(won, told("blue 1 !1", "farmers 4", [2, 2, 0]));
}

#[test]
fn sho_ex_21_ties_in_unrest() {
    let tie = battle("red noto 3 !2", "blue 2 red 2 farmers 1");
    assert_eq!(tie, told("neutral", "farmers 1", [2, 2, 0]));
    assert_eq!(battle("red noto 3 !2", ""), told("neutral", "", [0, 0, 0]));
}

#[test]
fn sho_ex_22_against_a_neutral_province() {
    assert_eq!(battle("red hida 1", "blue 2 farmers 1"), told("blue 1", "", [1, 0, 1]));
    assert_eq!(battle("red hida 1", "blue 1 farmers 1"), told("neutral", "", [1, 0, 1]));
    assert_eq!(battle("red hida 1", "blue 1 farmers 3"), told("neutral", "farmers 2", [1, 0, 1]));
    assert_eq!(battle("red hida 1", ""), told("neutral", "", [0, 0, 0]));
    let mut game = acting(
        "3 players; blue kaga 3; event E03; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 2");
    assert_eq!(game.thrown(), "blue 2 farmers 2");
}

#[test]
fn sho_ex_23_cards_on_both_sides() {
    let text = "3 players; display attack rice defence taxes recruit; blue kaga 5;
        red noto 3 castle; event E04; actions combat_move_a; blue plans combat_move_a kaga";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 4");
    assert_eq!(game.thrown(), "blue 5 red 5");
    let mut game = acting(&format!("{text}; red supply 1"));
    game.plays("blue: to noto; blue: with 4");
    assert_eq!(game.thrown(), "blue 5 red 4");
}

#[test]
fn sho_ex_24_the_card_goes_to_the_conqueror() {
    let mut game = totomi();
    game.comes_out("red 5 yellow 2 farmers 1 black 1");
    assert_eq!(game.plan("yellow", "build_castle"), None);
    assert_eq!(game.state.holding(province("totomi")).owner, Some(seat("red")));
    game.draws(&[0]);
    assert_eq!((game.stands("totomi").as_str(), game.chests("yellow")), ("red 2 theatre", 9));
}

#[test]
fn sho_ex_25_peace_for_temples() {
    let text = "5 players; blue kii 3; purple yamato 2 temple !1; purple omi 3; event E06;
        actions combat_move_a collect_rice; blue plans combat_move_a kii;
        purple plans combat_move_a omi; purple plans collect_rice yamato";
    let mut game = acting(text);
    game.refuses("SHO-5.16", "blue: to yamato").plays("blue: stay");
    game.plays("purple: to yamato; purple: with 2");
    assert_eq!(game.stands("yamato"), "purple 4 temple !1");
    game.draws(&[0]);
    assert_eq!(game.thrown(), "purple 4 farmers 1");
}

#[test]
fn sho_ex_26_hunger() {
    let own = ["kaga", "noto", "hida", "mino", "omi", "ise", "kii", "izu", "owari"];
    let hungry = |count: usize, rice: u8, card: &str| {
        let own: Vec<String> = own[..count].iter().map(|id| format!("red {id} 1")).collect();
        let game = winter(&format!("{}; red rice {rice}; open {card}", own.join("; ")));
        game.report().into_iter().find(|line| line.contains("lacks"))
    };
    let four = hungry(9, 9, "E09");
    let told = "Seat 3 lacks 4 rice: 2 provinces revolt with 2 farmers more.";
    assert_eq!(four.as_deref(), Some(told));
    let eight = hungry(8, 3, "E02");
    let told = "Seat 3 lacks 8 rice: 3 provinces revolt with 3 farmers more.";
    assert_eq!(eight.as_deref(), Some(told));
    assert_eq!(hungry(9, 12, "E03"), None);
}

#[test]
fn sho_ex_27_two_revolts() {
    let mut game =
        winter("red kii 3 !1; red noto 2; red hida 1; red mino 1; red omi 1; inside farmers 3");
    // Hida, Kii, Mino, Noto, Omi: Kii and Noto are drawn.
    game.draws(&[1, 2]).plays("red: fight noto");
    assert_eq!(game.thrown(), "red 2 farmers 3");
    game.comes_out("red 2 farmers 1");
    assert_eq!(
        (game.stands("noto").as_str(), game.thrown().as_str()),
        ("red 1", "red 3 farmers 4")
    );
    let before = [game.supply("red"), game.state.farmers];
    game.comes_out("red 2 farmers 3");
    let after = [game.supply("red"), game.state.farmers];
    assert_eq!([after[0] - before[0], after[1] - before[1]], [2, 2]);
    assert_eq!((game.stands("kii").as_str(), game.tray().as_str()), ("neutral", "farmers 1"));
    assert_eq!(game.points("red"), 4);
}

#[test]
fn sho_ex_28_a_winter_is_scored() {
    // All buildings stand in the green region.
    let game = acting(
        "4 players; event E06; open E07; season autumn; actions build_castle build_temple
         build_theatre collect_rice collect_taxes deploy_5 deploy_3 deploy_1_move combat_move_a
         combat_move_b; blue rice 18; red rice 18; yellow rice 18;
         blue aki 1 castle; blue bingo 1 castle; blue bitchu 1 theatre; blue kaga 1; blue noto 1;
         blue hida 1; blue mino 1; blue omi 1; blue ise 1;
         red hoki 1 castle; red bizen 1 castle; red tajima 1 theatre; red kii 1; red izu 1;
         red owari 1; red mikawa 1; red kai 1;
         yellow izumo 1 castle temple; yellow settsu 1; yellow yamato 1; yellow shima 1;
         yellow sagami 1; yellow suruga 1; yellow iyo 1",
    );
    assert_eq!([game.points("blue"), game.points("red"), game.points("yellow")], [14, 13, 11]);
}

#[test]
fn sho_ex_29_final_ties() {
    assert_eq!(places(&[(47, 3), (47, 5), (40, 9)]), [2, 1, 3]);
    assert_eq!(places(&[(47, 5), (47, 5), (40, 9)]), [1, 1, 3]);
}

#[test]
fn sho_ex_33_when_action_cards_are_turned() {
    let mut game = acting("3 players; blue kaga 2; blue plans combat_move_b kaga");
    assert!(!game.told("Action 2 is \"build temple\"."));
    game.draws(&[0]);
    assert!(game.told("Action 6 will be \"deploy 5\"."));
    game.draws(&[0, 0, 0]);
    // Combat B is the last of ten, turned up after the fifth action.
    assert!(game.told("Action 10 will be \"combat B\"."));
    assert_eq!(game.awaits(), ["blue"]);
    let turned = game.report();
    let place = |line: &str| turned.iter().position(|told| told.starts_with(line));
    assert!(place("Action 5 is") < place("Action 10 will be"));
    assert!(place("Action 10 will be") < place("Action 6 is"));
}

#[test]
fn sho_ex_34_the_events_of_two_years() {
    let mut game = winter("blue kaga 1; blue rice 9; event E07; open E01");
    assert!(game.told("The winter of year 1 begins, and E01 costs everyone 5 rice."));
    assert!(game.told("Seat 1 loses 5 rice and has 4."));
    let gone = game.state.events_gone;
    assert_eq!((gone.len(), game.sides()), (4, 8));
    game.draws(&[0, 0, 0, 0]);
    assert!(game.state.events_open.iter().all(|card| !gone.contains(card)));
}

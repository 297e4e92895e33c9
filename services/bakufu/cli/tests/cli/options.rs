//! Options on their way from the command line to a game's message.

use bakufu_cli::{Failure, encode_options};
use kit_proto::bakufu::rules::v1::{Game, GameOption};
use kit_proto::bakufu::samurai::v1 as samurai;
use prost::Message;

const SCHEMA: &str = "bakufu.samurai.v1";

#[test]
fn names_and_numbers_become_fields() {
    use samurai::{Captures, EndTiming, StartHand};
    let default = samurai::Options::default();
    for (choices, expected) in [
        (vec![], default),
        (
            vec!["start_hand=random"],
            samurai::Options { start_hand: StartHand::Random.into(), ..default },
        ),
        (
            vec!["end_timing=end_of_turn"],
            samurai::Options { end_timing: EndTiming::EndOfTurn.into(), ..default },
        ),
        (
            vec!["start_seat=3", "captures=open"],
            samurai::Options { start_seat: 3, captures: Captures::Open.into(), ..default },
        ),
    ] {
        let bytes = encode(&game(), &choices).expect("the choices exist");
        let options = samurai::Options::decode(&bytes[..]).expect("it is an options message");
        assert_eq!(options, expected, "{choices:?}");
    }
}

#[test]
fn what_the_message_does_not_have_is_refused_with_what_it_has() {
    for (choices, known) in [
        (vec!["color=red"], "start_hand, figure_placement, end_timing, captures, start_seat"),
        (vec!["start_hand=START_HAND_RANDOM"], "chosen, random"),
        (vec!["start_hand=unspecified"], "chosen, random"),
        (vec!["start_seat=first"], "whole numbers 0 to 4294967295"),
        (vec!["start_seat=-1"], "whole numbers 0 to 4294967295"),
        (vec!["captures=open", "captures=hidden"], "captures is given twice"),
    ] {
        let failure = encode(&game(), &choices).expect_err("the choice does not exist");
        assert!(failure.to_string().contains(known), "{choices:?}: {failure}");
        assert_eq!(failure.exit_code(), 64);
    }
}

#[test]
fn what_the_game_offers_goes_before_what_the_message_could_hold() {
    let mut game = game();
    game.options = vec![GameOption {
        name: "start_seat".to_owned(),
        values: vec!["0".to_owned(), "1".to_owned()],
        ..Default::default()
    }];
    assert!(encode(&game, &["start_seat=1"]).is_ok());
    let failure = encode(&game, &["start_seat=2"]).expect_err("the game does not offer it");
    assert!(failure.to_string().contains("choose from 0, 1"), "{failure}");
}

#[test]
fn the_kinds_of_the_command_line_are_bool_text_and_numbers() {
    // Any message serves as options here; this one has a bool, a text, a
    // number and something that a command line can't hold.
    let game = Game {
        id: "other".to_owned(),
        options_message: "bakufu.play.v1.CreateMatchRequest".to_owned(),
        ..Default::default()
    };
    let encode = |choice: &str| {
        let schema = kit_proto::descriptor_set("bakufu.play.v1").expect("it is compiled in");
        encode_options(&game, schema, &[split(choice)])
    };
    let read = |choice: &str| {
        let bytes = encode(choice).expect("the choice exists");
        kit_proto::bakufu::play::v1::CreateMatchRequest::decode(&bytes[..]).expect("it is encoded")
    };
    assert!(read("listed=true").listed);
    assert_eq!(read("game=go").game, "go");
    assert_eq!(read("seats=7").seats, 7);
    let failure = encode("listed=maybe").expect_err("a flag is true or false");
    assert!(failure.to_string().contains("true, false"), "{failure}");
    let failure = encode("options=00").expect_err("bytes can't be typed");
    assert!(matches!(failure, Failure::OptionKind { .. }), "{failure}");
}

fn game() -> Game {
    Game {
        id: "samurai".to_owned(),
        options_message: format!("{SCHEMA}.Options"),
        ..Default::default()
    }
}

fn encode(game: &Game, choices: &[&str]) -> Result<Vec<u8>, Failure> {
    let schema = kit_proto::descriptor_set(SCHEMA).expect("it is compiled in");
    let choices: Vec<(String, String)> = choices.iter().map(|choice| split(choice)).collect();
    encode_options(game, schema, &choices)
}

fn split(choice: &str) -> (String, String) {
    let (name, value) = choice.split_once('=').expect("name=value");
    (name.to_owned(), value.to_owned())
}

//! Nothing is lost between bytes and JSON, whatever a message holds.

use std::sync::Arc;

use fastrand::Rng;
use futures::executor::block_on;
use proptest::prelude::*;
use prost::Message;
use serde_json::Value;

use crate::api::Api;
use crate::library::CachedLibrary;
use crate::payloads::places;
use crate::tests::fixture::AllGames;
use crate::tests::random::Maker;
use crate::{answer, request};

const DEPTH: usize = 6;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_message_of_every_call_survives_for_every_game(seed: u64) {
        let api = Api::read();
        let library = Arc::new(AllGames::find());
        let games = CachedLibrary::new(library.clone());
        for game in library.ids() {
            let messages = block_on(games.of_match(&game)).expect("a game of ours");
            let random = Rng::with_seed(seed);
            let mut maker = Maker { api: &api, game: &game, messages: &messages, random };
            for kind in api.calls.iter().flat_map(|call| [&call.request, &call.response]) {
                let bytes = maker.message(kind, DEPTH).encode_to_vec();
                let json = block_on(answer::decode(&api, &games, kind, &game, &bytes));
                let json = json.expect("a good message");
                let back = block_on(request::encode(&api, &games, kind, &game, json.clone()));
                prop_assert_eq!(&back.expect("good JSON"), &bytes, "{}", json);
                let text = json.to_string();
                let reread: Value = request::parse(text.as_bytes()).expect("JSON");
                prop_assert_eq!(&reread, &json, "{}", kind.full_name());
            }
        }
    }
}

#[test]
fn every_message_of_a_game_is_an_object_with_the_names_of_its_schema() {
    let api = Api::read();
    let library = Arc::new(AllGames::find());
    let games = CachedLibrary::new(library.clone());
    let mut held = [0; 4];
    for game in library.ids() {
        let messages = block_on(games.of_match(&game)).expect("a game of ours");
        let mut maker =
            Maker { api: &api, game: &game, messages: &messages, random: Rng::with_seed(7) };
        for kind in api.calls.iter().flat_map(|call| [&call.request, &call.response]) {
            let bytes = maker.message(kind, DEPTH).encode_to_vec();
            let json = block_on(answer::decode(&api, &games, kind, &game, &bytes)).expect("good");
            for place in places(&api, kind, &json) {
                let value = json.pointer(&place.pointer).expect("it is there");
                let fields = value.as_object().expect("an object, not base64");
                let descriptor = messages.descriptor(place.message);
                assert!(
                    fields.keys().all(|name| descriptor.get_field_by_json_name(name).is_some())
                );
                held[place.message as usize] += 1;
            }
        }
    }
    assert!(held.iter().all(|count| *count > 0), "all four were met: {held:?}");
}

#[test]
fn an_empty_action_is_an_object_and_an_empty_state_is_left_out() {
    let api = Api::read();
    let library = Arc::new(AllGames::find());
    let game = library.ids().remove(0);
    let games = CachedLibrary::new(library);
    let pool = api.calls[0].request.parent_pool();
    let decode = |name: &str, bytes: &[u8]| {
        let kind = pool.get_message_by_name(name).expect("a message");
        block_on(answer::decode(&api, &games, &kind, &game, bytes)).expect("good").to_string()
    };
    // One legal action with the label "x"; a view of revision 1.
    let legal = decode("bakufu.play.v1.ListLegalActionsResponse", &[0x12, 3, 0x12, 1, b'x']);
    assert_eq!(legal, r#"{"actions":[{"label":"x","action":{}}]}"#);
    assert_eq!(decode("bakufu.play.v1.View", &[8, 1]), r#"{"revision":"1"}"#);
}

#[test]
fn options_that_nobody_can_read_are_left_out_of_a_match() {
    let api = Api::read();
    let games = CachedLibrary::new(Arc::new(AllGames::find()));
    let kind = api.calls[0].request.parent_pool().get_message_by_name("bakufu.play.v1.Match");
    // Field 2: the game "gone". Field 4: options.
    let bytes = [&[0x12, 4][..], b"gone", &[0x22, 2, 8, 1]].concat();
    let json = block_on(answer::decode(&api, &games, &kind.expect("a message"), "", &bytes));
    assert_eq!(json.expect("it can be listed").to_string(), r#"{"game":"gone"}"#);
}

//! Fields of commands that are out of range, and things that are not there.

use tests_harness::{Table, fields_at_fault, fresh_id, play, with_token};
use tonic::Code::{InvalidArgument, NotFound};

use super::fixture::{Fixture, NO_MATCH, on_every_fixture};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let api = || fixture.client.api();
        for id in [NO_MATCH, "", "no-such-match", "\u{0}", &"f".repeat(10_000)] {
            let id = id.to_owned();
            let name = "UNKNOWN_MATCH";
            fixture.refuses("match", NotFound, name, fixture.client.get_match(&id)).await;
            fixture.refuses("view", NotFound, name, fixture.client.view(&id)).await;
            fixture.refuses("export", NotFound, name, fixture.client.export(&id)).await;
            let watch = play::WatchMatchRequest { match_id: id.clone(), ..Default::default() };
            fixture.refuses("watch", NotFound, name, fixture.client.watch(watch)).await;
            let call = async { api().sit_down(sit(&id, 0, "Tomoe")).await };
            fixture.refuses("sit down", NotFound, name, call).await;
        }
        for game in ["", "go", "SAMURAI", &"g".repeat(5_000)] {
            let request = Table::request(game, fixture.seats);
            let call = async { api().create_match(request).await };
            fixture.refuses("game", NotFound, "UNKNOWN_GAME", call).await;
            let request =
                play::GetGameSchemaRequest { game: game.to_owned(), ..Default::default() };
            let call = async { api().get_game_schema(request).await };
            fixture.refuses("schema", NotFound, "UNKNOWN_GAME", call).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_and_names_have_their_bounds() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let api = || fixture.client.api();
        let game = &fixture.schema.game;
        for seats in [0, game.seats_min - 1, game.seats_max + 1, 9, u32::MAX] {
            let call = async { api().create_match(Table::request(&game.id, seats)).await };
            fixture.refuses_field("seats", "seats", call).await;
        }
        let open = fixture.open.id();
        for seat in [fixture.seats + 1, 9, u32::MAX] {
            let call = async { api().sit_down(sit(open, seat, "Tomoe")).await };
            fixture.refuses_field("a seat that is not there", "seat", call).await;
            let bot =
                play::AddBotRequest { match_id: open.to_owned(), seat, request_id: fresh_id() };
            let call = async { api().add_bot(with_token(&fixture.open.host_token, bot)).await };
            fixture.refuses_field("a bot on a seat that is not there", "seat", call).await;
        }
        for seat in [0, fixture.seats + 1, 9, u32::MAX] {
            let match_id = open.to_owned();
            let free = play::RemoveSeatRequest { match_id, seat, request_id: fresh_id() };
            let call =
                async { api().remove_seat(with_token(&fixture.open.host_token, free)).await };
            fixture.refuses_field("freeing a seat that is not there", "seat", call).await;
        }
        let long = "x".repeat(41);
        let names = ["", long.as_str(), "tab\tname", "line\nname", "\u{7f}", " padded", "null\0"];
        let unseen =
            ["Tomoe\u{202e}", "To\u{200b}moe", "\u{2066}Tomoe", "\u{3164}", "Tomoe\u{e000}"];
        let reserved = ["Bot 1", "BOT 7", "bot１", "Erased 2"];
        for name in names.into_iter().chain(unseen).chain(reserved) {
            let call = async { api().sit_down(sit(open, 0, name)).await };
            fixture.refuses_field("a name", "name", call).await;
        }
        if fixture.seats > 1 {
            for name in ["Player 1", "PLAYER 1", "Player\u{a0}１"] {
                let call = async { api().sit_down(sit(open, 0, name)).await };
                fixture.refuses_field("a name that is taken", "name", call).await;
            }
        }
        let mut seeded = sit(open, 0, "Tomoe");
        seeded.seed = vec![7; 65].into();
        let call = async { api().sit_down(seeded).await };
        fixture.refuses_field("a long seed", "seed", call).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_id_is_long_plain_and_not_too_long() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let api = || fixture.client.api();
        let long = "a".repeat(65);
        for id in ["short", "fifteen-letters", "with spaces in it", "ünïcödé-ïs-nöt-pläïn", &long]
        {
            let request_id = id.to_owned();
            let player = &fixture.running.players[0];
            let mut dice = fixture.dice.clone();
            let action = dice.bytes(4).into();
            let create = play::CreateMatchRequest {
                request_id: request_id.clone(),
                ..Table::request(&fixture.schema.game.id, fixture.seats)
            };
            let call = async { api().create_match(create).await };
            fixture.refuses_field(id, "request_id", call).await;
            let mut seated = sit(fixture.open.id(), 0, "Tomoe");
            seated.request_id = request_id.clone();
            fixture.refuses_field(id, "request_id", async { api().sit_down(seated).await }).await;
            let mut submission = player.submission(&action);
            submission.request_id = request_id.clone();
            fixture.refuses_field(id, "request_id", player.submit(submission)).await;
            let match_id = fixture.open.id().to_owned();
            let leave = play::LeaveSeatRequest { match_id, request_id: request_id.clone() };
            let leave = with_token(&fixture.open.players[0].token, leave);
            fixture.refuses_field(id, "request_id", async { api().leave_seat(leave).await }).await;
            let match_id = fixture.open.id().to_owned();
            let start = play::StartMatchRequest { match_id, request_id: request_id.clone() };
            let start = with_token(&fixture.open.host_token, start);
            fixture.refuses_field(id, "request_id", async { api().start_match(start).await }).await;
            let match_id = player.match_id.clone();
            let resign = with_token(&player.token, play::ResignRequest { match_id, request_id });
            fixture.refuses_field(id, "request_id", async { api().resign(resign).await }).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_bad_fields_are_named_at_once() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let request = play::SitDownRequest {
            match_id: fixture.open.id().to_owned(),
            seat: 0,
            name: String::new(),
            seed: vec![7; 65].into(),
            request_id: "short".to_owned(),
            invitation: String::new(),
        };
        let call = async { fixture.client.api().sit_down(request).await };
        let reason = fixture.refuses("three faults", InvalidArgument, "MALFORMED", call).await;
        let mut fields = fields_at_fault(&reason);
        fields.sort_unstable();
        assert_eq!(fields, ["name", "request_id", "seed"]);

        let request = play::ListMatchesRequest {
            status: 99,
            page_size: 101,
            page_token: "no token".to_owned(),
            ..Default::default()
        };
        let call = async { fixture.client.api().list_matches(request).await };
        let reason = fixture.refuses("a page", InvalidArgument, "MALFORMED", call).await;
        let mut fields = fields_at_fault(&reason);
        fields.sort_unstable();
        assert_eq!(fields, ["page_size", "page_token", "status"]);
    })
    .await;
}

fn sit(match_id: &str, seat: u32, name: &str) -> play::SitDownRequest {
    play::SitDownRequest {
        match_id: match_id.to_owned(),
        seat,
        name: name.to_owned(),
        request_id: fresh_id(),
        ..Default::default()
    }
}

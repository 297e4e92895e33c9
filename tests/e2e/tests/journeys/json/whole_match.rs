//! Matches of every game from the first seat to the record, by JSON alone.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http_body_util::Full;
use serde_json::{Value, json};
use tests_harness::{Client, Cluster, Dice, StoreKind, with_token};

use super::client::{JsonClient, JsonTable, read};
use super::watching::lines_to_end;

/// More than any match takes.
const ACTIONS_MAX: usize = 5000;

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_every_game_is_played_with_json_alone() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let (client, grpc) = (JsonClient::of(&cluster), cluster.client(0));
    let mut dice = Dice::roll();
    let games = client.call("ListGames", "", &json!({})).await;
    for game in games["games"].as_array().expect("games") {
        let (id, seats) = (game["id"].as_str().expect("an id"), game["seatsMin"].as_u64());
        let table = JsonTable::start(&client, id, seats.expect("a number")).await;
        let from_start = json!({ "matchId": table.match_id, "afterRevision": 0 });
        let watching = lines_to_end(&client, &table.tokens[0], &from_start);
        let watching = tokio::spawn(watching);
        table.play(&mut dice, 20).await;
        assert_same_views(&table, &grpc, id).await;
        table.play(&mut dice, ACTIONS_MAX).await;
        assert!(table.to_act().await.is_none(), "{id} is over");
        assert_recorded(&table, &watching.await.expect("it does not panic")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn json_is_spoken_over_http2_as_well() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let url = format!("{}/bakufu.play.v1.MatchService/ListGames", cluster.orchestrators[0].url());
    let request = http::Request::post(url).header(CONTENT_TYPE, "application/json");
    let request = request.body(Full::new(Bytes::new())).expect("a request");
    let answer = read(client.send_http2(request).await).await.expect("it answers");
    assert_eq!(answer, client.call("ListGames", "", &json!({})).await);
}

/// What JSON shows of a state is what the bytes of gRPC hold, for everyone.
async fn assert_same_views(table: &JsonTable, grpc: &Client, game: &str) {
    let schema = grpc.schema(game).await;
    let tokens = table.tokens.iter().map(String::as_str).chain([""]);
    for token in tokens {
        let shown = table.client.call("GetView", token, &table.about()).await;
        let request = tests_harness::play::GetViewRequest { match_id: table.match_id.clone() };
        let request = match token {
            "" => tonic::Request::new(request),
            _ => with_token(token, request),
        };
        let view = grpc.api().get_view(request).await.expect("anyone may look").into_inner();
        let state = view.view.expect("a view").state;
        let state = serde_json::to_value(schema.state(&state)).expect("JSON");
        assert_eq!(shown["view"]["state"], state, "{game}");
    }
}

/// The record tells every action as it was sent, and the watcher saw it all.
async fn assert_recorded(table: &JsonTable, watched: &[Value]) {
    let answer = table.client.call("ExportMatch", "", &table.about()).await;
    let export = &answer["export"];
    assert_eq!(export["gameMatch"]["matchId"], table.match_id);
    let log = export["log"].as_array().expect("a log");
    let acted: Vec<&Value> = log.iter().filter_map(|entry| entry.get("acted")).collect();
    assert!(acted.len() > 20, "{} actions", acted.len());
    for action in acted.iter().flat_map(|acted| acted["actions"].as_array().expect("a list")) {
        assert!(action.is_object(), "{action}");
    }
    let events = log.iter().filter_map(|entry| entry["events"].as_array()).flatten();
    assert!(events.map(|event| &event["payload"]).all(Value::is_object));
    let updates: Vec<&Value> = watched.iter().filter_map(|line| line.get("update")).collect();
    for (index, update) in updates.iter().enumerate() {
        assert_eq!(update["revision"], (index + 1).to_string(), "no gap");
    }
    let last = updates.last().expect("updates");
    assert_eq!(last["outcome"], export["gameMatch"]["outcome"], "it saw the end");
    let revisions = &log.last().expect("entries")["revisions"];
    assert_eq!(last["revision"], revisions[1], "seat 1 saw all that it may");
}

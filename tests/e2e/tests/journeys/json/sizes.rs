//! Whoever counts the bytes of a planning seat does not learn what it plans.

use std::collections::BTreeMap;

use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tests_harness::{Cluster, Dice, StoreKind};

use super::client::{JsonClient, JsonTable, with_token};
use super::watching::watch;

/// How many secret steps a seat takes while nobody else does anything.
const STEPS: usize = 8;
/// In how many matches of a game nobody may come to planning.
const MATCHES_MAX: usize = 50;

#[tokio::test(flavor = "multi_thread")]
async fn while_a_seat_plans_all_that_it_gets_is_of_one_size() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let mut dice = Dice::roll();
    let games = client.call("ListGames", "", &json!({})).await;
    for game in games["games"].as_array().expect("games") {
        let (id, seats) = (game["id"].as_str().expect("an id"), game["seatsMin"].as_u64());
        let seats = seats.expect("a number");
        let (table, token) = until_somebody_plans(&client, id, seats, &mut dice).await;
        let request = json!({ "matchId": table.match_id, "sentences": true });
        let mut events = watch(&client, &token, "text/event-stream", None, &request).await;
        events.until("\n\n").await.expect("a snapshot");
        let mut sizes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for _ in 0..STEPS {
            let Some(action) = secret_choice(&table, &token, &mut dice).await else { break };
            let submission = table.submission(&action);
            let told = length(&client, "SubmitActions", &token, &submission).await;
            sizes.entry("SubmitActions").or_default().push(told);
            let event = events.until("\n\n").await.expect("an update");
            sizes.entry("WatchMatch").or_default().push(event.len());
            for method in ["GetView", "ListLegalActions", "GetBoard"] {
                let told = length(&client, method, &token, &table.about()).await;
                sizes.entry(method).or_default().push(told);
            }
        }
        assert_eq!(sizes.len(), 5, "{id}: every answer was looked at: {sizes:?}");
        for (method, lengths) in &sizes {
            assert!(lengths.len() > 1, "{id} {method}: there are steps to compare");
            let same = lengths.windows(2).all(|pair| pair[0] == pair[1]);
            assert!(same, "{id} {method} tells steps apart: {lengths:?}");
        }
    }
}

/// Plays until a seat can act in secret; the match, and the token of that seat.
async fn until_somebody_plans(
    client: &JsonClient,
    game: &str,
    seats: u64,
    dice: &mut Dice,
) -> (JsonTable, String) {
    for _ in 0..MATCHES_MAX {
        let table = JsonTable::start(client, game, seats).await;
        while let Some((_, token)) = table.to_act().await {
            let token = token.to_owned();
            if secret_choice(&table, &token, dice).await.is_some() {
                return (table, token);
            }
            table.play(dice, 1).await;
        }
    }
    panic!("{game}: nobody plans in {MATCHES_MAX} matches");
}

/// A step that nobody else notices, if there is one.
async fn secret_choice(table: &JsonTable, token: &str, dice: &mut Dice) -> Option<Value> {
    let legal = table.client.call("ListLegalActions", token, &table.about()).await;
    let mut secret = legal["actions"].as_array().cloned().unwrap_or_default();
    secret.retain(|action| action["secret"] == true);
    (!secret.is_empty()).then(|| dice.pick(&secret)["action"].clone())
}

/// How many bytes an answer has.
async fn length(client: &JsonClient, method: &str, token: &str, request: &Value) -> usize {
    let builder = client.post(method).header(CONTENT_TYPE, "application/json");
    let request = with_token(builder, token).body(Full::from(request.to_string()));
    let answer = client.send(request.expect("a request")).await;
    assert_eq!(answer.status().as_u16(), 200, "{method}");
    answer.into_body().collect().await.expect("a whole answer").to_bytes().len()
}

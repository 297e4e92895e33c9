//! A client that knows HTTP and JSON, and nothing else.

use std::convert::Infallible;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo};
use kit_testing::wait_until;
use serde_json::{Value, json};
use tests_harness::{Cluster, Dice, fresh_id};
use tokio::net::TcpStream;

/// The path of a method of the match service.
pub(crate) fn path(method: &str) -> String {
    format!("/bakufu.play.v1.MatchService/{method}")
}

/// A client of one orchestrator. Every request is a connection of its own.
#[derive(Clone)]
pub(crate) struct JsonClient {
    address: String,
}

/// An answer other than 200.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) error: Value,
}

impl JsonClient {
    pub(crate) fn of(cluster: &Cluster) -> Self {
        let url = cluster.orchestrators[0].url();
        Self { address: url.trim_start_matches("http://").to_owned() }
    }

    /// A request, to be refined.
    pub(crate) fn post(&self, method: &str) -> http::request::Builder {
        Request::post(path(method)).header(HOST, &self.address)
    }

    /// Sends a request over HTTP/1.1.
    pub(crate) async fn send<B>(&self, request: Request<B>) -> Response<Incoming>
    where
        B: Body<Data = Bytes, Error = Infallible> + Send + 'static,
    {
        let tcp = TcpStream::connect(&self.address).await.expect("it listens");
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(tcp)).await;
        let (mut sender, connection) = handshake.expect("it speaks HTTP/1.1");
        tokio::spawn(connection);
        sender.send_request(request).await.expect("it answers")
    }

    /// Sends a request over HTTP/2.
    pub(crate) async fn send_http2(&self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        let tcp = TcpStream::connect(&self.address).await.expect("it listens");
        let executor = TokioExecutor::new();
        let handshake = hyper::client::conn::http2::handshake(executor, TokioIo::new(tcp)).await;
        let (mut sender, connection) = handshake.expect("it speaks HTTP/2");
        tokio::spawn(connection);
        sender.send_request(request).await.expect("it answers")
    }

    /// Calls a method; an empty token is none.
    pub(crate) async fn try_call(
        &self,
        method: &str,
        token: &str,
        request: &Value,
    ) -> Result<Value, Refused> {
        let builder = self.post(method).header(CONTENT_TYPE, "application/json");
        let request = with_token(builder, token).body(Full::from(request.to_string()));
        read(self.send(request.expect("a request")).await).await
    }

    /// Calls a method that must answer.
    pub(crate) async fn call(&self, method: &str, token: &str, request: &Value) -> Value {
        let answer = self.try_call(method, token, request).await;
        answer.unwrap_or_else(|refused| panic!("{method} {request}: {refused:?}"))
    }
}

/// A request with a token, unless that is empty.
pub(crate) fn with_token(builder: http::request::Builder, token: &str) -> http::request::Builder {
    match token {
        "" => builder,
        _ => builder.header(AUTHORIZATION, format!("Bearer {token}")),
    }
}

pub(crate) async fn read(answer: Response<Incoming>) -> Result<Value, Refused> {
    let status = answer.status().as_u16();
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    let retry_after = answer.headers().contains_key("retry-after");
    let text = answer.into_body().collect().await.expect("a whole answer").to_bytes();
    let value: Value = serde_json::from_slice(&text).expect("an answer is JSON");
    if status == 200 {
        return Ok(value);
    }
    assert_eq!(value.get("retryAfterMs").is_some(), retry_after, "both or neither: {value}");
    Err(Refused { status, error: value })
}

/// A match whose seats are all taken by this client.
pub(crate) struct JsonTable {
    pub(crate) client: JsonClient,
    pub(crate) match_id: String,
    /// The token of every seat, the first seat first.
    pub(crate) tokens: Vec<String>,
}

impl JsonTable {
    /// Creates a match that starts when its last seat is taken, and takes all.
    pub(crate) async fn start(client: &JsonClient, game: &str, seats: u64) -> Self {
        let request = json!({
            "game": game, "seats": seats, "options": {}, "startWhenFull": true,
            "requestId": fresh_id(),
        });
        let created = client.call("CreateMatch", "", &request).await;
        assert_eq!(created["gameMatch"]["options"], json!({}), "options are an object");
        let match_id = created["gameMatch"]["matchId"].as_str().expect("an id").to_owned();
        let mut tokens = Vec::new();
        for seat in 1..=seats {
            let request = json!({
                "matchId": match_id, "name": format!("Player {seat}"), "seed": "c2VlZA==",
                "requestId": fresh_id(),
            });
            let seated = client.call("SitDown", "", &request).await;
            assert_eq!(seated["seat"], seat);
            tokens.push(seated["seatToken"].as_str().expect("a token").to_owned());
        }
        let table = Self { client: client.clone(), match_id, tokens };
        wait_until("the match has started", async || {
            let found = client.call("GetMatch", "", &table.about()).await;
            found["gameMatch"]["status"] != "MATCH_STATUS_SEATING"
        })
        .await;
        table
    }

    /// A request about the match.
    pub(crate) fn about(&self) -> Value {
        json!({ "matchId": self.match_id })
    }

    /// The first seat that is to act, and its token; none when it is over.
    pub(crate) async fn to_act(&self) -> Option<(u64, &str)> {
        let found = self.client.call("GetMatch", "", &self.about()).await;
        if found["gameMatch"]["status"] == "MATCH_STATUS_OVER" {
            return None;
        }
        let seat = found["gameMatch"]["seatsToAct"][0].as_u64().expect("somebody is to act");
        Some((seat, &self.tokens[seat as usize - 1]))
    }

    /// Some legal action of a seat, which mostly goes forward.
    pub(crate) async fn choose(&self, token: &str, dice: &mut Dice) -> Value {
        let legal = self.client.call("ListLegalActions", token, &self.about()).await;
        let all = legal["actions"].as_array().expect("actions").clone();
        let forward: Vec<Value> =
            all.iter().filter(|action| action["retracts"] != true).cloned().collect();
        let choices = if forward.is_empty() { all } else { forward };
        let chosen = dice.pick(&choices);
        assert!(chosen["label"].is_string() && chosen["action"].is_object(), "{chosen}");
        chosen["action"].clone()
    }

    pub(crate) fn submission(&self, action: &Value) -> Value {
        json!({ "matchId": self.match_id, "actions": [action], "requestId": fresh_id() })
    }

    /// Plays at most so many actions; what was done, until the match is over.
    pub(crate) async fn play(&self, dice: &mut Dice, actions_max: usize) -> Vec<(u64, Value)> {
        let mut done = Vec::new();
        while done.len() < actions_max {
            let Some((seat, token)) = self.to_act().await else { break };
            let action = self.choose(token, dice).await;
            self.client.call("SubmitActions", token, &self.submission(&action)).await;
            done.push((seat, action));
        }
        done
    }
}

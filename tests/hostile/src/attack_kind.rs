//! Every attack by its name, as large as one peer can make it without effort.

use std::fmt;

use clap::ValueEnum;
use kit_testing::wait_until;
use serde_json::{Value, json};
use tests_harness::fresh_id;

use crate::attack::Attack;
use crate::attacks::{
    Door, Flood, answers_unread, bodies_without_end, connections_that_go, creation, creations,
    flood, headers_without_end, large_bodies_without_end, matches_of_bots, messages_without_end,
    questions, seat_churn, silent_connections, silent_dialogues, streams_that_never_ask, watchers,
    windows_shut,
};
use crate::json::call_once;
use crate::target::{ATTACKER, Target};

/// More than the calls that are under way at a time at most.
const BODIES: usize = 1_150;
/// More than a server with a usual limit of files can have.
const CONNECTIONS: usize = 1_100;
/// Connections that do something all the time.
const WORKERS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AttackKind {
    /// Requests in JSON whose bodies never end
    JsonBodies,
    /// Requests over gRPC-Web whose bodies never end
    GrpcWebBodies,
    /// Requests in JSON that are large and never end
    LargeBodies,
    /// Calls over two connections of HTTP/2 whose messages never end
    Messages,
    /// Streams over HTTP/2 that are opened and ask for nothing
    Streams,
    /// Streams in both directions on which nobody speaks
    Dialogues,
    /// Streams of a match, all that can be had
    Watchers,
    /// Connections without a word
    Silence,
    /// Connections that go as soon as they are there
    Goers,
    /// Requests whose headers never end
    Headers,
    /// Long answers over HTTP/1.1 that nobody reads
    UnreadAnswers,
    /// Long answers over HTTP/2 of which not a byte is taken
    ShutWindows,
    /// Calls that are taken back as soon as they are made
    Resets,
    /// PING frames, whose answers nobody reads
    Pings,
    /// SETTINGS frames, whose answers nobody reads
    SettingsFrames,
    /// DATA frames with nothing in them
    EmptyParts,
    /// CONTINUATION frames without end
    Continuations,
    /// Headers that are much longer than what is sent of them
    SwollenHeaders,
    /// WINDOW_UPDATE frames of one byte
    WindowUpdates,
    /// A stranger who sits down and leaves
    SeatChurn,
    /// Matches of bots only
    BotMatches,
    /// Matches in which nobody sits
    Creations,
    /// Lists of all matches
    Lists,
    /// Boards of a match
    Boards,
    /// Lists of what a player of some game may do
    LegalLists,
    /// Replays of a match
    Replays,
    /// Records of a match
    Records,
}

impl AttackKind {
    pub fn all() -> Vec<Self> {
        Self::value_variants().to_vec()
    }

    /// Begins the attack.
    ///
    /// # Panics
    /// If the server refuses what an attack needs before it begins.
    pub async fn begin(self, target: Target) -> Attack {
        match self {
            Self::JsonBodies => bodies_without_end(target, Door::Json, BODIES),
            Self::GrpcWebBodies => bodies_without_end(target, Door::GrpcWeb, BODIES),
            Self::LargeBodies => large_bodies_without_end(target, Door::Json, BODIES),
            Self::Messages => messages_without_end(target, 2, BODIES),
            Self::Streams => streams_that_never_ask(target, 12, 1_000),
            Self::Dialogues => silent_dialogues(target, 12, 1_000),
            Self::Watchers => watchers(target, &open_match(target).await, 12, 1_000),
            Self::Silence => silent_connections(target, CONNECTIONS),
            Self::Goers => connections_that_go(target, WORKERS, 2_000),
            Self::Headers => headers_without_end(target, CONNECTIONS),
            Self::UnreadAnswers => answers_unread(target, some_game(target).await, 60),
            Self::ShutWindows => windows_shut(target, &some_game(target).await, 20, 1_000),
            Self::Resets => flood(target, Flood::Resets, 2, 100_000),
            Self::Pings => flood(target, Flood::Pings, 2, 1_000_000),
            Self::SettingsFrames => flood(target, Flood::Settings, 2, 1_000_000),
            Self::EmptyParts => flood(target, Flood::EmptyParts, 2, 200_000),
            Self::Continuations => flood(target, Flood::Continuations, 2, 200_000),
            Self::SwollenHeaders => flood(target, Flood::SwollenHeaders, 2, 2_000),
            Self::WindowUpdates => flood(target, Flood::WindowUpdates, 2, 1_000_000),
            Self::SeatChurn => seat_churn(target, open_match(target).await, 2_000),
            Self::BotMatches => matches_of_bots(target, some_game(target).await, WORKERS, 100),
            Self::Creations => creations(target, some_game(target).await, WORKERS, 200),
            Self::Lists => {
                let request = json!({ "pageSize": 100 });
                questions(target, "ListMatches", "", request, WORKERS, 300)
            }
            Self::Boards => {
                let (match_id, _) = running_match(target, &game_for_two(target).await).await;
                let request = json!({ "matchId": match_id });
                questions(target, "GetBoard", "", request, WORKERS, 300)
            }
            Self::LegalLists => {
                let (match_id, token) = longest_list(target).await;
                let request = json!({ "matchId": match_id });
                questions(target, "ListLegalActions", &token, request, WORKERS, 300)
            }
            Self::Replays => {
                let match_id = finished_match(target).await;
                let request = json!({ "matchId": match_id, "commit": 3, "viewer": 0 });
                questions(target, "GetReplay", "", request, WORKERS, 100)
            }
            Self::Records => {
                let request = json!({ "matchId": finished_match(target).await });
                questions(target, "ExportMatch", "", request, WORKERS, 100)
            }
        }
    }
}

impl fmt::Display for AttackKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.to_possible_value().expect("no attack is hidden");
        write!(f, "{}", name.get_name())
    }
}

/// All games that are there.
async fn games(target: Target) -> Vec<Value> {
    let games = call_once(target, ATTACKER, "ListGames", "", &json!({})).await;
    let games = games.expect("games can be listed");
    games["games"].as_array().expect("they are a list").clone()
}

/// A game for two.
async fn game_for_two(target: Target) -> Value {
    let mut games = games(target).await.into_iter();
    games.find(|game| game["seatsMin"] == 2).expect("there is a game for two")
}

/// The id of a game for two.
///
/// # Panics
/// If the server does not answer.
pub async fn some_game(target: Target) -> String {
    id_of(&game_for_two(target).await).to_owned()
}

/// The id of a game.
fn id_of(game: &Value) -> &str {
    game["id"].as_str().expect("a game has an id")
}

fn id_in(created: &Value) -> String {
    created["gameMatch"]["matchId"].as_str().expect("a match has an id").to_owned()
}

/// A match of two in which nobody sits yet.
async fn open_match(target: Target) -> String {
    let request = creation(&some_game(target).await);
    let created = call_once(target, ATTACKER, "CreateMatch", "", &request).await;
    id_in(&created.expect("a match can be created"))
}

/// A match in which the attacker has all seats, and the token of one who is to act.
async fn running_match(target: Target, game: &Value) -> (String, String) {
    let seats = game["seatsMin"].as_u64().expect("a game has seats");
    let mut request = creation(id_of(game));
    request["seats"] = json!(seats);
    let created = call_once(target, ATTACKER, "CreateMatch", "", &request).await;
    let match_id = id_in(&created.expect("a match can be created"));
    let mut tokens = Vec::new();
    for seat in 1..=seats {
        let sit = json!({
            "matchId": match_id, "name": format!("Mallory {seat}"), "seed": "c2VlZA==",
            "requestId": fresh_id(),
        });
        let seated = call_once(target, ATTACKER, "SitDown", "", &sit).await;
        let seated = seated.expect("a seat is open");
        tokens.push(seated["seatToken"].as_str().expect("a seat has a token").to_owned());
    }
    let running = wait_for(target, &match_id, "MATCH_STATUS_PLAYING").await;
    let to_act = running["gameMatch"]["seatsToAct"][0].as_u64().expect("somebody is to act");
    (match_id, tokens.swap_remove(to_act as usize - 1))
}

/// A match, of all games, in which there is most to choose from at the beginning.
async fn longest_list(target: Target) -> (String, String) {
    let mut longest = (0, (String::new(), String::new()));
    for game in games(target).await {
        let (match_id, token) = running_match(target, &game).await;
        let about = json!({ "matchId": match_id });
        let legal = call_once(target, ATTACKER, "ListLegalActions", &token, &about).await;
        let length = legal.expect("whose turn it is may ask").to_string().len();
        if length > longest.0 {
            longest = (length, (match_id, token));
        }
    }
    longest.1
}

/// A match of two that is over, since the attacker has resigned.
async fn finished_match(target: Target) -> String {
    let (match_id, token) = running_match(target, &game_for_two(target).await).await;
    let resignation = json!({ "matchId": match_id, "requestId": fresh_id() });
    let resigned = call_once(target, ATTACKER, "Resign", &token, &resignation).await;
    resigned.expect("anyone may resign");
    wait_for(target, &match_id, "MATCH_STATUS_OVER").await;
    match_id
}

/// The match as it is once it has this status.
async fn wait_for(target: Target, match_id: &str, status: &str) -> Value {
    let about = json!({ "matchId": match_id });
    let mut found = Value::Null;
    wait_until(status, async || {
        let now = call_once(target, ATTACKER, "GetMatch", "", &about).await;
        found = now.unwrap_or_default();
        found["gameMatch"]["status"] == status
    })
    .await;
    found
}

//! Calls that are good one by one, and bad in their number.

use std::sync::Arc;

use serde_json::{Value, json};
use tests_harness::fresh_id;

use crate::attack::Attack;
use crate::json::{JsonConnection, Unserved};
use crate::tally::Tally;
use crate::target::{ATTACKER, Target};

/// A worker's connection, made anew when the server has closed it.
pub(crate) struct Caller {
    target: Target,
    tally: Arc<Tally>,
    /// What every call claims to come from, if anything.
    forwarded_for: Option<String>,
    connection: Option<JsonConnection>,
}

impl Caller {
    pub(crate) fn new(target: Target, tally: Arc<Tally>) -> Self {
        Self { target, tally, forwarded_for: None, connection: None }
    }

    /// Claims that what follows comes from somewhere else.
    pub(crate) fn claim(&mut self, address: String) {
        self.forwarded_for = Some(address);
        self.connection = None;
    }

    /// Calls, notes what becomes of it, and returns the answer if there is one.
    pub(crate) async fn call(
        &mut self,
        method: &str,
        token: &str,
        request: &Value,
    ) -> Option<Value> {
        let answer = self.try_call(method, token, request).await;
        match &answer {
            Ok(_) => self.tally.note(method),
            Err(unserved) => self.note(unserved),
        }
        answer.ok()
    }

    fn note(&self, unserved: &Unserved) {
        match unserved.limit() {
            Some(limit) => self.tally.note(&format!("{} {limit}", unserved.reason())),
            None => self.tally.note(&unserved.reason()),
        }
    }

    async fn try_call(
        &mut self,
        method: &str,
        token: &str,
        request: &Value,
    ) -> Result<Value, Unserved> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let connection = JsonConnection::open(self.target, ATTACKER).await?;
                match &self.forwarded_for {
                    Some(address) => connection.with_forwarded_for(address),
                    None => connection,
                }
            }
        };
        let answer = connection.call(method, token, request).await;
        if !matches!(answer, Err(Unserved::Gone(_))) {
            self.connection = Some(connection);
        }
        answer
    }
}

/// A request for a match of two with this game.
pub(crate) fn creation(game: &str) -> Value {
    json!({ "game": game, "seats": 2, "startWhenFull": true, "requestId": fresh_id() })
}

/// Some workers who create so many matches each, in which nobody ever sits.
pub(crate) fn creations(target: Target, game: String, workers: usize, each: usize) -> Attack {
    Attack::by(workers, move |_, tally| {
        let (mut caller, game) = (Caller::new(target, tally), game.clone());
        async move {
            for _ in 0..each {
                caller.call("CreateMatch", "", &creation(&game)).await;
            }
        }
    })
}

/// The same, by somebody who claims to come from another address every time.
pub fn disguised_creations(
    target: Target,
    game: String,
    each: usize,
    claim: fn(usize) -> String,
) -> Attack {
    Attack::by(1, move |_, tally| {
        let (mut caller, game) = (Caller::new(target, tally), game.clone());
        async move {
            for number in 0..each {
                caller.claim(claim(number));
                caller.call("CreateMatch", "", &creation(&game)).await;
            }
        }
    })
}

/// Some workers who create so many matches each, in which only bots play.
pub(crate) fn matches_of_bots(target: Target, game: String, workers: usize, each: usize) -> Attack {
    Attack::by(workers, move |_, tally| {
        let (mut caller, game) = (Caller::new(target, tally), game.clone());
        async move {
            for _ in 0..each {
                let created = caller.call("CreateMatch", "", &creation(&game)).await;
                let Some(created) = created else { continue };
                let token = created["hostToken"].as_str().unwrap_or_default();
                for _ in 0..2 {
                    let bot = json!({
                        "matchId": created["gameMatch"]["matchId"], "requestId": fresh_id(),
                    });
                    caller.call("AddBot", token, &bot).await;
                }
            }
        }
    })
}

/// Somebody who sits down in a match and leaves it, so many times.
pub fn seat_churn(target: Target, match_id: String, times: usize) -> Attack {
    Attack::by(1, move |_, tally| {
        let (mut caller, match_id) = (Caller::new(target, tally), match_id.clone());
        async move {
            for _ in 0..times {
                let sit = json!({
                    "matchId": match_id, "name": "Mallory", "seed": "c2VlZA==",
                    "requestId": fresh_id(),
                });
                let Some(seated) = caller.call("SitDown", "", &sit).await else { continue };
                let leave = json!({ "matchId": match_id, "requestId": fresh_id() });
                let token = seated["seatToken"].as_str().unwrap_or_default();
                caller.call("LeaveSeat", token, &leave).await;
            }
        }
    })
}

/// Some workers who ask the same question so many times each.
pub(crate) fn questions(
    target: Target,
    method: &'static str,
    token: &str,
    request: Value,
    workers: usize,
    each: usize,
) -> Attack {
    Attack::by(workers, |_, tally| {
        let mut caller = Caller::new(target, tally);
        let (token, request) = (token.to_owned(), request.clone());
        async move {
            for _ in 0..each {
                caller.call(method, &token, &request).await;
            }
        }
    })
}

//! A host with a match, as somebody who knows JSON and nothing else.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};
use tests_harness::fresh_id;

use crate::json::{JsonConnection, Unserved};
use crate::target::Target;

/// Where hosts are.
pub const HOST: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));

/// Whoever has created a match.
#[derive(Debug)]
pub struct Host {
    pub target: Target,
    pub match_id: String,
    pub token: String,
    /// What the creation was answered with.
    pub created: Value,
}

/// Somebody on a seat.
#[derive(Clone, Debug)]
pub struct Seated {
    pub seat: u64,
    pub token: String,
}

impl Host {
    /// Creates a match of two, with these fields besides.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn of(target: Target, more: Value) -> Self {
        let mut connection = JsonConnection::open(target, HOST).await.expect("it listens");
        let games = connection.call("ListGames", "", &json!({})).await.expect("it answers");
        let mut request =
            json!({ "game": games["games"][0]["id"], "seats": 2, "requestId": fresh_id() });
        let fields = request.as_object_mut().expect("a request is an object");
        fields.extend(more.as_object().expect("fields").clone());
        let created = connection.call("CreateMatch", "", &request).await;
        let created = created.expect("a match can be created");
        let text = |value: &Value| value.as_str().expect("it is text").to_owned();
        Self {
            target,
            match_id: text(&created["gameMatch"]["matchId"]),
            token: text(&created["hostToken"]),
            created,
        }
    }

    /// Calls as the host, about the match and with these fields besides.
    ///
    /// # Errors
    /// As the server says.
    pub async fn call(&self, method: &str, more: Value) -> Result<Value, Unserved> {
        self.call_as(HOST, &self.token, method, more).await
    }

    /// Calls from an address with a token, about the match and with these fields besides.
    ///
    /// # Errors
    /// As the server says.
    ///
    /// # Panics
    /// If the fields are none.
    pub async fn call_as(
        &self,
        from: IpAddr,
        token: &str,
        method: &str,
        more: Value,
    ) -> Result<Value, Unserved> {
        let mut request = json!({ "matchId": self.match_id });
        let fields = request.as_object_mut().expect("a request is an object");
        fields.extend(more.as_object().expect("fields").clone());
        JsonConnection::open(self.target, from).await?.call(method, token, &request).await
    }

    /// Sits somebody down, with these fields besides.
    ///
    /// # Errors
    /// As the server says.
    pub async fn sit(&self, from: IpAddr, name: &str, more: Value) -> Result<Seated, Unserved> {
        let mut fields = json!({ "name": name, "seed": "c2VlZA==", "requestId": fresh_id() });
        fields
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("fields").clone());
        let answer = self.call_as(from, "", "SitDown", fields).await?;
        let token = answer["seatToken"].as_str().expect("a seat has a token").to_owned();
        Ok(Seated { seat: answer["seat"].as_u64().expect("a seat has a number"), token })
    }
}

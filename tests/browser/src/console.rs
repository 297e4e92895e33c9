//! Console of the browser: what it complains about.

use fantoccini::Client;
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// Asks for what the console got since it was asked last.
#[derive(Debug)]
struct ReadConsole;

impl WebDriverCompatibleCommand for ReadConsole {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        let session = session_id.expect("a browser is open");
        base_url.join(&format!("session/{session}/se/log"))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

/// Everything that the console got since it was asked last.
pub(crate) async fn entries(client: &Client) -> Vec<Value> {
    let entries = client.issue_cmd(ReadConsole).await.expect("the console can be read");
    entries.as_array().cloned().unwrap_or_default()
}

/// The errors and warnings that the page and its policy caused.
pub(crate) async fn complaints(client: &Client) -> Vec<String> {
    let entries = entries(client).await;
    let grave = entries.iter().filter(|entry| entry["level"] == "SEVERE");
    grave.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
}

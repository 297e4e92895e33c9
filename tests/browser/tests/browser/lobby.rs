//! Beginning of journeys: a match is made through the form of the lobby.

use serde_json::{Value, json};
use tests_browser::Screen;

/// What is filled in.
pub(crate) struct Wanted<'a> {
    pub(crate) game: &'a str,
    pub(crate) seats: u32,
    pub(crate) name: &'a str,
    pub(crate) bots: bool,
    /// Whether only who has the link can sit down.
    pub(crate) invited: bool,
    /// Options other than the usual ones, by name.
    pub(crate) options: &'a [(&'a str, &'a str)],
}

/// Makes a match in the lobby, and returns its id.
pub(crate) async fn create(screen: &Screen, url: &str, wanted: &Wanted<'_>) -> String {
    screen.open(url).await;
    screen.tap(&format!("[data-game='{}'] button", wanted.game)).await;
    screen.write("dialog [name=name]", wanted.name).await;
    let seats = format!("dialog .segments label:has([value='{}'])", wanted.seats);
    screen.tap(&seats).await;
    if wanted.bots {
        screen.tap("dialog [name=bots]").await;
    }
    if wanted.invited {
        screen.tap("dialog [name=invitationOnly]").await;
    }
    for (name, value) in wanted.options {
        choose(screen, name, value).await;
    }
    screen.press("Create the match").await;
    screen.until("the match is made", "location.hash.startsWith('#/m/')").await;
    let hash = screen.look("location.hash").await;
    hash.as_str().expect("a text").trim_start_matches("#/m/").to_owned()
}

async fn choose(screen: &Screen, name: &str, value: &str) {
    let script = "
        const field = document.querySelector(`dialog [name='option.${arguments[0]}']`);
        field.value = arguments[1];
        return field.value === arguments[1];";
    let chosen = screen.run(script, vec![json!(name), json!(value)]).await;
    assert_eq!(chosen, Value::Bool(true), "{name} can be {value}");
}

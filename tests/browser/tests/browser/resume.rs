//! A reload and a lost connection in mid-turn cost nothing.

use serde_json::Value;
use tests_browser::{Driver, Screen, Server, Size, Step};
use tests_harness::Dice;

use crate::lobby::{Wanted, create};

const BANNER: &str = "!document.querySelector('.banner').hidden";
const LOG_LENGTH: &str = "document.querySelectorAll('.log li').length";
const BOARD: &str = "document.querySelector('.drawing title').textContent
    + [...document.querySelectorAll('.drawing text')].map((it) => it.textContent).join('|')";
const MAY_ACT: &str =
    "document.querySelector('[data-choices]')?.getAttribute('aria-busy') === 'false'
    && document.querySelectorAll('[data-choices] button').length > 0";

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_and_a_lost_connection_in_mid_turn_resume() {
    let (mut server, driver) = (Server::start().await, Driver::start());
    let screen = driver.open(Size::Desktop).await;
    let wanted =
        Wanted { game: "samurai", seats: 2, name: "Ann", bots: true, invited: false, options: &[] };
    let id = create(&screen, &server.url(), &wanted).await;
    screen.until_board().await;
    let mut dice = Dice::roll();
    screen.act_times(3, &mut dice).await;

    screen.until("it is Ann's turn again", MAY_ACT).await;
    let (board, log) = (screen.look(BOARD).await, screen.look(LOG_LENGTH).await);
    screen.reload().await;
    screen.until("it is still Ann's turn", MAY_ACT).await;
    assert_eq!(screen.look(BOARD).await, board, "the same hand, the same table");
    screen.until("the log is there again", &format!("{LOG_LENGTH} >= {log}")).await;

    // Whatever comes from here on, the lost server is the reason.
    screen.expect_no_complaints(&[]).await;
    server.process.kill();
    screen.until("the page says that it is offline", BANNER).await;
    let before = entries(&screen).await;
    assert_eq!(screen.act(&mut dice).await, Step::Acted, "the page takes the choice all the same");
    server.process.restart().await;
    screen.until("the page is back", &format!("!({BANNER})")).await;
    screen.until("the choice has arrived", &format!("{LOG_LENGTH} > {}", before.len())).await;
    screen.until("it is Ann's turn again", MAY_ACT).await;
    screen.act_times(2, &mut dice).await;

    arrived_once(&server, &screen, &id).await;
    screen
        .expect_no_complaints(&[
            "ERR_CONNECTION_REFUSED",
            "ERR_INCOMPLETE_CHUNKED",
            "ERR_EMPTY_RESPONSE",
            "ERR_CONNECTION_RESET",
        ])
        .await;
    screen.close().await;
}

/// What the log says, line by line.
async fn entries(screen: &Screen) -> Vec<String> {
    let lines =
        screen.look("[...document.querySelectorAll('.log li')].map((it) => it.innerText)").await;
    let lines = lines.as_array().cloned().unwrap_or_default();
    lines.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The log of a page that lived through everything is the log of a new page:
/// nothing is missing and nothing is doubled.
async fn arrived_once(server: &Server, screen: &Screen, id: &str) {
    screen.until("it is Ann's turn again", MAY_ACT).await;
    let lived = entries(screen).await;
    screen.open(&format!("{}/#/m/{id}", server.url())).await;
    screen.reload().await;
    screen.until("the log is whole", &format!("{LOG_LENGTH} >= {}", lived.len())).await;
    assert_eq!(entries(screen).await, lived);
}

//! Whoever only watches learns no secret, not even in what is not drawn.

use serde_json::Value;
use tests_browser::{Driver, Screen, Server, Size};
use tests_harness::Dice;

use crate::lobby::{Wanted, create};

/// The parts of the board that only their owner sees, by id.
const OWN_TILES: &str = "[...document.querySelectorAll('.drawing [id^=tile-]')].map((it) => it.id)";
const WHOLE_PAGE: &str = "document.documentElement.outerHTML";

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_sees_no_secret() {
    let (server, driver) = (Server::start().await, Driver::start());
    let owner = driver.open(Size::Desktop).await;
    let wanted =
        Wanted { game: "samurai", seats: 2, name: "Ann", bots: true, invited: false, options: &[] };
    let id = create(&owner, &server.url(), &wanted).await;
    owner.until_board().await;
    let watcher = driver.open(Size::Desktop).await;
    watcher.open(&format!("{}/#/m/{id}", server.url())).await;
    watcher.until_board().await;
    let mut dice = Dice::roll();
    for _ in 0..4 {
        owner.act_times(2, &mut dice).await;
        compare(&owner, &watcher).await;
    }
    assert_eq!(watcher.look("Object.keys(localStorage).length").await, 0, "it holds no token");
    assert_eq!(watcher.text("[data-watching]").await, "you watch");
    for screen in [owner, watcher] {
        screen.expect_no_complaints(&[]).await;
        screen.close().await;
    }
}

async fn compare(owner: &Screen, watcher: &Screen) {
    let drawn = "document.querySelectorAll('.drawing [id^=tile-]').length > 0";
    owner.until("the owner sees tiles", drawn).await;
    let own = owner.look(OWN_TILES).await;
    let own: Vec<&str> = own.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let page = watcher.look(WHOLE_PAGE).await;
    let page = page.as_str().expect("a text");
    for tile in own {
        assert!(!page.contains(&format!("\"{tile}\"")), "{tile} is in the spectator's page");
    }
    let marked = "document.querySelectorAll('.can, [data-choices] button').length";
    assert_eq!(watcher.look(marked).await, 0, "a spectator has nothing to choose");
}

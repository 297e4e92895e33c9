//! Everything can be done without a mouse.

use tests_browser::{Driver, Key, Screen, Server, Size};

use crate::lobby::{Wanted, create};

/// More than enough to come around the whole page once.
const TABS_MAX: usize = 400;
const IN_CHOICES: &str = "document.activeElement.closest('[data-choices]') !== null";
const ON_BOARD: &str = "document.activeElement.closest('.can') !== null";
const LOG_LENGTH: &str = "document.querySelectorAll('.log li').length";

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_chooses_a_place_and_an_action() {
    let (server, driver) = (Server::start().await, Driver::start());
    let screen = driver.open(Size::Desktop).await;
    let wanted =
        Wanted { game: "samurai", seats: 2, name: "Ann", bots: true, invited: false, options: &[] };
    create(&screen, &server.url(), &wanted).await;
    screen.until("places are marked", "document.querySelector('.drawing .can') !== null").await;

    tab_to(&screen, ON_BOARD).await;
    let label = screen.look("document.activeElement.getAttribute('aria-label')").await;
    assert!(label.as_str().is_some_and(|label| label.contains("choice")), "{label}");
    screen.key(Key::Enter).await;
    screen.until("the focus is on what can be done there", IN_CHOICES).await;
    screen.key(Key::Escape).await;
    screen.until("the focus is back on the board", ON_BOARD).await;

    let log = screen.look(LOG_LENGTH).await;
    screen.key(Key::Enter).await;
    screen.until("the focus is on what can be done there", IN_CHOICES).await;
    screen.key(Key::Enter).await;
    screen.until("it was done", &format!("{LOG_LENGTH} > {log}")).await;
    screen.expect_no_complaints(&[]).await;
    screen.close().await;
}

async fn tab_to(screen: &Screen, target: &str) {
    for _ in 0..TABS_MAX {
        screen.key(Key::Tab).await;
        if screen.look(target).await == true {
            return;
        }
    }
    panic!("the tabulator never came to {target}");
}

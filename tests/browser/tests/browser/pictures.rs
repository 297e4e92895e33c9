//! Pictures of every game, on a desk and on a phone, for people to look at.

use tests_browser::{Driver, Screen, Server, Size};
use tests_harness::Dice;

use crate::lobby::{Wanted, create};

/// So far into the match the board has something on it.
const ACTS: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn every_game_fits_a_desk_and_a_phone() {
    let (server, driver) = (Server::start().await, Driver::start());
    let (desktop, phone) = (driver.open(Size::Desktop).await, driver.open(Size::Phone).await);
    let mut dice = Dice::roll();
    desktop.open(&server.url()).await;
    desktop.until("the games are there", "document.querySelector('[data-game]') !== null").await;
    desktop.keep_picture("lobby-desktop").await;
    phone.open(&server.url()).await;
    phone.until("the games are there", "document.querySelector('[data-game]') !== null").await;
    phone.keep_picture("lobby-phone").await;

    for game in server.client().games().await {
        for (screen, size) in [(&desktop, Size::Desktop), (&phone, Size::Phone)] {
            let wanted = Wanted {
                game: &game.id,
                seats: game.seats_max,
                name: "Ann",
                bots: true,
                invited: false,
                options: &[],
            };
            create(screen, &server.url(), &wanted).await;
            screen.until_board().await;
            screen.act_times(ACTS, &mut dice).await;
            is_in_order(screen, &game.id).await;
            screen.keep_picture(&format!("{}-{}", game.id, size.name())).await;
        }
    }
    for screen in [desktop, phone] {
        screen.expect_no_complaints(&[]).await;
        screen.close().await;
    }
}

/// The board is as wide as it should be, and nothing sticks out.
async fn is_in_order(screen: &Screen, game: &str) {
    let settled = "document.querySelector('[data-choices]').getAttribute('aria-busy') === 'false'";
    screen.until("the table is settled", settled).await;
    screen.run("scrollTo(0, 0);", Vec::new()).await;
    let over = screen.look("document.documentElement.scrollWidth - innerWidth").await;
    assert!(over.as_f64().is_some_and(|pixels| pixels <= 0.0), "{game}: {over} pixels too wide");
    let wide = "document.querySelector('.drawing').getBoundingClientRect().width
        / Math.min(innerWidth, 860)";
    let share = screen.look(wide).await.as_f64().expect("a number");
    assert!(share > 0.8, "{game}: the board has {share} of the width");
}

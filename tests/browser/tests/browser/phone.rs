//! A phone plays a whole match against bots.

use tests_browser::{Driver, Screen, Server, Size, Step};
use tests_harness::Dice;

use crate::lobby::{Wanted, create};

/// Taps with a real finger before the rest is played quickly.
const TAPS: usize = 6;
const MAY_ACT: &str =
    "document.querySelector('[data-choices]')?.getAttribute('aria-busy') === 'false'
    && document.querySelectorAll('[data-choices] button').length > 0";
/// Moves a place to the edge of the sheet, which will grow when it is tapped.
const MOVE_TO_THE_SHEET: &str = "
    const place = document.getElementById(arguments[0]).getBoundingClientRect();
    const sheet = document.querySelector('[data-choices]').getBoundingClientRect();
    scrollBy({ top: place.bottom - sheet.top + 4, behavior: 'instant' });";

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_plays_against_bots_to_the_end() {
    let (server, driver) = (Server::start().await, Driver::start());
    let phone = driver.open(Size::Phone).await;
    let wanted = Wanted {
        game: "shitenno",
        seats: 3,
        name: "Mai",
        bots: true,
        invited: false,
        options: &[],
    };
    create(&phone, &server.url(), &wanted).await;
    phone.until_board().await;
    fits_the_screen(&phone).await;

    let mut dice = Dice::roll();
    for _ in 0..TAPS {
        tap_and_choose(&phone, &mut dice).await;
    }
    let mut is_over = false;
    while !is_over {
        phone
            .wait_until("it is the phone's turn or the match is over", async || {
                let step = phone.act(&mut dice).await;
                is_over = step == Step::Over;
                step != Step::Waiting
            })
            .await;
    }
    assert!(phone.text("[data-result] .places").await.contains("Mai"));
    fits_the_screen(&phone).await;
    phone.expect_no_complaints(&[]).await;
    phone.close().await;
}

/// Nothing has to be pushed sideways to be read.
async fn fits_the_screen(phone: &Screen) {
    let over = phone.look("document.documentElement.scrollWidth - innerWidth").await;
    assert!(over.as_f64().is_some_and(|pixels| pixels <= 0.0), "{over} pixels too wide");
}

/// Taps a marked place with a finger, sees it above the sheet, and chooses.
async fn tap_and_choose(phone: &Screen, dice: &mut Dice) {
    phone.until("the phone may act", MAY_ACT).await;
    let places = phone.look("[...document.querySelectorAll('.drawing .can')].map((it) => it.id)");
    let places = places.await;
    let places: Vec<&str> =
        places.as_array().expect("a list").iter().filter_map(|id| id.as_str()).collect();
    if places.is_empty() {
        phone.act(dice).await;
        return;
    }
    let place = dice.pick(&places);
    phone.run(MOVE_TO_THE_SHEET, vec![(*place).into()]).await;
    phone.tap_here(&format!("[id='{place}']")).await;
    let selected = "document.querySelector('.line.selected') !== null";
    phone.until("the place is chosen", selected).await;
    let visible = format!(
        "(() => {{
            const place = document.querySelector(\"[id='{place}']\").getBoundingClientRect();
            const sheet = document.querySelector('[data-choices]').getBoundingClientRect();
            return place.bottom <= sheet.top && place.top >= 0;
        }})()"
    );
    phone.until("the place is above the sheet", &visible).await;
    phone.tap_here("[data-choices] .group button").await;
}

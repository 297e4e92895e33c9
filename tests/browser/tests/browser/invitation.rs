//! A match for friends: who has the link sits down, and the host sends others away.

use tests_browser::{Driver, Server, Size};

use crate::lobby::{Wanted, create};

const IS_SEATED: &str = "document.querySelector('[data-seat=\"2\"] .name')?.textContent === 'Ben'";
const CAN_SIT: &str =
    "[...document.querySelectorAll('button')].some((it) => it.textContent === 'Sit here')";

#[tokio::test(flavor = "multi_thread")]
async fn who_has_the_link_sits_down_until_the_host_makes_a_new_one() {
    let (server, driver) = (Server::start().await, Driver::start());
    let (ann, ben) = (driver.open(Size::Desktop).await, driver.open(Size::Desktop).await);
    let wanted =
        Wanted { game: "samurai", seats: 3, name: "Ann", bots: false, invited: true, options: &[] };
    let id = create(&ann, &server.url(), &wanted).await;
    let link = ann.value("[data-invite]").await;
    let (_, secret) = link.rsplit_once('/').expect("an address");
    assert!(link.contains(&format!("#/m/{id}/")) && secret.len() == 32, "{link}");
    let shown = server.client().get_match(&id).await.expect("the match is there");
    assert!(shown.invitation_only);

    // Somebody who knows the match and has no link.
    ben.open(&format!("{}#/m/{id}", server.url())).await;
    ben.until("it says so", "document.body.innerText.includes('by invitation')").await;
    assert_eq!(ben.look(CAN_SIT).await, false);

    ben.open(&link).await;
    ben.until("the link lets in", CAN_SIT).await;
    assert!(!ben.url().await.contains(secret), "the address does not keep it");
    ben.write("[data-name]", "Ben").await;
    ben.press("Sit here").await;
    ben.until("Ben sits", IS_SEATED).await;

    ann.tap("[aria-label='Remove Ben from seat 2']").await;
    ben.until("the seat is free", CAN_SIT).await;
    ann.press("New invite link").await;
    let is_new = format!("document.querySelector('[data-invite]')?.value !== {link:?}");
    ann.until("there is a new link", &is_new).await;
    ben.press("Sit here").await;
    let refused = "document.querySelector('.problem')?.textContent.includes('by invitation')";
    ben.until("the old link is worthless", refused).await;
    ben.open(&ann.value("[data-invite]").await).await;
    ben.until("the new link lets in", CAN_SIT).await;
    ben.press("Sit here").await;
    ben.until("Ben sits again", IS_SEATED).await;

    ann.expect_no_complaints(&[]).await;
    // The browser notes refusals, which were wanted.
    ben.expect_no_complaints(&["401", "403"]).await;
    for screen in [ann, ben] {
        screen.close().await;
    }
}

//! A table that is opened at the moment when its match starts.

use tests_browser::{Driver, Screen, Server, Size};
use tests_harness::Table;

/// What the page asks in order to open a table. Answers may be from before the
/// start or from after it, each for itself.
const QUESTIONS: [&str; 2] = ["GetMatch", "GetView"];
/// Holds one question back until it is released, as a slow network would, and
/// counts those of the others that have no answer yet.
const HOLD: &str = "
    const [questions, late] = arguments;
    const ask = window.fetch;
    const released = new Promise((resolve) => (window.release = resolve));
    window.isHeld = false;
    window.unanswered = 0;
    window.fetch = async (address, how) => {
        const question = address.split('/').at(-1);
        if (question === late) {
            window.isHeld = true;
            await released;
        }
        if (question === late || !questions.includes(question)) return ask(address, how);
        window.unanswered += 1;
        return ask(address, how).finally(() => (window.unanswered -= 1));
    };";
const HOLDS: &str = "window.isHeld && window.unanswered === 0";

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_starts_while_its_table_opens_shows_its_board() {
    let (server, driver) = (Server::start().await, Driver::start());
    let screen = driver.open(Size::Desktop).await;
    for late in QUESTIONS {
        open_while_it_starts(&server, &screen, late).await;
    }
    screen.expect_no_complaints(&[]).await;
    screen.close().await;
}

/// One answer comes from before the start, and one from after it. Nobody acts from
/// then on, so nothing later can make up for what the page has missed.
async fn open_while_it_starts(server: &Server, screen: &Screen, late: &str) {
    let client = server.client();
    let mut table = Table::create(&client, Table::request("samurai", 2)).await;
    for _ in 0..2 {
        table.sit(&client).await;
    }
    screen.open(&server.url()).await;
    screen.run(HOLD, vec![QUESTIONS.into(), late.into()]).await;
    screen.run("location.hash = `#/m/${arguments[0]}`;", vec![table.id().into()]).await;
    screen.until(&format!("{late} is all that is missing"), HOLDS).await;
    table.start_match(&client).await;
    screen.run("window.release();", Vec::new()).await;
    screen.until_board().await;
}

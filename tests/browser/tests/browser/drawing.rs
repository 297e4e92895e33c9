//! A drawing is somebody else's: nothing in it runs, loads or leads away.

use serde_json::{Value, json};
use tests_browser::{Driver, Server, Size};

/// All that a drawing could try.
const HOSTILE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg"
    xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="window.ran = 1">
  <script>window.ran = 2</script>
  <SCRIPT href="data:text/javascript,window.ran=3"/>
  <foreignObject>
    <body xmlns="http://www.w3.org/1999/xhtml" onload="window.ran = 4"/>
  </foreignObject>
  <style>@import "http://127.0.0.1:9/leak.css";</style>
  <image href="http://127.0.0.1:9/leak.png" onerror="window.ran = 5"/>
  <a xlink:href="javascript:window.ran=6"><text>go</text></a>
  <use xlink:href="http://127.0.0.1:9/leak.svg#it"/>
  <set attributeName="href" to="javascript:window.ran=7"/>
  <animate attributeName="onclick" values="window.ran = 8"/>
  <rect id="kept" width="9" height="9" onclick="window.ran = 9"
    style="fill: url(http://127.0.0.1:9)"/>
</svg>"##;

/// Puts the drawing into the page as the board does, and taps it.
const TAKE_IN: &str = "
    const take = async (text) => {
        const main = document.querySelector('script[type=module]').src;
        const { readDrawing } = await import(main.replace('main.js', 'drawing.js'));
        const drawing = readDrawing(text);
        document.body.append(drawing);
        drawing.querySelector('#kept').dispatchEvent(new MouseEvent('click'));
        return drawing.outerHTML;
    };
    return take(arguments[0]);";

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_drawing_is_only_a_drawing() {
    let (server, driver) = (Server::start().await, Driver::start());
    let screen = driver.open(Size::Desktop).await;
    screen.open(&server.url()).await;
    let taken = screen.run(TAKE_IN, vec![json!(HOSTILE)]).await;
    let taken = taken.as_str().expect("a text").to_lowercase();
    assert!(taken.contains("id=\"kept\""), "what is only drawn stays: {taken}");
    for word in
        ["script", "window.ran", "127.0.0.1", "foreignobject", "<style", "onclick", "onload"]
    {
        assert!(!taken.contains(word), "{word} is left in {taken}");
    }
    assert_eq!(screen.look("window.ran ?? null").await, Value::Null, "nothing has run");
    // What the page's policy blocked while the drawing was read, and nothing else.
    screen.expect_no_complaints(&["Content Security Policy"]).await;
    screen.close().await;
}

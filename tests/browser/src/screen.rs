//! One browser, as the person in front of it uses it.

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::console::complaints;
use crate::driver::Process;

/// A browser with the page in it.
#[derive(Debug)]
pub struct Screen {
    pub(crate) client: Client,
    _process: Process,
}

impl Screen {
    pub(crate) fn new(client: Client, process: Process) -> Self {
        Self { client, _process: process }
    }

    /// Goes to an address.
    pub async fn open(&self, url: &str) {
        self.client.goto(url).await.expect("the page opens");
    }

    /// Presses the reload button.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page opens again");
    }

    /// The address.
    pub async fn url(&self) -> String {
        self.client.current_url().await.expect("there is an address").to_string()
    }

    /// Taps an element when it is there, really: if something lies above it, it
    /// fails. Like a person, it first moves the page so that the element is in
    /// the middle.
    pub async fn tap(&self, css: &str) {
        self.find(css).await;
        let move_page = "document.querySelector(arguments[0])
            .scrollIntoView({ block: 'center', behavior: 'instant' });";
        self.run(move_page, vec![css.into()]).await;
        self.tap_here(css).await;
    }

    /// Taps an element where it is.
    pub async fn tap_here(&self, css: &str) {
        self.click(Locator::Css(css)).await;
    }

    /// Taps the visible button with this text.
    pub async fn press(&self, text: &str) {
        let path =
            format!("//button[normalize-space()='{text}'] | //a[normalize-space()='{text}']");
        self.click(Locator::XPath(&path)).await;
    }

    /// Presses a key where the focus is.
    pub async fn key(&self, key: Key) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(&String::from(char::from(key))).await.expect("it takes keys");
    }

    /// Writes into a field, instead of what is there.
    pub async fn write(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("the field can be emptied");
        field.send_keys(text).await.expect("the field takes a text");
    }

    /// The text of an element, when it is there.
    pub async fn text(&self, css: &str) -> String {
        self.property(css, "innerText").await
    }

    /// What a field holds, when it is there.
    pub async fn value(&self, css: &str) -> String {
        self.property(css, "value").await
    }

    async fn property(&self, css: &str, name: &str) -> String {
        // At one go: an element that was found may be drawn anew before it is read.
        let read = "return document.querySelector(arguments[0])?.[arguments[1]] ?? null;";
        let mut text = Value::Null;
        self.wait_until(css, async || {
            text = self.run(read, vec![css.into(), name.into()]).await;
            text.is_string()
        })
        .await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// What an expression of the page's language says.
    pub async fn look(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});"), Vec::new()).await
    }

    /// Runs a script in the page.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let answer = self.client.execute(script, arguments).await;
        answer.unwrap_or_else(|error| panic!("run {script}: {error}"))
    }

    /// Waits until an expression of the page's language is true.
    pub async fn until(&self, what: &str, expression: &str) {
        self.wait_until(what, async || self.look(expression).await == Value::Bool(true)).await;
    }

    /// Waits until the table is open, with the board in it.
    pub async fn until_board(&self) {
        self.until("the board is there", "document.querySelector('.drawing') !== null").await;
    }

    /// What the screen shows, as a PNG file.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture can be taken")
    }

    /// Fails if the browser had to complain about the page since this was
    /// asked last; whoever cuts the connection expects what that causes.
    pub async fn expect_no_complaints(&self, expected: &[&str]) {
        let found = complaints(&self.client).await;
        let unexpected: Vec<&String> =
            found.iter().filter(|line| !expected.iter().any(|part| line.contains(part))).collect();
        assert!(unexpected.is_empty(), "the browser complains: {unexpected:#?}");
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.client.close().await.expect("the browser closes");
    }

    /// Clicks an element when it is there. If it is drawn anew in between, nothing
    /// was clicked, and the new one is looked for.
    async fn click(&self, locator: Locator<'_>) {
        loop {
            match self.found(locator).await.click().await {
                Err(error) if error.is_stale_element_reference() => {}
                clicked => return clicked.unwrap_or_else(|error| panic!("{locator:?}: {error}")),
            }
        }
    }

    async fn find(&self, css: &str) -> Element {
        self.found(Locator::Css(css)).await
    }

    async fn found(&self, locator: Locator<'_>) -> Element {
        match self.client.wait().for_element(locator).await {
            Ok(element) => element,
            Err(error) => panic!("find {locator:?}: {error}\n{}", self.evidence().await),
        }
    }
}

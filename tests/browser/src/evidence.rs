//! Evidence of a wait in vain: what the page shows, so that a failure explains itself.

use kit_testing::{PATIENCE, holds_in_time};
use serde_json::Value;

use crate::console::entries;
use crate::screen::Screen;

/// What a person would look at: the address, the text, and which of the last
/// requests were answered, with the status and how long it took. A stream that is
/// still open is not among them.
const LOOK: &str = "
    const requests = performance.getEntriesByType('resource')
        .filter((it) => it.initiatorType === 'fetch')
        .slice(-25);
    const answers = requests.map((it) => {
        const name = it.name.split('/').at(-1);
        const [from, took] = [it.startTime, it.duration].map(Math.round);
        return `${from} ms: ${name} ${it.responseStatus} in ${took} ms`;
    });
    return [
        `address: ${location.href}`,
        `clock: ${Math.round(performance.now())} ms`,
        `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
        `text: ${document.body.innerText}`,
        `requests:`,
        ...answers,
    ].join('\\n');";

impl Screen {
    /// Returns as soon as the condition holds.
    ///
    /// # Panics
    /// If it does not hold in time; the message says what the page shows instead.
    pub async fn wait_until(&self, what: &str, condition: impl AsyncFnMut() -> bool) {
        if !holds_in_time(condition).await {
            panic!("waited {PATIENCE:?} in vain until {what}\n{}", self.evidence().await);
        }
    }

    /// What the page shows now; a picture of it is kept.
    pub(crate) async fn evidence(&self) -> String {
        let seen = self.run(LOOK, Vec::new()).await;
        let seen = seen.as_str().unwrap_or_default();
        let console = entries(&self.client).await;
        let console: Vec<String> = console.iter().map(Value::to_string).collect();
        let picture = self.keep_picture(&failure_name()).await;
        let picture = picture.display();
        format!("{seen}\nconsole:\n{}\npicture: {picture}", console.join("\n"))
    }
}

/// The name of a picture, after the test that runs: its thread is called like it.
fn failure_name() -> String {
    let thread = std::thread::current();
    format!("failed-{}", thread.name().unwrap_or("test").replace("::", "-"))
}

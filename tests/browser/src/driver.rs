//! The WebDriver process, and the browsers that it starts.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use fantoccini::ClientBuilder;
use fantoccini::wd::Capabilities;
use hyper_util::client::legacy::connect::HttpConnector;
use kit_testing::Watchdog;
use serde_json::json;
use tempfile::TempDir;

use crate::screen::Screen;

/// Debian's names of the two programs.
const DRIVER: &str = "chromedriver";
const BROWSER: &str = "/usr/bin/chromium";
/// What the driver says when it listens, and on which port.
const STARTED: &str = "was started successfully on port ";
/// How many drivers are started until one listens.
const STARTS: usize = 5;

/// How large a screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A window on a desk.
    Desktop,
    /// A phone, with a finger instead of a mouse.
    Phone,
}

impl Size {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Desktop, Self::Phone];

    /// How files are named after it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Phone => "phone",
        }
    }
}

/// A running WebDriver.
#[derive(Debug)]
pub struct Driver {
    _watchdog: Watchdog,
    process: Child,
    port: String,
    profiles: TempDir,
}

impl Driver {
    /// Starts it on a free port.
    ///
    /// The port that it picks is free for one of the two families of addresses; if
    /// another test has it in the other one, the driver ends, and the next picks anew.
    ///
    /// # Panics
    /// If Chromium or its driver is not installed, or none of a few drivers listens.
    pub fn start() -> Self {
        let mut said = String::new();
        for _ in 0..STARTS {
            match Self::launch() {
                Ok(driver) => return driver,
                Err(output) => said = output,
            }
        }
        panic!("{DRIVER} does not say on which port it listens, {STARTS} times over: {said}");
    }

    /// Starts one, or hands over what it said before it ended.
    fn launch() -> Result<Self, String> {
        let mut process = Command::new(DRIVER)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{DRIVER} can't be started ({error}): install chromium and chromium-driver")
            });
        let watchdog = Watchdog::over(process.id());
        let output = BufReader::new(process.stdout.take().expect("stdout is piped"));
        let mut said = Vec::new();
        for line in output.lines().map_while(Result::ok) {
            if let Some((_, port)) = line.split_once(STARTED) {
                let port = port.trim_end_matches('.').to_owned();
                let profiles = TempDir::new().expect("a temporary folder can be made");
                return Ok(Self { _watchdog: watchdog, process, port, profiles });
            }
            said.push(line);
        }
        let end = process.wait().expect("the driver can be waited for");
        Err(format!("{} ({end})", said.join("; ")))
    }

    /// Opens a new browser that has never been anywhere.
    ///
    /// # Panics
    /// If the browser can't be started.
    pub async fn open(&self, size: Size) -> Screen {
        let profile = TempDir::new_in(self.profiles.path()).expect("a folder can be made").keep();
        let mut arguments = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--no-first-run".to_owned(),
            "--window-size=1280,900".to_owned(),
            "--force-prefers-reduced-motion".to_owned(),
        ];
        arguments.push(format!("--user-data-dir={}", profile.display()));
        let mut options = json!({ "binary": BROWSER, "args": arguments });
        if size == Size::Phone {
            options["mobileEmulation"] = json!({
                "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0, "touch": true }
            });
        }
        let mut wanted = Capabilities::new();
        wanted.insert("browserName".to_owned(), json!("chrome"));
        wanted.insert("goog:chromeOptions".to_owned(), options);
        wanted.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .expect("a browser starts");
        let id = client.capabilities().and_then(|given| given.get("goog:processID")?.as_u64());
        Screen::new(client, Process::new(id.expect("the driver says who the browser is")))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The process of a browser. The driver would leave it behind when a test fails
/// or is killed, so it has a guard of its own.
#[derive(Debug)]
pub(crate) struct Process {
    _watchdog: Watchdog,
    id: String,
}

impl Process {
    fn new(id: u64) -> Self {
        let watched = u32::try_from(id).expect("a process id fits");
        Self { _watchdog: Watchdog::over(watched), id: id.to_string() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It is gone already if the browser was closed.
        let kill = Command::new("kill").args(["-KILL", &self.id]).stderr(Stdio::null()).status();
        kill.expect("kill can be run");
    }
}

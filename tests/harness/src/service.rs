//! One process under test: started, killed, terminated, started again.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Instant;

use kit_testing::{PATIENCE, free_port, wait_until};
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::binaries::binary;
use crate::log::Log;
use kit_testing::Watchdog;

/// How often a start is tried: somebody may take the free port first.
const STARTS_MAX: usize = 5;

#[derive(Clone, Debug)]
pub struct ServiceSpec {
    pub binary: String,
    /// What its own variables begin with, for example `SAMURAI`.
    pub prefix: String,
    /// All variables but the port. Nothing else of the environment is passed.
    pub env: Vec<(String, String)>,
    /// How many files it may have open, sockets included; none: as many as the tests.
    pub files_max: Option<u32>,
}

/// A process on a port of its own. It is killed when the guard is dropped.
#[derive(Debug)]
pub struct Service {
    spec: ServiceSpec,
    path: PathBuf,
    port: u16,
    log: Log,
    running: Option<Running>,
}

/// The watchdog comes first, since fields are dropped in order.
#[derive(Debug)]
struct Running {
    watchdog: Watchdog,
    process: Child,
    reader: JoinHandle<()>,
}

impl Service {
    /// Starts a process and waits until it is ready.
    ///
    /// # Panics
    /// If it does not become ready.
    pub async fn start(spec: ServiceSpec) -> Self {
        let path = binary(&spec.binary);
        for _ in 0..STARTS_MAX {
            let (spec, path) = (spec.clone(), path.clone());
            let port = free_port();
            let mut service = Self { spec, path, port, log: Log::default(), running: None };
            if service.launch().await {
                return service;
            }
            // Only a lost port is a reason to try again.
            let lines = service.log.lines();
            assert!(lines.iter().any(|line| line.contains("listen on")), "{lines:#?}");
        }
        panic!("{} found no port in {STARTS_MAX} attempts", spec.binary);
    }

    /// The name of its binary.
    pub fn name(&self) -> &str {
        &self.spec.binary
    }

    /// Where it serves gRPC.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Where it tells without TLS whether it is ready: on its probe port, if it has one.
    fn health_url(&self) -> String {
        let name = format!("{}_PROBE_LISTEN", self.spec.prefix);
        let probe = self.spec.env.iter().find(|(other, _)| *other == name);
        probe.map_or_else(|| self.url(), |(_, address)| format!("http://{address}"))
    }

    /// The port that it serves on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The id of the process, if it runs.
    pub fn process_id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// What it wrote to stderr.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Whether the process lives and asks for traffic.
    pub async fn is_ready(&self) -> bool {
        let endpoint = Endpoint::from_shared(self.health_url()).expect("our own address is a URL");
        let Ok(channel) = endpoint.connect().await else {
            return false;
        };
        let request = HealthCheckRequest { service: "ready".to_owned() };
        let answer = HealthClient::new(channel).check(request).await;
        answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving)
    }

    /// Whether the process has not ended.
    pub fn is_alive(&mut self) -> bool {
        let ended = |running: &mut Running| running.process.try_wait().expect("a child of ours");
        self.running.as_mut().is_some_and(|running| ended(running).is_none())
    }

    /// Kills the process without any warning (SIGKILL).
    pub fn kill(&mut self) {
        if let Some(Running { watchdog, mut process, reader }) = self.running.take() {
            drop(watchdog);
            process.kill().expect("our own process can be killed");
            process.wait().expect("a killed process ends");
            reader.join().expect("the log is read to its end");
        }
    }

    /// Asks the process to end (SIGTERM).
    ///
    /// # Panics
    /// If it does not run.
    pub fn signal_end(&self) {
        let running = self.running.as_ref().expect("only a running process gets signals");
        let id = running.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill reached {}", self.name());
    }

    /// Waits until the process has ended by itself, and returns its exit code,
    /// or none if a signal ended it.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn exit_code(&mut self) -> Option<i32> {
        wait_until("the process has ended", async || !self.is_alive()).await;
        let Running { watchdog, mut process, reader } = self.running.take()?;
        drop(watchdog);
        let status = process.wait().expect("it has ended");
        reader.join().expect("the log is read to its end");
        status.code()
    }

    /// Asks the process to end, waits for that, and returns its exit code.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn terminate(&mut self) -> Option<i32> {
        self.signal_end();
        self.exit_code().await
    }

    /// Starts the process again on the same port, killing it first if it runs.
    ///
    /// # Panics
    /// If it does not become ready.
    pub async fn restart(&mut self) {
        self.kill();
        for _ in 0..STARTS_MAX {
            if self.launch().await {
                return;
            }
        }
        panic!("{} came back on port {}: {:#?}", self.name(), self.port, self.log.lines());
    }

    async fn launch(&mut self) -> bool {
        let mut process = self
            .command()
            .env_clear()
            .env(format!("{}_LISTEN", self.spec.prefix), format!("127.0.0.1:{}", self.port))
            .envs(self.spec.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{} can't be started: {error}", self.path.display()));
        let watchdog = Watchdog::over(process.id());
        let reader = self.log.follow(process.stderr.take().expect("stderr is piped"));
        self.running = Some(Running { watchdog, process, reader });
        self.becomes_ready().await
    }

    fn command(&self) -> Command {
        let Some(files_max) = self.spec.files_max else { return Command::new(&self.path) };
        // The shell makes way for the process, which so keeps the id.
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("ulimit -n {files_max}; exec \"$0\"")]).arg(&self.path);
        shell
    }

    /// Waits until the process is ready, or has given up.
    async fn becomes_ready(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        let mut ready = false;
        wait_until("the process is ready or has ended", async || {
            ready = self.is_alive() && self.is_ready().await && self.is_alive();
            ready || !self.is_alive() || Instant::now() > deadline
        })
        .await;
        if !ready {
            self.kill();
        }
        ready
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}

//! A real Redis server that lives as long as its guard.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::watchdog::Watchdog;
use crate::{PATIENCE, free_port};

/// How often a start is tried: somebody may take the free port first.
const STARTS_MAX: usize = 5;

/// What the server writes to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// Nothing: a restart is empty.
    None,
    /// The append-only file, flushed once a second.
    EverySecond,
    /// The append-only file, flushed before every answer.
    Always,
}

/// A `redis-server` process on a port and in a folder of its own. It is killed
/// when the guard is dropped.
#[derive(Debug)]
pub struct RedisServer {
    arguments: Vec<String>,
    port: u16,
    folder: TempDir,
    running: Option<Running>,
}

/// The process, and what ends it should the test run die. The watchdog comes
/// first, since fields are dropped in order.
#[derive(Debug)]
struct Running {
    watchdog: Watchdog,
    process: Child,
}

impl RedisServer {
    /// Starts a server that writes nothing to disk.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not start.
    pub fn start() -> Self {
        Self::start_with(Persistence::None, &[])
    }

    /// Starts a server with further command line arguments.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not start.
    pub fn start_with(persistence: Persistence, arguments: &[&str]) -> Self {
        let mut all = persistence_arguments(persistence);
        all.extend(arguments.iter().map(|argument| (*argument).to_owned()));
        for _ in 0..STARTS_MAX {
            let folder = TempDir::new().expect("a temporary folder can be made");
            let mut server =
                Self { arguments: all.clone(), port: free_port(), folder, running: None };
            if server.launch() {
                return server;
            }
        }
        panic!("redis-server did not start in {STARTS_MAX} attempts; run it by hand to see why");
    }

    /// The address for clients.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// The address of the server's unix socket.
    pub fn unix_url(&self) -> String {
        format!("unix://{}", self.folder().join("redis.sock").display())
    }

    /// The port on the loopback address.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with everything that the server writes.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills the server without any warning. What it has handed to the kernel
    /// survives, flushed or not.
    pub fn stop(&mut self) {
        if let Some(Running { watchdog, mut process }) = self.running.take() {
            drop(watchdog);
            process.kill().expect("our own process can be killed");
            process.wait().expect("a killed process ends");
        }
    }

    /// Starts the server again, killing it first if it runs: same port, same
    /// folder, and so whatever its persistence has kept.
    ///
    /// # Panics
    /// If it does not come back.
    pub fn restart(&mut self) {
        self.stop();
        let back = (0..STARTS_MAX).any(|_| self.launch());
        assert!(back, "redis-server came back on port {}", self.port);
    }

    /// Freezes the server: connections stay open, but nothing is answered.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Ends a [`RedisServer::pause`].
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    /// Sends one command of plain words and returns the first line of the
    /// answer, as it is on the wire.
    ///
    /// # Panics
    /// If the server does not answer.
    pub fn command(&self, words: &str) -> String {
        self.ask(words).expect("a running server answers").0
    }

    fn launch(&mut self) -> bool {
        let process = Command::new("redis-server")
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .args(["--daemonize", "no", "--loglevel", "warning", "--unixsocket", "redis.sock"])
            .arg("--dir")
            .arg(self.folder())
            .args(&self.arguments)
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process = match process {
            Ok(process) => process,
            Err(error) if error.kind() == ErrorKind::NotFound => panic!(
                "redis-server is not installed; on Debian or Ubuntu: apt-get install redis-server"
            ),
            Err(error) => panic!("redis-server can't be started: {error}"),
        };
        self.running = Some(Running { watchdog: Watchdog::over(process.id()), process });
        self.comes_up()
    }

    /// Waits until the server answers, or has given up.
    fn comes_up(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if self.answers() {
                return true;
            }
            let running = self.running.as_mut().expect("it was just launched");
            if running.process.try_wait().expect("a child can be asked").is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.stop();
        false
    }

    /// Whether the server on the port is ours, and done with loading.
    fn answers(&self) -> bool {
        let pid = self.running.as_ref().map(|running| running.process.id());
        let mine = |line: &str| line.strip_prefix("process_id:").map(str::trim).map(str::parse);
        match (self.ask("PING"), self.ask("INFO server")) {
            // A protected server answers too; who it is will not be told.
            (Ok((pong, _)), _) if pong.starts_with("-NOAUTH") => true,
            (Ok((pong, _)), Ok((_, info))) if pong == "+PONG" => {
                info.iter().find_map(|line| mine(line)).and_then(Result::ok) == pid
            }
            _ => false,
        }
    }

    /// The first line of the answer, and the lines of a bulk string after it.
    fn ask(&self, words: &str) -> std::io::Result<(String, Vec<String>)> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(format!("{words}\r\nQUIT\r\n").as_bytes())?;
        let mut lines = BufReader::new(stream).lines();
        let first = lines.next().unwrap_or_else(|| Err(ErrorKind::UnexpectedEof.into()))?;
        Ok((first, lines.map_while(Result::ok).collect()))
    }

    fn signal(&self, signal: &str) {
        let running = self.running.as_ref().expect("only a running server gets signals");
        let status = Command::new("kill")
            .args([signal, &running.process.id().to_string()])
            .status()
            .expect("kill can be started");
        assert!(status.success(), "kill {signal} reached the server");
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn persistence_arguments(persistence: Persistence) -> Vec<String> {
    let words: &[&str] = match persistence {
        Persistence::None => &["--save", "", "--appendonly", "no"],
        Persistence::EverySecond => {
            &["--save", "", "--appendonly", "yes", "--appendfsync", "everysec"]
        }
        Persistence::Always => &["--save", "", "--appendonly", "yes", "--appendfsync", "always"],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_and_is_gone_with_its_guard() {
        let server = RedisServer::start();
        let port = server.port();
        assert_eq!(server.command("PING"), "+PONG");
        drop(server);
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err());
    }

    #[test]
    fn a_restart_keeps_the_port_and_what_was_persisted() {
        for (persistence, kept) in [(Persistence::None, "+none"), (Persistence::Always, "+string")]
        {
            let mut server = RedisServer::start_with(persistence, &[]);
            let url = server.url();
            assert_eq!(server.command("SET key value"), "+OK");
            server.restart();
            assert_eq!(server.url(), url);
            assert_eq!(server.command("TYPE key"), kept, "{persistence:?}");
        }
    }

    #[test]
    fn a_paused_server_accepts_connections_but_answers_only_after_resume() {
        let server = RedisServer::start();
        server.pause();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port()))
            .expect("the kernel accepts for it");
        stream.write_all(b"PING\r\n").expect("the kernel takes it");
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a timeout can be set");
        let mut answer = String::new();
        let mut reader = BufReader::new(stream.try_clone().expect("a stream can be cloned"));
        assert!(reader.read_line(&mut answer).is_err());
        server.resume();
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout can be set");
        reader.read_line(&mut answer).expect("it answers again");
        assert_eq!(answer.trim(), "+PONG");
    }
}

//! A real Redis server that lives as long as its guard.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
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
    /// The append-only file, flushed once a second: the last second may be
    /// lost, even if only the process dies.
    EverySecond,
    /// The append-only file, flushed before every answer.
    Always,
}

/// A `redis-server` process on a port and in a folder of its own. It is killed
/// when the guard is dropped.
#[derive(Debug)]
pub struct RedisServer {
    /// What its configuration file says.
    settings: String,
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
        Self::start_configured(persistence_settings(persistence), arguments)
    }

    /// Starts a sentinel that watches over a master under this name, and that
    /// is alone enough to decide on a failover.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not start.
    pub fn start_sentinel(master: &RedisServer, name: &str) -> Self {
        let settings = format!("sentinel monitor {name} 127.0.0.1 {} 1\n", master.port());
        Self::start_configured(&settings, &["--sentinel"])
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

    /// Kills the server without any warning.
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
        self.ask(words).expect("a running server answers").swap_remove(0)
    }

    /// The same with all lines of the answer, lengths and markers included.
    ///
    /// # Panics
    /// If the server does not answer.
    pub fn lines(&self, words: &str) -> Vec<String> {
        self.ask(words).expect("a running server answers")
    }

    /// The first line, or nothing if the connection breaks on the way: a failover
    /// cuts off whoever is connected.
    pub fn try_command(&self, words: &str) -> Option<String> {
        self.ask(words).ok().map(|mut answer| answer.swap_remove(0))
    }

    fn start_configured(settings: &str, arguments: &[&str]) -> Self {
        for _ in 0..STARTS_MAX {
            let mut server = Self {
                settings: settings.to_owned(),
                arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
                port: free_port(),
                folder: TempDir::new().expect("a temporary folder can be made"),
                running: None,
            };
            if server.launch() {
                return server;
            }
        }
        panic!("redis-server did not start in {STARTS_MAX} attempts; run it by hand to see why");
    }

    fn launch(&mut self) -> bool {
        let settings = self.folder().join("redis.conf");
        fs::write(&settings, &self.settings).expect("our own folder can be written");
        let process = Command::new("redis-server")
            .arg(&settings)
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .args(["--daemonize", "no", "--loglevel", "warning", "--unixsocket", "redis.sock"])
            // A master waits for further replicas before it serves the first; none come.
            .args(["--repl-diskless-sync-delay", "0"])
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
        let (Ok(pong), Ok(info)) = (self.ask("PING"), self.ask("INFO server")) else {
            return false;
        };
        let named = info.iter().find_map(|line| line.strip_prefix("process_id:"));
        let ours = self.running.as_ref().map(|running| running.process.id().to_string());
        pong == ["+PONG"] && named == ours.as_deref()
    }

    /// The lines of the answer, lengths and markers included.
    fn ask(&self, words: &str) -> io::Result<Vec<String>> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(format!("{words}\r\n").as_bytes())?;
        let mut lines = Vec::new();
        read_answer(&mut BufReader::new(stream), &mut lines)?;
        Ok(lines)
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

fn read_answer(from: &mut impl BufRead, lines: &mut Vec<String>) -> io::Result<()> {
    let mut first = String::new();
    from.read_line(&mut first)?;
    let first = first.trim_end().to_owned();
    // Minus one stands for nothing, which even an empty text is not, and an empty line
    // for a closed connection.
    let length = first.get(1..).and_then(|number| number.parse::<u64>().ok());
    let marker = first.chars().next().ok_or(ErrorKind::UnexpectedEof)?;
    lines.push(first);
    match (marker, length) {
        ('*', Some(length)) => (0..length).try_for_each(|_| read_answer(from, lines))?,
        ('$', Some(length)) => {
            let mut text = String::new();
            from.take(length + 2).read_to_string(&mut text)?;
            lines.extend(text.lines().map(str::to_owned));
        }
        _ => {}
    }
    Ok(())
}

fn persistence_settings(persistence: Persistence) -> &'static str {
    match persistence {
        Persistence::None => "save \"\"\nappendonly no\n",
        Persistence::EverySecond => "save \"\"\nappendonly yes\nappendfsync everysec\n",
        Persistence::Always => "save \"\"\nappendonly yes\nappendfsync always\n",
    }
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
    fn an_empty_text_is_part_of_an_answer_and_nothing_is_too() {
        let server = RedisServer::start();
        assert_eq!(server.command("CONFIG SET requirepass \"\""), "+OK");
        assert_eq!(server.lines("CONFIG GET requirepass")[1..], ["$11", "requirepass", "$0", ""]);
        assert_eq!(server.lines("MGET one two"), ["*2", "$-1", "$-1"]);
    }

    #[test]
    fn a_sentinel_knows_its_master() {
        let master = RedisServer::start();
        let sentinel = RedisServer::start_sentinel(&master, "main");
        let lines = sentinel.lines("SENTINEL GET-MASTER-ADDR-BY-NAME main");
        assert!(lines.contains(&master.port().to_string()), "{lines:?}");
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

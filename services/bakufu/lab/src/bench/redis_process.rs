//! A Redis server for the time of a measurement.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::ConnectionLike;
use tempfile::TempDir;

use crate::failure::Failure;

/// How often a start is tried: somebody may take the free port first.
const STARTS_MAX: usize = 5;
/// How long a server may take to answer.
const START_MAX: Duration = Duration::from_secs(5);
const ASK_EVERY: Duration = Duration::from_millis(10);

/// A `redis-server` that writes nothing to disk. It ends with its guard.
pub(crate) struct RedisProcess {
    url: String,
    port: u16,
    process: Child,
    _folder: TempDir,
}

impl RedisProcess {
    /// Starts a server on a free port.
    pub(crate) fn start() -> Result<Self, Failure> {
        Self::start_with(&[])
    }

    /// The same with more arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Result<Self, Failure> {
        for _ in 0..STARTS_MAX {
            let mut server = Self::launch(arguments)?;
            if server.comes_up()? {
                return Ok(server);
            }
        }
        let source = ErrorKind::AddrInUse.into();
        Err(system("start redis-server on a free port", source))
    }

    /// The address for clients.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    fn launch(arguments: &[&str]) -> Result<Self, Failure> {
        let folder = TempDir::new().map_err(|source| system("make a temporary folder", source))?;
        let port = free_port().map_err(|source| system("find a free port", source))?;
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--daemonize", "no"])
            .args(arguments)
            .arg("--dir")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| match source.kind() {
                ErrorKind::NotFound => Failure::NoRedisServer,
                _ => system("start redis-server", source),
            })?;
        let url = format!("redis://127.0.0.1:{port}");
        Ok(Self { url, port, process, _folder: folder })
    }

    /// Waits until the server answers, or has given up.
    fn comes_up(&mut self) -> Result<bool, Failure> {
        let client = redis::Client::open(self.url.as_str())?;
        let deadline = Instant::now() + START_MAX;
        while Instant::now() < deadline {
            if client.get_connection().is_ok_and(|mut connection| connection.check_connection()) {
                return Ok(true);
            }
            if !matches!(self.process.try_wait(), Ok(None)) {
                return Ok(false);
            }
            std::thread::sleep(ASK_EVERY);
        }
        Ok(false)
    }
}

impl Drop for RedisProcess {
    fn drop(&mut self) {
        // A process that has ended by itself can't be killed, which is fine.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

pub(crate) fn system(doing: &'static str, source: io::Error) -> Failure {
    bakufu_cli::Failure::System { doing, source }.into()
}

pub(crate) fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

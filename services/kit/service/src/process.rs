//! The frame of every `main`: arguments, configuration, telemetry, signals, exit code.

mod arguments;
mod probe;

use std::fmt::Display;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::net::TcpListener;

use crate::config::{ConfigFaults, EX_USAGE, Environment, Reader, kinds};
use crate::connections::raise_open_files;
use crate::drain::Drain;
use crate::health::Health;
use crate::limits::{Bounds, Table};
use crate::metrics::serve_prometheus;
use crate::probes::serve_probes;
use crate::serve::Serving;
use crate::telemetry::{Telemetry, TelemetryConfig};
use crate::tls::{LOOK_INTERVAL, ServerFiles, ServerTls};

use arguments::Invocation;
pub use probe::{ProbeError, probe};

/// Allocation was the largest single cost of a call in the profile, and the
/// system's allocator the larger part of it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the last telemetry may delay the end of the process.
const FLUSH_MAX: Duration = Duration::from_secs(3);

/// What a program is called, by whom and in its environment.
#[derive(Debug, Clone)]
pub struct Program {
    /// What its file is called.
    pub name: String,
    /// What its own variables begin with.
    pub prefix: String,
    /// Where it listens if nothing else is said.
    pub listen: &'static str,
    /// What it bounds, each with its settings.
    pub limits: &'static Table,
}

/// What every process reads from its environment, under a prefix of its own.
#[derive(Debug, Clone)]
pub struct ProcessConfig {
    /// `<PREFIX>_LISTEN`: where gRPC is served.
    pub listen: SocketAddr,
    /// `<PREFIX>_METRICS_LISTEN`: where Prometheus may scrape; not set, nowhere.
    pub metrics_listen: Option<SocketAddr>,
    /// `<PREFIX>_PROBE_LISTEN`: where only health is served, without TLS, since
    /// Kubernetes probes speak none; not set, nowhere.
    pub probe_listen: Option<SocketAddr>,
    /// `<PREFIX>_TLS_CERT`, `<PREFIX>_TLS_KEY` and `<PREFIX>_TLS_CLIENT_CA`:
    /// what the port proves itself with, and whom it lets in.
    pub tls: Option<ServerFiles>,
    /// `<PREFIX>_DRAIN_MAX`: the longest that open calls delay the end.
    pub drain_max: Duration,
    /// `<PREFIX>_DRAIN_NOTICE`: how long to go on accepting after readiness is
    /// off; part of the drain.
    pub drain_notice: Duration,
    /// `<PREFIX>_<LIMIT>_MAX` and `<PREFIX>_<LIMIT>_PER_PEER_MAX`: the bounds of
    /// the limits that the program has.
    pub bounds: Bounds,
    /// `<PREFIX>_CONNECTIONS_MAX`: connections at a time; not set, as many as
    /// there are files for, up to a bound.
    pub connections_max: Option<usize>,
    /// The standard `OTEL_` variables and the log format.
    pub telemetry: TelemetryConfig,
}

impl ProcessConfig {
    /// Reads the settings; faults stay in the reader.
    pub fn read(reader: &mut Reader<'_>, program: &Program) -> Option<Self> {
        let prefix = &program.prefix;
        let name = |suffix: &str| format!("{prefix}_{suffix}");
        let listen = reader.or(&name("LISTEN"), program.listen, kinds::address);
        let metrics_listen = reader.optional(&name("METRICS_LISTEN"), kinds::address);
        let probe_listen = reader.optional(&name("PROBE_LISTEN"), kinds::address);
        let tls = ServerFiles::read(reader, prefix);
        let drain_max = reader.or(&name("DRAIN_MAX"), "10s", kinds::duration);
        let drain_notice = reader.or(&name("DRAIN_NOTICE"), "0s", kinds::duration);
        if drain_notice.zip(drain_max).is_some_and(|(notice, max)| notice >= max) {
            let why = format!("must be shorter than {}, of which it is a part", name("DRAIN_MAX"));
            reader.fault(&name("DRAIN_NOTICE"), why);
        }
        let bounds = Bounds::read(reader, prefix, program.limits);
        let connections_max =
            reader.optional(&name("CONNECTIONS_MAX"), kinds::unsigned(1..=1_000_000));
        let telemetry = TelemetryConfig::read(reader);
        Some(Self {
            listen: listen?,
            metrics_listen,
            probe_listen,
            tls,
            drain_max: drain_max?,
            drain_notice: drain_notice?,
            bounds,
            connections_max: connections_max.map(|max| max as usize),
            telemetry: telemetry?,
        })
    }
}

/// What a process gets to serve with.
pub struct Process {
    /// The bound port.
    pub listener: TcpListener,
    pub serving: Serving,
}

/// Does what the command line asks for, to the exit code. To serve, `config` is
/// read, and `serve` gets a bound port and everything that goes around it.
pub fn run<C, E: Display>(
    program: &Program,
    config: impl FnOnce() -> Result<(ProcessConfig, C), ConfigFaults>,
    serve: impl AsyncFnOnce(Process, C) -> Result<(), E>,
) -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let name = &program.name;
    match Invocation::read(arguments.map(|argument| argument.to_string_lossy().into_owned())) {
        Ok(Invocation::Serve) => run_server(name, config(), serve),
        Ok(Invocation::Probe { address, entry }) => run_probe(program, address, &entry),
        Ok(Invocation::Help) => tell(&arguments::help(program)),
        Err(error) => complain(&format!("{name}: {error}; see {name} --help"), EX_USAGE),
    }
}

fn run_server<C, E: Display>(
    name: &str,
    config: Result<(ProcessConfig, C), ConfigFaults>,
    serve: impl AsyncFnOnce(Process, C) -> Result<(), E>,
) -> ExitCode {
    let (process, own) = match config {
        Ok(config) => config,
        Err(faults) => return complain(&format!("{name}: {faults}"), EX_USAGE),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&format!("{name}: start the runtime: {error}"), 1),
    };
    runtime.block_on(async {
        let telemetry = match Telemetry::start(name, &process.telemetry) {
            Ok(telemetry) => telemetry,
            Err(error) => return complain(&format!("{name}: {error}"), EX_USAGE),
        };
        let ended = match bind(&process, &telemetry).await {
            Ok(bound) => serve(bound, own).await.map_err(|error| error.to_string()),
            Err(error) => Err(error),
        };
        telemetry.shutdown(FLUSH_MAX).await;
        match ended {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&format!("{name}: {error}"), 1),
        }
    })
}

fn run_probe(program: &Program, address: Option<SocketAddr>, entry: &str) -> ExitCode {
    let name = &program.name;
    let address = match address.map_or_else(|| probe::place(program, &Environment), Ok) {
        Ok(address) => address,
        Err(faults) => return complain(&format!("{name}: {faults}"), EX_USAGE),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&format!("{name}: start the runtime: {error}"), 1),
    };
    match runtime.block_on(probe(address, entry)) {
        Ok(()) => tell(&format!("{name}: {entry} at {address} is serving")),
        Err(error) => complain(&format!("{name}: {entry} at {address} {error}"), 1),
    }
}

fn bind<'a>(
    config: &'a ProcessConfig,
    telemetry: &'a Telemetry,
) -> BoxFuture<'a, Result<Process, String>> {
    Box::pin(bind_ports(config, telemetry))
}

async fn bind_ports(config: &ProcessConfig, telemetry: &Telemetry) -> Result<Process, String> {
    raise_open_files();
    let drain = Drain::on_signals().map_err(|error| format!("listen to signals: {error}"))?;
    let listener = listen(config.listen).await?;
    if let Some(address) = config.metrics_listen {
        let metrics = listen(address).await?;
        let (registry, drained) = (telemetry.registry().clone(), drain.was_cut());
        let counted = telemetry.metrics().clone();
        tokio::spawn(serve_prometheus(metrics, registry, counted, drained));
    }
    let health = Health::starting().await;
    if let Some(address) = config.probe_listen {
        let metrics = telemetry.metrics().clone();
        tokio::spawn(serve_probes(listen(address).await?, health.clone(), metrics));
    }
    let mut serving = Serving::new(health, drain, telemetry.metrics().clone());
    if let Some(files) = config.tls.clone() {
        let tls = ServerTls::watch(files, LOOK_INTERVAL, telemetry.metrics());
        serving.tls = Some(tls.map_err(|error| format!("set up TLS: {error}"))?);
    }
    serving.drain_max = config.drain_max;
    serving.drain_notice = config.drain_notice;
    serving.limits.bounds = config.bounds.clone();
    if let Some(open_max) = config.connections_max {
        serving.connections.open_max = open_max;
    }
    Ok(Process { listener, serving })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| format!("listen on {address}: {error}"))
}

/// The answer to whoever has asked on the command line.
#[expect(clippy::print_stdout, reason = "it is what was asked for")]
fn tell(what: &str) -> ExitCode {
    println!("{what}");
    ExitCode::SUCCESS
}

/// The last words of a process that could not do its work. There may be no
/// subscriber yet, so they go to stderr directly.
#[expect(clippy::print_stderr, reason = "logging may not be set up")]
fn complain(what: &str, code: u8) -> ExitCode {
    eprintln!("{what}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;

    fn read(pairs: &[(&str, &str)]) -> Result<ProcessConfig, ConfigFaults> {
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let mut reader = Reader::new(&map);
        let toy = Program {
            name: "toy".into(),
            prefix: "TOY".into(),
            listen: "127.0.0.1:7100",
            limits: Limits::default().table,
        };
        let config = ProcessConfig::read(&mut reader, &toy);
        reader.finish(|| config)
    }

    #[test]
    fn a_process_needs_no_variable() {
        let config = read(&[]).expect("no fault");
        assert_eq!(config.listen, "127.0.0.1:7100".parse().expect("an address"));
        assert_eq!((config.tls, config.probe_listen, config.metrics_listen), (None, None, None));
        assert_eq!((config.drain_notice.as_secs(), config.drain_max.as_secs()), (0, 10));
    }

    #[test]
    fn the_notice_is_a_part_of_the_drain() {
        let config = read(&[("TOY_DRAIN_MAX", "5s"), ("TOY_DRAIN_NOTICE", "4s")]);
        assert_eq!(config.expect("no fault").drain_notice, Duration::from_secs(4));
        for notice in ["5s", "1m"] {
            let faults = read(&[("TOY_DRAIN_MAX", "5s"), ("TOY_DRAIN_NOTICE", notice)]);
            let faults = faults.expect_err("too long").0;
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert_eq!(faults[0].name, "TOY_DRAIN_NOTICE");
        }
    }
}

//! `bakufu up`: all games and the orchestrator in this process.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use kit_proto::bakufu::rules::v1::Game;
use kit_service::config::{Environment, Reader, Strings};
use kit_service::http_routes::{Hosts, Origins};
use kit_service::metrics::serve_prometheus;
use kit_service::telemetry::{ENV_LOG_FILTER, TelemetryConfig};
use kit_service::{ConnectionLimits, Drain, Telemetry, raise_open_files};
use match_orchestrator_server::{OsSecrets, StoreConfig, Web};
use match_orchestrator_store::RedisConfig;
use tokio::net::TcpListener;

use crate::all_in_one::{AllInOne, Setup, StartError};
use crate::client::{connect, list_games};
use crate::data_folder::{data_folder, matches_file};
use crate::executable::own_name;
use crate::failure::Failure;
use crate::lifetimes::LifetimeArguments;
use crate::output::Output;
use crate::private_folder::make_private_folder;

const EXAMPLES: &str = "\
Matches are kept in the file matches.redb of the data folder and survive a
restart, for as long as the options say; `bakufu admin archive` keeps records for
longer.

Ctrl-C or SIGTERM ends the server once open calls are answered. Traces and metrics
leave as the OTEL_ variables say; RUST_LOG=info shows more logs.

Examples:
  bakufu up
  bakufu up --listen 0.0.0.0:7000 --data /var/lib/bakufu
  bakufu up --store redis://127.0.0.1:6379 --metrics-listen 127.0.0.1:9464
  bakufu up --store memory --listen 127.0.0.1:7001
  bakufu up --keep-finished 0 --keep-seating 1day";

/// What is logged if nothing else is said: the terminal belongs to the user, but
/// what operators do is written down.
const LOG_FILTER: &str = "warn,audit=info";
/// How long the last telemetry may delay the end.
const FLUSH_MAX: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Where the web table, gRPC, gRPC-Web and JSON are served; port 0 takes a
    /// free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7000", env = "BAKUFU_LISTEN")]
    listen: SocketAddr,
    /// The folder that matches are kept in; $XDG_DATA_HOME/bakufu or
    /// ~/.local/share/bakufu if not given
    #[arg(long, value_name = "FOLDER", env = "BAKUFU_DATA")]
    data: Option<PathBuf>,
    /// Where matches are kept instead: memory, file:PATH or redis://HOST
    #[arg(
        long,
        value_name = "STORE",
        value_parser = parse_store,
        conflicts_with = "data",
        env = "BAKUFU_STORE",
        hide_env_values = true
    )]
    store: Option<StoreConfig>,
    #[command(flatten)]
    lifetimes: LifetimeArguments,
    /// Where Prometheus may scrape; nowhere if not given
    #[arg(long, value_name = "ADDRESS", env = "BAKUFU_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,
    /// What operators authenticate with, for example `bakufu admin`; nobody can
    /// if not given
    #[arg(long, value_name = "TOKEN", env = "BAKUFU_OPERATOR_TOKEN", hide_env_values = true)]
    operator_token: Option<String>,
    /// Where operators are served, and nobody else; at the address of everybody if
    /// not given
    #[arg(long, value_name = "ADDRESS", env = "BAKUFU_OPERATOR_LISTEN")]
    operator_listen: Option<SocketAddr>,
    /// Web pages elsewhere that may read the answers: their origins, such as
    /// https://play.example.org, separated by commas, or * for all
    #[arg(long, value_name = "ORIGINS", env = "BAKUFU_CORS_ORIGINS")]
    cors_origins: Option<Origins>,
    /// A name by which browsers may call the server besides localhost and its
    /// addresses, for example play.example.org, or * for all; can be given more than
    /// once
    #[arg(long = "host", value_name = "NAME", env = "BAKUFU_HOSTS")]
    hosts: Vec<Hosts>,
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let telemetry = Telemetry::start("bakufu", &telemetry_config(&Environment)?)?;
    let served = serve(arguments, &telemetry, output).await;
    telemetry.shutdown(FLUSH_MAX).await;
    served
}

async fn serve(
    arguments: Arguments,
    telemetry: &Telemetry,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let store = match arguments.store {
        Some(store) => store,
        None => StoreConfig::File(data_file(arguments.data)?),
    };
    raise_open_files();
    let drain = Drain::on_signals()
        .map_err(|source| Failure::System { doing: "listen to signals", source })?;
    if let Some(address) = arguments.metrics_listen {
        serve_metrics(address, telemetry, &drain).await?;
    }
    let kept = kept_where(&store);
    let setup = Setup {
        listen: arguments.listen,
        store,
        lifetimes: arguments.lifetimes.lifetimes(),
        secrets: Arc::new(OsSecrets),
        operator_token: arguments.operator_token,
        operator_listen: arguments.operator_listen,
        web: Web {
            pages: bakufu_web::routes(),
            origins: arguments.cors_origins,
            hosts: arguments.hosts.into_iter().collect(),
        },
        connections: ConnectionLimits::public(),
        metrics: telemetry.metrics().clone(),
        drain: drain.clone(),
        ..Setup::default()
    };
    let server = AllInOne::start(setup).await?;
    let games = list_games(&mut connect(&server.url()).await?).await?;
    greet(&server, &kept, &games, output)?;
    server.ended().await?;
    Ok(output.line("Bakufu has stopped.")?)
}

async fn serve_metrics(
    address: SocketAddr,
    telemetry: &Telemetry,
    drain: &Drain,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(address)
        .await
        .map_err(|source| StartError::Metrics { address, source })?;
    let (registry, metrics) = (telemetry.registry().clone(), telemetry.metrics().clone());
    tokio::spawn(serve_prometheus(listener, registry, metrics, drain.begun()));
    Ok(())
}

/// Says where everything is, and what to try next. The commands work as they
/// are printed.
fn greet(
    server: &AllInOne,
    kept: &str,
    games: &[Game],
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let url = server.url();
    let offered: Vec<String> = games
        .iter()
        .map(|game| format!("{} ({} to {} seats)", game.id, game.seats_min, game.seats_max))
        .collect();
    output.line("Bakufu is ready.")?;
    output.line("")?;
    output.line(format_args!("  table    {url}/ in a browser"))?;
    output.line(format_args!("  API      {url} by gRPC, gRPC-Web and JSON"))?;
    if let Some(operators) = server.operator_url() {
        output.line(format_args!("  admin    {operators} for operators only"))?;
    }
    output.line(format_args!("  matches  {kept}"))?;
    output.line(format_args!("  games    {}", offered.join(", ")))?;
    if let Some(game) = games.first() {
        let name = own_name();
        let (id, most, least) = (&game.id, game.seats_max, game.seats_min);
        output.line("")?;
        output.line("Try next, in another terminal:")?;
        output.line("")?;
        output.line(format_args!("  {name} play {id} --human"))?;
        output.line(format_args!("  {name} games --server {url}"))?;
        output.line(format_args!("  {name} play {id} --seats {most} --watch --server {url}"))?;
        output.line(format_args!("  {name} play {id} --seats {least} --seed c0ffee"))?;
    }
    output.line("")?;
    output.line("Ctrl-C stops the server.")?;
    Ok(output.flush()?)
}

fn kept_where(store: &StoreConfig) -> String {
    match store {
        StoreConfig::Memory => "in memory only, gone with this process".to_owned(),
        StoreConfig::File(path) => path.display().to_string(),
        // The URL may hold a password.
        StoreConfig::Redis(_) => "in Redis".to_owned(),
    }
}

fn telemetry_config(strings: &impl Strings) -> Result<TelemetryConfig, Failure> {
    let mut reader = Reader::new(strings);
    let config = TelemetryConfig::read(&mut reader);
    let mut config = reader.finish(|| config)?;
    if strings.get(ENV_LOG_FILTER).is_none_or(|filter| filter.is_empty()) {
        config.log_filter = LOG_FILTER.to_owned();
    }
    Ok(config)
}

/// The file in the data folder, which is made if it is not there.
fn data_file(folder: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let folder = data_folder(folder)?;
    make_private_folder(&folder)
        .map_err(|source| Failure::Folder { folder: folder.clone(), source })?;
    Ok(matches_file(&folder))
}

fn parse_store(text: &str) -> Result<StoreConfig, String> {
    if text == "memory" {
        return Ok(StoreConfig::Memory);
    }
    if let Some(path) = text.strip_prefix("file:").filter(|path| !path.is_empty()) {
        return Ok(StoreConfig::File(path.into()));
    }
    let schemes = ["redis", "rediss", "unix"];
    match text.split_once("://") {
        Some((scheme, _)) if schemes.contains(&scheme.split('-').next().unwrap_or_default()) => {
            Ok(StoreConfig::Redis(RedisConfig::new(text).into()))
        }
        _ => Err("a store is memory, file:PATH or redis://HOST".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;

    #[test]
    fn stores_are_read_as_they_are_documented() {
        assert!(matches!(parse_store("memory"), Ok(StoreConfig::Memory)));
        let file = parse_store("file:a.redb");
        assert!(matches!(file, Ok(StoreConfig::File(path)) if path == Path::new("a.redb")));
        for redis in ["redis://host", "rediss://host", "redis-cluster://a,b", "unix:///socket"] {
            assert!(matches!(parse_store(redis), Ok(StoreConfig::Redis(_))), "{redis}");
        }
        for wrong in ["", "file:", "redis", "http://host", "memory:"] {
            assert!(parse_store(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn logs_are_quiet_unless_asked_for() {
        let filter = |pairs: &[(&str, &str)]| {
            let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
            telemetry_config(&map).expect("no fault").log_filter
        };
        assert_eq!(filter(&[]), "warn,audit=info");
        assert_eq!(filter(&[("RUST_LOG", "debug")]), "debug");
    }
}

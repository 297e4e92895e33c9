//! A game as a process of its own: `main` is one call.

use std::process::ExitCode;

use kit_grpc::bakufu::rules::v1::rules_service_server::RulesServiceServer;
use kit_rules::Rules;
use kit_service::config::{ConfigFaults, Environment, Reader, Strings};
use kit_service::process::{self, Process, ProcessConfig, Program};
use kit_service::{Limits, ServeError, Serving, serve};
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::{GameServer, Wire};

/// Largest request and answer: a state of one megabyte and what goes with it.
const MESSAGE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Where a game listens if nothing else is said.
const LISTEN_DEFAULT: &str = "0.0.0.0:7100";

/// Serves a game with the settings of the environment until it is told to
/// stop, or does what else the command line asks for.
pub fn main<W: Wire>() -> ExitCode {
    let config = || read_config::<W>(&Environment);
    process::run(&program::<W>(), config, async |process: Process, ()| {
        run::<W>(process.listener, process.serving).await
    })
}

/// Reads the settings of a game: those of every process ([`ProcessConfig`])
/// under the name of the game, such as `<GAME>_LISTEN`, and those of telemetry.
///
/// # Errors
/// With everything that is wrong.
pub fn read_config<W: Wire>(strings: &impl Strings) -> Result<(ProcessConfig, ()), ConfigFaults> {
    let mut reader = Reader::new(strings);
    let config = ProcessConfig::read(&mut reader, &program::<W>());
    reader.finish(|| Some((config?, ())))
}

/// Serves a game on a listener until the drain is over.
///
/// # Errors
/// If the transport fails.
pub async fn run<W: Wire>(listener: TcpListener, mut serving: Serving) -> Result<(), ServeError> {
    let service = RulesServiceServer::new(GameServer::<W>::default())
        .max_decoding_message_size(MESSAGE_BYTES_MAX)
        .max_encoding_message_size(MESSAGE_BYTES_MAX);
    let rules = kit_proto::descriptor_set("bakufu.rules.v1").expect("the package is compiled in");
    serving.limits.request_bytes_max = MESSAGE_BYTES_MAX + 1024;
    serving.descriptor_sets = vec![rules];
    serving.health.ready().await;
    serve(listener, Routes::new(service), serving).await.map(|_| ())
}

fn program<W: Wire>() -> Program {
    let id = W::Game::FACTS.id;
    let prefix = id.to_uppercase().replace('-', "_");
    let limits = Limits::default().table;
    Program { name: id.to_owned(), prefix, listen: LISTEN_DEFAULT, limits }
}

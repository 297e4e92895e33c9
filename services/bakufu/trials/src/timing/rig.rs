//! Rig of the experiment: a game, two replicas on one store, each behind a port.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use kit_proto::bakufu::play::v1 as play;
use kit_rules::Rules;
use kit_rules_server::Wire;
use kit_service::{Drain, Health, Metrics, Networks, Serving};
use match_orchestrator_server::{
    Keeping, Orchestrator, OrchestratorParts, OsSecrets, Ports, RulesLimits, Web, serve,
};
use match_orchestrator_store::{Memory, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::TimingFault;
use super::client::{Call, Client};
use super::failure::TimingFailure;
use super::shortcut::Shortcut;

/// How often somebody looks whether what they wait for is there.
const LOOK_EVERY: Duration = Duration::from_millis(5);
const LOOKS_MAX: usize = 2_000;

pub(super) struct Rig {
    pub(super) game: &'static str,
    pub(super) seats: u32,
    /// Where the seats play, and where others look.
    pub(super) replicas: [Client; 2],
    drain: Drain,
    stop: CancellationToken,
}

impl Rig {
    pub(super) async fn start<W: Wire>(fault: Option<TimingFault>) -> Result<Self, TimingFailure> {
        let (drain, stop) = (Drain::new(), CancellationToken::new());
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        tokio::spawn(kit_rules_server::run::<W>(listener, serving(&drain).await));

        let memory = Arc::new(Memory::default());
        let store: Arc<dyn Store> = match fault {
            Some(TimingFault::QuickReads) => Arc::new(Shortcut(memory)),
            Some(TimingFault::NoQuantum) | None => memory,
        };
        let first = Orchestrator::start(parts(&store, fault, &stop), &[address]);
        let second = first.start_beside(parts(&store, fault, &stop));
        let replicas = [
            connected(Arc::clone(&first), serving(&drain).await).await?,
            connected(second, serving(&drain).await).await?,
        ];
        let (game, seats) = (W::Game::FACTS.id, W::Game::FACTS.seats_min.max(2));
        let rig = Self { game, seats, replicas, drain, stop };
        for client in &rig.replicas {
            rig.wait_for_game(client).await?;
        }
        Ok(rig)
    }

    async fn wait_for_game(&self, client: &Client) -> Result<(), TimingFailure> {
        let call = Call::new("ListGames", &play::ListGamesRequest {}, None);
        for _ in 0..LOOKS_MAX {
            let known: play::ListGamesResponse = client.ask(call.clone()).await?;
            if !known.games.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Err(TimingFailure::NoGame)
    }

    /// A match that has begun, with the tokens of its seats.
    pub(super) async fn start_match(&self) -> Result<(String, Vec<String>), TimingFailure> {
        let (game, client) = (self.game.to_owned(), &self.replicas[0]);
        let create = play::CreateMatchRequest {
            game,
            seats: self.seats,
            start_when_full: true,
            ..Default::default()
        };
        let created: play::CreateMatchResponse =
            client.ask(Call::new("CreateMatch", &create, None)).await?;
        let match_id = created.game_match.unwrap_or_default().match_id;
        let mut tokens = Vec::new();
        for number in 1..=self.seats {
            let (match_id, name) = (match_id.clone(), format!("Planner {number}"));
            let sit = play::SitDownRequest { match_id, name, ..Default::default() };
            let seated: play::SitDownResponse =
                client.ask(Call::new("SitDown", &sit, None)).await?;
            tokens.push(seated.seat_token);
        }
        let get = play::GetMatchRequest { match_id: match_id.clone() };
        let get = Call::new("GetMatch", &get, None);
        for _ in 0..LOOKS_MAX {
            let found: play::GetMatchResponse = client.ask(get.clone()).await?;
            if found.game_match.unwrap_or_default().status() == play::MatchStatus::Playing {
                return Ok((match_id, tokens));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Err(TimingFailure::NoGame)
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        self.stop.cancel();
        self.drain.begin();
    }
}

async fn connected(
    orchestrator: Arc<Orchestrator>,
    serving: Serving,
) -> Result<Client, TimingFailure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let ports = Ports { public: listener, operators: None };
    tokio::spawn(serve(ports, serving, orchestrator, Web::default()));
    Client::connect(address).await
}

async fn serving(drain: &Drain) -> Serving {
    let mut serving = Serving::new(Health::starting().await, drain.clone(), Metrics::unread());
    // One peer asks as fast as it is answered.
    serving.limits.unlimited_peers = Networks::loopback();
    serving
}

fn parts(
    store: &Arc<dyn Store>,
    fault: Option<TimingFault>,
    stop: &CancellationToken,
) -> OrchestratorParts {
    let answer_quantum = match fault {
        Some(TimingFault::NoQuantum) => Duration::ZERO,
        Some(TimingFault::QuickReads) | None => OrchestratorParts::ANSWER_QUANTUM,
    };
    OrchestratorParts {
        store: Arc::clone(store),
        secrets: Arc::new(OsSecrets),
        rules_limits: RulesLimits { calls_max: 64, call_max: Duration::from_secs(10) },
        answer_quantum,
        cached_max: NonZeroUsize::new(16).expect("sixteen is not zero"),
        keeping: Keeping::default(),
        operator_token: None,
        metrics: Metrics::unread(),
        stop: stop.clone(),
    }
}

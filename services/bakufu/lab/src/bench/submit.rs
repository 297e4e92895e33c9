//! The submit path against its floor.

use std::sync::Arc;
use std::time::Duration;

use bakufu_cli::{AllInOne, Client, Setup, connect, game_schema};
use bytes::Bytes;
use futures::future::try_join_all;
use kit_service::{Metrics, Networks};
use serde::Serialize;
use tokio::runtime::Runtime;

use super::backing::Backing;
use super::floor::Floor;
use super::known_secrets::KnownSecrets;
use super::load::{Load, Rate};
use super::plan::Planner;
use super::product::{ReadyMatches, Submitter};
use super::sizes::{Sizes, measure_sizes};
use super::views::{ViewCost, views};
use crate::failure::Failure;

/// Floor and product take turns, so that a busy moment of the machine hurts
/// both. Many short turns: machines change their pace within seconds.
const ROUNDS: u32 = 20;
/// How long the floor runs beforehand, to warm up and to be counted.
const WARM_UP: Duration = Duration::from_millis(500);

/// So many clients at the same time, each in a match of its own.
#[derive(Debug, Serialize)]
pub(crate) struct Level {
    pub(crate) clients: usize,
    pub(crate) floor: Rate,
    pub(crate) product: Rate,
    /// Throughput of the product, as a part of the floor's.
    pub(crate) throughput_ratio: f64,
    /// Median wait of the product, as a multiple of the floor's.
    pub(crate) p50_ratio: f64,
}

/// Product and floor, ready to be measured.
pub(crate) struct Bench<'a> {
    clients: &'a Runtime,
    game: String,
    seats: u32,
    client: Client,
    planner: Planner,
    sizes: Sizes,
    middle_state: Bytes,
    floor: Floor,
    server: AllInOne,
    // Dropped last: everything above may live on it.
    servers: Runtime,
}

impl<'a> Bench<'a> {
    /// Starts all servers on a runtime of their own, and plays one match to see
    /// how large its messages are.
    pub(crate) fn start(
        clients: &'a Runtime,
        backing: &Backing,
        metrics: Metrics,
        (game, seats): (&str, u32),
        clients_max: usize,
    ) -> Result<Self, Failure> {
        let servers = Runtime::new().map_err(|source| bakufu_cli::Failure::System {
            doing: "start a second runtime",
            source,
        })?;
        let setup = Setup {
            store: backing.store(),
            secrets: Arc::new(KnownSecrets::default()),
            metrics,
            // All clients are on this machine, and they are what is measured.
            unlimited_peers: Networks::loopback(),
            ..Setup::default()
        };
        let server = servers.block_on(AllInOne::start(setup))?;
        let rules_url = server.rules_url(game).unwrap_or_default().to_owned();
        let (client, planner, sizes, middle_state) = clients.block_on(async {
            let client = connect(&server.url()).await?;
            let planner = Planner::connect(&rules_url, seats).await?;
            let (sizes, middle) = measure_sizes(&client, &planner, game, seats).await?;
            Ok::<_, Failure>((client, planner, sizes, middle))
        })?;
        let floor = servers.block_on(Floor::start(&sizes, backing.floor(), clients_max))?;
        let game = game.to_owned();
        Ok(Self {
            clients,
            game,
            seats,
            client,
            planner,
            sizes,
            middle_state,
            floor,
            server,
            servers,
        })
    }

    /// How many bytes an action moves.
    pub(crate) fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    /// Measures product and floor with so many clients, for this long each.
    pub(crate) fn level(&self, clients: usize, duration: Duration) -> Result<Level, Failure> {
        self.clients.block_on(async {
            let callers = (0..clients).map(|number| self.floor.caller(number as u32, &self.sizes));
            let callers = try_join_all(callers).await?;
            let (mut callers, warm_up) = Load::run(callers, WARM_UP).await?;
            let ready = self.ready_for(warm_up.rate(), clients, duration).await?;
            let url = self.server.url();
            let submitters = (0..clients).map(|_| Submitter::connect(&url, ready.clone()));
            let mut submitters = try_join_all(submitters).await?;
            let (mut floor, mut product) = (Load::default(), Load::default());
            for _ in 0..ROUNDS {
                let load;
                (callers, load) = Load::run(callers, duration / ROUNDS).await?;
                floor.add(load);
                let load;
                (submitters, load) = Load::run(submitters, duration / ROUNDS).await?;
                product.add(load);
            }
            let (floor, product) = (floor.rate(), product.rate());
            let throughput_ratio = product.per_second / floor.per_second;
            let p50_ratio = product.p50_us / floor.p50_us;
            Ok(Level { clients, floor, product, throughput_ratio, p50_ratio })
        })
    }

    /// What views of a state from the middle of a match cost.
    pub(crate) fn views(&self) -> Result<Vec<ViewCost>, Failure> {
        let schema = self.clients.block_on(game_schema(&mut self.client.clone(), &self.game))?;
        views(&schema, &self.middle_state, self.seats)
    }

    /// Stops all servers and removes what they left in somebody else's Redis.
    pub(crate) fn end(self, backing: &Backing) -> Result<(), Failure> {
        drop(self.client);
        drop(self.floor);
        self.servers.block_on(self.server.stop())?;
        backing.clean()
    }

    /// Enough matches for as many calls as the floor can make: the product
    /// does not make more.
    async fn ready_for(
        &self,
        floor: Rate,
        clients: usize,
        duration: Duration,
    ) -> Result<ReadyMatches, Failure> {
        let calls = floor.per_second * duration.as_secs_f64();
        let matches = (calls / self.sizes.actions as f64).ceil() as usize + clients;
        ReadyMatches::make(&self.client, &self.planner, &self.game, self.seats, matches).await
    }
}

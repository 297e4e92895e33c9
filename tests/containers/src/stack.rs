//! A whole installation in containers: Redis, every game, one orchestrator.

use std::collections::BTreeMap;

use kit_testing::wait_until;
use testcontainers::core::{Mount, WaitFor};
use testcontainers::runners::AsyncRunner;
use testcontainers::{ContainerRequest, GenericImage, ImageExt};
use tests_harness::{Client, ORCHESTRATOR, fresh_id, play, shipped_games};

use crate::hardened::{Container, hardened};
use crate::service::{REDIS_IMAGE, image_of};

/// Where games listen if nothing else is said.
const GAME_PORT: u16 = 7100;
const ORCHESTRATOR_PORT: u16 = 7000;
const REDIS_PORT: u16 = 6379;

/// How long a container may take to stop before it is killed.
const STOP_SECONDS_MAX: i32 = 20;

/// Containers on a network of their own.
#[derive(Debug)]
pub struct Stack {
    pub redis: Container,
    /// The rules services by game.
    pub games: BTreeMap<String, Container>,
    /// The one that clients talk to.
    pub orchestrator: Container,
}

impl Stack {
    /// Starts everything and waits until every game can be played.
    ///
    /// # Panics
    /// If something does not come up.
    pub async fn start() -> Self {
        let network = format!("bakufu-{}", &fresh_id()[..8]);
        let name = |service: &str| format!("{network}-{service}");
        let redis = start(redis(), &network, &name("redis")).await;
        let mut games = BTreeMap::new();
        let mut addresses = Vec::new();
        for game in shipped_games() {
            let (image, tag) = image_of(&game.id);
            let request = hardened((&image, &tag), GAME_PORT, serving());
            games.insert(game.id.clone(), start(request, &network, &name(&game.id)).await);
            addresses.push(format!("http://{}:{GAME_PORT}", name(&game.id)));
        }
        let (image, tag) = image_of(ORCHESTRATOR);
        let request = hardened((&image, &tag), ORCHESTRATOR_PORT, serving())
            .with_env_var("ORCHESTRATOR_STORE", format!("redis://{}:{REDIS_PORT}", name("redis")))
            .with_env_var("ORCHESTRATOR_GAMES", addresses.join(","));
        let orchestrator = start(request, &network, &name(ORCHESTRATOR)).await;
        let stack = Self { redis, games, orchestrator };
        stack.offers_every_game().await;
        stack
    }

    /// A client of the orchestrator, where it is reached now: another start
    /// publishes another port.
    ///
    /// # Panics
    /// If it does not run.
    pub async fn client(&self) -> Client {
        let host = self.orchestrator.get_host().await.expect("the engine is somewhere");
        let port = self.orchestrator.get_host_port_ipv4(ORCHESTRATOR_PORT).await;
        Client::at(&format!("http://{host}:{}", port.expect("a running container has its port")))
    }

    /// Waits until every game that has a container can be played.
    ///
    /// # Panics
    /// If that does not happen.
    pub async fn offers_every_game(&self) {
        let client = self.client().await;
        wait_until("every game is offered", async || {
            let answer = client.api().list_games(play::ListGamesRequest {}).await;
            answer.is_ok_and(|answer| answer.get_ref().games.len() == self.games.len())
        })
        .await;
    }

    /// Stops a container as `docker stop` does, and returns its exit code.
    ///
    /// # Panics
    /// If it does not stop.
    pub async fn stop(container: &Container) -> Option<i64> {
        let stopped = container.stop_with_timeout(Some(STOP_SECONDS_MAX)).await;
        stopped.expect("a running container can be stopped");
        container.exit_code().await.expect("a stopped container has its exit code")
    }

    /// Checks that nothing complained, except with one of these texts.
    ///
    /// # Panics
    /// If something did.
    pub async fn assert_calm(&self, expected: &[&str]) {
        let services = self.games.iter().map(|(game, container)| (game.as_str(), container));
        let mut complaints = Vec::new();
        for (name, container) in services.chain([(ORCHESTRATOR, &self.orchestrator)]) {
            let log = container.stderr_to_vec().await.expect("the engine keeps the log");
            for line in String::from_utf8_lossy(&log).lines() {
                let level = line.split_whitespace().nth(1);
                let is_calm = matches!(level, Some("INFO" | "DEBUG" | "TRACE"));
                if !is_calm && !expected.iter().any(|part| line.contains(part)) {
                    complaints.push(format!("{name}: {line}"));
                }
            }
        }
        assert!(complaints.is_empty(), "unexpected complaints:\n{}", complaints.join("\n"));
    }
}

/// Redis as the documentation asks for it: nothing acknowledged is ever lost.
fn redis() -> ContainerRequest<GenericImage> {
    let ready = WaitFor::message_on_stdout("Ready to accept connections");
    hardened(REDIS_IMAGE, REDIS_PORT, ready)
        .with_cmd(
            ["--appendonly", "yes", "--appendfsync", "always", "--save", ""].into_iter().chain([
                "--dir",
                "/data",
                "--protected-mode",
                "no",
                "--maxmemory-policy",
                "noeviction",
                "--stream-node-max-bytes",
                "1024",
            ]),
        )
        // A volume without a name goes with its container.
        .with_mount(Mount::volume_mount("", "/data"))
}

fn serving() -> WaitFor {
    WaitFor::message_on_stderr("serving")
}

async fn start(request: ContainerRequest<GenericImage>, network: &str, name: &str) -> Container {
    let started = request.with_network(network).with_container_name(name).start().await;
    started.unwrap_or_else(|error| panic!("{name} starts: {error}"))
}

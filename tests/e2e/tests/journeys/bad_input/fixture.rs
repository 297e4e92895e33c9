//! Matches in every status, and the check that a refusal changes nothing.

use std::fmt::Debug;

use kit_service::Reason;
use tests_harness::{
    Client, Cluster, Dice, Schema, StoreKind, Table, assert_refused, every_table, play,
};
use tonic::{Code, Status};

/// An id that looks like one of ours, of a match that is not there.
pub(crate) const NO_MATCH: &str = "0123456789abcdef0123456789abcdef";

/// One game with one number of seats, and matches of it.
pub(crate) struct Fixture {
    pub(crate) client: Client,
    pub(crate) schema: Schema,
    pub(crate) seats: u32,
    /// A match with one player and open seats.
    pub(crate) open: Table,
    /// A match in which somebody is to act.
    pub(crate) running: Table,
    pub(crate) over: Table,
    pub(crate) dice: Dice,
}

/// Everything that anybody can see of a match.
#[derive(Debug, PartialEq)]
struct Look {
    game_match: play::Match,
    views: Vec<play::View>,
}

/// Sets a fixture for every game and number of seats, lets the test act on it,
/// and checks that the processes have survived it.
pub(crate) async fn on_every_fixture(act: impl AsyncFn(&mut Fixture)) {
    on_every_fixture_with_complaints(&[], act).await;
}

/// Like [`on_every_fixture`], with log lines that are expected.
pub(crate) async fn on_every_fixture_with_complaints(
    expected: &[&'static str],
    act: impl AsyncFn(&mut Fixture),
) {
    let mut cluster = Cluster::on(StoreKind::Memory).start().await;
    cluster.expect_complaints(expected);
    let client = cluster.client(0);
    for (game, seats) in every_table(&client).await {
        let mut fixture = Fixture::set(&client, &game.id, seats).await;
        act(&mut fixture).await;
    }
    for process in cluster.orchestrators.iter_mut().chain(&mut cluster.games) {
        assert!(process.is_alive() && process.is_ready().await, "{} lives", process.name());
    }
}

impl Fixture {
    async fn set(client: &Client, game: &str, seats: u32) -> Self {
        let schema = client.schema(game).await;
        let mut open = Table::create(client, Table::request(game, seats)).await;
        open.sit(client).await;
        let running = Table::start(client, game, seats).await;
        let over = Table::start(client, game, seats).await;
        for player in over.players.iter().rev().take((seats as usize - 1).max(1)) {
            player.resign().await.expect("anyone may resign");
        }
        let (client, dice) = (client.clone(), Dice::roll());
        Self { client, schema, seats, open, running, over, dice }
    }

    /// Makes a call that must be refused with this code and reason, and checks
    /// that no match has changed for anybody.
    pub(crate) async fn refuses<T: Debug>(
        &self,
        what: &str,
        code: Code,
        name: &str,
        call: impl Future<Output = Result<T, Status>>,
    ) -> Reason {
        let before = self.look().await;
        let reason = assert_refused(call.await, code, name, what);
        assert_eq!(self.look().await, before, "{what} changes nothing");
        reason
    }

    /// Like [`Fixture::refuses`], for a request with a bad field.
    pub(crate) async fn refuses_field<T: Debug>(
        &self,
        what: &str,
        field: &str,
        call: impl Future<Output = Result<T, Status>>,
    ) {
        let reason = self.refuses(what, Code::InvalidArgument, "MALFORMED", call).await;
        let fields = tests_harness::fields_at_fault(&reason);
        let named = fields.iter().any(|named| named.starts_with(field));
        assert!(named, "{what}: {field} is named among {fields:?}");
    }

    async fn look(&self) -> Vec<Look> {
        let mut looks = Vec::new();
        for table in [&self.open, &self.running, &self.over] {
            let game_match = self.client.get_match(table.id()).await.expect("it is there");
            let mut views = vec![self.client.view(table.id()).await.expect("anyone may look")];
            for player in &table.players {
                views.push(player.view().await.expect("a seat may look"));
            }
            looks.push(Look { game_match, views });
        }
        looks
    }
}

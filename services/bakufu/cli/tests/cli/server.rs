//! A server of its own for a test.

use bakufu_cli::{AllInOne, Setup, connect};
use kit_proto::bakufu::play::v1 as play;
use tokio::runtime::Runtime;

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) url: String,
    _server: AllInOne,
    runtime: Runtime,
}

impl Server {
    pub(crate) fn start() -> Self {
        let runtime = Runtime::new().expect("a runtime starts");
        let server = runtime.block_on(AllInOne::start(Setup::default())).expect("a server starts");
        Self { url: server.url(), _server: server, runtime }
    }

    /// The id of a match of Samurai that starts when two players sit.
    pub(crate) fn open_match(&self) -> String {
        self.runtime.block_on(async {
            let mut client = connect(&self.url).await.expect("the server answers");
            let wanted = play::CreateMatchRequest {
                game: "samurai".to_owned(),
                seats: 2,
                start_when_full: true,
                ..Default::default()
            };
            let created = client.create_match(wanted).await.expect("it is created").into_inner();
            created.game_match.expect("a match").match_id
        })
    }
}

//! A client of the public API, as any platform could have written it.

use std::net::IpAddr;
use std::time::Duration;

use kit_grpc::bakufu::play::v1::match_service_client::MatchServiceClient;
use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use kit_testing::PATIENCE;
use prost_reflect::DescriptorPool;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::play;
use crate::rules::Game;
use crate::schema::Schema;
use crate::watcher::Watcher;

/// Messages of finished matches may be long.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

/// A connection to one replica. It connects when it is needed, and again when
/// the replica was away.
#[derive(Clone, Debug)]
pub struct Client {
    channel: Channel,
}

/// A message with the token that goes with it.
pub fn with_token<M>(token: &str, message: M) -> Request<M> {
    let mut request = Request::new(message);
    let value = format!("Bearer {token}").parse().expect("a token is printable");
    request.metadata_mut().insert("authorization", value);
    request
}

/// A request id that nobody has used.
pub fn fresh_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    hex::encode(bytes)
}

impl Client {
    /// A client of the server at this address.
    pub fn at(url: &str) -> Self {
        let endpoint = Endpoint::from_shared(url.to_owned()).expect("our own address is a URL");
        // A call that hangs fails its test instead of hanging it.
        Self { channel: endpoint.timeout(PATIENCE).connect_lazy() }
    }

    /// A client that gives an attempt up after this time.
    pub fn with_patience(url: &str, attempt_max: Duration) -> Self {
        let endpoint = Endpoint::from_shared(url.to_owned()).expect("our own address is a URL");
        let endpoint = endpoint.timeout(attempt_max).connect_timeout(attempt_max);
        Self { channel: endpoint.connect_lazy() }
    }

    /// A client whose connection comes from an address of this machine, so that it is a
    /// peer of its own.
    pub fn from_address(url: &str, address: IpAddr) -> Self {
        let endpoint = Endpoint::from_shared(url.to_owned()).expect("our own address is a URL");
        let endpoint = endpoint.timeout(PATIENCE).local_address(Some(address));
        Self { channel: endpoint.connect_lazy() }
    }

    /// A client over a connection that somebody else has set up.
    pub fn over(channel: Channel) -> Self {
        Self { channel }
    }

    /// A client that takes little at a time, so that whatever it does not read
    /// stays with the server.
    pub fn with_narrow_window(url: &str) -> Self {
        const WINDOW_BYTES: u32 = 1024;
        let endpoint = Endpoint::from_shared(url.to_owned()).expect("our own address is a URL");
        let endpoint = endpoint.timeout(PATIENCE).initial_stream_window_size(WINDOW_BYTES);
        Self { channel: endpoint.connect_lazy() }
    }

    /// The connection itself.
    pub fn channel(&self) -> Channel {
        self.channel.clone()
    }

    /// All calls for players.
    pub fn api(&self) -> MatchServiceClient<Channel> {
        MatchServiceClient::new(self.channel()).max_decoding_message_size(ANSWER_BYTES_MAX)
    }

    pub fn operator(&self) -> OperatorServiceClient<Channel> {
        OperatorServiceClient::new(self.channel())
    }

    /// The games that can be played.
    ///
    /// # Panics
    /// If the server does not answer.
    pub async fn games(&self) -> Vec<Game> {
        let answer = self.api().list_games(play::ListGamesRequest {}).await;
        answer.expect("games can always be listed").into_inner().games
    }

    /// The schema of a game.
    ///
    /// # Panics
    /// If the game is not known, or its schema does not parse.
    pub async fn schema(&self, game: &str) -> Schema {
        let request = play::GetGameSchemaRequest { game: game.to_owned(), ..Default::default() };
        let answer = self.api().get_game_schema(request).await;
        let answer = answer.expect("the game is known").into_inner();
        let pool = DescriptorPool::decode(answer.descriptor_set).expect("a schema parses");
        Schema::new(answer.game.expect("a schema comes with its game"), pool)
    }

    /// A match as everyone may see it.
    ///
    /// # Errors
    /// As the server says.
    pub async fn get_match(&self, match_id: &str) -> Result<play::Match, Status> {
        let request = play::GetMatchRequest { match_id: match_id.to_owned() };
        let answer = self.api().get_match(request).await?.into_inner();
        Ok(answer.game_match.expect("an answer holds the match"))
    }

    /// What a spectator may see.
    ///
    /// # Errors
    /// As the server says.
    pub async fn view(&self, match_id: &str) -> Result<play::View, Status> {
        let request = play::GetViewRequest { match_id: match_id.to_owned() };
        let answer = self.api().get_view(request).await?.into_inner();
        Ok(answer.view.expect("an answer holds the view"))
    }

    /// Watches as a spectator.
    ///
    /// # Errors
    /// As the server says.
    pub async fn watch(&self, request: play::WatchMatchRequest) -> Result<Watcher, Status> {
        let stream = self.api().watch_match(request).await?.into_inner();
        Ok(Watcher::new(stream))
    }

    /// The record of a finished match.
    ///
    /// # Errors
    /// As the server says.
    pub async fn export(&self, match_id: &str) -> Result<play::MatchExport, Status> {
        let request = play::ExportMatchRequest { match_id: match_id.to_owned() };
        let answer = self.api().export_match(request).await?.into_inner();
        Ok(answer.export.expect("an answer holds the export"))
    }

    /// A finished match as a viewer saw it after a commit.
    ///
    /// # Errors
    /// As the server says.
    pub async fn replay(
        &self,
        match_id: &str,
        commit: u64,
        viewer: u32,
    ) -> Result<play::GetReplayResponse, Status> {
        let request = play::GetReplayRequest { match_id: match_id.to_owned(), commit, viewer };
        Ok(self.api().get_replay(request).await?.into_inner())
    }
}

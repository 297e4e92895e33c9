//! A client of the public API.

use std::time::Duration;

use bakufu_offline::ShippedRules;
use kit_grpc::bakufu::play::v1::match_service_client::MatchServiceClient;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1 as rules;
use kit_service::Reason;
use tonic::Request;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};

use crate::failure::Failure;

/// How long a server may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(3);
/// The largest answer: the record of a long match.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

/// A token as requests carry it.
pub type Credentials = MetadataValue<Ascii>;

/// A client of the public API.
pub type Client = MatchServiceClient<Channel>;

/// Connects to a server.
///
/// # Errors
/// If the address is none, or nobody answers there.
pub async fn connect(server: &str) -> Result<Client, Failure> {
    Ok(client_on(connect_channel(server).await?))
}

pub(crate) fn client_on(channel: Channel) -> Client {
    MatchServiceClient::new(channel).max_decoding_message_size(ANSWER_BYTES_MAX)
}

pub async fn connect_channel(server: &str) -> Result<Channel, Failure> {
    let endpoint = Endpoint::from_shared(server.to_owned())
        .map_err(|_| Failure::ServerAddress { server: server.to_owned() })?
        .connect_timeout(CONNECT_MAX)
        .tcp_nodelay(true);
    endpoint.connect().await.map_err(|_| Failure::Unreachable { server: server.to_owned() })
}

/// A request on behalf of a seat or a host.
pub fn with_token<T>(message: T, token: &str) -> Request<T> {
    with_credentials(message, credentials(token))
}

/// The same, where many requests carry the same token.
pub fn with_credentials<T>(message: T, credentials: Credentials) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", credentials);
    request
}

/// What a request shows so that it may act with this token.
pub fn credentials(token: &str) -> Credentials {
    format!("Bearer {token}").parse().expect("tokens are plain ASCII")
}

pub(crate) async fn list_games(client: &mut Client) -> Result<Vec<rules::Game>, Failure> {
    Ok(client.list_games(play::ListGamesRequest {}).await?.into_inner().games)
}

/// A game with the schema of its messages, in the version that new matches get.
pub async fn game_schema(client: &mut Client, game: &str) -> Result<GameSchema, Failure> {
    version_schema(client, game, "").await
}

pub(crate) async fn version_schema(
    client: &mut Client,
    game: &str,
    rules_version: &str,
) -> Result<GameSchema, Failure> {
    let (game, rules_version) = (game.to_owned(), rules_version.to_owned());
    let request = play::GetGameSchemaRequest { game, rules_version };
    let answer = client.get_game_schema(request).await?.into_inner();
    let game = answer.game.ok_or(Failure::Nonsense("a schema without its game"))?;
    Ok(GameSchema { game, descriptor_set: answer.descriptor_set })
}

pub(crate) async fn get_match(client: &mut Client, match_id: &str) -> Result<play::Match, Failure> {
    let request = play::GetMatchRequest { match_id: match_id.to_owned() };
    let answer = client.get_match(request).await?.into_inner();
    answer.game_match.ok_or(Failure::Nonsense("an answer without a match"))
}

/// The complete record of a finished match. Whoever fetches many of them comes to
/// the limit of the server sooner or later, and waits.
pub async fn export(client: &mut Client, match_id: &str) -> Result<play::MatchExport, Failure> {
    let request = play::ExportMatchRequest { match_id: match_id.to_owned() };
    let answer = loop {
        match client.export_match(request.clone()).await {
            Ok(answer) => break answer.into_inner(),
            Err(status) => match Reason::from_status(&status) {
                Some(Reason::Limited { retry_after, .. }) => tokio::time::sleep(retry_after).await,
                _ => return Err(status.into()),
            },
        }
    };
    answer.export.ok_or(Failure::Nonsense("an export without a record"))
}

pub struct GameSchema {
    /// The facts about the game.
    pub game: rules::Game,
    /// An encoded FileDescriptorSet.
    pub descriptor_set: bytes::Bytes,
}

impl GameSchema {
    /// The schema of a game whose rules are in this process.
    pub(crate) fn of(rules: &ShippedRules) -> Self {
        let described = rules.describe();
        let game = described.game.expect("a description has facts");
        Self { game, descriptor_set: described.descriptor_set }
    }
}

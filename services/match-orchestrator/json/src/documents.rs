//! Documents that describe the API: the OpenAPI document, and the schemas of the games.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use http::Uri;
use http::header::CONTENT_TYPE;
use kit_proto::bakufu::play::v1::{GetGameSchemaRequest, GetGameSchemaResponse};
use kit_service::{Caller, Reason, telemetry};
use prost::Message;
use tonic::Status;

use crate::call::Shared;
use crate::error::{failed, not_found};
use crate::game_schemas::game_schemas;
use crate::openapi;

/// The call that tells the schema of a game.
const GET_GAME_SCHEMA: &str = "/bakufu.play.v1.MatchService/GetGameSchema";

/// Serves both.
pub(crate) fn add(routes: Router, shared: &Arc<Shared>) -> Router {
    let document = Bytes::from(openapi::document(&shared.api).to_string());
    let shared = Arc::clone(shared);
    type ByCaller = Option<Extension<Caller>>;
    let schemas = move |Path(file): Path<String>, uri: Uri, by: ByCaller| async move {
        let Some(game) = file.strip_suffix(".json") else { return not_found() };
        let schemas = schemas_of(&shared, game, rules_version(&uri), by.map(|by| by.0)).await;
        schemas.unwrap_or_else(|status| failed(&status))
    };
    routes
        .route("/openapi.json", get(async move || json(document.clone())))
        .route("/schemas/{file}", get(schemas))
}

/// Asks as any client would, so that all limits hold.
async fn schemas_of(
    shared: &Shared,
    game: &str,
    version: String,
    caller: Option<Caller>,
) -> Result<Response, Status> {
    let request = GetGameSchemaRequest { game: game.to_owned(), rules_version: version };
    let answer = shared.ask(GET_GAME_SCHEMA, &request.encode_to_vec(), caller).await?;
    let nonsense = |_| telemetry::traced(Reason::bug()).status();
    let schema = GetGameSchemaResponse::decode(answer)
        .map_err(|_| telemetry::traced(Reason::bug()).status())?;
    Ok(json(game_schemas(&schema).map_err(nonsense)?.to_string()))
}

/// The version that is asked for with `?rulesVersion=`; empty for the newest.
fn rules_version(uri: &Uri) -> String {
    let pairs = uri.query().unwrap_or_default().split('&');
    let version = pairs.filter_map(|pair| pair.strip_prefix("rulesVersion=")).next();
    version.unwrap_or_default().to_owned()
}

fn json(text: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

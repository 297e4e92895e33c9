//! CreateMatch: a new match with open seats.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::record::v1 as pb;
use kit_redact::Viewer;
use kit_rules::SeatCount;
use kit_service::Reason;
use kit_service::metrics::MatchChange;
use match_orchestrator_store::{Claim, NewMatch};
use prost::Message;
use tonic::Request;

use super::input::{Faults, command};
use crate::games::Game;
use crate::limits::OPTIONS_BYTES_MAX;
use crate::orchestrator::Orchestrator;
use crate::record::{Record, own};
use crate::{drains, seating, secrets, tokens};

pub(crate) async fn create_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::CreateMatchRequest>,
) -> Result<play::CreateMatchResponse, Reason> {
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    orchestrator.know_drains().await?;
    orchestrator.game(&wanted.game).await?;
    let game = match orchestrator.games.for_new_match(&wanted.game) {
        Ok(game) => game,
        Err(Reason::NotAwaited { .. }) => {
            return from_before(orchestrator, &wanted, &request_id).await;
        }
        Err(reason) => return Err(reason),
    };
    let seats = check(&game, &wanted, &request_id)?;
    let match_id = claim(orchestrator, &wanted, &request_id).await?;

    let record = new_record(orchestrator, &game, &wanted, seats, match_id);
    // Options that the rules refuse must be refused now, not when all players
    // have sat down. The entropy is thrown away with the answer.
    let trial = secrets::bytes::<32>(&*orchestrator.secrets);
    game.setup(wanted.options.clone(), seats, trial).await?;

    let new = stored(&record);
    let created = orchestrator.matches.timed("Create", orchestrator.store.create(new)).await?;
    let record = if created {
        orchestrator.metrics.match_changed(&game.facts.id, MatchChange::Created);
        Arc::new(record)
    } else {
        // The same request came before: answer with what it created.
        orchestrator.matches.current(record.match_id()).await?
    };
    Ok(answer(&record))
}

/// What a request has created before its game was drained, if it has.
async fn from_before(
    orchestrator: &Orchestrator,
    wanted: &play::CreateMatchRequest,
    request_id: &str,
) -> Result<play::CreateMatchResponse, Reason> {
    let mut faults = Faults::default();
    faults.request_id(request_id);
    faults.finish()?;
    let match_id = claim(orchestrator, wanted, request_id).await?;
    match orchestrator.matches.current(&match_id).await {
        Ok(record) => Ok(answer(&record)),
        Err(Reason::UnknownMatch) => Err(drains::refusal(&wanted.game)),
        Err(reason) => Err(reason),
    }
}

/// The id of the match to create: a new one, or that of an earlier try.
async fn claim(
    orchestrator: &Orchestrator,
    wanted: &play::CreateMatchRequest,
    request_id: &str,
) -> Result<String, Reason> {
    let match_id = secrets::match_id(&*orchestrator.secrets);
    if request_id.is_empty() {
        return Ok(match_id);
    }
    let fingerprint = command(orchestrator, None, request_id, "CreateMatch", wanted).fingerprint;
    let claim = orchestrator.store.claim(request_id, Claim { match_id, fingerprint });
    let claim = orchestrator.matches.timed("Claim", claim).await?;
    if claim.fingerprint != fingerprint {
        return Err(Reason::RequestIdReused);
    }
    Ok(claim.match_id)
}

fn answer(record: &Record) -> play::CreateMatchResponse {
    play::CreateMatchResponse {
        game_match: Some(record.to_match()),
        host_token: tokens::host_token(record),
    }
}

fn check(
    game: &Game,
    wanted: &play::CreateMatchRequest,
    request_id: &str,
) -> Result<SeatCount, Reason> {
    let facts = &game.facts;
    let mut faults = Faults::default();
    faults.request_id(request_id);
    let range = facts.seats_min..=facts.seats_max;
    let seats = SeatCount::new(wanted.seats).filter(|_| range.contains(&wanted.seats));
    faults.require(
        seats.is_some(),
        "seats",
        format!("{} has {} to {} seats", facts.title, facts.seats_min, facts.seats_max),
    );
    let readable = wanted.options.len() <= OPTIONS_BYTES_MAX
        && game.schema.redact_options(&wanted.options, Viewer::Spectator).is_ok();
    faults.require(readable, "options", format!("is an encoded {}", facts.options_message));
    faults.finish()?;
    seats.ok_or_else(Reason::bug)
}

fn new_record(
    orchestrator: &Orchestrator,
    game: &Game,
    wanted: &play::CreateMatchRequest,
    seats: SeatCount,
    match_id: String,
) -> Record {
    let secret = || Bytes::copy_from_slice(&secrets::bytes::<32>(&*orchestrator.secrets));
    let roster = pb::Roster {
        match_id,
        game: game.facts.id.clone(),
        rules_version: game.facts.rules_version.clone(),
        options: own(&wanted.options),
        chairs: Vec::new(),
        server_seed: secret(),
        token_key: secret(),
        created_at: Some(SystemTime::now().into()),
        listed: wanted.listed,
        start_when_full: wanted.start_when_full,
        abort_reason: None,
    };
    Record::created(Arc::new(roster), seats)
}

fn stored(record: &Record) -> NewMatch {
    let (_, entry) = seating::create(record.clone()).into_entry(SystemTime::now());
    NewMatch {
        match_id: record.match_id().to_owned(),
        roster: record.roster_bytes(),
        position: record.position_bytes(),
        entry: entry.encode_to_vec().into(),
        listed_at_ms: record.roster.listed.then(|| created_at_ms(record)),
    }
}

/// The moment that the match itself shows: with a second look at the clock the
/// list could be in another order than the ages of its matches.
fn created_at_ms(record: &Record) -> u64 {
    let created_at = record.roster.created_at.unwrap_or_default();
    let at = SystemTime::try_from(created_at).unwrap_or(UNIX_EPOCH);
    at.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

//! CreateMatch: a new match with open seats.

use std::sync::Arc;
use std::time::SystemTime;

use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_rules::SeatCount;
use kit_service::metrics::MatchChange;
use kit_service::{Caller, Precondition, Reason};
use match_orchestrator_core::limits::OPTIONS_BYTES_MAX;
use match_orchestrator_core::request::fingerprint;
use match_orchestrator_core::{Faults, NewMatch, Trial, create, news, outgoing};
use match_orchestrator_store::Claim;
use tonic::Request;

use super::Answer;
use crate::games::Game;
use crate::limits::RETRY_AFTER;
use crate::orchestrator::Orchestrator;
use crate::{drains, filing, secrets};

pub(crate) async fn create_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::CreateMatchRequest>,
) -> Answer<play::CreateMatchResponse> {
    let caller = Caller::from_request(&request).cloned();
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    orchestrator.know_drains().await?;
    orchestrator.game(&wanted.game).await?;
    let game = match orchestrator.games.for_new_match(&wanted.game) {
        Ok(game) => game,
        Err(Reason::Precondition { unmet: Precondition::GameDrained, .. }) => {
            return from_before(orchestrator, &wanted, &request_id).await;
        }
        Err(reason) => return Err(reason.into()),
    };
    let seats = check(&game, &wanted, &request_id)?;
    let creation = Creation::new(&wanted, &request_id);
    let match_id = creation.claim(orchestrator, None).await?;
    let place = match orchestrator.place_for_match(caller.as_ref()).await {
        Ok(place) => place,
        // What is there already takes no place, so the request can be repeated.
        Err(refusal) => return existing(orchestrator, &match_id, refusal).await,
    };

    let options = wanted.options.clone();
    let new = new_match(orchestrator, &game, wanted, seats, match_id);
    let trial = secrets::bytes::<32>(&*orchestrator.secrets);
    let (request, trial) = Trial::new(options, seats, trial);
    let answer = game.setup(request).await?;
    trial.settle(&game.schema, answer).map_err(|nonsense| game.nonsense(&nonsense))?;

    let change = create(new, SystemTime::now().into());
    let new = filing::new_match(&change, &orchestrator.matches.lifetimes);
    let new = orchestrator.store.create(new);
    let is_new = orchestrator.matches.timed("Create", new).await?;
    if is_new {
        // A store that was set back since has lost the claim. Whoever repeats the
        // request must hear of this match, or of the one that others made of it since.
        let claimed = creation.claim(orchestrator, Some(change.after.id())).await?;
        if claimed != change.after.id() {
            let news = news::deleted(&change.after, SystemTime::now().into());
            orchestrator.delete(&change.after, news).await?;
            let refusal = Reason::Overloaded { retry_after: RETRY_AFTER };
            return existing(orchestrator, &claimed, refusal).await;
        }
        if let Some(creator) = caller.as_ref().and_then(Caller::peer) {
            orchestrator.driver.created(change.after.id(), creator);
        }
        if let Some(place) = place {
            orchestrator.unstarted.keep(change.after.id(), place);
        }
        orchestrator.metrics.match_changed(&game.facts.id, MatchChange::Created);
        return Ok(outgoing::created(&change.after));
    }
    // The same request came before: answer with what it created.
    Ok(outgoing::created(&*orchestrator.matches.current(change.after.id()).await?))
}

/// What a request has created before its game was drained, if it has.
async fn from_before(
    orchestrator: &Orchestrator,
    wanted: &play::CreateMatchRequest,
    request_id: &str,
) -> Answer<play::CreateMatchResponse> {
    let mut faults = Faults::default();
    faults.request_id(request_id);
    faults.finish()?;
    let match_id = Creation::new(wanted, request_id).claim(orchestrator, None).await?;
    existing(orchestrator, &match_id, drains::refusal(&wanted.game)).await
}

/// The match that an earlier try has created, or else this refusal.
async fn existing(
    orchestrator: &Orchestrator,
    match_id: &str,
    refusal: Reason,
) -> Answer<play::CreateMatchResponse> {
    match orchestrator.matches.current(match_id).await {
        Ok(game_match) => Ok(outgoing::created(&game_match)),
        Err(Reason::UnknownMatch) => Err(refusal.into()),
        Err(reason) => Err(reason.into()),
    }
}

/// What tells a creation from others.
struct Creation<'a> {
    /// Empty if it will not be repeated.
    request_id: &'a str,
    fingerprint: [u8; 16],
}

impl<'a> Creation<'a> {
    fn new(wanted: &play::CreateMatchRequest, request_id: &'a str) -> Self {
        Self { request_id, fingerprint: fingerprint("CreateMatch", wanted) }
    }

    /// The id of the match to create: this one or a new one, or that of an earlier try.
    async fn claim(
        &self,
        orchestrator: &Orchestrator,
        match_id: Option<&str>,
    ) -> Result<String, Reason> {
        let new = || secrets::match_id(&*orchestrator.secrets);
        let match_id = match_id.map_or_else(new, str::to_owned);
        if self.request_id.is_empty() {
            return Ok(match_id);
        }
        let proposed = Claim { match_id, fingerprint: self.fingerprint };
        let claim = orchestrator.store.claim(self.request_id, proposed);
        let claim = orchestrator.matches.timed("Claim", claim).await?;
        if claim.fingerprint != self.fingerprint {
            return Err(Reason::RequestIdReused);
        }
        Ok(claim.match_id)
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

fn new_match(
    orchestrator: &Orchestrator,
    game: &Game,
    wanted: play::CreateMatchRequest,
    seats: SeatCount,
    match_id: String,
) -> NewMatch {
    NewMatch {
        match_id,
        game: game.facts.id.clone(),
        rules_version: game.facts.rules_version.clone(),
        options: wanted.options,
        seats,
        server_seed: secrets::bytes(&*orchestrator.secrets),
        token_key: secrets::bytes(&*orchestrator.secrets),
        listed: wanted.listed,
        start_when_full: wanted.start_when_full,
        invitation_only: wanted.invitation_only,
        steps_max: game.facts.steps_max,
    }
}

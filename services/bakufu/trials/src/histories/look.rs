//! Reads of a match, held against every moment at which they can have happened.

use std::sync::Arc;

use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_service::Reason;
use tonic::{Response, Status};

use super::client_request::{read_reason, signed};
use super::compose::any_token;
use super::fault::{Fault, Trap};
use super::faulty_store::TRAP;
use super::history::History;
use super::judge::same;
use super::model::{Model, Position};
use super::violation::Violation;
use bakufu_proofs::Dice;

/// What can be read of a match.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight {
    View,
    Match,
    LegalActions,
    Export,
}

#[derive(Clone, Debug, PartialEq)]
enum Seen {
    View(Option<play::View>),
    Match(Option<play::Match>),
    LegalActions(u64, Vec<bytes::Bytes>),
    Export(Option<play::MatchExport>),
}

impl History<'_> {
    /// Reads something.
    pub(super) async fn look(
        &mut self,
        dice: &mut Dice,
        replica: usize,
        fault: Option<Fault>,
    ) -> Result<(), Violation> {
        let Some(model) = dice.pick(&self.models) else {
            return Ok(());
        };
        let token = any_token(dice, &self.models, model);
        let match_id = model.match_id().to_owned();
        let sight = match dice.below(5) {
            0 => return self.look_at_list(replica, fault).await,
            1 => Sight::Match,
            2 => Sight::LegalActions,
            3 => Sight::Export,
            _ => Sight::View,
        };
        self.look_at(&match_id, sight, &token, replica, fault).await
    }

    /// Reads something of a match.
    pub(super) async fn look_at(
        &mut self,
        match_id: &str,
        sight: Sight,
        token: &str,
        replica: usize,
        fault: Option<Fault>,
    ) -> Result<(), Violation> {
        let low = self.model(match_id).map_or(1, Model::commits);
        let trap = Trap::new(fault);
        let call = self.read(match_id, sight, token, replica);
        let seen = tokio::select! {
            seen = TRAP.scope(Arc::clone(&trap), call) => Some(seen),
            () = trap.vanished() => None,
        };
        self.figures.reads += 1;
        self.figures.faults += u64::from(trap.has_hit());
        self.transcript.looked(sight, token, replica, &seen);
        self.explain_commits(match_id).await?;
        let Some(model) = self.model(match_id) else {
            return Err(Violation(format!("{match_id} is unknown")));
        };
        let seen = match seen {
            None => return Ok(()),
            Some(Err(Reason::StoreUnavailable { .. }))
                if trap.has_hit() || self.replicas[replica].store.is_dead() =>
            {
                return Ok(());
            }
            Some(seen) => seen,
        };
        let is_right = model.positions()[low as usize - 1..].iter().any(|at| {
            match (must_see(model, at, sight, token), &seen) {
                (Ok(must), Ok(seen)) => must == *seen,
                (Err(must), Err(reason)) => same(&must, reason),
                _ => false,
            }
        });
        if is_right {
            return Ok(());
        }
        let must = must_see(model, model.now(), sight, token);
        Err(Violation(format!("{sight:?} of {match_id} shows {seen:?}, but the model {must:?}")))
    }

    /// Reads the list, and looks for our own matches in it.
    pub(super) async fn look_at_list(
        &mut self,
        replica: usize,
        fault: Option<Fault>,
    ) -> Result<(), Violation> {
        let lows: Vec<(String, u64)> =
            self.models.iter().map(|m| (m.match_id().to_owned(), m.commits())).collect();
        let request = play::ListMatchesRequest { page_size: 100, ..Default::default() };
        let service = self.replicas[replica].orchestrator.match_service();
        let trap = Trap::new(fault);
        let call = Box::pin(service.list_matches(signed(request, "")));
        let listed = tokio::select! {
            listed = TRAP.scope(Arc::clone(&trap), call) => listed,
            () = trap.vanished() => return Ok(()),
        };
        self.figures.reads += 1;
        for (id, _) in &lows {
            self.explain_commits(id).await?;
        }
        let listed = match listed.map(Response::into_inner).map_err(|status| read_reason(&status)) {
            Err(Reason::StoreUnavailable { .. })
                if trap.has_hit() || self.replicas[replica].store.is_dead() =>
            {
                return Ok(());
            }
            Err(reason) => return Err(Violation(format!("the list is refused: {reason:?}"))),
            Ok(listed) => listed.matches,
        };
        let ours: Vec<&play::Match> =
            listed.iter().filter(|found| self.model(&found.match_id).is_some()).collect();
        let age = |found: &&&play::Match| {
            let at = found.created_at.unwrap_or_default();
            (at.seconds, at.nanos / 1_000_000, found.match_id.clone())
        };
        if !ours.is_sorted_by_key(|found| std::cmp::Reverse(age(&found))) {
            return Err(Violation(format!("the list is not newest first: {ours:?}")));
        }
        for (id, low) in lows {
            let model = self.model(&id).ok_or_else(|| Violation(format!("{id} is unknown")))?;
            let found = ours.iter().find(|found| found.match_id == id);
            let mut since = model.positions()[low as usize - 1..].iter();
            let is_right = match found {
                None => !model.is_listed(),
                Some(found) => model.is_listed() && since.any(|at| model.game_match(at) == **found),
            };
            if !is_right {
                return Err(Violation(format!("the list shows {found:?} for {id}")));
            }
        }
        Ok(())
    }

    async fn read(
        &self,
        match_id: &str,
        sight: Sight,
        token: &str,
        replica: usize,
    ) -> Result<Seen, Reason> {
        let service = self.replicas[replica].orchestrator.match_service();
        let match_id = match_id.to_owned();
        let seen: Result<Seen, Status> = match sight {
            Sight::View => {
                let request = signed(play::GetViewRequest { match_id }, token);
                service.get_view(request).await.map(|view| Seen::View(view.into_inner().view))
            }
            Sight::Match => {
                let request = signed(play::GetMatchRequest { match_id }, "");
                let answer = service.get_match(request).await;
                answer.map(|found| Seen::Match(found.into_inner().game_match))
            }
            Sight::LegalActions => {
                let request = signed(play::ListLegalActionsRequest { match_id }, token);
                service.list_legal_actions(request).await.map(|legal| {
                    let legal = legal.into_inner();
                    let actions = legal.actions.into_iter().map(|legal| legal.action).collect();
                    Seen::LegalActions(legal.revision, actions)
                })
            }
            Sight::Export => {
                let request = signed(play::ExportMatchRequest { match_id }, "");
                let answer = service.export_match(request).await;
                answer.map(|export| Seen::Export(export.into_inner().export))
            }
        };
        seen.map_err(|status| read_reason(&status))
    }
}

/// What a read must show in a position.
fn must_see(model: &Model, at: &Position, sight: Sight, token: &str) -> Result<Seen, Reason> {
    match sight {
        Sight::View => Ok(Seen::View(Some(model.view(at, model.viewer(at, token)?)))),
        Sight::Match => Ok(Seen::Match(Some(model.game_match(at)))),
        Sight::LegalActions => {
            let seat = model.acting_seat(at, token)?;
            let revision = at.revision(Viewer::Seat(seat));
            Ok(Seen::LegalActions(revision, model.legal_actions(at, seat)))
        }
        Sight::Export => model.export(at).map(|export| Seen::Export(Some(export))),
    }
}

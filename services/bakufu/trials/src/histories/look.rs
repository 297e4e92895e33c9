//! Reads of a match, held against every moment at which they can have happened.

use std::sync::Arc;

use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_service::Reason;
use tonic::{Response, Status};

use super::client_request::{read_reason, signed};
use super::compose::any_token;
use super::contradiction::Contradiction;
use super::fault::{InjectedFault, Trap};
use super::faulty_store::TRAP;
use super::history::History;
use super::judge::same;
use super::model::{Model, Position};
use bakufu_proofs::Dice;

/// What can be read of a match.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReadCall {
    View,
    Match,
    LegalActions,
    Export,
}

#[derive(Clone, Debug, PartialEq)]
enum ReadAnswer {
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
        fault: Option<InjectedFault>,
    ) -> Result<(), Contradiction> {
        let Some(model) = dice.pick(&self.models) else {
            return Ok(());
        };
        let token = any_token(dice, &self.models, model);
        let match_id = model.match_id().to_owned();
        let wanted = match dice.below(5) {
            0 => return self.look_at_list(replica, fault).await,
            1 => ReadCall::Match,
            2 => ReadCall::LegalActions,
            3 => ReadCall::Export,
            _ => ReadCall::View,
        };
        self.look_at(&match_id, wanted, &token, replica, fault).await
    }

    /// Reads something of a match.
    pub(super) async fn look_at(
        &mut self,
        match_id: &str,
        wanted: ReadCall,
        token: &str,
        replica: usize,
        fault: Option<InjectedFault>,
    ) -> Result<(), Contradiction> {
        let low = self.model(match_id).map_or(1, Model::commits);
        let trap = Trap::new(fault);
        let call = self.read(match_id, wanted, token, replica);
        let seen = tokio::select! {
            seen = TRAP.scope(Arc::clone(&trap), call) => Some(seen),
            () = trap.vanished() => None,
        };
        self.figures.reads += 1;
        self.figures.faults += u64::from(trap.has_hit());
        self.transcript.looked(wanted, token, replica, &seen);
        self.explain_commits(match_id).await?;
        let Some(model) = self.model(match_id) else {
            return Err(Contradiction(format!("{match_id} is unknown")));
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
            match (must_see(model, at, wanted, token), &seen) {
                (Ok(must), Ok(seen)) => must == *seen,
                (Err(must), Err(reason)) => same(&must, reason),
                _ => false,
            }
        });
        if is_right {
            return Ok(());
        }
        let must = must_see(model, model.now(), wanted, token);
        Err(Contradiction(format!(
            "{wanted:?} of {match_id} shows {seen:?}, but the model {must:?}"
        )))
    }

    /// Reads the list, and looks for our own matches in it.
    pub(super) async fn look_at_list(
        &mut self,
        replica: usize,
        fault: Option<InjectedFault>,
    ) -> Result<(), Contradiction> {
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
            Err(reason) => return Err(Contradiction(format!("the list is refused: {reason:?}"))),
            Ok(listed) => listed.matches,
        };
        let is_gone = |found: &&play::Match| {
            let has_its_id = |model: &Model| model.match_id() == found.match_id;
            self.gone.iter().any(has_its_id) && !self.models.iter().any(has_its_id)
        };
        if let Some(found) = listed.iter().find(is_gone) {
            return Err(Contradiction(format!("the list shows {found:?}, which is gone")));
        }
        let ours: Vec<&play::Match> =
            listed.iter().filter(|found| self.model(&found.match_id).is_some()).collect();
        let age = |found: &&&play::Match| {
            let at = found.created_at.unwrap_or_default();
            (at.seconds, at.nanos / 1_000_000, found.match_id.clone())
        };
        if !ours.is_sorted_by_key(|found| std::cmp::Reverse(age(&found))) {
            return Err(Contradiction(format!("the list is not newest first: {ours:?}")));
        }
        for (id, low) in lows {
            let model = self.model(&id).ok_or_else(|| Contradiction(format!("{id} is unknown")))?;
            let found = ours.iter().find(|found| found.match_id == id);
            let mut since = model.positions()[low as usize - 1..].iter();
            let is_right = match found {
                None => !model.is_listed(),
                Some(found) => model.is_listed() && since.any(|at| model.game_match(at) == **found),
            };
            if !is_right {
                return Err(Contradiction(format!("the list shows {found:?} for {id}")));
            }
        }
        Ok(())
    }

    async fn read(
        &self,
        match_id: &str,
        wanted: ReadCall,
        token: &str,
        replica: usize,
    ) -> Result<ReadAnswer, Reason> {
        let service = self.replicas[replica].orchestrator.match_service();
        let match_id = match_id.to_owned();
        let seen: Result<ReadAnswer, Status> = match wanted {
            ReadCall::View => {
                let request = signed(play::GetViewRequest { match_id }, token);
                service.get_view(request).await.map(|view| ReadAnswer::View(view.into_inner().view))
            }
            ReadCall::Match => {
                let request = signed(play::GetMatchRequest { match_id }, "");
                let answer = service.get_match(request).await;
                answer.map(|found| ReadAnswer::Match(found.into_inner().game_match))
            }
            ReadCall::LegalActions => {
                let request = signed(play::ListLegalActionsRequest { match_id }, token);
                service.list_legal_actions(request).await.map(|legal| {
                    let legal = legal.into_inner();
                    let actions = legal.actions.into_iter().map(|legal| legal.action).collect();
                    ReadAnswer::LegalActions(legal.revision, actions)
                })
            }
            ReadCall::Export => {
                let request = signed(play::ExportMatchRequest { match_id }, "");
                let answer = service.export_match(request).await;
                answer.map(|export| ReadAnswer::Export(export.into_inner().export))
            }
        };
        seen.map_err(|status| read_reason(&status))
    }
}

/// What a read must show in a position.
fn must_see(
    model: &Model,
    at: &Position,
    wanted: ReadCall,
    token: &str,
) -> Result<ReadAnswer, Reason> {
    match wanted {
        ReadCall::View => Ok(ReadAnswer::View(Some(model.view(at, model.viewer(at, token)?)))),
        ReadCall::Match => Ok(ReadAnswer::Match(Some(model.game_match(at)))),
        ReadCall::LegalActions => {
            let seat = model.acting_seat(at, token)?;
            let revision = at.revision(Viewer::Seat(seat));
            Ok(ReadAnswer::LegalActions(revision, model.legal_actions(at, seat)))
        }
        ReadCall::Export => model.export(at).map(|export| ReadAnswer::Export(Some(export))),
    }
}

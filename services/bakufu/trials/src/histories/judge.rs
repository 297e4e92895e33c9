//! Judge of answers: whether each is the one that the model allows.

use std::ops::RangeInclusive;

use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{CreateMatchRequest, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::engine;
use kit_service::Reason;

use super::client_request::{Call, ClientRequest, ClientResponse, claimed_seat};
use super::contradiction::Contradiction;
use super::history::History;
use super::model::{Model, Position};

impl History<'_> {
    /// Holds an answer against the model. When the wanted was sent, the match
    /// was at commit `low`, or later.
    pub(super) fn judge(
        &mut self,
        wanted: &ClientRequest,
        answer: Result<ClientResponse, Reason>,
        low: u64,
    ) -> Result<(), Contradiction> {
        match &answer {
            Ok(_) => self.figures.accepted += 1,
            Err(_) => self.figures.refused += 1,
        }
        if let Some(field) = wanted.bad_field() {
            let expected = Reason::malformed(field, "");
            return match &answer {
                Err(reason) if same(&expected, reason) => Ok(()),
                _ => Err(unexpected(wanted, &answer, "its request can't be read")),
            };
        }
        if let Call::Create(create) = &wanted.call {
            return self.judge_creation(wanted, create, answer);
        }
        let at = self.models.iter().position(|model| model.match_id() == wanted.match_id());
        let Some(at) = at else {
            let is_gone = self.gone.iter().any(|gone| gone.match_id() == wanted.match_id());
            if is_gone && answer == Err(Reason::UnknownMatch) {
                return Ok(());
            }
            return Err(unexpected(wanted, &answer, "its match is unknown"));
        };
        let model = &self.models[at];
        let commits = match (model.bound(wanted), &answer) {
            (Some((commit, call)), Ok(_)) if *call == wanted.call => vec![*commit],
            (Some((commit, call)), Err(reason)) => {
                // The same wanted, sent twice at a time, may have been refused
                // before it was accepted.
                let was_refused = commit
                    .checked_sub(1)
                    .is_some_and(|before| is_refused(model, wanted, reason, low..=before));
                let is_reused = *call != wanted.call && *reason == Reason::RequestIdReused;
                if was_refused || is_reused {
                    return Ok(());
                }
                let text = format!("it has happened in commit {commit}");
                return Err(unexpected(wanted, &answer, &text));
            }
            (Some((commit, _)), Ok(_)) => {
                let text = format!("its request id belongs to commit {commit}");
                return Err(unexpected(wanted, &answer, &text));
            }
            (None, Err(reason)) => {
                if is_refused(model, wanted, reason, low..=model.commits()) {
                    return Ok(());
                }
                let expected = model.plan(model.now(), wanted, None).map(|next| next.entry.change);
                let text = format!("the model says {expected:?}");
                return Err(unexpected(wanted, &answer, &text));
            }
            (None, Ok(_)) => happened_without_id(model, wanted, low),
        };
        let mut verdict = Err(unexpected(wanted, &answer, "it is not in the log"));
        for commit in commits {
            if verdict.is_err() {
                verdict = self.judge_change(at, wanted, answer.as_ref().ok(), commit, low);
            }
        }
        verdict
    }

    fn judge_change(
        &mut self,
        at: usize,
        wanted: &ClientRequest,
        answer: Option<&ClientResponse>,
        commit: u64,
        low: u64,
    ) -> Result<(), Contradiction> {
        let model = &mut self.models[at];
        let entry = model.at(commit).entry.clone();
        let seat = match &entry.change {
            Some(log_entry::Change::Seated(seated)) => seated.seat.as_ref().map_or(0, |s| s.seat),
            _ => claimed_seat(&wanted.token),
        };
        let records = commit.max(low)..=model.commits();
        let is_right = match answer {
            Some(ClientResponse::Sat(sat)) => {
                sat.seat == seat
                    && model.learn_token(&sat.seat_token, seat, commit)
                    && is_match(model, sat.game_match.as_ref(), records)
            }
            Some(ClientResponse::Bot(bot, game_match)) => {
                *bot == seat && is_match(model, game_match.as_ref(), records)
            }
            Some(ClientResponse::Invited(invitation, game_match)) => {
                model.invitations.push(invitation.clone());
                *invitation == model.invitation(model.at(commit))
                    && is_match(model, game_match.as_ref(), records)
            }
            Some(ClientResponse::Changed(game_match)) => {
                is_match(model, game_match.as_ref(), records)
            }
            Some(ClientResponse::Updated(update)) => Seat::new(seat).is_some_and(|seat| {
                let mut now = records.map(|commit| model.at(commit));
                now.any(|now| *update == model.update(&entry, now, Viewer::Seat(seat)))
            }),
            Some(ClientResponse::Created(_)) | None => false,
        };
        if is_right {
            return Ok(());
        }
        let text = format!("it is commit {commit}, which is {entry:?}");
        Err(unexpected(wanted, &answer, &text))
    }

    fn judge_creation(
        &mut self,
        wanted: &ClientRequest,
        create: &CreateMatchRequest,
        answer: Result<ClientResponse, Reason>,
    ) -> Result<(), Contradiction> {
        let created = match &answer {
            Ok(ClientResponse::Created(created)) => created,
            Err(Reason::RequestIdReused) => {
                let is_rival = |other: &&ClientRequest| {
                    other.request_id() == wanted.request_id() && other.call != wanted.call
                };
                let reused = self.sent.iter().find(is_rival).is_some();
                let text = "no other creation has its request id";
                return if reused { Ok(()) } else { Err(unexpected(wanted, &answer, text)) };
            }
            Err(reason) if setup_refusal(create).is_some_and(|must| same(&must, reason)) => {
                return Ok(());
            }
            _ => return Err(unexpected(wanted, &answer, "it can be created")),
        };
        let Some(game_match) = &created.game_match else {
            return Err(unexpected(wanted, &answer, "a match was created"));
        };
        let is_ours =
            self.creations.iter().any(|(by, id)| by == wanted && *id == game_match.match_id);
        let model = self.models.iter_mut().find(|model| model.match_id() == game_match.match_id);
        let Some(model) = model.filter(|_| is_ours) else {
            return Err(unexpected(wanted, &answer, "it has not created that match"));
        };
        let host_token = model.host_token.get_or_insert_with(|| created.host_token.clone());
        if *host_token != created.host_token {
            return Err(unexpected(wanted, &answer, "the host has another token"));
        }
        if created.invitation != model.invitation(model.at(1)) {
            return Err(unexpected(wanted, &answer, "the host has another invitation"));
        }
        if !created.invitation.is_empty() && model.invitations.is_empty() {
            model.invitations.push(created.invitation.clone());
        }
        if !is_match(model, Some(game_match), 1..=model.commits()) {
            return Err(unexpected(wanted, &answer, "the match is another"));
        }
        Ok(())
    }
}

/// Whether two refusals are the same. Texts about fields are for people.
pub(super) fn same(expected: &Reason, found: &Reason) -> bool {
    match (expected, found) {
        (Reason::Malformed(expected), Reason::Malformed(found)) => {
            let fields = expected.iter().map(|fault| &fault.field);
            fields.eq(found.iter().map(|fault| &fault.field))
        }
        _ => expected == found,
    }
}

fn is_refused(
    model: &Model,
    wanted: &ClientRequest,
    reason: &Reason,
    commits: RangeInclusive<u64>,
) -> bool {
    let refusal = |at: &Position| model.plan(at, wanted, None).err();
    commits
        .map(|commit| model.at(commit))
        .any(|at| refusal(at).is_some_and(|expected| same(&expected, reason)))
}

/// The commits that an accepted wanted without a request id may be.
fn happened_without_id(model: &Model, wanted: &ClientRequest, low: u64) -> Vec<u64> {
    if !wanted.request_id().is_empty() {
        return Vec::new();
    }
    let is_it = |commit: &u64| {
        let found = &model.at(*commit).entry;
        let next = model.plan(model.at(commit - 1), wanted, Some(found));
        next.is_ok_and(|next| next.entry == *found)
    };
    (low + 1..=model.commits()).filter(is_it).collect()
}

fn is_match(
    model: &Model,
    game_match: Option<&play::Match>,
    mut commits: RangeInclusive<u64>,
) -> bool {
    commits.any(|commit| game_match == Some(&model.game_match(model.at(commit))))
}

/// Why the rules refuse such a match, if they do.
fn setup_refusal(create: &CreateMatchRequest) -> Option<Reason> {
    let request = rules::SetupRequest {
        options: create.options.clone(),
        seats: create.seats,
        entropy: Bytes::from_static(&[0; 32]),
    };
    engine::setup::<ToyWire>(request).err()
}

fn unexpected(wanted: &ClientRequest, answer: &impl std::fmt::Debug, why: &str) -> Contradiction {
    Contradiction(format!("{wanted:?} is answered {answer:?}, but {why}"))
}

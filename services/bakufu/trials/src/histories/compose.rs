//! Writes requests: what a client may come to send, sensible or not.

use bytes::Bytes;
use kit_conformance::toy::{Action, Card, ToyWire, pb};
use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::Wire;
use match_orchestrator_core::lifecycle::Phase;
use prost::Message;

use super::client_request::{Call, ClientRequest, OPERATOR_TOKEN};
use super::command::CommandKind;
use super::model::Model;
use bakufu_proofs::Dice;

/// Few names, so that some meet at one table.
const NAMES: [&str; 5] = ["Ann", "Ben", "Cleo", "Dan", "Eva"];
/// Something that is no encoded action.
const GARBAGE: &[u8] = b"\xff\xff";

/// Writes a wanted of this kind, if there is anything to write about.
pub(super) fn compose(
    kind: CommandKind,
    dice: &mut Dice,
    models: &[Model],
    request_id: String,
) -> Option<ClientRequest> {
    // Some clients don't care about repetitions.
    let request_id = if dice.percent(80) { request_id } else { String::new() };
    if kind == CommandKind::Create {
        return Some(create(dice, request_id));
    }
    let model = dice.pick(models)?;
    let match_id = model.match_id().to_owned();
    let wanted = match kind {
        CommandKind::Forward | CommandKind::ForwardTwice | CommandKind::Hold => {
            return forward(dice, model, request_id);
        }
        CommandKind::Sit => {
            let call = sit(dice, model, request_id);
            ClientRequest { call: Call::Sit(call), token: String::new() }
        }
        CommandKind::Leave => {
            let call = Call::Leave(play::LeaveSeatRequest { match_id, request_id });
            ClientRequest { call, token: any_token(dice, models, model) }
        }
        CommandKind::AddBot => {
            let seat = if dice.percent(50) { 0 } else { dice.below(4) as u32 };
            let call = Call::AddBot(play::AddBotRequest { match_id, seat, request_id });
            ClientRequest { call, token: mostly_host(dice, models, model) }
        }
        CommandKind::RemoveSeat => {
            let seat = dice.below(4) as u32;
            let call = Call::Remove(play::RemoveSeatRequest { match_id, seat, request_id });
            ClientRequest { call, token: mostly_host(dice, models, model) }
        }
        CommandKind::RenewInvitation => {
            let call = Call::Renew(play::RenewInvitationRequest { match_id, request_id });
            ClientRequest { call, token: mostly_host(dice, models, model) }
        }
        CommandKind::Start => {
            let call = Call::Start(play::StartMatchRequest { match_id, request_id });
            ClientRequest { call, token: mostly_host(dice, models, model) }
        }
        CommandKind::Submit => {
            let token = any_token(dice, models, model);
            let actions = (0..dice.below(4)).map(|_| any_action(dice)).collect();
            let expected_revision = any_revision(dice, model);
            let call = submission(dice, match_id, actions, expected_revision, request_id);
            ClientRequest { call: Call::Submit(call), token }
        }
        CommandKind::Resign => {
            let call = Call::Resign(play::ResignRequest { match_id, request_id });
            ClientRequest { call, token: any_token(dice, models, model) }
        }
        CommandKind::Abort => abort(match_id, "an end", request_id),
        _ => return None,
    };
    Some(wanted)
}

/// The wanted of an operator who ends a match.
pub(super) fn abort(match_id: String, reason: &str, request_id: String) -> ClientRequest {
    let call = play::AbortMatchRequest { match_id, reason: reason.to_owned(), request_id };
    ClientRequest { call: Call::Abort(call), token: OPERATOR_TOKEN.to_owned() }
}

/// Another wanted under the same request id.
pub(super) fn alter(wanted: &ClientRequest) -> ClientRequest {
    let mut other = wanted.clone();
    let (match_id, request_id) = (wanted.match_id().to_owned(), wanted.request_id().to_owned());
    match &mut other.call {
        Call::Create(create) => create.start_when_full = !create.start_when_full,
        Call::Sit(sit) => sit.name.push('x'),
        Call::AddBot(bot) => bot.seat = (bot.seat + 1) % 3,
        Call::Remove(remove) => remove.seat = remove.seat % 3 + 1,
        Call::Renew(_) => {
            other.call = Call::Start(play::StartMatchRequest { match_id, request_id });
        }
        Call::Submit(submit) => submit.actions.push(encode(Action::Seal)),
        Call::Abort(abort) => abort.reason.push('!'),
        Call::Leave(_) => {
            other.call = Call::Resign(play::ResignRequest { match_id, request_id });
        }
        Call::Resign(_) => {
            other.call = Call::Leave(play::LeaveSeatRequest { match_id, request_id });
        }
        Call::Start(_) => {
            other.call = Call::AddBot(play::AddBotRequest { match_id, seat: 0, request_id });
        }
    }
    other
}

fn create(dice: &mut Dice, request_id: String) -> ClientRequest {
    let rounds = match dice.below(12) {
        0 => 9,
        1..=3 => 2,
        _ => 1,
    };
    let seats = match dice.below(12) {
        0 => 1,
        1..=3 => 3,
        _ => 2,
    };
    let call = play::CreateMatchRequest {
        game: "envelopes".to_owned(),
        seats,
        options: pb::Options { rounds }.encode_to_vec().into(),
        listed: dice.percent(50),
        start_when_full: dice.percent(40),
        invitation_only: dice.percent(30),
        request_id,
    };
    ClientRequest { call: Call::Create(call), token: String::new() }
}

/// What a match needs next.
pub(super) fn forward(dice: &mut Dice, model: &Model, request_id: String) -> Option<ClientRequest> {
    let match_id = model.match_id().to_owned();
    let host = model.host_token.clone().unwrap_or_default();
    let table = model.now().game_match.lifecycle();
    match table.phase {
        Phase::Seating if table.is_full() => {
            let call = Call::Start(play::StartMatchRequest { match_id, request_id });
            Some(ClientRequest { call, token: host })
        }
        Phase::Seating if dice.percent(15) => {
            let call = Call::AddBot(play::AddBotRequest { match_id, seat: 0, request_id });
            Some(ClientRequest { call, token: host })
        }
        Phase::Seating => {
            let mut call = sit(dice, model, request_id);
            call.seat = 0;
            call.name = format!("{} {}", NAMES[dice.below(NAMES.len())], model.commits());
            Some(ClientRequest { call: Call::Sit(call), token: String::new() })
        }
        Phase::Playing(awaited) => {
            let seats: Vec<Seat> =
                awaited.iter().filter(|seat| model.token_of(*seat).is_some()).collect();
            let seat = *dice.pick(&seats)?;
            submit_legal(dice, model, seat, request_id)
        }
        Phase::Over => None,
    }
}

/// One legal action, or a whole bid at once.
fn submit_legal(
    dice: &mut Dice,
    model: &Model,
    seat: Seat,
    request_id: String,
) -> Option<ClientRequest> {
    let legal = model.legal_actions(model.now(), seat);
    let seal = encode(Action::Seal);
    let first = if legal.contains(&seal) && dice.percent(75) {
        seal.clone()
    } else {
        dice.pick(&legal)?.clone()
    };
    let mut actions = vec![first];
    if !legal.contains(&seal) && dice.percent(40) {
        actions.push(seal);
    }
    let expected_revision = dice.percent(50).then(|| model.now().revision(Viewer::Seat(seat)));
    let match_id = model.match_id().to_owned();
    let call = submission(dice, match_id, actions, expected_revision, request_id);
    Some(ClientRequest { call: Call::Submit(call), token: model.token_of(seat)?.to_owned() })
}

/// Some of them are padded.
fn submission(
    dice: &mut Dice,
    match_id: String,
    actions: Vec<Bytes>,
    expected_revision: Option<u64>,
    request_id: String,
) -> play::SubmitActionsRequest {
    let padding = vec![0; dice.below(2) * dice.below(300)].into();
    play::SubmitActionsRequest { match_id, actions, expected_revision, request_id, padding }
}

fn sit(dice: &mut Dice, model: &Model, request_id: String) -> play::SitDownRequest {
    let name = if dice.percent(5) { "" } else { NAMES[dice.below(NAMES.len())] };
    let present = model.invitations.last().filter(|_| dice.percent(85));
    play::SitDownRequest {
        match_id: model.match_id().to_owned(),
        seat: if dice.percent(50) { 0 } else { 1 + dice.below(4) as u32 },
        name: name.to_owned(),
        seed: dice.number().to_be_bytes()[..dice.below(9)].to_vec().into(),
        request_id,
        invitation: present.or(dice.pick(&model.invitations)).cloned().unwrap_or_default(),
    }
}

fn mostly_host(dice: &mut Dice, models: &[Model], model: &Model) -> String {
    match &model.host_token {
        Some(host) if dice.percent(80) => host.clone(),
        _ => any_token(dice, models, model),
    }
}

/// A token of the match mostly, sometimes of another, a broken one, or none.
pub(super) fn any_token(dice: &mut Dice, models: &[Model], model: &Model) -> String {
    let model = if dice.percent(90) { model } else { dice.pick(models).unwrap_or(model) };
    let mut all: Vec<String> =
        model.tokens().iter().map(|(token, _)| (*token).to_owned()).collect();
    all.extend(model.host_token.clone());
    if dice.percent(5) {
        return String::new();
    }
    let mut token = dice.pick(&all).cloned().unwrap_or_default();
    if !token.is_empty() && dice.percent(5) {
        let last = token.pop();
        token.push(if last == Some('0') { '1' } else { '0' });
    }
    token
}

fn any_revision(dice: &mut Dice, model: &Model) -> Option<u64> {
    let near = model.now().revision(Viewer::Spectator);
    match dice.below(4) {
        0 => Some(near.saturating_sub(1)),
        1 => Some(near),
        2 => Some(near + 1),
        _ => None,
    }
}

fn any_action(dice: &mut Dice) -> Bytes {
    match dice.below(10) {
        0 => Bytes::from_static(GARBAGE),
        1 => encode(Action::TakeBack),
        2 | 3 => encode(Action::Seal),
        face => {
            Card::new(face as u32 - 3).map_or(Bytes::new(), |card| encode(Action::Choose(card)))
        }
    }
}

fn encode(action: Action) -> Bytes {
    ToyWire::action_to_proto(&action).encode_to_vec().into()
}

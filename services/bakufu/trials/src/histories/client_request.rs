//! Requests of clients that change something, and the answers to them.

use std::sync::Arc;

use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_grpc::bakufu::play::v1::operator_service_server::OperatorService;
use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_core::request::fingerprint;
use match_orchestrator_server::Orchestrator;
use match_orchestrator_store::RequestKey;
use tonic::{Request, Response, Status};

/// What operators authenticate with.
pub(super) const OPERATOR_TOKEN: &str = "operator-of-all-histories";

/// One request, as it can be sent any number of times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClientRequest {
    pub(super) call: Call,
    /// What the client authenticates with; empty for nothing.
    pub(super) token: String,
}

/// The calls that change something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Call {
    Create(play::CreateMatchRequest),
    Sit(play::SitDownRequest),
    Leave(play::LeaveSeatRequest),
    AddBot(play::AddBotRequest),
    Remove(play::RemoveSeatRequest),
    Renew(play::RenewInvitationRequest),
    Start(play::StartMatchRequest),
    Submit(play::SubmitActionsRequest),
    Resign(play::ResignRequest),
    Abort(play::AbortMatchRequest),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ClientResponse {
    Created(play::CreateMatchResponse),
    Sat(play::SitDownResponse),
    /// A bot sits on this seat.
    Bot(u32, Option<play::Match>),
    /// There is a new invitation.
    Invited(String, Option<play::Match>),
    Changed(Option<play::Match>),
    Updated(Option<play::Update>),
}

/// The same for every call.
macro_rules! each_call {
    ($of:expr, $call:ident => $what:expr) => {
        match $of {
            Call::Create($call) => $what,
            Call::Sit($call) => $what,
            Call::Leave($call) => $what,
            Call::AddBot($call) => $what,
            Call::Remove($call) => $what,
            Call::Renew($call) => $what,
            Call::Start($call) => $what,
            Call::Submit($call) => $what,
            Call::Resign($call) => $what,
            Call::Abort($call) => $what,
        }
    };
}

impl ClientRequest {
    pub(super) fn request_id(&self) -> &str {
        each_call!(&self.call, call => &call.request_id)
    }

    /// The match that it is about; empty if it creates one.
    pub(super) fn match_id(&self) -> &str {
        match &self.call {
            Call::Create(_) => "",
            Call::Sit(call) => &call.match_id,
            Call::Leave(call) => &call.match_id,
            Call::AddBot(call) => &call.match_id,
            Call::Remove(call) => &call.match_id,
            Call::Renew(call) => &call.match_id,
            Call::Start(call) => &call.match_id,
            Call::Submit(call) => &call.match_id,
            Call::Resign(call) => &call.match_id,
            Call::Abort(call) => &call.match_id,
        }
    }

    /// Under which key the store remembers it; none if it can't be repeated.
    pub(super) fn key(&self) -> Option<RequestKey> {
        if self.request_id().is_empty() {
            return None;
        }
        let scope = match &self.call {
            Call::Leave(_) | Call::Submit(_) | Call::Resign(_) => claimed_seat(&self.token),
            Call::Create(_)
            | Call::Sit(_)
            | Call::AddBot(_)
            | Call::Remove(_)
            | Call::Renew(_)
            | Call::Start(_)
            | Call::Abort(_) => 0,
        };
        Some(RequestKey { scope: scope as u8, id: self.request_id().to_owned() })
    }

    /// The digest by which the store knows its content again.
    pub(super) fn fingerprint(&self) -> [u8; 16] {
        let mut call = self.call.clone();
        each_call!(&mut call, call => call.request_id.clear());
        if let Call::Submit(call) = &mut call {
            call.padding.clear();
        }
        let method = match &call {
            Call::Create(_) => "CreateMatch",
            Call::Sit(_) => "SitDown",
            Call::Leave(_) => "LeaveSeat",
            Call::AddBot(_) => "AddBot",
            Call::Remove(_) => "RemoveSeat",
            Call::Renew(_) => "RenewInvitation",
            Call::Start(_) => "StartMatch",
            Call::Submit(_) => "SubmitActions",
            Call::Resign(_) => "Resign",
            Call::Abort(_) => "AbortMatch",
        };
        each_call!(&call, call => fingerprint(method, call))
    }

    /// The field that makes it unreadable, whatever the match is like.
    pub(super) fn bad_field(&self) -> Option<&'static str> {
        match &self.call {
            Call::Create(create) => (!(2..=5).contains(&create.seats)).then_some("seats"),
            Call::Sit(sit) => sit.name.is_empty().then_some("name"),
            Call::Remove(remove) => (remove.seat == 0).then_some("seat"),
            Call::Submit(submit) => submit.actions.is_empty().then_some("actions"),
            _ => None,
        }
    }

    /// Sends it to a replica and waits for the answer.
    pub(super) async fn send(&self, to: &Arc<Orchestrator>) -> Result<ClientResponse, Reason> {
        let players = to.match_service();
        let answer = match self.call.clone() {
            Call::Create(call) => {
                players.create_match(self.sign(call)).await.map(inner).map(ClientResponse::Created)
            }
            Call::Sit(call) => {
                players.sit_down(self.sign(call)).await.map(inner).map(ClientResponse::Sat)
            }
            Call::Leave(call) => {
                let answer = players.leave_seat(self.sign(call)).await.map(inner);
                answer.map(|left| ClientResponse::Changed(left.game_match))
            }
            Call::AddBot(call) => {
                let answer = players.add_bot(self.sign(call)).await.map(inner);
                answer.map(|bot| ClientResponse::Bot(bot.seat, bot.game_match))
            }
            Call::Remove(call) => {
                let answer = players.remove_seat(self.sign(call)).await.map(inner);
                answer.map(|removed| ClientResponse::Changed(removed.game_match))
            }
            Call::Renew(call) => {
                let answer = players.renew_invitation(self.sign(call)).await.map(inner);
                answer.map(|new| ClientResponse::Invited(new.invitation, new.game_match))
            }
            Call::Start(call) => {
                let answer = players.start_match(self.sign(call)).await.map(inner);
                answer.map(|started| ClientResponse::Changed(started.game_match))
            }
            Call::Submit(call) => {
                let answer = players.submit_actions(self.sign(call)).await.map(inner);
                answer.map(|submitted| ClientResponse::Updated(submitted.update))
            }
            Call::Resign(call) => {
                let answer = players.resign(self.sign(call)).await.map(inner);
                answer.map(|resigned| ClientResponse::Changed(resigned.game_match))
            }
            Call::Abort(call) => {
                let answer = to.operator_service().abort_match(self.sign(call)).await.map(inner);
                answer.map(|aborted| ClientResponse::Changed(aborted.game_match))
            }
        };
        answer.map_err(|status| read_reason(&status))
    }

    fn sign<T>(&self, message: T) -> Request<T> {
        signed(message, &self.token)
    }
}

/// A request that carries a token, if there is one.
pub(super) fn signed<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    if !token.is_empty() {
        let value = format!("Bearer {token}").parse().expect("a token is plain text");
        request.metadata_mut().insert("authorization", value);
    }
    request
}

/// Why a call was refused. What says nothing we know is a bug.
pub(super) fn read_reason(status: &Status) -> Reason {
    Reason::from_status(status).unwrap_or_else(Reason::bug)
}

/// The seat that a token says it is for; zero for the host and for nobody.
pub(super) fn claimed_seat(token: &str) -> u32 {
    token.split('_').nth(2).and_then(|seat| seat.parse().ok()).unwrap_or(0)
}

fn inner<T>(response: Response<T>) -> T {
    response.into_inner()
}

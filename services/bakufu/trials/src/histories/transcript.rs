//! A history as people read it.

use std::fmt::Debug;

use kit_service::Reason;

use super::client_request::{Call, ClientRequest, ClientResponse};
use super::command::HistoryCommand;
use super::history::CallOutcome;
use super::look::ReadCall;

/// How much of an answer is worth a line.
const TEXT_CHARS_MAX: usize = 160;

/// Numbered lines, one per command, and indented ones for what came of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    lines: Vec<String>,
    commands: usize,
}

impl Transcript {
    pub(super) fn begin(&mut self, command: &HistoryCommand) {
        self.commands += 1;
        let fault = match &command.fault {
            Some(fault) => format!(", and {fault:?}"),
            None => String::new(),
        };
        let (number, kind, replica) = (self.commands, command.kind, command.replica + 1);
        self.lines.push(format!("{number:3}. {kind:?} at replica {replica}{fault}"));
    }

    pub(super) fn note(&mut self, text: &str) {
        self.lines.push(format!("     {text}"));
    }

    pub(super) fn delivered(
        &mut self,
        wanted: &ClientRequest,
        replicas: &[usize],
        outcomes: &[CallOutcome],
    ) {
        for (replica, outcome) in replicas.iter().zip(outcomes) {
            let answer = match outcome {
                None => "nobody heard the answer".to_owned(),
                Some(Ok(answer)) => short(&describe_answer(answer)),
                Some(Err(reason)) => refusal(reason),
            };
            let text = describe(wanted);
            self.lines.push(format!("     {} hears {text}: {answer}", name(*replica)));
        }
    }

    pub(super) fn looked<T: Debug>(
        &mut self,
        wanted: ReadCall,
        token: &str,
        replica: usize,
        seen: &Option<Result<T, Reason>>,
    ) {
        let seen = match seen {
            None => "nobody heard the answer".to_owned(),
            Some(Ok(seen)) => short(&format!("{seen:?}")),
            Some(Err(reason)) => refusal(reason),
        };
        let who = super::client_request::claimed_seat(token);
        self.lines.push(format!("     {} shows seat {who} its {wanted:?}: {seen}", name(replica)));
    }

    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

fn describe(wanted: &ClientRequest) -> String {
    let id = wanted.request_id().rsplit('-').next().unwrap_or_default();
    let what = match &wanted.call {
        Call::Create(call) => format!("create for {}", call.seats),
        Call::Sit(call) => format!("sit {} as {:?}", call.seat, call.name),
        Call::Leave(_) => "leave".to_owned(),
        Call::AddBot(call) => format!("add a bot on {}", call.seat),
        Call::Remove(call) => format!("remove {}", call.seat),
        Call::Renew(_) => "renew the invitation".to_owned(),
        Call::Start(_) => "start".to_owned(),
        Call::Submit(call) => {
            format!("submit {:?} at {:?}", call.actions, call.expected_revision)
        }
        Call::Resign(_) => "resign".to_owned(),
        Call::Abort(call) => format!("abort for {:?}", call.reason),
    };
    let who = super::client_request::claimed_seat(&wanted.token);
    format!("#{id} of seat {who}, {what}")
}

fn describe_answer(answer: &ClientResponse) -> String {
    match answer {
        ClientResponse::Created(_) => "created".to_owned(),
        ClientResponse::Sat(sat) => format!("sits on {}", sat.seat),
        ClientResponse::Bot(seat, _) => format!("a bot sits on {seat}"),
        ClientResponse::Invited(..) => "a new invitation".to_owned(),
        ClientResponse::Changed(_) => "done".to_owned(),
        ClientResponse::Updated(update) => {
            format!("revision {}", update.as_ref().map_or(0, |update| update.revision))
        }
    }
}

fn refusal(reason: &Reason) -> String {
    format!("{}, {reason}", reason.name())
}

fn name(replica: usize) -> String {
    format!("replica {}", replica + 1)
}

fn short(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

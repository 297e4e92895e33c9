//! AddBot: the host puts a bot on an open seat.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;
use tonic::Request;

use super::input::{Faults, command, optional_seat};
use super::sit_down::{seat_change, taken_seat};
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::seating;
use crate::tokens::{self, Token};

pub(crate) async fn add_bot(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::AddBotRequest>,
) -> Result<play::AddBotResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    let mut faults = Faults::default();
    faults.request_id(&request_id);
    faults.finish()?;
    let seat = optional_seat(wanted.seat)?;
    let identity = command(orchestrator, None, &request_id, "AddBot", &wanted);
    let plan = SeatBot { token, seat };
    let done = seat_change(orchestrator, &wanted.match_id, &identity, plan).await?;
    let seat: Seat = taken_seat(&done)?;
    Ok(play::AddBotResponse { seat: seat.number(), game_match: Some(done.record.to_match()) })
}

struct SeatBot {
    token: Option<Token>,
    seat: Option<Seat>,
}

impl Plan for SeatBot {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        tokens::require_host(self.token.as_ref(), record)?;
        seating::sit(record, self.seat, Holder::Bot, &free_name(record), &Bytes::new())
    }
}

/// "Bot 1", "Bot 2" …: the first that nobody has.
fn free_name(record: &Record) -> String {
    (1..)
        .map(|number| format!("Bot {number}"))
        .find(|name| record.table.chairs.iter().all(|chair| chair.name != *name))
        .expect("there are more numbers than chairs")
}

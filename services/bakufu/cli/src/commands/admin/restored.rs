//! `bakufu admin restored`: tells the server that its store was set back.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Say so whenever the store was restored from a backup, or has otherwise lost what
somebody may have seen, before anybody plays on. Every match that is not over then
goes on in a new timeline: nothing is drawn a second time, and its watchers get a
`rewound` message. Saying so without need does no more harm than that.

Examples:
  bakufu admin restored
  bakufu admin restored --server http://10.0.0.7:7000 --token-file token";

/// What it means, for people.
const NOTED: &str = "\
It is noted: every match that is not over goes on in a new timeline, from where the
store has it. That begins with its next move, and its watchers are told `rewound`.
Whoever was erased since the backup has to be erased again.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {}

pub(super) async fn run(
    operator: &mut Operator,
    _arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let request = operator.request(play::NoteRestoredRequest {});
    read(operator.client.note_restored(request).await)?;
    if json {
        return Ok(output.json(&Noted { restored: true })?);
    }
    Ok(output.line(NOTED)?)
}

#[derive(Serialize)]
struct Noted {
    restored: bool,
}

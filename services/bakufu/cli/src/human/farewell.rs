//! Farewell: what a person hears at the end.

use std::path::Path;

use super::own_seat::OwnSeat;
use super::session::SessionEnd;
use crate::executable::own_name;
use crate::failure::Failure;
use crate::output::Output;
use crate::standings;

/// Where a match can be found again.
#[derive(Clone, Copy)]
pub(crate) struct Whereabouts<'a> {
    /// The server; none if the match ends with this command.
    pub(crate) server: Option<&'a str>,
    /// The folder with the seat's token, if it is not the usual one.
    pub(crate) data: Option<&'a Path>,
}

/// Tells how the match ended, or how to come back to it.
pub(crate) fn farewell(
    end: SessionEnd,
    seat: &OwnSeat,
    place: Whereabouts<'_>,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    output.line("")?;
    match (end, place.server) {
        (SessionEnd::Over, _) => tell_result(seat, output),
        (SessionEnd::Left, None) => Ok(output.line(
            "You have left, and the match ends with this command. Matches on a server go on: \
             start one with `bakufu up`, and play with --server.",
        )?),
        (SessionEnd::Left, Some(server)) => {
            let data = place.data.map(|data| format!(" --data {}", data.display()));
            let (name, match_id) = (own_name(), seat.match_id());
            output.line("You have left, and the match goes on. Come back to your seat with:")?;
            output.line("")?;
            let data = data.unwrap_or_default();
            Ok(output.line(format_args!("  {name} join {match_id} --server {server}{data}"))?)
        }
    }
}

fn tell_result(seat: &OwnSeat, output: &mut Output<'_>) -> Result<(), Failure> {
    if let Some(aborted) = &seat.game_match.aborted {
        let reason = &aborted.reason;
        return Ok(output.line(format_args!("An operator has ended the match: {reason}"))?);
    }
    let outcome = seat.outcome.clone().unwrap_or_default();
    Ok(output.line(standings::table(&standings::entries(&seat.game_match, &outcome)))?)
}

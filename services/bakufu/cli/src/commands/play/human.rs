//! `bakufu play --human`: a person plays against bots.

use kit_proto::bakufu::play::v1 as play;

use super::Arguments;
use crate::client::{Client, with_token};
use crate::data_folder::data_folder;
use crate::failure::Failure;
use crate::human::{OwnSeat, Session, SessionEnd, Wanted, Whereabouts, farewell};
use crate::input::Input;
use crate::kept_seats::KeptSeats;
use crate::output::Output;

/// The seat of a person who does not choose one.
const SEAT_DEFAULT: u32 = 1;

/// Plays a match with bots on all other seats. Returns it if it is over.
pub(super) async fn run(
    client: &mut Client,
    wanted: play::CreateMatchRequest,
    arguments: &Arguments,
    input: &mut Input<'_>,
    output: &mut Output<'_>,
) -> Result<Option<String>, Failure> {
    let number = arguments.seat.unwrap_or(SEAT_DEFAULT);
    if number > wanted.seats {
        return Err(Failure::NoSuchSeat { seat: number, seats: wanted.seats });
    }
    let server = arguments.server.as_deref();
    // Whoever can't come back should know before the match begins.
    let kept = match server {
        Some(_) => Some(KeptSeats::new(&data_folder(arguments.data.clone())?)),
        None => None,
    };
    let (game_match, token) = start(client, wanted, number, arguments.name.as_deref()).await?;
    let match_id = game_match.match_id.clone();
    if let Some(kept) = kept {
        kept.keep(&match_id, number, &token)?;
    }
    let (seat, _) = OwnSeat::watch(client, game_match, token).await?;
    let (end, seat) = Session::new(seat, Vec::new(), input, output).run().await?;
    farewell(end, &seat, Whereabouts { server, data: arguments.data.as_deref() }, output)?;
    Ok((end == SessionEnd::Over).then_some(match_id))
}

/// Creates a match, sits down, fills the other seats with bots and starts.
/// Returns the match and the token of the seat.
async fn start(
    client: &mut Client,
    wanted: play::CreateMatchRequest,
    own: u32,
    name: Option<&str>,
) -> Result<(play::Match, String), Failure> {
    const NO_MATCH: Failure = Failure::Nonsense("a creation of no match");
    let seats = wanted.seats;
    let created = client.create_match(wanted).await?.into_inner();
    let (game_match, host) = (created.game_match.ok_or(NO_MATCH)?, created.host_token);
    let match_id = &game_match.match_id;
    let wanted = Wanted { seat: own, name, invitation: None };
    let sat = OwnSeat::sit_down(client, &game_match, wanted).await?;
    for seat in (1..=seats).filter(|seat| *seat != own) {
        let (match_id, request_id) = (match_id.clone(), String::new());
        let request = play::AddBotRequest { match_id, seat, request_id };
        client.add_bot(with_token(request, &host)).await?;
    }
    let request = play::StartMatchRequest { match_id: match_id.clone(), ..Default::default() };
    let started = client.start_match(with_token(request, &host)).await?.into_inner();
    Ok((started.game_match.ok_or(NO_MATCH)?, sat.seat_token))
}

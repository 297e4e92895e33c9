//! `bakufu join`: a person takes a seat of a match on a server.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;

use crate::client::{self, Client};
use crate::failure::Failure;
use crate::human::{OwnSeat, Session, Wanted, Whereabouts, farewell};
use crate::input::Input;
use crate::output::Output;
use crate::seat_access::SeatAccess;
use crate::turns::append;

const EXAMPLES: &str = "\
Whoever sat down before comes back to the same seat: its token was kept. Others
take an open seat, and play when the host starts the match.

Examples:
  bakufu join 5b0d9c3f6a1e4d2c8f7b6a5948372615
  bakufu join 5b0d9c3f6a1e4d2c8f7b6a5948372615 --seat 2 --name Ann
  bakufu join 5b0d9c3f6a1e4d2c8f7b6a5948372615 --server http://games.example:7000
  bakufu join 5b0d9c3f6a1e4d2c8f7b6a5948372615 --invitation 0f1e2d3c4b5a69788796a5b4c3d2e1f0";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The id of the match
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// Your name at the table
    #[arg(long)]
    name: Option<String>,
    /// The invitation, if the match is by invitation: what its link ends with
    #[arg(long, value_name = "SECRET", env = "BAKUFU_INVITATION", hide_env_values = true)]
    invitation: Option<String>,
    #[command(flatten)]
    access: SeatAccess,
}

pub(crate) async fn run(
    arguments: Arguments,
    input: &mut Input<'_>,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let access = &arguments.access;
    let mut client = client::connect(&access.server).await?;
    let game_match = client::get_match(&mut client, &arguments.match_id).await?;
    let known = match access.given_token()? {
        Some(token) => Some(token),
        None => access.kept_token(&game_match.match_id),
    };
    let token = match known {
        Some(token) => token,
        None => sit_down(&mut client, &game_match, &arguments, output).await?,
    };
    let (mut seat, revision) = OwnSeat::watch(&client, game_match, token).await?;
    seat.must_be(access.seat)?;
    let mut log = Vec::new();
    for turn in seat.catch_up(revision).await? {
        append(&mut log, turn);
    }
    let (end, seat) = Session::new(seat, log, input, output).run().await?;
    let place = Whereabouts { server: Some(&access.server), data: access.data.as_deref() };
    farewell(end, &seat, place, output)
}

async fn sit_down(
    client: &mut Client,
    game_match: &play::Match,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<String, Failure> {
    let access = &arguments.access;
    let wanted = Wanted {
        seat: access.seat.unwrap_or(0),
        name: arguments.name.as_deref(),
        invitation: arguments.invitation.as_deref(),
    };
    let kept = access.kept_seats()?;
    let sat = OwnSeat::sit_down(client, game_match, wanted).await?;
    kept.keep(&game_match.match_id, sat.seat, &sat.seat_token)?;
    output.line(format_args!("You sit on seat {} of {}.", sat.seat, game_match.game))?;
    output.flush()?;
    Ok(sat.seat_token)
}

//! `bakufu board`: a picture of a match.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use kit_proto::bakufu::play::v1 as play;
use tonic::Request;

use crate::client::{self, Client, with_token};
use crate::failure::Failure;
use crate::file::write;
use crate::output::Output;
use crate::picture::{self, WIDTH_DEFAULT, WIDTHS};
use crate::seat_access::SeatAccess;

const EXAMPLES: &str = "\
The picture shows what a spectator may see; with --seat, what that seat may see,
which takes its token while the match is played. Seats that this user sat down on
with `bakufu play --human` or `bakufu join` are known. Text is drawn with a font
that this program brings.

Examples:
  bakufu board 5b0d9c3f6a1e4d2c8f7b6a5948372615 --png board.png
  bakufu board 5b0d9c3f6a1e4d2c8f7b6a5948372615 --seat 1 --png board.png --width 2000
  bakufu board 5b0d9c3f6a1e4d2c8f7b6a5948372615 --svg board.svg --token-file token";

#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    group = ArgGroup::new("file").args(["png", "svg"]).required(true).multiple(true)
)]
pub(crate) struct Arguments {
    /// The id of the match
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// Write a PNG picture to this file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the drawing itself to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How wide the PNG picture is, in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = WIDTH_DEFAULT,
        requires = "png",
        value_parser = clap::value_parser!(u32).range(WIDTHS)
    )]
    width: u32,
    #[command(flatten)]
    access: SeatAccess,
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let svg = draw(&arguments.match_id, &arguments.access).await?;
    if let Some(file) = &arguments.svg {
        write(file, svg.as_bytes())?;
        output.line(format_args!("drawing written to {}", file.display()))?;
    }
    if let Some(file) = &arguments.png {
        write(file, &picture::png(&svg, arguments.width)?)?;
        output.line(format_args!("picture written to {}", file.display()))?;
    }
    Ok(())
}

async fn draw(match_id: &str, access: &SeatAccess) -> Result<String, Failure> {
    let mut client = client::connect(&access.server).await?;
    match (token(match_id, access)?, access.seat) {
        (Some(token), seat) => {
            if let Some(seat) = seat {
                check_seat(&mut client, match_id, seat, &token).await?;
            }
            board(&mut client, with_token(board_of(match_id), &token)).await
        }
        (None, None) => board(&mut client, Request::new(board_of(match_id))).await,
        (None, Some(seat)) => board_at_the_end(&mut client, match_id, seat).await,
    }
}

fn board_of(match_id: &str) -> play::GetBoardRequest {
    play::GetBoardRequest { match_id: match_id.to_owned() }
}

async fn board(
    client: &mut Client,
    request: Request<play::GetBoardRequest>,
) -> Result<String, Failure> {
    Ok(client.get_board(request).await?.into_inner().svg)
}

/// When a match is over, everyone may look through every pair of eyes.
async fn board_at_the_end(
    client: &mut Client,
    match_id: &str,
    seat: u32,
) -> Result<String, Failure> {
    let now = client::get_match(client, match_id).await?;
    if now.status() != play::MatchStatus::Over {
        return Err(Failure::NoSeatToken { seat });
    }
    let match_id = match_id.to_owned();
    let request = play::GetReplayRequest { match_id, commit: 0, viewer: seat };
    Ok(client.get_replay(request).await?.into_inner().svg)
}

/// What opens the eyes of a seat. Nobody needs one to be a spectator.
fn token(match_id: &str, access: &SeatAccess) -> Result<Option<String>, Failure> {
    match (access.given_token()?, access.seat) {
        (Some(token), _) => Ok(Some(token)),
        (None, None) => Ok(None),
        (None, Some(_)) => Ok(access.kept_token(match_id)),
    }
}

/// Whoever asks for one seat must not get the picture of another.
async fn check_seat(
    client: &mut Client,
    match_id: &str,
    wanted: u32,
    token: &str,
) -> Result<(), Failure> {
    let request = play::GetViewRequest { match_id: match_id.to_owned() };
    let view = client.get_view(with_token(request, token)).await?.into_inner().view;
    let actual = view.map_or(0, |view| view.viewer);
    if actual == wanted { Ok(()) } else { Err(Failure::OtherSeat { wanted, actual }) }
}

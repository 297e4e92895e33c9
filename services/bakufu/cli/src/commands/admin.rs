//! `bakufu admin`: what operators do with a running server.

mod abort;
mod archive;
mod delete;
mod drain;
mod erase;
mod matches;
mod restored;
mod versions;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use tonic::transport::Channel;
use tonic::{Code, Request, Response, Status};

use crate::client::{Client, client_on, connect_channel, with_token};
use crate::failure::Failure;
use crate::output::Output;
use crate::token;

const EXAMPLES: &str = "\
The server must have been started with an operator token, and the same token
must be given here, in a file or in BAKUFU_OPERATOR_TOKEN. Everything is written
to the server's audit log. Nothing hidden is shown.

Examples:
  bakufu admin matches --status playing --token-file token
  bakufu admin versions                     which matches hold an old version back
  bakufu admin drain samurai                no new matches; running ones go on
  bakufu admin undrain samurai
  bakufu admin abort 5b0d9c3f6a1e4d2c8f7b6a5948372615 --reason \"stuck since Monday\"
  bakufu admin delete 5b0d9c3f6a1e4d2c8f7b6a5948372615
  bakufu admin archive --to /srv/archive    the records of finished matches
  bakufu admin restored                     the store came from a backup
  bakufu admin erase --name \"Ann\"           in all matches, for good";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    access: Access,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List all matches, also those that are not listed in public
    Matches(matches::Arguments),
    /// Show who serves each version of a game and which matches hold it back
    Versions(versions::Arguments),
    /// Let no new matches of a game begin; running ones go on
    Drain(drain::Arguments),
    /// Let new matches of a game begin again
    Undrain(drain::Arguments),
    /// End a match
    Abort(abort::Arguments),
    /// Remove a match for good
    Delete(delete::Arguments),
    /// Put the records of finished matches into a folder, and mark them
    Archive(archive::Arguments),
    /// Say that the store was restored from a backup
    Restored(restored::Arguments),
    /// Erase who a player was, in all matches
    Erase(erase::Arguments),
}

/// Where the server is, and what lets us in.
#[derive(Debug, Args)]
struct Access {
    /// The server to operate
    #[arg(
        long,
        visible_alias = "address",
        value_name = "URL",
        default_value = "http://127.0.0.1:7000",
        global = true
    )]
    server: String,
    /// The file that holds the operator token; without it the token is taken
    /// from BAKUFU_OPERATOR_TOKEN
    #[arg(long, value_name = "FILE", global = true)]
    token_file: Option<PathBuf>,
    // Not shown as an option: other users of the machine see command lines.
    #[arg(long, hide = true, env = "BAKUFU_OPERATOR_TOKEN", hide_env_values = true, global = true)]
    token: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let json = arguments.access.json;
    let mut operator = Operator::connect(arguments.access).await?;
    match arguments.command {
        Command::Matches(arguments) => matches::run(&mut operator, &arguments, json, output).await,
        Command::Versions(arguments) => versions::run(&mut operator, arguments, json, output).await,
        Command::Drain(arguments) => drain::run(&mut operator, arguments, true, json, output).await,
        Command::Undrain(arguments) => {
            drain::run(&mut operator, arguments, false, json, output).await
        }
        Command::Abort(arguments) => abort::run(&mut operator, arguments, json, output).await,
        Command::Delete(arguments) => delete::run(&mut operator, arguments, json, output).await,
        Command::Archive(arguments) => archive::run(&mut operator, arguments, json, output).await,
        Command::Restored(arguments) => restored::run(&mut operator, arguments, json, output).await,
        Command::Erase(arguments) => erase::run(&mut operator, arguments, json, output).await,
    }
}

/// A client of the operators' calls.
struct Operator {
    client: OperatorServiceClient<Channel>,
    channel: Channel,
    token: String,
}

impl Operator {
    async fn connect(access: Access) -> Result<Self, Failure> {
        let token = token(&access)?;
        let channel = connect_channel(&access.server).await?;
        Ok(Self { client: OperatorServiceClient::new(channel.clone()), channel, token })
    }

    /// A client of the public API of the same server.
    fn matches(&self) -> Client {
        client_on(self.channel.clone())
    }

    fn request<T>(&self, message: T) -> Request<T> {
        with_token(message, &self.token)
    }
}

/// What the server answers. That it does not know the token is said in the
/// words of an operator.
fn read<T>(answer: Result<Response<T>, Status>) -> Result<T, Failure> {
    match answer {
        Ok(response) => Ok(response.into_inner()),
        Err(status) if status.code() == Code::PermissionDenied => Err(Failure::NotOperator),
        Err(status) if status.code() == Code::Unimplemented => Err(Failure::NotForOperators),
        Err(status) => Err(status.into()),
    }
}

fn token(access: &Access) -> Result<String, Failure> {
    let token = token::read(access.token_file.as_deref(), access.token.as_deref());
    match token {
        Ok(Some(token)) => Ok(token),
        Ok(None) | Err(Failure::StrangeToken) => Err(Failure::NoToken),
        Err(other) => Err(other),
    }
}

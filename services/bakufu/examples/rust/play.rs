//! Plays Samurai against a bot, at random. From the root of the repository:
//!
//! `cargo run -p bakufu-examples --example play http://127.0.0.1:7000`
#![expect(clippy::print_stdout, reason = "the story of the match is for people")]

use std::time::{Duration, Instant};

use kit_grpc::bakufu::play::v1::match_service_client::MatchServiceClient;
use kit_proto::bakufu::play::v1::{self as play, watch_match_response::Message};
use kit_proto::bakufu::samurai::v1 as samurai;
use prost::Message as _;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Response, Status};
use tonic_types::StatusExt;

const MAY_PASS: [Code; 3] = [Code::Unavailable, Code::ResourceExhausted, Code::DeadlineExceeded];

/// Waits if the failure may pass. Any other is an answer, and is returned.
async fn wait_before_retry(status: Status, attempt: u32) -> Result<(), Status> {
    // A status without our ErrorInfo was made on the way: nobody has answered.
    let is_ours = status.get_details_error_info().is_some_and(|info| info.domain == "bakufu");
    if is_ours && !MAY_PASS.contains(&status.code()) {
        return Err(status);
    }
    // Half of the pause is random, so that clients do not come back all at once.
    let pause = Duration::from_millis(20 << attempt.min(6)).min(Duration::from_secs(1));
    let pause = pause / 2 + pause / 200 * random_below(100) as u32;
    let advice = status.get_details_retry_info().and_then(|info| info.retry_delay);
    tokio::time::sleep(pause.max(advice.unwrap_or_default())).await;
    Ok(())
}

/// Makes a call. A command has one id in all its attempts, so that it happens once.
async fn call<M: Clone, T>(
    token: &str,
    message: M,
    send: impl AsyncFn(Request<M>) -> Result<Response<T>, Status>,
) -> Result<T, Status> {
    let begun = Instant::now();
    let mut attempt = 0;
    loop {
        match send(signed(token, message.clone())).await {
            Ok(answer) => return Ok(answer.into_inner()),
            Err(status) if begun.elapsed() > Duration::from_secs(10) => return Err(status),
            Err(status) => wait_before_retry(status, attempt).await?,
        }
        attempt += 1;
    }
}

fn signed<M>(token: &str, message: M) -> Request<M> {
    let mut request = Request::new(message);
    if let (false, Ok(bearer)) = (token.is_empty(), format!("Bearer {token}").parse()) {
        request.metadata_mut().insert("authorization", bearer);
    }
    request
}

/// One seat of a match, and the last update that was worked on.
struct Player {
    api: MatchServiceClient<Channel>,
    match_id: String,
    seat: u32,
    token: String,
    last: play::Update,
}

impl Player {
    /// Plays on from there, so that no update is left out.
    async fn watch(&mut self) -> Result<(), Status> {
        let (match_id, after_revision) = (self.match_id.clone(), Some(self.last.revision));
        let wanted =
            play::WatchMatchRequest { match_id, after_revision, sentences: true, views: false };
        let mut stream = self.api.watch_match(signed(&self.token, wanted)).await?.into_inner();
        while let Some(message) = stream.message().await?.and_then(|answer| answer.message) {
            let update = match message {
                Message::Update(update) => update,
                // The server has lost what came before, and goes on from here.
                Message::Rewound(now) => as_update(now.view.unwrap_or_default()),
                // It shuts down; the next one goes on from here.
                _ => return Ok(()),
            };
            update.sentences.iter().for_each(|sentence| println!("{sentence}"));
            if update.seats_to_act.contains(&self.seat) {
                self.act().await?;
            }
            self.last = update;
        }
        Ok(())
    }

    async fn act(&self) -> Result<(), Status> {
        let (api, match_id) = (&self.api, self.match_id.clone());
        let wanted = play::ListLegalActionsRequest { match_id: match_id.clone() };
        let legal = call(&self.token, wanted, async |r| api.clone().list_legal_actions(r).await);
        let mut choices = legal.await?.actions;
        // Who takes back as often as they go on never finishes.
        choices.retain(|choice| !choice.retracts);
        if choices.is_empty() {
            return Ok(()); // The update was an old one, and the turn is over.
        }
        let actions = vec![choices.swap_remove(random_below(choices.len())).action];
        let request_id = fresh_id();
        let wanted =
            play::SubmitActionsRequest { match_id, actions, request_id, ..Default::default() };
        call(&self.token, wanted, async |r| api.clone().submit_actions(r).await).await.map(drop)
    }
}

fn as_update(view: play::View) -> play::Update {
    let play::View { revision, seats_to_act, outcome, .. } = view;
    play::Update { revision, seats_to_act, outcome, ..Default::default() }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = std::env::args().nth(1).unwrap_or("http://127.0.0.1:7000".to_owned());
    // A match may be silent for long; pings tell a silent connection from a dead one.
    let endpoint = Endpoint::from_shared(server)?.timeout(Duration::from_secs(4));
    let endpoint = endpoint.http2_keep_alive_interval(Duration::from_secs(30));
    let api = MatchServiceClient::new(endpoint.connect_lazy());

    let (game, request_id) = ("samurai".to_owned(), fresh_id());
    let wanted = play::CreateMatchRequest { game, seats: 2, request_id, ..Default::default() };
    let created = call("", wanted, async |r| api.clone().create_match(r).await).await?;
    let (id, host) = (created.game_match.unwrap_or_default().match_id, created.host_token);
    let (match_id, name, request_id) = (id.clone(), "Rust".to_owned(), fresh_id());
    let wanted = play::SitDownRequest { match_id, name, request_id, ..Default::default() };
    let seated = call("", wanted, async |r| api.clone().sit_down(r).await).await?;
    let wanted = play::AddBotRequest { match_id: id.clone(), seat: 0, request_id: fresh_id() };
    call(&host, wanted, async |r| api.clone().add_bot(r).await).await?;
    let wanted = play::StartMatchRequest { match_id: id.clone(), request_id: fresh_id() };
    call(&host, wanted, async |r| api.clone().start_match(r).await).await?;
    println!("Match {id}, seat {}", seated.seat);

    let (api, seat, token) = (api.clone(), seated.seat, seated.seat_token);
    let mut player = Player { api, match_id: id, seat, token, last: play::Update::default() };
    let mut attempt = 0;
    while player.last.outcome.is_none() {
        if let Err(status) = player.watch().await {
            wait_before_retry(status, attempt).await?;
            attempt += 1;
        }
    }

    // The state in a view is the game's own message. Our hand is in it, the bot's is face down.
    let Player { api, match_id, token, last, .. } = player;
    let wanted = play::GetViewRequest { match_id };
    let view = call(&token, wanted, async |r| api.clone().get_view(r).await).await?.view;
    let state = samurai::State::decode(view.unwrap_or_default().state)?;
    let own = &state.players[seat as usize - 1];
    let hand: Vec<&str> = own.hand().map(|tile| tile.as_str_name()).collect();
    let won = own.captured_open.unwrap_or_default();
    println!("In hand: {}", hand.join(" "));
    println!("Captured: {} helmets, {} buddhas, {} rice", won.helmets, won.buddhas, won.rice);
    for standing in last.outcome.unwrap_or_default().standings {
        let score = standing.score.iter().map(|line| format!("{} {}", line.label, line.value));
        let score = score.collect::<Vec<_>>().join(", ");
        println!("{}. seat {}: {score}", standing.rank, standing.seat);
    }
    Ok(())
}

fn random_below(sides: usize) -> usize {
    getrandom::u64().expect("the system gives random bytes") as usize % sides
}

fn fresh_id() -> String {
    let half = || getrandom::u64().expect("the system gives random bytes");
    format!("{:016x}{:016x}", half(), half())
}

//! Secret plans that are made and taken back without end.

use bytes::Bytes;
use tests_harness::{Client, Dice, Player, Table, reason_of};
use tests_hostile::Server;

/// More submissions than anybody needs who means to play.
const SUBMISSIONS: usize = 6_000;
/// How far a match is played at most until somebody can plan.
const ACTIONS_MAX: usize = 60;

/// Somebody who plans, with a step and what takes it back.
struct Planner {
    table: Table,
    seat: u32,
    step: Bytes,
    back: Bytes,
}

/// A match of any game in which somebody can take a step back.
async fn planner(client: &Client) -> Planner {
    let mut dice = Dice::roll();
    for game in client.games().await {
        let table = Table::start(client, &game.id, game.seats_min).await;
        for _ in 0..ACTIONS_MAX {
            let player = table.to_act(client).await;
            let step = some_step(player, &mut dice).await;
            player.submit(player.submission(&step)).await.expect("it is legal");
            let Ok(legal) = player.legal().await else { continue };
            if let Some(back) = legal.actions.into_iter().find(|action| action.retracts) {
                let (seat, back) = (player.seat, back.action);
                player.submit(player.submission(&back)).await.expect("it is legal");
                return Planner { table, seat, step, back };
            }
        }
    }
    panic!("no game lets anybody take a step back");
}

async fn some_step(player: &Player, dice: &mut Dice) -> Bytes {
    player.choose(dice, player.legal().await.expect("whose turn it is may ask")).action
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plans_and_takes_back_without_end_is_stopped_and_the_others_can_end_the_match() {
    let server = Server::start().await;
    let client = server.cluster.client(0);
    let Planner { table, seat, step, back } = planner(&client).await;
    let planner = table.player(seat);
    let mut refused = None;
    for action in [&step, &back].into_iter().cycle().take(SUBMISSIONS) {
        if let Err(status) = planner.submit(planner.submission(action)).await {
            refused = Some(status);
            break;
        }
    }
    let refused = refused.unwrap_or_else(|| panic!("{SUBMISSIONS} submissions were accepted"));
    let reason = reason_of(&refused);
    assert_eq!(refused.code(), tonic::Code::ResourceExhausted, "{refused:?}");
    assert!(reason.retry_after().is_some(), "it says when to come again: {reason:?}");

    let other = table.players.iter().find(|player| player.seat != seat).expect("two play");
    if let Ok(legal) = other.legal().await {
        let action = other.choose(&mut Dice::roll(), legal).action;
        other.submit(other.submission(&action)).await.expect("nobody else is held up");
    }
    for player in &table.players[1..] {
        player.resign().await.expect("anyone may resign at any time");
    }
    let now = client.get_match(table.id()).await.expect("the match is there");
    assert!(now.outcome.is_some(), "with one seat left a match is over");
}

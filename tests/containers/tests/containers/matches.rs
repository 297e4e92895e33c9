//! Whole matches across containers.

use tests_containers::Stack;
use tests_harness::{Dice, Table, acts, assert_seen_to_end, play};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_every_game_is_played_across_containers() {
    let stack = Stack::start().await;
    let client = stack.client().await;
    let mut dice = Dice::roll();
    for game in client.games().await {
        let schema = client.schema(&game.id).await;
        let table = Table::start(&client, &game.id, game.seats_min).await;
        let request = play::WatchMatchRequest {
            match_id: table.id().to_owned(),
            after_revision: Some(0),
            sentences: true,
            views: false,
        };
        let spectator = client.watch(request).await.expect("anyone may watch").to_end_aside();
        let outcome = table.play_out(&mut dice).await;
        assert_eq!(outcome.standings.len(), game.seats_min as usize, "{}", game.id);

        let export = client.export(table.id()).await.expect("the match is over");
        let seen = spectator.await.expect("it does not panic").expect("the stream is whole");
        assert_seen_to_end(&schema, &export, 0, Some(0), &seen);
        assert!(acts(&export).len() > 10, "{} was really played", game.id);
    }
    stack.assert_calm(&[]).await;
}

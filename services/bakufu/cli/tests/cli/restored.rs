//! `bakufu admin restored`: a running match goes on in a new timeline.

use std::fs;

use bakufu_cli::{connect, with_token};
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_testing::wait_until;
use match_orchestrator_server::StoreConfig;
use prost::Message;
use tempfile::TempDir;

use crate::admin::Stage;
use crate::command::{json, printed};

#[test]
fn a_running_match_goes_on_in_a_new_timeline_and_its_record_is_true() {
    let stage = Stage::new();
    let (match_id, token) = stage.runtime.block_on(begin(&stage.server.url()));
    let told = stage.with(&["restored"], printed);
    assert!(told.contains("new timeline") && told.contains("rewound"), "{told}");
    // Saying it twice is as good as once.
    assert_eq!(stage.with(&["restored", "--json"], json)["restored"], true);
    plays_on(&stage, &match_id, &token);
    stage.stop();
}

#[test]
fn a_file_that_is_lost_is_restored_from_its_backup_and_its_match_is_played_on() {
    let folder = TempDir::new().expect("a folder can be made");
    let (file, backup) = (folder.path().join("matches.redb"), folder.path().join("backup.redb"));
    let stage = Stage::on(StoreConfig::File(file.clone()));
    let (match_id, token) = stage.runtime.block_on(begin(&stage.server.url()));
    stage.stop();
    fs::copy(&file, &backup).expect("a copy");

    // It goes on, and all of that is lost.
    let stage = Stage::on(StoreConfig::File(file.clone()));
    stage.with(&["delete", &match_id], printed);
    stage.stop();
    fs::copy(&backup, &file).expect("a copy");

    let stage = Stage::on(StoreConfig::File(file));
    stage.with(&["restored"], printed);
    plays_on(&stage, &match_id, &token);
    stage.stop();
}

/// Lets bots play the match to its end: it began one new timeline, and its record
/// is true.
fn plays_on(stage: &Stage, match_id: &str, token: &str) {
    let url = stage.server.url();
    stage.runtime.block_on(async {
        let mut client = connect(&url).await.expect("the server answers");
        let request = play::ResignRequest { match_id: match_id.to_owned(), ..Default::default() };
        client.resign(with_token(request, token)).await.expect("the match runs");
        wait_until("the bots have played to the end", async || {
            let request = play::GetMatchRequest { match_id: match_id.to_owned() };
            let answer = client.clone().get_match(request).await.expect("the match is there");
            let game_match = answer.into_inner().game_match.expect("the match");
            game_match.status() == play::MatchStatus::Over
        })
        .await;
    });
    let file = stage.folder.path().join("match.bin");
    let path = file.to_str().expect("the path is text");
    printed(&["export", match_id, "--server", &url, "--out", path]);
    assert!(printed(&["verify", path]).contains("The record is true."));
    let bytes = fs::read(&file).expect("it is there");
    let record = play::MatchExport::decode(&bytes[..]).expect("it is a record");
    let is_rewind = |entry: &&play::LogEntry| matches!(entry.change, Some(Change::Rewound(_)));
    assert_eq!(record.log.iter().filter(is_rewind).count(), 1, "it began once");
}

/// A match of a bot and a player, who is to act or will be, with the player's
/// token.
async fn begin(url: &str) -> (String, String) {
    let mut client = connect(url).await.expect("the server answers");
    let wanted = play::CreateMatchRequest {
        game: "samurai".to_owned(),
        seats: 2,
        start_when_full: true,
        ..Default::default()
    };
    let created = client.create_match(wanted).await.expect("it is created").into_inner();
    let match_id = created.game_match.expect("the match").match_id;
    let request = play::SitDownRequest {
        match_id: match_id.clone(),
        name: "Ann".to_owned(),
        ..Default::default()
    };
    let token = client.sit_down(request).await.expect("a seat").into_inner().seat_token;
    let request = play::AddBotRequest { match_id: match_id.clone(), ..Default::default() };
    client.add_bot(with_token(request, &created.host_token)).await.expect("a bot");
    wait_until("the player is to act", async || {
        let request = play::GetMatchRequest { match_id: match_id.clone() };
        let answer = client.clone().get_match(request).await.expect("the match is there");
        answer.into_inner().game_match.expect("the match").seats_to_act == [1]
    })
    .await;
    (match_id, token)
}

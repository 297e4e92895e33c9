//! `bakufu admin`, against a server in this process.

use bakufu_cli::{AllInOne, Setup, connect};
use kit_proto::bakufu::play::v1::CreateMatchRequest;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::command::{bakufu, complains, json, printed};

const TOKEN: &str = "token-of-the-operator";

/// A server with an operator, and a file with the token.
struct Stage {
    runtime: Runtime,
    server: AllInOne,
    folder: TempDir,
}

impl Stage {
    fn new() -> Self {
        let runtime = Runtime::new().expect("a runtime starts");
        let setup = Setup { operator_token: Some(TOKEN.to_owned()), ..Setup::default() };
        let server = runtime.block_on(AllInOne::start(setup)).expect("a server starts");
        let folder = TempDir::new().expect("a folder can be made");
        let stage = Self { runtime, server, folder };
        std::fs::write(stage.token_file(), format!("{TOKEN}\n")).expect("a file can be written");
        stage
    }

    fn token_file(&self) -> String {
        self.folder.path().join("token").to_str().expect("the path is text").to_owned()
    }

    /// Runs a function with the words of an operator's command, with server
    /// and token.
    fn with<T>(&self, words: &[&str], run: impl FnOnce(&[&str]) -> T) -> T {
        let (url, file) = (self.server.url(), self.token_file());
        let access = ["--server", &url, "--token-file", &file];
        run(&[&["admin"], words, &access].concat())
    }

    fn create(&self) -> Result<String, tonic::Status> {
        let request =
            CreateMatchRequest { game: "samurai".to_owned(), seats: 2, ..Default::default() };
        self.runtime.block_on(async {
            let mut client = connect(&self.server.url()).await.expect("it answers");
            let created = client.create_match(request).await?.into_inner();
            Ok(created.game_match.expect("the match").match_id)
        })
    }

    fn stop(self) {
        self.runtime.block_on(self.server.stop()).expect("the server stops");
    }
}

#[test]
fn an_operator_lists_drains_and_aborts() {
    let stage = Stage::new();
    let run = |words: &[&str]| stage.with(words, printed);
    let read = |words: &[&str]| stage.with(&[words, &["--json"]].concat(), json);
    let match_id = stage.create().expect("a match");

    let listed = read(&["matches", "--status", "seating"]);
    assert_eq!(listed["matches"][0]["match_id"], match_id);
    assert_eq!((&listed["matches"][0]["seats"], &listed["more"]), (&2.into(), &false.into()));
    assert!(run(&["matches", "--game", "samurai"]).contains(&match_id));
    assert!(run(&["matches", "--game", "edo"]).contains("0 matches"));

    let drained = read(&["drain", "samurai"]);
    assert_eq!(drained["all_drained"], true);
    assert!(drained["new_matches_get"].is_null(), "{drained}");
    let refused = stage.create().expect_err("no new matches");
    assert!(refused.message().contains("drained"), "{refused}");
    let versions = read(&["versions", "--game", "samurai"]);
    assert_eq!(versions["drained_games"][0], "samurai");
    assert_eq!(versions["versions"][0]["held_back_by"][0], match_id);
    let told = run(&["versions"]);
    assert!(told.contains("is held back by:") && told.contains(&match_id), "{told}");
    assert!(run(&["undrain", "samurai"]).contains("nothing of samurai is drained"));
    stage.create().expect("new matches begin again");

    let told = run(&["abort", &match_id, "--reason", "a test"]);
    assert!(told.contains(&match_id) && told.contains("a test"), "{told}");
    assert!(run(&["matches", "--status", "over"]).contains("aborted"));
    let again = ["abort", &match_id, "--reason", "again"];
    stage.with(&again, |words| complains(1, &["an operator has ended it"], words));
    stage.with(&["drain", "go"], |words| complains(1, &["go", "not registered"], words));
    stage.stop();
}

#[test]
fn who_has_no_token_is_told_where_it_comes_from() {
    let stage = Stage::new();
    let url = stage.server.url();
    complains(
        64,
        &["--token-file", "BAKUFU_OPERATOR_TOKEN"],
        &["admin", "matches", "--server", &url],
    );
    let nowhere = ["admin", "versions", "--server", &url, "--token-file", "/nowhere/token"];
    complains(1, &["/nowhere/token", "--token-file"], &nowhere);
    let wrong = ["admin", "versions", "--server", &url, "--token", "wrong"];
    complains(1, &["refused the operator token", "ORCHESTRATOR_OPERATOR_TOKEN"], &wrong);
    stage.stop();
}

#[test]
fn every_operators_command_explains_itself_with_an_example() {
    for command in ["matches", "versions", "drain", "undrain", "abort"] {
        let help = printed(&["admin", command, "--help"]);
        let (_, examples) = help.split_once("Examples:\n").expect("the help has examples");
        assert!(examples.contains(&format!("bakufu admin {command}")), "{help}");
        assert!(help.contains("--server") && help.contains("--token-file"), "{help}");
    }
    assert_eq!(bakufu(&["admin", "abort", "0123"]).code, 64, "an abort needs a reason");
}

//! `bakufu admin`, against a server in this process.

use std::net::Ipv4Addr;

use bakufu_cli::{AllInOne, Setup, connect};
use kit_proto::bakufu::play::v1::{CreateMatchRequest, SitDownRequest};
use match_orchestrator_server::StoreConfig;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::command::{bakufu, complains, json, printed};

const TOKEN: &str = "token-of-the-operator";

/// A server with an operator, and a file with the token.
pub(crate) struct Stage {
    pub(crate) runtime: Runtime,
    pub(crate) server: AllInOne,
    pub(crate) folder: TempDir,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::on(StoreConfig::Memory)
    }

    /// The same, with its matches in this store.
    pub(crate) fn on(store: StoreConfig) -> Self {
        Self::of(Setup { store, ..Setup::default() })
    }

    fn of(setup: Setup) -> Self {
        let runtime = Runtime::new().expect("a runtime starts");
        let setup = Setup { operator_token: Some(TOKEN.to_owned()), ..setup };
        let server = runtime.block_on(AllInOne::start(setup)).expect("a server starts");
        let folder = TempDir::new().expect("a folder can be made");
        let stage = Self { runtime, server, folder };
        std::fs::write(stage.token_file(), format!("{TOKEN}\n")).expect("a file can be written");
        stage
    }

    pub(crate) fn token_file(&self) -> String {
        self.folder.path().join("token").to_str().expect("the path is text").to_owned()
    }

    /// Runs a function with the words of an operator's command, with server
    /// and token.
    pub(crate) fn with<T>(&self, words: &[&str], run: impl FnOnce(&[&str]) -> T) -> T {
        let (url, file) = (self.server.url(), self.token_file());
        let access = ["--server", &url, "--token-file", &file];
        run(&[&["admin"], words, &access].concat())
    }

    pub(crate) fn create(&self) -> Result<String, tonic::Status> {
        let request =
            CreateMatchRequest { game: "samurai".to_owned(), seats: 2, ..Default::default() };
        self.runtime.block_on(async {
            let mut client = connect(&self.server.url()).await.expect("it answers");
            let created = client.create_match(request).await?.into_inner();
            Ok(created.game_match.expect("the match").match_id)
        })
    }

    /// Lets somebody sit down.
    fn sit(&self, match_id: &str, name: &str) {
        let request = SitDownRequest {
            match_id: match_id.to_owned(),
            name: name.to_owned(),
            ..Default::default()
        };
        self.runtime.block_on(async {
            let mut client = connect(&self.server.url()).await.expect("it answers");
            client.sit_down(request).await.expect("a seat");
        });
    }

    /// A file in the folder.
    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("the path is text").to_owned()
    }

    pub(crate) fn stop(self) {
        self.runtime.block_on(self.server.stop()).expect("the server stops");
    }
}

#[test]
fn operators_may_have_an_address_of_their_own() {
    let operator_listen = Some((Ipv4Addr::LOCALHOST, 0).into());
    let stage = Stage::of(Setup { operator_listen, ..Setup::default() });
    let own = stage.server.operator_url().expect("it was asked for");
    let versions = ["admin", "versions", "--token-file", &stage.token_file(), "--server"];
    assert!(printed(&[&versions[..], &[&own]].concat()).contains("samurai"));
    complains(1, &["--operator-listen"], &[&versions[..], &[&stage.server.url()]].concat());
    stage.stop();
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
fn an_operator_erases_a_player_everywhere_and_again_after_a_restore() {
    let stage = Stage::new();
    let run = |words: &[&str]| stage.with(words, printed);
    let ids = [(); 2].map(|()| stage.create().expect("a match"));
    for match_id in &ids {
        stage.sit(match_id, "Ann of the files");
        stage.sit(match_id, "Bea");
    }
    let file = stage.file("erased");
    let told = run(&["erase", "--name", "Ann of the files", "--record", &file]);
    let mut lines: Vec<String> = ids.iter().map(|match_id| format!("{match_id}:2")).collect();
    lines.sort();
    let written = || {
        let text = std::fs::read_to_string(&file).expect("a file of ours");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(written(), lines);
    assert!(lines.iter().all(|line| told.contains(line)) && told.contains(&file), "{told}");
    assert!(!told.contains("Ann of the files"), "{told}");

    let nobody = ["erase", "--name", "Ann of the files", "--record", &file];
    stage.with(&nobody, |words| complains(1, &["nobody", "nothing was changed"], words));
    let sitting = format!("{}:3", ids[0]);
    let by_sitting = ["erase", "--sitting", &sitting, "--record", &file, "--json"];
    let told = stage.with(&by_sitting, json);
    assert_eq!(
        (&told["erased"][0]["match_id"], &told["erased"][0]["commit"]),
        (&ids[0].clone().into(), &3.into())
    );
    assert_eq!(written().len(), 3);

    // A match that is gone, and a sitting that is not there any more.
    let gone = format!("{}:2\n{}:99\n", "0".repeat(32), ids[1]);
    let all = std::fs::read_to_string(&file).expect("a file of ours") + &gone;
    std::fs::write(&file, all).expect("a file of ours");
    let told = run(&["erase", "--tombstones", &file]);
    assert!(told.contains("3 sittings are erased, 2 are not there"), "{told}");
    std::fs::write(&file, "Ann").expect("a file of ours");
    let strange = ["erase", "--tombstones", &file];
    stage.with(&strange, |words| complains(64, &["line 1", "nothing was erased"], words));
    let unknown = ["erase", "--sitting", &format!("{}:1", ids[0]), "--record", &stage.file("x")];
    stage.with(&unknown, |words| complains(1, &["nobody sat down"], words));
    stage.stop();
}

#[test]
fn an_operator_deletes_a_match_for_good() {
    let stage = Stage::new();
    let [first, second] = [(); 2].map(|()| stage.create().expect("a match"));
    let told = stage.with(&["delete", &first], printed);
    assert!(told.contains(&first) && told.contains("for good"), "{told}");
    assert_eq!(stage.with(&["delete", &second, "--json"], json)["match_id"], second);
    assert!(stage.with(&["matches"], printed).contains("0 matches"));
    stage.with(&["delete", &first], |words| complains(1, &["no such match"], words));
    stage.stop();
}

#[test]
fn whom_to_erase_is_said_once() {
    for words in [
        &["admin", "erase"][..],
        &["admin", "erase", "--name", "Ann", "--sitting", "a:2"],
        &["admin", "erase", "--sitting", "a"],
        &["admin", "erase", "--tombstones", "a", "--record", "b"],
    ] {
        assert_eq!(bakufu(words).code, 64, "{words:?}");
    }
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
    for command in [
        "matches", "versions", "drain", "undrain", "abort", "delete", "archive", "restored",
        "erase",
    ] {
        let help = printed(&["admin", command, "--help"]);
        let (_, examples) = help.split_once("Examples:\n").expect("the help has examples");
        assert!(examples.contains(&format!("bakufu admin {command}")), "{help}");
        assert!(help.contains("--server") && help.contains("--token-file"), "{help}");
    }
    assert_eq!(bakufu(&["admin", "abort", "0123"]).code, 64, "an abort needs a reason");
    assert_eq!(bakufu(&["admin", "archive"]).code, 64, "an archive is somewhere");
}

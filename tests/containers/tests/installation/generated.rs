//! The part of the compose file that comes from the games' pages.

use std::{env, fs};

use tests_containers::version;
use tests_harness::workspace_root;
use tests_tidy::{Game, games};

/// `UPDATE=1` rewrites the part instead of complaining.
const ENV_UPDATE: &str = "UPDATE";

const COMPOSE: &str = "deploy/compose.yaml";
const BEGIN: &str =
    "# @generated from services/*/game.toml by `UPDATE=1 cargo test -p tests-containers`\n";
const END: &str = "# @end\n";

/// A compose file whose generated part says what the games say now.
fn fresh(text: &str, games: &[Game], version: &str) -> String {
    let (before, rest) = text.split_once(BEGIN).expect("the file has its first mark");
    let (_, after) = rest.split_once(END).expect("the file has its last mark");
    let addresses: Vec<String> =
        games.iter().map(|game| format!("http://{}:{}", game.id, game.port)).collect();
    let services: String = games.iter().map(|game| service(game, version)).collect();
    format!(
        "{before}{BEGIN}\
         x-orchestrator: &orchestrator bakufu/match-orchestrator:{version}\n\
         x-addresses: &addresses {}\n\n\
         services:\n{services}{END}{after}",
        addresses.join(",")
    )
}

fn service(game: &Game, version: &str) -> String {
    let (id, port) = (&game.id, game.port);
    let prefix = id.to_uppercase().replace('-', "_");
    format!(
        "  {id}:\n    <<: *game\n    image: bakufu/{id}:{version}\n    environment:\n      \
         <<: *telemetry\n      {prefix}_LISTEN: 0.0.0.0:{port}\n      \
         {prefix}_METRICS_LISTEN: 0.0.0.0:9464\n\n"
    )
}

#[test]
fn the_games_of_the_compose_file_are_those_that_ship() {
    let root = workspace_root();
    let text = fs::read_to_string(root.join(COMPOSE)).expect("there is a compose file");
    let wanted = fresh(&text, &games(&root), &version());
    if env::var(ENV_UPDATE).is_ok_and(|value| !matches!(value.as_str(), "" | "0")) {
        fs::write(root.join(COMPOSE), &wanted).expect("the file can be written");
        return;
    }
    assert!(
        text == wanted,
        "{COMPOSE} is not what the game.toml files say: run UPDATE=1 cargo test -p tests-containers"
    );
}

#[test]
fn a_new_game_gets_a_service_and_an_address() {
    let games = games(&workspace_root());
    let mut more = games.clone();
    more.push(Game { id: "go-moku".to_owned(), port: 7199, ..games[0].clone() });
    let text = format!("a: 1\n{BEGIN}old\n{END}  front: {{}}\n");
    let with = fresh(&text, &more, "9.9.9");
    assert!(with.starts_with("a: 1\n# @generated") && with.ends_with("# @end\n  front: {}\n"));
    assert!(with.contains(",http://go-moku:7199\n"), "{with}");
    assert!(with.contains("\n  go-moku:\n    <<: *game\n    image: bakufu/go-moku:9.9.9\n"));
    assert!(with.contains("\n      GO_MOKU_LISTEN: 0.0.0.0:7199\n"), "{with}");
    assert_eq!(fresh(&with, &more, "9.9.9"), with, "nothing changes when nothing is new");
}

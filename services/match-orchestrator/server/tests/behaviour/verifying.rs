//! Exported matches, verified without the server that played them.

use std::sync::LazyLock;

use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::MatchExport;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Roots, Schema};
use kit_rules_server::engine;
use kit_service::Reason;
use match_orchestrator_core::RulesRequest;
use match_orchestrator_core::local::LocalRules;
use match_orchestrator_core::verify::{Deviation, verify};

use crate::aborting::export;
use crate::replay::{Fixture, MatchEnd};

/// The toy game in this process.
pub(crate) struct Toy {
    version: &'static str,
    schema: Schema,
}

impl Toy {
    fn of_version(version: &'static str) -> Self {
        let described = engine::describe::<ToyWire>();
        let game = described.game.expect("a description has facts");
        let roots = Roots {
            options: &game.options_message,
            state: &game.state_message,
            action: &game.action_message,
            event: &game.event_message,
        };
        let schema = Schema::compile(&described.descriptor_set, &roots);
        Self { version, schema: schema.expect("the toy game's schema is sound") }
    }
}

impl LocalRules for Toy {
    fn game(&self) -> &str {
        "envelopes"
    }

    fn rules_version(&self) -> &str {
        self.version
    }

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn ask(&self, request: RulesRequest) -> Result<rules::Step, Reason> {
        match request {
            RulesRequest::Setup(request) => engine::setup::<ToyWire>(request),
            RulesRequest::Apply(request) => engine::apply::<ToyWire>(request),
        }
    }
}

pub(crate) static KNOWN: LazyLock<[Toy; 1]> = LazyLock::new(|| [Toy::of_version("1")]);

#[tokio::test]
async fn matches_verify_however_they_end() {
    let fixture = Fixture::set().await;
    for end in [
        MatchEnd::ByTheRules,
        MatchEnd::Resigned,
        MatchEnd::Aborted,
        MatchEnd::AbortedBeforeTheStart,
    ] {
        let game = fixture.ended(end).await;
        let record = export(&fixture.replica, game.id()).await;
        let verified = verify(&record, &*KNOWN).unwrap_or_else(|it| panic!("{end:?}: {it}"));
        assert_eq!(verified.commits, game.commits);
        assert_eq!(Some(&verified.game_match), record.game_match.as_ref());
        let has_drawn = end != MatchEnd::AbortedBeforeTheStart;
        assert_eq!((verified.draws > 0, verified.actions > 0), (has_drawn, has_drawn), "{end:?}");
    }
}

/// What somebody changes in a record, and what is found.
type Forgery = (&'static str, fn(&mut MatchExport), &'static str);

const FORGERIES: [Forgery; 27] = [
    ("the format", |it| it.format = 3, "format 3"),
    ("no match", |it| it.game_match = None, "holds no match"),
    ("no seats", |it| played(it).seats.clear(), "0 seats"),
    ("a bit of the seed", |it| flip(&mut it.server_seed), "seed commitment should be"),
    ("a short seed", |it| it.server_seed.truncate(31), "31 bytes instead of 32"),
    ("the commitment", |it| flip(&mut played(it).seed_commitment), "seed commitment should be"),
    ("the rules version", |it| played(it).rules_version = "2".into(), "rules version"),
    ("the match id", |it| played(it).match_id = "another".into(), "the match id"),
    ("a seat seed", |it| it.seat_seeds[1] = Bytes::from_static(b"x"), "may be one of them"),
    ("no seat seed", |it| drop(it.seat_seeds.pop()), "2 seat seeds"),
    ("a long seat seed", |it| it.seat_seeds[0] = vec![0; 65].into(), "seat 1 can't have this seed"),
    ("a dropped entry", |it| drop(it.log.remove(7)), "commit 8 is missing: commit 9 stands"),
    ("a dropped act, renumbered", drop_and_renumber, "commit 8: "),
    ("a repeated entry", |it| it.log.insert(7, it.log[7].clone()), "commit 9 is missing"),
    ("two swapped entries", |it| it.log.swap(6, 7), "commit 7 is missing: commit 8 stands"),
    ("a cut log", |it| it.log.truncate(9), "ends with commit 9"),
    ("no log", |it| it.log.clear(), "ends with commit 0"),
    ("a draw", |it| it.log[5].draws[3].value ^= 1, "commit 6: draw 4 should be"),
    ("a missing draw", |it| it.log[5].draws.truncate(1), "the record says none"),
    ("another seat acts", |it| acted(it, 6).seat = 2, "commit 7: "),
    ("no action", |it| acted(it, 6).actions.clear(), "send at least one action"),
    ("another state", |it| flip(&mut it.log[6].state_sha256), "should have the hash"),
    ("a missing event", |it| drop(it.log[5].events.pop()), "commit 6: event"),
    ("nobody to act", |it| it.log[6].seats_to_act.clear(), "seats to act should be [1, 2]"),
    ("an open secret", |it| it.log[6].secret_to = 0, "secret to seat 1, the record says nobody"),
    ("another result", |it| standings(it)[0].rank = 2, "the result is seat"),
    ("another player", |it| played(it).seats[1].name = "Eve".into(), "\"Bea\" has seat 2"),
];

#[tokio::test]
async fn every_forgery_is_named() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::ByTheRules).await;
    let record = export(&fixture.replica, game.id()).await;
    assert!(matches!(record.log[5].change, Some(Change::Started(_))), "Ann, Cid, Bea, start");
    for (what, forge, expected) in FORGERIES {
        let mut forged = record.clone();
        forge(&mut forged);
        let found = verify(&forged, &*KNOWN).expect_err(what).to_string();
        assert!(found.contains(expected), "{what}: {found}");
    }
}

#[tokio::test]
async fn other_rules_than_those_of_the_match_are_named() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::Resigned).await;
    let record = export(&fixture.replica, game.id()).await;
    let other = verify(&record, &[Toy::of_version("2")]).expect_err("it knows version 2 only");
    assert_eq!(other, Deviation::OtherRules { played: "1".to_owned(), here: "2".to_owned() });
    let none = verify::<Toy>(&record, &[]).expect_err("it knows no game");
    assert_eq!(none, Deviation::UnknownGame { game: "envelopes".to_owned() });
}

fn played(record: &mut MatchExport) -> &mut play::Match {
    record.game_match.as_mut().expect("the match")
}

fn standings(record: &mut MatchExport) -> &mut Vec<rules::Standing> {
    &mut played(record).outcome.as_mut().expect("it is over").standings
}

fn acted(record: &mut MatchExport, at: usize) -> &mut play::Acted {
    match record.log[at].change.as_mut() {
        Some(Change::Acted(acted)) => acted,
        other => panic!("no act: {other:?}"),
    }
}

fn drop_and_renumber(record: &mut MatchExport) {
    record.log.remove(7);
    for (number, entry) in (1..).zip(&mut record.log) {
        entry.commit = number;
    }
}

fn flip(bytes: &mut Bytes) {
    let mut changed = bytes.to_vec();
    changed[0] ^= 1;
    *bytes = changed.into();
}

//! A steady load of many matches at a time.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use kit_testing::wait_until;
use tests_harness::{Cluster, Dice, Schema, assert_seen, every_table, rules};
use tokio::task::JoinHandle;

use crate::figures::CallFigures;
use crate::fixture::{Fixture, UnansweredCall};
use crate::history::Told;
use crate::pace::Pace;
use crate::slot::{MatchSlot, keep_playing};
use crate::verdict::{InvariantViolation, judge};

/// Matches that are open at a time.
const MATCHES: usize = 208;
/// Of these, the matches that somebody watches.
const WATCHED: usize = 56;
/// Moves per second, all matches together: what two cores carry with ease,
/// processes under test and clients included.
const MOVES_PER_SECOND: usize = 400;
/// Connections of the clients to every replica.
const CONNECTIONS: usize = 4;
/// One match in so many has another number of seats than the fewest.
const LARGER_ONE_IN: usize = 4;

/// Players and watchers who go on until the load ends.
#[derive(Debug)]
pub struct Load {
    fixture: Arc<Fixture>,
    slots: Vec<JoinHandle<Result<Vec<Told>, UnansweredCall>>>,
    schemas: BTreeMap<String, Schema>,
}

/// Everything that happened.
#[derive(Debug)]
pub struct Story {
    /// All matches, those that ended by themselves included.
    pub matches: Vec<Told>,
    /// Calls that were not answered as they must be.
    pub faults: Vec<UnansweredCall>,
    pub figures: CallFigures,
    /// By which the messages of each game are read.
    schemas: BTreeMap<String, Schema>,
}

impl Load {
    /// Starts all matches and waits until every one of them goes on.
    ///
    /// # Panics
    /// If the cluster does not answer.
    pub async fn begin(cluster: &Cluster, dice: &mut Dice) -> Self {
        let client = cluster.client(0);
        let (games, tables) = (client.games().await, every_table(&client).await);
        let mut schemas = BTreeMap::new();
        for game in &games {
            schemas.insert(game.id.clone(), client.schema(&game.id).await);
        }
        let pace = Pace::per_second(MOVES_PER_SECOND);
        let fixture = Arc::new(Fixture::new(cluster.fleet(CONNECTIONS), pace, MATCHES));
        let slots = (0..MATCHES).map(|number| {
            let slot = slot(number, &games, &tables);
            let dice = Dice::seeded(dice.number());
            tokio::spawn(keep_playing(Arc::clone(&fixture), slot, dice))
        });
        let load = Self { slots: slots.collect(), fixture, schemas };
        load.every_match_moves_on().await;
        load
    }

    /// Waits until a further move of every match is acknowledged, or a fault
    /// has ended one.
    ///
    /// # Panics
    /// If that does not happen.
    pub async fn every_match_moves_on(&self) {
        let before = self.fixture.moves();
        wait_until("every match moves on", async || {
            let now = self.fixture.moves();
            now.iter().zip(&before).all(|(now, before)| now > before)
                || self.slots.iter().any(JoinHandle::is_finished)
        })
        .await;
    }

    /// Ends all matches and returns what everybody knows of them.
    ///
    /// # Panics
    /// If a player or a watcher has panicked.
    pub async fn end(self) -> Story {
        self.fixture.end();
        let mut story = Story {
            matches: Vec::new(),
            faults: Vec::new(),
            figures: CallFigures::default(),
            schemas: self.schemas,
        };
        for slot in self.slots {
            match slot.await.expect("players do not panic") {
                Ok(told) => story.matches.extend(told),
                Err(fault) => story.faults.push(fault),
            }
        }
        story.figures = self.fixture.figures();
        story
    }
}

impl Story {
    pub fn moves(&self) -> usize {
        self.matches.iter().map(|told| told.course.acts.len()).sum()
    }

    /// How many watchers went on from a snapshot in a new timeline.
    pub fn rewinds(&self) -> usize {
        let watch_records = self.matches.iter().flat_map(|told| &told.watch_records);
        watch_records.map(|watched| watched.rewinds.len()).sum()
    }

    /// How many streams were closed with the revision to resume from.
    pub fn closings(&self) -> usize {
        self.matches
            .iter()
            .flat_map(|told| &told.watch_records)
            .map(|watched| watched.closings.len())
            .sum()
    }

    /// Checks what must be so whatever was done to the cluster: every call was
    /// answered, and every match holds what its players were told.
    ///
    /// # Panics
    /// If anything else is so.
    pub fn assert_nothing_lost(&self) {
        assert!(self.faults.is_empty(), "calls without an answer: {:#?}", self.faults);
        assert!(self.matches.len() >= MATCHES, "{} of {MATCHES} matches", self.matches.len());
        let violations: Vec<InvariantViolation> = self.matches.iter().flat_map(judge).collect();
        assert!(violations.is_empty(), "{} violations: {violations:#?}", violations.len());
        for told in &self.matches {
            let game = &told.export.game_match.as_ref().expect("judged to be the match").game;
            for watched in &told.watch_records {
                let (schema, updates) = (&self.schemas[game], &watched.updates);
                let came = |revision| watched.came_as_update(revision);
                assert_seen(schema, &told.export, watched.viewer, came, updates);
            }
        }
        let watched = self.matches.iter().filter(|told| !told.watch_records.is_empty()).count();
        assert!(watched >= WATCHED, "{watched} matches of {WATCHED} were watched");
    }

    /// Checks that no stream ended without a word of its server, as it must be
    /// when processes end in order.
    ///
    /// # Panics
    /// If one did.
    pub fn assert_no_stream_cut(&self) {
        let watch_records = self.matches.iter().flat_map(|told| &told.watch_records);
        let cuts: Vec<&String> = watch_records.flat_map(|watched| &watched.cuts).collect();
        assert!(cuts.is_empty(), "{} streams were cut: {cuts:#?}", cuts.len());
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let watch_records = || self.matches.iter().flat_map(|told| &told.watch_records);
        let refusals: usize = watch_records().map(|watched| watched.refusals).sum();
        let cuts: usize = watch_records().map(|watched| watched.cuts.len()).sum();
        write!(
            f,
            "{} matches, {} moves; {}; {} watchers, whose streams were closed {} times in order, \
             refused {refusals} times, cut {cuts} times and rewound {} times",
            self.matches.len(),
            self.moves(),
            self.figures,
            watch_records().count(),
            self.closings(),
            self.rewinds(),
        )
    }
}

/// The games in turn, mostly with as few seats as they have. Every second
/// watcher is a player.
fn slot(number: usize, games: &[rules::Game], tables: &[(rules::Game, u32)]) -> MatchSlot {
    let (game, row) = (&games[number % games.len()], number / games.len());
    let larger: Vec<u32> =
        tables.iter().filter(|(of, _)| of.id == game.id).map(|(_, seats)| *seats).collect();
    let seats = match row % LARGER_ONE_IN {
        0 => larger[row / LARGER_ONE_IN % larger.len()],
        _ => game.seats_min,
    };
    let viewers = if number < WATCHED { vec![(row % 2) as u32] } else { Vec::new() };
    MatchSlot { number, game: game.id.clone(), seats, viewers }
}

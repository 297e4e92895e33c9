//! Story that an example printed, held against what the server knows.

use kit_proto::bakufu::samurai::v1 as samurai;
use prost::Message;
use tests_harness::play::{Match, MatchStatus};
use tests_harness::{Client, rules};

/// The story of a match, as all examples tell it.
#[derive(Debug)]
pub(crate) struct Story<'a> {
    match_id: &'a str,
    seat: u32,
    sentences: Vec<&'a str>,
    hand: Vec<&'a str>,
    captured: &'a str,
    standings: Vec<&'a str>,
}

impl<'a> Story<'a> {
    /// Reads what was printed.
    ///
    /// # Panics
    /// If something is missing in it.
    pub(crate) fn read(printed: &'a str) -> Self {
        let lines: Vec<&str> = printed.lines().collect();
        let begin = lines.iter().position(|line| line.starts_with("Match ")).expect(printed);
        let end = lines.iter().position(|line| line.starts_with("In hand:")).expect(printed);
        let (match_id, seat) = lines[begin]["Match ".len()..].split_once(", seat ").expect(printed);
        Self {
            match_id,
            seat: seat.parse().expect(printed),
            sentences: lines[begin + 1..end].to_vec(),
            hand: lines[end].split_whitespace().skip(2).collect(),
            captured: lines[end + 1].strip_prefix("Captured: ").expect(printed),
            standings: lines[end + 2..].to_vec(),
        }
    }

    /// Checks every part of it.
    ///
    /// # Panics
    /// If the server knows better.
    pub(crate) async fn agrees_with(&self, server: &Client) {
        let known = server.get_match(self.match_id).await.expect("the match exists");
        assert_eq!(known.status(), MatchStatus::Over);
        assert_eq!(self.standings, standings(&known), "{known:?}");
        assert_eq!(self.captured, captured(&known, self.seat), "{known:?}");

        let export = server.export(self.match_id).await.expect("a match that is over");
        let noticed = export.log.iter().filter(|entry| [0, self.seat].contains(&entry.secret_to));
        let events: usize = noticed.map(|entry| entry.events.len()).sum();
        let told = self.sentences.len();
        assert_eq!(told, events, "each update once, none left out: {:#?}", self.sentences);

        let view = server.view(self.match_id).await.expect("anyone may look");
        let state = samurai::State::decode(view.state).expect("a state of the game");
        let face_down = &state.players[self.seat as usize - 1].hand;
        assert_eq!(self.hand.len(), face_down.len(), "{:?}", self.hand);
        let is_known = |tile: &&str| !tile.contains("UNSPECIFIED");
        assert!(self.hand.iter().all(is_known), "its own hand is face up: {:?}", self.hand);
    }
}

fn standings(known: &Match) -> Vec<String> {
    let outcome = known.outcome.as_ref().expect("a match that is over has a result");
    let lines = outcome.standings.iter().map(|standing| {
        let score: Vec<String> =
            standing.score.iter().map(|line| format!("{} {}", line.label, line.value)).collect();
        format!("{}. seat {}: {}", standing.rank, standing.seat, score.join(", "))
    });
    lines.collect()
}

/// The figures of a seat, as the final score counts them.
fn captured(known: &Match, seat: u32) -> String {
    let outcome = known.outcome.as_ref().expect("a match that is over has a result");
    let own = outcome.standings.iter().find(|standing| standing.seat == seat);
    let score: &[rules::ScoreLine] = &own.expect("every seat has a place").score;
    let figures = ["helmets", "buddhas", "rice"].map(|figure| {
        let line = score.iter().find(|line| line.label == figure);
        format!("{} {figure}", line.expect("all figures are counted").value)
    });
    figures.join(", ")
}

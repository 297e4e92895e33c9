//! One slot of the load: a match at a time, from its creation to its record.

use std::sync::Arc;

use futures::future::{join_all, try_join_all};
use tests_harness::{Dice, Player, Reason, Unanswered, fresh_id, play, with_token};
use tokio::task::JoinHandle;

use crate::fixture::{Fixture, UnansweredCall};
use crate::history::{Act, Course, Told};
use crate::table::{Seated, seat};
use crate::watching::{WatchRecord, watch};

#[derive(Clone, Debug)]
pub(crate) struct MatchSlot {
    pub(crate) number: usize,
    pub(crate) game: String,
    pub(crate) seats: u32,
    /// Who watches: seats, or zero for a spectator.
    pub(crate) viewers: Vec<u32>,
}

/// Plays one match after the other until the load ends, and returns all of
/// them.
pub(crate) async fn keep_playing(
    fixture: Arc<Fixture>,
    slot: MatchSlot,
    mut dice: Dice,
) -> Result<Vec<Told>, UnansweredCall> {
    let mut told = Vec::new();
    while !fixture.is_ending() {
        let seated = seat(&fixture, slot.number, &slot.game, slot.seats).await?;
        let watching = start_watching(&fixture, &slot, &seated);
        let course = play_on(&fixture, slot.number, &seated, &mut dice).await?;
        let export = fixture
            .call(slot.number, slot.number, "export", |client| {
                let match_id = seated.match_id.clone();
                async move { client.export(&match_id).await }
            })
            .await?;
        let watch_records = join_all(watching).await.into_iter();
        let watch_records =
            watch_records.map(|watched| watched.expect("a watcher meets no silence"));
        told.push(Told { course, watch_records: watch_records.collect::<Result<_, _>>()?, export });
    }
    Ok(told)
}

fn start_watching(
    fixture: &Arc<Fixture>,
    slot: &MatchSlot,
    seated: &Seated,
) -> Vec<JoinHandle<Result<WatchRecord, UnansweredCall>>> {
    let start = |viewer: &u32| {
        let player = (*viewer > 0).then(|| seated.player(*viewer).clone());
        tokio::spawn(watch(Arc::clone(fixture), slot.number, seated.match_id.clone(), player))
    };
    slot.viewers.iter().map(start).collect()
}

/// Plays random legal actions until the match is over. When the load ends, all
/// players but one resign: the record of a match is open once it is over.
async fn play_on(
    fixture: &Fixture,
    slot: usize,
    seated: &Seated,
    dice: &mut Dice,
) -> Result<Course, UnansweredCall> {
    let mut course = Course { match_id: seated.match_id.clone(), acts: Vec::new() };
    let mut to_act = seated.to_act.clone();
    while !fixture.is_ending() {
        let alone = to_act.len() == 1;
        let acts = to_act.iter().map(|seat| {
            let dice = Dice::seeded(dice.number());
            act(fixture, slot, seated.player(*seat), dice, alone)
        });
        let acts: Vec<(Act, play::Update)> =
            try_join_all(acts).await?.into_iter().flatten().collect();
        fixture.moved(slot, acts.len() as u64);
        let is_over = acts.iter().any(|(_, update)| update.outcome.is_some());
        to_act = match &acts[..] {
            [(_, update)] if alone => update.seats_to_act.clone(),
            _ => look(fixture, slot, seated).await?.seats_to_act,
        };
        course.acts.extend(acts.into_iter().map(|(act, _)| act));
        if is_over {
            return Ok(course);
        }
    }
    for player in &seated.players[1..] {
        resign(fixture, slot, player).await?;
    }
    Ok(course)
}

/// Does something legal. Where several seats act at a time there may be nothing
/// left to do for one of them, and its revision may change under its hands.
async fn act(
    fixture: &Fixture,
    slot: usize,
    player: &Player,
    mut dice: Dice,
    alone: bool,
) -> Result<Option<(Act, play::Update)>, UnansweredCall> {
    fixture.pace.step().await;
    let replica = slot + player.seat as usize;
    let legal = fixture
        .call(slot, replica, "list legal actions", |client| {
            let player = player.moved_to(&client);
            async move { player.legal().await }
        })
        .await?;
    if legal.actions.is_empty() && !alone {
        return Ok(None);
    }
    let expected_revision = alone.then_some(legal.revision);
    let action = player.choose(&mut dice, legal).action;
    let request = play::SubmitActionsRequest { expected_revision, ..player.submission(&action) };
    let update = fixture
        .call(slot, replica + 1, "submit", |client| {
            let (player, request) = (player.moved_to(&client), request.clone());
            async move { player.submit(request).await }
        })
        .await?;
    Ok(Some((Act { seat: player.seat, action, revision: update.revision }, update)))
}

async fn look(
    fixture: &Fixture,
    slot: usize,
    seated: &Seated,
) -> Result<play::Match, UnansweredCall> {
    fixture
        .call(slot, slot, "look", |client| {
            let match_id = seated.match_id.clone();
            async move { client.get_match(&match_id).await }
        })
        .await
}

async fn resign(fixture: &Fixture, slot: usize, player: &Player) -> Result<(), UnansweredCall> {
    let request = play::ResignRequest { match_id: player.match_id.clone(), request_id: fresh_id() };
    let resigned = fixture
        .call(slot, slot, "resign", |client| {
            let request = with_token(&player.token, request.clone());
            async move { client.api().resign(request).await }
        })
        .await;
    match resigned {
        // The bots of those who resigned before may have ended the match.
        Err(UnansweredCall { source: Unanswered::Refused(status), .. })
            if Reason::from_status(&status).is_some_and(|it| it.name() == "MATCH_OVER") =>
        {
            Ok(())
        }
        other => other.map(|_| ()),
    }
}

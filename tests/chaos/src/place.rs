//! One place of the load: a match at a time, from its creation to its record.

use std::sync::Arc;

use futures::future::{join_all, try_join_all};
use tests_harness::{Dice, Player, Reason, Unanswered, fresh_id, play, with_token};
use tokio::task::JoinHandle;

use crate::fixture::{Fault, Fixture};
use crate::history::{Act, Course, Told};
use crate::table::{Seated, seat};
use crate::watching::{Sight, watch};

#[derive(Clone, Debug)]
pub(crate) struct Place {
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
    place: Place,
    mut dice: Dice,
) -> Result<Vec<Told>, Fault> {
    let mut told = Vec::new();
    while !fixture.is_ending() {
        let seated = seat(&fixture, place.number, &place.game, place.seats).await?;
        let watching = start_watching(&fixture, &place, &seated);
        let course = play_on(&fixture, place.number, &seated, &mut dice).await?;
        let export = fixture
            .call(place.number, place.number, "export", |client| {
                let match_id = seated.match_id.clone();
                async move { client.export(&match_id).await }
            })
            .await?;
        let sights = join_all(watching).await.into_iter();
        let sights = sights.map(|sight| sight.expect("a watcher meets no silence"));
        told.push(Told { course, sights: sights.collect::<Result<_, _>>()?, export });
    }
    Ok(told)
}

fn start_watching(
    fixture: &Arc<Fixture>,
    place: &Place,
    seated: &Seated,
) -> Vec<JoinHandle<Result<Sight, Fault>>> {
    let start = |viewer: &u32| {
        let player = (*viewer > 0).then(|| seated.player(*viewer).clone());
        tokio::spawn(watch(Arc::clone(fixture), place.number, seated.match_id.clone(), player))
    };
    place.viewers.iter().map(start).collect()
}

/// Plays random legal actions until the match is over. When the load ends, all
/// players but one resign: the record of a match is open once it is over.
async fn play_on(
    fixture: &Fixture,
    place: usize,
    seated: &Seated,
    dice: &mut Dice,
) -> Result<Course, Fault> {
    let mut course = Course { match_id: seated.match_id.clone(), acts: Vec::new() };
    let mut to_act = seated.to_act.clone();
    while !fixture.is_ending() {
        let alone = to_act.len() == 1;
        let acts = to_act.iter().map(|seat| {
            let dice = Dice::seeded(dice.number());
            act(fixture, place, seated.player(*seat), dice, alone)
        });
        let acts: Vec<(Act, play::Update)> =
            try_join_all(acts).await?.into_iter().flatten().collect();
        fixture.moved(place, acts.len() as u64);
        let is_over = acts.iter().any(|(_, update)| update.outcome.is_some());
        to_act = match &acts[..] {
            [(_, update)] if alone => update.seats_to_act.clone(),
            _ => look(fixture, place, seated).await?.seats_to_act,
        };
        course.acts.extend(acts.into_iter().map(|(act, _)| act));
        if is_over {
            return Ok(course);
        }
    }
    for player in &seated.players[1..] {
        resign(fixture, place, player).await?;
    }
    Ok(course)
}

/// Does something legal. Where several seats act at a time there may be nothing
/// left to do for one of them, and its revision may change under its hands.
async fn act(
    fixture: &Fixture,
    place: usize,
    player: &Player,
    mut dice: Dice,
    alone: bool,
) -> Result<Option<(Act, play::Update)>, Fault> {
    fixture.pace.step().await;
    let replica = place + player.seat as usize;
    let legal = fixture
        .call(place, replica, "list legal actions", |client| {
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
        .call(place, replica + 1, "submit", |client| {
            let (player, request) = (player.moved_to(&client), request.clone());
            async move { player.submit(request).await }
        })
        .await?;
    Ok(Some((Act { seat: player.seat, action, revision: update.revision }, update)))
}

async fn look(fixture: &Fixture, place: usize, seated: &Seated) -> Result<play::Match, Fault> {
    fixture
        .call(place, place, "look", |client| {
            let match_id = seated.match_id.clone();
            async move { client.get_match(&match_id).await }
        })
        .await
}

async fn resign(fixture: &Fixture, place: usize, player: &Player) -> Result<(), Fault> {
    let request = play::ResignRequest { match_id: player.match_id.clone(), request_id: fresh_id() };
    let resigned = fixture
        .call(place, place, "resign", |client| {
            let request = with_token(&player.token, request.clone());
            async move { client.api().resign(request).await }
        })
        .await;
    match resigned {
        // The bots of those who resigned before may have ended the match.
        Err(Fault { source: Unanswered::Refused(status), .. })
            if Reason::from_status(&status).is_some_and(|it| it.name() == "MATCH_OVER") =>
        {
            Ok(())
        }
        other => other.map(|_| ()),
    }
}

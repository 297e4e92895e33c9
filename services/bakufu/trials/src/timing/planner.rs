//! Seats that plan in secret, as little and as much as their game lets them.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1::LegalAction;
use kit_rules::Rules;
use kit_rules_server::Wire;
use prost::Message;

use bakufu_proofs::Dice;

use super::client::{Call, Client};
use super::comparison::{Comparison, Times};
use super::failure::TimingFailure;
use super::rig::Rig;
use super::{Question, ROUNDS, RunSettings};

/// What planning seats are asked about.
pub(super) const QUESTIONS: [Question; 4] =
    [Question::List, Question::View, Question::Board, Question::Submit];

/// How many steps a plan has in the two situations: the fewest that are one, and as many
/// as there can be up to a bound.
const LITTLE: usize = 1;
const MUCH_MAX: usize = 24;
/// A plan must have so many steps that it is more than little.
const MUCH_MIN: usize = 4;
/// How many moments of how many matches are tried.
const MOMENTS_MAX: usize = 400;
const MATCHES_MAX: usize = 20;

/// Tells whether an action takes an earlier one back; none if it can't be read.
type TakesBack = Arc<dyn Fn(&Bytes) -> Option<bool> + Send + Sync>;

/// A seat at a moment at which it can plan.
struct Planner {
    client: Client,
    match_id: String,
    token: String,
    takes_back: TakesBack,
    /// How many steps its plan has.
    steps: usize,
}

/// What a seat can do in secret.
struct Choices {
    forward: Vec<Bytes>,
    back: Vec<Bytes>,
}

/// Plays matches until a seat can plan.
async fn find<W: Wire>(rig: &Rig, dice: &mut Dice) -> Result<Planner, TimingFailure> {
    let takes_back: TakesBack = Arc::new(|action: &Bytes| {
        let read = W::action_from_proto(W::Action::decode(action.clone()).ok()?).ok()?;
        Some(W::Game::is_retraction(&read))
    });
    for _ in 0..MATCHES_MAX {
        let (match_id, tokens) = rig.start_match().await?;
        let mut seats: Vec<Planner> = tokens
            .into_iter()
            .map(|token| Planner {
                client: rig.replicas[0].clone(),
                match_id: match_id.clone(),
                token,
                takes_back: Arc::clone(&takes_back),
                steps: 0,
            })
            .collect();
        if let Some(index) = play_until_planned(&mut seats, dice).await? {
            return Ok(seats.swap_remove(index));
        }
    }
    Err(TimingFailure::NoPlan)
}

async fn play_until_planned(
    seats: &mut [Planner],
    dice: &mut Dice,
) -> Result<Option<usize>, TimingFailure> {
    for _ in 0..MOMENTS_MAX {
        let mut acts = false;
        for (index, seat) in seats.iter_mut().enumerate() {
            let listed = seat.list().await?;
            let Some(chosen) = dice.pick(&listed).cloned() else { continue };
            acts = true;
            if listed.iter().any(|action| action.secret) {
                seat.plan(MUCH_MAX).await?;
                if seat.steps >= MUCH_MIN {
                    return Ok(Some(index));
                }
                // What it planned may be what it goes on with.
                if !seat.act_openly(dice).await? {
                    seat.plan(0).await?;
                    seat.act_openly(dice).await?;
                }
                seat.steps = 0;
            } else {
                seat.submit(&chosen.action).await?;
            }
        }
        if !acts {
            break;
        }
    }
    Ok(None)
}

impl Planner {
    fn call(&self, question: Question) -> Call {
        let (match_id, token) = (self.match_id.clone(), Some(self.token.as_str()));
        match question {
            Question::List | Question::Submit => {
                Call::new("ListLegalActions", &play::ListLegalActionsRequest { match_id }, token)
            }
            Question::View => Call::new("GetView", &play::GetViewRequest { match_id }, token),
            Question::Spectator => Call::new("GetView", &play::GetViewRequest { match_id }, None),
            Question::Board => Call::new("GetBoard", &play::GetBoardRequest { match_id }, token),
        }
    }

    async fn list(&self) -> Result<Vec<LegalAction>, TimingFailure> {
        let listed: play::ListLegalActionsResponse =
            self.client.ask(self.call(Question::List)).await?;
        Ok(listed.actions)
    }

    /// Does something that everybody notices; whether there was anything.
    async fn act_openly(&self, dice: &mut Dice) -> Result<bool, TimingFailure> {
        let listed = self.list().await?;
        let open: Vec<_> = listed.iter().filter(|action| !action.secret).collect();
        let Some(action) = dice.pick(&open) else { return Ok(false) };
        self.submit(&action.action).await?;
        Ok(true)
    }

    async fn choices(&self) -> Result<Choices, TimingFailure> {
        let (mut forward, mut back) = (Vec::new(), Vec::new());
        for legal in self.list().await?.into_iter().filter(|legal| legal.secret) {
            match (self.takes_back)(&legal.action).ok_or(TimingFailure::Unreadable)? {
                true => back.push(legal.action),
                false => forward.push(legal.action),
            }
        }
        Ok(Choices { forward, back })
    }

    fn submission(&self, action: &Bytes) -> Call {
        let (match_id, actions) = (self.match_id.clone(), vec![action.clone()]);
        let request = play::SubmitActionsRequest { match_id, actions, ..Default::default() };
        Call::new("SubmitActions", &request, Some(&self.token))
    }

    async fn submit(&self, action: &Bytes) -> Result<(), TimingFailure> {
        self.client.timed(self.submission(action)).await?;
        Ok(())
    }

    /// Plans on, or takes steps back, until the plan has so many or can't have them.
    async fn plan(&mut self, steps: usize) -> Result<(), TimingFailure> {
        while self.steps != steps {
            let Choices { forward, back } = self.choices().await?;
            let next = if self.steps < steps { forward.first() } else { back.first() };
            let Some(action) = next else { return Ok(()) };
            self.submit(action).await?;
            self.steps = if self.steps < steps { self.steps + 1 } else { self.steps - 1 };
        }
        Ok(())
    }

    /// Takes a step back and makes one in its place, which is timed.
    async fn step_again(
        &mut self,
        times: &mut Times,
        situation: usize,
    ) -> Result<(), TimingFailure> {
        let back = self.choices().await?.back;
        self.submit(back.first().ok_or(TimingFailure::NoPlan)?).await?;
        let forward = self.choices().await?.forward;
        let step = self.submission(forward.first().ok_or(TimingFailure::NoPlan)?);
        let (time, _) = self.client.timed(step).await?;
        times.note(situation, time);
        Ok(())
    }
}

/// Two seats in different matches. They are not used for long: a seat may plan and take
/// back only so often.
async fn find_two<W: Wire>(rig: &Rig, dice: &mut Dice) -> Result<[Planner; 2], TimingFailure> {
    Ok([find::<W>(rig, dice).await?, find::<W>(rig, dice).await?])
}

/// Times what planning seats ask while one has planned little and the other much. Then
/// they change roles, and others come after them.
pub(super) async fn compare<W: Wire>(
    rig: &Rig,
    settings: &RunSettings,
    dice: &mut Dice,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Comparison>, TimingFailure> {
    let mut times = QUESTIONS.map(|_| Times::default());
    let mut planners = find_two::<W>(rig, dice).await?;
    for round in 0..ROUNDS {
        let has_much = round % 2;
        if round > 0 && has_much == 0 {
            planners = find_two::<W>(rig, dice).await?;
        }
        planners[has_much].plan(MUCH_MAX).await?;
        planners[1 - has_much].plan(LITTLE).await?;
        for (index, planner) in shuffled(settings, QUESTIONS.len(), dice) {
            let situation = usize::from(planner == has_much);
            let planner = &mut planners[planner];
            if QUESTIONS[index] == Question::Submit {
                planner.step_again(&mut times[index], situation).await?;
            } else {
                let (time, _) = planner.client.timed(planner.call(QUESTIONS[index])).await?;
                times[index].note(situation, time);
            }
            progress();
        }
    }
    let compared = times.into_iter().zip(QUESTIONS);
    Ok(compared.map(|(times, question)| times.compared(question)).collect())
}

/// Times what a spectator on another replica sees after a secret step in another match,
/// and in the very match.
pub(super) async fn compare_reads<W: Wire>(
    rig: &Rig,
    settings: &RunSettings,
    dice: &mut Dice,
    progress: &(dyn Fn() + Sync),
) -> Result<Comparison, TimingFailure> {
    let (spectator, mut times) = (&rig.replicas[1], Times::default());
    // Every situation comes up with either match.
    for _ in 0..ROUNDS / 2 {
        let mut planners = find_two::<W>(rig, dice).await?;
        for planner in &mut planners {
            planner.plan(LITTLE).await?;
        }
        for (situation, looked_at) in shuffled(settings, 2, dice) {
            for planner in planners.iter() {
                spectator.timed(planner.call(Question::Spectator)).await?;
            }
            let acting = if situation == 1 { looked_at } else { 1 - looked_at };
            let steps = planners[acting].steps;
            planners[acting].plan(if steps == LITTLE { LITTLE + 1 } else { LITTLE }).await?;
            let (time, _) = spectator.timed(planners[looked_at].call(Question::Spectator)).await?;
            times.note(situation, time);
            progress();
        }
    }
    Ok(times.compared(Question::Spectator))
}

/// As many calls of every kind for either match as fall to one round, in random order.
fn shuffled(settings: &RunSettings, kinds: usize, dice: &mut Dice) -> Vec<(usize, usize)> {
    let each = settings.calls.div_ceil(ROUNDS);
    let pairs = (0..kinds).flat_map(|kind| [(kind, 0), (kind, 1)]);
    let mut order: Vec<_> = pairs.flat_map(|pair| std::iter::repeat_n(pair, each)).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, dice.below(last + 1));
    }
    order
}

//! Plan of a command: a change at once, or a question to the rules first.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::record::v1 as pb;
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::{Precondition, Reason};
use kit_redact::Schema;
use kit_rules::{Seat, SeatCount};
use match_orchestrator_draws::Entropy;
use prost_types::Timestamp;

use crate::change::Change;
use crate::check::{Expectation, Nonsense, check_step};
use crate::command::{Basis, Command, Context, Draws};
use crate::game_match::{Match, own};
use crate::identity::name_sha256;
use crate::lifecycle::{Holder, Refusal, Resignation};
use crate::limits::{COMMITS_MAX, MINUTE, SEATINGS_AT_ONCE};
use crate::names;
use crate::pace::Pace;
use crate::pending::{Awaited, Pending};
use crate::token::require_invitation;

/// What a command comes to.
#[derive(Debug)]
pub enum Planned<'m> {
    /// The change is complete.
    Done(Box<Change>),
    /// The rules have to say what comes of it.
    Ask(RulesRequest, Pending<'m>),
}

/// A question to the rules that a change depends on.
#[derive(Clone, Debug, PartialEq)]
pub enum RulesRequest {
    /// Sets up the game.
    Setup(rules::SetupRequest),
    /// Applies actions of a seat.
    Apply(rules::ApplyRequest),
}

/// A match to be created. Its secrets come from outside.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub match_id: String,
    pub game: String,
    pub rules_version: String,
    /// The game's options, encoded.
    pub options: Bytes,
    pub seats: SeatCount,
    /// The seed to which the match is committed from now on.
    pub server_seed: [u8; 32],
    /// The key from which tokens are derived.
    pub token_key: [u8; 32],
    /// Whether it is shown in lists.
    pub listed: bool,
    /// Whether it starts by itself when the last seat is taken.
    pub start_when_full: bool,
    /// Whether only those can sit down who have the invitation.
    pub invitation_only: bool,
    /// The bound on steps that the game states; zero if it states none.
    pub steps_max: u32,
}

/// A new match, all its seats open.
pub fn create(new: NewMatch, now: Timestamp) -> Change {
    let roster = pb::Roster {
        match_id: new.match_id,
        game: new.game,
        rules_version: new.rules_version,
        options: own(&new.options),
        chairs: Vec::new(),
        server_seed: Bytes::copy_from_slice(&new.server_seed),
        token_key: Bytes::copy_from_slice(&new.token_key),
        created_at: Some(now),
        listed: new.listed,
        start_when_full: new.start_when_full,
        abort_reason: None,
        rewinds: Vec::new(),
        archived: false,
        rewrites: 0,
        invitation_only: new.invitation_only,
        invitation_nonce: Bytes::new(),
        steps_max: new.steps_max,
        seatings_until_ms: 0,
    };
    create_with(Arc::new(roster), new.seats, now)
}

/// The first commit of a match with this roster.
pub(crate) fn create_with(roster: Arc<pb::Roster>, seats: SeatCount, now: Timestamp) -> Change {
    let created = play::Created { seats: seats.get() as u32 };
    let game_match = Match::created(roster, seats);
    Change::of_seats(game_match, log_entry::Change::Created(created), now)
}

/// What a command comes to on this copy of a match. It has no effect of its own,
/// so it may be asked as often as a copy turns out to be old.
///
/// # Errors
/// If the command is refused. Nothing has changed.
pub fn plan<'m>(
    game_match: &'m Match,
    command: &Command,
    context: &Context<'_>,
) -> Result<Planned<'m>, Reason> {
    if !command.only_ends()
        && let Some(unmet) = game_match.exhausted()
    {
        return Err(no_further(unmet));
    }
    let change = match command {
        Command::Sit { seat, name, seed, invitation } => {
            if context.caller.is_client() && game_match.is_by_invitation() {
                require_invitation(game_match, invitation)?;
            }
            sit(game_match, *seat, Holder::Player, name, seed, context)
        }
        Command::AddBot { seat } => {
            context.caller.require_host(game_match)?;
            let name = bot_name(game_match);
            sit(game_match, *seat, Holder::Bot, &name, &Bytes::new(), context)
        }
        Command::Leave => {
            let seat = context.caller.seat(game_match)?;
            free(game_match, seat, false, context)
        }
        Command::Remove { seat } => {
            context.caller.require_host(game_match)?;
            free(game_match, *seat, true, context)
        }
        Command::RenewInvitation => renew_invitation(game_match, context),
        Command::Start => return start(game_match, context),
        Command::Act { actions, basis } => return act(game_match, actions, *basis, context),
        Command::Resign => resign(game_match, context),
        Command::Rewind { timeline } => rewind(game_match, *timeline, context),
        Command::Abort { reason } => abort(game_match, reason, context),
    };
    Ok(Planned::Done(Box::new(change?)))
}

/// Why a match that only ends takes nothing else.
fn no_further(unmet: Precondition) -> Reason {
    let message = match unmet {
        Precondition::TooManySteps => {
            "the game has gone on for more steps than it states, which is a fault of the game: \
             resign, or ask an operator to end the match"
                .to_owned()
        }
        _ => format!(
            "the match has {COMMITS_MAX} commits and goes no further: leave it, resign, or ask an \
             operator to end it"
        ),
    };
    Reason::Precondition { unmet, message }
}

fn sit(
    game_match: &Match,
    seat: Option<Seat>,
    holder: Holder,
    name: &str,
    seed: &Bytes,
    context: &Context<'_>,
) -> Result<Change, Reason> {
    let mut next = game_match.clone();
    let seat = next.lifecycle.sit(seat, holder, name)?;
    Arc::make_mut(&mut next.seeds)[seat.index()] = own(seed);
    let mut seated = play::Seated { seat: Some(next.seat(seat)), ..Default::default() };
    // A bot has no token, and its name is nobody's.
    if holder == Holder::Player {
        count_seating(game_match, &mut next, name, context)?;
        Arc::make_mut(&mut next.lifecycle.chairs)[seat.index()].nonce = context.nonce;
        let digest = context.nonce.map(|nonce| name_sha256(&nonce, name)).or(context.erased);
        seated.nonce = context.nonce.map(|it| Bytes::copy_from_slice(&it)).unwrap_or_default();
        seated.name_sha256 = digest.map(|it| Bytes::copy_from_slice(&it)).unwrap_or_default();
    }
    Ok(Change::of_seats(next, log_entry::Change::Seated(seated), context.now))
}

/// One more player sits down. Only clients are refused: what is played again
/// happened, maybe before there were bounds.
fn count_seating(
    before: &Match,
    next: &mut Match,
    name: &str,
    context: &Context<'_>,
) -> Result<(), Reason> {
    let mut others = before.lifecycle.chairs.iter().filter(|chair| chair.holder != Holder::Open);
    let counted = before.roster.seatings_until_ms;
    let at_once = SEATINGS_AT_ONCE * before.lifecycle.seat_count().get() as u64;
    let pace = Pace { at_once, each: MINUTE };
    if context.caller.is_client() {
        if others.any(|chair| names::are_alike(&chair.name, name)) {
            return Err(Refusal::NameTaken.into());
        }
        let churned = |retry_after| Reason::SeatsChurned { retry_after };
        pace.check(counted, context.now).map_err(churned)?;
    }
    Arc::make_mut(&mut next.roster).seatings_until_ms = pace.count(counted, context.now);
    Ok(())
}

/// The first name for a bot that nobody at the table has.
fn bot_name(game_match: &Match) -> String {
    let is_taken =
        |name: &String| game_match.lifecycle.chairs.iter().any(|chair| chair.name == *name);
    let mut names = (1..).map(names::of_bot);
    names.find(|name| !is_taken(name)).expect("a table has fewer seats than there are numbers")
}

fn free(
    game_match: &Match,
    seat: Seat,
    removed_by_host: bool,
    context: &Context<'_>,
) -> Result<Change, Reason> {
    let mut next = game_match.clone();
    next.lifecycle.leave(seat)?;
    Arc::make_mut(&mut next.seeds)[seat.index()] = Bytes::new();
    let left = play::SeatLeft { seat: seat.number(), removed_by_host };
    Ok(Change::of_seats(next, log_entry::Change::SeatLeft(left), context.now))
}

/// From here on the match is by invitation, and by this one alone.
fn renew_invitation(game_match: &Match, context: &Context<'_>) -> Result<Change, Reason> {
    context.caller.require_host(game_match)?;
    let mut next = game_match.clone();
    next.lifecycle.renew_invitation()?;
    let nonce = context.nonce.ok_or_else(Reason::bug)?;
    let nonce = Bytes::copy_from_slice(&nonce);
    Arc::make_mut(&mut next.roster).invitation_nonce = nonce.clone();
    let renewed = play::InvitationRenewed { nonce };
    Ok(Change::of_seats(next, log_entry::Change::InvitationRenewed(renewed), context.now))
}

/// Seats and seeds are frozen, and the game is to be set up.
fn start<'m>(game_match: &'m Match, context: &Context<'_>) -> Result<Planned<'m>, Reason> {
    context.caller.require_host(game_match)?;
    game_match.lifecycle.may_start()?;
    let mut frozen = game_match.clone();
    frozen.freeze_seeds();
    let entropy = entropy(&frozen, context.draws);
    let request = rules::SetupRequest {
        options: frozen.roster.options.clone(),
        seats: frozen.lifecycle.seat_count().get() as u32,
        entropy: Bytes::copy_from_slice(&entropy),
    };
    let awaited = Awaited::Setup { frozen: Box::new(frozen) };
    Ok(Planned::Ask(RulesRequest::Setup(request), Pending { awaited, entropy, now: context.now }))
}

fn act<'m>(
    game_match: &'m Match,
    actions: &[Bytes],
    basis: Basis,
    context: &Context<'_>,
) -> Result<Planned<'m>, Reason> {
    let seat = context.caller.playing_seat(game_match)?;
    let expected = match basis {
        Basis::Revision(revision) => Some(revision),
        Basis::Commit(commit) if commit != game_match.identity() => {
            let current = game_match.lifecycle.revision(Some(seat));
            return Err(Refusal::StaleRevision { current }.into());
        }
        Basis::Commit(_) | Basis::Anything => None,
    };
    game_match.lifecycle.may_act(seat, expected)?;
    let entropy = entropy(game_match, context.draws);
    let request = rules::ApplyRequest {
        state: game_match.state.clone(),
        seat: seat.number(),
        actions: actions.to_vec(),
        entropy: Bytes::copy_from_slice(&entropy),
    };
    let is_bounded = context.caller.is_client();
    let actions = actions.to_vec();
    let awaited = Awaited::Act { before: game_match, seat, actions, is_bounded };
    Ok(Planned::Ask(RulesRequest::Apply(request), Pending { awaited, entropy, now: context.now }))
}

/// The rules are not asked: the state stays as it is.
fn resign(game_match: &Match, context: &Context<'_>) -> Result<Change, Reason> {
    let seat = context.caller.seat(game_match)?;
    let mut next = game_match.clone();
    if let Resignation::Ends(places) = next.lifecycle.resign(seat)? {
        let standings = places
            .into_iter()
            .map(|(seat, rank)| rules::Standing { seat: seat.number(), rank, score: Vec::new() })
            .collect();
        next.outcome = Some(rules::Outcome { standings });
    }
    let resigned = play::Resigned { seat: seat.number() };
    Ok(Change::of_seats(next, log_entry::Change::Resigned(resigned), context.now))
}

/// From here on nothing is drawn, and no revision counted, that could have been
/// seen in what was lost.
fn rewind(game_match: &Match, timeline: u32, context: &Context<'_>) -> Result<Change, Reason> {
    context.caller.require_orchestrator()?;
    let nonce = context.nonce.ok_or_else(Reason::bug)?;
    let mut next = game_match.clone();
    next.lifecycle.rewind(timeline)?;
    let nonce = Bytes::copy_from_slice(&nonce);
    let commit = next.commit().get();
    let revisions = game_match.revisions();
    let rewind = pb::Rewind { commit, timeline, nonce: nonce.clone(), revisions };
    next.key = next.key.map(|key| key.rewound(&nonce));
    Arc::make_mut(&mut next.roster).rewinds.push(rewind);
    let rewound = play::Rewound { timeline, nonce };
    Ok(Change::of_seats(next, log_entry::Change::Rewound(rewound), context.now))
}

fn abort(game_match: &Match, reason: &str, context: &Context<'_>) -> Result<Change, Reason> {
    context.caller.require_operator()?;
    let mut next = game_match.clone();
    next.lifecycle.abort()?;
    let reason = reason.to_owned();
    Arc::make_mut(&mut next.roster).abort_reason = Some(reason.clone());
    // Clients know the end of a match by its outcome.
    next.outcome = Some(rules::Outcome { standings: Vec::new() });
    let aborted = play::Aborted { reason };
    Ok(Change::of_seats(next, log_entry::Change::Aborted(aborted), context.now))
}

/// The entropy of the next commit of a match whose seeds are frozen.
fn entropy(game_match: &Match, draws: Draws<'_>) -> Entropy {
    let key = match draws {
        Draws::Imagined(key) => key,
        Draws::Committed => game_match.match_key(),
    };
    key.entropy(game_match.commit().next().get())
}

/// A setup that is tried when a match is created: options that the rules refuse
/// must be refused before anybody has sat down.
#[derive(Debug)]
pub struct Trial {
    seats: SeatCount,
    entropy: Entropy,
}

impl Trial {
    /// What the rules are asked. The entropy is thrown away with the answer.
    pub fn new(options: Bytes, seats: SeatCount, entropy: Entropy) -> (rules::SetupRequest, Self) {
        let request = rules::SetupRequest {
            options,
            seats: seats.get() as u32,
            entropy: Bytes::copy_from_slice(&entropy),
        };
        (request, Self { seats, entropy })
    }

    /// Checks what they answered.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn settle(self, schema: &Schema, answer: Option<rules::Step>) -> Result<(), Nonsense> {
        let Self { seats, entropy } = self;
        let expectation = Expectation { schema, seats, entropy: &entropy, before: None };
        check_step(answer, &expectation).map(drop)
    }
}

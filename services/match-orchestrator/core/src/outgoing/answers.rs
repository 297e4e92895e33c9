//! Answers to viewers, as long as they should be, and the questions to the rules
//! that go before some of them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry::Change};
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::{Precondition, Reason};
use kit_redact::{Schema, Unreadable, Viewer};
use kit_rules::Seat;

use super::padding::{has_secrets, pad_board, pad_list, pad_update, pad_view};
use super::{NoAnswer, update, view};
use crate::check::{Nonsense, check_labels, check_sentences};
use crate::counting::{CommitNumber, Revision};
use crate::game_match::Match;
use crate::identity::content_sha256;
use crate::lifecycle::{Holder, Refusal};
use crate::redacted::Redacted;
use crate::token::{host_token, invitation};
use crate::verify::EXPORT_FORMAT;

pub fn created(game_match: &Match) -> Redacted<play::CreateMatchResponse> {
    // The first one, also if the host has renewed it since.
    let first = game_match.roster.invitation_only.then(|| invitation(game_match, None));
    Redacted::new(play::CreateMatchResponse {
        game_match: Some(game_match.to_match()),
        host_token: host_token(game_match),
        invitation: first.unwrap_or_default(),
    })
}

pub fn shown(game_match: &Match) -> Redacted<play::GetMatchResponse> {
    Redacted::new(play::GetMatchResponse { game_match: Some(game_match.to_match()) })
}

pub fn match_page<'m>(
    matches: impl IntoIterator<Item = &'m Match>,
    next_page_token: String,
) -> Redacted<play::ListMatchesResponse> {
    let matches = matches.into_iter().map(Match::to_match).collect();
    Redacted::new(play::ListMatchesResponse { matches, next_page_token })
}

/// A line of ListAllMatches. Made of what every spectator may know: the number
/// of commits is not among it, since secret acts count there.
pub fn summary(game_match: &Match) -> Redacted<play::MatchSummary> {
    let lifecycle = &game_match.lifecycle;
    let taken = lifecycle.chairs.iter().filter(|chair| chair.holder != Holder::Open).count();
    Redacted::new(play::MatchSummary {
        match_id: game_match.id().into(),
        game: game_match.game().into(),
        rules_version: game_match.rules_version().into(),
        status: game_match.status().into(),
        seats: lifecycle.chairs.len() as u32,
        seats_taken: taken as u32,
        created_at: game_match.roster.created_at,
        listed: game_match.roster.listed,
        revision: lifecycle.revision(None).get(),
        aborted: game_match.aborted(),
    })
}

pub fn summaries(
    lines: Vec<Redacted<play::MatchSummary>>,
    next_page_token: String,
) -> Redacted<play::ListAllMatchesResponse> {
    let matches = lines.into_iter().map(Redacted::into_message).collect();
    Redacted::new(play::ListAllMatchesResponse { matches, next_page_token })
}

/// What GetView answers.
///
/// # Errors
/// If the state can't be redacted.
pub fn viewed(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
) -> Result<Redacted<play::GetViewResponse>, Unreadable> {
    let seen = Some(view(schema, game_match, viewer)?);
    let mut answer = play::GetViewResponse { view: seen, ..Default::default() };
    if has_secrets(game_match, viewer) {
        pad_view(&mut answer, &view(schema, game_match, Viewer::Spectator)?);
    }
    Ok(Redacted::new(answer))
}

/// What the rules are asked for the legal actions of a seat; nothing if it is
/// not to act itself, and so has none.
pub fn legal_actions_request(
    game_match: &Match,
    seat: Seat,
) -> Option<rules::ListLegalActionsRequest> {
    let (state, number) = (game_match.state.clone(), seat.number());
    game_match.awaits(seat).then_some(rules::ListLegalActionsRequest { state, seat: number })
}

/// What ListLegalActions answers, given what the rules list.
///
/// # Errors
/// If what they list makes no sense.
pub fn legal_actions(
    schema: &Schema,
    game_match: &Match,
    listed: Vec<rules::LegalAction>,
    seat: Seat,
) -> Result<Redacted<play::ListLegalActionsResponse>, Nonsense> {
    check_labels(&listed)?;
    let own = |legal: rules::LegalAction| {
        let action = schema.redact_action(&legal.action, Viewer::Seat(seat), seat);
        let action = action.map_err(|_| Nonsense::ActionUnreadable)?.into_bytes();
        Ok(rules::LegalAction { action, ..legal })
    };
    let actions = listed.into_iter().map(own).collect::<Result<_, _>>()?;
    let revision = game_match.lifecycle.revision(Some(seat)).get();
    let mut answer = play::ListLegalActionsResponse { revision, actions, ..Default::default() };
    pad_list(&mut answer);
    Ok(Redacted::new(answer))
}

/// What SubmitActions answers.
///
/// # Errors
/// If an event can't be redacted.
pub fn submitted(
    schema: &Schema,
    game_match: &Match,
    entry: &LogEntry,
    seat: Seat,
) -> Result<Redacted<play::SubmitActionsResponse>, Unreadable> {
    let viewer = Viewer::Seat(seat);
    let told = update(schema, game_match, entry, viewer)?.map(Redacted::into_message);
    let mut answer = play::SubmitActionsResponse { update: told, ..Default::default() };
    if has_secrets(game_match, viewer) {
        let public = update(schema, game_match, entry, Viewer::Spectator)?;
        pad_update(&mut answer, public.as_ref().map(Redacted::message), entry, viewer);
    }
    Ok(Redacted::new(answer))
}

/// What the rules are asked for the picture of a board.
///
/// # Errors
/// If there is no board yet, or the state can't be redacted.
pub fn render_request(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
) -> Result<rules::RenderRequest, NoAnswer> {
    if game_match.state.is_empty() {
        return Err(Reason::from(Refusal::NotStarted).into());
    }
    let view = schema.redact_state(&game_match.state, viewer)?.into_bytes();
    Ok(rules::RenderRequest { view, viewer: viewer.number() })
}

/// What GetBoard answers. `public` is the picture for a spectator, which is
/// needed where [`has_secrets`] says so.
pub fn drawn(
    game_match: &Match,
    viewer: Viewer,
    svg: String,
    public: Option<&str>,
) -> Redacted<play::GetBoardResponse> {
    let revision = game_match.lifecycle.revision(viewer.seat()).get();
    let mut answer = play::GetBoardResponse { revision, svg, ..Default::default() };
    if let Some(public) = public {
        pad_board(&mut answer, public);
    }
    Redacted::new(answer)
}

/// What WatchMatch begins with.
///
/// # Errors
/// If the state can't be redacted.
pub fn watched_snapshot(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
) -> Result<Redacted<play::WatchMatchResponse>, Unreadable> {
    watched_state(schema, game_match, viewer, |view| Watched::Snapshot(snapshot(game_match, view)))
}

/// What a stream of WatchMatch goes on with when the match was rewound.
///
/// # Errors
/// If the state can't be redacted.
pub fn watched_rewound(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
) -> Result<Redacted<play::WatchMatchResponse>, Unreadable> {
    watched_state(schema, game_match, viewer, |view| Watched::Rewound(snapshot(game_match, view)))
}

/// A view on the stream of WatchMatch.
///
/// # Errors
/// If the state can't be redacted.
pub fn watched_view(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
) -> Result<Redacted<play::WatchMatchResponse>, Unreadable> {
    watched_state(schema, game_match, viewer, Watched::View)
}

/// What the rules are asked for the sentences of an update; nothing if there is
/// nothing to tell.
pub fn narrate_request(
    update: &Redacted<play::Update>,
    viewer: Viewer,
) -> Option<rules::NarrateRequest> {
    let events: Vec<_> =
        update.message().events.iter().map(|event| event.payload.clone()).collect();
    (!events.is_empty()).then(|| rules::NarrateRequest { events, viewer: viewer.number() })
}

/// An update with the sentences of its events.
///
/// # Errors
/// If they make no sense.
pub fn narrated(
    update: Redacted<play::Update>,
    sentences: Vec<String>,
) -> Result<Redacted<play::Update>, Nonsense> {
    let update = update.into_message();
    check_sentences(&sentences, update.events.len())?;
    Ok(Redacted::new(play::Update { sentences, ..update }))
}

/// A change on the stream of WatchMatch; `told` is the viewer's update of it.
///
/// # Errors
/// If an event can't be redacted.
pub fn watched_update(
    schema: &Schema,
    game_match: &Match,
    entry: &LogEntry,
    viewer: Viewer,
    told: Redacted<play::Update>,
) -> Result<Redacted<play::WatchMatchResponse>, Unreadable> {
    let mut answer = watched(Watched::Update(told.into_message()));
    if has_secrets(game_match, viewer) {
        let public = update(schema, game_match, entry, Viewer::Spectator)?;
        pad_update(&mut answer, public.as_ref().map(Redacted::message), entry, viewer);
    }
    Ok(Redacted::new(answer))
}

/// The end of the stream of WatchMatch.
pub fn watched_closing(resume_after: Revision) -> Redacted<play::WatchMatchResponse> {
    let resume_after_revision = resume_after.get();
    Redacted::new(watched(Watched::Closing(play::Closing { resume_after_revision })))
}

/// What ExportMatch answers, given the whole log.
///
/// # Errors
/// If the match is not over.
pub fn exported(
    game_match: &Match,
    log: Vec<LogEntry>,
) -> Result<Redacted<play::ExportMatchResponse>, Reason> {
    game_match.require_over("exported")?;
    let log = log.into_iter().map(with_content).collect();
    let export = play::MatchExport {
        format: EXPORT_FORMAT,
        game_match: Some(game_match.to_match()),
        server_seed: game_match.roster.server_seed.clone(),
        seat_seeds: game_match.seeds.to_vec(),
        log,
    };
    Ok(Redacted::new(play::ExportMatchResponse { export: Some(export) }))
}

/// An entry with the digest of its content, so that the chain can be followed by
/// whoever can't encode it.
fn with_content(entry: LogEntry) -> LogEntry {
    if entry.identity.is_empty() {
        return entry;
    }
    let content_sha256 = Bytes::copy_from_slice(&content_sha256(&entry));
    LogEntry { content_sha256, ..entry }
}

/// What GetReplay answers: `position` is the match after the commit of `entry`,
/// `told` what the viewer heard of it then, and `svg` how it looked.
///
/// # Errors
/// If the match is not over, or the state can't be redacted.
pub fn replayed(
    schema: &Schema,
    ended: &Match,
    position: &Match,
    entry: &LogEntry,
    viewer: Viewer,
    told: Option<Redacted<play::Update>>,
    svg: String,
) -> Result<Redacted<play::GetReplayResponse>, NoAnswer> {
    ended.require_over("replayed")?;
    let sentences = told.map(Redacted::into_message).map_or_else(Vec::new, |told| {
        let of_itself = entry.change.as_ref().and_then(of_itself);
        if told.sentences.is_empty() { of_itself.into_iter().collect() } else { told.sentences }
    });
    Ok(Redacted::new(play::GetReplayResponse {
        commit: position.commit().get(),
        commits: ended.commit().get(),
        view: Some(view(schema, position, viewer)?),
        sentences,
        svg,
        committed_at: entry.committed_at,
    }))
}

/// What a change of seats or status is for people, since no game tells it.
fn of_itself(change: &Change) -> Option<String> {
    Some(match change {
        Change::Created(created) => format!("A match for {} players is created.", created.seats),
        Change::Seated(seated) => {
            let seat = seated.seat.as_ref()?;
            format!("{} takes seat {}.", seat.name, seat.seat)
        }
        Change::SeatLeft(left) if left.removed_by_host => {
            format!("The host frees seat {}.", left.seat)
        }
        Change::SeatLeft(left) => format!("Seat {} is open again.", left.seat),
        Change::InvitationRenewed(_) => "The host makes a new invitation.".to_string(),
        Change::Started(_) => "The match starts.".to_string(),
        Change::Acted(_) => return None,
        Change::Resigned(resigned) => format!("Seat {} resigns.", resigned.seat),
        Change::Rewound(_) => {
            "What came after this point was lost, and the match goes on from here.".to_string()
        }
        Change::Aborted(aborted) => format!("An operator ends the match: {}", aborted.reason),
    })
}

impl Match {
    /// Whether it may be told as a whole. Until it is over even the number of
    /// its commits would tell how often somebody has changed a secret plan.
    ///
    /// # Errors
    /// As long as it is not over.
    pub fn require_over(&self, what: &str) -> Result<(), Reason> {
        if self.is_over() {
            return Ok(());
        }
        let message = format!("a match can be {what} when it is over");
        Err(Reason::Precondition { unmet: Precondition::NotOver, message })
    }

    /// Which commit and viewer of a finished match are asked for.
    ///
    /// # Errors
    /// If it is not over, or has no such commit or viewer.
    pub fn replay_of(
        &self,
        wanted: &play::GetReplayRequest,
    ) -> Result<(CommitNumber, Viewer), Reason> {
        self.require_over("replayed")?;
        let (commits, seats) = (self.commit().get(), self.lifecycle.seat_count());
        let mut faults = crate::faults::Faults::default();
        let why = format!("is a commit of the match, from 1 to {commits}, or 0 for the last");
        faults.require(wanted.commit <= commits, "commit", why);
        let seat = Seat::new(wanted.viewer).filter(|seat| seats.has(*seat));
        let why =
            format!("is a seat of the match, from 1 to {}, or 0 for a spectator", seats.get());
        faults.require(wanted.viewer == 0 || seat.is_some(), "viewer", why);
        faults.finish()?;
        let commit = if wanted.commit == 0 { commits } else { wanted.commit };
        Ok((CommitNumber::new(commit), seat.map_or(Viewer::Spectator, Viewer::Seat)))
    }
}

fn snapshot(game_match: &Match, view: play::View) -> play::Snapshot {
    play::Snapshot { game_match: Some(game_match.to_match()), view: Some(view) }
}

fn watched_state(
    schema: &Schema,
    game_match: &Match,
    viewer: Viewer,
    message: impl Fn(play::View) -> Watched,
) -> Result<Redacted<play::WatchMatchResponse>, Unreadable> {
    let mut answer = watched(message(view(schema, game_match, viewer)?));
    if has_secrets(game_match, viewer) {
        let public = watched(message(view(schema, game_match, Viewer::Spectator)?));
        pad_view(&mut answer, &public);
    }
    Ok(Redacted::new(answer))
}

fn watched(message: Watched) -> play::WatchMatchResponse {
    play::WatchMatchResponse { message: Some(message), ..Default::default() }
}

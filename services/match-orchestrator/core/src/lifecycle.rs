//! Seats, phase and revisions of one match as a state machine.

mod refusal;
mod standings;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use kit_rules::{Seat, SeatCount, SeatSet};

pub use self::refusal::Refusal;
use self::standings::place_resigned_last;
use crate::command::Nonce;
use crate::counting::{CommitNumber, Revision};

/// Who sits where, how far the match is, and what each viewer has noticed.
/// Every operation either succeeds or leaves it as it was.
///
/// The match counts *commits*: every change is one. A viewer counts
/// *revisions*: the changes it could notice. The secret act of a seat is a
/// commit, but a revision only for that seat, so that nobody can count another
/// player's hidden steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The seats in order, shared by copies until one changes.
    pub chairs: Arc<Vec<Chair>>,
    /// How far the match is.
    pub phase: Phase,
    /// Whether an operator has ended it, and not its game.
    pub aborted: bool,
    pub commit: CommitNumber,
    pub timeline: Timeline,
    /// The revision of every viewer: the spectator first, then the seats.
    pub revisions: Vec<Revision>,
    /// What they were right before the timeline began; empty in the first one.
    pub revisions_before: Arc<[Revision]>,
    /// The seats whose last act was a secret one.
    pub planning: SeatSet,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    pub holder: Holder,
    /// The player's name; empty if the seat is open.
    pub name: String,
    /// The commit in which the seat was taken, if it is.
    pub seated_at: Option<CommitNumber>,
    /// The commit in which the seat resigned, if it did.
    pub resigned_at: Option<CommitNumber>,
    /// Random bytes of this sitting, from which its token is derived.
    pub nonce: Option<Nonce>,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    #[default]
    Open,
    Player,
    Bot,
}

/// What happened between two rewinds of a match, or before the first: its commits
/// follow each other as they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// Zero is the first.
    pub number: u32,
    /// The commit in which it began.
    pub began: CommitNumber,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are taken and left.
    Seating,
    /// The game is on and waits for these seats.
    Playing(SeatSet),
    Over,
}

/// How a game went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Awaits(SeatSet),
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resignation {
    /// The others play on, and a bot takes the seat.
    PlayOn,
    /// One seat is left and wins. The seats with their places, best first.
    Ends(Vec<(Seat, u32)>),
}

impl Lifecycle {
    /// A match with open seats, just created.
    pub fn new(seats: SeatCount) -> Self {
        Self {
            chairs: Arc::new(vec![Chair::default(); seats.get()]),
            phase: Phase::Seating,
            aborted: false,
            commit: CommitNumber::FIRST,
            timeline: Timeline::FIRST,
            revisions: vec![Revision::FIRST; seats.get() + 1],
            revisions_before: Arc::default(),
            planning: SeatSet::EMPTY,
        }
    }

    pub fn seat_count(&self) -> SeatCount {
        SeatCount::new(self.chairs.len() as u32).expect("a match has 1 to SEATS_MAX seats")
    }

    /// The chair of a seat.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn chair(&self, seat: Seat) -> Result<&Chair, Refusal> {
        self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat(seat.number()))
    }

    /// The revision of a viewer; `None` is the spectator.
    pub fn revision(&self, viewer: Option<Seat>) -> Revision {
        self.revisions[viewer_index(viewer)]
    }

    /// A commit after which every change comes that a viewer at this revision
    /// has not noticed yet: nobody notices more changes than there are. None if
    /// the revision is one of another timeline, whose commits may be lost.
    pub fn commit_before(&self, revision: Revision) -> Option<CommitNumber> {
        if revision == Revision::NONE {
            return Some(CommitNumber::new(0));
        }
        let Timeline { number, began } = self.timeline;
        let same = revision.timeline() == u64::from(number);
        same.then(|| CommitNumber::new(began.get() + revision.in_timeline() - 1))
    }

    /// Whether the seat is played by the orchestrator.
    pub fn is_driven(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].is_driven()
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.chairs.iter().all(|chair| chair.holder != Holder::Open)
    }

    /// The seats to act, if the match is running.
    pub fn awaited(&self) -> SeatSet {
        match self.phase {
            Phase::Playing(awaited) => awaited,
            Phase::Seating | Phase::Over => SeatSet::EMPTY,
        }
    }

    /// Takes a seat, the first open one if none is named.
    ///
    /// # Errors
    /// If the match has started, the seat is taken or does not exist, or
    /// another seat has the name.
    pub fn sit(&mut self, seat: Option<Seat>, holder: Holder, name: &str) -> Result<Seat, Refusal> {
        self.require_seating()?;
        let seat = match seat {
            Some(seat) => seat,
            None => self.first_open().ok_or(Refusal::NoOpenSeat)?,
        };
        if self.chair(seat)?.holder != Holder::Open {
            return Err(Refusal::SeatTaken(seat));
        }
        if self.chairs.iter().any(|chair| chair.holder != Holder::Open && chair.name == name) {
            return Err(Refusal::NameTaken);
        }
        self.note(None);
        let seated_at = Some(self.commit);
        Arc::make_mut(&mut self.chairs)[seat.index()] =
            Chair { holder, name: name.to_owned(), seated_at, resigned_at: None, nonce: None };
        Ok(seat)
    }

    /// Gives up a seat.
    ///
    /// # Errors
    /// If the match has started or nobody sits there.
    pub fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.require_seating()?;
        if self.chair(seat)?.holder == Holder::Open {
            return Err(Refusal::SeatOpen(seat));
        }
        Arc::make_mut(&mut self.chairs)[seat.index()] = Chair::default();
        self.note(None);
        Ok(())
    }

    /// Notes that the host makes a new invitation.
    ///
    /// # Errors
    /// If the match has started.
    pub fn renew_invitation(&mut self) -> Result<(), Refusal> {
        self.require_seating()?;
        self.note(None);
        Ok(())
    }

    /// Whether the match can start now.
    ///
    /// # Errors
    /// If it has started or a seat is open.
    pub fn may_start(&self) -> Result<(), Refusal> {
        self.require_seating()?;
        if self.is_full() { Ok(()) } else { Err(Refusal::OpenSeats) }
    }

    /// Starts the match with what the game's setup came to.
    ///
    /// # Errors
    /// As [`Lifecycle::may_start`].
    pub fn start(&mut self, progress: Progress) -> Result<(), Refusal> {
        self.may_start()?;
        self.phase = progress.phase();
        self.note(None);
        Ok(())
    }

    /// Whether the seat may act now. `expected` is the revision on which the
    /// seat has based its decision, if it says so.
    ///
    /// # Errors
    /// If the match is not running, the seat is not awaited, or the revision is
    /// not the current one.
    pub fn may_act(&self, seat: Seat, expected: Option<Revision>) -> Result<(), Refusal> {
        self.require_playing()?;
        self.chair(seat)?;
        let current = self.revision(Some(seat));
        match expected {
            Some(expected) if expected > current => {
                return Err(Refusal::FutureRevision { current });
            }
            Some(expected) if expected < current && !self.is_carried_over(seat, expected) => {
                return Err(Refusal::StaleRevision { current });
            }
            _ => {}
        }
        if self.awaited().contains(seat) { Ok(()) } else { Err(Refusal::NotAwaited(seat)) }
    }

    /// Whether a seat has noticed nothing since this revision but that a timeline
    /// began. That changes no position, so what was decided before it still holds.
    fn is_carried_over(&self, seat: Seat, revision: Revision) -> bool {
        let before = self.revisions_before.get(viewer_index(Some(seat)));
        let is_first = self.revision(Some(seat)) == Revision::first_of(self.timeline.number);
        is_first && before == Some(&revision)
    }

    /// Notes that a seat acted. Only the seat notices a secret act.
    ///
    /// # Errors
    /// As [`Lifecycle::may_act`].
    pub fn act(&mut self, seat: Seat, progress: Progress, secret: bool) -> Result<(), Refusal> {
        self.may_act(seat, None)?;
        self.phase = progress.phase();
        if secret {
            self.planning.insert(seat)
        } else {
            self.planning.remove(seat)
        }
        self.note(secret.then_some(seat));
        Ok(())
    }

    /// Notes that a seat resigns.
    ///
    /// # Errors
    /// If the match is not running or the seat has resigned before.
    pub fn resign(&mut self, seat: Seat) -> Result<Resignation, Refusal> {
        self.require_playing()?;
        if self.chair(seat)?.resigned_at.is_some() {
            return Err(Refusal::Resigned(seat));
        }
        self.note(None);
        Arc::make_mut(&mut self.chairs)[seat.index()].resigned_at = Some(self.commit);
        let left = self.chairs.iter().filter(|chair| chair.resigned_at.is_none()).count();
        if left > 1 {
            return Ok(Resignation::PlayOn);
        }
        self.phase = Phase::Over;
        let even: Vec<_> = self.seat_count().seats().map(|seat| (seat, 1)).collect();
        Ok(Resignation::Ends(self.final_places(&even)))
    }

    /// Notes that an operator ends the match, in whatever phase it is.
    ///
    /// # Errors
    /// If it is over.
    pub fn abort(&mut self) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(self.over());
        }
        self.phase = Phase::Over;
        self.aborted = true;
        self.note(None);
        Ok(())
    }

    /// Begins a new timeline, with revisions that nobody has seen.
    ///
    /// # Errors
    /// If the match is over, so that nothing goes on, or the timeline is not new.
    pub fn rewind(&mut self, timeline: u32) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(self.over());
        }
        if timeline <= self.timeline.number {
            return Err(Refusal::OldTimeline);
        }
        self.commit = self.commit.next();
        self.timeline = Timeline { number: timeline, began: self.commit };
        self.revisions_before = self.revisions.as_slice().into();
        self.revisions.fill(Revision::first_of(timeline));
        Ok(())
    }

    /// The places at the end, given those of the game.
    pub fn final_places(&self, places: &[(Seat, u32)]) -> Vec<(Seat, u32)> {
        place_resigned_last(places, |seat| self.chairs[seat.index()].resigned_at)
    }

    /// One more commit, noticed by everyone or by one seat only.
    fn note(&mut self, secret_to: Option<Seat>) {
        self.commit = self.commit.next();
        let noticed = match secret_to {
            Some(seat) => core::slice::from_mut(&mut self.revisions[viewer_index(Some(seat))]),
            None => &mut self.revisions[..],
        };
        noticed.iter_mut().for_each(|revision| *revision = revision.next());
    }

    fn first_open(&self) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.holder == Holder::Open).map(Seat::from_index)
    }

    fn require_seating(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Seating => Ok(()),
            Phase::Playing(_) => Err(Refusal::AlreadyStarted),
            Phase::Over => Err(self.over()),
        }
    }

    fn require_playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing(_) => Ok(()),
            Phase::Seating => Err(Refusal::NotStarted),
            Phase::Over => Err(self.over()),
        }
    }

    /// Why nothing happens after the end.
    fn over(&self) -> Refusal {
        if self.aborted { Refusal::Aborted } else { Refusal::Over }
    }
}

impl Timeline {
    pub const FIRST: Self = Self { number: 0, began: CommitNumber::FIRST };
}

impl Chair {
    /// Whether the orchestrator plays the seat: a bot, or who resigned.
    pub fn is_driven(&self) -> bool {
        self.holder == Holder::Bot || self.resigned_at.is_some()
    }
}

impl Progress {
    fn phase(self) -> Phase {
        match self {
            Self::Awaits(seats) => Phase::Playing(seats),
            Self::Over => Phase::Over,
        }
    }
}

fn viewer_index(viewer: Option<Seat>) -> usize {
    viewer.map_or(0, |seat| seat.index() + 1)
}

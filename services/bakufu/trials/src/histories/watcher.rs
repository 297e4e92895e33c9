//! Streams of matches: every revision comes once, in order, whatever happens.

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use futures::{FutureExt, Stream, StreamExt};
use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_redact::Viewer;
use kit_service::Reason;
use tonic::{Response, Status};

use super::PATIENCE;
use super::client_request::{read_reason, signed};
use super::command::REPLICAS;
use super::compose::any_token;
use super::contradiction::Contradiction;
use super::fault::{InjectedFault, Trap};
use super::faulty_store::TRAP;
use super::history::History;
use super::judge::same;
use super::model::{Model, Position};
use bakufu_proofs::Dice;

type Messages = Pin<Box<dyn Stream<Item = Result<play::WatchMatchResponse, Status>> + Send>>;

/// Somebody who watches a match and comes back when the stream breaks.
pub(super) struct Watcher {
    match_id: String,
    token: String,
    viewer: Viewer,
    views: bool,
    /// The last revision that was seen; none before the first message.
    last: Option<u64>,
    seen: Vec<Message>,
    /// How often it was told that the match was rewound.
    rewounds: u64,
    /// Behind a lock only so that a history can be shared between threads.
    stream: Option<Mutex<Messages>>,
    /// Whether it may not come back: somebody else has its seat.
    is_out: bool,
}

impl Watcher {
    /// What happens to a stream when its replica dies.
    pub(super) fn hang_up(&mut self) {
        self.stream = None;
    }

    fn stream(&mut self) -> Option<&mut Messages> {
        let stream = self.stream.as_mut()?;
        Some(stream.get_mut().expect("nobody ever takes the lock"))
    }

    /// Takes one message off the stream. Returns why it broke, if it did.
    fn take(
        &mut self,
        item: Option<Result<play::WatchMatchResponse, Status>>,
        set_backs: u64,
    ) -> Result<Option<Reason>, Contradiction> {
        let message = match item {
            None => {
                self.stream = None;
                return Ok(None);
            }
            Some(Err(status)) => {
                self.stream = None;
                return Ok(Some(read_reason(&status)));
            }
            Some(Ok(response)) => response.message,
        };
        match &message {
            Some(Message::Snapshot(play::Snapshot { view: Some(view), .. }))
                if self.last.is_none() =>
            {
                self.last = Some(view.revision);
            }
            // Somebody who comes from where nobody has been begins anew.
            Some(Message::Rewound(play::Snapshot { view: Some(view), .. }))
                if self.may_be_rewound(view.revision, set_backs) =>
            {
                self.rewounds += u64::from(!self.seen.is_empty());
                self.last = Some(view.revision);
            }
            Some(Message::Update(update))
                if self.last.map(|last| last + 1) == Some(update.revision)
                    || (set_backs > 0 && self.last < Some(update.revision)) =>
            {
                self.last = Some(update.revision);
            }
            Some(Message::View(view)) if Some(view.revision) >= self.last => {}
            Some(Message::Closing(closing)) if Some(closing.resume_after_revision) == self.last => {
            }
            _ => {
                return Err(Contradiction(format!(
                    "a stream that has come to revision {:?} goes on with {message:?}",
                    self.last
                )));
            }
        }
        self.seen.extend(message);
        Ok(None)
    }

    /// Whether it may be told that the match was rewound: if it came from where
    /// nobody has been, or after a set-back. Then twice, once if the store turns out
    /// to be behind it, and once when the new timeline begins.
    fn may_be_rewound(&self, revision: u64, set_backs: u64) -> bool {
        let is_first = self.seen.is_empty() && self.last.is_some();
        match set_backs {
            0 => is_first && self.last > Some(revision),
            _ => is_first || self.rewounds < 2 * set_backs,
        }
    }
}

impl History<'_> {
    /// Opens a stream.
    pub(super) async fn watch(
        &mut self,
        dice: &mut Dice,
        replica: usize,
        fault: Option<InjectedFault>,
    ) -> Result<(), Contradiction> {
        let Some(model) = dice.pick(&self.models) else {
            return Ok(());
        };
        let token = match dice.percent(40) {
            true => String::new(),
            false => any_token(dice, &self.models, model),
        };
        let newest = model.now().revision(Viewer::Spectator);
        let after = match dice.below(10) {
            0..=2 => None,
            3..=5 => Some(0),
            6..=8 => dice.pick(model.positions()).map(|at| at.revision(Viewer::Spectator)),
            _ => Some(newest + 1),
        };
        let mut watcher = Watcher {
            match_id: model.match_id().to_owned(),
            token,
            viewer: Viewer::Spectator,
            views: dice.percent(30),
            last: after,
            seen: Vec::new(),
            rewounds: 0,
            stream: None,
            is_out: false,
        };
        if self.open_stream(&mut watcher, replica, fault).await? {
            self.watchers.push(watcher);
        }
        Ok(())
    }

    /// Takes what has come, and opens streams again that have broken.
    pub(super) async fn pump(&mut self) -> Result<(), Contradiction> {
        let mut watchers = std::mem::take(&mut self.watchers);
        for (index, watcher) in watchers.iter_mut().enumerate() {
            while let Some(item) = watcher.stream().and_then(|stream| stream.next().now_or_never())
            {
                self.take(watcher, item).await?;
            }
            if watcher.stream.is_none() && !self.is_done(watcher) {
                watcher.is_out |= !self.open_stream(watcher, index % REPLICAS, None).await?;
            }
        }
        self.watchers = watchers;
        Ok(())
    }

    /// Waits until nobody sees what the store has lost any more.
    pub(super) async fn rejoin(&mut self) -> Result<(), Contradiction> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut watchers = std::mem::take(&mut self.watchers);
        for (index, watcher) in watchers.iter_mut().enumerate() {
            while self.is_misled(watcher).await? {
                if tokio::time::Instant::now() > deadline {
                    return Err(stands_still(watcher));
                }
                self.revive().await?;
                if watcher.stream.is_none() {
                    watcher.is_out |= !self.open_stream(watcher, index % REPLICAS, None).await?;
                } else {
                    self.next(watcher).await?;
                }
            }
        }
        self.watchers = watchers;
        Ok(())
    }

    /// Whether a watcher is at a revision that is not in the match.
    async fn is_misled(&mut self, watcher: &Watcher) -> Result<bool, Contradiction> {
        self.explain_commits(&watcher.match_id).await?;
        let model = self.model(&watcher.match_id).filter(|_| !watcher.is_out);
        let Some((model, last)) = model.zip(watcher.last) else { return Ok(false) };
        let is_there = |at: &Position| at.revision(watcher.viewer) == last;
        Ok(last > 0 && !model.positions().iter().any(is_there))
    }

    /// Waits for another message.
    async fn next(&mut self, watcher: &mut Watcher) -> Result<(), Contradiction> {
        let Some(stream) = watcher.stream() else { return Ok(()) };
        let item = tokio::time::timeout(PATIENCE, stream.next()).await;
        let item = item.map_err(|_| stands_still(watcher))?;
        self.take(watcher, item).await
    }

    /// Takes a message, or the end of a stream, which must have a reason.
    async fn take(
        &mut self,
        watcher: &mut Watcher,
        item: Option<Result<play::WatchMatchResponse, Status>>,
    ) -> Result<(), Contradiction> {
        let Some(reason) = watcher.take(item, self.figures.set_backs)? else { return Ok(()) };
        if matches!(reason, Reason::StoreUnavailable { .. }) {
            return Ok(());
        }
        self.explain_commits(&watcher.match_id).await?;
        let must = match self.model(&watcher.match_id) {
            None => Some(Reason::UnknownMatch),
            Some(model) => admit(model, model.now(), watcher).err(),
        };
        watcher.is_out = must.is_some_and(|must| same(&must, &reason));
        match watcher.is_out {
            true => Ok(()),
            false => Err(Contradiction(format!("a stream breaks with {reason:?}"))),
        }
    }

    /// Reads all streams to their end, after their matches have ended, and
    /// holds every message against the model.
    pub(super) async fn finish_watching(&mut self) -> Result<(), Contradiction> {
        for (index, mut watcher) in std::mem::take(&mut self.watchers).into_iter().enumerate() {
            while !self.is_done(&watcher) {
                if watcher.stream.is_none()
                    && !self.open_stream(&mut watcher, index % REPLICAS, None).await?
                {
                    watcher.is_out = true;
                    continue;
                }
                self.next(&mut watcher).await?;
            }
            self.check_seen(&watcher)?;
            self.figures.messages += watcher.seen.len() as u64;
        }
        Ok(())
    }

    /// Whether a watcher has seen everything there will ever be.
    fn is_done(&self, watcher: &Watcher) -> bool {
        let Some(model) = self.model(&watcher.match_id) else { return true };
        let last = model.is_over().then(|| model.now().revision(watcher.viewer));
        watcher.is_out || (last.is_some() && watcher.last == last)
    }

    /// Holds every message against the model. What comes between two rewinds is from
    /// one branch of the match, and the end is from the one that was not lost.
    fn check_seen(&self, watcher: &Watcher) -> Result<(), Contradiction> {
        let models = self.gone.iter().chain(&self.models);
        let of_match = models.filter(|model| model.match_id() == watcher.match_id);
        let branches: Vec<Branch<'_>> = of_match.flat_map(Branch::of).collect();
        let mut possible = &branches[..];
        let is_rewound = |message: &Message| matches!(message, Message::Rewound(_));
        for seen in watcher.seen.chunk_by(|_, next| !is_rewound(next)) {
            while let Some(first) = possible.first() {
                match first.check(watcher, seen) {
                    Ok(()) => break,
                    Err(wrong) if possible.len() == 1 => {
                        return Err(Contradiction(format!(
                            "{}, among {}, but the match was at {}",
                            wrong.0,
                            all_seen(watcher),
                            branches.iter().map(|b| b.text(watcher)).collect::<Vec<_>>().join("; ")
                        )));
                    }
                    Err(_) => possible = &possible[1..],
                }
            }
        }
        let last = watcher.seen.chunk_by(|_, next| !is_rewound(next)).last();
        let stays = !watcher.is_out && self.model(&watcher.match_id).is_some();
        match (last, branches.last()) {
            (Some(seen), Some(present)) if stays => present.check(watcher, seen),
            _ => Ok(()),
        }
    }

    /// Opens the stream of a watcher where it has stopped. False if it may not
    /// watch.
    async fn open_stream(
        &mut self,
        watcher: &mut Watcher,
        replica: usize,
        fault: Option<InjectedFault>,
    ) -> Result<bool, Contradiction> {
        let low = self.model(&watcher.match_id).map_or(1, Model::commits);
        let request = play::WatchMatchRequest {
            match_id: watcher.match_id.clone(),
            after_revision: watcher.last,
            sentences: false,
            views: watcher.views,
        };
        let service = self.replicas[replica].orchestrator.match_service();
        let trap = Trap::new(fault);
        let call = Box::pin(service.watch_match(signed(request, &watcher.token)));
        let opened = tokio::select! {
            opened = TRAP.scope(Arc::clone(&trap), call) => opened,
            () = trap.vanished() => return Ok(true),
        };
        self.explain_commits(&watcher.match_id).await?;
        let Some(model) = self.model(&watcher.match_id) else {
            return match opened.map(drop).map_err(|status| read_reason(&status)) {
                Err(Reason::UnknownMatch) => Ok(false),
                other => Err(Contradiction(format!("a match that is gone is watched: {other:?}"))),
            };
        };
        let since = &model.positions()[low as usize - 1..];
        match opened.map(Response::into_inner).map_err(|status| read_reason(&status)) {
            Ok(stream) => {
                let allowed = |at: &Position| admit(model, at, watcher).ok();
                let Some(viewer) = since.iter().find_map(allowed) else {
                    return Err(Contradiction(format!("{:?} may not watch", watcher.token)));
                };
                watcher.viewer = viewer;
                watcher.stream = Some(Mutex::new(Box::pin(stream)));
                Ok(true)
            }
            Err(Reason::StoreUnavailable { .. })
                if trap.has_hit() || self.replicas[replica].store.is_dead() =>
            {
                Ok(true)
            }
            Err(reason) => {
                let refused = |at: &Position| admit(model, at, watcher).err();
                let mut refusals = since.iter().filter_map(refused);
                match refusals.any(|must| same(&must, &reason)) {
                    true => Ok(false),
                    false => Err(Contradiction(format!("a stream is refused: {reason:?}"))),
                }
            }
        }
    }
}

/// Who watches, if that is possible in a position.
fn admit(model: &Model, at: &Position, watcher: &Watcher) -> Result<Viewer, Reason> {
    model.viewer(at, &watcher.token)
}

fn stands_still(watcher: &Watcher) -> Contradiction {
    let (id, last) = (&watcher.match_id, watcher.last);
    Contradiction(format!("a stream of {id} stands still at {last:?}"))
}

/// The revisions that a watcher was told of, one after the other.
fn all_seen(watcher: &Watcher) -> String {
    let of = |shown: &play::Snapshot| shown.view.as_ref().map_or(0, |view| view.revision);
    let texts = watcher.seen.iter().map(|message| match message {
        Message::Snapshot(shown) => format!("snapshot {}", of(shown)),
        Message::Rewound(shown) => format!("rewound {}", of(shown)),
        Message::Update(update) => format!("update {}", update.revision),
        Message::View(view) => format!("view {}", view.revision),
        Message::Closing(closing) => format!("closing {}", closing.resume_after_revision),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// What a match was, or is, up to some commit.
struct Branch<'m> {
    model: &'m Model,
    positions: &'m [Position],
}

impl<'m> Branch<'m> {
    /// All that a match has been.
    fn of(model: &'m Model) -> impl Iterator<Item = Self> {
        model.branches().map(move |positions| Self { model, positions })
    }

    /// All its revisions.
    fn text(&self, watcher: &Watcher) -> String {
        let revisions = self.positions.iter().map(|at| at.revision(watcher.viewer).to_string());
        revisions.collect::<Vec<_>>().join(", ")
    }

    /// Whether messages show what the model says, without a gap.
    fn check(&self, watcher: &Watcher, seen: &[Message]) -> Result<(), Contradiction> {
        let mut last = None;
        for message in seen {
            let is_next = match (message, last) {
                (Message::Update(update), Some(last)) => self.follows(watcher, last, update),
                _ => true,
            };
            if !is_next || !self.shows(watcher, message) {
                let viewer = watcher.viewer;
                return Err(Contradiction(format!(
                    "{viewer:?} is sent {message:?} after {last:?}"
                )));
            }
            last = match message {
                Message::Update(update) => Some(update.revision),
                Message::Snapshot(shown) | Message::Rewound(shown) => {
                    shown.view.as_ref().map(|view| view.revision)
                }
                Message::View(_) | Message::Closing(_) => last,
            };
        }
        Ok(())
    }

    /// Whether an update is the next that its viewer can notice after a revision.
    fn follows(&self, watcher: &Watcher, last: u64, update: &play::Update) -> bool {
        let revisions = self.positions.iter().map(|at| at.revision(watcher.viewer));
        let next = revisions.skip_while(|at| *at != last).find(|at| *at != last);
        next == Some(update.revision)
    }

    fn shows(&self, watcher: &Watcher, message: &Message) -> bool {
        let (model, viewer) = (self.model, watcher.viewer);
        match message {
            Message::Update(update) => {
                self.positions.iter().enumerate().any(|(index, position)| {
                    let entry = &position.entry;
                    // The match that comes along is the one at the time of sending.
                    self.positions[index..].iter().any(|now| {
                        model.update(entry, now, viewer).is_some_and(|expected| expected == *update)
                    })
                })
            }
            Message::View(view) => self.has_view(watcher, view),
            Message::Snapshot(play::Snapshot {
                game_match: Some(game_match),
                view: Some(view),
            })
            | Message::Rewound(play::Snapshot { game_match: Some(game_match), view: Some(view) }) =>
            {
                let is_it = |at: &Position| model.game_match(at) == *game_match;
                self.has_view(watcher, view) && self.positions.iter().any(is_it)
            }
            Message::Closing(_) => true,
            Message::Snapshot(_) | Message::Rewound(_) => false,
        }
    }

    /// Whether somebody with this token was shown this at some moment.
    fn has_view(&self, watcher: &Watcher, view: &play::View) -> bool {
        let viewer = watcher.viewer;
        self.positions.iter().any(|at| {
            self.model.view(at, viewer) == *view && admit(self.model, at, watcher) == Ok(viewer)
        })
    }
}

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

    /// Takes one message off the stream.
    fn take(
        &mut self,
        item: Option<Result<play::WatchMatchResponse, Status>>,
    ) -> Result<(), Contradiction> {
        let message = match item {
            None => {
                self.stream = None;
                return Ok(());
            }
            Some(Err(status)) => {
                self.stream = None;
                return match read_reason(&status) {
                    Reason::StoreUnavailable { .. } => Ok(()),
                    reason => Err(Contradiction(format!("a stream breaks with {reason:?}"))),
                };
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
                if self.seen.is_empty() && self.last > Some(view.revision) =>
            {
                self.last = Some(view.revision);
            }
            Some(Message::Update(update))
                if self.last.map(|last| last + 1) == Some(update.revision) =>
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
        Ok(())
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
            6..=8 => Some(dice.below(newest as usize + 1) as u64),
            _ => Some(newest + 1),
        };
        let mut watcher = Watcher {
            match_id: model.match_id().to_owned(),
            token,
            viewer: Viewer::Spectator,
            views: dice.percent(30),
            last: after,
            seen: Vec::new(),
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
                watcher.take(item)?;
            }
            if watcher.stream.is_none() && !self.is_done(watcher) {
                watcher.is_out |= !self.open_stream(watcher, index % REPLICAS, None).await?;
            }
        }
        self.watchers = watchers;
        Ok(())
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
                let Some(stream) = watcher.stream() else {
                    continue;
                };
                let item = tokio::time::timeout(PATIENCE, stream.next()).await;
                let item = item.map_err(|_| {
                    let (id, last) = (&watcher.match_id, watcher.last);
                    Contradiction(format!("a stream of {id} that is over stands still at {last:?}"))
                })?;
                watcher.take(item)?;
            }
            let model = self.model(&watcher.match_id);
            let model = model.ok_or_else(|| Contradiction("its match is unknown".to_owned()))?;
            for message in &watcher.seen {
                check(model, &watcher, message)?;
            }
            self.figures.messages += watcher.seen.len() as u64;
        }
        Ok(())
    }

    /// Whether a watcher has seen everything there will ever be.
    fn is_done(&self, watcher: &Watcher) -> bool {
        let last = self.model(&watcher.match_id).filter(|model| model.is_over());
        let last = last.map(|model| model.now().revision(watcher.viewer));
        watcher.is_out || (last.is_some() && watcher.last >= last)
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
            return Err(Contradiction("a watched match is unknown".to_owned()));
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

/// Whether a message shows what the model says.
fn check(model: &Model, watcher: &Watcher, message: &Message) -> Result<(), Contradiction> {
    let viewer = watcher.viewer;
    let is_right = match message {
        Message::Update(update) => model.positions().iter().enumerate().any(|(index, position)| {
            let entry = &position.entry;
            // The match that comes along is the one at the time of sending.
            model.positions()[index..].iter().any(|now| {
                model.update(entry, now, viewer).is_some_and(|expected| expected == *update)
            })
        }),
        Message::View(view) => is_view(model, viewer, view),
        Message::Snapshot(play::Snapshot { game_match: Some(game_match), view: Some(view) })
        | Message::Rewound(play::Snapshot { game_match: Some(game_match), view: Some(view) }) => {
            let is_it = |at: &Position| model.game_match(at) == *game_match;
            is_view(model, viewer, view) && model.positions().iter().any(is_it)
        }
        Message::Closing(_) => true,
        Message::Snapshot(_) | Message::Rewound(_) => false,
    };
    match is_right {
        true => Ok(()),
        false => Err(Contradiction(format!("{viewer:?} is sent {message:?}"))),
    }
}

fn is_view(model: &Model, viewer: Viewer, view: &play::View) -> bool {
    model.positions().iter().any(|at| model.view(at, viewer) == *view)
}

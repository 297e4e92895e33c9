//! The one thread that writes, many changes to a transaction.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use redb::WriteTransaction;
use tokio::sync::{broadcast, mpsc, oneshot};

use super::failure::Failure;
use super::open_file::OpenFile;
use crate::{Announcement, Error};

/// How many changes wait for the writer before callers have to wait to be
/// taken in.
const QUEUE_MAX: usize = 1024;

/// How many changes are stored together. Flushing costs the same for one as
/// for all of them.
const BATCH_MAX: usize = 256;

/// The outcome of a change, before it is stored.
pub(super) struct StagedChange<T> {
    /// What the caller is told.
    pub(super) answer: T,
    /// What everybody is told, in this order.
    pub(super) announcements: Vec<Announcement>,
}

impl<T> StagedChange<T> {
    /// A change that nobody but the caller hears of.
    pub(super) fn silent(answer: T) -> Self {
        Self { answer, announcements: Vec::new() }
    }
}

/// The callers' end of the writer thread.
pub(super) struct Writer {
    /// There until it is dropped, which tells the thread to end.
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(
        file: Arc<OpenFile>,
        announcements: broadcast::Sender<Announcement>,
    ) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_all(&file, jobs, &announcements))
            .expect("the system can start a thread");
        Self { queue: Some(queue), thread: Some(thread) }
    }

    /// Queues a change and waits until it is stored for good. A caller that
    /// does not wait for the answer has no influence on that.
    pub(super) async fn write<T, F>(&self, change: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&WriteTransaction) -> Result<StagedChange<T>, redb::Error> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Queued { change: Some(change), made: None, reply });
        let queue = self.queue.as_ref().expect("the queue is there until the drop");
        queue.send(job).await.map_err(|_| writer_is_gone())?;
        answer.await.map_err(|_| writer_is_gone())?.map_err(Error::from)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has said so already.
            let _ = thread.join();
        }
    }
}

/// A change in the queue, whatever its answer is.
trait Job: Send {
    fn make(&mut self, transaction: &WriteTransaction) -> Result<Vec<Announcement>, redb::Error>;

    fn answer(self: Box<Self>, stored: Result<(), Failure>);
}

struct Queued<T, F> {
    change: Option<F>,
    made: Option<T>,
    reply: oneshot::Sender<Result<T, Failure>>,
}

impl<T, F> Job for Queued<T, F>
where
    T: Send,
    F: FnOnce(&WriteTransaction) -> Result<StagedChange<T>, redb::Error> + Send,
{
    fn make(&mut self, transaction: &WriteTransaction) -> Result<Vec<Announcement>, redb::Error> {
        let change = self.change.take().expect("a change is made once");
        let StagedChange { answer, announcements } = change(transaction)?;
        self.made = Some(answer);
        Ok(announcements)
    }

    fn answer(self: Box<Self>, stored: Result<(), Failure>) {
        let made = self.made;
        let answer = stored.map(|()| made.expect("what is stored was made"));
        // The caller may have gone away.
        let _ = self.reply.send(answer);
    }
}

fn write_all(
    file: &OpenFile,
    mut jobs: mpsc::Receiver<Box<dyn Job>>,
    announcements: &broadcast::Sender<Announcement>,
) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while jobs.blocking_recv_many(&mut batch, BATCH_MAX) > 0 {
        let stored = store(file, &mut batch);
        if let Ok(changed) = &stored {
            for announcement in changed {
                // Nobody has to listen.
                let _ = announcements.send(announcement.clone());
            }
        }
        let stored = stored.map(|_| ());
        for job in batch.drain(..) {
            job.answer(stored.clone());
        }
    }
}

/// Stores all changes or none of them.
fn store(file: &OpenFile, batch: &mut [Box<dyn Job>]) -> Result<Vec<Announcement>, Failure> {
    file.write(|transaction| {
        let mut changed = Vec::new();
        for job in batch {
            changed.extend(job.make(transaction)?);
        }
        Ok(changed)
    })
}

fn writer_is_gone() -> Error {
    Error::Unavailable("the thread that writes the store's file has ended".into())
}

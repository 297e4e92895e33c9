//! Tries to operate with a wrong token, which are bounded per peer and in all. Beyond the
//! bound a call is refused without a look at its token, so that guessing leads nowhere.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use kit_service::{Peer, Reason};
use lru::LruCache;
use tokio::time::Instant;

/// Wrong tokens that a peer may send, one after the other. The same one again teaches it
/// nothing, so that counts as a call only.
const TOKENS_MAX: u32 = 8;
/// Calls with no or a wrong token that a peer may make.
const CALLS_MAX: u32 = 64;
/// The wait after that; it doubles with every further try, up to the longest.
const WAIT_FIRST: Duration = Duration::from_secs(1);
const WAIT_LONGEST: Duration = Duration::from_secs(60);
/// After so long without a wrong try a peer begins anew.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10 * 60);
/// Wrong tokens within a minute in all. More, and only peers that have had the right one
/// are listened to until it is over: whoever guesses from very many addresses must not
/// shut operators out.
const IN_ALL_MAX: u32 = 256;
const MINUTE: Duration = Duration::from_secs(60);
/// Peers that are remembered, of those who were wrong and of those who were right.
const PEERS_MAX: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not zero");
/// What the limit is called.
const LIMIT: &str = "operator_tries";

/// See the module.
pub(crate) struct Tries(Mutex<Tried>);

struct Tried {
    wrong: LruCache<Peer, Wrong>,
    right: LruCache<Peer, ()>,
    minute_began: Instant,
    in_minute: u32,
}

/// What a peer has tried in vain.
struct Wrong {
    calls: u32,
    tokens: u32,
    last: Option<TokenDigest>,
    at: Instant,
    wait: Duration,
}

/// What was sent instead of the token.
pub(super) type TokenDigest = [u8; 32];

/// A call that is not listened to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Throttled {
    /// Whether it is for what its own peer has tried.
    pub(super) is_own: bool,
    retry_after: Duration,
}

impl From<Throttled> for Reason {
    fn from(throttled: Throttled) -> Self {
        Self::Limited { limit: LIMIT.to_owned(), retry_after: throttled.retry_after }
    }
}

impl Default for Tries {
    fn default() -> Self {
        let (wrong, right) = (LruCache::new(PEERS_MAX), LruCache::new(PEERS_MAX));
        Self(Mutex::new(Tried { wrong, right, minute_began: Instant::now(), in_minute: 0 }))
    }
}

impl Tries {
    /// Whether to look at the token of a peer now.
    pub(super) fn may_try(&self, peer: Peer) -> Result<(), Throttled> {
        let mut known = self.0.lock().expect(NEVER_POISONED);
        let now = Instant::now();
        let own = known.wrong.peek(&peer).map(|wrong| wrong.at + wrong.wait);
        if let Some(until) = own.filter(|until| *until > now) {
            return Err(Throttled { is_own: true, retry_after: rounded_up(until - now) });
        }
        let minute_ends = known.minute_began + MINUTE;
        if known.in_minute >= IN_ALL_MAX && minute_ends > now && known.right.get(&peer).is_none() {
            return Err(Throttled { is_own: false, retry_after: rounded_up(minute_ends - now) });
        }
        Ok(())
    }

    /// The peer has sent the right token.
    pub(super) fn right(&self, peer: Peer) {
        let mut known = self.0.lock().expect(NEVER_POISONED);
        known.wrong.pop(&peer);
        known.right.put(peer, ());
    }

    /// The peer has sent no token, or a wrong one.
    pub(super) fn wrong(&self, peer: Peer, sent: Option<TokenDigest>) {
        let mut known = self.0.lock().expect(NEVER_POISONED);
        let now = Instant::now();
        let known = &mut *known;
        let wrong = known.wrong.get_or_insert_mut(peer, || Wrong::new(now));
        if now - wrong.at >= FORGOTTEN_AFTER {
            *wrong = Wrong::new(now);
        }
        let is_guess = sent.is_some() && sent != wrong.last;
        wrong.calls += 1;
        wrong.tokens += u32::from(is_guess);
        wrong.last = sent.or(wrong.last);
        wrong.at = now;
        if wrong.tokens > TOKENS_MAX || wrong.calls > CALLS_MAX {
            wrong.wait = (wrong.wait * 2).clamp(WAIT_FIRST, WAIT_LONGEST);
        }
        if now - known.minute_began >= MINUTE {
            (known.minute_began, known.in_minute) = (now, 0);
        }
        known.in_minute += u32::from(is_guess);
    }
}

impl Wrong {
    fn new(at: Instant) -> Self {
        Self { calls: 0, tokens: 0, last: None, at, wait: Duration::ZERO }
    }
}

/// Whole seconds: how far a wait has come is nothing to tell precisely.
fn rounded_up(wait: Duration) -> Duration {
    Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

const NEVER_POISONED: &str = "no thread panics while it holds the tries";

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::time::advance;

    use super::*;

    fn peer(number: u32) -> Peer {
        Peer::from(IpAddr::from(number.to_be_bytes()))
    }

    fn token(number: u32) -> Option<TokenDigest> {
        let mut digest = [0; 32];
        digest[..4].copy_from_slice(&number.to_be_bytes());
        Some(digest)
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_few_wrong_tokens_a_peer_waits_longer_and_longer() {
        let tries = Tries::default();
        for number in 0..=TOKENS_MAX {
            assert_eq!(tries.may_try(peer(1)), Ok(()));
            tries.wrong(peer(1), token(number));
        }
        for (number, seconds) in (100..).zip([1, 2, 4, 8, 16, 32, 60, 60]) {
            let retry_after = Duration::from_secs(seconds);
            let refused = Err(Throttled { is_own: true, retry_after });
            assert_eq!(tries.may_try(peer(1)), refused);
            assert_eq!(tries.may_try(peer(2)), Ok(()), "others are not touched");
            advance(retry_after).await;
            assert_eq!(tries.may_try(peer(1)), Ok(()));
            tries.wrong(peer(1), token(number));
        }
        advance(FORGOTTEN_AFTER).await;
        tries.wrong(peer(1), token(1));
        assert_eq!(tries.may_try(peer(1)), Ok(()), "it is long ago");
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_token_again_is_no_guess_but_not_for_ever() {
        let tries = Tries::default();
        for _ in 0..CALLS_MAX {
            tries.wrong(peer(1), token(1));
            tries.wrong(peer(2), None);
        }
        assert_eq!([tries.may_try(peer(1)), tries.may_try(peer(2))], [Ok(()), Ok(())]);
        tries.wrong(peer(1), token(1));
        tries.wrong(peer(2), None);
        assert!(tries.may_try(peer(1)).is_err() && tries.may_try(peer(2)).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_finds_the_token_begins_anew() {
        let tries = Tries::default();
        for number in 0..10 * TOKENS_MAX {
            tries.wrong(peer(1), token(number));
            if number % TOKENS_MAX == 0 {
                tries.right(peer(1));
            }
        }
        assert_eq!(tries.may_try(peer(1)), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn guesses_from_everywhere_shut_out_nobody_who_has_had_the_token() {
        let tries = Tries::default();
        tries.right(peer(1));
        for number in 0..IN_ALL_MAX {
            assert_eq!(tries.may_try(peer(100 + number)), Ok(()));
            tries.wrong(peer(100 + number), token(number));
        }
        let refused = Err(Throttled { is_own: false, retry_after: MINUTE });
        assert_eq!(tries.may_try(peer(2)), refused);
        assert_eq!(tries.may_try(peer(1)), Ok(()));
        advance(MINUTE).await;
        assert_eq!(tries.may_try(peer(2)), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn however_many_peers_try_the_memory_is_bounded() {
        let tries = Tries::default();
        for number in 0..100_000 {
            tries.wrong(peer(number), token(number));
            tries.right(peer(number + 1));
        }
        let known = tries.0.lock().expect("nobody panics here");
        assert!(known.wrong.len() <= PEERS_MAX.get() && known.right.len() <= PEERS_MAX.get());
    }
}

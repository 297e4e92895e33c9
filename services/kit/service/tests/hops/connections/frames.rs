//! HTTP/2 frame by frame, for what no library would send.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const PING: u8 = 6;
pub(super) const GOAWAY: u8 = 7;

pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;
pub(super) const ACK: u8 = 1;

/// The codes with which streams and connections end.
pub(super) const CANCEL: u32 = 8;
pub(super) const ENHANCE_YOUR_CALM: u32 = 11;

pub(super) const MAX_CONCURRENT_STREAMS: u16 = 3;
pub(super) const INITIAL_WINDOW_SIZE: u16 = 4;
pub(super) const MAX_FRAME_SIZE: u16 = 5;
pub(super) const MAX_HEADER_LIST_SIZE: u16 = 6;

#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: u8,
    pub(super) flags: u8,
    pub(super) stream: u32,
    pub(super) payload: Vec<u8>,
}

impl Frame {
    pub(super) async fn read(connection: &mut TcpStream) -> Self {
        let mut head = [0; 9];
        let read = connection.read_exact(&mut head);
        tokio::time::timeout(kit_testing::PATIENCE, read)
            .await
            .expect("something comes")
            .expect("the connection is open");
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; length as usize];
        connection.read_exact(&mut payload).await.expect("the whole frame");
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        Self { kind: head[3], flags: head[4], stream, payload }
    }

    /// The next frame of this kind.
    pub(super) async fn next(connection: &mut TcpStream, kind: u8) -> Self {
        loop {
            let frame = Self::read(connection).await;
            if frame.kind == kind {
                return frame;
            }
        }
    }

    /// The code that the payload begins with after so many bytes.
    pub(super) fn code(&self, after: usize) -> u32 {
        let code = self.payload[after..after + 4].try_into().expect("four bytes");
        u32::from_be_bytes(code)
    }
}

pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a small payload").to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

pub(super) fn setting(name: u16, value: u32) -> Vec<u8> {
    [&name.to_be_bytes()[..], &value.to_be_bytes()].concat()
}

/// Headers of a gRPC call, by the static table of HPACK.
pub(super) fn call(path: &str) -> Vec<u8> {
    let mut block = vec![0x83, 0x86];
    for (name, value) in
        [(&[0x04][..], path), (&[0x01], "localhost"), (&[0x0f, 0x10], "application/grpc")]
    {
        block.extend(name);
        block.push(u8::try_from(value.len()).expect("a short text"));
        block.extend(value.as_bytes());
    }
    block
}

/// Begins to speak HTTP/2 with these settings.
pub(super) async fn begin(connection: &mut TcpStream, settings: &[u8]) {
    let opening = [PREFACE, &frame(SETTINGS, 0, 0, settings)].concat();
    connection.write_all(&opening).await.expect("it is open");
}

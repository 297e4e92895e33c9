//! Good requests, byte by byte.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::Kind;
use crate::inputs::HTTP2;

const LIST_GAMES: &str = "/bakufu.play.v1.MatchService/ListGames";
const WATCH_MATCH: &str = "/bakufu.play.v1.MatchService/WatchMatch";
/// How a good request is answered.
pub(super) const GOOD_ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\n";

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const PADDED: u8 = 8;
const PRIORITIZED: u8 = 0x20;

/// A request that must always be answered.
pub(super) fn good() -> Vec<u8> {
    http1(LIST_GAMES, "application/json", "connection: close\r\n", b"{}")
}

/// Good inputs of a form.
pub(super) fn of(kind: Kind) -> Vec<Vec<u8>> {
    match kind {
        Kind::Http1 => http1_samples(),
        Kind::Http2 => http2_samples().map(|frames| [HTTP2.preface, &frames].concat()).into(),
        Kind::GrpcWeb => grpc_samples().into(),
        Kind::GrpcWebText => {
            grpc_samples().map(|body| BASE64_STANDARD.encode(body).into_bytes()).into()
        }
    }
}

/// A request of gRPC-Web with this body.
pub(super) fn grpc_web(content_type: &str, body: &[u8]) -> Vec<u8> {
    http1(LIST_GAMES, content_type, "x-grpc-web: 1\r\n", body)
}

fn http1(path: &str, content_type: &str, more: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {content_type}\r\n\
         {more}content-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn http1_samples() -> Vec<Vec<u8>> {
    let json = "application/json";
    let twice = http1(LIST_GAMES, json, "", b"{}").repeat(2);
    let watch = http1(WATCH_MATCH, json, "accept: text/event-stream\r\n", b"{\"matchId\":\"0\"}");
    let texts = [
        "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, br\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "OPTIONS /bakufu.play.v1.MatchService/ListGames HTTP/1.1\r\nhost: localhost\r\n\
         origin: https://play.example\r\naccess-control-request-method: POST\r\n\
         access-control-request-headers: content-type, authorization\r\n\r\n",
        "POST /bakufu.play.v1.MatchService/ListGames HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n\
         1;a=b\r\n{\r\n1\r\n}\r\n0\r\nx: y\r\n\r\n",
        "POST /bakufu.play.v1.MatchService/ListGames HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}",
        "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, http2-settings\r\n\
         upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n",
    ];
    let mut samples = vec![good(), twice, watch];
    samples.extend(texts.map(|text| text.as_bytes().to_vec()));
    samples
}

fn grpc_samples() -> [Vec<u8>; 4] {
    let watch = message(&[0x0a, 4, b'0', b'0', b'0', b'0']);
    let trailers = [&[0x80, 0, 0, 0, 16][..], b"grpc-status: 0\r\n"].concat();
    let empty = message(&[]);
    [empty.clone(), watch, [&empty[..], &empty].concat(), [empty, trailers].concat()]
}

fn http2_samples() -> [Vec<u8>; 5] {
    let settings = frame(SETTINGS, 0, 0, &[]);
    let call = |stream, path| {
        let headers = frame(HEADERS, END_HEADERS, stream, &headers(path, "application/grpc"));
        [headers, frame(DATA, END_STREAM, stream, &message(&[]))].concat()
    };
    let json = headers(LIST_GAMES, "application/json");
    let json = [frame(HEADERS, END_HEADERS, 1, &json), frame(DATA, END_STREAM, 1, b"{}")];
    [
        [settings.clone(), call(1, LIST_GAMES)].concat(),
        [settings.clone(), call(1, WATCH_MATCH), call(3, "/grpc.health.v1.Health/Check")].concat(),
        [settings.clone(), json.concat()].concat(),
        everything(),
        [settings, call(1, LIST_GAMES), frame(GOAWAY, 0, 0, &[0; 8])].concat(),
    ]
}

/// A frame of every kind that a client may send.
fn everything() -> Vec<u8> {
    let block = headers(LIST_GAMES, "application/grpc");
    let (first, second) = block.split_at(20);
    let priority = [0, 0, 0, 0, 15];
    // Three bytes of padding in front and behind.
    let begin = [&[3][..], &priority, first, &[0; 3]].concat();
    let body = [&[3][..], &message(&[]), &[0; 3]].concat();
    let setting = |name: u16, value: u32| [&name.to_be_bytes()[..], &value.to_be_bytes()].concat();
    let settings = [setting(1, 4_096), setting(3, 100), setting(4, 65_535), setting(5, 16_384)];
    [
        frame(SETTINGS, 0, 0, &settings.concat()),
        frame(WINDOW_UPDATE, 0, 0, &1_000_u32.to_be_bytes()),
        frame(PING, 0, 0, &[7; 8]),
        frame(PRIORITY, 0, 5, &priority),
        frame(HEADERS, PADDED | PRIORITIZED, 1, &begin),
        frame(CONTINUATION, END_HEADERS, 1, second),
        frame(WINDOW_UPDATE, 0, 1, &1_000_u32.to_be_bytes()),
        frame(DATA, PADDED, 1, &body),
        frame(HEADERS, END_HEADERS | END_STREAM, 1, &literal("x", "y")),
        frame(HEADERS, END_HEADERS, 3, &block),
        frame(RST_STREAM, 0, 3, &8_u32.to_be_bytes()),
        frame(SETTINGS, 1, 0, &[]),
    ]
    .concat()
}

fn headers(path: &str, content_type: &str) -> Vec<u8> {
    let headers = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", "localhost"),
        ("content-type", content_type),
        ("te", "trailers"),
    ];
    headers.into_iter().flat_map(|(name, value)| literal(name, value)).collect()
}

/// A header that nobody has to remember, in plain letters.
fn literal(name: &str, value: &str) -> Vec<u8> {
    let (name_length, value_length) = (name.len() as u8, value.len() as u8);
    [&[0, name_length], name.as_bytes(), &[value_length], value.as_bytes()].concat()
}

fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), content].concat()
}

fn message(content: &[u8]) -> Vec<u8> {
    [&[0][..], &(content.len() as u32).to_be_bytes(), content].concat()
}

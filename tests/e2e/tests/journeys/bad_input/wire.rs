//! Messages that no generated client would send.

use bytes::Bytes;
use prost::Message;
use tests_harness::{RawClient, fresh_id, play};
use tonic::Code::InvalidArgument;
use tonic::Request;

use super::fixture::{Fixture, on_every_fixture};

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_no_messages_are_malformed() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let raw = RawClient::over(&fixture.client);
        let mut dice = fixture.dice.clone();
        let sit = play::SitDownRequest {
            match_id: fixture.open.id().to_owned(),
            name: "Tomoe".to_owned(),
            request_id: fresh_id(),
            ..Default::default()
        };
        let whole = Bytes::from(sit.encode_to_vec());
        let mut not_text = play::SitDownRequest { name: String::new(), ..sit }.encode_to_vec();
        // Field 3, two bytes that no text contains.
        not_text.extend([0x1a, 2, 0xff, 0xfe]);
        let mut random = dice.bytes(200);
        // Whatever follows: field 1 with a wire type that does not exist.
        random[0] = 0x0f;
        let cases: [(&str, Bytes); 5] = [
            ("a truncated message", whole.slice(..whole.len() - 1)),
            ("bytes that are no text", not_text.into()),
            ("random bytes", random.into()),
            ("a number that never ends", vec![0xff; 40].into()),
            ("a field of another type", vec![0x18, 1].into()),
        ];
        for (what, bytes) in cases {
            let call = raw.call("SitDown", Request::new(bytes));
            fixture.refuses(what, InvalidArgument, "MALFORMED", call).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_broken_are_malformed() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let raw = RawClient::over(&fixture.client);
        let cases = [
            ("no frame", ""),
            ("half a head", "\0\0"),
            ("a frame that is shorter than it says", "\0\0\0\0\u{9}ab"),
            ("a frame that claims to be compressed", "\u{1}\0\0\0\u{2}ab"),
            ("a frame of no kind", "\u{7}\0\0\0\u{2}ab"),
            ("a frame of two gigabytes", "\0\u{7f}\u{7f}\u{7f}\u{7f}ab"),
        ];
        for (what, body) in cases {
            let call = async { Err::<(), _>(raw.send_body("SitDown", body.to_owned()).await) };
            fixture.refuses(what, InvalidArgument, "MALFORMED", call).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_too_large_is_malformed() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let player = &fixture.running.players[0];
        let large = Bytes::from(vec![0; 300 * 1024]);
        let call = player.submit(player.submission(&large));
        fixture.refuses("300 KiB", InvalidArgument, "MALFORMED", call).await;
    })
    .await;
}

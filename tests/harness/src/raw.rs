//! Bytes on the wire that no generated client would send.

use bytes::{Buf, BufMut, Bytes};
use http::uri::PathAndQuery;
use tonic::body::Body;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::Channel;
use tonic::{Request, Status};
use tower::ServiceExt;

use crate::client::Client;

/// A client that sends any bytes as the message of a call.
#[derive(Clone, Debug)]
pub struct RawClient {
    channel: Channel,
}

impl RawClient {
    /// Over the connection of a client.
    pub fn over(client: &Client) -> Self {
        Self { channel: client.channel() }
    }

    /// Calls a method of the match service, and returns the bytes of the
    /// answer.
    ///
    /// # Errors
    /// As the server says.
    pub async fn call(&self, method: &str, request: Request<Bytes>) -> Result<Bytes, Status> {
        let path = format!("/bakufu.play.v1.MatchService/{method}");
        let path: PathAndQuery = path.parse().expect("a method is part of a path");
        let mut grpc = Grpc::new(self.channel.clone());
        grpc.ready().await.map_err(|error| Status::from_error(error.into()))?;
        Ok(grpc.unary(request, path, RawCodec).await?.into_inner())
    }

    /// Sends this as the whole body of a call, frames and all, and returns the
    /// status of the answer.
    ///
    /// # Panics
    /// If there is no answer, or one that does not begin with its status.
    pub async fn send_body(&self, method: &str, body: String) -> Status {
        let request = http::Request::post(format!("/bakufu.play.v1.MatchService/{method}"))
            .header(http::header::CONTENT_TYPE, "application/grpc")
            .header(http::header::TE, "trailers")
            .body(Body::new(body))
            .expect("a method is part of a path");
        let answer = self.channel.clone().oneshot(request).await.expect("the server answers");
        Status::from_header_map(answer.headers()).expect("a refusal comes at once")
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct RawCodec;

impl Codec for RawCodec {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for RawCodec {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for RawCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

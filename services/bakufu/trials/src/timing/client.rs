//! Client that takes the time until all bytes of an answer are there, and reads them
//! afterwards.

use std::time::{Duration, Instant};

use bytes::{Buf, BufMut, Bytes};
use http::uri::PathAndQuery;
use prost::Message;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use super::failure::TimingFailure;

#[derive(Clone)]
pub(super) struct Client(Grpc<Channel>);

/// A call of the public API that can be made again and again.
#[derive(Clone)]
pub(super) struct Call {
    path: PathAndQuery,
    message: Bytes,
    token: Option<MetadataValue<Ascii>>,
}

impl Call {
    pub(super) fn new(method: &'static str, message: &impl Message, token: Option<&str>) -> Self {
        let path = format!("/bakufu.play.v1.MatchService/{method}");
        let path = PathAndQuery::try_from(path).expect("the name of a method fits into a path");
        let bearer = |token: &str| format!("Bearer {token}").parse().expect("a token is plain");
        Self { path, message: message.encode_to_vec().into(), token: token.map(bearer) }
    }
}

impl Client {
    pub(super) async fn connect(address: String) -> Result<Self, TimingFailure> {
        let channel = Endpoint::from_shared(address)?.connect().await?;
        Ok(Self(Grpc::new(channel)))
    }

    /// Makes a call and reads the answer.
    pub(super) async fn ask<R: Message + Default>(&self, call: Call) -> Result<R, Status> {
        let (_, answer) = self.timed(call).await?;
        R::decode(answer).map_err(|_| Status::internal("the answer can't be read"))
    }

    /// Makes a call, and tells when all of the answer had come.
    pub(super) async fn timed(&self, call: Call) -> Result<(Duration, Bytes), Status> {
        let Call { path, message, token } = call;
        let mut grpc = self.0.clone();
        grpc.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        let mut request = Request::new(message);
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", token);
        }
        let begun = Instant::now();
        let answer = grpc.unary(request, path, AsItIs).await?;
        Ok((begun.elapsed(), answer.into_inner()))
    }
}

/// Bytes that nobody reads while the time is taken.
#[derive(Clone, Copy)]
struct AsItIs;

impl Codec for AsItIs {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

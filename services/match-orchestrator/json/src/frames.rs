//! Messages on their way through gRPC: a flag, a length, and the message.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use http::HeaderMap;
use http_body_util::BodyExt;
use tonic::Status;
use tonic::body::Body;

/// The flag and the length.
const PREFIX_BYTES: usize = 5;

/// A message as gRPC sends it.
pub(crate) fn framed(message: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(PREFIX_BYTES + message.len());
    frame.put_u8(0);
    frame.put_u32(u32::try_from(message.len()).expect("requests are bounded far below"));
    frame.put_slice(message);
    frame.freeze()
}

/// The messages of an answer, one after the other.
pub(crate) struct Frames {
    body: Body,
    buffer: BytesMut,
    ended: bool,
}

impl Frames {
    pub(crate) fn new(body: Body) -> Self {
        Self { body, buffer: BytesMut::new(), ended: false }
    }

    /// The next message; none at the end of an answer that went well. It may be
    /// dropped before it is done, and nothing is lost.
    pub(crate) async fn next(&mut self) -> Option<Result<Bytes, Status>> {
        loop {
            if self.ended {
                return None;
            }
            if let Some(message) = self.take() {
                return Some(Ok(message));
            }
            let frame = match self.body.frame().await {
                Some(Ok(frame)) => frame,
                Some(Err(status)) => return self.end(Some(status)),
                None => return self.end(Some(Status::unavailable("the answer broke off"))),
            };
            match frame.into_data() {
                Ok(data) => self.buffer.extend_from_slice(&data),
                Err(frame) => {
                    let status = frame.trailers_ref().and_then(failure_in);
                    return self.end(status);
                }
            }
        }
    }

    /// The message of an answer that has one.
    pub(crate) async fn only(mut self) -> Result<Bytes, Status> {
        let message = match self.next().await {
            Some(message) => message?,
            None => return Err(Status::internal("the answer is empty")),
        };
        // The status comes last, and the message counts only if it is good.
        match self.next().await {
            Some(Err(status)) => Err(status),
            _ => Ok(message),
        }
    }

    fn take(&mut self) -> Option<Bytes> {
        let mut prefix = self.buffer.get(..PREFIX_BYTES)?;
        prefix.advance(1);
        let length = prefix.get_u32() as usize;
        if self.buffer.len() < PREFIX_BYTES + length {
            return None;
        }
        self.buffer.advance(PREFIX_BYTES);
        Some(self.buffer.split_to(length).freeze())
    }

    fn end(&mut self, status: Option<Status>) -> Option<Result<Bytes, Status>> {
        self.ended = true;
        status.map(Err)
    }
}

/// The failure that headers or trailers tell of.
pub(crate) fn failure_in(headers: &HeaderMap) -> Option<Status> {
    Status::from_header_map(headers).filter(|status| status.code() != tonic::Code::Ok)
}

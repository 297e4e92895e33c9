//! A connection to one pod, and what the pod says of itself over it.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::TryFutureExt;
use http::Uri;
use hyper_util::rt::TokioIo;
use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1 as rules;
use kit_service::TracedChannel;
use kit_service::tls::ClientTls;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Status;
use tonic::transport::{Channel, Endpoint};
use tower::{BoxError, Service};

use super::RegisterError;
use super::address::Address;
use crate::limits::ANSWER_BYTES_MAX;

/// How long a pod may take to accept a connection, or to describe itself.
pub(super) const ANSWER_MAX: Duration = Duration::from_secs(3);
/// How often an idle connection is tried, and how long the answer may take, so
/// that a machine that is gone without a word is noticed.
const PING_EVERY: Duration = Duration::from_secs(10);
const PONG_MAX: Duration = Duration::from_secs(5);

/// The largest headers of an answer. A refusal that a game writes is judged by its
/// content: one that is too long for HTTP would cost the connection with all its calls.
const HEADERS_BYTES_MAX: u32 = 128 * 1024;

pub(super) type RulesClient = RulesServiceClient<TracedChannel<Channel>>;

/// One connection. It is never made again: what answers at the same address
/// later may be of another version, and has to describe itself first.
pub(super) struct Connection {
    pub(super) channel: Channel,
    /// Cancelled as soon as the connection is closed by either side.
    pub(super) gone: CancellationToken,
}

impl Connection {
    pub(super) async fn open(
        tls: &ClientTls,
        address: &Address,
        pod_address: SocketAddr,
    ) -> Result<Self, RegisterError> {
        let gone = CancellationToken::new();
        let endpoint = endpoint(address, pod_address);
        let channel = if address.is_secure() {
            // Whatever the address of the pod, the name in the game's is what counts.
            let mut connector = tls.connector(&address.uri).map_err(RegisterError::Name)?;
            let dial = move |uri| connector.call(uri).map_ok(TokioIo::into_inner);
            endpoint.connect_with_connector(once(dial, gone.clone())).await
        } else {
            endpoint.connect_with_connector(once(move |_| dial(pod_address), gone.clone())).await
        };
        let channel = channel.map_err(|error| unreachable(Status::from_error(error.into())))?;
        Ok(Self { channel, gone })
    }

    pub(super) fn client(&self) -> RulesClient {
        RulesServiceClient::new(TracedChannel::new(self.channel.clone()))
            .max_decoding_message_size(ANSWER_BYTES_MAX)
            .max_encoding_message_size(ANSWER_BYTES_MAX)
    }

    /// Asks the pod which game it plays, and how.
    pub(super) async fn describe(&self) -> Result<rules::DescribeResponse, RegisterError> {
        let mut client = self.client();
        let answer = tokio::time::timeout(ANSWER_MAX, client.describe(rules::DescribeRequest {}));
        let late = || Err(Status::deadline_exceeded("no description in time"));
        let answer = answer.await.unwrap_or_else(|_| late()).map_err(unreachable)?;
        Ok(answer.into_inner())
    }
}

/// How to speak to a pod. It hears the address that it was found by. TLS is
/// none of the endpoint's business, so its own address never says so.
fn endpoint(address: &Address, pod_address: SocketAddr) -> Endpoint {
    Endpoint::from_shared(format!("http://{pod_address}"))
        .expect("a socket address makes a URL")
        .origin(address.uri.clone())
        .connect_timeout(ANSWER_MAX)
        .http2_max_header_list_size(HEADERS_BYTES_MAX)
        .http2_keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(PONG_MAX)
        .keep_alive_while_idle(true)
}

fn unreachable(status: Status) -> RegisterError {
    RegisterError::Unreachable(Box::new(status))
}

async fn dial(pod_address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(pod_address).await?;
    // Small messages in both directions: waiting to fill a packet costs more.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A connector that connects once, and tells when that connection is over.
fn once<S, E, F>(
    mut dial: impl FnMut(Uri) -> F + Send + 'static,
    gone: CancellationToken,
) -> impl Service<
    Uri,
    Response = TokioIo<Socket<S>>,
    Error = BoxError,
    Future: Future<Output = Result<TokioIo<Socket<S>>, BoxError>> + Send,
> + Send
+ 'static
where
    S: Send + 'static,
    F: Future<Output = Result<S, E>> + Send + 'static,
    E: Into<BoxError> + 'static,
{
    let mut used = false;
    tower::service_fn(move |uri| {
        let dialed = (!std::mem::replace(&mut used, true)).then(|| dial(uri));
        let gone = gone.clone();
        async move {
            let dialed = dialed.ok_or("the connection is over")?;
            let stream = dialed.await.map_err(Into::into)?;
            Ok(TokioIo::new(Socket { stream, _gone: gone.drop_guard() }))
        }
    })
}

/// A stream whose end can be noticed from outside.
struct Socket<S> {
    stream: S,
    _gone: DropGuard,
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

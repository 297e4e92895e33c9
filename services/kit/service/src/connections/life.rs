//! Life of one connection, from its handshake to its last byte.

use std::convert::Infallible;
use std::error::Error as StdError;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use ::http::{Request, Response};
use hyper::body::Incoming;
use hyper::service::service_fn;

use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_io_timeout::TimeoutWriter;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::transport::server::TcpConnectInfo;
use tower::{BoxError, ServiceExt};
use tracing::debug;

use crate::metrics::ConnectionLimit;
use crate::tls::{Connection, shake_hands};

use super::activity::{Activity, Silence};
use super::answers::Answer;
use super::http::protocol;
use super::{Answering, Port};

/// How long a peer that was asked to go may take over it. What it has asked for
/// in the meantime is still answered.
const GOODBYE_MAX: Duration = Duration::from_secs(1);

/// Answers what is asked over a connection until it ends.
pub(super) async fn live(
    port: &Port,
    tcp: TcpStream,
    address: SocketAddr,
    answering: Answering,
    told: CancellationToken,
) {
    // Small messages in both directions: waiting to fill a packet costs more.
    // A socket that refuses that is as good without it.
    tcp.set_nodelay(true).ok();
    let info = TcpConnectInfo { local_addr: tcp.local_addr().ok(), remote_addr: Some(address) };
    let connection = tokio::select! {
        () = told.cancelled() => return,
        connection = secured(port, tcp) => connection,
    };
    let Some(connection) = connection else { return };
    let mut connection = TimeoutWriter::new(connection);
    connection.set_timeout(Some(port.limits.stall_max));

    let activity = Activity::new(&port.limits);
    let requests = service_fn(|request: Request<Incoming>| {
        let under_way = activity.begin();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(info.clone());
        let answer = answering.clone().oneshot(request);
        async move {
            let answer = answer.await?;
            Ok::<Response<Answer>, Infallible>(answer.map(|body| Answer::new(body, under_way)))
        }
    });
    let protocol = protocol(port);
    let mut connection =
        pin!(protocol.serve_connection(TokioIo::new(Box::pin(connection)), requests));
    let mut asked_to_go = pin!(asked_to_go(port.age_max, &told));
    let mut look = pin!(sleep_until(Instant::now()));
    let mut is_looked_at = true;
    let (mut is_told, mut is_let_go) = (false, false);
    loop {
        tokio::select! {
            ended = &mut connection => {
                if let Err(error) = ended {
                    failed(port, address, &error);
                }
                return;
            }
            () = &mut asked_to_go, if !is_told => {
                is_told = true;
                connection.as_mut().graceful_shutdown();
            }
            () = &mut look, if is_looked_at => match activity.silence() {
                Silence::Bearable { look_at } => look.as_mut().reset(look_at),
                Silence::Welcome => is_looked_at = false,
                Silence::TooLong(limit) if !is_let_go => {
                    is_let_go = true;
                    port.metrics.connection_limited(limit);
                    // Whoever is about to ask something learns to do it elsewhere.
                    connection.as_mut().graceful_shutdown();
                    look.as_mut().reset(Instant::now() + GOODBYE_MAX);
                }
                Silence::TooLong(_) => return,
            },
        }
    }
}

/// Resolves when the port closes, or the connection is old enough.
async fn asked_to_go(age_max: Option<Duration>, told: &CancellationToken) {
    match age_max {
        None => told.cancelled().await,
        // Either way it is to go, so the end of the time is as good as the word.
        Some(age_max) => drop(timeout(age_max, told.cancelled()).await),
    }
}

/// None: there was no handshake.
async fn secured(port: &Port, tcp: TcpStream) -> Option<Connection> {
    match &port.tls {
        None => Some(Connection::Plain(tcp)),
        Some(tls) => shake_hands(tcp, tls, port.http1, &port.metrics).await,
    }
}

/// A port in public hears a lot of nonsense, so nothing is told of it. Only that
/// nobody has read is counted: it is a limit of ours.
fn failed(port: &Port, address: SocketAddr, error: &BoxError) {
    if is_late(error.as_ref()) {
        port.metrics.connection_limited(ConnectionLimit::Stall);
    }
    debug!(%address, %error, "connection failed");
}

fn is_late(error: &(dyn StdError + 'static)) -> bool {
    let is_io = |error: &io::Error| error.kind() == io::ErrorKind::TimedOut;
    error.downcast_ref().is_some_and(is_io) || error.source().is_some_and(is_late)
}

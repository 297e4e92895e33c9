//! A network that loses all its connections every now and then.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// After so many pieces that came from the server everything is cut. A match has
/// several hundred of them.
const PIECES_PER_CUT: usize = 40;

/// What lies between a client and its server. What the server said last before a
/// cut never arrives, so that the client can't know what became of its command.
pub(crate) struct BadNetwork {
    address: SocketAddr,
    cuts: Arc<watch::Sender<usize>>,
    accepting: JoinHandle<()>,
}

impl BadNetwork {
    /// The network before a server.
    pub(crate) async fn before(server: &str) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("the machine has a port");
        let address = listener.local_addr().expect("it is bound");
        let cuts = Arc::new(watch::Sender::new(0));
        let (pieces, sender) = (Arc::new(AtomicUsize::new(0)), Arc::clone(&cuts));
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("the server listens");
                for end in [&client, &server] {
                    end.set_nodelay(true).expect("the connection is open");
                }
                let link = Link { pieces: Arc::clone(&pieces), cuts: Arc::clone(&sender) };
                tokio::spawn(link.carry(client, server));
            }
        });
        Self { address, cuts, accepting }
    }

    /// Where the client is to connect, without a scheme.
    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    /// How often everything was cut.
    pub(crate) fn cuts(&self) -> usize {
        *self.cuts.borrow()
    }
}

impl Drop for BadNetwork {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// One connection.
struct Link {
    pieces: Arc<AtomicUsize>,
    cuts: Arc<watch::Sender<usize>>,
}

impl Link {
    /// Carries both ways until one side is done or everything is cut.
    async fn carry(self, mut client: TcpStream, mut server: TcpStream) {
        let mut cut = self.cuts.subscribe();
        let (mut from_client, mut to_client) = client.split();
        let (mut from_server, mut to_server) = server.split();
        let answers = async {
            let mut piece = vec![0; 64 * 1024];
            while let Ok(length @ 1..) = from_server.read(&mut piece).await {
                let count = self.pieces.fetch_add(1, Ordering::Relaxed) + 1;
                if count.is_multiple_of(PIECES_PER_CUT) {
                    self.cuts.send_modify(|cuts| *cuts += 1);
                    return;
                }
                if to_client.write_all(&piece[..length]).await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            () = answers => {}
            _ = cut.changed() => {}
            // A client that has said everything may still listen.
            () = async {
                if copy(&mut from_client, &mut to_server).await.is_ok() {
                    std::future::pending().await
                }
            } => {}
        }
    }
}

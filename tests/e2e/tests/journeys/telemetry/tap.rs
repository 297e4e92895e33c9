//! Listens in on everything that a server sends to one client.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// A wire to a server, with somebody who listens.
pub(crate) struct Tap {
    /// Where the client is to connect.
    pub(crate) url: String,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Tap {
    /// Taps the wire before a server, until the test ends.
    pub(crate) async fn before(server: &str) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let heard = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("the server listens");
                // Nothing waits here for more to be sent along.
                for wire in [&client, &server] {
                    wire.set_nodelay(true).expect("the wire is open");
                }
                let (mut from_client, to_client) = client.into_split();
                let (from_server, mut to_server) = server.into_split();
                tokio::spawn(async move { copy(&mut from_client, &mut to_server).await });
                tokio::spawn(pass_on(from_server, to_client, Arc::clone(&shared)));
            }
        });
        Self { url, heard }
    }

    /// Everything that the server has sent.
    pub(crate) fn heard(&self) -> Vec<u8> {
        self.heard.lock().expect("no thread panics while it listens").clone()
    }
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, heard: Arc<Mutex<Vec<u8>>>) {
    let mut piece = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        // Heard before it is passed on: what has arrived was heard.
        let piece = &piece[..length];
        heard.lock().expect("no thread panics while it listens").extend_from_slice(piece);
        if to.write_all(piece).await.is_err() {
            return;
        }
    }
}

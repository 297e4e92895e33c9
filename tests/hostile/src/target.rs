//! Target of an attack, and connections to it from an address of choice.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::{TcpSocket, TcpStream};

/// Where all attacks come from: one peer, as limits count.
pub const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 66));

/// A server as its clients find it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub address: SocketAddr,
}

impl Target {
    /// The server on this port of the loopback.
    pub fn on(port: u16) -> Self {
        Self { address: (Ipv4Addr::LOCALHOST, port).into() }
    }

    pub fn url(self) -> String {
        format!("http://{}", self.address)
    }

    /// A connection that comes from an address of this machine.
    ///
    /// # Errors
    /// If nobody lets it in.
    pub async fn connect(self, from: IpAddr) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_nodelay(true)?;
        socket.bind((from, 0).into())?;
        socket.connect(self.address).await
    }
}

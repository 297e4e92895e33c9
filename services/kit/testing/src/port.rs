//! Ports that nobody listens on.

use std::net::{Ipv4Addr, TcpListener};

/// A TCP port of the loopback address that was free a moment ago.
///
/// Whoever binds it next may lose a race against another process, so callers
/// that can ask for port 0 themselves should do that instead.
///
/// # Panics
/// If the machine has no free port.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("the machine has a port");
    listener.local_addr().expect("a bound listener has an address").port()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_port_can_be_bound() {
        let port = free_port();
        assert_ne!(port, 0);
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).expect("the port is free");
    }
}

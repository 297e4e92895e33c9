//! Server on which a command does its work: a given one, or one of its own.

use crate::all_in_one::{AllInOne, Setup};
use crate::client::{Client, connect};
use crate::failure::Failure;

/// A connection to a server, or to one in this process.
pub(crate) struct ServerConnection {
    pub(crate) client: Client,
    own: Option<AllInOne>,
}

impl ServerConnection {
    /// The server at this address; without one, a server in this process that
    /// keeps nothing.
    pub(crate) async fn open(server: Option<&str>, setup: Setup) -> Result<Self, Failure> {
        if let Some(server) = server {
            return Ok(Self { client: connect(server).await?, own: None });
        }
        let own = AllInOne::start(setup).await?;
        Ok(Self { client: connect(&own.url()).await?, own: Some(own) })
    }

    /// Leaves the server, and ends it if it is our own.
    pub(crate) async fn leave(self) -> Result<(), Failure> {
        drop(self.client);
        match self.own {
            Some(own) => Ok(own.stop().await?),
            None => Ok(()),
        }
    }
}

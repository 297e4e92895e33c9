//! The server whose web table is looked at.

use tempfile::TempDir;
use tests_harness::{ALL_IN_ONE, Client, Service, ServiceSpec};

/// Everything in one process, with matches in a file, so that it can be killed
/// and started again.
#[derive(Debug)]
pub struct Server {
    pub process: Service,
    _folder: TempDir,
}

impl Server {
    /// Starts it.
    ///
    /// # Panics
    /// If it does not become ready.
    pub async fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let data = ("BAKUFU_DATA".to_owned(), folder.path().display().to_string());
        let spec = ServiceSpec {
            binary: ALL_IN_ONE.to_owned(),
            prefix: "BAKUFU".to_owned(),
            env: vec![data],
            files_max: None,
        };
        Self { process: Service::start(spec).await, _folder: folder }
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        self.process.url()
    }

    /// A client that asks the server past the page.
    pub fn client(&self) -> Client {
        Client::at(&self.url())
    }
}

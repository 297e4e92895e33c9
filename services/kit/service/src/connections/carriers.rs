//! Carriers: peers whose connections hold the requests of many others.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

/// Which addresses are carriers, such as trusted proxies. The default is none.
#[derive(Clone)]
pub struct Carriers(Arc<dyn Fn(IpAddr) -> bool + Send + Sync>);

impl Carriers {
    /// Those of which this is true.
    pub fn new(is_carrier: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(is_carrier))
    }

    pub(super) fn contain(&self, address: IpAddr) -> bool {
        (self.0)(address)
    }
}

impl Default for Carriers {
    fn default() -> Self {
        Self::new(|_| false)
    }
}

impl fmt::Debug for Carriers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Carriers").finish_non_exhaustive()
    }
}

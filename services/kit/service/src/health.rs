//! gRPC health with readiness and liveness as separate entries.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tonic_health::ServingStatus;
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::{HealthReporter, HealthService};

/// The health of the process; clones share it.
///
/// The entries "" and "ready" tell whether to send traffic here. The entry
/// "live" serves until the process ends, so that a liveness probe does not
/// kill a process in mid-drain. What the process depends on may have entries
/// of its own, for whoever wants to look at them.
#[derive(Debug, Clone)]
pub struct Health {
    reporter: HealthReporter,
    draining: Arc<AtomicBool>,
}

const READINESS: [&str; 2] = ["", "ready"];
const LIVENESS: &str = "live";

impl Health {
    /// A process that lives and is not ready yet.
    pub async fn starting() -> Self {
        let health = Self { reporter: HealthReporter::new(), draining: Arc::default() };
        health.reporter.set_service_status(LIVENESS, ServingStatus::Serving).await;
        health.set_readiness(ServingStatus::NotServing).await;
        health
    }

    /// Asks for traffic, unless the process drains: that is final.
    pub async fn ready(&self) {
        if !self.draining.load(Ordering::SeqCst) {
            self.set_readiness(ServingStatus::Serving).await;
        }
        // The drain may have begun between the two lines above.
        if self.draining.load(Ordering::SeqCst) {
            self.not_ready().await;
        }
    }

    /// Asks for no traffic for a while.
    pub async fn not_ready(&self) {
        self.set_readiness(ServingStatus::NotServing).await;
    }

    /// Asks for no traffic any more.
    pub async fn draining(&self) {
        self.draining.store(true, Ordering::SeqCst);
        self.not_ready().await;
    }

    /// Tells whether something that the process depends on is there, under an
    /// entry of that name. Readiness and liveness do not follow from it.
    pub async fn depends(&self, on: &str, is_there: bool) {
        let status = if is_there { ServingStatus::Serving } else { ServingStatus::NotServing };
        self.reporter.set_service_status(on, status).await;
    }

    /// The service that answers probes.
    pub fn service(&self) -> HealthServer<HealthService> {
        HealthServer::new(HealthService::from_health_reporter(self.reporter.clone()))
    }

    async fn set_readiness(&self, status: ServingStatus) {
        for entry in READINESS {
            self.reporter.set_service_status(entry, status).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use tonic::Request;
    use tonic_health::pb::HealthCheckRequest;
    use tonic_health::pb::health_check_response::ServingStatus::{NotServing, Serving};
    use tonic_health::pb::health_server::Health as _;

    use super::*;

    async fn entries(health: &Health) -> [i32; 3] {
        [entry(health, "").await, entry(health, "ready").await, entry(health, "live").await]
    }

    async fn entry(health: &Health, name: &str) -> i32 {
        let service = HealthService::from_health_reporter(health.reporter.clone());
        let request = Request::new(HealthCheckRequest { service: name.to_owned() });
        service.check(request).await.expect("a known entry").get_ref().status
    }

    #[tokio::test]
    async fn readiness_follows_the_process_and_liveness_stays() {
        let [up, down] = [Serving as i32, NotServing as i32];
        let health = Health::starting().await;
        assert_eq!(entries(&health).await, [down, down, up]);
        health.ready().await;
        assert_eq!(entries(&health).await, [up, up, up]);
        health.not_ready().await;
        assert_eq!(entries(&health).await, [down, down, up]);
        health.ready().await;
        health.clone().draining().await;
        assert_eq!(entries(&health).await, [down, down, up]);
        health.ready().await;
        assert_eq!(entries(&health).await, [down, down, up], "a drain is final");
    }

    #[tokio::test]
    async fn what_a_process_depends_on_is_shown_apart() {
        let [up, down] = [Serving as i32, NotServing as i32];
        let health = Health::starting().await;
        health.ready().await;
        health.depends("store", false).await;
        assert_eq!(entry(&health, "store").await, down);
        assert_eq!(entries(&health).await, [up, up, up]);
        health.depends("store", true).await;
        assert_eq!(entry(&health, "store").await, up);
    }
}

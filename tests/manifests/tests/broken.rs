//! Each rule is broken, and notices.

use std::sync::LazyLock;

use serde_json::Value;
use tests_manifests::{Cluster, Rule, Sources, faults, render};

/// One way to break a rule: the object, the place in it, and what to put there
/// as JSON. Nothing means that it is taken away, and `TWICE` that it is doubled.
type Break = (Rule, &'static str, &'static str, &'static str);

const TWICE: &str = "twice";

const POD: &str = "/spec/template/spec";
const BOX: &str = "/spec/template/spec/containers/0";

static PRODUCTION: LazyLock<Cluster> = LazyLock::new(|| rendered("production"));
static DEV: LazyLock<Cluster> = LazyLock::new(|| rendered("dev"));

fn rendered(overlay: &str) -> Cluster {
    render(overlay).unwrap_or_else(|error| panic!("{overlay}: {error}"))
}

/// `{POD}` and `{BOX}` in a place stand for the pod and its container.
const IN_PRODUCTION: &[Break] = &[
    (
        Rule::NamespaceIsRestricted,
        "Namespace/bakufu",
        "/metadata/labels/pod-security.kubernetes.io~1enforce",
        r#""baseline""#,
    ),
    (
        Rule::NamespaceIsRestricted,
        "Namespace/bakufu",
        "/metadata/labels/pod-security.kubernetes.io~1enforce-version",
        "",
    ),
    (Rule::NothingOfTheNode, "Deployment/samurai", "{POD}/hostNetwork", "true"),
    (Rule::NothingOfTheNode, "Deployment/samurai", "{POD}/hostPID", "true"),
    (Rule::NothingOfTheNode, "Deployment/samurai", "{BOX}/ports/0/hostPort", "7101"),
    (
        Rule::HarmlessVolumes,
        "Deployment/match-orchestrator",
        "{POD}/volumes/-",
        r#"{"name": "node", "hostPath": {"path": "/"}}"#,
    ),
    (Rule::NoPrivileges, "Deployment/samurai", "{BOX}/securityContext/privileged", "true"),
    (
        Rule::NoPrivileges,
        "Deployment/samurai",
        "{BOX}/securityContext/allowPrivilegeEscalation",
        "",
    ),
    (Rule::NobodyIsRoot, "Deployment/samurai", "{POD}/securityContext/runAsNonRoot", ""),
    (Rule::NobodyIsRoot, "Deployment/samurai", "{POD}/securityContext/runAsUser", "0"),
    (Rule::NobodyIsRoot, "Deployment/samurai", "{BOX}/securityContext/runAsNonRoot", "false"),
    (
        Rule::SystemCallsAreFiltered,
        "Deployment/samurai",
        "{POD}/securityContext/seccompProfile",
        "",
    ),
    (
        Rule::SystemCallsAreFiltered,
        "Deployment/samurai",
        "{BOX}/securityContext/seccompProfile",
        r#"{"type": "Unconfined"}"#,
    ),
    (Rule::NoCapabilities, "Deployment/samurai", "{BOX}/securityContext/capabilities/drop/0", ""),
    (
        Rule::NoCapabilities,
        "Deployment/samurai",
        "{BOX}/securityContext/capabilities/add",
        r#"["SYS_ADMIN"]"#,
    ),
    (
        Rule::NoKernelSettings,
        "Deployment/samurai",
        "{POD}/securityContext/sysctls",
        r#"[{"name": "kernel.msgmax", "value": "1"}]"#,
    ),
    (
        Rule::NoKernelSettings,
        "Deployment/samurai",
        "{BOX}/securityContext/procMount",
        r#""Unmasked""#,
    ),
    (
        Rule::RootIsReadOnly,
        "Deployment/samurai",
        "{BOX}/securityContext/readOnlyRootFilesystem",
        "",
    ),
    (Rule::NoToken, "Deployment/samurai", "{POD}/automountServiceAccountToken", "true"),
    (Rule::NoToken, "ServiceAccount/samurai", "/automountServiceAccountToken", ""),
    (Rule::KnownKinds, "ConfigMap/games", "/kind", r#""CronJob""#),
    (Rule::NamesAreValid, "NetworkPolicy/deny", "/metadata/name", r#""Deny_all""#),
    (Rule::NamesAreValid, "Service/samurai", "/metadata/labels/title", r#""The rules""#),
    (Rule::ObjectsAreUnique, "Service/samurai", "", TWICE),
    (Rule::OneNamespace, "Service/samurai", "/metadata/namespace", r#""default""#),
    (Rule::OneNamespace, "Namespace/bakufu", "", ""),
    (
        Rule::WorkloadSelectsItsPods,
        "Deployment/samurai",
        "/spec/template/metadata/labels/app.kubernetes.io~1name",
        r#""shogun""#,
    ),
    (
        Rule::WorkloadSelectsItsPods,
        "Deployment/samurai",
        "/spec/selector/matchLabels",
        r#"{"app.kubernetes.io/component": "rules"}"#,
    ),
    (Rule::PortsAreValid, "Deployment/samurai", "{BOX}/ports/0/name", r#""grpc-of-the-samurai""#),
    (Rule::PortsAreValid, "Deployment/samurai", "{BOX}/ports/1/name", r#""grpc""#),
    (Rule::PortsAreValid, "Deployment/samurai", "{BOX}/ports/0/containerPort", "70000"),
    (Rule::MountsHaveVolumes, "Deployment/match-orchestrator", "{POD}/volumes", ""),
    (Rule::ResourcesAreBounded, "Deployment/samurai", "{BOX}/resources/limits", ""),
    (Rule::ResourcesAreBounded, "Deployment/samurai", "{BOX}/resources/requests/memory", ""),
    (Rule::ResourcesAreBounded, "Deployment/samurai", "{BOX}/resources/requests/cpu", r#""64""#),
    (Rule::ResourcesAreBounded, "Deployment/samurai", "{BOX}/resources/limits/memory", r#""1GB""#),
    (Rule::ReferencesLeadSomewhere, "ConfigMap/telemetry", "", ""),
    (Rule::ReferencesLeadSomewhere, "Secret/match-orchestrator", "/data/ORCHESTRATOR_STORE", ""),
    (
        Rule::ReferencesLeadSomewhere,
        "Secret/match-orchestrator",
        "/data/ORCHESTRATOR_OPERATOR_TOKEN",
        "",
    ),
    (Rule::ReferencesLeadSomewhere, "ServiceAccount/samurai", "/metadata/name", r#""nobody""#),
    (
        Rule::ServicesReachPods,
        "Service/samurai",
        "/spec/selector/app.kubernetes.io~1name",
        r#""go""#,
    ),
    (Rule::ServicesReachPods, "Service/samurai", "/spec/selector", ""),
    (Rule::ServicesReachPods, "Service/samurai", "/spec/ports/0/targetPort", r#""http""#),
    (Rule::ServicesReachPods, "Service/samurai", "/spec/ports/0/port", "80"),
    (Rule::ServicesReachPods, "Service/samurai", "/spec/clusterIP", ""),
    (Rule::ServicesReachPods, "Service/match-orchestrator", "/metadata/name", r#""play""#),
    (Rule::ProbesAskPorts, "Deployment/samurai", "{BOX}/readinessProbe", ""),
    (Rule::ProbesAskPorts, "Deployment/samurai", "{BOX}/livenessProbe/grpc/port", "7100"),
    (Rule::ProbesAskPorts, "Deployment/samurai", "{BOX}/livenessProbe/successThreshold", "2"),
    (
        Rule::ProbesAskKnownHealth,
        "Deployment/samurai",
        "{BOX}/livenessProbe/grpc/service",
        r#""ready""#,
    ),
    (Rule::ProbesAskKnownHealth, "Deployment/samurai", "{BOX}/livenessProbe/grpc/service", ""),
    (
        Rule::ProbesAskKnownHealth,
        "Deployment/samurai",
        "{BOX}/readinessProbe/grpc/service",
        r#""live""#,
    ),
    (
        Rule::ProbesAskKnownHealth,
        "Deployment/samurai",
        "{BOX}/startupProbe/grpc/service",
        r#""up""#,
    ),
    (Rule::AutoscalersHaveTargets, "HorizontalPodAutoscaler/samurai", "", ""),
    (
        Rule::AutoscalersHaveTargets,
        "HorizontalPodAutoscaler/samurai",
        "/spec/scaleTargetRef/name",
        r#""go""#,
    ),
    (Rule::AutoscalersHaveTargets, "HorizontalPodAutoscaler/samurai", "/spec/minReplicas", "30"),
    (
        Rule::AutoscalersHaveTargets,
        "HorizontalPodAutoscaler/samurai",
        "/spec/metrics/0/resource/name",
        r#""disk""#,
    ),
    (Rule::AutoscalersHaveTargets, "Deployment/samurai", "/spec/replicas", "3"),
    (Rule::AutoscalersHaveTargets, "Deployment/samurai", "{BOX}/resources/requests/cpu", ""),
    (Rule::BudgetsAllowRollouts, "PodDisruptionBudget/samurai", "", ""),
    (Rule::BudgetsAllowRollouts, "PodDisruptionBudget/samurai", "/spec/maxUnavailable", "0"),
    (Rule::BudgetsAllowRollouts, "PodDisruptionBudget/samurai", "/spec/maxUnavailable", "3"),
    (Rule::BudgetsAllowRollouts, "PodDisruptionBudget/samurai", "/spec/minAvailable", "1"),
    (
        Rule::BudgetsAllowRollouts,
        "PodDisruptionBudget/samurai",
        "/spec/selector/matchLabels/app.kubernetes.io~1name",
        r#""go""#,
    ),
    (Rule::ReplicasAreSpread, "Deployment/samurai", "{POD}/topologySpreadConstraints/0", ""),
    (
        Rule::ReplicasAreSpread,
        "Deployment/samurai",
        "{POD}/topologySpreadConstraints/1/labelSelector/matchLabels/app.kubernetes.io~1name",
        r#""go""#,
    ),
    (
        Rule::RolloutsKeepCapacity,
        "Deployment/samurai",
        "/spec/strategy/rollingUpdate/maxUnavailable",
        "1",
    ),
    (
        Rule::RolloutsKeepCapacity,
        "Deployment/samurai",
        "/spec/strategy/rollingUpdate/maxSurge",
        "0",
    ),
    (Rule::RolloutsKeepCapacity, "Deployment/samurai", "/spec/strategy/type", r#""Recreate""#),
    (Rule::GraceFitsDrain, "Deployment/samurai", "{POD}/terminationGracePeriodSeconds", "15"),
    (Rule::GraceFitsDrain, "Deployment/samurai", "{BOX}/env/2/value", r#""20s""#),
    (Rule::GraceFitsDrain, "Deployment/samurai", "{BOX}/env/3/value", r#""30s""#),
    (Rule::GraceFitsDrain, "Deployment/samurai", "{BOX}/env/2/value", r#""0s""#),
    (Rule::GraceFitsDrain, "Deployment/samurai", "{BOX}/env/2", ""),
    (Rule::ImagesArePinned, "Deployment/samurai", "{BOX}/image", r#""bakufu/samurai:latest""#),
    (
        Rule::ImagesArePinned,
        "Deployment/samurai",
        "{BOX}/image",
        r#""r.example:5000/bakufu/samurai""#,
    ),
    (Rule::ImagesArePinned, "Deployment/samurai", "{BOX}/image", r#""bakufu/samurai:99.0.0""#),
    (Rule::ImagesArePinned, "Deployment/samurai", "{BOX}/image", r#""bakufu/shogun:0.1.0""#),
    (
        Rule::VariablesAreRead,
        "Deployment/samurai",
        "{BOX}/env/-",
        r#"{"name": "ORCHESTRATOR_STORE", "value": "memory"}"#,
    ),
    (Rule::VariablesAreRead, "ConfigMap/telemetry", "/data/OTEL_EXPORTER", r#""otlp""#),
    (Rule::VariablesAreRead, "ConfigMap/games", "/data/ORCHESTRATOR_LISTEN", r#""0.0.0.0:1""#),
    (Rule::VariablesAreComplete, "ConfigMap/games", "/data/ORCHESTRATOR_GAMES", ""),
    (Rule::VariablesAreComplete, "Deployment/samurai", "{BOX}/env/0", ""),
    (Rule::ListensWhereItSays, "Deployment/samurai", "{BOX}/env/0/value", r#""0.0.0.0:7100""#),
    (Rule::ListensWhereItSays, "Deployment/samurai", "{BOX}/env/1/value", r#""127.0.0.1:9464""#),
    (
        Rule::AddressesLeadSomewhere,
        "ConfigMap/telemetry",
        "/data/OTEL_EXPORTER_OTLP_ENDPOINT",
        r#""http://opentelemetry-collector.observability:4318""#,
    ),
    (
        Rule::SecretsAreReferred,
        "Deployment/match-orchestrator",
        "{BOX}/env/-",
        r#"{"name": "ORCHESTRATOR_OPERATOR_TOKEN", "value": "open sesame"}"#,
    ),
    (
        Rule::SecretsAreReferred,
        "ConfigMap/games",
        "/data/ORCHESTRATOR_STORE",
        r#""redis://:hunter2@redis:6379""#,
    ),
    (Rule::SecretsAreReferred, "ConfigMap/games", "/data/REDIS_PASSWORD", r#""hunter2""#),
    (Rule::GamesAreComplete, "Service/samurai", "", ""),
    (Rule::GamesAreComplete, "ServiceAccount/samurai", "", ""),
    (
        Rule::GamesAreComplete,
        "ConfigMap/games",
        "/data/ORCHESTRATOR_GAMES",
        r#""http://samurai:7101""#,
    ),
    (Rule::GamesAreComplete, "Deployment/samurai", "/metadata/name", r#""go""#),
    (Rule::OnlyWantedEdges, "NetworkPolicy/deny", "", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/services-to-dns", "", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/orchestrator-from-clients", "", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/orchestrator-from-clients", "/spec/ingress/0/ports", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/samurai-from-orchestrator", "/spec/ingress/0/from", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/samurai-from-orchestrator", "/spec/ingress/0/ports", ""),
    (
        Rule::OnlyWantedEdges,
        "NetworkPolicy/samurai-from-orchestrator",
        "/spec/ingress/0/from/0/namespaceSelector",
        "{}",
    ),
    (Rule::OnlyWantedEdges, "NetworkPolicy/orchestrator-to-samurai", "/spec/egress/0/to", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/orchestrator-to-samurai", "/spec/podSelector", "{}"),
    (
        Rule::OnlyWantedEdges,
        "NetworkPolicy/orchestrator-to-redis",
        "/spec/egress/0/to/0/ipBlock/cidr",
        r#""0.0.0.0/0""#,
    ),
    (Rule::OnlyWantedEdges, "NetworkPolicy/services-from-prometheus", "/spec/ingress/0/from", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/services-to-collector", "/spec/egress/0/ports", ""),
];

const IN_DEV: &[Break] = &[
    (Rule::OnlyWantedEdges, "NetworkPolicy/redis-from-orchestrator", "/spec/ingress/0/from", ""),
    (Rule::OnlyWantedEdges, "NetworkPolicy/orchestrator-to-redis", "", ""),
    (Rule::NobodyIsRoot, "StatefulSet/redis", "{POD}/securityContext/runAsNonRoot", ""),
    (Rule::ImagesArePinned, "StatefulSet/redis", "{BOX}/image", r#""redis:7""#),
    (Rule::ProbesAskPorts, "StatefulSet/redis", "{BOX}/readinessProbe/exec", ""),
    (Rule::MountsHaveVolumes, "StatefulSet/redis", "/spec/volumeClaimTemplates", ""),
    (Rule::ReferencesLeadSomewhere, "ConfigMap/store", "/data/ORCHESTRATOR_STORE", ""),
    (
        Rule::AddressesLeadSomewhere,
        "ConfigMap/store",
        "/data/ORCHESTRATOR_STORE",
        r#""redis://redis:6380""#,
    ),
    (
        Rule::SecretsAreReferred,
        "ConfigMap/redis",
        "/data/redis.conf",
        r#""port 6379\nrequirepass hunter2""#,
    ),
    (
        Rule::RedisKeepsCommits,
        "ConfigMap/redis",
        "/data/redis.conf",
        r#""appendonly yes\nappendfsync everysec\nmaxmemory-policy noeviction\ndir /data""#,
    ),
    (
        Rule::RedisKeepsCommits,
        "ConfigMap/redis",
        "/data/redis.conf",
        r#""appendonly yes\nappendfsync always\ndir /data""#,
    ),
    (Rule::RedisKeepsCommits, "StatefulSet/redis", "{BOX}/volumeMounts/0/mountPath", r#""/tmp""#),
    (
        Rule::RedisKeepsCommits,
        "StatefulSet/redis",
        "/spec/persistentVolumeClaimRetentionPolicy/whenDeleted",
        r#""Delete""#,
    ),
];

/// Breaks a copy of the cluster.
fn broken(whole: &Cluster, (_, object, place, json): &Break) -> Cluster {
    let mut cluster = whole.clone();
    let (kind, name) = object.split_once('/').expect("an object is kind and name");
    if place.is_empty() {
        let known = cluster.edit(kind, name).clone();
        let at = cluster.objects.iter().position(|object| object.value == known);
        let object = cluster.objects.remove(at.expect("it was found"));
        if *json == TWICE {
            cluster.objects.extend([object.clone(), object]);
        }
        return cluster;
    }
    let place = place.replace("{POD}", POD).replace("{BOX}", BOX);
    let (parent, key) = place.rsplit_once('/').expect("a pointer begins with a slash");
    let key = key.replace("~1", "/");
    let parent = cluster.edit(kind, name).pointer_mut(parent);
    match (parent.unwrap_or_else(|| panic!("{object} has no {place}")), *json) {
        (Value::Object(map), "") => drop(map.remove(&key).expect("what is taken away is there")),
        (Value::Object(map), json) => drop(map.insert(key, parsed(json))),
        (Value::Array(list), "") => drop(list.remove(key.parse().expect("an index"))),
        (Value::Array(list), json) => list.push(parsed(json)),
        (other, _) => panic!("{object} has {other} at {place}"),
    }
    cluster
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn uncaught(whole: &Cluster, breaks: &[Break]) -> Vec<String> {
    let sources = Sources::read();
    let mut uncaught = Vec::new();
    for way in breaks {
        let (rule, object, place, json) = way;
        let found = faults(&broken(whole, way), &sources);
        if !found.iter().any(|fault| fault.rule == *rule) {
            uncaught.push(format!("{rule:?}: {object} {place} {json}; found {found:?}"));
        }
    }
    uncaught
}

#[test]
fn every_way_to_break_production_is_noticed_by_its_rule() {
    assert_eq!(uncaught(&PRODUCTION, IN_PRODUCTION), [""; 0]);
}

#[test]
fn every_way_to_break_dev_is_noticed_by_its_rule() {
    assert_eq!(uncaught(&DEV, IN_DEV), [""; 0]);
}

#[test]
fn every_rule_is_broken_in_some_way() {
    let broken = |rule: &Rule| IN_PRODUCTION.iter().chain(IN_DEV).any(|(known, ..)| known == rule);
    let whole: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| !broken(rule)).collect();
    assert_eq!(whole, []);
}

#[test]
fn a_game_without_manifests_is_noticed() {
    let mut sources = Sources::read();
    let mut unknown = sources.games[0].clone();
    unknown.id = "go".to_owned();
    sources.games.push(unknown);
    let found = faults(&PRODUCTION, &sources);
    let missing = found.iter().filter(|fault| fault.rule == Rule::GamesAreComplete);
    // Five kinds of objects, and the address that the orchestrator is not told.
    assert_eq!(missing.count(), 6, "{found:?}");
}

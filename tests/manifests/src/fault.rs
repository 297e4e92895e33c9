//! Faults that a policy finds.

use std::fmt;

/// Everything that is refused, each by the name of what should be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The namespace enforces the restricted profile in its newest version.
    NamespaceIsRestricted,
    /// No namespace, port or path of the node is used.
    NothingOfTheNode,
    /// Only kinds of volumes that the restricted profile allows.
    HarmlessVolumes,
    /// No container is privileged or may become so.
    NoPrivileges,
    NobodyIsRoot,
    /// System calls are filtered by the runtime's profile.
    SystemCallsAreFiltered,
    /// Every capability is dropped and none added.
    NoCapabilities,
    /// Neither kernel parameters nor security labels are changed.
    NoKernelSettings,
    /// No container can change its own image.
    RootIsReadOnly,
    /// No pod can talk to the API of the cluster.
    NoToken,
    /// Only kinds of objects that these policies know.
    KnownKinds,
    /// Names and labels are what the API allows.
    NamesAreValid,
    /// No two objects are the same one.
    ObjectsAreUnique,
    /// Everything is in the namespace that is rendered.
    OneNamespace,
    /// A workload selects its own pods and nobody else's.
    WorkloadSelectsItsPods,
    /// Port names and numbers are valid, and each is there once.
    PortsAreValid,
    /// Every mount has its volume.
    MountsHaveVolumes,
    /// Every container says what it needs and what it may take.
    ResourcesAreBounded,
    /// Whatever is referred to is there, with the key that is asked for.
    ReferencesLeadSomewhere,
    /// Services select pods and name ports that those have.
    ServicesReachPods,
    /// All three probes are there, and ask a port that exists.
    ProbesAskPorts,
    /// Readiness and liveness ask different entries that the services know.
    ProbesAskKnownHealth,
    /// Every Deployment is scaled by what it asks for, between sane bounds.
    AutoscalersHaveTargets,
    /// Every Deployment may lose one pod at a time, but not all.
    BudgetsAllowRollouts,
    /// Replicas are spread over zones and nodes.
    ReplicasAreSpread,
    /// A rollout never takes a pod away before another is ready.
    RolloutsKeepCapacity,
    /// A pod has the time that its drain takes.
    GraceFitsDrain,
    /// Images have a fixed tag, and ours that of the workspace.
    ImagesArePinned,
    /// Every variable is one that the process reads, and is set once.
    VariablesAreRead,
    /// What must be set is set.
    VariablesAreComplete,
    /// Ports in variables are the ports of the container.
    ListensWhereItSays,
    /// Addresses in variables are those of Services with such a port, or of the
    /// collector that the policies let telemetry go to.
    AddressesLeadSomewhere,
    /// No secret stands in a variable, an argument or a ConfigMap.
    SecretsAreReferred,
    /// Every game has all of its objects, and the orchestrator its address.
    GamesAreComplete,
    /// Exactly the wanted connections are possible.
    OnlyWantedEdges,
    /// A Redis in the cluster loses nothing that was acknowledged.
    RedisKeepsCommits,
}

impl Rule {
    pub const ALL: [Self; 36] = [
        Self::NamespaceIsRestricted,
        Self::NothingOfTheNode,
        Self::HarmlessVolumes,
        Self::NoPrivileges,
        Self::NobodyIsRoot,
        Self::SystemCallsAreFiltered,
        Self::NoCapabilities,
        Self::NoKernelSettings,
        Self::RootIsReadOnly,
        Self::NoToken,
        Self::KnownKinds,
        Self::NamesAreValid,
        Self::ObjectsAreUnique,
        Self::OneNamespace,
        Self::WorkloadSelectsItsPods,
        Self::PortsAreValid,
        Self::MountsHaveVolumes,
        Self::ResourcesAreBounded,
        Self::ReferencesLeadSomewhere,
        Self::ServicesReachPods,
        Self::ProbesAskPorts,
        Self::ProbesAskKnownHealth,
        Self::AutoscalersHaveTargets,
        Self::BudgetsAllowRollouts,
        Self::ReplicasAreSpread,
        Self::RolloutsKeepCapacity,
        Self::GraceFitsDrain,
        Self::ImagesArePinned,
        Self::VariablesAreRead,
        Self::VariablesAreComplete,
        Self::ListensWhereItSays,
        Self::AddressesLeadSomewhere,
        Self::SecretsAreReferred,
        Self::GamesAreComplete,
        Self::OnlyWantedEdges,
        Self::RedisKeepsCommits,
    ];
}

/// One place where an object breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub rule: Rule,
    /// Kind and name of the object.
    pub object: String,
    pub why: String,
}

impl Fault {
    pub(crate) fn new(rule: Rule, object: impl fmt::Display, why: impl Into<String>) -> Self {
        Self { rule, object: object.to_string(), why: why.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({:?})", self.object, self.why, self.rule)
    }
}

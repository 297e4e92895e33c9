//! Crates from outside are what `deny.toml` allows.
//!
//! cargo-deny asks the same of the same file; here it is asked where cargo-deny
//! is not installed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use cargo_metadata::semver::Version;
use tests_tidy::{Crate, Policy, TidyFault, crates, expect_none, licences, permits, root};

const LOCK: &str = "Cargo.lock";
const POLICY: &str = "deny.toml";

static CRATES: LazyLock<Vec<Crate>> = LazyLock::new(|| crates(&root()));
static RULES: LazyLock<Policy> = LazyLock::new(|| Policy::read(&root()));

fn unlicensed(policy: &Policy, crates: &[Crate]) -> Vec<TidyFault> {
    let refused = crates.iter().filter_map(|it| {
        let excepted = policy.licenses.exceptions.iter().filter(|other| other.name == it.name);
        let accepted: Vec<&String> =
            policy.licenses.allow.iter().chain(excepted.flat_map(|other| &other.allow)).collect();
        let licence = it.licence.as_deref().unwrap_or_default();
        let permitted = permits(licence, |name| accepted.iter().any(|it| *it == name));
        let why = match permitted {
            Some(true) => return None,
            Some(false) => format!("{licence} is not accepted"),
            None => format!("{licence:?} is no licence"),
        };
        Some(format!("{} {}: {why}: do without it, or see {POLICY}", it.name, it.version))
    });
    refused.map(|advice| TidyFault::new(LOCK, 1, advice)).collect()
}

fn repeated(policy: &Policy, crates: &[Crate]) -> Vec<TidyFault> {
    let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for it in crates {
        if !policy.bans.skip.iter().any(|skip| skip.covers(&it.name, &it.version)) {
            versions.entry(&it.name).or_default().push(it.version.to_string());
        }
    }
    let repeated = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    let findings = repeated.map(|(name, versions)| {
        let advice = format!("{name} is built as {}: agree on one", versions.join(" and "));
        TidyFault::new(LOCK, 1, advice)
    });
    findings.collect()
}

fn strange_sources(policy: &Policy, crates: &[Crate]) -> Vec<TidyFault> {
    let known = |source: &str| {
        let registry = source.strip_prefix("registry+").unwrap_or_default();
        policy.sources.allow_registry.iter().any(|it| it == registry)
    };
    let strange = crates.iter().filter(|it| !known(&it.source));
    let findings = strange.map(|it| {
        let advice = format!("{} {} comes from {}: see {POLICY}", it.name, it.version, it.source);
        TidyFault::new(LOCK, 1, advice)
    });
    findings.collect()
}

/// What the policy allows although nobody needs it.
fn needless(policy: &Policy, crates: &[Crate]) -> Vec<TidyFault> {
    let named: BTreeSet<String> =
        crates.iter().flat_map(|it| licences(it.licence.as_deref().unwrap_or_default())).collect();
    let licences = policy.licenses.allow.iter().filter(|it| !named.contains(*it));
    let exceptions = policy.licenses.exceptions.iter().map(|it| &it.name);
    let exceptions = exceptions.filter(|name| !crates.iter().any(|it| it.name == **name));
    let skips = policy.bans.skip.iter().filter(|skip| {
        let mut covered = crates.iter().filter(|it| skip.covers(&it.name, &it.version));
        let others = |it: &Crate| {
            crates.iter().any(|other| other.name == it.name && other.version != it.version)
        };
        !covered.any(others)
    });
    let needless = licences.chain(exceptions).chain(skips.map(|skip| &skip.spec));
    let findings = needless.map(|it| TidyFault::new(POLICY, 1, format!("{it}: remove it")));
    findings.collect()
}

#[test]
fn every_crate_has_a_licence_that_is_accepted() {
    expect_none(unlicensed(&RULES, &CRATES));
}

#[test]
fn no_crate_is_built_in_several_versions_without_a_reason() {
    expect_none(repeated(&RULES, &CRATES));
}

#[test]
fn crates_come_from_known_registries() {
    expect_none(strange_sources(&RULES, &CRATES));
}

#[test]
fn the_policy_leaves_out_no_crate_and_allows_nothing_that_nobody_needs() {
    assert!(RULES.graph.all_features && RULES.bans.multiple_versions_include_dev, "see {POLICY}");
    expect_none(needless(&RULES, &CRATES));
}

fn sample(name: &str, major: u64, licence: &str) -> Crate {
    let (licence, source) = (Some(licence.to_owned()), "registry+index".to_owned());
    Crate { licence, source, ..Crate::new(name, Version::new(major, 0, 0)) }
}

fn policy() -> Policy {
    let text = r#"
        advisories = {}
        graph.all-features = true
        [licenses]
        allow = ["MIT"]
        exceptions = [{ crate = "b", allow = ["GPL"] }]
        [bans]
        multiple-versions = "deny"
        multiple-versions-include-dev = true
        skip = [{ crate = "a:1", reason = "old" }]
        [sources]
        unknown-registry = "deny"
        unknown-git = "deny"
        allow-registry = ["index"]
    "#;
    toml::from_str(text).expect("a sample of all keys")
}

#[test]
fn a_licence_that_is_not_accepted_is_found() {
    let check =
        |name: &str, licence: &str| unlicensed(&policy(), &[sample(name, 1, licence)]).len();
    assert_eq!([check("a", "MIT OR GPL"), check("b", "GPL")], [0, 0]);
    assert_eq!([check("a", "GPL"), check("a", ""), check("b", "GPL AND LGPL")], [1, 1, 1]);
}

#[test]
fn a_second_version_is_found() {
    let crates = |versions: &[(&str, u64)]| -> Vec<Crate> {
        versions.iter().map(|(name, major)| sample(name, *major, "MIT")).collect()
    };
    assert_eq!(repeated(&policy(), &crates(&[("a", 1), ("a", 2)])), []);
    assert_eq!(repeated(&policy(), &crates(&[("a", 3), ("a", 2)])).len(), 1);
    assert_eq!(repeated(&policy(), &crates(&[("b", 1), ("b", 2), ("c", 2)])).len(), 1);
}

#[test]
fn a_crate_from_elsewhere_is_found() {
    let mut it = sample("a", 1, "MIT");
    assert_eq!(strange_sources(&policy(), &[it.clone()]), []);
    for source in ["registry+other", "git+index"] {
        source.clone_into(&mut it.source);
        assert_eq!(strange_sources(&policy(), &[it.clone()]).len(), 1, "{source}");
    }
}

#[test]
fn a_line_of_the_policy_that_nobody_needs_is_found() {
    let needed = [sample("a", 1, "MIT"), sample("a", 2, "MIT"), sample("b", 1, "GPL")];
    assert_eq!(needless(&policy(), &needed), []);
    assert_eq!(needless(&policy(), &needed[1..]).len(), 1, "nothing to skip");
    assert_eq!(needless(&policy(), &[]).len(), 3);
}

//! Contents of the images, and how they start and end.

use std::process::Command;
use std::time::{Duration, Instant};

use kit_testing::wait_until;
use testcontainers::core::{Mount, WaitFor};
use testcontainers::runners::AsyncRunner;
use testcontainers::{ContainerRequest, GenericImage, ImageExt};
use tests_containers::{
    REDIS_IMAGE, Stack, all_services, docker, hardened, image_id, image_of, version,
};
use tests_harness::{ALL_IN_ONE, ORCHESTRATOR, workspace_root};

/// The most that an image may take. These are programs of the dev profile, a
/// half larger than those that ship, since what they use is not optimized;
/// `deploy/build` holds those to 40 MB.
const BYTES_MAX: u64 = 64_000_000;
/// The longest that a process without open calls may take to end.
const END_MAX: Duration = Duration::from_secs(5);

fn inspect(service: &str, format: &str) -> String {
    let (name, tag) = image_of(service);
    image_id(&format!("{name}:{tag}"));
    let text = docker(&["image", "inspect", "--format", format, &format!("{name}:{tag}")]);
    text.trim().to_owned()
}

#[test]
fn every_image_has_its_user_its_labels_and_its_entry() {
    for service in all_services() {
        assert_eq!(inspect(&service, "{{.Config.User}}"), "65532:65532", "{service}");
        assert_eq!(inspect(&service, "{{.Config.Entrypoint}}"), "[/service]", "{service}");
        let label = |name: &str| {
            let name = format!("org.opencontainers.image.{name}");
            inspect(&service, &format!("{{{{index .Config.Labels {name:?}}}}}"))
        };
        assert_eq!(label("title"), format!("bakufu/{service}"));
        assert_eq!(label("version"), version(), "{service}");
        assert_eq!(label("licenses"), "Apache-2.0", "{service}");
        assert!(!label("revision").is_empty(), "{service}");
    }
}

#[test]
fn every_image_is_small() {
    for service in all_services() {
        let bytes: u64 = inspect(&service, "{{.Size}}").parse().expect("a size is a number");
        assert!(bytes < BYTES_MAX, "{service} takes {bytes} bytes, {BYTES_MAX} are the most");
    }
}

#[test]
fn an_image_holds_one_program_and_no_shell() {
    for service in all_services() {
        let (name, tag) = image_of(&service);
        let container = docker(&["create", &format!("{name}:{tag}")]);
        let container = container.trim();
        let listed = Command::new("sh")
            .args(["-c", "docker export \"$0\" | tar -tv", container])
            .output()
            .expect("a container can be listed");
        docker(&["rm", container]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        // Where the engine mounts something of its own, it leaves empty files.
        let is_program =
            |line: &&str| line.starts_with("-rwx") && line.split_whitespace().nth(2) != Some("0");
        let programs: Vec<&str> = listed
            .lines()
            .filter(is_program)
            .filter_map(|line| line.split_whitespace().last())
            .filter(|path| !path.contains(".so"))
            .collect();
        assert_eq!(programs, ["service"], "{service}: {listed}");
    }
}

#[test]
fn the_same_programs_give_the_same_images() {
    let service = &all_services()[1];
    let before = inspect(service, "{{.Id}}");
    let built = Command::new(workspace_root().join("deploy/build"))
        .args(["--offline", "--profile", "dev", "--prebuilt", service])
        .output()
        .expect("deploy/build is a program");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    assert_eq!(inspect(service, "{{.Id}}"), before);
}

/// A container of a service with nothing around it.
fn alone(service: &str) -> ContainerRequest<GenericImage> {
    let (name, tag) = image_of(service);
    let image = (name.as_str(), tag.as_str());
    match service {
        ALL_IN_ONE => hardened(image, 7000, WaitFor::message_on_stdout("Bakufu is ready"))
            .with_mount(Mount::volume_mount("", "/data")),
        ORCHESTRATOR => hardened(image, 7000, WaitFor::message_on_stderr("serving"))
            .with_env_var("ORCHESTRATOR_STORE", "memory"),
        _ => hardened(image, 7100, WaitFor::message_on_stderr("serving")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_image_starts_without_rights_and_ends_in_order() {
    for service in all_services() {
        let started = alone(&service).start().await;
        let container = started.unwrap_or_else(|error| panic!("{service} starts: {error}"));
        if service != ALL_IN_ONE {
            // As the health check of a container does it; a failure would panic. An
            // engine may lose what a program has printed that ends at once.
            wait_until("the probe is heard", async || {
                let answer = docker(&["exec", container.id(), "/service", "probe"]);
                assert!(answer.is_empty() || answer.contains("ready at 127.0.0.1:"), "{answer}");
                !answer.is_empty()
            })
            .await;
        }
        let began = Instant::now();
        assert_eq!(Stack::stop(&container).await, Some(0), "{service}");
        assert!(began.elapsed() < END_MAX, "{service} took {:?} to end", began.elapsed());
    }
}

#[test]
fn the_redis_of_the_tests_runs_without_rights_too() {
    let (name, tag) = REDIS_IMAGE;
    image_id(&format!("{name}:{tag}"));
    let user = docker(&["image", "inspect", "--format={{.Config.User}}", &format!("{name}:{tag}")]);
    assert_eq!(user.trim(), "65532:65532");
}

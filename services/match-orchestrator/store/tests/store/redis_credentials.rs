//! Users, passwords and certificates from files, and the names of connections.

use std::fs;
use std::path::{Path, PathBuf};

use kit_testing::{LogCapture, Persistence, RedisServer, free_port, wait_until};
use match_orchestrator_store::{
    Announcement, CertificateFiles, CommitAnswer, CredentialFiles, Error, Redis, RedisConfig, Store,
};
use tempfile::TempDir;

use crate::fixtures::{changed, commit, next, played_up_to};
use crate::redis_kinds::{self_signed, works};
use crate::stores::{config, limited, limited_user, start_cluster};

/// A folder with the files of a user and a password.
struct LoginFolder(TempDir);

impl LoginFolder {
    fn new(username: &str, password: &str) -> Self {
        let folder = Self(TempDir::new().expect("a temporary folder"));
        folder.write("username", username);
        folder.write("password", password);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), format!("{text}\n")).expect("a file");
    }

    fn files(&self) -> CredentialFiles {
        let at = |name| Some(self.0.path().join(name));
        CredentialFiles { username: at("username"), password: at("password"), certificate: None }
    }
}

/// The names of a user's connections.
fn names(server: &RedisServer, username: &str) -> Vec<String> {
    let user = format!(" user={username} ");
    let lines = server.lines("CLIENT LIST");
    let of_user = lines.iter().filter(|line| line.contains(&user));
    of_user
        .map(|line| {
            let (_, name) = line.split_once(" name=").expect("a line has a name");
            name.split(' ').next().unwrap_or_default().to_owned()
        })
        .collect()
}

/// Follows a password that changes, and tells its name again with the new one.
async fn outlives_a_rotation(server: &RedisServer, url: String) {
    let capture = LogCapture::new();
    let _guard = capture.install();
    let user = "ACL SETUSER orchestrator reset on ~* &* +@all";
    assert_eq!(server.command(&format!("{user} >hunter1")), "+OK");
    let folder = LoginFolder::new("orchestrator", "hunter1");
    let config = RedisConfig { credentials: folder.files(), ..config(url) };
    let printed = format!("{config:?}");
    let store = Redis::connect(config).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(&store, "m", 2).await;
    assert_eq!(next(&mut announcements).await, changed("m", 2));
    let all_are_named = || {
        let names = names(server, "orchestrator");
        let end = format!("-{}", std::process::id());
        let is_ours = |n: &String| n.starts_with("bakufu-orchestrator-") && n.ends_with(&end);
        names.len() >= 5 && names.iter().all(is_ours)
    };
    assert!(all_are_named(), "{:?}", server.lines("CLIENT LIST"));

    assert_eq!(server.command(&format!("{user} resetpass >hunter2")), "+OK");
    folder.write("password", "hunter2");
    assert!(server.command("CLIENT KILL USER orchestrator").starts_with(':'));
    wait_until("commits are stored again", async || {
        let answer = store.commit(&commit("m", 3, "r3")).await;
        matches!(answer, Ok(CommitAnswer::Stored | CommitAnswer::Repeated(_)))
    })
    .await;
    while next(&mut announcements).await != Announcement::Gap {}
    let answer = store.commit(&commit("m", 4, "r4")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    wait_until("the commit is announced", async || {
        next(&mut announcements).await == changed("m", 4)
    })
    .await;
    wait_until("all connections are named", async || {
        // Those that are not in use are made again when they are.
        for name in 0..20 {
            store.load(&name.to_string()).await.expect("load");
        }
        all_are_named()
    })
    .await;
    assert!(!format!("{printed}{}", capture.lines().concat()).contains("hunter"));
}

#[tokio::test]
async fn a_rotated_password_counts_for_new_connections() {
    let server = RedisServer::start();
    outlives_a_rotation(&server, server.url()).await;
}

#[tokio::test]
async fn a_rotated_password_counts_for_new_connections_to_a_cluster() {
    let server = start_cluster();
    wait_until("the cluster is complete", async || server.command("DEL probe") == ":0").await;
    let url = format!("redis-cluster://127.0.0.1:{}", server.port());
    outlives_a_rotation(&server, url).await;
}

#[tokio::test]
async fn a_rotated_password_counts_for_new_connections_by_a_sentinel() {
    let server = RedisServer::start();
    let sentinel = RedisServer::start_sentinel(&server, "main");
    let url = format!("redis-sentinel://127.0.0.1:{}/main", sentinel.port());
    outlives_a_rotation(&server, url).await;
}

#[tokio::test]
async fn a_user_with_least_rights_may_tell_its_name() {
    let server = RedisServer::start();
    let url = format!("redis://{}@127.0.0.1:{}", limited_user(&server), server.port());
    let _store = Redis::connect(limited(url)).await.expect("connect");
    let names = names(&server, "bakufu");
    assert_eq!(names.len(), 5, "four connections and the subscription");
    assert!(names.iter().all(|name| name.starts_with("bakufu-orchestrator-")), "{names:?}");
}

#[tokio::test]
async fn files_that_can_not_be_used_change_nothing() {
    let server = RedisServer::start();
    assert_eq!(server.command("ACL SETUSER orchestrator reset on ~* &* +@all >p"), "+OK");
    let folder = LoginFolder::new("orchestrator", "p");
    let config = RedisConfig { credentials: folder.files(), ..config(server.url()) };
    let store = Redis::connect(config.clone()).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    folder.write("password", "");
    assert!(server.command("CLIENT KILL USER orchestrator").starts_with(':'));
    let answer = store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    // At the start there is nothing to fall back on.
    let Some(Error::Unavailable(failure)) = Redis::connect(config).await.err() else {
        panic!("there is no password");
    };
    assert!(failure.to_string().contains("password"), "{failure}");
}

#[tokio::test]
async fn a_password_in_the_url_and_in_a_file_is_refused() {
    let server = RedisServer::start();
    let folder = LoginFolder::new("orchestrator", "p");
    let url = format!("redis://:q@127.0.0.1:{}", server.port());
    let config = RedisConfig { credentials: folder.files(), ..config(url) };
    let Some(Error::Unavailable(failure)) = Redis::connect(config).await.err() else {
        panic!("one of them must be wrong");
    };
    assert!(failure.to_string().contains("names a password too"), "{failure}");
}

/// A folder with a certificate of its own.
fn certified() -> (TempDir, Vec<u8>) {
    let folder = TempDir::new().expect("a temporary folder");
    let certificate = self_signed(folder.path());
    (folder, certificate)
}

fn cert(folder: &Path) -> PathBuf {
    folder.join("cert.pem")
}

fn key(folder: &Path) -> PathBuf {
    folder.join("key.pem")
}

/// Shows a certificate to a server that wants one, and a new one when the
/// server wants that.
async fn is_shown_certificates(scheme: &str, further: &[&str]) {
    let (own, own_pem) = certified();
    let (one, two) = (certified().0, certified().0);
    let port = free_port().to_string();
    let files = [cert(own.path()), key(own.path()), cert(one.path())]
        .map(|path| path.display().to_string());
    let tls = [
        ["--tls-port", &port],
        ["--tls-cert-file", &files[0]],
        ["--tls-key-file", &files[1]],
        ["--tls-ca-cert-file", &files[2]],
        ["--tls-auth-clients", "yes"],
    ];
    let server = RedisServer::start_with(Persistence::None, &[&tls.concat(), further].concat());
    if !further.is_empty() {
        assert_eq!(server.command("CLUSTER ADDSLOTSRANGE 0 16383"), "+OK");
        wait_until("the cluster is complete", async || server.command("DEL probe") == ":0").await;
    }
    let url = format!("{scheme}://127.0.0.1:{port}");
    let stranger = RedisConfig { ca_certificate: Some(own_pem), ..config(url) };
    let refused = Redis::connect(stranger.clone()).await.err().expect("it shows nothing");
    assert!(matches!(refused, Error::Unavailable(_)), "{refused:?}");

    let files = CertificateFiles { cert: cert(one.path()), key: key(one.path()) };
    let credentials = CredentialFiles { certificate: Some(files), ..CredentialFiles::default() };
    let known = RedisConfig { credentials, ..stranger };
    works(known.clone()).await;

    let store = Redis::connect(RedisConfig { prefix: "x:".to_owned(), ..known }).await;
    let store = store.expect("connect");
    let trust = format!("CONFIG SET tls-ca-cert-file {}", cert(two.path()).display());
    assert_eq!(server.command(&trust), "+OK");
    for file in [cert, key] {
        fs::copy(file(two.path()), file(one.path())).expect("the new one");
    }
    for kind in ["normal", "pubsub"] {
        assert!(server.command(&format!("CLIENT KILL TYPE {kind}")).starts_with(':'));
    }
    wait_until("the new certificate is shown", async || store.ping().await.is_ok()).await;
    wait_until("it is followed again", async || store.follow("m").await.is_ok()).await;
    played_up_to(&store, "m", 2).await;
}

#[tokio::test]
async fn a_server_is_shown_the_certificate_of_the_files() {
    is_shown_certificates("rediss", &[]).await;
}

#[tokio::test]
async fn a_cluster_is_shown_the_certificate_of_the_files() {
    let bus_port = free_port().to_string();
    let cluster = ["--cluster-enabled", "yes", "--cluster-port", &bus_port, "--tls-cluster", "yes"];
    is_shown_certificates("rediss-cluster", &cluster).await;
}

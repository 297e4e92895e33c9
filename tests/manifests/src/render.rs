//! From the folder `k8s` to the objects that an overlay stands for.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;
use tests_tidy::{File, files, root};

use crate::cluster::Cluster;
use crate::object::Object;
use crate::tools::{self, ToolError};

const PAGE: &str = "k8s/README.md";
const SECRETS: &str = "secrets.env";

/// The names of all overlays, sorted.
///
/// # Panics
/// If there is none.
pub fn overlays() -> Vec<String> {
    let folder = root().join("k8s/overlays");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("k8s/overlays: {error}"));
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(!names.is_empty(), "k8s/overlays has no overlay");
    names
}

/// Renders an overlay, in a copy of the folder in which the secrets were made as
/// the page for operators says.
///
/// # Errors
/// If a tool is missing or refuses.
///
/// # Panics
/// If the folder cannot be copied, or the page does not say how to make secrets.
pub fn render(overlay: &str) -> Result<Cluster, ToolError> {
    let (kubectl, python) = (tools::kubectl()?, tools::python()?);
    let copy = tempfile::tempdir().expect("there is room for a folder");
    copy_folder(&root().join("k8s"), &copy.path().join("k8s"))
        .unwrap_or_else(|error| panic!("copy k8s: {error}"));
    let page = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let recipe = secrets_recipe(&page)
        .unwrap_or_else(|| panic!("{PAGE}: say in a block of shell how {SECRETS} is made"));
    tools::run("bash", &["-euc", &recipe], copy.path(), "")?;

    let folder = format!("k8s/overlays/{overlay}");
    let yaml = tools::run(kubectl, &["kustomize", &folder], copy.path(), "")?;
    let json =
        tools::run(&python, &["-c", include_str!("../python/objects.py")], copy.path(), &yaml)?;
    let objects: Vec<Value> = serde_json::from_str(&json).map_err(|error| {
        ToolError::Unreadable { program: "kubectl kustomize".to_owned(), why: error.to_string() }
    })?;
    let objects = objects.into_iter().map(Object::new).collect();
    Ok(Cluster { overlay: overlay.to_owned(), objects })
}

/// The files under `k8s` that hold a secret, or would make one from the tree.
pub fn tree_secrets() -> Vec<String> {
    let found = files(&root()).into_iter().filter(|file| file.path.starts_with("k8s/"));
    found
        .filter(|file| file.name() != SECRETS && holds_secret(file))
        .map(|file| file.path)
        .collect()
}

fn holds_secret(file: &File) -> bool {
    let mut generator = false;
    file.lines().any(|(_, line)| {
        if !line.starts_with([' ', '-', '#']) {
            generator = line.starts_with("secretGenerator:");
        }
        let inline = generator && line.trim().starts_with("literals:");
        inline || line.trim() == "kind: Secret"
    })
}

/// The block of shell in which the page makes the secrets.
fn secrets_recipe(page: &str) -> Option<String> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut making =
        blocks.filter(|block| block.contains(&format!(">k8s/overlays/production/{SECRETS}")));
    making.next().map(str::to_owned)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if entry.file_name() != SECRETS {
            // Real secrets stay where they are.
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_in_the_tree_is_found() {
        let file = |text: &str| File::new("k8s/a.yaml", text);
        assert!(holds_secret(&file("apiVersion: v1\nkind: Secret\n")));
        assert!(holds_secret(&file("secretGenerator:\n- name: a\n  literals:\n  - b=c\n")));
        assert!(!holds_secret(&file("secretGenerator:\n- name: a\n  envs:\n  - b.env\n")));
        let other = "secretGenerator:\n- name: a\nconfigMapGenerator:\n- literals:\n  - b=c\n";
        assert!(!holds_secret(&file(other)));
    }

    #[test]
    fn the_recipe_is_the_block_that_writes_the_secrets() {
        let page = "```sh\nls\n```\n```sh\necho a=b >k8s/overlays/production/secrets.env\n```\n";
        let recipe = "echo a=b >k8s/overlays/production/secrets.env\n";
        assert_eq!(secrets_recipe(page).as_deref(), Some(recipe));
        assert_eq!(secrets_recipe("```sh\nls\n```\n"), None);
    }
}

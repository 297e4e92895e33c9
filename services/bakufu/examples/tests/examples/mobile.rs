//! The protos that MOBILE.md tells to copy are all that are needed.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_protos_to_copy_for_swift_import_nothing_else() {
    let guide = include_str!("../../MOBILE.md");
    let listed = guide
        .split_once("cp -R bakufu/protos/bakufu/{")
        .and_then(|(_, rest)| rest.split_once('}'))
        .map(|(listed, _)| listed)
        .expect("the guide lists folders to copy");
    let folders: Vec<&str> = listed.split(',').collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protos/bakufu");
    let mut imports = 0;
    for folder in &folders {
        for proto in protos(&root.join(folder)) {
            let text = fs::read_to_string(&proto).expect("a proto can be read");
            let lines = text.lines().filter_map(|line| line.strip_prefix("import \"bakufu/"));
            for import in lines {
                let needed = import.split('/').next().expect("a path has a beginning");
                assert!(folders.contains(&needed), "{} needs {needed}", proto.display());
                imports += 1;
            }
        }
    }
    assert!(imports > 0, "protos of {folders:?} import each other");
}

fn protos(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("every folder to copy exists");
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let of_one = |path: PathBuf| if path.is_dir() { protos(&path) } else { vec![path] };
    paths.flat_map(of_one).collect()
}

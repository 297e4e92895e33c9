//! The package of every proto file is its folder.

use tests_tidy::{File, TidyFault, expect_none, files, root};

fn misplaced(files: &[File]) -> Vec<TidyFault> {
    // A suite's own samples belong to no tree of packages.
    let protos =
        files.iter().filter(|file| file.path.ends_with(".proto") && !file.path.contains("/tests/"));
    protos.filter_map(|file| misplacement(file).err()).collect()
}

fn misplacement(file: &File) -> Result<(), TidyFault> {
    let folder = file.path.strip_suffix(file.name()).expect("a path ends in its name");
    let folder = format!("/{folder}");
    let Some((_, below)) = folder.rsplit_once("/protos/") else {
        return Err(TidyFault::new(&file.path, 1, "move the file into a folder below protos"));
    };
    let expected = below.trim_end_matches('/').replace('/', ".");
    for (number, line) in file.lines() {
        let Some(package) = line.strip_prefix("package ") else { continue };
        let package = package.trim_end().trim_end_matches(';');
        if package == expected {
            return Ok(());
        }
        let advice = format!("package {package} lies in the folder of {expected}: move it");
        return Err(TidyFault::new(&file.path, number, advice));
    }
    Err(TidyFault::new(&file.path, 1, format!("add the line: package {expected};")))
}

#[test]
fn packages_equal_their_folders() {
    let files = files(&root());
    assert!(files.iter().any(|file| file.path.starts_with("protos/bakufu/play/v1/")));
    expect_none(misplaced(&files));
}

#[test]
fn a_misplaced_proto_is_found() {
    let check = |path: &str, text: &str| misplaced(&[File::new(path, text)]);
    let text = "syntax = \"proto3\";\npackage bakufu.go.v1;\n";
    assert_eq!(check("protos/bakufu/go/v1/go.proto", text), []);
    assert_eq!(check("services/kit/x/protos/bakufu/go/v1/go.proto", text), []);
    assert_eq!(check("protos/bakufu/nim/v1/go.proto", text)[0].line, 2);
    assert_eq!(check("services/go/go.proto", text)[0].line, 1);
    assert_eq!(check("protos/bakufu/go/v1/go.proto", "syntax = \"proto3\";\n").len(), 1);
}

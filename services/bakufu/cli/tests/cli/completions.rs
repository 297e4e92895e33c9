//! `bakufu completions`.

use std::process::Command;

use tempfile::NamedTempFile;

use crate::command::printed;

#[test]
fn bash_takes_them_and_completes_commands_and_games() {
    let script = NamedTempFile::new().expect("a file can be made");
    std::fs::write(&script, printed(&["completions", "bash"])).expect("the file takes text");
    let parsed = Command::new("bash").arg("-n").arg(script.path()).status().expect("bash runs");
    assert!(parsed.success());
    let complete = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let commands = format!(
            "source '{}'; COMP_WORDS=({}); COMP_CWORD={}; _bakufu bakufu '{}' '{}'; \
             echo \"${{COMPREPLY[@]}}\"",
            script.path().display(),
            quoted.join(" "),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let ran = Command::new("bash").args(["-c", &commands]).output().expect("bash runs");
        String::from_utf8(ran.stdout).expect("it is text").trim().to_owned()
    };
    assert_eq!(complete(&["bakufu", "boa"]), "board");
    assert_eq!(complete(&["bakufu", "compa"]), "compact");
    assert_eq!(complete(&["bakufu", "play", "sam"]), "samurai");
    assert_eq!(complete(&["bakufu", "play", "samurai", "--hum"]), "--human");
}

#[test]
fn every_shell_has_its_own() {
    let scripts = ["bash", "zsh", "fish", "powershell", "elvish"]
        .map(|shell| printed(&["completions", shell]));
    for (index, script) in scripts.iter().enumerate() {
        assert!(script.contains("bakufu") && script.contains("join"), "{script}");
        assert!(!scripts[..index].contains(script));
    }
}

//! The experiments and the measurements as their users and scripts meet them.

mod bench;
mod capacity;
mod command;
mod prove;

#[test]
fn it_does_all_other_commands_as_well() {
    assert!(command::printed(&["games"]).contains("samurai"));
    assert!(command::printed(&["--help"]).contains("bakufu-lab"));
}

//! Ends a process when the test run that started it is gone.

use std::process::{Child, Command, Stdio};

/// A shell that waits until its input is closed, which the kernel does when the
/// test run dies, and then kills the process that it was told.
#[derive(Debug)]
pub(crate) struct Leash {
    shell: Child,
}

impl Leash {
    pub(crate) fn on(pid: u32) -> Self {
        let shell = Command::new("sh")
            .args(["-c", "cat > /dev/null; kill -9 \"$0\" 2> /dev/null", &pid.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        Self { shell }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        // Gone before its input is closed, so that it can't kill a stranger
        // with the same process id.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

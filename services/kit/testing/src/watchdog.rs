//! A small process that ends another one when the test run dies.

use std::process::{Child, Command, Stdio};

/// Kills a process when the test run that started it is gone without having
/// cleaned up, for example because it was killed itself.
///
/// The shell waits for the end of its input, which the kernel closes with the
/// last process that holds the other end: the test run.
#[derive(Debug)]
pub struct Watchdog {
    shell: Child,
}

impl Watchdog {
    /// Watches over the process with this id.
    pub fn over(pid: u32) -> Self {
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

impl Drop for Watchdog {
    fn drop(&mut self) {
        // The shell goes before its input is closed, so that it can't kill a
        // stranger who was given the same process id.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

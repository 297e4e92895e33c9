//! Pictures of the page, kept for people to look at.

use std::fs;
use std::path::PathBuf;

use crate::screen::Screen;

impl Screen {
    /// Keeps a picture as `target/screenshots/NAME.png`, and says where that is.
    pub async fn keep_picture(&self, name: &str) -> PathBuf {
        let folder = target_folder().join("screenshots");
        fs::create_dir_all(&folder).expect("the folder for pictures can be made");
        let path = folder.join(format!("{name}.png"));
        fs::write(&path, self.picture().await).expect("a picture can be kept");
        path
    }
}

/// The folder that everything is built in; a running test lies two below.
fn target_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a running test knows its path");
    let folder = test.ancestors().nth(3).expect("target, profile, deps");
    folder.to_owned()
}

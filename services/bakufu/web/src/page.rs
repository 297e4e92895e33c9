//! The files of the page, as they lie under `page/`.

/// What the version stands for in the page until the files are known.
pub(crate) const VERSION_MARK: &str = "{version}";

pub(crate) const INDEX: &str = include_str!("../page/index.html");

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../page/", $name)))),+]
    };
}

/// What the page loads, by name.
pub(crate) const FILES: &[(&str, &[u8])] = files![
    "actions.js",
    "api.js",
    "app.css",
    "badge.js",
    "banner.js",
    "board.js",
    "bytes.js",
    "chacha.js",
    "clock.js",
    "create.js",
    "dialog.js",
    "dom.js",
    "drawing.js",
    "icon-turn.svg",
    "icon.svg",
    "invite.js",
    "lobby.js",
    "log.js",
    "main.js",
    "marks.js",
    "match.js",
    "play.js",
    "proof-panel.js",
    "proof.js",
    "replay.js",
    "schema.js",
    "seating.js",
    "seats.js",
    "sheet.js",
    "standings.js",
    "storage.js",
    "table.js",
    "topbar.js",
    "watch.js",
    "words.js",
];

/// The content type that the ending of a name stands for.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

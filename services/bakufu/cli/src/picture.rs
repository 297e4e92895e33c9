//! Boards as picture files.
//!
//! Text is drawn with fonts that are part of this program, so that a board is
//! complete on machines without any and looks the same on all others. Only for
//! characters that these fonts lack are those of the machine asked.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{
    FallbackSelectionFn, FontResolver, FontSelectionFn, ImageHrefResolver, Options, Tree, fontdb,
};

use crate::failure::Failure;
use crate::file::write;

/// How wide a picture is if nothing else is said, in pixels.
pub(crate) const WIDTH_DEFAULT: u32 = 1000;
/// The narrowest and the widest picture, in pixels.
pub(crate) const WIDTHS: std::ops::RangeInclusive<i64> = 16..=4096;

const REGULAR: &[u8] = include_bytes!("../fonts/regular.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/bold.ttf");
/// From this weight on a text is bold.
const BOLD_MIN: u16 = 600;

const NO_PICTURE: Failure = Failure::Nonsense("a board that is no picture");

/// Draws an SVG document so many pixels wide, as a PNG file.
pub(crate) fn png(svg: &str, width: u32) -> Result<Vec<u8>, Failure> {
    let tree = Tree::from_str(svg, &options()).map_err(|_| NO_PICTURE)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0);
    let mut pixels = Pixmap::new(width, height as u32).ok_or(NO_PICTURE)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| NO_PICTURE)
}

/// Saves a board: as SVG in a file that is called so, as PNG in all others,
/// and in a new file that nobody else can read if none is named.
pub(crate) fn save(svg: &str, file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let Some(file) = file else {
        return save_in_new_file(&png(svg, WIDTH_DEFAULT)?);
    };
    match file.extension().is_some_and(|it| it.eq_ignore_ascii_case("svg")) {
        true => write(&file, svg.as_bytes())?,
        false => write(&file, &png(svg, WIDTH_DEFAULT)?)?,
    }
    Ok(file)
}

fn save_in_new_file(bytes: &[u8]) -> Result<PathBuf, Failure> {
    let failed = |source| Failure::File { file: std::env::temp_dir(), source };
    let mut file =
        tempfile::Builder::new().prefix("bakufu-").suffix(".png").tempfile().map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    let (_, path) = file.keep().map_err(|error| failed(error.error))?;
    Ok(path)
}

/// A server draws the board, so nothing in it may reach for a file of this
/// machine: images are left out.
fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    Options {
        fontdb: Arc::new(fonts),
        font_resolver: FontResolver { select_font: own_font(), select_fallback: any_font() },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Whatever font a board asks for, it gets ours.
fn own_font() -> FontSelectionFn<'static> {
    Box::new(|wanted, fonts| {
        let is_bold = |weight: u16| weight >= BOLD_MIN;
        let fits = |face: &&fontdb::FaceInfo| is_bold(face.weight.0) == is_bold(wanted.weight());
        fonts.faces().find(fits).map(|face| face.id)
    })
}

/// A font of this machine for what ours can't write.
fn any_font() -> FallbackSelectionFn<'static> {
    let default = FontResolver::default_fallback_selector();
    let is_loaded = AtomicBool::new(false);
    Box::new(move |missing, used, fonts| {
        if !is_loaded.swap(true, Ordering::Relaxed) {
            Arc::make_mut(fonts).load_system_fonts();
        }
        default(missing, used, fonts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 400;

    fn pixels(svg: &str) -> Pixmap {
        let png = png(svg, WIDTH).expect("it is a picture");
        Pixmap::decode_png(&png).expect("it is a PNG file")
    }

    /// How many pixels of two pictures of one size differ.
    fn difference(one: &Pixmap, other: &Pixmap) -> usize {
        assert_eq!((one.width(), one.height()), (other.width(), other.height()));
        one.pixels().iter().zip(other.pixels()).filter(|(one, other)| one != other).count()
    }

    fn without_texts(svg: &str) -> String {
        let (mut bare, mut rest) = (String::new(), svg);
        while let Some((before, text)) = rest.split_once("<text") {
            bare += before;
            rest = text.split_once("</text>").expect("a text ends").1;
        }
        bare + rest
    }

    #[test]
    fn the_text_of_every_board_is_drawn() {
        let services = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        for game in bakufu_games::shipped() {
            let file = format!("{services}/{}/board.svg", game.facts.id);
            let svg = std::fs::read_to_string(&file).expect("every game shows its board");
            let (board, bare) = (pixels(&svg), pixels(&without_texts(&svg)));
            assert_eq!(board.width(), WIDTH);
            let drawn = difference(&board, &bare) as f32 / board.pixels().len() as f32;
            assert!(drawn > 0.01, "{file}: text covers {drawn}");
        }
    }

    #[test]
    fn letters_are_drawn_as_they_are_and_bold_ones_are_heavier() {
        let text = |text: &str, weight: u32| {
            pixels(&format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20">
                <text y="15" font-family="Roboto" font-weight="{weight}">{text}</text></svg>"#
            ))
        };
        let empty = text("", 400);
        let ink = |drawn: &Pixmap| difference(drawn, &empty);
        // A font without a letter draws the same box for all it lacks.
        let letters = ["ō", "ū", "×", "–", "−", "…", "a"].map(|letter| text(letter, 400));
        for (index, letter) in letters.iter().enumerate() {
            assert!(ink(letter) > 0, "letter {index}");
            assert!(letters[..index].iter().all(|other| difference(letter, other) > 0));
        }
        assert!(ink(&text("Edo", 700)) > ink(&text("Edo", 400)));
    }

    #[test]
    fn a_picture_can_not_show_files_of_this_machine() {
        let other = tempfile::Builder::new().suffix(".svg").tempfile().expect("a file is made");
        let red = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
            <rect width="9" height="9" fill="red"/></svg>"#;
        std::fs::write(&other, red).expect("the file takes text");
        let around = |inside: &str| {
            pixels(&format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>"#
            ))
        };
        let href = other.path().display();
        let shown = around(&format!(r#"<image width="9" height="9" href="{href}"/>"#));
        assert_eq!(difference(&shown, &around("")), 0);
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for wrong in ["", "board", "<svg", "<html/>"] {
            assert!(png(wrong, WIDTH).is_err(), "{wrong:?}");
        }
    }
}

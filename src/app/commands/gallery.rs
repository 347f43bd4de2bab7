//! `qipan teach --gallery DIR`: pictures of the examples and lessons, with links to the page for browsers.

use std::path::Path;

use lessons::tutor::course::{Lesson, all};
use lessons::tutor::scene::Part;
use store::files::make_folder;
use turbo::c::Program;
use turbo::dos::bgi::BLACK;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};
use turbo::examples::EXAMPLES;
use words::say;

use super::failure::cannot;
use super::handout::escaped;
use super::progress::write;
use super::{Failure, cart, failed};
use crate::play::lessons::Tutor;
use crate::play::profile::Profile;
use crate::play::running;
use crate::play::session::{Session, Settings};

const STYLE: &str = "body { margin: 1em; background: #000; color: #fff; font: 16px/1.4 monospace } a { color: #5ff }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20em, 100%), 1fr)); gap: 1em; padding: 0; list-style: none }
img { display: block; width: 100%; height: auto }";
/// The page that opens the links, seen from the folder of the gallery.
const PAGE: &str = "../workshop.html#";
/// The keys for each example: some paint or steer.
const EXAMPLE_KEYS: &str = "Space Right*9 Down*5 Left*5 Up";
/// The keys for each lesson: they run its first scene to the end.
const LESSON_KEYS: &str = "Enter*2";
/// The maximum length of a description in characters. Most sites show no more.
const LONGEST: usize = 160;

/// A lesson or an example: its file name without an ending, and the part of its link after #.
struct Item {
    name: String,
    title: String,
    about: String,
    link: String,
}

/// Writes `gallery.html`, and for each example and lesson a picture and a page that describes and opens its link.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_gallery(folder: &Path) -> Result<(), Failure> {
    make_folder(folder).map_err(|why| cannot(say!("write"), folder, why))?;
    let mut examples = Vec::new();
    for example in &EXAMPLES {
        // A lesson may have the same name.
        let name = example.name.replace('.', "-").to_ascii_lowercase();
        let source = example.translated();
        let program = Program::compile(example.name, source).map_err(|why| failed(&why[0]))?;
        let picture =
            picture(EXAMPLE_KEYS, lit, |console| running::run(console, &program, None).ended.map(drop));
        write(&folder.join(format!("{name}.png")), &picture.png_bytes())?;
        let (title, about) = (example.name.to_string(), words::translate(example.about).to_string());
        examples.push(Item { name, title, about, link: cart::link(source.as_bytes()) + "&amp;run" });
    }
    let mut lessons = Vec::new();
    for lesson in all() {
        let mut tutor = Tutor::at(lesson.name).map_err(failed)?;
        let picture = picture(
            LESSON_KEYS,
            |_| 0,
            |console| {
                let mut session =
                    Session::with_games(&[], console, Settings::default(), Profile::in_memory());
                tutor.run(&mut session).map(drop)
            },
        );
        write(&folder.join(format!("{}.png", lesson.name)), &picture.png_bytes())?;
        let (name, title) = (lesson.name.to_string(), lesson.title().to_string());
        lessons.push(Item { name, title, about: about(lesson), link: format!("lesson={}", lesson.name) });
    }
    let mut body = format!("<h1>{}</h1>\n", say!("Gallery"));
    for (heading, items) in [(say!("Examples"), &examples), (say!("Lessons"), &lessons)] {
        body += &format!("<h2>{heading}</h2>\n<ul>\n");
        for item in items {
            write(&folder.join(format!("{}.html", item.name)), preview(item).as_bytes())?;
            let Item { name, title, about, link } = item;
            body += &format!(
                "<li><a href=\"{PAGE}{link}\"><img src=\"{name}.png\" width=\"640\" height=\"480\" loading=\"lazy\" alt=\"\">{}</a>\n{}</li>\n",
                escaped(title),
                escaped(about)
            );
        }
        body += "</ul>\n";
    }
    let page = page(say!("Gallery"), "", &format!("<style>{STYLE}</style>\n<main>\n{body}</main>"));
    write(&folder.join("gallery.html"), page.as_bytes())
}

/// Types keys in a program until they run out, and returns the last of the frames with the highest rank.
fn picture(
    keys: &str,
    rank: fn(&Screen) -> usize,
    program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>,
) -> Screen {
    let (mut best, mut highest) = (Screen::default(), 0);
    let keys = parse_keys(keys).expect("these keys exist");
    let mut script = Script::new(keys, |screen, _| {
        let rank = rank(screen);
        if rank >= highest {
            highest = rank;
            best.clone_from(screen);
        }
    })
    .unwatched();
    // It ends when the keys run out.
    let _ = program(&mut script);
    drop(script);
    best
}

/// The number of pixels that are not black, in a sample.
fn lit(screen: &Screen) -> usize {
    screen.pixels().iter().step_by(11).filter(|pixel| **pixel != BLACK).count()
}

/// Returns the beginning of a lesson's text.
fn about(lesson: &Lesson) -> String {
    let text = match lesson.parts().into_iter().next() {
        Some(Part::Page(page)) => page.paragraphs.into_iter().next().unwrap_or_default(),
        Some(Part::Scene(scene)) => scene.text,
        None => String::new(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns a page that describes a link for other sites and opens it.
fn preview(Item { name, title, about, link }: &Item) -> String {
    let [title, about] = [title, about].map(|text| escaped(text).replace('"', "&quot;"));
    let head = format!(
        "<meta name=\"description\" content=\"{about}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{about}\">\n<meta property=\"og:image\" content=\"{name}.png\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={PAGE}{link}\">\n"
    );
    page(&title, &head, &format!("<main><a href=\"{PAGE}{link}\">{title}</a></main>"))
}

fn page(title: &str, head: &str, body: &str) -> String {
    let lang = words::current_language();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\"><meta charset=\"utf-8\"><title>{title} – qipan</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'; style-src 'unsafe-inline'\">\n\
         {head}{body}\n</html>\n"
    )
}

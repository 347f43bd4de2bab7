//! Lessons: texts, scenes and tasks.

use crate::tutor::calls::after;
use crate::tutor::one_line;
use crate::tutor::scene::{Begins, Page, Part, Scene};
use crate::tutor::shows::Stones;
use crate::tutor::stepper::Goal;
use games::{Game, gomoku};
use turbo::dos::Screen;

/// A lesson. Its text is in the file `texts/NAME.txt`, which has the title, then sections. Each section
/// begins with a line that starts with `#`.
pub struct Lesson {
    pub name: &'static str,
    /// The group in the menu, as a phrase to translate.
    pub(super) group: &'static str,
    /// The English text. `# read TITLE` begins a page, `# watch` begins the text of the next scene, and `#
    /// ending` begins the text at the end of that scene. `# ask N CODE` begins the text of a scene that asks
    /// about the Nth step with this code. `# new` has the words and signs of C that the lesson introduces.
    /// Empty lines separate paragraphs; an indented one is a table.
    pub(super) text: &'static str,
    /// The names of the tasks, and their English texts from `assignments/NAME.txt`. The first task has the
    /// lesson's name.
    pub tasks: &'static [(&'static str, &'static str)],
    pub(super) scenes: fn(&str) -> Vec<Scene>,
    pub(super) board: Beginning,
    /// Makes the lines that replace `{table}` in the text.
    pub(super) table: fn() -> Vec<String>,
}

pub(super) enum Beginning {
    Othello(&'static str),
    Gomoku(&'static str),
}

macro_rules! lesson {
    ($group:expr, $name:literal, $scenes:expr, $board:expr) => {
        lesson!($group, $name, $scenes, $board, Vec::new)
    };
    ($group:expr, $name:literal, $scenes:expr, $board:expr, $table:expr) => {
        Lesson {
            name: $name,
            group: $group,
            text: include_str!(concat!("../texts/", $name, ".txt")),
            tasks: &[($name, include_str!(concat!("../assignments/", $name, ".txt")))],
            scenes: $scenes,
            board: $board,
            table: $table,
        }
    };
}
pub(super) use lesson;

impl Lesson {
    fn text(&self) -> &'static str {
        let path = format!("tutor/texts/{}.txt", self.name);
        words::text(&path, self.text)
    }

    pub fn group(&self) -> &'static str {
        words::translate(self.group)
    }

    pub fn title(&self) -> &'static str {
        self.text().lines().next().unwrap_or_default()
    }

    /// Returns the pages and scenes in the order of the text.
    ///
    /// # Panics
    /// If the text and the scenes do not match.
    pub fn parts(&self) -> Vec<Part> {
        let name = self.name;
        let mut scenes = (self.scenes)(self.name).into_iter();
        let mut parts = Vec::new();
        for (head, paragraphs) in sections(self.text()) {
            match (head, parts.last_mut()) {
                ("new", _) => {}
                ("watch", _) => {
                    let scene = scenes.next();
                    let mut scene = scene.unwrap_or_else(|| panic!("{name} lacks a scene"));
                    scene.text = paragraphs.concat();
                    parts.push(Part::from(scene));
                }
                ("ending", Some(Part::Scene(scene))) => scene.ending = paragraphs.concat(),
                (_, last) => match (head.strip_prefix("read "), head.strip_prefix("ask "), last) {
                    (Some(title), ..) => parts.push(self.page(title, paragraphs)),
                    (_, Some(at), Some(Part::Scene(scene))) => {
                        let (n, code) = at.split_once(' ').expect("a number and the code");
                        let mut scene = scene.clone();
                        scene.from = Some(Begins::Code(code, n.parse().expect("a number")));
                        scene.text = paragraphs.concat();
                        scene.asks = true;
                        parts.push(Part::Scene(scene));
                    }
                    _ => panic!("{name} has a section {head}"),
                },
            }
        }
        assert!(scenes.next().is_none(), "{name} lacks a text for a scene");
        parts
    }

    /// Returns the screen of the lesson's program at the end of its first scene, unless the scene shows a
    /// board.
    pub fn picture(&self) -> Option<Screen> {
        let scene = (self.scenes)(self.name).into_iter().next()?;
        let mut stepper = scene.stepper();
        stepper.go_to(Goal::End, false);
        (scene.shows.stones == Stones::Picture).then(|| stepper.console().picture().as_shown())
    }

    /// Returns the game on the lesson's board.
    pub fn game(&self) -> Box<dyn Game> {
        match self.board {
            Beginning::Othello(moves) => Box::new(after(moves)),
            Beginning::Gomoku(record) => {
                Box::new(gomoku::Game::from_record(record).expect("a lesson's record is right"))
            }
        }
    }

    /// Returns the words and signs of C that the lesson introduces. Only the lessons of the course "C from
    /// the beginning" list them.
    pub fn introduces(&self) -> impl Iterator<Item = &'static str> {
        let new = self.text.split("\n# new\n").nth(1).unwrap_or_default();
        new.lines().take_while(|line| !line.starts_with("# ")).flat_map(str::split_whitespace)
    }

    fn page(&self, title: &str, mut paragraphs: Vec<String>) -> Part {
        let table = paragraphs.pop_if(|last| last == "{table}" || last.starts_with(' '));
        Part::Page(Page {
            title: title.to_string(),
            paragraphs,
            table: match table.as_deref() {
                None => Vec::new(),
                Some("{table}") => (self.table)(),
                Some(lines) => lines.lines().map(str::to_string).collect(),
            },
        })
    }
}

fn sections(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<String>)> {
    text.split("\n# ").skip(1).map(|section| {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        let paragraphs = body.split("\n\n").map(|paragraph| match paragraph.starts_with(' ') {
            true => paragraph.trim_end().to_string(),
            false => one_line(paragraph.split_whitespace()),
        });
        (head, paragraphs.collect())
    })
}

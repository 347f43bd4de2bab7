//! Lessons: texts, scenes and tasks.

use crate::tutor::calls::after;
use crate::tutor::one_line;
use crate::tutor::scene::{Page, Part, Scene};
use games::{Game, gomoku};

/// A lesson. Its text is in the file `texts/NAME.txt`, which has the title, then sections. Each section
/// begins with a line that starts with `#`.
pub struct Lesson {
    pub name: &'static str,
    /// The group in the menu, as a phrase to translate.
    pub(super) group: &'static str,
    /// The English text. `# read TITLE` begins a page, `# watch` begins the text of the next scene, and `#
    /// ending` begins the text at the end of that scene. Empty lines separate paragraphs.
    pub(super) text: &'static str,
    /// The English text of the task, from `assignments/NAME.txt`.
    pub task: &'static str,
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
            task: include_str!(concat!("../assignments/", $name, ".txt")),
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
        for (head, paragraphs) in self.sections() {
            match (head, parts.last_mut()) {
                ("watch", _) => {
                    let scene = scenes.next();
                    let mut scene = scene.unwrap_or_else(|| panic!("{name} lacks a scene"));
                    scene.text = paragraphs.concat();
                    parts.push(Part::from(scene));
                }
                ("ending", Some(Part::Scene(scene))) => scene.ending = paragraphs.concat(),
                _ => match head.strip_prefix("read ") {
                    Some(title) => parts.push(self.page(title, paragraphs)),
                    None => panic!("{name} has a section {head}"),
                },
            }
        }
        assert!(scenes.next().is_none(), "{name} lacks a text for a scene");
        parts
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

    fn sections(&self) -> impl Iterator<Item = (&'static str, Vec<String>)> {
        self.text().split("\n# ").skip(1).map(|section| {
            let (head, body) = section.split_once('\n').unwrap_or((section, ""));
            let paragraphs = body.split("\n\n");
            let paragraphs = paragraphs.map(|paragraph| one_line(paragraph.split_whitespace()));
            (head, paragraphs.collect())
        })
    }

    fn page(&self, title: &str, mut paragraphs: Vec<String>) -> Part {
        let table = paragraphs.pop_if(|last| last == "{table}");
        Part::Page(Page {
            title: title.to_string(),
            paragraphs,
            table: table.map_or(Vec::new(), |_| (self.table)()),
        })
    }
}

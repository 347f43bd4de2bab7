//! Reads pictures of the game, one area at a time, and describes the difference between two pictures.

use std::sync::OnceLock;

use super::matter::color_name;
use crate::tutor::calls::middle;
use games::othello::Cell;
use original::{Colors, Map, START, draw_qp, draw_stone};
use turbo::dos::bgi::{Font, HEIGHT, RED, WHITE, WIDTH};
use turbo::dos::{Key, Screen};
use words::{phrase, say, translate};

/// The left, top, right and bottom edges of a part of the screen.
pub(crate) type Area = [i32; 4];

const RESULT: Area = [470, 392, 629, 407];
const RESULTS: [&str; 3] = ["Black wins", "White wins", "A draw"];
/// The players, with the y coordinates of their scores.
const SCORES: [(&str, i32); 2] = [(phrase!("Black"), 200), (phrase!("White"), 300)];
const WHOLE: Area = [0, 0, WIDTH - 1, HEIGHT - 1];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Empty,
    Black,
    White,
    Other,
}

/// Two pictures of the same moment, ours first, and other facts about the moment.
pub(crate) struct Sight {
    pub(crate) now: [Screen; 2],
    /// The pictures at the previous wait for a key, if there was one.
    pub(crate) before: Option<[Screen; 2]>,
    /// The position of the moving disc in our picture, at the previous wait and now.
    pub(crate) moving: [Option<(i32, i32)>; 2],
    pub(crate) key: Option<Key>,
    pub(crate) printed: [String; 2],
    pub(crate) is_othello: bool,
}

pub(crate) struct Wording {
    pub(crate) wrong: String,
    pub(crate) ours: String,
    pub(crate) theirs: String,
    pub(crate) place: String,
    pub(crate) pixel: (i32, i32),
}

/// Returns the area around the middle of a cell, without the lines of the board.
const fn around((x, y): (i32, i32)) -> Area {
    [x - 19, y - 19, x + 19, y + 19]
}

fn score_area(y: i32) -> Area {
    [530, y - 12, 578, y + 11]
}

fn pixels_of([left, top, right, bottom]: Area) -> impl Iterator<Item = (i32, i32)> {
    (top..=bottom).flat_map(move |y| (left..=right).map(move |x| (x, y)))
}

fn cut(screen: &Screen, area: Area) -> Vec<u8> {
    pixels_of(area).filter_map(|(x, y)| screen.getpixel(x, y)).collect()
}

fn first_wrong_pixel([ours, theirs]: &[Screen; 2], area: Area) -> Option<(i32, i32)> {
    pixels_of(area).find(|(x, y)| ours.getpixel(*x, *y) != theirs.getpixel(*x, *y))
}

/// Returns the areas that differ: cells, scores or the result. If none of these does, returns the
/// surroundings of the first wrong pixel.
pub(crate) fn differing(now: &[Screen; 2]) -> Vec<Area> {
    let cells = Cell::all().map(middle).chain([START]).map(around);
    let scores = SCORES.iter().flat_map(|(_, y)| [score_area(*y), around((500, *y))]);
    let areas = cells.chain(scores).chain([RESULT]);
    let mut differing: Vec<Area> = areas.filter(|area| first_wrong_pixel(now, *area).is_some()).collect();
    if differing.is_empty() {
        differing.extend(first_wrong_pixel(now, WHOLE).map(around));
    }
    differing
}

fn shown(screen: &Screen, at: (i32, i32)) -> Shown {
    static LOOKS: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    let looks = LOOKS.get_or_init(|| {
        [0, 1, 2].map(|t| {
            let mut screen = Screen::default();
            draw_qp(&mut screen, Colors::ORIGINAL, &Map::EMPTY);
            if t > 0 {
                draw_stone(&mut screen, Colors::ORIGINAL, 120, 120, t);
            }
            cut(&screen, around((120, 120)))
        })
    });
    let seen = cut(screen, around(at));
    let known = looks.iter().position(|look| *look == seen);
    known.map_or(Shown::Other, |n| [Shown::Empty, Shown::Black, Shown::White][n])
}

pub(crate) fn has_board(screen: &Screen) -> bool {
    Cell::all().any(|cell| shown(screen, middle(cell)) != Shown::Other)
}

/// Reads the board in a picture as lines of `.`, `X` and `O`.
pub(crate) fn board(screen: &Screen) -> Vec<String> {
    let sign = |cell: Cell| match shown(screen, middle(cell)) {
        Shown::Empty => '.',
        Shown::Black => 'X',
        Shown::White => 'O',
        Shown::Other => '?',
    };
    let row = |row: usize| (0..8).map(|col| sign(Cell { row, col })).collect();
    (0..8).map(row).collect()
}

impl Shown {
    fn stone(self) -> Option<&'static str> {
        match self {
            Shown::Black => Some(say!("black||a disc")),
            Shown::White => Some(say!("white||a disc")),
            _ => None,
        }
    }

    fn wording(self, name: &str) -> String {
        match (self, self.stone()) {
            (_, Some(colour)) => say!("{name} shows a {colour} disc", name, colour),
            (Shown::Empty, _) => say!("{name} is empty", name),
            _ => say!("{name} shows something else", name),
        }
    }
}

/// Reads the score printed at this y coordinate. Returns `None` if it is not a number from 0 to 64.
fn score(screen: &Screen, y: i32) -> Option<usize> {
    let seen = cut(screen, score_area(y));
    let mut paper = Screen::default();
    (0..=64).find(|n| {
        print_on(&mut paper, score_area(y), (y - 11, 3), &n.to_string());
        cut(&paper, score_area(y)) == seen
    })
}

/// Reads the printed result. Returns `None` if nothing is printed, and an empty text if the result is
/// unknown.
fn result(screen: &Screen) -> Option<&'static str> {
    let seen = cut(screen, RESULT);
    if seen.iter().all(|color| *color == RED) {
        return None;
    }
    let mut paper = Screen::default();
    let found = RESULTS.iter().find(|text| {
        print_on(&mut paper, RESULT, (RESULT[1], 2), text);
        cut(&paper, RESULT) == seen
    });
    Some(found.copied().unwrap_or_default())
}

/// Prints a text in a red area in the same way as QIPAN.C.
fn print_on(paper: &mut Screen, area: Area, (y, size): (i32, i32), text: &str) {
    let [left, top, right, bottom] = area;
    paper.setfillstyle(RED);
    paper.bar(left, top, right, bottom);
    paper.settextstyle(Font::Small, size);
    paper.setcolor(WHITE);
    paper.outtextxy(left, y, text);
}

impl Sight {
    pub(crate) fn wording(&self) -> Option<Wording> {
        let pixel = first_wrong_pixel(&self.now, WHOLE)?;
        if let Some(wording) = self.printed(pixel) {
            return Some(wording);
        }
        match self.now.each_ref().map(|screen| self.is_othello && has_board(screen)) {
            [false, _] => return Some(self.without_board(pixel)),
            [true, false] => {
                return Some(Wording {
                    wrong: say!("the board is missing").to_string(),
                    ours: say!("shows the board").to_string(),
                    theirs: say!("shows none").to_string(),
                    place: say!("the board").to_string(),
                    pixel,
                });
            }
            [true, true] => {}
        }
        let cells = Cell::all().map(|cell| (cell.to_string(), middle(cell)));
        let start = (say!("the place above a1").to_string(), START);
        let cell = cells.chain([start]).find_map(|(name, at)| self.cell(&name, at));
        let mut scores = SCORES.iter();
        cell.or_else(|| self.result())
            .or_else(|| scores.find_map(|(player, y)| self.score(translate(player), *y)))
            .or_else(|| Some(self.elsewhere(pixel)))
    }

    fn printed(&self, pixel: (i32, i32)) -> Option<Wording> {
        let [ours, theirs] = &self.printed;
        if ours == theirs {
            return None;
        }
        let lines = ours.lines().count().max(theirs.lines().count());
        let line = |text: &str, n: usize| format!("{:?}", text.lines().nth(n).unwrap_or_default());
        let n = (0..lines).find(|n| line(ours, *n) != line(theirs, *n)).unwrap_or(0);
        let [should, is] = [ours, theirs].map(|text| line(text, n));
        Some(Wording {
            wrong: say!("line {n} that it prints is {is}, and should be {should}", n = n + 1, is, should),
            ours: say!("prints {text}", text = should),
            theirs: say!("prints {text}", text = is),
            place: say!("printed text").to_string(),
            pixel,
        })
    }

    fn without_board(&self, (x, y): (i32, i32)) -> Wording {
        let [should, is] = self.now.each_ref().map(|screen| color_name(screen, x, y));
        let [ours, theirs] = self.now.each_ref().map(|screen| screen.pixels().iter());
        let count = ours.zip(theirs).filter(|(a, b)| a != b).count();
        Wording {
            wrong: say!(
                "{count} pixels differ, the first at ({x},{y}): it is {is}, and should be {should}",
                count,
                x,
                y,
                is,
                should
            ),
            ours: say!("the pixel ({x},{y}) is {should}", x, y, should),
            theirs: say!("the pixel ({x},{y}) is {is}", x, y, is),
            place: format!("({x},{y})"),
            pixel: (x, y),
        }
    }

    fn cell(&self, name: &str, at: (i32, i32)) -> Option<Wording> {
        let pixel = first_wrong_pixel(&self.now, around(at))?;
        let [ours, theirs] = self.now.each_ref().map(|screen| shown(screen, at));
        let was = self.before.as_ref().map(|[_, theirs]| shown(theirs, at));
        let moved = self.moving[0] == Some(at);
        let wrong = match (ours.stone(), theirs.stone()) {
            (None, Some(colour)) if was == Some(theirs) => match self.key {
                _ if !moved => say!("{name} still shows the {colour} disc", name, colour),
                Some(Key::Enter | Key::Space) => {
                    say!("{name} still shows the {colour} disc of the turn that is over", name, colour)
                }
                _ => say!("{name} still shows the {colour} disc that moved on", name, colour),
            },
            (None, Some(colour)) => say!("{name} shows a {colour} disc where none should be", name, colour),
            (Some(colour), None) if self.moving[1] == Some(at) && theirs == Shown::Empty => {
                say!("the moving {colour} disc is missing at {name}", colour, name)
            }
            (Some(colour), None) if theirs == Shown::Empty && was == Some(ours) => {
                say!("the {colour} disc at {name} is gone", colour, name)
            }
            (Some(colour), None) if theirs == Shown::Empty => {
                say!("the {colour} disc at {name} is missing", colour, name)
            }
            (Some(should), Some(_)) if self.moving[1] == Some(at) => {
                say!("the moving disc at {name} should be {should}", name, should)
            }
            (Some(should), Some(is)) if was == Some(theirs) => {
                say!("the disc at {name} is still {is}, and should be {should}", name, is, should)
            }
            (Some(should), Some(is)) => {
                say!("the disc at {name} is {is}, and should be {should}", name, is, should)
            }
            (Some(colour), None) => say!("the {colour} disc at {name} does not look like one", colour, name),
            (None, None) if moved => say!("{name} keeps a trace of the disc that moved on", name),
            (None, None) => say!("something is drawn at {name} where nothing should be", name),
        };
        Some(Wording {
            wrong,
            ours: ours.wording(name),
            theirs: theirs.wording(name),
            place: name.to_string(),
            pixel,
        })
    }

    fn result(&self) -> Option<Wording> {
        let pixel = first_wrong_pixel(&self.now, RESULT)?;
        let [ours, theirs] = self.now.each_ref().map(result);
        let wrong = match (ours, theirs) {
            (Some(should), None) => say!("\"{should}\" is missing", should),
            (Some(should), Some("")) => say!("the result should read \"{should}\"", should),
            (Some(should), Some(is)) => say!("it says \"{is}\", and should say \"{should}\"", is, should),
            (None, Some(is)) if !is.is_empty() => say!("\"{is}\" is printed too early", is),
            _ => say!("something is drawn where the result will be printed").to_string(),
        };
        let says = |text: Option<&str>| match text {
            None => say!("prints no result").to_string(),
            Some("") => say!("prints something else").to_string(),
            Some(text) => say!("prints \"{text}\"", text),
        };
        Some(Wording {
            wrong,
            ours: says(ours),
            theirs: says(theirs),
            place: match ours {
                None => say!("result||printed at the end of a game").to_string(),
                Some("A draw") => say!("draw||the result").to_string(),
                Some(text) => text.to_string(),
            },
            pixel,
        })
    }

    fn score(&self, player: &str, y: i32) -> Option<Wording> {
        if let Some(pixel) = first_wrong_pixel(&self.now, around((500, y))) {
            return Some(Wording {
                wrong: say!("the disc beside {player}'s score is wrong", player),
                ours: say!("shows {player}'s disc beside the score", player),
                theirs: say!("shows something else there").to_string(),
                place: say!("score||a place on the screen").to_string(),
                pixel,
            });
        }
        let pixel = first_wrong_pixel(&self.now, score_area(y))?;
        let [ours, theirs] = self.now.each_ref().map(|screen| score(screen, y));
        let was = self.before.as_ref().and_then(|[_, theirs]| score(theirs, y));
        let still = was.is_some() && was == theirs;
        let should = ours.map_or(say!("nothing||of a score").to_string(), |n| n.to_string());
        let wrong = match theirs {
            Some(n) if ours.is_none() => {
                say!("{player}'s score reads {n} where nothing should be printed", player, n)
            }
            Some(n) if still => {
                say!("{player}'s score still reads {n}, and should read {should}", player, n, should)
            }
            Some(n) => say!("{player}'s score reads {n}, and should read {should}", player, n, should),
            None => say!("{player}'s score does not read {should}", player, should),
        };
        let reads = |n: Option<usize>| match n {
            Some(n) => say!("{player}'s score reads {n}", player, n),
            None => say!("{player}'s score is not a number", player),
        };
        Some(Wording {
            wrong,
            ours: reads(ours),
            theirs: reads(theirs),
            place: say!("score||a place on the screen").to_string(),
            pixel,
        })
    }

    /// Describes the difference at a pixel that is not in any named area.
    fn elsewhere(&self, (x, y): (i32, i32)) -> Wording {
        let on_lines = (100..=420).contains(&x) && (100..=420).contains(&y);
        let [ours, theirs] = &self.now;
        let empty = ours.getpixel(x, y) == Some(RED);
        let wrong = match (on_lines, empty) {
            (true, _) => say!("a line of the board is broken at the pixel ({x},{y})", x, y),
            (_, true) => say!("something is drawn at the pixel ({x},{y}) where nothing should be", x, y),
            _ => say!("something is missing at the pixel ({x},{y})", x, y),
        };
        Wording {
            wrong,
            ours: say!("the pixel ({x},{y}) has the colour {colour}", x, y, colour = color_name(ours, x, y)),
            theirs: say!("it has the colour {colour}", colour = color_name(theirs, x, y)),
            place: if on_lines { say!("lines||of the board").to_string() } else { format!("({x},{y})") },
            pixel: (x, y),
        }
    }
}

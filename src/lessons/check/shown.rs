//! What a picture of the game shows, place by place, and how two pictures differ in words.

use std::sync::OnceLock;

use games::othello::Cell;
use original::{Colors, Map, START, draw_qp, draw_stone};
use turbo::dos::bgi::{COLORS, Font, HEIGHT, RED, WHITE, WIDTH};
use turbo::dos::{Key, Screen};
use words::{phrase, say, told};

/// Left, top, right and bottom of a part of the screen.
pub(crate) type Area = [i32; 4];

/// Where the result is printed, as wide as the longest one.
const RESULT: Area = [470, 392, 629, 407];
/// The results, as QIPAN.C prints them.
const RESULTS: [&str; 3] = ["Black wins", "White wins", "A draw"];
/// The players with their scores' rows.
const SCORES: [(&str, i32); 2] = [(phrase!("Black"), 200), (phrase!("White"), 300)];

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Empty,
    Black,
    White,
    Other,
}

/// Two pictures of the same moment, ours and theirs, and what is known about the moment.
pub(crate) struct Sight<'a> {
    pub(crate) now: [&'a Screen; 2],
    /// Ours and theirs at the wait before, if there was one.
    pub(crate) before: Option<[&'a Screen; 2]>,
    /// Where our moving stone stood then, and where it stands now.
    pub(crate) moving: [Option<(i32, i32)>; 2],
    pub(crate) key: Option<Key>,
    /// What both have printed.
    pub(crate) printed: [&'a str; 2],
}

/// A difference in words.
pub(crate) struct Wording {
    /// Half a sentence: what is wrong in theirs.
    pub(crate) wrong: String,
    pub(crate) ours: String,
    pub(crate) theirs: String,
    /// The place in a word.
    pub(crate) place: String,
    /// A pixel that differs.
    pub(crate) pixel: (i32, i32),
}

/// The area of a cell around its middle, without the lines of the board.
const fn around(x: i32, y: i32) -> Area {
    [x - 19, y - 19, x + 19, y + 19]
}

fn middle(Cell { row, col }: Cell) -> (i32, i32) {
    (120 + 40 * col as i32, 120 + 40 * row as i32)
}

fn score_area(y: i32) -> Area {
    [530, y - 12, 578, y + 11]
}

fn cut(screen: &Screen, [left, top, right, bottom]: Area) -> Vec<u8> {
    let rows = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    rows.filter_map(|(x, y)| screen.getpixel(x, y)).collect()
}

fn pixel_that_differs([ours, theirs]: [&Screen; 2], area: Area) -> Option<(i32, i32)> {
    let [left, top, right, bottom] = area;
    let mut pixels = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    pixels.find(|(x, y)| ours.getpixel(*x, *y) != theirs.getpixel(*x, *y))
}

/// The parts of the screen that have a name: cells, the moving stone's start, scores with their stones, the result.
fn areas() -> impl Iterator<Item = Area> {
    let cells = Cell::all().map(middle).chain([START]);
    let scores = SCORES
        .iter()
        .flat_map(|(_, y)| [score_area(*y), around(500, *y)]);
    cells
        .map(|(x, y)| around(x, y))
        .chain(scores)
        .chain([RESULT])
}

/// The parts that differ, to be framed; around a pixel that lies in none of them, a small one.
pub(crate) fn differing(now: [&Screen; 2]) -> Vec<Area> {
    let named: Vec<Area> = areas()
        .filter(|area| cut(now[0], *area) != cut(now[1], *area))
        .collect();
    if !named.is_empty() {
        return named;
    }
    let whole = pixel_that_differs(now, [0, 0, WIDTH - 1, HEIGHT - 1]);
    whole.into_iter().map(|(x, y)| around(x, y)).collect()
}

/// What a cell with its middle here shows.
fn shown(screen: &Screen, (x, y): (i32, i32)) -> Shown {
    static LOOKS: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    let looks = LOOKS.get_or_init(|| {
        [0, 1, 2].map(|t| {
            let mut screen = Screen::default();
            draw_qp(&mut screen, Colors::ORIGINAL, &Map::EMPTY);
            if t > 0 {
                draw_stone(&mut screen, Colors::ORIGINAL, 120, 120, t);
            }
            cut(&screen, around(120, 120))
        })
    });
    let seen = cut(screen, around(x, y));
    match looks.iter().position(|look| *look == seen) {
        Some(0) => Shown::Empty,
        Some(1) => Shown::Black,
        Some(2) => Shown::White,
        _ => Shown::Other,
    }
}

/// The board that a picture shows, in lines of `.XO`.
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

    /// What the place of this name shows.
    fn wording(self, name: &str) -> String {
        match (self, self.stone()) {
            (_, Some(colour)) => say!("{name} shows a {colour} disc", name, colour),
            (Shown::Empty, _) => say!("{name} is empty", name),
            _ => say!("{name} shows something else", name),
        }
    }
}

/// The number that stands in a score's place; `None` if there is none.
fn score(screen: &Screen, y: i32) -> Option<usize> {
    let seen = cut(screen, score_area(y));
    let mut paper = Screen::default();
    (0..=64).find(|n| {
        let [left, top, right, bottom] = score_area(y);
        paper.setfillstyle(RED);
        paper.bar(left, top, right, bottom);
        paper.settextstyle(Font::Small, 3);
        paper.setcolor(WHITE);
        paper.outtextxy(530, y - 11, &n.to_string());
        cut(&paper, score_area(y)) == seen
    })
}

/// The result that is printed: `None` if nothing is, and an empty text if it is none of ours.
fn result(screen: &Screen) -> Option<&'static str> {
    let seen = cut(screen, RESULT);
    if seen.iter().all(|color| *color == RED) {
        return None;
    }
    let mut paper = Screen::default();
    let found = RESULTS.iter().find(|text| {
        paper.setfillstyle(RED);
        paper.bar(0, 0, WIDTH - 1, HEIGHT - 1);
        paper.settextstyle(Font::Small, 2);
        paper.setcolor(WHITE);
        paper.outtextxy(RESULT[0], RESULT[1], text);
        cut(&paper, RESULT) == seen
    });
    Some(found.copied().unwrap_or_default())
}

impl Sight<'_> {
    /// The first thing that differs, if anything does.
    pub(crate) fn wording(&self) -> Option<Wording> {
        let whole = [0, 0, WIDTH - 1, HEIGHT - 1];
        let pixel = pixel_that_differs(self.now, whole)?;
        if let Some(wording) = self.printed(pixel) {
            return Some(wording);
        }
        let missing =
            |screen: &Screen| Cell::all().all(|cell| shown(screen, middle(cell)) == Shown::Other);
        if missing(self.now[0]) {
            return Some(self.somewhere(pixel));
        }
        if missing(self.now[1]) {
            return Some(Wording {
                wrong: say!("the board is missing").to_string(),
                ours: say!("shows the board").to_string(),
                theirs: say!("shows none").to_string(),
                place: say!("the board").to_string(),
                pixel,
            });
        }
        let cells = Cell::all().map(|cell| (cell.to_string(), middle(cell)));
        let start = (say!("the place above a1").to_string(), START);
        let mut cells = cells.chain([start]);
        let cell = cells.find_map(|(name, at)| self.cell(&name, at));
        cell.or_else(|| self.result())
            .or_else(|| {
                SCORES
                    .iter()
                    .find_map(|(player, y)| self.score(told(player), *y))
            })
            .or_else(|| Some(self.anywhere(pixel)))
    }

    /// The first printed line that differs.
    fn printed(&self, pixel: (i32, i32)) -> Option<Wording> {
        let [ours, theirs] = self.printed;
        if ours == theirs {
            return None;
        }
        let lines = ours.lines().count().max(theirs.lines().count());
        let line = |text: &str, n: usize| text.lines().nth(n).unwrap_or_default().to_string();
        let n = (0..lines)
            .find(|n| line(ours, *n) != line(theirs, *n))
            .unwrap_or(0);
        let [should, is] = self.printed.map(|text| line(text, n));
        let prints = |text: &str| say!("prints {text}", text = format!("{text:?}"));
        Some(Wording {
            wrong: say!(
                "line {n} that it prints is {is}, and should be {should}",
                n = n + 1,
                is = format!("{is:?}"),
                should = format!("{should:?}")
            ),
            ours: prints(&should),
            theirs: prints(&is),
            place: say!("printed text").to_string(),
            pixel,
        })
    }

    /// What differs in a picture without our board.
    fn somewhere(&self, (x, y): (i32, i32)) -> Wording {
        let [should, is] = self.now.map(|screen| colour(screen, x, y));
        let [ours, theirs] = self.now.map(|screen| screen.pixels().iter());
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
        let pixel = pixel_that_differs(self.now, around(at.0, at.1))?;
        let [ours, theirs] = self.now.map(|screen| shown(screen, at));
        let was = self.before.map(|[_, theirs]| shown(theirs, at));
        let moved = self.moving[0] == Some(at);
        let wrong = match (ours.stone(), theirs.stone()) {
            (None, Some(colour)) if was == Some(theirs) => match self.key {
                _ if !moved => say!("{name} still shows the {colour} disc", name, colour),
                Some(Key::Enter | Key::Space) => say!(
                    "{name} still shows the {colour} disc of the turn that is over",
                    name,
                    colour
                ),
                _ => say!(
                    "{name} still shows the {colour} disc that moved on",
                    name,
                    colour
                ),
            },
            (None, Some(colour)) => say!(
                "{name} shows a {colour} disc where none should be",
                name,
                colour
            ),
            (Some(colour), None) if self.moving[1] == Some(at) && theirs == Shown::Empty => {
                say!(
                    "the moving {colour} disc is missing at {name}",
                    colour,
                    name
                )
            }
            (Some(colour), None) if theirs == Shown::Empty && was == Some(ours) => {
                say!("the {colour} disc at {name} is gone", colour, name)
            }
            (Some(colour), None) if theirs == Shown::Empty => {
                say!("the {colour} disc at {name} is missing", colour, name)
            }
            (Some(should), Some(_)) if self.moving[1] == Some(at) => {
                say!(
                    "the moving disc at {name} should be {should}",
                    name,
                    should
                )
            }
            (Some(should), Some(is)) if was == Some(theirs) => say!(
                "the disc at {name} is still {is}, and should be {should}",
                name,
                is,
                should
            ),
            (Some(should), Some(is)) => say!(
                "the disc at {name} is {is}, and should be {should}",
                name,
                is,
                should
            ),
            (Some(colour), None) => say!(
                "the {colour} disc at {name} does not look like one",
                colour,
                name
            ),
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
        let pixel = pixel_that_differs(self.now, RESULT)?;
        let [ours, theirs] = self.now.map(result);
        let wrong = match (ours, theirs) {
            (Some(should), None) => say!("\"{should}\" is missing", should),
            (Some(should), Some("")) => say!("the result should read \"{should}\"", should),
            (Some(should), Some(is)) => {
                say!("it says \"{is}\", and should say \"{should}\"", is, should)
            }
            (None, Some(is)) if !is.is_empty() => say!("\"{is}\" is printed too early", is),
            _ => say!("something is drawn where the result will stand").to_string(),
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
        if let Some(pixel) = pixel_that_differs(self.now, around(500, y)) {
            return Some(Wording {
                wrong: say!(
                    "the disc beside {player}'s score is not as it should be",
                    player
                ),
                ours: say!("shows {player}'s disc beside the score", player),
                theirs: say!("shows something else there").to_string(),
                place: say!("score||a place on the screen").to_string(),
                pixel,
            });
        }
        let pixel = pixel_that_differs(self.now, score_area(y))?;
        let [ours, theirs] = self.now.map(|screen| score(screen, y));
        let was = self.before.and_then(|[_, theirs]| score(theirs, y));
        let still = was.is_some() && was == theirs;
        let should = ours.map_or(say!("nothing||of a score").to_string(), |n| n.to_string());
        let wrong = match theirs {
            Some(n) if ours.is_none() => {
                say!(
                    "{player}'s score reads {n} where nothing should be printed",
                    player,
                    n
                )
            }
            Some(n) if still => say!(
                "{player}'s score still reads {n}, and should read {should}",
                player,
                n,
                should
            ),
            Some(n) => say!(
                "{player}'s score reads {n}, and should read {should}",
                player,
                n,
                should
            ),
            None => say!("{player}'s score does not read {should}", player, should),
        };
        let reads = |n: Option<usize>| match n {
            Some(n) => say!("{player}'s score reads {n}", player, n),
            None => say!("{player}'s score reads as no number", player),
        };
        Some(Wording {
            wrong,
            ours: reads(ours),
            theirs: reads(theirs),
            place: say!("score||a place on the screen").to_string(),
            pixel,
        })
    }

    /// What differs at a pixel that lies in no named place.
    fn anywhere(&self, (x, y): (i32, i32)) -> Wording {
        let on_lines = (100..=420).contains(&x) && (100..=420).contains(&y);
        let empty = self.now[0].getpixel(x, y) == Some(RED);
        let wrong = match (on_lines, empty) {
            (true, _) => say!("a line of the board is broken at the pixel ({x},{y})", x, y),
            (_, true) => {
                say!(
                    "something is drawn at the pixel ({x},{y}) where nothing should be",
                    x,
                    y
                )
            }
            _ => say!("something is missing at the pixel ({x},{y})", x, y),
        };
        Wording {
            wrong,
            ours: say!(
                "the pixel ({x},{y}) has the colour {colour}",
                x,
                y,
                colour = colour(self.now[0], x, y)
            ),
            theirs: say!(
                "it has the colour {colour}",
                colour = colour(self.now[1], x, y)
            ),
            place: if on_lines {
                say!("lines||of the board").to_string()
            } else {
                format!("({x},{y})")
            },
            pixel: (x, y),
        }
    }
}

/// The name of a pixel's colour.
fn colour(screen: &Screen, x: i32, y: i32) -> &'static str {
    screen
        .getpixel(x, y)
        .map_or("none", |color| COLORS[usize::from(color & 15)])
}

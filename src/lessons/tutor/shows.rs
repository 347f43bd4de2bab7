//! Computes what the board displays while a program runs, from the values of the program's variables and from
//! the elements that it read and wrote.

use super::numbers_in;
use super::stepper::{Stepper, Touched};
use games::Place;
use turbo::c::{Frame, PlaceKind, Value};

#[derive(Debug)]
pub struct Shows {
    pub stones: Stones,
    pub(crate) walks: &'static [Walk],
}

/// The variables in which a program keeps its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stones {
    /// There are no stones. The board shows these arrays side by side, up to the index in the given variable.
    Nowhere(&'static [&'static str], &'static str),
    Picture,
    /// An array of rows. 1 is black, 2 is white.
    Map(&'static str),
    /// The array of points in the order of play, the variable with the number of points, and the array that
    /// the judges read.
    Record(&'static str, &'static str, &'static str),
}

impl Stones {
    /// The name of the array whose elements represent the places of the board.
    pub fn array(self) -> &'static str {
        match self {
            Stones::Nowhere(..) | Stones::Picture => "",
            Stones::Map(name) | Stones::Record(_, _, name) => name,
        }
    }

    pub fn points(self) -> &'static str {
        match self {
            Stones::Record(points, ..) => points,
            _ => "",
        }
    }
}

/// A function that starts at a place on the board and reads the places around it.
#[derive(Debug)]
pub(crate) struct Walk {
    pub(crate) function: &'static str,
    pub(crate) at: At,
    /// The variable that gives the owner of the stone at that place: a player, a turn, or the number of the
    /// last stone.
    pub(crate) stone: &'static str,
    pub(crate) ways: Ways,
}

/// The directions that the board marks, starting from the function's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    None,
    /// The direction in which the function looks now.
    Now,
    /// The direction in which the function looks now, and the results of the earlier directions.
    All,
}

#[derive(Clone, Copy, Debug)]
pub enum At {
    RowCol(&'static str, &'static str),
    Pixels(&'static str, &'static str),
    /// A variable with the point's number: 15 * column + row.
    Point(&'static str),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sector {
    #[default]
    Unknown,
    Now,
    Skipped,
    Stones(usize),
}

/// The marks on the board after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The stones, row by row. 1 is black, 2 is white. Empty if the program's own screen is shown.
    pub stones: Vec<Vec<u8>>,
    /// The place on which the function works, and the owner of the stone dropped there: 1, 2, or 0 if there
    /// is none.
    pub place: Option<(Place, u8)>,
    /// The last place that the function has read in its current direction.
    pub ray: Option<Place>,
    pub look: Option<Place>,
    /// The stones that the function has passed over.
    pub dots: Vec<Place>,
    pub rings: Vec<Place>,
    /// True if the function returned 0 because it turned nothing over.
    pub refused: bool,
    /// The result in each direction. The rows are from the top, the columns from the left.
    pub compass: Option<Compass>,
}

type Compass = [[Sector; 3]; 3];

/// The directions in the order in which `QpChange` tries them. Each is a step of rows down and columns to the
/// right.
const ORDER: [(isize, isize); 8] = original::DIRECTIONS;

impl Shows {
    pub fn marks(&self, stepper: &Stepper) -> Marks {
        let mut marks = Marks { stones: self.stones(stepper), ..Marks::default() };
        let size = marks.stones.len();
        if size == 0 {
            return marks;
        }
        let over = stepper.machine().place().is_none();
        let frames = stepper.frames();
        let Some((walk, frame, depth)) = self.walk(&frames) else {
            let now = stepper.touched_now.last().and_then(place_of);
            marks.look = now.filter(|place| place.0 < size && place.1 < size);
            return marks;
        };
        let stone = int(frame, walk.stone).or_else(|| global(stepper, walk.stone)?.number());
        let stone = stone.map_or(0, |n| if n % 2 == 1 { 1 } else { 2 });
        marks.place = walk.at.place(frame, size).map(|place| (place, stone));
        let touched = match walk.ways {
            Ways::None if over => stepper.touched_since(stepper.last_call(depth)),
            Ways::None => stepper.touched_now.clone(),
            Ways::Now | Ways::All => stepper.touched_since(stepper.began(depth)),
        };
        let counts_own = matches!(self.stones, Stones::Record(..));
        marks.take(&touched, size, counts_own);
        let place = stepper.machine().place();
        let leaves = place.is_some_and(|place| place.kind == PlaceKind::Leave);
        if over || leaves && depth == frames.len() {
            marks.end(counts_own);
        }
        marks.refused = over && !counts_own && stepper.machine().returned() == Some(0);
        if walk.ways != Ways::All {
            marks.compass = None;
        }
        marks
    }

    /// True if the next step enters a function that turns discs over.
    pub(crate) fn turns_over(&self, stepper: &Stepper) -> bool {
        let Some(place) = stepper.machine().place() else { return false };
        let all = |walk: &Walk| walk.ways == Ways::All && walk.function == place.function;
        let writes = matches!(self.stones, Stones::Map(_));
        writes && place.kind == PlaceKind::Enter && self.walks.iter().any(all)
    }

    /// The places that the program wrote after step `n` of the scene.
    pub(crate) fn turned_since(&self, stepper: &Stepper, n: u64) -> Vec<Place> {
        let mut turned = Vec::new();
        for touch in stepper.touched_since(n).iter().filter(|touch| touch.written) {
            turned.extend(place_of(touch).filter(|place| !turned.contains(place)));
        }
        turned
    }

    /// The innermost running function that works on a place, with its frame and its depth.
    fn walk<'a>(&self, frames: &'a [Frame]) -> Option<(&'static Walk, &'a Frame, usize)> {
        frames.iter().zip((1..=frames.len()).rev()).find_map(|(frame, depth)| {
            let walk = self.walks.iter().find(|walk| walk.function == frame.function)?;
            Some((walk, frame, depth))
        })
    }

    fn stones(&self, stepper: &Stepper) -> Vec<Vec<u8>> {
        let global = |name: &str| global(stepper, name);
        match self.stones {
            Stones::Nowhere(..) | Stones::Picture => Vec::new(),
            Stones::Map(name) => match global(name) {
                Some(Value::Array(rows)) => {
                    let row = |row| numbers_in(row).into_iter().map(|n| n as u8).collect();
                    rows.iter().map(row).collect()
                }
                _ => Vec::new(),
            },
            Stones::Record(points, count, _) => {
                let mut board = vec![vec![0; 15]; 15];
                let count = global(count).and_then(|value| value.number()).unwrap_or(0);
                if let Some(Value::Array(points)) = global(points) {
                    let points = points.iter().take(count.max(0) as usize);
                    for (p, n) in points.filter_map(Value::number).zip(1..) {
                        if (0..225).contains(&p) {
                            let (row, col) = (p as usize % 15, p as usize / 15);
                            board[row][col] = if n % 2 == 1 { 1 } else { 2 };
                        }
                    }
                }
                board
            }
        }
    }
}

pub(super) fn global(stepper: &Stepper, name: &str) -> Option<Value> {
    let mut globals = stepper.machine().globals().into_iter();
    globals.find(|var| var.name == name).map(|var| var.value)
}

fn int(frame: &Frame, name: &str) -> Option<i32> {
    let found = frame.variables.iter().find(|var| var.name == name);
    found.and_then(|var| var.value.number())
}

impl At {
    fn place(self, frame: &Frame, size: usize) -> Option<Place> {
        let (row, col) = match self {
            At::RowCol(row, col) => (int(frame, row)?, int(frame, col)?),
            At::Pixels(x, y) => ((int(frame, y)? - 120) / 40, (int(frame, x)? - 120) / 40),
            At::Point(p) => {
                let p = int(frame, p)?;
                (p % 15, p / 15)
            }
        };
        let on = |n: i32| usize::try_from(n).ok().filter(|n| *n < size);
        Some((on(row)?, on(col)?))
    }
}

/// Returns the row and column of a board element. The element may be indexed by the number of a point.
fn place_of(touched: &Touched) -> Option<Place> {
    match touched.index[..] {
        [row, col] => Some((row, col)),
        [p] => Some((p % 15, p / 15)),
        _ => None,
    }
}

/// Returns the direction from one place to another, or `None` if they are not in line.
fn direction(from: Place, to: Place) -> Option<(isize, isize)> {
    let down = to.0 as isize - from.0 as isize;
    let right = to.1 as isize - from.1 as isize;
    let in_line = down == 0 || right == 0 || down.abs() == right.abs();
    (in_line && from != to).then_some((down.signum(), right.signum()))
}

fn sector(compass: &mut Compass, (down, right): (isize, isize)) -> &mut Sector {
    &mut compass[(down + 1) as usize][(right + 1) as usize]
}

/// Marks the given directions as skipped if their results are unknown.
fn skip(compass: &mut Compass, ways: &[(isize, isize)]) {
    for way in ways {
        let sector = sector(compass, *way);
        if *sector == Sector::Unknown {
            *sector = Sector::Skipped;
        }
    }
}

impl Marks {
    /// Marks the places that the function has read and written. `counts_own` is true if the function counts
    /// the player's own stones, and false if it turns the opponent's discs over.
    fn take(&mut self, touched: &[Touched], size: usize, counts_own: bool) {
        let on_board = |place: &Place| place.0 < size && place.1 < size;
        let Some((from, own)) = self.place.filter(|(_, own)| *own != 0) else {
            self.look = touched.last().and_then(place_of).filter(on_board);
            return;
        };
        let mut compass = [[Sector::Unknown; 3]; 3];
        let mut now = None;
        for touch in touched {
            let Some(place) = place_of(touch).filter(on_board) else { continue };
            if touch.written && counts_own {
                continue;
            }
            self.look = Some(place);
            let stone = self.stones[place.0][place.1];
            let walked = stone != 0 && (stone == own) == counts_own;
            let Some(way) = direction(from, place) else {
                // The function has gone past the edge and into the next column.
                if walked && place != from {
                    self.dots.push(place);
                }
                continue;
            };
            if now != Some(way) {
                (now, self.ray) = (Some(way), None);
                self.dots.clear();
            }
            let sector = sector(&mut compass, way);
            let mut brought = match sector {
                Sector::Stones(n) => *n,
                _ => 0,
            };
            if touch.written {
                if !self.rings.contains(&place) {
                    self.rings.push(place);
                    brought += 1;
                }
            } else {
                self.ray = Some(place);
                if walked && !self.dots.contains(&place) {
                    self.dots.push(place);
                    brought += usize::from(counts_own);
                }
            }
            *sector = Sector::Stones(brought);
        }
        if let Some(now) = now.map(|now| sector(&mut compass, now))
            && *now == Sector::Stones(0)
        {
            *now = Sector::Now;
        }
        if !counts_own {
            // The function has skipped a direction if it has looked in a later one.
            let looked_along = |way: &_| *sector(&mut compass, *way) != Sector::Unknown;
            let last = ORDER.iter().rposition(looked_along);
            skip(&mut compass, &ORDER[..last.unwrap_or(0)]);
        }
        self.compass = Some(compass);
    }

    /// Updates the marks when a function has finished with all directions.
    fn end(&mut self, counts_own: bool) {
        for sector in self.compass.iter_mut().flatten().flatten() {
            if *sector == Sector::Now {
                *sector = Sector::Stones(0);
            }
        }
        if !counts_own {
            self.compass.iter_mut().for_each(|compass| skip(compass, &ORDER));
            (self.ray, self.look) = (None, None);
            self.dots.clear();
        }
    }
}

//! Tic-tac-toe: a third game, unknown to the program.

use std::collections::HashMap;
use std::fmt;

use app::play::games::Entry;
use app::play::help;
use games::saved::words;
use games::stone::{Lost, Outcome, Stone};
use games::{DropResult, Game, Kind, Place, Placed};
use players::computer::{Analyst, Computer, Unit};
use players::insight::{Insight, Value};
use screen::face::{Face, Look};
use screen::grid::Grid;
use screen::panel::write;
use screen::theme::Theme;
use turbo::dos::Screen;
use turbo::dos::bgi::WHITE;

/// The marked cells in order, 0 to 8 row by row, and those that were taken back.
#[derive(Clone, Debug, Default)]
pub struct TicTacToe {
    marks: Vec<usize>,
    undone: Vec<usize>,
    lost: Option<(Stone, Lost)>,
}

/// The cells of each line.
const LINES: [&[u8; 3]; 8] = [b"012", b"345", b"678", b"036", b"147", b"258", b"048", b"246"];

impl TicTacToe {
    fn stone_at(&self, cell: usize) -> Option<Stone> {
        let turn = self.marks.iter().position(|mark| *mark == cell)? + 1;
        Some(Stone::of_turn(turn))
    }

    fn winning_line(&self) -> Option<[usize; 3]> {
        let lines = LINES.map(|line| line.map(|cell| usize::from(cell - b'0')));
        lines.into_iter().find(|line| {
            let [a, b, c] = line.map(|cell| self.stone_at(cell));
            a.is_some() && a == b && b == c
        })
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |cell| self.stone_at(cell).map_or('.', |s| ['X', 'O'][s as usize - 1]);
        let row = |row: usize| (3 * row..3 * row + 3).map(sign).collect::<String>();
        f.write_str(&[row(0), row(1), row(2)].join("\n"))
    }
}

impl Game for TicTacToe {
    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn copy(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn restarted(&self) -> Box<dyn Game> {
        Box::new(TicTacToe::default())
    }

    fn t(&self) -> usize {
        self.marks.len() + 1
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((stone, _)) = self.lost {
            return Some(Outcome::Won(stone.other()));
        }
        let won = self.winning_line().and_then(|line| self.stone_at(line[0]));
        let full = (self.marks.len() == 9).then_some(Outcome::Draw);
        won.map(Outcome::Won).or(full)
    }

    fn lost(&self) -> Option<(Stone, Lost)> {
        self.lost
    }

    fn lose(&mut self, how: Lost) {
        self.lost = Some((Stone::of_turn(self.t()), how));
    }

    fn moves(&self) -> Vec<Place> {
        let free = (0..9).filter(|cell| self.stone_at(*cell).is_none());
        match self.outcome() {
            None => free.map(|cell| (cell / 3, cell % 3)).collect(),
            Some(_) => Vec::new(),
        }
    }

    fn try_to_drop(&mut self, (row, col): Place) -> DropResult {
        if self.stone_at(3 * row + col).is_some() {
            return DropResult::Ignored("This cell is taken.".to_string());
        }
        let (place, stone) = ((row, col), Stone::of_turn(self.t()));
        self.marks.push(3 * row + col);
        self.undone.clear();
        let turned = Vec::new();
        DropResult::Done(Placed { place, stone, turned })
    }

    fn place_of(&self, t: usize) -> Option<Place> {
        let cell = self.marks.get(t.checked_sub(1)?)?;
        Some((cell / 3, cell % 3))
    }

    fn name_of(&self, (row, col): Place) -> String {
        format!("{}{}", ['a', 'b', 'c'][col], row + 1)
    }

    fn undo(&mut self) -> bool {
        let last = self.marks.pop();
        self.undone.extend(last);
        self.lost.take().is_some() || last.is_some()
    }

    fn redo(&mut self) -> bool {
        let next = self.undone.pop();
        self.marks.extend(next);
        next.is_some()
    }

    fn save(&self) -> Vec<(&'static str, String)> {
        vec![
            ("game", self.name().to_string()),
            ("marks", words(&self.marks)),
            ("undone", words(&self.undone)),
        ]
    }
}

static GRID: Grid = Grid { first: (140, 160), pitch: 80, size: 3 };

static SMALL: Grid = Grid { first: (52, 72), pitch: 64, size: 3 };

struct Lines;

impl Face for Lines {
    fn grid(&self, _: &dyn Game) -> &'static Grid {
        &GRID
    }

    fn radius(&self, _: &dyn Game) -> i32 {
        30
    }

    fn title(&self, _: &dyn Game) -> String {
        "Tic-tac-toe".to_string()
    }

    fn draw_board(&self, screen: &mut Screen, game: &dyn Game, look: &Look) {
        screen.setbkcolor(look.theme.colors.ground);
        screen.cleardevice();
        screen.setcolor(look.theme.colors.grid);
        for line in [1, 2] {
            screen.line(100 + 80 * line, 120, 100 + 80 * line, 360);
            screen.line(100, 120 + 80 * line, 340, 120 + 80 * line);
        }
        for t in 1..game.t() {
            let (row, col) = game.place_of(t).unwrap();
            mark(screen, look.theme, Stone::of_turn(t), GRID.centre(row, col));
        }
    }

    fn draw_small(&self, screen: &mut Screen, game: &dyn Game, theme: &Theme) -> Option<(Grid, i32)> {
        screen.setcolor(theme.colors.grid);
        for line in [1, 2] {
            screen.line(20 + 64 * line, 40, 20 + 64 * line, 232);
            screen.line(20, 40 + 64 * line, 212, 40 + 64 * line);
        }
        for t in 1..game.t() {
            let (row, col) = game.place_of(t).unwrap();
            mark(screen, theme, Stone::of_turn(t), SMALL.centre(row, col));
        }
        Some((SMALL, 28))
    }

    fn draw_value(
        &self,
        screen: &mut Screen,
        _: &dyn Game,
        (row, col): Place,
        text: &str,
        [letters, behind]: [u8; 2],
        _here: bool,
    ) {
        let (x, y) = GRID.centre(row, col);
        let half = 4 * text.len() as i32;
        screen.setfillstyle(behind);
        screen.bar(x - half - 2, y - 8, x + half + 1, y + 7);
        write(screen, x - half, y - 8, letters, text);
    }

    fn draw_moving(&self, screen: &mut Screen, game: &dyn Game, look: &Look, at: (i32, i32)) {
        mark(screen, look.theme, game.stone_of_turn(game.t()), at);
    }

    fn move_color(&self, screen: &mut Screen, game: &dyn Game, look: &Look, (x, y): (i32, i32)) {
        screen.setfillstyle(look.theme.colors.ground);
        screen.bar(x - 36, y - 36, x + 36, y + 36);
        let taken = (1..game.t()).find(|t| game.place_of(*t) == GRID.place(x, y));
        if let Some(t) = taken.filter(|_| (x, y) != GRID.start()) {
            mark(screen, look.theme, Stone::of_turn(t), (x, y));
        }
    }

    fn draw_end(&self, screen: &mut Screen, game: &dyn Game, look: &Look) -> String {
        let line = game.of::<TicTacToe>().unwrap().winning_line();
        let Some([first, _, last]) = line else {
            return "The board is full".to_string();
        };
        let at = |cell: usize| GRID.centre(cell / 3, cell % 3);
        screen.setcolor(look.theme.accent);
        screen.line(at(first).0, at(first).1, at(last).0, at(last).1);
        "three in a row".to_string()
    }
}

/// A cross for Black, a circle for White.
fn mark(screen: &mut Screen, theme: &Theme, stone: Stone, (x, y): (i32, i32)) {
    match stone {
        Stone::Black => {
            screen.setcolor(theme.colors.text);
            screen.line(x - 30, y - 30, x + 30, y + 30);
            screen.line(x - 30, y + 30, x + 30, y - 30);
        }
        Stone::White => {
            screen.setcolor(WHITE);
            screen.circle(x, y, 30);
        }
    }
}

#[derive(Debug)]
struct Perfect;

impl Computer for Perfect {
    fn unit(&self, _: &dyn Game) -> &'static Unit {
        &Unit {
            name: "%",
            digits: 0,
            values: "Chance in %",
            graph: "X's chances in %",
            even: 50.0,
            mistake: 15.0,
            scales: &[50.0],
            won: "three",
        }
    }

    fn analyst(&self) -> Box<dyn Analyst> {
        Box::<Solver>::default()
    }
}

/// For each position found so far, the value for the side to move and the best line.
#[derive(Default)]
struct Solver(HashMap<String, (Value, Vec<Place>)>);

impl Solver {
    fn solve(&mut self, game: &TicTacToe) -> (Value, Vec<Place>) {
        if let Some(known) = self.0.get(&game.to_string()) {
            return known.clone();
        }
        let after_move = |place: Place| {
            let mut after = game.clone();
            after.try_to_drop(place);
            let (value, mut line) = self.solve(&after);
            line.insert(0, place);
            (value.of_move(), line)
        };
        let found = match game.outcome() {
            Some(Outcome::Won(_)) => (Value::Win(0), Vec::new()),
            Some(Outcome::Draw) => (Value::Chance(50.0), Vec::new()),
            None => {
                let all = game.moves().into_iter().map(after_move);
                let best = all.max_by(|(a, _), (b, _)| a.rank().total_cmp(&b.rank()));
                best.expect("a game that goes on has a move")
            }
        };
        self.0.insert(game.to_string(), found.clone());
        found
    }
}

impl Analyst for Solver {
    fn look(&mut self, game: &dyn Game, _: Stone, _: u8, _: &dyn Fn() -> bool) -> Insight {
        let (value, line) = self.solve(game.of().unwrap());
        Insight { depth: 9, value, exact: true, line }
    }
}

pub static GAMES: [Entry; 1] = [Entry {
    kind: Kind {
        name: "tic-tac-toe",
        read: |saved| {
            Ok(Box::new(TicTacToe {
                marks: saved.values("marks")?,
                undone: saved.values("undone")?,
                lost: None,
            }))
        },
    },
    face: &Lines,
    computer: &Perfect,
    help: help::KEYS,
}];

//! The [`Game`](crate::Game) trait for gomoku.

use super::game::{Game, Refusal};
use super::point::{LARGEST, Point, SIZE, SIZES};
use super::record;
use super::rules::{Decision, Opening, Rules, Setup};
use crate::Game as _;
use crate::saved::{BadSave, Saved, words};
use crate::stone::{Lost, Outcome, Stone};
use crate::{DropResult, Kind, Place, Placed, Question, Rule};
use words::say;

pub const KIND: Kind = Kind { name: NAME, read: |saved| Ok(Box::new(read(saved)?)) };

const NAME: &str = "gomoku";

fn read(saved: &Saved<'_>) -> Result<Game, BadSave> {
    let wrong = |error: &dyn std::fmt::Display| BadSave::Move(error.to_string());
    let size = saved.optional("size")?.unwrap_or(SIZE);
    if !SIZES.contains(&size) {
        return Err(saved.bad_line("size"));
    }
    let points = |key| record::parse_points(saved.get(key), size).map_err(|error| wrong(&error));
    let (pieces, undone) = (points("record")?, points("undone")?);
    let (decided, undecided) = (saved.values("decided")?, saved.values("undecided")?);
    let (rules, first) = (saved.value("rules")?, saved.value("first")?);
    let setup = Setup::new(rules, first, saved.value("opening")?);
    let setup = setup.map_err(|error| wrong(&error))?.on(size);
    let given = points("given")?;
    let mut before = given.iter().enumerate();
    if before.any(|(n, point)| given[..n].contains(point)) {
        return Err(saved.bad_line("given"));
    }
    let start = Game::from_stones(setup, given);
    let game = start.replayed([&pieces, &undone], [&decided, &undecided]);
    game.map_err(|error| wrong(&error))
}

/// The board sizes to choose from: 15, 19, 20 and, if it is another one, the current size.
fn boards(now: usize) -> Vec<usize> {
    let mut sizes = vec![SIZE, 19, LARGEST];
    if !sizes.contains(&now) {
        sizes.push(now);
    }
    sizes
}

/// The player who must make the swap2 decision, in words.
fn who_decides(game: &Game) -> &'static str {
    match game.player_to_move() {
        Some(Stone::Black) => say!("The first player"),
        _ => say!("The second player"),
    }
}

impl crate::Game for Game {
    fn name(&self) -> &'static str {
        NAME
    }

    fn copy(&self) -> Box<dyn crate::Game> {
        Box::new(self.clone())
    }

    fn restarted(&self) -> Box<dyn crate::Game> {
        Box::new(Game::from_stones(self.setup(), self.given().to_vec()))
    }

    fn is_set_up(&self) -> bool {
        !self.given().is_empty()
    }

    /// Each stone that was given at the start counts as a turn.
    fn t(&self) -> usize {
        self.pieces().len() + 1
    }

    fn stone_of_turn(&self, t: usize) -> Stone {
        match self.setup.first() {
            Stone::Black => Stone::of_turn(t),
            Stone::White => Stone::of_turn(t).other(),
        }
    }

    /// The game is also a draw if black is to move and renju forbids every free point.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome_by_stones().or_else(|| {
            let board = self.renju_board()?;
            (!board.any_permitted()).then_some(Outcome::Draw)
        })
    }

    fn lost(&self) -> Option<(Stone, Lost)> {
        self.lost
    }

    fn lose(&mut self, how: Lost) {
        self.lost = self.player_to_move().map(|stone| (stone, how));
    }

    fn moves(&self) -> Vec<Place> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let forbidden = self.all_forbidden();
        let free = |point: &Point| self.stone_at(*point).is_none() && !forbidden.contains(point);
        let points = Point::all(self.size()).filter(free);
        points.map(Point::place).collect()
    }

    /// The legal points next to a stone, or the centre of an empty board.
    fn likely_moves(&self) -> Vec<Place> {
        let moves = self.moves();
        if self.pieces().is_empty() {
            let centre = (self.size() / 2, self.size() / 2);
            return moves.into_iter().filter(|place| *place == centre).collect();
        }
        let beside = |(row, col): &Place| {
            let near = |stone: &Point| stone.row().abs_diff(*row) <= 1 && stone.col().abs_diff(*col) <= 1;
            self.pieces().iter().any(near)
        };
        moves.into_iter().filter(beside).collect()
    }

    fn try_to_drop(&mut self, (row, col): Place) -> DropResult {
        let point = Point::new(row, col);
        let (stone, name) = (self.stone_of_turn(self.t()), point.name(self.size()));
        match self.drop(point) {
            Ok(()) => DropResult::Done(Placed { place: (row, col), stone, turned: Vec::new() }),
            Err(Refusal::Forbidden(why)) => {
                DropResult::Failed(say!("{name} is forbidden for Black: {why}.", name, why))
            }
            Err(Refusal::ToDecide) => DropResult::Ignored(say!("Choose the colours first.").to_string()),
            Err(Refusal::Occupied) => DropResult::Ignored(say!("There is already a stone on {name}.", name)),
            Err(Refusal::Over) => DropResult::Ignored(say!("The game is over.").to_string()),
        }
    }

    fn place_of(&self, t: usize) -> Option<Place> {
        let point = self.pieces().get(t.checked_sub(1)?)?;
        (t > self.given).then_some(point.place())
    }

    fn name_of(&self, (row, col): Place) -> String {
        Point::new(row, col).name(self.size())
    }

    fn record_name_of(&self, (row, col): Place) -> String {
        Point::new(row, col).to_string()
    }

    fn undo(&mut self) -> bool {
        if self.lost.take().is_some() {
            return true;
        }
        if let (3, 1) | (5, 2) = (self.pieces().len(), self.decisions().len()) {
            return self.decisions.undo().is_some();
        }
        self.pieces().len() > self.given && self.pieces.undo().is_some()
    }

    fn redo(&mut self) -> bool {
        if self.to_decide() { self.decisions.redo().is_some() } else { self.pieces.redo().is_some() }
    }

    fn save(&self) -> Vec<(&'static str, String)> {
        let setup = self.setup();
        let (given, played) = self.pieces().split_at(self.given);
        let mut lines = vec![
            ("game", NAME.to_string()),
            ("record", record::text(played)),
            ("undone", record::text(self.pieces.undone())),
            ("rules", setup.rules().to_string()),
            ("first", setup.first().to_string()),
            ("opening", setup.opening().to_string()),
            ("decided", words(self.decisions())),
            ("undecided", words(self.decisions.undone())),
        ];
        if self.size() != SIZE {
            lines.push(("size", self.size().to_string()));
        }
        if !given.is_empty() {
            lines.push(("given", record::text(given)));
        }
        lines
    }

    /// During the swap2 opening, the first player counts as black and the second player as white.
    fn player_to_move(&self) -> Option<Stone> {
        let stone = self.to_move()?;
        if self.setup.opening() == Opening::Free {
            return Some(stone);
        }
        Some(match (self.pieces().len(), self.decisions()) {
            (0..3, _) | (5, [Decision::PutTwo]) => Stone::Black,
            (3, []) | (3..5, [Decision::PutTwo]) => Stone::White,
            _ => stone,
        })
    }

    fn question(&self) -> Option<Question> {
        let possible = self.possible_decisions();
        let text = |decision: &Decision| match decision {
            Decision::White => (say!("Play white"), 'w'),
            Decision::Black => (say!("Play black"), 'b'),
            Decision::PutTwo => (say!("Put two more"), 't'),
        };
        (!possible.is_empty()).then(|| Question {
            title: say!("Opening swap2"),
            who: who_decides(self),
            choices: possible.iter().map(text).collect(),
        })
    }

    fn answer(&mut self, n: usize) -> String {
        let who = who_decides(self);
        let decision = self.possible_decisions().get(n).copied();
        match decision.filter(|decision| self.decide(*decision)) {
            Some(Decision::White) => say!("{who} takes white.", who),
            Some(Decision::Black) => say!("{who} takes black.", who),
            // No message is needed, because the next warning tells the players what to do.
            Some(Decision::PutTwo) | None => String::new(),
        }
    }

    fn swapped(&self) -> bool {
        matches!(self.decisions(), [Decision::Black] | [Decision::PutTwo, Decision::White])
    }

    fn warning(&self) -> String {
        let text = match (self.setup().opening(), self.t(), self.decisions()) {
            (Opening::Swap2, 1, _) => {
                say!("Swap2: the first player puts a black, a white and a black stone.")
            }
            (Opening::Swap2, 4, [Decision::PutTwo]) => {
                say!("Swap2: the second player puts a white and a black stone.")
            }
            _ => "",
        };
        text.to_string()
    }

    fn rule_choices(&self) -> Vec<Rule> {
        let setup = self.setup();
        let name = |size: usize| format!("{size} x {size}");
        let boards: Vec<String> = boards(setup.size()).into_iter().map(name).collect();
        vec![
            Rule::of(say!("Rules"), &Rules::ALL, &setup.rules()),
            Rule::of(say!("Opening"), &Opening::ALL, &setup.opening()),
            Rule::of(say!("First"), &Stone::ALL, &setup.first()),
            Rule::of(say!("Board"), &boards, &name(setup.size())),
        ]
    }

    fn with_rules(&self, chosen: &[usize]) -> Box<dyn crate::Game> {
        let (rules, opening) = (Rules::ALL[chosen[0]], Opening::ALL[chosen[1]]);
        let setup = Setup::new(rules, Stone::ALL[chosen[2]], opening);
        let setup = setup.or_else(|_| Setup::new(rules, Stone::Black, opening)).unwrap_or_default();
        Box::new(Game::new(setup.on(boards(self.size())[chosen[3]])))
    }

    fn rule_changes(&self) -> Vec<(String, Box<dyn crate::Game>)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let by = |rules: Rules| {
            let game: Box<dyn crate::Game> = Box::new(self.under(rules)?);
            Some((rules.to_string(), game))
        };
        Rules::ALL.into_iter().filter_map(by).collect()
    }
}

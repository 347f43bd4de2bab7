//! A game of gomoku: its stones and decisions, undo, the outcome, and which points the rules refuse.

use std::fmt;
use words::say;

use super::forbidden::{Forbidden, Stones};
use super::judge;
use super::picture;
use super::point::Point;
use super::record::{self, BadRecord};
use super::rules::{Decision, Opening, Rules, Setup};
use crate::Game as _;
use crate::history::History;
use crate::stone::{Lost, Outcome, Stone};

/// Why a stone cannot be dropped on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The player has to decide about the colours first.
    #[error("{}", say!("the colours must be chosen first"))]
    ToDecide,
    /// A stone stands on the point.
    #[error("{}", say!("there is already a stone on the point"))]
    Occupied,
    /// Renju forbids the point to black.
    #[error("{}", say!("the point is forbidden to Black: {why}", why = .0))]
    Forbidden(Forbidden),
    /// The game is over.
    #[error("{}", say!("the game is over"))]
    Over,
}

/// A game from its first stone on. Every stone in it was permitted by its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    pub(super) setup: Setup,
    /// How many of the stones stood on the board before the first turn.
    pub(super) given: usize,
    pub(super) pieces: History<Point>,
    pub(super) decisions: History<Decision>,
    pub(super) lost: Option<(Stone, Lost)>,
}

impl Game {
    /// A game by these rules from the start.
    pub fn new(setup: Setup) -> Game {
        Game {
            setup,
            ..Game::default()
        }
    }

    /// A game that begins with these stones, whose colours alternate. No rule is checked for them, and undo leaves them alone.
    pub(super) fn from_stones(setup: Setup, stones: Vec<Point>) -> Game {
        Game {
            setup,
            given: stones.len(),
            pieces: History::new(stones, Vec::new()),
            ..Game::default()
        }
    }

    /// The game that a record holds: its rules and its stones, see [`record::rules_and_points`].
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn from_record(record: &str) -> Result<Game, BadRecord> {
        let (setup, pieces) = record::rules_and_points(record)?;
        Game::new(setup).played(&pieces, &[])
    }

    /// The game with these rules, stones and decisions: of each pair the first were made, and the second were taken back, the latest at the
    /// end.
    ///
    /// # Errors
    /// The first stone or decision that does not fit when all are played one after the other.
    pub fn restored(
        setup: Setup,
        pieces: [&[Point]; 2],
        decisions: [&[Decision]; 2],
    ) -> Result<Game, BadRecord> {
        Game::new(setup).brought(pieces, decisions)
    }

    /// [`Game::restored`] from another beginning.
    pub(super) fn brought(
        self,
        [pieces, undone]: [&[Point]; 2],
        [decisions, undone_decisions]: [&[Decision]; 2],
    ) -> Result<Game, BadRecord> {
        let all = History::whole(pieces, undone);
        let decided = History::whole(decisions, undone_decisions);
        let (stones, decided_then) = (self.given + pieces.len(), decisions.len());
        let mut game = self.played(&all, &decided)?;
        while (game.pieces().len(), game.decisions().len()) != (stones, decided_then) {
            if !game.undo() {
                return Err(BadRecord::Decision);
            }
        }
        Ok(game)
    }

    /// The same game by other rules, with what was taken back. `None` where something in it is against them, or it would be over.
    pub(super) fn by(&self, rules: Rules) -> Option<Game> {
        let setup = Setup::new(rules, self.setup.first(), self.setup.opening());
        let setup = setup.ok()?.on(self.size());
        let (given, played) = self.pieces().split_at(self.given);
        let start = Game::from_stones(setup, given.to_vec());
        let decided = [self.decisions(), self.undone_decisions()];
        let game = start.brought([played, self.undone()], decided).ok()?;
        game.outcome().is_none().then_some(game)
    }

    /// The game after these stones, with these decisions where the opening asks for them.
    fn played(mut self, pieces: &[Point], decisions: &[Decision]) -> Result<Game, BadRecord> {
        let mut decisions = decisions.iter();
        let mut decide = |game: &mut Game| match (game.to_decide(), decisions.as_slice().first()) {
            (Some(_), Some(decision)) => {
                decisions.next();
                game.decide(*decision)
            }
            _ => true,
        };
        for (point, n) in pieces.iter().zip(1..) {
            if !decide(&mut self) {
                return Err(BadRecord::Decision);
            }
            self.drop(*point).map_err(|refusal| match refusal {
                Refusal::ToDecide => BadRecord::Decision,
                Refusal::Occupied => BadRecord::UsedTwice(*point, n),
                Refusal::Forbidden(why) => BadRecord::Forbidden(*point, n, why),
                Refusal::Over => BadRecord::AfterWin(n),
            })?;
        }
        match decide(&mut self) && decisions.as_slice().is_empty() {
            true => Ok(self),
            false => Err(BadRecord::Decision),
        }
    }

    /// The record of the game with its rules, which reads back as the same game with its colours decided.
    ///
    /// ```
    /// use games::gomoku::Game;
    /// for record in ["7778", "renju 7778", "standard white-first 7778"] {
    ///     assert_eq!(Game::from_record(record).unwrap().record(), record);
    /// }
    /// ```
    pub fn record(&self) -> String {
        record::text_with_rules(self.setup, self.pieces())
    }

    /// The rules it is played by, with the opening and the size of the board.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The number of points in a row of its board, which is also the number of rows.
    pub fn size(&self) -> usize {
        self.setup.size()
    }

    /// The stones that were taken back, the latest at the end.
    pub(crate) fn undone(&self) -> &[Point] {
        self.pieces.undone()
    }

    /// The stones in the order in which they were dropped, the given ones first; the colours alternate.
    pub fn pieces(&self) -> &[Point] {
        self.pieces.done()
    }

    /// The stones that stood on the board before the first turn, which are the first of [`Game::pieces`].
    pub fn given(&self) -> &[Point] {
        &self.pieces()[..self.given]
    }

    /// What was decided in the opening.
    pub fn decisions(&self) -> &[Decision] {
        self.decisions.done()
    }

    /// The decisions that were taken back, the latest at the end.
    pub(crate) fn undone_decisions(&self) -> &[Decision] {
        self.decisions.undone()
    }

    /// The number of the turn in which the stone on a point was dropped, from 1; `None` for a free point.
    pub fn turn_of(&self, point: Point) -> Option<usize> {
        Some(self.pieces().iter().position(|p| *p == point)? + 1)
    }

    /// The stone on a point.
    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        Some(self.stone_of_turn(self.turn_of(point)?))
    }

    /// The player who has to decide about the colours before the next stone, if one has to.
    pub fn to_decide(&self) -> Option<Stone> {
        match (self.setup.opening(), self.pieces().len(), self.decisions()) {
            (Opening::Swap2, 3, []) | (Opening::Swap2, 5, [Decision::PutTwo]) => {
                self.player_to_move()
            }
            _ => None,
        }
    }

    /// What the player who has to decide may do. Empty when nobody has to.
    pub fn possible_decisions(&self) -> &'static [Decision] {
        match (self.to_decide(), self.pieces().len()) {
            (None, _) => &[],
            (_, 3) => &Decision::ALL,
            _ => &Decision::ALL[..2],
        }
    }

    /// Decides for the player who has to, which forgets what was undone. False when this decision is not possible.
    pub(crate) fn decide(&mut self, decision: Decision) -> bool {
        let possible = self.possible_decisions().contains(&decision);
        if possible {
            self.decisions.push(decision);
            self.pieces.forget();
        }
        possible
    }

    /// The outcome as far as the stones tell it, whatever points are forbidden.
    pub(super) fn outcome_by_stones(&self) -> Option<Outcome> {
        if let Some((stone, _)) = self.lost {
            return Some(Outcome::Won(stone.other()));
        }
        let won = match self.setup.rules() {
            Rules::Freestyle => judge::has_five(self.size(), self.pieces()),
            Rules::Standard | Rules::Renju => !self.winning_stones().is_empty(),
        };
        match won {
            true => Some(Outcome::Won(self.stone_of_turn(self.pieces().len()))),
            false => (self.pieces().len() == self.size() * self.size()).then_some(Outcome::Draw),
        }
    }

    /// The board of a game of renju in which black is to move; `None` for any other game.
    pub(super) fn renju_board(&self) -> Option<Stones> {
        let black = self.stone_of_turn(self.t()) == Stone::Black;
        let renju = black && self.setup.rules() == Rules::Renju;
        let stones = || self.pieces().iter().zip(1..);
        (renju && self.outcome_by_stones().is_none()).then(|| {
            let stones = stones().map(|(point, t)| (self.stone_of_turn(t), *point));
            Stones::new(self.size(), stones)
        })
    }

    /// Why the player to move must not drop a stone on the point; `None` except for black in renju.
    ///
    /// ```
    /// use games::gomoku::{Forbidden, Game, Point, Refusal};
    /// let mut game = Game::from_record("renju 5700670e75e076ee").unwrap();
    /// let point = Point::new(7, 7);
    /// assert_eq!(game.forbidden(point), Some(Forbidden::DoubleThree));
    /// assert_eq!(game.drop(point), Err(Refusal::Forbidden(Forbidden::DoubleThree)));
    /// ```
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        self.renju_board()?.forbidden(point)
    }

    /// All points where the player to move must not drop a stone, column by column.
    pub fn all_forbidden(&self) -> Vec<Point> {
        let board = self.renju_board();
        board.map_or(Vec::new(), |board| board.all_forbidden().collect())
    }

    /// The stones that win with the last one, on all its lines. Empty when there are none.
    pub fn winning_stones(&self) -> Vec<Point> {
        self.winning_lines().concat()
    }

    /// The rows in which they stand: one stone can complete several.
    pub fn winning_lines(&self) -> Vec<Vec<Point>> {
        let last = self.stone_of_turn(self.pieces().len());
        let mut lines = judge::runs(self.size(), self.pieces());
        lines.retain(|line| self.setup.rules().wins(last, line.len()));
        lines
    }

    /// The player to move drops a stone on the point. A new move forgets the undone ones.
    ///
    /// # Errors
    /// Why the stone cannot be dropped there; nothing has changed then.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn drop(&mut self, point: Point) -> Result<(), Refusal> {
        assert!(point.is_within(self.size()), "no point {point}");
        if self.to_decide().is_some() {
            return Err(Refusal::ToDecide);
        }
        if self.stone_at(point).is_some() {
            return Err(Refusal::Occupied);
        }
        if let Some(why) = self.forbidden(point) {
            return Err(Refusal::Forbidden(why));
        }
        if self.outcome_by_stones().is_some() {
            return Err(Refusal::Over);
        }
        self.pieces.push(point);
        self.decisions.forget();
        Ok(())
    }
}

/// The state of the game as text, for people and scripts.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        picture::write(f, self.size(), |point| self.stone_at(point))?;
        match self.to_move() {
            Some(stone) => writeln!(f, "to move: {stone}")?,
            None => writeln!(f, "to move: nobody")?,
        }
        writeln!(f, "record: {}", self.record())?;
        match self.outcome() {
            Some(outcome) => write!(f, "result: {outcome}"),
            None => write!(f, "result: none"),
        }
    }
}

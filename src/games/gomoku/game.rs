//! A game of gomoku: stones, swap2 decisions, forbidden points and the outcome.

use std::fmt;
use words::say;

use super::forbidden::Forbidden;
use super::judge;
use super::point::{Point, write_board};
use super::position::{NoGame, Position};
use super::record::{self, BadRecord};
use super::rules::{Decision, Opening, Rules, Setup};
use crate::Game as _;
use crate::history::History;
use crate::stone::{Lost, Outcome, Stone, or};

/// The reason why a player cannot drop a stone on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The player must make a swap2 decision first.
    #[error("{}", say!("the colours must be chosen first"))]
    ToDecide,
    #[error("{}", say!("there is already a stone on the point"))]
    Occupied,
    #[error("{}", say!("the point is forbidden for Black: {why}", why = .0))]
    Forbidden(Forbidden),
    #[error("{}", say!("the game is over"))]
    Over,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    pub(super) setup: Setup,
    /// The number of stones that were placed on the board before the first turn.
    pub(super) given: usize,
    pub(super) pieces: History<Point>,
    pub(super) decisions: History<Decision>,
    pub(super) lost: Option<(Stone, Lost)>,
}

impl Game {
    pub fn new(setup: Setup) -> Game {
        Game { setup, ..Game::default() }
    }

    /// Creates a game that begins with the given stones, whose colours alternate. The stones are not checked
    /// against the rules and cannot be undone.
    pub(super) fn from_stones(setup: Setup, stones: Vec<Point>) -> Game {
        Game { setup, given: stones.len(), pieces: History::new(stones, Vec::new()), ..Game::default() }
    }

    /// Parses a record and plays its stones.
    pub fn from_record(record: &str) -> Result<Game, BadRecord> {
        let (setup, pieces) = record::rules_and_points(record)?;
        Game::new(setup).played(&pieces, &[])
    }

    /// Restores a game from its stones and decisions. Each comes as a pair of lists: the first has the done
    /// items, the second has the undone ones, with the next to redo last.
    pub fn restored(
        setup: Setup,
        pieces: [&[Point]; 2],
        decisions: [&[Decision]; 2],
    ) -> Result<Game, BadRecord> {
        Game::new(setup).replayed(pieces, decisions)
    }

    /// Plays the given stones and decisions from the current position. They have the same form as in
    /// [`Game::restored`].
    pub(super) fn replayed(
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

    /// Returns the game under other rules, with its undone stones. Returns `None` if these rules forbid a
    /// stone, or if the game would be over under them.
    pub(super) fn under(&self, rules: Rules) -> Option<Game> {
        let setup = Setup::new(rules, self.setup.first(), self.setup.opening());
        let setup = setup.ok()?.on(self.size());
        let (given, played) = self.pieces().split_at(self.given);
        let start = Game::from_stones(setup, given.to_vec());
        let decided = [self.decisions(), self.decisions.undone()];
        let game = start.replayed([played, self.pieces.undone()], decided).ok()?;
        game.outcome().is_none().then_some(game)
    }

    /// Plays the stones, and makes the decisions where swap2 asks for them.
    fn played(mut self, pieces: &[Point], decisions: &[Decision]) -> Result<Game, BadRecord> {
        let mut decisions = decisions.iter();
        let mut decide = |game: &mut Game| match (game.to_decide(), decisions.as_slice().first()) {
            (true, Some(decision)) => {
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

    /// The record of the game with its rules. It does not contain the swap2 decisions.
    pub fn record(&self) -> String {
        record::text_with_rules(self.setup, self.pieces())
    }

    pub fn setup(&self) -> Setup {
        self.setup
    }

    pub fn size(&self) -> usize {
        self.setup.size()
    }

    /// The stones in the order of play, preceded by the given ones. The colours alternate.
    pub fn pieces(&self) -> &[Point] {
        self.pieces.done()
    }

    /// The stones that were on the board before the first turn: the first ones of [`Game::pieces`].
    pub fn given(&self) -> &[Point] {
        &self.pieces()[..self.given]
    }

    pub fn decisions(&self) -> &[Decision] {
        self.decisions.done()
    }

    /// The turn, counted from 1, in which the stone on a point was dropped. `None` for a free point.
    pub fn turn_of(&self, point: Point) -> Option<usize> {
        Some(self.pieces().iter().position(|p| *p == point)? + 1)
    }

    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        Some(self.stone_of_turn(self.turn_of(point)?))
    }

    /// True if a player must make a swap2 decision before the next stone.
    pub fn to_decide(&self) -> bool {
        !self.possible_decisions().is_empty()
    }

    /// The choices for the swap2 decision; empty if no decision is due.
    pub fn possible_decisions(&self) -> &'static [Decision] {
        match (self.setup.opening(), self.pieces().len(), self.decisions()) {
            _ if self.lost.is_some() => &[],
            (Opening::Swap2, 3, []) => &Decision::ALL,
            (Opening::Swap2, 5, [Decision::PutTwo]) => &Decision::ALL[..2],
            _ => &[],
        }
    }

    /// Makes a swap2 decision and clears the redo list. Returns false if the decision is not possible now.
    pub(crate) fn decide(&mut self, decision: Decision) -> bool {
        let possible = self.possible_decisions().contains(&decision);
        if possible {
            self.decisions.push(decision);
            self.pieces.clear_undone();
        }
        possible
    }

    /// The outcome, ignoring the draw that occurs when renju forbids every free point.
    pub(super) fn outcome_by_stones(&self) -> Option<Outcome> {
        if let Some((stone, _)) = self.lost {
            return Some(Outcome::Won(stone.other()));
        }
        match self.winning_lines().is_empty() {
            false => Some(Outcome::Won(self.stone_of_turn(self.pieces().len()))),
            true => (self.pieces().len() == self.size() * self.size()).then_some(Outcome::Draw),
        }
    }

    /// The position for a call of [`Position::forbidden`]. `None` unless the rules are renju and black is to
    /// move.
    pub(super) fn renju_board(&self) -> Option<Position> {
        let black = self.stone_of_turn(self.t()) == Stone::Black;
        let renju = black && self.setup.rules() == Rules::Renju;
        (renju && self.outcome_by_stones().is_none()).then(|| Position::of(self))
    }

    /// Returns the reason why renju forbids a point for the player to move, or `None` if the point is
    /// permitted.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        self.renju_board()?.forbidden(point)
    }

    /// All points that renju forbids for the player to move, column by column.
    pub fn all_forbidden(&self) -> Vec<Point> {
        let Some(board) = self.renju_board() else {
            return Vec::new();
        };
        Point::all(self.size()).filter(|point| board.forbidden(*point).is_some()).collect()
    }

    /// The stones of all winning rows. A stone that belongs to two rows appears twice.
    pub fn winning_stones(&self) -> Vec<Point> {
        self.winning_lines().concat()
    }

    /// The winning rows through the last stone.
    pub fn winning_lines(&self) -> Vec<Vec<Point>> {
        let last = self.stone_of_turn(self.pieces().len());
        let mut lines = judge::runs(self.size(), self.pieces());
        lines.retain(|line| self.setup.rules().wins(last, line.len()));
        lines
    }

    /// Drops a stone for the player to move and clears the redo list.
    ///
    /// # Panics
    /// If the point is off the board.
    pub fn drop(&mut self, point: Point) -> Result<(), Refusal> {
        let on_board = point.row().max(point.col()) < self.size();
        assert!(on_board, "no point {point}");
        if self.to_decide() {
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
        self.decisions.clear_undone();
        Ok(())
    }
}

impl Position {
    pub fn of(game: &Game) -> Position {
        let mut position = Position::empty(game.size());
        position.to_move = game.stone_of_turn(game.t());
        for (point, t) in game.pieces().iter().zip(1..) {
            position.set(*point, Some(game.stone_of_turn(t)));
        }
        position
    }

    /// Creates a game from this position. The stones of the position cannot be undone.
    pub fn game(&self, rules: Rules) -> Result<Game, NoGame> {
        let [black, white] = Stone::ALL.map(|stone| self.stones(stone));
        let (stone, more) = match black.len() >= white.len() {
            true => (Stone::Black, black.len() - white.len()),
            false => (Stone::White, white.len() - black.len()),
        };
        let first = match more {
            0 => self.to_move,
            1 if self.to_move == stone => return Err(NoGame::Turn(stone)),
            1 => stone,
            more => return Err(NoGame::TooMany { stone, more }),
        };
        if let Some(winner) = self.winner(rules) {
            return Err(NoGame::Won(winner));
        }
        if black.len() + white.len() == self.size() * self.size() {
            return Err(NoGame::Full);
        }
        let setup = Setup::new(rules, first, Opening::Free)?.on(self.size());
        let (mine, theirs) = match first {
            Stone::Black => (black, white),
            Stone::White => (white, black),
        };
        Ok(Game::from_stones(setup, in_turn(setup, mine, theirs)))
    }
}

/// Arranges the stones of both players as a sequence of moves, for formats that store only moves. If
/// possible, every move in the sequence is legal and none of them wins.
fn in_turn(setup: Setup, mut mine: Vec<Point>, mut theirs: Vec<Point>) -> Vec<Point> {
    let mut game = Game::new(setup);
    let mut all = Vec::new();
    while !mine.is_empty() || !theirs.is_empty() {
        let left = match all.len() % 2 {
            0 => &mut mine,
            _ => &mut theirs,
        };
        let fits = left.iter().position(|point| {
            let mut after = game.clone();
            after.drop(*point).is_ok() && after.winning_stones().is_empty()
        });
        let point = left.remove(fits.unwrap_or(0));
        all.push(point);
        game = Game::from_stones(setup, all.clone());
    }
    all
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.size(), |point| self.stone_at(point))?;
        writeln!(f, "to move: {}", or(self.to_move(), "nobody"))?;
        writeln!(f, "record: {}", self.record())?;
        write!(f, "result: {}", or(self.outcome(), "none"))
    }
}

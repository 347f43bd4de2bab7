//! The final score of an Othello game.

use std::cmp::Ordering;
use std::fmt;
use words::say;

use crate::Game as _;
use crate::othello::{Game, Rules};
use crate::stone::{Lost, Stone};
use original::{Map, do_score};

/// The final score in the record of an Othello game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The numbers of black and white discs, with the empty cells added to the winner's.
    Discs(usize, usize),
    /// The number of black discs minus the number of white discs. Some records add the empty cells to the
    /// winner's discs and others do not, so both forms are valid.
    Difference(i32),
    /// The number of black discs minus the number of white discs in a game that ended early.
    Early(i32, Early),
}

/// The reason why an Othello game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    Resigned,
    OutOfTime,
    /// The players agreed on the score.
    Agreed,
}

impl Score {
    /// The score of a game that a player lost early.
    pub(super) fn lost((loser, how): (Stone, Lost)) -> Score {
        let how = match how {
            Lost::Resigned => Early::Resigned,
            Lost::OutOfTime => Early::OutOfTime,
        };
        Score::Early(if loser == Stone::Black { -64 } else { 64 }, how)
    }

    /// The number of black discs minus the number of white discs.
    pub fn difference(self) -> i32 {
        match self {
            Score::Discs(black, white) => black as i32 - white as i32,
            Score::Difference(difference) | Score::Early(difference, _) => difference,
        }
    }

    /// The result in words, at most 19 characters long: `White won 48-16`, `Draw 32-32`, `Black won by 12`,
    /// `White resigned` or `Black won on time`.
    pub fn in_words(self) -> String {
        let difference = self.difference();
        let [winner, loser] = match difference {
            1.. => [Stone::Black, Stone::White].map(Stone::name),
            _ => [Stone::White, Stone::Black].map(Stone::name),
        };
        match self {
            Score::Discs(black, white) if black == white => {
                say!("Draw {black}-{white}", black, white)
            }
            Score::Discs(black, white) => {
                let (most, least) = (black.max(white), black.min(white));
                say!("{winner} won {most}-{least}", winner, most, least)
            }
            _ if difference == 0 => say!("Draw").to_string(),
            Score::Early(_, Early::Resigned) => say!("{loser} resigned", loser),
            Score::Early(_, Early::OutOfTime) => say!("{winner} won on time", winner),
            _ => say!("{winner} won by {difference}", winner, difference = difference.abs()),
        }
    }
}

/// Writes a score as `34-30`, `+12` or `+12 by agreement`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let difference = format!("{:+}", self.difference());
        f.write_str(&match self {
            Score::Discs(black, white) => format!("{black}-{white}"),
            Score::Difference(_) => difference,
            Score::Early(_, Early::Resigned) => say!("{difference} by resignation", difference),
            Score::Early(_, Early::OutOfTime) => say!("{difference} on time", difference),
            Score::Early(_, Early::Agreed) => say!("{difference} by agreement", difference),
        })
    }
}

/// Returns the [`tournament_score`] if the game is over on the board. Reverse Othello has none.
pub(super) fn score_on_board(game: &Game) -> Option<Score> {
    let over = game.outcome().is_some() && game.lost().is_none() && game.rules() != Rules::Reverse;
    let (black, white) = tournament_score(game.map());
    over.then_some(Score::Discs(black, white))
}

/// Returns the numbers of black and white discs, with the empty cells added to the winner's. A draw counts as
/// 32-32.
pub fn tournament_score(map: &Map) -> (usize, usize) {
    let (black, white) = do_score(map);
    match black.cmp(&white) {
        Ordering::Greater => (64 - white, white),
        Ordering::Less => (black, 64 - black),
        Ordering::Equal => (32, 32),
    }
}

//! The final score of a game of Othello.

use std::fmt;
use words::say;

use crate::stone::Stone;
use original::{Map, do_score};

/// The final score of a game of Othello, as a record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Black's and white's discs, the empties given to the winner.
    Discs(usize, usize),
    /// Black's discs minus white's. Records differ in whether the winner gets the empties, so both ways are right.
    Difference(i32),
    /// Black's discs minus white's, for a game that did not end on the board.
    Early(i32, Early),
}

/// How a game of Othello ended before it was over on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// One player resigned.
    Resigned,
    /// One player's time was up.
    OutOfTime,
    /// The players agreed on the score.
    Agreed,
}

impl Score {
    /// Who won and how, in at most 19 characters: `White won 48-16`, `Draw 32-32`, `Black won by 12`, `White resigned`,
    /// `Black won on time`.
    pub fn in_words(self) -> String {
        let (difference, early) = match self {
            Score::Discs(black, white) => {
                let (most, least) = (black.max(white), black.min(white));
                return match black as i32 - white as i32 {
                    0 => say!("Draw {black}-{white}", black, white),
                    difference => say!(
                        "{winner} won {most}-{least}",
                        winner = winner(difference).name(),
                        most,
                        least
                    ),
                };
            }
            Score::Difference(difference) => (difference, None),
            Score::Early(difference, early) => (difference, Some(early)),
        };
        let winner = winner(difference);
        match (difference, early) {
            (0, _) => say!("Draw").to_string(),
            (_, Some(Early::Resigned)) => say!("{other} resigned", other = winner.other().name()),
            (_, Some(Early::OutOfTime)) => say!("{winner} won on time", winner = winner.name()),
            _ => say!(
                "{winner} won by {difference}",
                winner = winner.name(),
                difference = difference.abs()
            ),
        }
    }
}

fn winner(difference: i32) -> Stone {
    if difference > 0 {
        Stone::Black
    } else {
        Stone::White
    }
}

/// `34-30`, `+12`, or `+12 by agreement`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Discs(black, white) => write!(f, "{black}-{white}"),
            Score::Difference(difference) => write!(f, "{difference:+}"),
            Score::Early(difference, Early::Resigned) => f.write_str(&say!(
                "{difference} by resignation",
                difference = format_args!("{:+}", difference)
            )),
            Score::Early(difference, Early::OutOfTime) => f.write_str(&say!(
                "{difference} on time",
                difference = format_args!("{:+}", difference)
            )),
            Score::Early(difference, Early::Agreed) => f.write_str(&say!(
                "{difference} by agreement",
                difference = format_args!("{:+}", difference)
            )),
        }
    }
}

/// Black's and white's discs with the empties given to the winner; a draw shares them.
pub fn tournament_score(map: &Map) -> (usize, usize) {
    let (black, white) = do_score(map);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => (64 - white, white),
        std::cmp::Ordering::Less => (black, 64 - black),
        std::cmp::Ordering::Equal => (32, 32),
    }
}

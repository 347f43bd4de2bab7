//! A game that was read, and what its record says about it.

use std::fmt;
use std::str::FromStr;
use words::say;

use super::problem::Problem;
use super::score::{Score, tournament_score};
use crate::named::{UnknownName, find};
use crate::stone::{Lost, Outcome};
use crate::tree::Tree;
use crate::{Game, gomoku, othello};
use original::do_score;

/// A game that a record can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameName {
    /// Othello.
    Othello,
    /// Gomoku.
    Gomoku,
}

impl GameName {
    /// Both.
    pub const ALL: [GameName; 2] = [GameName::Othello, GameName::Gomoku];

    /// The name of this game, if records can hold it.
    pub(crate) fn of(game: &dyn Game) -> Option<GameName> {
        game.name().parse().ok()
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameName::Othello => othello::KIND.name,
            GameName::Gomoku => gomoku::KIND.name,
        })
    }
}

impl FromStr for GameName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<GameName, UnknownName> {
        find(&GameName::ALL, name, "game")
    }
}

/// What is assumed about the games in a file where the file leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The game that lines of moves belong to; `None` where the moves themselves have to show it.
    pub game: Option<GameName>,
    /// The rules by which gomoku was played.
    pub rules: gomoku::Rules,
}

/// A game that was read, with what its record says about it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The game at its last position; undo goes back from there.
    pub game: Box<dyn Game>,
    /// Who played it, when and where.
    pub heading: Heading,
    /// The final score as recorded, which need not be true: see [`Recorded::check_score`].
    pub score: Option<Score>,
    /// The variations and remarks, if the record has any. Its main line is the game.
    pub tree: Option<Tree>,
    /// What else the record says that is not kept here, in words such as `ratings`.
    pub left_out: Vec<&'static str>,
}

/// Who played a game, when and where. What a record does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
    pub white: String,
    /// The date, or the year alone, as the record writes it.
    pub date: String,
    /// The tournament or the server.
    pub event: String,
}

/// What was left out does not make two records different.
impl PartialEq for Recorded {
    fn eq(&self, other: &Recorded) -> bool {
        *self.game == *other.game
            && self.heading == other.heading
            && self.score == other.score
            && self.tree == other.tree
    }
}

impl Eq for Recorded {}

impl Recorded {
    /// A game of which only the heading is known.
    pub fn new(game: Box<dyn Game>, heading: Heading) -> Recorded {
        Recorded {
            game,
            heading,
            score: None,
            tree: None,
            left_out: Vec::new(),
        }
    }

    /// The game, for a format that holds only Othello.
    pub(super) fn othello(&self) -> Result<&othello::Game, Problem> {
        let game = self.game.of();
        game.ok_or_else(|| Problem::malformed(say!("it is not a game of Othello")))
    }

    /// The game, for a format that holds only gomoku.
    pub(super) fn gomoku(&self) -> Result<&gomoku::Game, Problem> {
        let game = self.game.of();
        game.ok_or_else(|| Problem::malformed(say!("it is not a game of gomoku")))
    }

    /// The game of Othello, if its moves alone say everything because it began at the usual start.
    pub(super) fn othello_from_the_usual_start(&self) -> Result<&othello::Game, Problem> {
        let game = self.othello()?;
        match game.start() == othello::Position::default() {
            true => Ok(game),
            false => Err(Problem::malformed(say!(
                "a transcript must begin at the usual start; save the game as .ggf"
            ))),
        }
    }

    /// The final score of a game of Othello: as recorded, or else as it stands on the board when the game is over there.
    pub fn final_score(&self) -> Option<Score> {
        let game = self.game.of::<othello::Game>();
        let over = game.filter(|game| game.outcome().is_some() && game.lost().is_none());
        let on_board = || over.map(|game| do_score(game.map()));
        let recorded = self.score;
        recorded.or_else(|| on_board().map(|(black, white)| Score::Discs(black, white)))
    }

    /// Who won, and by how much where that is known, as a label of at most 19 characters.
    ///
    /// ```
    /// use games::records::{Score, transcript};
    /// let mut recorded = transcript::read("e6f4e3f6g5d6e7f5c5").unwrap();
    /// recorded.score = Some(Score::Discs(16, 48));
    /// assert_eq!(recorded.result(), "White won 48-16");
    /// let recorded = transcript::read("e6f4e3f6").unwrap();
    /// assert_eq!(recorded.result(), "Not finished");
    /// ```
    pub fn result(&self) -> String {
        if let Some(score) = self.final_score() {
            return score.in_words();
        }
        match (self.game.lost(), self.game.outcome()) {
            (Some((loser, Lost::Resigned)), _) => say!("{loser} resigned", loser = loser.name()),
            (Some((loser, Lost::OutOfTime)), _) => {
                say!("{other} won on time", other = loser.other().name())
            }
            (None, Some(Outcome::Won(winner))) => say!("{winner} won", winner = winner.name()),
            (None, Some(Outcome::Draw)) => "Draw".to_string(),
            (None, None) => "Not finished".to_string(),
        }
    }

    /// Compares the recorded score with the board. A score that the board does not decide is not compared, and neither is anything in
    /// gomoku.
    ///
    /// ```
    /// use games::records::{Problem, Score, transcript};
    /// let mut recorded = transcript::read("e6f4e3f6g5d6e7f5c5").unwrap();
    /// recorded.score = Some(Score::Discs(64, 0));
    /// assert_eq!(recorded.check_score(), Ok(()));
    /// recorded.score = Some(Score::Discs(34, 30));
    /// let error = recorded.check_score().unwrap_err();
    /// assert_eq!(error.to_string(), "the record says 34-30, the board 64-0");
    /// ```
    ///
    /// # Errors
    /// [`Problem::Score`] or [`Problem::Unfinished`].
    pub fn check_score(&self) -> Result<(), Problem> {
        let (Some(game), Some(recorded)) = (self.game.of::<othello::Game>(), self.score) else {
            return Ok(());
        };
        if matches!(recorded, Score::Early(..)) {
            return Ok(());
        }
        if game.outcome().is_none() {
            return Err(Problem::Unfinished(recorded));
        }
        let (black, white) = tournament_score(game.map());
        let (b, w) = do_score(game.map());
        let difference = |black: usize, white: usize| black as i32 - white as i32;
        let right = match recorded {
            Score::Difference(d) => d == difference(black, white) || d == difference(b, w),
            recorded => recorded == Score::Discs(black, white),
        };
        match right {
            true => Ok(()),
            false => Err(Problem::Score {
                recorded,
                board: (black, white),
            }),
        }
    }
}

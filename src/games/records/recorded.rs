//! A game that was read from a record.

use words::say;

use super::problem::{Error, Problem, malformed};
use super::score::{Score, score_on_board, tournament_score};
use super::sgf;
use super::text::lines;
use crate::named::names;
use crate::stone::Outcome;
use crate::tree::Tree;
use crate::{Game, gomoku, othello};
use original::do_score;

/// The games that have record formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameName {
    Othello,
    Gomoku,
}

names!(GameName, "game", [Othello = othello::KIND.name, Gomoku = gomoku::KIND.name]);

impl GameName {
    pub(crate) fn of(game: &dyn Game) -> Option<GameName> {
        game.name().parse().ok()
    }
}

/// Defaults for files that do not name the game or its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The game that a line of moves belongs to. If `None`, the moves decide.
    pub game: Option<GameName>,
    pub rules: gomoku::Rules,
}

/// A game, with the other data from its record.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The game at its last position.
    pub game: Box<dyn Game>,
    pub heading: Heading,
    /// The final score in the record. It can be wrong: see [`Recorded::check_score`].
    pub score: Option<Score>,
    /// The game with its variations and comments. The main line is the game itself.
    pub tree: Option<Tree>,
    /// The kinds of data in the record that were ignored, such as `ratings`.
    pub left_out: Vec<&'static str>,
    /// Facts about the record for the user, such as a guessed encoding. The first game of a file has those about
    /// the whole file.
    pub notes: Vec<String>,
}

/// The players, the date and the event. Unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    pub black: String,
    pub white: String,
    /// The full date or only the year, in the form used by the record.
    pub date: String,
    /// The tournament or server.
    pub event: String,
}

/// Compares everything except `left_out` and `notes`.
impl PartialEq for Recorded {
    fn eq(&self, other: &Recorded) -> bool {
        *self.game == *other.game
            && self.heading == other.heading
            && self.score == other.score
            && self.tree == other.tree
    }
}

impl Eq for Recorded {}

/// Adds a property of a format to the root of a tree, or to another node. Its values are not escaped yet.
pub(super) fn add_property(tree: &mut Tree, n: usize, name: &str, values: &[&str]) {
    let escaped = values.iter().map(|value| sgf::escaped(&lines(value)));
    tree.values_mut(n, name).extend(escaped);
}

/// Adds a kind of lost data to the list unless the list already has it.
pub(super) fn note_loss(lost: &mut Vec<&'static str>, data: &'static str) {
    if !lost.contains(&data) {
        lost.push(data);
    }
}

/// The notes about a file's games, at most five of them and then the number of the others.
pub fn notes(games: &[Result<Recorded, Error>]) -> Vec<String> {
    const MOST: usize = 5;
    let all = || games.iter().flatten().flat_map(|game| &game.notes);
    let mut notes: Vec<String> = all().take(MOST).cloned().collect();
    if let Some(more @ 1..) = all().count().checked_sub(MOST) {
        notes.push(say!("and {more} more notes", more));
    }
    notes
}

impl Recorded {
    /// Creates a record without a score or tree, from which nothing was left out.
    pub fn new(game: Box<dyn Game>, heading: Heading) -> Recorded {
        Recorded { game, heading, score: None, tree: None, left_out: Vec::new(), notes: Vec::new() }
    }

    /// The tree, which is created with the moves of the game if there is none. Then the node of each step has the
    /// step's number, from 1.
    pub(super) fn tree_mut(&mut self) -> &mut Tree {
        self.tree.get_or_insert_with(|| {
            let mut tree = Tree::default();
            tree.add_game(&*self.game);
            tree
        })
    }

    pub(super) fn othello(&self) -> Result<&othello::Game, Problem> {
        let game = self.game.of();
        game.ok_or_else(|| Problem::malformed(say!("it is not a game of Othello")))
    }

    pub(super) fn gomoku(&self) -> Result<&gomoku::Game, Problem> {
        let game = self.game.of();
        game.ok_or_else(|| Problem::malformed(say!("it is not a game of gomoku")))
    }

    /// Returns the Othello game, for formats that cannot store a starting position. Fails if the game did not
    /// begin from the standard starting position.
    pub(super) fn othello_from_standard_start(&self) -> Result<&othello::Game, Problem> {
        let game = self.othello()?;
        match game.start() == othello::Position::default() {
            true => Ok(game),
            false => malformed(say!(
                "a transcript must begin from the standard starting position; save the game as .ggf"
            )),
        }
    }

    /// The recorded score of an Othello game, or the final score on the board if none is recorded.
    pub fn final_score(&self) -> Option<Score> {
        self.score.or_else(|| {
            let game = self.game.of::<othello::Game>()?;
            score_on_board(game)?;
            let (black, white) = do_score(game.map());
            Some(Score::Discs(black, white))
        })
    }

    /// The result in words, at most 19 characters long.
    pub fn result(&self) -> String {
        if let Some(score) = self.final_score().or_else(|| self.game.lost().map(Score::lost)) {
            return score.in_words();
        }
        match self.game.outcome() {
            Some(Outcome::Won(winner)) => match self.game.of::<othello::Game>() {
                // By the reverse rules the winner has fewer discs.
                Some(game) => {
                    let (black, white) = do_score(game.map());
                    let [most, least] = [black.min(white), black.max(white)];
                    say!("{winner} won {most}-{least}", winner = winner.name(), most, least)
                }
                None => say!("{winner} won", winner = winner.name()),
            },
            Some(Outcome::Draw) => say!("Draw").to_string(),
            None => say!("Not finished").to_string(),
        }
    }

    /// Compares the recorded score of an Othello game with the score on the board. A game that ended early is
    /// not checked.
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
        let board = tournament_score(game.map());
        let (black, white) = do_score(game.map());
        let right = match recorded {
            Score::Discs(black, white) => (black, white) == board,
            _ => [(black, white), board]
                .map(|(black, white)| black as i32 - white as i32)
                .contains(&recorded.difference()),
        };
        if right { Ok(()) } else { Err(Problem::Score { recorded, board }) }
    }
}

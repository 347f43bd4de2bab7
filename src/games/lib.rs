#![doc = include_str!("README.md")]

pub mod clock;
pub mod gomoku;
mod history;
pub mod named;
pub mod othello;
pub mod records;
pub mod saved;
pub mod set_up;
pub mod stone;
pub mod tree;
pub mod tree_text;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();

use std::any::Any;
use std::fmt;

use saved::Saved;
use stone::{Lost, Outcome, Stone};
use words::say;

/// The row from the top and the column from the left of a place on a board, from 0.
pub type Place = (usize, usize);

/// What everything that plays, draws or keeps a game knows of it.
///
/// A game is its position and how it got there, which is what undo brings back. Who plays it, how it looks and where the moving stone
/// stands are not part of it. As text ([`fmt::Display`]) it is its state, for people and scripts.
pub trait Game: Any + Send + Sync + fmt::Debug + fmt::Display {
    /// Its name in files and on the command line, one word.
    fn name(&self) -> &'static str;

    /// A copy of the game.
    fn copy(&self) -> Box<dyn Game>;

    /// A game by the same rules, from the start.
    fn anew(&self) -> Box<dyn Game>;

    /// Does it begin from a position other than the usual one?
    fn is_set_up(&self) -> bool {
        false
    }

    /// The number of the turn, from 1.
    fn t(&self) -> usize;

    /// The colour of the stone of turn `t`.
    fn stone_of_turn(&self, t: usize) -> Stone {
        Stone::of_turn(t)
    }

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The player who lost before the game was over on the board, and how.
    fn lost(&self) -> Option<(Stone, Lost)>;

    /// Makes the player to move lose before the game is over on the board.
    fn lose(&mut self, how: Lost);

    /// Where the player to move may drop a stone. Nowhere when the game is over.
    fn moves(&self) -> Vec<Place>;

    /// The legal moves that a player thinks of first: on a large board, those beside the stones.
    fn likely_moves(&self) -> Vec<Place> {
        self.moves()
    }

    /// The player to move tries to drop a stone. A new move forgets the undone ones.
    fn try_to_drop(&mut self, place: Place) -> Tried;

    /// The player to move has no move and loses the turn.
    fn lose_turn(&mut self) {}

    /// Where the stone was dropped in turn `t`, from 1; `None` for a turn that was lost or has not come.
    fn place_of(&self, t: usize) -> Option<Place>;

    /// What players call a place: `d3` in Othello, `h8` in gomoku.
    fn name_of(&self, place: Place) -> String;

    /// What the game's own records call a place: `77` in gomoku.
    fn record_name_of(&self, place: Place) -> String {
        self.name_of(place)
    }

    /// Takes the last move back. False when there is none.
    fn undo(&mut self) -> bool;

    /// Plays the last undone move again. False when there is none.
    fn redo(&mut self) -> bool;

    /// The game as lines to keep; [`saved::Saved`] reads them back.
    fn save(&self) -> Vec<(&'static str, String)>;

    /// The colour of the next stone, or `None` when the game is over.
    fn to_move(&self) -> Option<Stone> {
        match self.outcome() {
            None => Some(self.stone_of_turn(self.t())),
            Some(_) => None,
        }
    }

    /// The player who is to move or to answer a [`question`](Game::question), or `None` when the game is over.
    fn player_to_move(&self) -> Option<Stone> {
        self.to_move()
    }

    /// What the player to move has to decide now instead of dropping a stone, if anything.
    fn question(&self) -> Option<Question> {
        None
    }

    /// Answers the question with the choice of this number, from 0. Returns what to tell the players, or nothing when there is no such
    /// choice.
    fn answer(&mut self, _: usize) -> String {
        String::new()
    }

    /// Have the players swapped their colours?
    fn swapped(&self) -> bool {
        false
    }

    /// What the player to move should know before the first try, or nothing.
    fn warning(&self) -> String {
        String::new()
    }

    /// Says that the turn changed by itself after the last move, or nothing.
    fn passed_by_itself(&self) -> String {
        String::new()
    }

    /// The rules that can be chosen for a new game.
    fn rules_to_choose(&self) -> Vec<Rule> {
        Vec::new()
    }

    /// A game from the start by the chosen rules: the number of each one's value, from 0.
    ///
    /// # Errors
    /// The chosen rules do not go together.
    fn with_rules(&self, _: &[usize]) -> Result<Box<dyn Game>, RulesClash> {
        Ok(self.anew())
    }

    /// The rules by which the game can go on, by their names, and the game by each: its own, and those that no stone on the board and none
    /// that was taken back is against. Nothing where there are no others.
    fn rules_to_go_on_by(&self) -> Vec<(String, Box<dyn Game>)> {
        Vec::new()
    }
}

impl dyn Game {
    /// The game as one of this type; `None` when it is another.
    ///
    /// ```
    /// use games::{Game, gomoku, othello};
    /// let game: Box<dyn Game> = Box::new(othello::Game::default());
    /// assert!(game.of::<othello::Game>().is_some() && game.of::<gomoku::Game>().is_none());
    /// ```
    pub fn of<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref()
    }

    /// The player to move or, when the game is over, the one who would be next.
    pub fn player(&self) -> Stone {
        let next = self.stone_of_turn(self.t());
        self.player_to_move().unwrap_or(next)
    }

    /// Has it begun without being over? Then leaving it would lose something.
    pub fn under_way(&self) -> bool {
        self.t() > 1 && self.outcome().is_none()
    }

    /// Drops a stone of the player to move. False where that is not possible.
    pub fn play(&mut self, place: Place) -> bool {
        matches!(self.try_to_drop(place), Tried::Done(_))
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Box<dyn Game> {
        self.copy()
    }
}

/// Equal games are of the same kind, have the same past and the same undone moves.
impl PartialEq for dyn Game {
    fn eq(&self, other: &dyn Game) -> bool {
        self.save() == other.save() && self.lost() == other.lost()
    }
}

impl Eq for dyn Game {}

/// What came of a try to drop a stone: whether the turn is over, and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It was no try.
    Nothing(String),
    /// A failed try: the stone cannot stay there.
    Refused(String),
    /// It was one failed try too many: the turn is over.
    Passed(String),
    /// The stone stands, and the turn is over.
    Done(Placed),
}

/// A stone that was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub place: Place,
    /// Its colour.
    pub stone: Stone,
    /// The stones that turned over.
    pub turned: Vec<Place>,
}

/// What a player has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is about.
    pub title: &'static str,
    /// Who decides.
    pub who: &'static str,
    /// The choices: a text, and the letter of it, in lower case, that chooses it at once.
    pub choices: Vec<(&'static str, char)>,
}

/// A rule that can be chosen for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is about.
    pub label: &'static str,
    /// The values that it can have.
    pub values: Vec<String>,
    /// The number of the value that it has in this game, from 0.
    pub chosen: usize,
}

impl Rule {
    /// The rule that can have all these values and has the chosen one.
    pub(crate) fn of<T: fmt::Display + PartialEq>(
        label: &'static str,
        all: &[T],
        chosen: &T,
    ) -> Rule {
        Rule {
            label,
            values: all.iter().map(T::to_string).collect(),
            chosen: all.iter().position(|value| value == chosen).unwrap_or(0),
        }
    }
}

/// Why chosen rules do not go together, and what to choose instead: a sentence or two.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RulesClash(pub(crate) String);

/// A kind of game that can be kept, read back and played: an entry in the list of all games.
#[derive(Clone, Copy)]
pub struct Kind {
    /// What files and the command line call it: [`Game::name`].
    pub name: &'static str,
    /// Reads back what [`Game::save`] gave.
    pub read: fn(&Saved<'_>) -> Result<Box<dyn Game>, saved::Unclear>,
}

/// What there is to say about a place that has a stone.
fn taken(place: impl fmt::Display) -> String {
    say!("There is already a stone on {place}.", place)
}

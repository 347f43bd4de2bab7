#![doc = include_str!("README.md")]

pub mod clock;
pub mod explorer;
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

pub static TRANSLATIONS: words::Translations = words::translations!();

use std::any::Any;
use std::fmt;

use saved::Saved;
use stone::{Lost, Outcome, Stone};

/// A place on a board: its row from the top and its column from the left, both counted from 0.
pub type Place = (usize, usize);

/// The interface of a board game.
///
/// A game has a position and the moves that led to it, so moves can be undone. The game does not know who
/// plays it or how it is drawn. [`fmt::Display`] writes its state for people and scripts.
pub trait Game: Any + Send + Sync + fmt::Debug + fmt::Display {
    /// The game's one-word name in files and on the command line.
    fn name(&self) -> &'static str;

    fn copy(&self) -> Box<dyn Game>;

    /// Returns a new game with the same rules and the same starting position.
    fn restarted(&self) -> Box<dyn Game>;

    /// True if the game began from a non-standard position.
    fn is_set_up(&self) -> bool {
        false
    }

    /// The number of the current turn, from 1.
    fn t(&self) -> usize;

    fn stone_of_turn(&self, t: usize) -> Stone {
        Stone::of_turn(t)
    }

    /// The result, or `None` while the game is under way.
    fn outcome(&self) -> Option<Outcome>;

    /// The player who resigned or ran out of time, with the reason for the loss. `None` if neither happened.
    fn lost(&self) -> Option<(Stone, Lost)>;

    /// Ends the game by a loss of the player to move; `how` is the reason.
    fn lose(&mut self, how: Lost);

    /// The legal moves; empty when the game is over.
    fn moves(&self) -> Vec<Place>;

    /// The legal moves that are worth considering first. On a large board these are the points next to a
    /// stone.
    fn likely_moves(&self) -> Vec<Place> {
        self.moves()
    }

    /// Tries to drop a stone for the player to move. A successful drop clears the redo list.
    fn try_to_drop(&mut self, place: Place) -> DropResult;

    /// Passes the turn. Does nothing in a game without passes.
    fn lose_turn(&mut self) {}

    /// The place of the move made in turn `t`, counted from 1. `None` for a pass or a turn not played yet.
    fn place_of(&self, t: usize) -> Option<Place>;

    /// The name of a place in players' notation: `d3` in Othello, `h8` in gomoku.
    fn name_of(&self, place: Place) -> String;

    /// The name of a place in the notation of the game's own records, such as `77` in gomoku.
    fn record_name_of(&self, place: Place) -> String {
        self.name_of(place)
    }

    /// Takes back the last move; returns false if there is none.
    fn undo(&mut self) -> bool;

    /// Replays the last undone move; returns false if there is none.
    fn redo(&mut self) -> bool;

    /// Returns the game as keys and values for a saved game. [`Kind::read`] restores the game from them.
    fn save(&self) -> Vec<(&'static str, String)>;

    /// The colour of the next stone, or `None` when the game is over.
    fn to_move(&self) -> Option<Stone> {
        self.outcome().is_none().then(|| self.stone_of_turn(self.t()))
    }

    /// The player who must move or answer a [`question`](Game::question), or `None` when the game is over.
    fn player_to_move(&self) -> Option<Stone> {
        self.to_move()
    }

    /// The decision that a player must make before the next stone, if any.
    fn question(&self) -> Option<Question> {
        None
    }

    /// Answers the question with choice `n`, counted from 0. Returns a message for the players, which may be
    /// empty.
    fn answer(&mut self, _n: usize) -> String {
        String::new()
    }

    /// True if the players have swapped colours.
    fn swapped(&self) -> bool {
        false
    }

    /// A message to show before the player moves. Empty if there is none.
    fn warning(&self) -> String {
        String::new()
    }

    /// A message about a forced pass after the last move. Empty if there was none.
    fn forced_pass_message(&self) -> String {
        String::new()
    }

    /// The rules that the players can choose for a new game.
    fn rule_choices(&self) -> Vec<Rule> {
        Vec::new()
    }

    /// Returns a new game with the chosen rules. `_chosen` has an index for each of [`Game::rule_choices`],
    /// which selects one of that rule's values. Of rules that conflict, an earlier one sets the later one.
    fn with_rules(&self, _chosen: &[usize]) -> Box<dyn Game> {
        self.restarted()
    }

    /// The current game under each set of rules that allows all its moves, including the undone ones. Each
    /// game comes with the name of its rules. Empty if the game has only one set of rules.
    fn rule_changes(&self) -> Vec<(String, Box<dyn Game>)> {
        Vec::new()
    }
}

impl dyn Game {
    /// Downcasts to a concrete game type.
    pub fn of<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref()
    }

    /// The player to move. After the end of the game, the player whose turn would be next.
    pub fn player(&self) -> Stone {
        let next = self.stone_of_turn(self.t());
        self.player_to_move().unwrap_or(next)
    }

    /// True if the game has begun and is not over, so that leaving it would lose something.
    pub fn under_way(&self) -> bool {
        self.t() > 1 && self.outcome().is_none()
    }

    /// Drops a stone for the player to move. Returns true if the rules allow it.
    pub fn play(&mut self, place: Place) -> bool {
        matches!(self.try_to_drop(place), DropResult::Done(_))
    }
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Box<dyn Game> {
        self.copy()
    }
}

/// Two games are equal if their saved forms are equal, and so is any resignation or loss on time.
impl PartialEq for dyn Game {
    fn eq(&self, other: &dyn Game) -> bool {
        self.save() == other.save() && self.lost() == other.lost()
    }
}

impl Eq for dyn Game {}

/// The result of trying to drop a stone. The strings are messages for the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropResult {
    /// The drop was invalid, and does not count as a failed try.
    Ignored(String),
    /// The try failed, and the player may try another place.
    Failed(String),
    /// The last permitted try failed, so the player has lost the turn.
    TurnLost(String),
    Done(Placed),
}

/// A stone that was dropped, and the discs that it turned over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub place: Place,
    pub stone: Stone,
    pub turned: Vec<Place>,
}

/// A question to a player before the next stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: &'static str,
    /// The player who decides, in words, such as `The first player`.
    pub who: &'static str,
    /// Each choice as a label and a lower-case shortcut letter.
    pub choices: Vec<(&'static str, char)>,
}

/// A rule that the players can choose for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub label: &'static str,
    pub values: Vec<String>,
    /// The index of the current value in `values`.
    pub chosen: usize,
}

impl Rule {
    pub(crate) fn of<T: fmt::Display + PartialEq>(label: &'static str, all: &[T], chosen: &T) -> Rule {
        Rule {
            label,
            values: all.iter().map(T::to_string).collect(),
            chosen: all.iter().position(|value| value == chosen).unwrap_or(0),
        }
    }
}

/// A kind of game: an entry in the list of games that can be saved and played.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The value of [`Game::name`].
    pub name: &'static str,
    /// Restores a game from the lines of [`Game::save`].
    pub read: fn(&Saved<'_>) -> Result<Box<dyn Game>, saved::BadSave>,
}

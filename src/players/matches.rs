//! Plays games without a screen, from a balanced opening to the end.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use words::say;

use super::computer::Computer;
use super::{Engines, Move, PlayerError, Seats, Thinking};
use games::othello::rules::legal_moves;
use games::othello::{self, Cell, Rules};
use games::{DropResult, Game};
use mind::engine::othello::{Board, Limits, Searcher, evaluation::DISC};

/// The length of a random Othello opening in plies.
const PLIES: usize = 8;
/// The depths of the searches that judge an opening, and the maximum lead in discs that each search accepts.
/// The faster search comes first.
const BALANCED: [(u8, i32); 2] = [(8, 2), (16, 1)];

/// Plays random Othello openings until both searches find one balanced, and returns it.
pub fn othello_opening(random: &mut ChaCha12Rng) -> Box<dyn Game> {
    let mut searcher = Searcher::new(16).with_selectivity(3);
    loop {
        let mut game = othello::Game::new(Rules::Standard);
        while game.t() <= PLIES
            && let Some(stone) = game.to_move()
        {
            let moves: Vec<Cell> = legal_moves(game.map(), stone).collect();
            game.drop(*moves.choose(random).expect("the side to move has a move"));
        }
        let Some(stone) = game.to_move() else { continue };
        let board = Board::new(game.map(), stone);
        if BALANCED.iter().all(|(depth, lead)| {
            let limits = Limits::plies(*depth);
            let report = searcher.search(board, limits, &|| false, &mut |_| ());
            report.value.abs() <= lead * DISC
        }) {
            return Box::new(game);
        }
    }
}

/// The reason why a game without a screen ended early.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Broken {
    #[error(transparent)]
    PlayerError(#[from] PlayerError),
    /// An illegal move: the player's name, and the sentence that explains the error.
    #[error("{}", say!("wrong move by {why}: {other}", why = .0, other = .1))]
    Wrong(String, String),
    #[error("{}", say!("a person cannot play here"))]
    Person,
}

/// Plays a game to its end, or until the player to move fails. If the players swap colours in the opening, they also swap seats and engine
/// processes.
pub fn play_on(
    computer: &'static dyn Computer,
    game: &mut Box<dyn Game>,
    seats: &mut Seats,
    engines: &mut Engines,
) -> Result<(), Broken> {
    while game.outcome().is_none() {
        let thinking = Thinking::start(computer, seats, &**game, false, engines);
        let answer = thinking.and_then(|thinking| thinking.answer(engines, &mut |_| ()));
        match answer.ok_or(Broken::Person)?? {
            Some(Move::Drop(place)) => match game.try_to_drop(place) {
                DropResult::Done(_) => {}
                DropResult::Ignored(why) | DropResult::Failed(why) | DropResult::TurnLost(why) => {
                    let name = seats.of(game.player());
                    return Err(Broken::Wrong(name.to_string(), why));
                }
            },
            Some(Move::Answer(n)) => {
                let swapped = game.swapped();
                game.answer(n);
                if game.swapped() != swapped {
                    seats.change_sides();
                    engines.change_sides();
                }
            }
            None => game.lose_turn(),
        }
    }
    Ok(())
}

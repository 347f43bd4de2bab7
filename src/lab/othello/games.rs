//! The games that the engine plays against itself, and what their positions were worth.

use rand::{Rng, RngExt};

use super::generation::Generation;
use games::othello::Cell;
use mind::engine::othello::Board;
use mind::engine::othello::evaluation::{DISC, Evaluation};
use mind::engine::othello::{Limits, Searcher};

/// A position and what it was worth in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// In discs from the view of the player to move, -64 to 64.
    pub score: f32,
}

impl Sample {
    /// Is it from the part of a game that is played perfectly? Then its score is exact, unless it is a pass with which
    /// that part begins.
    pub fn is_exact(&self) -> bool {
        self.board.empties() <= u32::from(EXACT)
    }
}

/// The first plies of each game are random, this many at least and this many at most. That gives positions as they occur in tournaments,
/// and others that no player would get into but that a search has to judge.
const RANDOM_PLIES: [u32; 2] = [4, 36];

/// In half of the games the first moves are drawn from those that, one ply ahead, look at most this much worse than the best one, so that
/// the positions are ones that players get into.
const GIVEN_AWAY: i32 = 4 * DISC;

/// With this many empties or fewer a game is played perfectly.
const EXACT: u8 = 14;

/// The memory of the search, in megabytes.
const MEGABYTES: usize = 1;

/// Plays both sides of the games to learn from.
pub struct Teacher {
    searcher: Searcher,
    /// With 0 plies, moves are random until the end can be played out.
    depth: u8,
    /// How much the value of the next position counts, as against the value that looking ahead finds.
    trust: f32,
}

impl Teacher {
    /// The teacher of a generation, with the evaluation that the one before learned.
    pub fn new(evaluation: Evaluation, generation: Generation) -> Teacher {
        Teacher {
            searcher: Searcher::with_evaluation(MEGABYTES, evaluation),
            depth: generation.depth,
            trust: generation.trust,
        }
    }

    /// A move drawn at random from all, or from those that do not give away much.
    fn draw(&mut self, board: Board, sensible: bool, random: &mut impl Rng) -> Board {
        let moves: Vec<Cell> = match sensible {
            false => Board::cells(board.moves()).collect(),
            true => {
                let limits = Limits::plies(1);
                let searcher = &mut self.searcher;
                let values = searcher.values(board, limits, &|| false, &mut |_| ());
                let enough = values[0].value - GIVEN_AWAY;
                let good = values.iter().filter(|report| report.value >= enough);
                good.filter_map(|report| report.best).collect()
            }
        };
        let chosen = moves[random.random_range(0..moves.len())];
        board.play(chosen).expect("one of the moves")
    }

    /// Plays a game and returns what its positions were worth.
    ///
    /// The last 14 moves have the exact score. Before that, the value of a position is in part that of the next one, and for the rest what
    /// looking ahead found (Sutton's TD(λ), 1988). Positions with random moves are left out.
    pub fn play(&mut self, random: &mut impl Rng) -> Vec<Sample> {
        let mut board = Board::START;
        let mut random_plies = match self.depth {
            0 => u32::MAX,
            _ => random.random_range(RANDOM_PLIES[0]..=RANDOM_PLIES[1]),
        };
        let sensible = self.depth > 0 && random.random();
        while random_plies > 0 && board.empties() > u32::from(EXACT) {
            board = match board.moves() {
                0 if board.is_over() => return Vec::new(),
                0 => board.pass(),
                _ => self.draw(board, sensible, random),
            };
            random_plies -= 1;
        }
        let limits = Limits {
            depth: self.depth.max(1),
            exact_from: EXACT,
            probable_from: 0,
        };
        let mut samples = Vec::with_capacity(64);
        while !board.is_over() {
            let report = self.searcher.search(board, limits, &|| false, &mut |_| ());
            let played = match report.exact {
                true => report.line.len(),
                false => report.line.len().min(1),
            };
            let mut moves = report.line[..played].iter();
            let mut score = report.value as f32 / DISC as f32;
            loop {
                samples.push(Sample { board, score });
                board = match board.moves() {
                    0 => board.pass(),
                    _ => {
                        let next = moves.next().and_then(|cell| board.play(*cell));
                        next.expect("the line of a search is legal")
                    }
                };
                score = -score;
                // A pass is not searched: it is worth what the move before it was.
                let passes = board.moves() == 0 && !board.is_over();
                if moves.len() == 0 && !passes {
                    break;
                }
            }
        }
        for n in (1..samples.len()).rev() {
            let after = -samples[n].score;
            let before = &mut samples[n - 1];
            before.score = self.trust * after + (1.0 - self.trust) * before.score;
        }
        samples
    }
}

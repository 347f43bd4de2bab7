//! The engine's self-play games and the values of their positions.

use rand::{Rng, RngExt};

use games::othello::Cell;
use mind::engine::othello::Board;
use mind::engine::othello::evaluation::{DISC, Evaluation};
use mind::engine::othello::{Limits, Searcher};

/// A position of a game, with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub board: Board,
    /// The value for the player to move in discs, -64 to 64.
    pub score: f32,
}

impl Sample {
    /// Returns true if the value is exact, because the game was played perfectly from here. A pass at the
    /// start of the perfectly played part is an exception: its value comes from an earlier search.
    pub fn is_exact(&self) -> bool {
        self.board.empties() <= u32::from(EXACT)
    }
}

/// A generation of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    pub(crate) games: usize,
    /// The search depth in the generation's games, in plies.
    pub(crate) depth: u8,
    /// The weight of the next position's value relative to the search value, from 0 to 1 (λ of TD(λ)). The
    /// result of a game is unbiased, but later mistakes blur it. The deeper a generation searches, the less
    /// it needs the result. In the last generation of 250,000 games, the weights 0.6, 0.85 and 0.95 won by
    /// 1.6, 1.1 and 0.5 discs per game against the previous weights (300 games each, ±1).
    pub(crate) trust: f32,
}

/// The number of games on which the program's own weights were trained.
pub(crate) const GAMES: usize = 500_000;

/// Returns the generations of a training run with this many games in total. Later generations have better
/// teachers and play more games.
pub fn generations(games: usize) -> [Generation; 5] {
    let part = |percent: usize, depth, trust| Generation {
        games: (games.saturating_mul(percent) / 100).max(1),
        depth,
        trust,
    };
    [part(8, 0, 0.95), part(12, 2, 0.95), part(20, 3, 0.9), part(28, 4, 0.6), part(32, 4, 0.6)]
}

/// The smallest and largest number of random plies at the start of a game. The range includes tournament-like
/// positions and unusual positions, which a search must also judge.
const RANDOM_PLIES: [u32; 2] = [4, 36];

/// In half of the games, the random moves lose at most this much according to a one-ply search, which keeps
/// the positions realistic.
const GIVEN_AWAY: i32 = 4 * DISC;

/// The number of empties from which a game is played perfectly.
const EXACT: u8 = 14;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 1;

/// A teacher, which plays both sides of training games.
pub struct Teacher {
    searcher: Searcher,
    /// The search depth in plies. At depth 0, moves are random until the endgame can be solved.
    depth: u8,
    /// The weight of the next position's value. The search value has the remaining weight.
    trust: f32,
}

impl Teacher {
    /// Creates the teacher of a generation, with the evaluation of the previous generation.
    pub fn new(evaluation: Evaluation, generation: Generation) -> Teacher {
        Teacher {
            searcher: Searcher::with_evaluation(MEGABYTES, evaluation),
            depth: generation.depth,
            trust: generation.trust,
        }
    }

    /// Plays a move chosen at random, either from all moves or only from the sensible ones.
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

    /// Plays a game and returns the values of its positions.
    ///
    /// Positions with at most 14 empties have exact scores. In earlier positions, the score mixes the score
    /// of the next position with the search value (Sutton's TD(λ), 1988). Positions in which the move was
    /// random are left out.
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
        let limits = Limits { depth: self.depth.max(1), exact_from: EXACT, probable_from: 0 };
        let mut samples = Vec::with_capacity(64);
        while !board.is_over() {
            let report = self.searcher.search(board, limits, &|| false, &mut |_| ());
            let played = report.line.len().min(if report.exact { usize::MAX } else { 1 });
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
                // A position without a legal move is not searched, because it has the value of the previous
                // move.
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

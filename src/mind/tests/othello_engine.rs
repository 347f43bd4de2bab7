//! The board and the solver, compared with the rules of the C program and with slower searches.

use chacha20::ChaCha12Rng;
use games::othello::Cell;
use std::ops::RangeInclusive;

use crate::common::random_positions;
use games::othello::rules::{Map, can_move, do_score, legal_moves, qp_change};
use games::stone::Stone;
use mind::engine::othello::bitboard::bit;
use mind::engine::othello::stability::stable;
use mind::engine::othello::{Board, Goal, Searcher, solve};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

#[test]
fn moves_onto_discs_are_illegal() {
    for cell in Board::cells(Board::START.own | Board::START.opponent) {
        assert_eq!(Board::START.play(cell), None, "{cell}");
    }
}

#[test]
fn symmetries_of_a_position_have_the_symmetric_moves() {
    let random = &mut StdRng::seed_from_u64(4);
    for _ in 0..1000 {
        let own = random.random::<u64>();
        let board = Board { own, opponent: random.random::<u64>() & !own };
        let moves = Board { own: board.moves(), opponent: board.own };
        for (image, moves) in board.symmetries().iter().zip(moves.symmetries()) {
            assert_eq!(image.moves(), moves.own, "{board:?} became {image:?}");
        }
    }
}

#[test]
fn a_position_has_eight_symmetries_and_one_canonical_form() {
    // A board without a symmetry of its own.
    let board = Board { own: bit("b1".parse().unwrap()), opponent: bit("e3".parse().unwrap()) };
    let mut boards = board.symmetries().to_vec();
    assert_eq!(boards[0], board);
    assert!(boards.iter().all(|b| b.canonical() == board.canonical()));
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 8);
    assert_eq!(boards[0], board.canonical());
}

#[test]
fn empty_cells_count_for_the_winner() {
    let score = |text: &str| Board::new(&text.parse().unwrap(), Stone::Black).score();
    let row = "........".repeat(6);
    assert_eq!(score(&format!("{row}XXXXXXXXO.......")), 62);
    assert_eq!(score(&format!("{row}OOOOOOOOX.......")), -62);
    assert_eq!(score(&format!("{row}X..O............")), 0);
}

/// The score by a plain minimax with the slow rules.
fn minimax(map: &Map, stone: Stone) -> i32 {
    let mut best = None;
    for cell in legal_moves(map, stone) {
        let mut after = *map;
        qp_change(&mut after, cell.row, cell.col, stone as usize);
        best = best.max(Some(-minimax(&after, stone.other())));
    }
    match best {
        Some(score) => score,
        None if can_move(map, stone.other()) => -minimax(map, stone.other()),
        None => {
            let (black, white) = do_score(map);
            let difference = black as i32 - white as i32;
            let score = difference + difference.signum() * map.empties() as i32;
            match stone {
                Stone::Black => score,
                Stone::White => -score,
            }
        }
    }
}

/// Asserts that the solver finds the minimax score and moves that lead to it.
fn assert_solved(map: &Map, stone: Stone) {
    let solved = solve(Board::new(map, stone), 1);
    let expected = minimax(map, stone);
    assert_eq!(solved.score, expected, "{stone} to move on {map:?}");
    assert_eq!(score_after(*map, stone, &solved.moves), expected, "{map:?}");
}

/// The score for the player to move after these moves, which must end the game.
fn score_after(mut map: Map, to_move: Stone, moves: &[Cell]) -> i32 {
    let mut stone = to_move;
    for cell in moves {
        if !can_move(&map, stone) {
            stone = stone.other();
        }
        let yes = qp_change(&mut map, cell.row, cell.col, stone as usize);
        assert_eq!(yes, 1, "{stone} on {cell} of {map:?}");
        stone = stone.other();
    }
    assert!(Board::new(&map, stone).is_over(), "{map:?}");
    Board::new(&map, to_move).score()
}

#[test]
fn the_solver_agrees_with_a_plain_minimax_in_games() {
    for (empties, count) in [(0..=6, 1000), (7..=7, 60), (8..=8, 15)] {
        for board in positions(5, empties).take(count) {
            assert_solved(&board.map(Stone::Black), Stone::Black);
        }
    }
}

#[test]
fn the_solver_agrees_with_a_plain_minimax_on_random_boards() {
    let random = &mut StdRng::seed_from_u64(6);
    let mut solved = 0;
    while solved < 1000 {
        let empty = random.random::<u64>() & random.random::<u64>() & random.random::<u64>();
        let own = random.random::<u64>() & !empty;
        let board = Board { own, opponent: !empty & !own };
        if board.empties() <= 6 {
            assert_solved(&board.map(Stone::White), Stone::White);
            solved += 1;
        }
    }
}

/// The score by plain alpha-beta.
fn alpha_beta(board: Board, mut alpha: i32, beta: i32) -> i32 {
    if board.moves() == 0 {
        return match board.is_over() {
            true => board.score(),
            false => -alpha_beta(board.pass(), -beta, -alpha),
        };
    }
    for cell in Board::cells(board.moves()) {
        let after = board.play(cell).unwrap();
        alpha = alpha.max(-alpha_beta(after, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Positions of random games with these numbers of empty cells.
fn positions(seed: u64, empties: RangeInclusive<u32>) -> impl Iterator<Item = Board> {
    random_positions(seed).filter(move |board| empties.contains(&board.empties()))
}

fn compare_scores(count: usize, empties: RangeInclusive<u32>) {
    for board in positions(8, empties).take(count) {
        let expected = alpha_beta(board, -64, 64);
        assert_eq!(solve(board, 1).score, expected, "{board:?}");
    }
}

#[test]
fn the_solver_agrees_with_plain_alpha_beta() {
    compare_scores(900, 8..=10);
}

#[test]
#[ignore = "takes half a minute"]
fn the_solver_agrees_with_plain_alpha_beta_with_up_to_14_empties() {
    compare_scores(200, 10..=14);
}

/// The score by a minimax down to 13 empty cells, where the solver takes over.
fn score_by_parts(board: Board) -> i32 {
    if board.empties() <= 13 || board.is_over() {
        return solve(board, 1).score;
    }
    let after = Board::cells(board.moves()).map(|cell| board.play(cell).unwrap());
    match after.map(|after| -score_by_parts(after)).max() {
        Some(score) => score,
        None => -score_by_parts(board.pass()),
    }
}

#[test]
fn scores_agree_with_those_of_later_positions() {
    for board in positions(9, 14..=15).take(30) {
        assert_eq!(solve(board, 1).score, score_by_parts(board), "{board:?}");
    }
}

#[test]
fn threads_find_the_same_score() {
    let searcher = |threads: usize| Searcher::new(1).with_threads(threads.try_into().unwrap());
    let mut teams = [2, 3, 8].map(searcher);
    for board in positions(10, 16..=18).take(12) {
        let expected = solve(board, 1).score;
        for team in &mut teams {
            let solved = team.solve(board);
            assert_eq!(solved.score, expected, "{board:?}");
            let map = board.map(Stone::Black);
            let found = score_after(map, Stone::Black, &solved.moves);
            assert_eq!(found, expected, "{map:?}");
        }
    }
}

#[test]
fn finding_the_winner_takes_fewer_nodes_than_the_score() {
    let mut searcher = Searcher::new(1).with_goal(Goal::Winner);
    let (mut nodes, mut fewer) = (0, 0);
    for board in positions(11, 10..=17).take(60) {
        let (score, winner) = (solve(board, 1), searcher.solve(board));
        assert_eq!(winner.score.signum(), score.score.signum(), "{board:?}");
        nodes += score.nodes;
        fewer += winner.nodes;
    }
    assert!(fewer < nodes * 3 / 4, "{fewer} of {nodes}");
}

#[test]
fn a_published_problem_with_twenty_empty_cells_is_solved() {
    let problems = include_str!("../../../tests/data/ffo-40-44.txt");
    let mut lines = problems.lines();
    let line = lines.find(|line| line.starts_with("40|")).unwrap();
    let fields: Vec<&str> = line.split('|').collect();
    let map = fields[1].replace('-', ".").parse().unwrap();
    let solved = solve(Board::new(&map, Stone::Black), 16);
    assert_eq!(solved.score, 38);
    assert_eq!(solved.moves[0].to_string(), "a2");
    assert_eq!(score_after(map, Stone::Black, &solved.moves), 38);
}

#[test]
fn stable_discs_are_never_flipped() {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut found = 0;
    for _ in 0..3000 {
        let mut board = Board::START;
        // The stable discs of the player to move and of the opponent.
        let (mut own, mut opponent) = (0, 0);
        while !board.is_over() {
            own |= stable(board.own, board.opponent);
            opponent |= stable(board.opponent, board.own);
            let moves: Vec<_> = Board::cells(board.moves()).collect();
            board = match moves.len() {
                0 => board.pass(),
                n => board.play(moves[random.random_range(0..n)]).unwrap(),
            };
            (own, opponent) = (opponent, own);
            assert_eq!(own & !board.own, 0, "{board:?}");
            assert_eq!(opponent & !board.opponent, 0, "{board:?}");
        }
        found += (own | opponent).count_ones();
    }
    assert!(found > 3000 * 20, "only {found}");
}

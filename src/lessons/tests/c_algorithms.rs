//! Compares each algorithm in C with the one in Rust, on many positions.

use std::collections::HashMap;

use crate::cc::{Answers, Built};
use crate::common::recorded::random_game;
use crate::in_machine;
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Point, Rules, record};
use games::stone::{Outcome, Stone};
use mind::engine::gomoku::vcf::vcf_until;
use mind::engine::gomoku::{self as engine, Coord};
use mind::engine::othello::Board;
use mind::engine::othello::evaluation::DISC;
use mind::learner::book::Fact;
use mind::learner::{Book, Line, Moves, Position, Start, ValuedMove, Weights, look_ahead, next};
use original::{Map, can_move, do_score, qp_change};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The number of inputs that a driver gets at a time.
const BATCH: usize = 5000;

/// The way of running a C program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// Built by a C compiler.
    Cc,
    /// In the C machine.
    Machine,
}

/// Runs a driver that calls the functions of a program.
fn driven(by: By, name: &'static str, driver: &'static str) -> impl Fn(&[i16]) -> Answers {
    let built = (by == By::Cc).then(|| Built::driven("cc", name, driver));
    move |numbers| match &built {
        Some(built) => built.answers(numbers),
        None => in_machine::answers(name, driver, numbers),
    }
}

/// Gives random inputs to a driver in batches, and checks the answers to each.
fn compare<T>(
    driven: impl Fn(&[i16]) -> Answers,
    (seed, count): (u64, usize),
    input: impl Fn(&mut StdRng) -> T,
    numbers: impl Fn(&T) -> Vec<i16>,
    mut check: impl FnMut(T, &mut Answers),
) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..count.div_ceil(BATCH) {
        let inputs: Vec<T> = (0..BATCH.min(count)).map(|_| input(&mut random)).collect();
        let sent: Vec<i16> = inputs.iter().flat_map(&numbers).collect();
        let mut answers = driven(&sent);
        for input in inputs {
            check(input, &mut answers);
        }
        assert!(answers.is_over());
    }
}

/// A board with random discs, fuller or emptier.
fn map_by_chance(random: &mut StdRng) -> Map {
    let (mut map, most) = (Map::EMPTY, random.random_range(3..9));
    for place in 0..64 {
        let stone: u8 = random.random_range(0..most);
        map[place / 8][place % 8] = if stone > 2 { 1 + stone % 2 } else { stone };
    }
    map
}

fn numbers(map: &Map) -> impl Iterator<Item = i16> {
    (0..64).map(|place| map[place / 8][place % 8].into())
}

fn map_of(numbers: &[i16]) -> Map {
    let mut map = Map::EMPTY;
    for (n, place) in numbers.iter().zip(0..) {
        map[place / 8][place % 8] = *n as u8;
    }
    map
}

/// Compares `QpChange` of a program. In C it does not put the dropped disc down: `Playtoplay` does.
fn compare_qp_change(by: By, program: &'static str, count: usize) {
    let input = |random: &mut StdRng| {
        let mut map = map_by_chance(random);
        let (row, col) = (random.random_range(0..8), random.random_range(0..8));
        map[row][col] = 0;
        (map, row, col, random.random_range(1..130_usize))
    };
    let sent = |(map, row, col, t): &(Map, usize, usize, usize)| {
        numbers(map).chain([*row, *col, *t].map(|n| n as i16)).collect()
    };
    let mut turned = 0;
    compare(driven(by, program, "qpchange"), (1, count), input, sent, |input, answers| {
        let (map, row, col, t) = input;
        let mut ours = map;
        let yes = qp_change(&mut ours, row, col, t);
        ours[row][col] = 0;
        let theirs = (answers.short(), map_of(&answers.shorts(64)));
        let at = format!("{program}: row {row}, column {col}, t {t} of {map:?}");
        assert_eq!(theirs, (yes.into(), ours), "{at}");
        turned += usize::from(yes);
    });
    assert!(turned > count / 5, "{turned} of {count}");
}

fn compare_can_move(by: By, count: usize) {
    let sent = |map: &Map| numbers(map).collect();
    compare(driven(by, "QIPAN.C", "canmove"), (2, count), map_by_chance, sent, |map, answers| {
        let (black, white) = do_score(&map);
        let [one, two] = [1, 2].map(|t| can_move(&map, t).into());
        let ours = [one, two, black as i16, white as i16];
        assert_eq!(answers.shorts(4), ours, "{map:?}");
    });
}

/// Random stones, often close together, so that some make five in a row.
fn points_by_chance(random: &mut StdRng) -> Vec<Point> {
    let all: Vec<Point> = Point::all(15).collect();
    let (width, height) = (random.random_range(1..16), random.random_range(1..16));
    let (left, top) = (random.random_range(0..15), random.random_range(0..15));
    let near = |p: &Point| (left..left + width).contains(&p.col()) && (top..top + height).contains(&p.row());
    let mut points: Vec<Point> = all.iter().copied().filter(near).collect();
    if points.len() < 5 {
        points = all;
    }
    points.shuffle(random);
    points.truncate(random.random_range(0..=points.len()));
    points
}

/// A record of these stones, sometimes with a mistake.
fn text_by_chance(points: &[Point], random: &mut StdRng) -> String {
    let mut text: Vec<char> = record::text(points).chars().collect();
    if random.random_ratio(1, 5) && !text.is_empty() {
        let at = random.random_range(0..text.len());
        match random.random_range(0..3) {
            0 => drop(text.remove(at)),
            n => {
                let from: Vec<char> = ["0123456789abcde", "ABCDEfFgz-"][n - 1].chars().collect();
                text[at] = from[random.random_range(0..from.len())];
            }
        }
    }
    text.into_iter().collect()
}

fn read_by_rust(text: &str) -> Option<Vec<Point>> {
    let points = record::parse_points(text, 15).ok()?;
    let used_twice = (1..points.len()).any(|n| points[..n].contains(&points[n]));
    (!used_twice).then_some(points)
}

fn compare_judges(by: By, count: usize) {
    let text = |random: &mut StdRng| text_by_chance(&points_by_chance(random), random);
    let sent = |text: &String| {
        let length = text.len() as i16;
        std::iter::once(length).chain(text.bytes().map(i16::from)).collect()
    };
    let (mut won, mut wrong) = (0, 0);
    compare(driven(by, "WUZIQI.C", "wuziqi"), (3, count), text, sent, |text, answers| {
        let ours = read_by_rust(&text);
        let expected = ours.as_ref().map_or(-1, |points| points.len() as i16);
        assert_eq!(answers.short(), expected, "{text}");
        let Some(points) = ours else {
            wrong += 1;
            return;
        };
        assert_eq!(answers.shorts(points.len()), point_numbers(&points), "{text}");
        for algorithm in Algorithm::ALL {
            let five = matches!(judge(algorithm, 15, &points), Some(Outcome::Won(_)));
            assert_eq!(answers.short(), five.into(), "{algorithm}: {text}");
            won += usize::from(five);
        }
    });
    assert!(won > 0 && wrong > count / 20, "{won}, {wrong}");
}

fn point_numbers(points: &[Point]) -> Vec<i16> {
    points.iter().map(|p| p.number(15) as i16).collect()
}

/// Does the player who moved last have five stones whose numbers are as far apart as those of neighbours in a
/// line?
fn five_numbers(points: &[Point]) -> bool {
    let own = points.iter().rev().step_by(2);
    let own: Vec<i32> = own.map(|p| p.number(15) as i32).collect();
    let follows = |p: i32, step: i32| (1..=4).all(|i| own.contains(&(p + i * step)));
    let steps = [1, 15, 16, 14];
    own.iter().any(|p| steps.iter().any(|step| follows(*p, *step)))
}

fn compare_unguarded(by: By, count: usize) {
    let sent = |points: &Vec<Point>| [vec![points.len() as i16], point_numbers(points)].concat();
    let mut wrong = 0;
    compare(driven(by, "UNGUARD.C", "unguard"), (4, count), points_by_chance, sent, |points, answers| {
        let ours = five_numbers(&points);
        assert_eq!(answers.short(), ours.into(), "{}", record::text(&points));
        let five = matches!(judge(Algorithm::AllStones, 15, &points), Some(Outcome::Won(_)));
        wrong += usize::from(ours != five);
    });
    assert!(wrong > 0 || count < 10_000, "its mistake was never seen");
}

/// The end of a random game, with at most `most` empty cells, and the player to move.
fn end_by_chance(random: &mut StdRng, most: u32) -> (Map, Stone) {
    let game = random_game(|n| random.random_range(0..n));
    let line = Board::line(&Moves::new(game.plies())).expect("the game is played to its end");
    let left = random.random_range(0..=most);
    let turn = line.turns.iter().find(|turn| turn.board.empties() <= left);
    let (board, side) = turn.map_or((line.end, 1), |turn| (turn.board, turn.side));
    let stone = if side == 1 { Stone::Black } else { Stone::White };
    (board.map(stone), stone)
}

/// A plain alpha-beta search to the end. It counts the positions that it looks at and the moves that it cuts
/// off.
fn count_looks(board: Board, mut alpha: i32, beta: i32, looked: &mut i32, cut: &mut i32) -> i32 {
    *looked += 1;
    let mut left = board.moves().count_ones() as i32;
    if left == 0 {
        return match board.pass().moves() {
            0 => board.score(),
            _ => -count_looks(board.pass(), -beta, -alpha, looked, cut),
        };
    }
    let mut best = -65;
    for cell in Board::cells(board.moves()) {
        let after = board.play(cell).expect("a legal move");
        best = best.max(-count_looks(after, -beta, -alpha, looked, cut));
        left -= 1;
        alpha = alpha.max(best);
        if best >= beta {
            *cut += left;
            break;
        }
    }
    best
}

fn compare_last_moves(by: By, count: usize) {
    let most = match count {
        0..1000 => 5,
        1000..10_000 => 6,
        _ => 7,
    };
    let weights = Weights::new(Start::Nothing);
    let mut cuts = 0;
    let end = |random: &mut StdRng| end_by_chance(random, most);
    let sent = |(map, side): &(Map, Stone)| numbers(map).chain([*side as i16]).collect();
    compare(driven(by, "LASTMOVE.C", "lastmove"), (5, count), end, sent, |(map, side), answers| {
        let board = Board::new(&map, side);
        let widest = 65 * DISC;
        let value = look_ahead(&weights, board, -widest, widest, board.empties());
        let (mut looked, mut cut) = (0, 0);
        let counted = count_looks(board, -65, 65, &mut looked, &mut cut);
        assert_eq!(counted, value / DISC, "{map:?}");
        let theirs = (answers.short(), answers.long(), answers.long());
        assert_eq!(theirs, ((value / DISC) as i16, looked, cut), "{map:?}");
        assert_eq!(answers.short(), 1, "the board is not as it was: {map:?}");
        cuts += cut;
    });
    assert!(cuts > 0);
}

/// Stones of both sides close together, without a five, and the attacker.
fn attack_by_chance(random: &mut StdRng) -> (engine::Board, Stone) {
    loop {
        let mut board = engine::Board::new(15, Rules::Freestyle);
        let (left, top) = (random.random_range(0..8), random.random_range(0..8));
        let share = random.random_range(20..45);
        for row in top..top + 8 {
            for col in left..left + 8 {
                match random.random_range(0..100) {
                    n if n < share => board.put(Stone::Black, Coord::new(row, col)),
                    n if n < share + 20 => board.put(Stone::White, Coord::new(row, col)),
                    _ => {}
                }
            }
        }
        if board.winner().is_none() {
            let side = [Stone::Black, Stone::White][random.random_range(0..2)];
            return (board, side);
        }
    }
}

/// The limit of fours: positions in which Rust needs more are left out, because C does not remember failed
/// positions.
const FOURS: u64 = 200;

fn compare_fours(by: By, count: usize) {
    let driven = driven(by, "FOURS.C", "fours");
    let mut random = StdRng::seed_from_u64(6);
    let (mut asked, mut sent) = (Vec::new(), Vec::new());
    let (mut left_out, mut wins) = (0, [0_usize; 4]);
    while asked.len() < count {
        let (board, side) = attack_by_chance(&mut random);
        let (win, fours) = vcf_until(&board, side, FOURS, &|| false);
        if fours >= FOURS {
            left_out += 1;
            continue;
        }
        for point in Point::all(15) {
            let stone = board.stone_at(Coord::from(point));
            sent.push(stone.map_or(0, |stone| stone as i16));
        }
        sent.push(side as i16);
        asked.push((board, side, win));
    }
    let mut answers = driven(&sent);
    for (mut board, side, win) in asked {
        let won = answers.short();
        let count = answers.short() as usize;
        let moves = answers.shorts(count);
        let stone = |point: Point| Some((point, board.stone_at(Coord::from(point))?));
        let stones: Vec<(Point, Stone)> = Point::all(15).filter_map(stone).collect();
        let at = format!("{} to win on {stones:?}", side.name());
        assert_eq!(won, i16::from(win.is_some()), "{at}");
        let expected = win.as_ref().map_or(0, Vec::len);
        assert_eq!(moves.len(), expected, "{moves:?}, {win:?}: {at}");
        board.set_to_move(side);
        for number in &moves {
            assert!(board.winner().is_none(), "{moves:?}: {at}");
            let p = *number as usize;
            board.play(Coord::from(Point::new(p % 15, p / 15)));
        }
        assert_eq!(board.winner().is_some(), won == 1, "{moves:?}: {at}");
        wins[(moves.len() / 2).min(3)] += usize::from(won == 1);
    }
    assert!(answers.is_over());
    println!("won with 0, 1, 2, more fours: {wins:?}; left out: {left_out}");
    assert!(count < 2000 || wins.iter().all(|n| *n > 0), "{wins:?}");
}

/// The book in the form of the C program: numbered positions, and the moves that were played.
#[derive(Default)]
struct Model {
    boards: Vec<Board>,
    numbers: HashMap<Board, usize>,
    certain: HashMap<usize, i8>,
    moves: Vec<(usize, usize, bool)>,
}

impl Model {
    fn number(&mut self, board: Board) -> usize {
        let board = board.canonical();
        let new = self.boards.len();
        let n = *self.numbers.entry(board).or_insert(new);
        if n == new {
            self.boards.push(board);
        }
        n
    }
}

/// A random move among these.
fn move_by_chance(moves: u64, random: &mut StdRng) -> u8 {
    let nth = random.random_range(0..moves.count_ones());
    let rest = (0..nth).fold(moves, |moves, _| moves & (moves - 1));
    rest.trailing_zeros() as u8
}

/// A random game that begins like the other one.
fn game_like(other: Option<&Line>, random: &mut StdRng) -> Line {
    let (mut board, mut side, mut turns) = (Board::START, 1, Vec::new());
    let same = other.map_or(0, |line| random.random_range(0..line.turns.len()));
    while !board.is_over() {
        let square = match other.and_then(|line| line.turns.get(turns.len())) {
            Some(turn) if turns.len() < same => turn.square,
            _ => move_by_chance(board.moves(), random),
        };
        let (after, switched) = next(board, square).expect("the square is a move");
        turns.push(mind::learner::Turn { board, square, side });
        board = after;
        side = if switched { -side } else { side };
    }
    Line { turns, end: board, result: side * board.score() }
}

/// Random facts about some positions of a game, as a search may find them.
fn facts_by_chance(line: &Line, random: &mut StdRng) -> Vec<(usize, Fact)> {
    let mut facts = Vec::new();
    for (n, turn) in line.turns.iter().enumerate() {
        match random.random_range(0..8) {
            0 if turn.board.empties() < 12 => {
                facts.push((n, Fact::Solved(random.random_range(-64..=64))));
            }
            1..4 => {
                let square = move_by_chance(turn.board.moves(), random);
                let value = random.random_range(-6400..=6400);
                facts.push((n, Fact::Alternative(ValuedMove { square, value })));
            }
            _ => {}
        }
    }
    facts
}

/// Compares books of three games, after each game, in `count` positions.
fn compare_books(by: By, count: usize) {
    let driven = driven(by, "BOOK.C", "book");
    let mut random = StdRng::seed_from_u64(7);
    let (mut sent, mut expected) = (Vec::new(), Vec::new());
    let mut compared = 0;
    while compared < count {
        let mut book: Book = Book::new(usize::MAX);
        let (mut model, mut last) = (Model::default(), None);
        for _ in 0..3 {
            let line = game_like(last.as_ref(), &mut random);
            let facts = facts_by_chance(&line, &mut random);
            let before = book.clone();
            book.add(&line, &facts);
            let boards = line.turns.iter().map(|turn| turn.board).chain([line.end]);
            let path: Vec<usize> = boards.map(|board| model.number(board)).collect();
            for (n, fact) in &facts {
                if let Fact::Solved(score) = fact {
                    model.certain.insert(path[*n], *score);
                }
            }
            sent.push(model.boards.len() as i16);
            for (n, board) in model.boards.iter().enumerate() {
                let was = before.look_up(*board).map_or(0, |entry| entry.worth.value);
                let entry = book.look_up(*board).expect("it is in the book");
                let alternative = entry.choices.iter().find(|choice| !choice.played);
                let certain = model.certain.get(&n);
                sent.extend([
                    board.empties() as i16,
                    was,
                    certain.is_some().into(),
                    certain.map_or(0, |score| i16::from(*score)),
                    alternative.is_some().into(),
                    alternative.map_or(0, |choice| choice.worth.value),
                ]);
                expected.push(entry.worth.value);
            }
            sent.push(model.moves.len() as i16);
            for (from, to, same) in &model.moves {
                sent.extend([*from as i16, *to as i16, i16::from(*same)]);
            }
            let turns = line.turns.iter();
            let again: Vec<bool> =
                turns.map(|turn| !next(turn.board, turn.square).expect("it was played").1).collect();
            sent.push(line.turns.len() as i16);
            sent.extend(path.iter().map(|n| *n as i16));
            sent.extend(again.iter().map(|again| i16::from(*again)));
            sent.push(line.end.score() as i16);
            for (pair, again) in path.windows(2).zip(again) {
                if !model.moves.iter().any(|m| (m.0, m.1) == (pair[0], pair[1])) {
                    model.moves.push((pair[0], pair[1], again));
                }
            }
            model.certain.insert(path[path.len() - 1], line.end.score() as i8);
            compared += model.boards.len();
            last = Some(line);
        }
    }
    let mut answers = driven(&sent);
    for (n, value) in expected.into_iter().enumerate() {
        assert_eq!(answers.short(), value, "position {n} of all books");
    }
    assert!(answers.is_over());
}

/// How often a position has the pattern of a weight: the distance that the weight moves after learning from
/// that position alone.
fn found_in(position: (Board, i32), weight: usize) -> i16 {
    let mut weights = Weights::new(Start::Nothing);
    weights.learn(&[position], 64 * position.1);
    (weights.numbers()[weight] / (64.0 * 0.06 / 352.0)).round() as i16
}

/// Learns from random games, and compares `count` positions, and one weight for each game.
fn compare_weights(by: By, count: usize) {
    let driven = driven(by, "WEIGHT.C", "weight");
    let mut random = StdRng::seed_from_u64(8);
    let mut weights = Weights::new(Start::Nothing);
    let (mut sent, mut expected) = (Vec::new(), Vec::new());
    let mut compared = 0;
    while compared < count {
        let line = game_like(None, &mut random);
        let turns = line.turns.iter();
        let positions: Vec<(Board, i32)> = turns.map(|turn| (turn.board, turn.side)).collect();
        let all = positions.iter();
        let predicted: Vec<i32> = all.map(|(board, _)| weights.value(*board)).collect();
        let mut errors = vec![0.0; positions.len()];
        let mut target = line.result as f32;
        for (n, (_, side)) in positions.iter().enumerate().rev() {
            let (value, side) = (predicted[n] as f32 / DISC as f32, *side as f32);
            errors[n] = side * target - value;
            target = 0.7 * target + 0.3 * side * value;
        }
        let before = weights.numbers().to_vec();
        weights.learn(&positions, line.result);
        let moved = (0..before.len()).filter(|n| before[*n] != weights.numbers()[*n]);
        let moved: Vec<usize> = moved.collect();
        let weight = moved[random.random_range(0..moved.len())];
        let now = weights.numbers()[weight];
        let found: Vec<i16> = positions.iter().map(|p| found_in(*p, weight)).collect();
        let begins = (f64::from(before[weight]) * 1e8).round() as i32;
        sent.extend([positions.len() as i16, line.result as i16]);
        sent.extend([begins as i16, (begins >> 16) as i16]);
        for (n, (_, side)) in positions.iter().enumerate() {
            sent.extend([*side as i16, predicted[n] as i16, found[n]]);
        }
        compared += positions.len();
        expected.push((errors, now, found.iter().sum::<i16>()));
    }
    let mut answers = driven(&sent);
    let (mut furthest, mut shown) = (0.0_f64, 0);
    let games = expected.len();
    for (errors, now, found) in expected {
        for error in errors {
            let theirs = f64::from(answers.long()) / 1e5;
            let off = (theirs - f64::from(error)).abs();
            assert!(off < 5e-5, "an error of {error} is {theirs} in C");
        }
        let theirs = f64::from(answers.long()) / 1e8;
        let off = (theirs - f64::from(now)).abs();
        // C rounds to a hundred-millionth of a disc each time, Rust to the 24 bits of a float.
        let each = 2e-8 + f64::from(now).abs() * f64::from(f32::EPSILON);
        let most = each * f64::from(found) + 1e-7;
        assert!(off < most, "a weight of {now} is {theirs} in C: {off}");
        furthest = furthest.max(off);
        shown += usize::from(format!("{theirs:+.5}") == format!("{now:+.5}"));
    }
    assert!(answers.is_over());
    println!("furthest off: {furthest} discs; {shown} of {games} weights are shown alike");
    assert!(shown * 100 >= games * 97, "{shown} of {games}");
}

/// A comparison of C with Rust, and the numbers of inputs: built by the compiler, in a normal and in a long
/// run, then in the machine.
type Comparison = (fn(By, usize), [usize; 4]);

const COMPARISONS: [Comparison; 9] = [
    (|by, count| compare_qp_change(by, "QIPAN.C", count), [20_000, 1_000_000, 3000, 30_000]),
    (|by, count| compare_qp_change(by, "TABLE.C", count), [20_000, 1_000_000, 3000, 30_000]),
    (compare_can_move, [10_000, 200_000, 500, 5000]),
    (compare_judges, [10_000, 200_000, 500, 5000]),
    (compare_unguarded, [10_000, 200_000, 500, 5000]),
    (compare_last_moves, [2000, 30_000, 200, 1000]),
    (compare_fours, [2000, 30_000, 20, 200]),
    (compare_books, [5000, 30_000, 2000, 10_000]),
    (compare_weights, [3000, 30_000, 2000, 10_000]),
];

fn compare_all(by: By, column: usize) {
    std::thread::scope(|scope| {
        for (compare, counts) in COMPARISONS {
            scope.spawn(move || compare(by, counts[column]));
        }
    });
}

#[test]
fn c_and_rust_algorithms_agree() {
    compare_all(By::Cc, 0);
}

#[test]
#[ignore = "thirty thousand inputs and more for each"]
fn c_and_rust_algorithms_agree_on_many_inputs() {
    compare_all(By::Cc, 1);
}

#[test]
fn the_c_machine_agrees_with_the_compiler() {
    compare_all(By::Machine, 2);
}

#[test]
#[ignore = "thousands of positions in the C machine"]
fn the_c_machine_agrees_with_the_compiler_on_many_positions() {
    compare_all(By::Machine, 3);
}

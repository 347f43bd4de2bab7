//! The opponent that learns: what its book remembers, how its weights move, and that it gets better.

use crate::common::recorded::{othello_of, random_game, world_championship};
use std::collections::{HashMap, HashSet};

use chacha20::ChaCha12Rng;
use games::Game as _;
use games::othello::Ply;
use games::records::transcript;
use mind::engine::othello::Board;
use mind::engine::othello::bitboard::cell;
use mind::learner::arena::{Mover, Rival, Tally, by_weights, play_on, rival};
use mind::learner::book::Fact;
use mind::learner::{
    BadEvent, Book, Effort, Event, Learner, Line, Moves, Piece, Position, Role, Start, StudiedGame,
    Trial, Unreadable, ValuedMove, Weights, leading_to, next,
};
use rand::{RngExt, SeedableRng};

/// A game of moves by chance.
fn by_chance(seed: u64) -> Moves {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    Moves::new(random_game(|n| random.random_range(0..n)).plies())
}

/// The learner plays a game against somebody and learns from it: the positions it was in, and its result in discs.
fn play_and_learn(
    learner: &mut Learner,
    against: &Mover<'_>,
    role: Role,
    seed: u64,
) -> (Vec<Board>, i32) {
    let effort = Effort::TRAINING;
    let (mut board, mut side, mut squares) = (Board::START, 1, Vec::new());
    while board.moves() != 0 {
        let square = match role.plays(side) {
            true => learner
                .choose(board, effort, seed + squares.len() as u64)
                .unwrap(),
            false => against(board, &mut ChaCha12Rng::seed_from_u64(0)),
        };
        let (after, other) = next(board, square).expect("the move is legal");
        squares.push(square);
        (board, side) = (after, if other { -side } else { side });
    }
    let studied = learner.study(Moves::from_squares(squares), role, false, effort, seed);
    let studied = studied.expect("the game is over");
    let line = Board::line(&studied.moves).unwrap();
    learner.apply(&Event::Game(studied));
    let turns = line.turns.iter();
    let mut boards: Vec<Board> = turns.map(|step| step.board.canonical()).collect();
    boards.push(line.end.canonical());
    let result = if role == Role::Black {
        line.result
    } else {
        -line.result
    };
    (boards, result)
}

/// Plays so many games and asserts that none is lost twice; the results.
fn play(opponent: &Mover<'_>, role: Role, games: u64) -> Vec<i32> {
    let mut learner = Learner::new(Start::Nothing);
    let (mut lost, mut results) = (HashMap::new(), Vec::new());
    for n in 0..games {
        let (game, result) = play_and_learn(&mut learner, opponent, role, 1000 * n);
        if result < 0 {
            let before = lost.insert(game, n);
            assert_eq!(before, None, "game {n} as {role:?} was lost before");
        }
        results.push(result);
    }
    println!("{role:?}: {} of {games} games lost", lost.len());
    results
}

#[test]
fn a_game_is_never_lost_twice_to_an_opponent_who_always_answers_the_same_and_the_results_rise() {
    for role in [Role::Black, Role::White] {
        let results = play(&*rival(Rival::Mobile), role, 200);
        let won = |results: &[i32]| results.iter().filter(|result| **result > 0).count();
        let (first, last) = (won(&results[..50]), won(&results[150..]));
        assert!(first < 50, "{first} of the first 50, {last} of the last");
        assert_eq!(last, 50, "{first} of the first 50, {last} of the last");
    }
}

#[test]
fn not_even_an_opponent_who_wins_nearly_always_wins_twice_by_the_same_moves() {
    let weights = Weights::new(Start::Engine);
    let effort = Effort {
        plies: 2,
        exact: 10,
    };
    for role in [Role::Black, Role::White] {
        let results = play(&*by_weights(&weights, effort), role, 100);
        let lost = results.iter().filter(|result| **result < 0).count();
        assert!(
            lost > 10,
            "the opponent is strong, and {lost} games were lost"
        );
    }
}

/// Games by chance with facts as a search would find them.
fn games_with_facts(count: u64) -> Vec<(Line, Vec<(usize, Fact)>)> {
    let mut learner = Learner::new(Start::Nothing);
    let games = (0..count).map(|seed| {
        // Each third game follows another one for a while, so that the games share positions.
        let moves = match seed % 3 {
            0 => by_chance(seed),
            _ => learner.practise(None, seed).0,
        };
        let effort = Effort { plies: 1, exact: 4 };
        let studied = learner
            .study(moves, Role::Both, true, effort, seed)
            .unwrap();
        let line = Board::line(&studied.moves).unwrap();
        let facts = studied.facts.clone();
        learner.apply(&Event::Game(studied));
        (line, facts)
    });
    games.collect()
}

#[test]
fn a_book_that_grew_game_by_game_equals_one_built_from_all_games_at_once() {
    let games = games_with_facts(400);
    let mut grown = Book::new(usize::MAX);
    for (n, (line, facts)) in games.iter().enumerate() {
        grown.add(line, facts);
        if n % 50 == 0 || n + 1 == games.len() {
            let so_far = games[..=n].iter().map(|(line, facts)| (line, &facts[..]));
            assert!(grown == Book::from_games(so_far), "after {} games", n + 1);
        }
    }
}

#[test]
fn a_book_of_ten_thousand_games_equals_one_built_from_scratch() {
    let games: Vec<Line> = (0..10_000)
        .map(|n| Board::line(&by_chance(n)).unwrap())
        .collect();
    let mut grown = Book::new(usize::MAX);
    games.iter().for_each(|line| grown.add(line, &[]));
    let scratch = Book::from_games(games.iter().map(|line| (line, &[][..])));
    println!("{} positions", grown.positions());
    assert!(grown == scratch);
}

#[test]
fn turned_and_mirrored_games_are_one() {
    let mut book = Book::new(usize::MAX);
    let line = Board::line(&by_chance(1)).unwrap();
    book.add(&line, &[]);
    let positions = book.positions();
    for n in 1..8 {
        let turned = |board: Board| board.symmetries()[n];
        let mut other = line.clone();
        for (step, now) in other.turns.iter_mut().zip(&line.turns) {
            let after = next(now.board, now.square).unwrap().0.canonical();
            step.board = turned(now.board);
            step.square = leading_to(step.board, after).next().unwrap();
        }
        other.end = turned(line.end);
        book.add(&other, &[]);
    }
    assert_eq!(book.positions(), positions);
    assert_eq!(book.look_up(Board::START).unwrap().games, 8);
}

#[test]
fn a_full_book_forgets_late_positions_of_few_games_and_keeps_what_they_were_worth() {
    let games: Vec<Line> = (0..300)
        .map(|n| Board::line(&by_chance(n)).unwrap())
        .collect();
    let (mut small, mut large) = (Book::new(8_000), Book::new(usize::MAX));
    for line in &games {
        small.add(line, &[]);
        large.add(line, &[]);
        assert!(small.positions() <= 8_000);
    }
    assert!(large.positions() > 10_000);
    let mut compared = 0;
    for step in games.iter().flat_map(|line| &line.turns[..12]) {
        let (few, all) = (small.look_up(step.board), large.look_up(step.board));
        let (few, all) = (few.expect("early positions stay"), all.unwrap());
        assert_eq!(few.worth, all.worth, "{:?}", step.board);
        assert_eq!(few.games, all.games, "{:?}", step.board);
        compared += 1;
    }
    assert_eq!(compared, 300 * 12);
}

#[test]
fn a_lost_line_is_left_and_a_won_one_is_played_again() {
    let mut learner = Learner::new(Start::Nothing);
    let win = |learner: &mut Learner, moves: &Moves, side: i32| {
        let studied = StudiedGame {
            moves: moves.clone(),
            role: if side == 1 { Role::Black } else { Role::White },
            training: false,
            facts: Vec::new(),
        };
        learner.apply(&Event::Game(studied));
    };
    let won = (0..)
        .map(by_chance)
        .find(|moves| Board::line(moves).unwrap().result > 10)
        .unwrap();
    win(&mut learner, &won, 1);
    let line = Board::line(&won).unwrap();
    for step in line
        .turns
        .iter()
        .filter(|step| step.side == 1 && step.board.empties() > 8)
    {
        let square = learner.choose(step.board, Effort::TRAINING, 5).unwrap();
        let after = |square| next(step.board, square).unwrap().0.canonical();
        assert_eq!(after(square), after(step.square), "{:?}", step.board);
    }
    let turns = line.turns.iter();
    let last_white = turns.rev().find(|s| s.side == -1 && s.board.empties() > 8);
    let step = last_white.unwrap();
    for seed in 0..20 {
        let square = learner.choose(step.board, Effort::TRAINING, seed).unwrap();
        let few = step.board.moves().count_ones() == 1;
        assert!(few || square != step.square, "{:?}", step.board);
    }
}

#[test]
fn what_was_lost_and_what_comes_next_is_told() {
    let mut learner = Learner::new(Start::Nothing);
    let opponent = rival(Rival::Mobile);
    let mut told = 0;
    for n in 0..20 {
        let (_, result) = play_and_learn(&mut learner, &*opponent, Role::White, n * 100);
        let last = learner.history().last.clone().expect("there was a game");
        assert_eq!(last.result, -result);
        if result >= 0 {
            assert_eq!(last.next_time, None);
        }
        if let Some((n, square)) = last.next_time {
            let line = Board::line(&last.moves).unwrap();
            let step = line.turns[n];
            assert_eq!(step.side, -1);
            assert_ne!(square, step.square);
            let cell = cell(square.into());
            assert!(step.board.moves() >> square & 1 == 1, "{cell}");
            told += 1;
        }
    }
    assert!(told > 5, "{told} of 20");
}

#[test]
fn a_position_is_worth_the_same_turned_and_mirrored() {
    let mut learner = Learner::new(Start::Nothing);
    train(&mut learner, 30, true);
    for step in Board::line(&by_chance(9)).unwrap().turns {
        let boards = step.board.symmetries();
        let values = boards.map(|board| learner.weights().value(board));
        let (low, high) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        // The sum is rounded in another order.
        assert!(high - low <= 1, "{:?}: {values:?}", step.board);
    }
}

/// The trial that is due, all of its pieces one after the other.
fn due_trial(learner: &Learner) -> Option<Trial> {
    let mut so_far = Vec::new();
    loop {
        match learner.try_on(7, &so_far)? {
            Piece::Done(trial) => return Some(trial),
            Piece::SoFar(bytes) => so_far = bytes,
        }
    }
}

/// Trains against itself; a trial when one is due. With `learns` off the games are played and forgotten.
fn train(learner: &mut Learner, games: u64, learns: bool) {
    for n in 0..games {
        if let Some(trial) = due_trial(learner) {
            learner.apply(&Event::Trial(trial));
        }
        let (moves, role) = learner.practise(None, n);
        let studied = learner
            .study(moves, role, true, Effort::TRAINING, n)
            .unwrap();
        if learns {
            learner.apply(&Event::Game(studied));
        }
    }
}

/// A match of 100 games against any moves, and one against the greedy player: by the book and by search.
fn as_at_the_board(learner: &Learner, effort: Effort) -> [Tally; 2] {
    let player: Box<Mover<'_>> = Box::new(move |board, random| {
        let chosen = learner.choose(board, effort, random.random());
        chosen.expect("the player has a move")
    });
    [Rival::Random, Rival::Greedy].map(|against| {
        let mut tally = Tally::default();
        play_on(&mut tally, &*player, &*rival(against), 0..100, 3);
        tally
    })
}

#[test]
#[ignore = "it takes minutes"]
fn after_three_thousand_games_it_beats_any_moves_and_the_greedy_player() {
    let mut learner = Learner::new(Start::Nothing);
    train(&mut learner, 3000, true);
    for trial in &learner.history().trials {
        println!("{:5} {} {:?}", trial.games, trial.kept, trial.points);
    }
    let points = as_at_the_board(&learner, Effort::PLAY);
    println!("{points:?}");
    assert!(points[0].won >= 99, "{points:?}");
    assert!(points[1].won >= 90, "{points:?}");
}

#[test]
fn a_thousand_games_make_it_strong_and_the_curve_rises() {
    let mut learner = Learner::new(Start::Nothing);
    train(&mut learner, 1000, true);
    let trials = &learner.history().trials;
    assert!(trials.len() > 10);
    for trial in trials {
        println!("{:5} {} {:?}", trial.games, trial.kept, trial.points);
    }
    let mobile = |n: usize| u32::from(trials[n].points[2]);
    let (first, last) = (0..3, trials.len() - 3..trials.len());
    let (before, after) = (
        first.map(mobile).sum::<u32>(),
        last.map(mobile).sum::<u32>(),
    );
    let thousandths = format!("{before}, then {after} thousandths");
    assert!(after > before + 300, "{thousandths} in three trials");
    let effort = Effort {
        plies: 3,
        exact: 10,
    };
    let points = as_at_the_board(&learner, effort);
    println!("{points:?}");
    assert!(points[0].won >= 99, "{points:?}");
    assert!(points[1].won >= 90, "{points:?}");
}

#[test]
fn without_learning_the_curve_is_flat() {
    let mut learner = Learner::new(Start::Nothing);
    let before = learner.trial(1).points;
    train(&mut learner, 20, false);
    let after = learner.trial(1).points;
    assert_eq!(before, after);
    let mut trials = learner.history().trials.iter();
    assert!(trials.all(|trial| trial.points == before));
}

#[test]
fn weights_that_play_worse_are_not_kept() {
    let mut learner = Learner::new(Start::Nothing);
    train(&mut learner, 300, true);
    learner.apply(&Event::Trial(learner.trial(1)));
    let good = learner.weights().clone();
    // Each position is worth the opposite of what was learned.
    let opposite = good.numbers().iter().map(|number| -number).collect();
    let opposite = Weights::with_numbers(Start::Nothing, opposite).unwrap();
    learner = with_weights(&learner, &opposite);
    let trial = learner.trial(1);
    assert!(!trial.kept, "{trial:?}");
    learner.apply(&Event::Trial(trial));
    assert!(*learner.weights() == good);
}

/// The learner with other weights, by way of its bytes.
fn with_weights(learner: &Learner, weights: &Weights) -> Learner {
    let mut bytes = learner.to_bytes();
    let numbers = weights.numbers().iter().flat_map(|n| n.to_le_bytes());
    for (byte, new) in bytes[2..].iter_mut().zip(numbers) {
        *byte = new;
    }
    Learner::from_bytes(&bytes).unwrap()
}

#[test]
fn what_it_knows_comes_back_from_bytes_and_damaged_bytes_are_refused() {
    let mut learner = Learner::new(Start::Engine);
    train(&mut learner, 25, true);
    let bytes = learner.to_bytes();
    assert!(Learner::from_bytes(&bytes).unwrap() == learner);
    for length in (0..200).chain((200..bytes.len()).step_by(9973)) {
        let cut = Learner::from_bytes(&bytes[..length]);
        assert!(cut.is_err(), "{length} bytes");
    }
    let mut newer = bytes.clone();
    newer[0] = 3;
    assert_eq!(Learner::from_bytes(&newer), Err(Unreadable::Newer));
}

#[test]
fn an_event_comes_back_from_bytes() {
    let mut learner = Learner::new(Start::Nothing);
    for n in 0..20 {
        let (moves, role) = learner.practise(None, n);
        let studied = learner
            .study(moves, role, true, Effort::TRAINING, n)
            .unwrap();
        let event = Event::Game(studied);
        let found = Event::from_bytes::<Board>(&event.to_bytes());
        assert_eq!(found, Ok(event.clone()));
        learner.apply(&event);
    }
    let trial = Event::Trial(learner.trial(1));
    assert_eq!(Event::from_bytes::<Board>(&trial.to_bytes()), Ok(trial));
    assert_eq!(Event::from_bytes::<Board>(&[]), Err(BadEvent::Length));
    assert_eq!(Event::from_bytes::<Board>(&[9, 9, 9]), Err(BadEvent::Newer));
}

/// A game in which so many turns are thrown away before the first disc.
fn after_thrown_away(turns: usize) -> Vec<u8> {
    let game = by_chance(3);
    [&vec![64; turns], game.squares()].concat()
}

#[test]
fn a_game_with_any_number_of_thrown_away_turns_is_written_and_read() {
    for turns in [
        0, 1, 2, 3, 4, 5, 194, 195, 196, 255, 256, 257, 1000, 100_000,
    ] {
        // An odd number leaves White to begin, and the same moves by the other colour are another game.
        let turns = turns + turns % 2;
        let moves = Moves::from_squares(after_thrown_away(turns));
        assert!(moves.squares().len() <= Moves::MOST);
        let mut learner = Learner::new(Start::Nothing);
        let studied = learner
            .study(moves.clone(), Role::Both, false, Effort::TRAINING, 0)
            .unwrap();
        let event = Event::Game(studied);
        let written = Event::from_bytes::<Board>(&event.to_bytes());
        assert_eq!(written, Ok(event.clone()), "{turns} turns");
        learner.apply(&event);
        let read = Learner::from_bytes(&learner.to_bytes()).unwrap();
        assert!(read == learner, "{turns} turns");
        assert_eq!(read.history().last.as_ref().unwrap().moves, moves);
    }
}

#[test]
fn thrown_away_turns_in_a_row_are_shortened_without_changing_the_game() {
    for turns in 0..20 {
        let squares = after_thrown_away(turns);
        let Some(line) = Board::line(&Moves::from_squares(squares)) else {
            assert_eq!(turns % 2, 1);
            continue;
        };
        let (mut board, mut side) = (Board::START, 1);
        for _ in 0..turns {
            (board, side) = (board.pass(), -side);
        }
        assert_eq!((line.turns[0].board, line.turns[0].side), (board, side));
    }
}

#[test]
fn a_crafted_event_is_refused_with_a_reason_and_none_makes_the_book_panic() {
    let crafted = include_bytes!("../../../tests/corpus/event/event-0.bin");
    let no_move = Err(BadEvent::Fact(18));
    assert_eq!(Event::from_bytes::<Board>(crafted), no_move);
    let game = by_chance(5);
    let good = [&[1, 2, 0, game.squares().len() as u8], game.squares()].concat();
    assert!(Event::from_bytes::<Board>(&good).is_ok());
    let with = |fact: [u8; 5]| Event::from_bytes::<Board>(&[&good[..], &fact].concat());
    for score in [65, 75, 127, 128, -65, -75, -128, 300_i16] {
        let [low, high] = score.to_le_bytes();
        assert_eq!(with([9, 1, 0, low, high]), Err(BadEvent::Fact(9)));
    }
    // No disc can be dropped there, or there is no such turn or fact.
    for fact in [
        [0, 2, 0, 0, 0],
        [0, 2, 64, 0, 0],
        [99, 1, 0, 0, 0],
        [0, 3, 0, 0, 0],
    ] {
        assert_eq!(with(fact), Err(BadEvent::Fact(fact[0].into())));
    }
    let cut = Event::from_bytes::<Board>(&[&good[..], &[0, 1]].concat());
    assert_eq!(cut, Err(BadEvent::Length));
    let role = [&[1, 4], &good[2..]].concat();
    assert_eq!(Event::from_bytes::<Board>(&role), Err(BadEvent::Role));
    // Whatever can be read can be learned, twice and with what contradicts it.
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut learner = Learner::new(Start::Nothing);
    let mut learned = 0;
    for _ in 0..3000 {
        let mut bytes = good.clone();
        for _ in 0..random.random_range(1..12) {
            bytes.extend([random.random_range(0..60), 1, 0]);
            let score: i16 = random.random_range(-80..=80);
            bytes.extend(score.to_le_bytes());
        }
        if let Ok(event) = Event::from_bytes::<Board>(&bytes) {
            learner.apply(&event);
            learned += 1;
        }
    }
    assert!(learned > 100, "{learned}");
    assert!(Learner::from_bytes(&learner.to_bytes()).unwrap() == learner);
}

#[test]
fn the_same_games_make_the_same_learner() {
    let learners = [(); 2].map(|()| {
        let mut learner = Learner::new(Start::Nothing);
        train(&mut learner, 15, true);
        learner.to_bytes()
    });
    assert!(learners[0] == learners[1]);
}

#[test]
fn recorded_games_become_knowledge() {
    let mut learner = Learner::new(Start::Nothing);
    let mut openings = HashSet::new();
    for game in world_championship() {
        let game = othello_of(transcript::read(&game.moves).unwrap().game);
        let moves = Moves::new(game.plies());
        let expected = game.plies().iter().filter(|p| **p != Ply::Pass).count();
        assert_eq!(moves.squares().len(), expected);
        openings.insert(moves.squares()[..2].to_vec());
        let studied = learner
            .study(moves, Role::Nobody, false, Effort::TRAINING, 0)
            .unwrap();
        learner.apply(&Event::Game(studied));
    }
    assert_eq!(learner.history().read, world_championship().len() as u32);
    assert_eq!(learner.history().results, Tally::default());
    let start = learner.book().look_up(Board::START).unwrap();
    assert_eq!(start.games as usize, world_championship().len());
    assert_eq!(start.choices.len(), 1, "the first moves are all the same");
}

#[test]
fn what_came_before_a_turn_thrown_away_teaches_nothing() {
    let mut game = games::othello::Game::default();
    let mut random = ChaCha12Rng::seed_from_u64(3);
    let mut turns = 0;
    while let Some(stone) = game.to_move() {
        let legal: Vec<_> = games::othello::rules::legal_moves(game.map(), stone).collect();
        turns += 1;
        match legal.len() {
            0 => game.lose_turn(),
            _ if turns == 10 => game.lose_turn(),
            n => drop(game.drop(legal[random.random_range(0..n)])),
        }
    }
    let line = Board::line(&Moves::new(game.plies())).expect("the game is over");
    let first = line.turns[0].board;
    assert_eq!(first.empties(), 60 - 9);
    let mut book = Book::new(usize::MAX);
    book.add(&line, &[]);
    assert_eq!(book.look_up(Board::START), None);
    assert!(book.look_up(first).is_some());
}

#[test]
fn a_move_that_is_proven_to_lose_is_not_played_even_where_the_other_one_promises_less() {
    let mut tried = 0;
    for moves in (0..50).map(by_chance) {
        let line = Board::line(&moves).unwrap();
        let after = |board: Board, square| next(board, square).unwrap().0.canonical();
        for (n, step) in line.turns.iter().enumerate().take(40).skip(2) {
            let lost = after(step.board, step.square);
            let mut others = Board::cells(step.board.moves()).map(|c| (c.row * 8 + c.col) as u8);
            let other = others.find(|square| after(step.board, *square) != lost);
            let (Some(other), true) = (other, line.turns[n + 1].side == -step.side) else {
                continue;
            };
            // The opponent wins by a disc, that is proven. What the other move leads to is only thought to be worse.
            let alternative = ValuedMove {
                square: other,
                value: -3000,
            };
            let mut learner = Learner::new(Start::Nothing);
            learner.apply(&Event::Game(StudiedGame {
                moves: moves.clone(),
                role: Role::Both,
                training: false,
                facts: vec![
                    (n, Fact::Alternative(alternative)),
                    (n + 1, Fact::Solved(1)),
                ],
            }));
            let square = learner.choose(step.board, Effort::TRAINING, 1).unwrap();
            let chosen = after(step.board, square);
            assert_eq!(chosen, after(step.board, other), "in {:?}", step.board);
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
}

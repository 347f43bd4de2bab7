//! The Othello learner: its book, its weights and its progress.

use crate::common::recorded::{random_game, world_championship};
use crate::common::{play_and_learn, play_games};
use std::collections::HashSet;

use chacha20::ChaCha12Rng;
use games::Game as _;
use games::othello::Ply;
use games::records::transcript;
use mind::engine::othello::Board;
use mind::engine::othello::bitboard::cell;
use mind::learner::arena::{self, Mover, Rival, Tally, by_weights, rival};
use mind::learner::book::Fact;
use mind::learner::{
    BadEvent, Book, Effort, Event, Learner, Line, Moves, Position, Role, Start, StudiedGame, Unreadable,
    ValuedMove, Weights, leading_to, next,
};
use rand::{RngExt, SeedableRng};

/// A random game.
fn by_chance(seed: u64) -> Moves {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    Moves::new(random_game(|n| random.random_range(0..n)).plies())
}

/// Plays against an opponent that always answers the same. Returns the results.
fn play(opponent: &Mover<'_>, role: Role, games: u64) -> Vec<i32> {
    let mut opponent = |board| opponent(board, &mut ChaCha12Rng::seed_from_u64(0));
    play_games(&mut Learner::default(), &mut opponent, role, games)
}

#[test]
fn no_game_is_lost_twice_and_the_results_rise() {
    for role in [Role::Black, Role::White] {
        let results = play(&*rival(Rival::Mobile), role, 200);
        let won = |results: &[i32]| results.iter().filter(|result| **result > 0).count();
        let (first, last) = (won(&results[..50]), won(&results[150..]));
        assert!(first < 50 && last == 50, "{first} of the first 50, {last} of the last");
    }
}

#[test]
fn no_game_is_lost_twice_to_a_strong_opponent() {
    let weights = Weights::new(Start::Engine);
    let effort = Effort { plies: 2, exact: 10 };
    for role in [Role::Black, Role::White] {
        let results = play(&*by_weights(&weights, effort), role, 100);
        let lost = results.iter().filter(|result| **result < 0).count();
        assert!(lost > 10, "only {lost} games were lost");
    }
}

/// Random games with facts.
fn games_with_facts(count: u64) -> Vec<(Line, Vec<(usize, Fact)>)> {
    let mut learner = Learner::default();
    let games = (0..count).map(|seed| {
        // Two of three games come from the learner, so that games share positions.
        let moves = match seed % 3 {
            0 => by_chance(seed),
            _ => learner.practise(None, seed).0,
        };
        let effort = Effort { plies: 1, exact: 4 };
        let studied = learner.study(moves, Role::Both, true, effort, seed, &|| false).unwrap();
        let line = Board::line(&studied.moves).unwrap();
        let facts = studied.facts.clone();
        learner.apply(&Event::Game(studied));
        (line, facts)
    });
    games.collect()
}

#[test]
fn each_position_of_a_book_is_worth_its_best_move() {
    let games = games_with_facts(400);
    let (mut book, mut solved) = (Book::new(usize::MAX), HashSet::new());
    for (line, facts) in &games {
        book.add(line, facts);
        let exact = facts.iter().filter(|(_, fact)| matches!(fact, Fact::Solved(_)));
        solved.extend(exact.map(|(n, _)| line.turns[*n].board.canonical()));
    }
    let turns = games.iter().flat_map(|(line, _)| &line.turns);
    for board in turns.map(|turn| turn.board).filter(|board| !solved.contains(&board.canonical())) {
        let entry = book.look_up(board).unwrap();
        let best = entry.choices.iter().map(|choice| choice.worth.value).max();
        assert_eq!(Some(entry.worth.value), best, "{board:?}");
    }
}

#[test]
fn symmetric_games_share_their_positions() {
    let mut book = Book::new(usize::MAX);
    let line = Board::line(&by_chance(1)).unwrap();
    book.add(&line, &[]);
    let positions = book.positions();
    for n in 1..8 {
        let image = |board: Board| board.symmetries()[n];
        let mut other = line.clone();
        for (step, now) in other.turns.iter_mut().zip(&line.turns) {
            let after = next(now.board, now.square).unwrap().0.canonical();
            step.board = image(now.board);
            step.square = leading_to(step.board, after).next().unwrap();
        }
        other.end = image(line.end);
        book.add(&other, &[]);
    }
    assert_eq!(book.positions(), positions);
    assert_eq!(book.look_up(Board::START).unwrap().games, 8);
}

#[test]
fn a_full_book_keeps_early_positions_and_the_worth_of_forgotten_ones() {
    let games: Vec<Line> = (0..300).map(|n| Board::line(&by_chance(n)).unwrap()).collect();
    let (mut small, mut large) = (Book::new(8_000), Book::new(usize::MAX));
    for line in &games {
        small.add(line, &[]);
        large.add(line, &[]);
        assert!(small.positions() <= 8_000);
    }
    assert!(large.positions() > 10_000);
    for step in games.iter().flat_map(|line| &line.turns[..12]) {
        let (few, all) = (small.look_up(step.board), large.look_up(step.board));
        let (few, all) = (few.expect("early positions stay"), all.unwrap());
        assert_eq!(few.worth, all.worth, "{:?}", step.board);
        assert_eq!(few.games, all.games, "{:?}", step.board);
    }
}

#[test]
fn won_lines_are_repeated_and_lost_ones_are_not() {
    let mut learner = Learner::default();
    let mut games = (0..).map(by_chance);
    let won = games.find(|moves| Board::line(moves).unwrap().result > 10).unwrap();
    let line = Board::line(&won).unwrap();
    learner.apply(&Event::Game(StudiedGame {
        moves: won,
        role: Role::Black,
        training: false,
        facts: Vec::new(),
    }));
    for step in line.turns.iter().filter(|step| step.side == 1 && step.board.empties() > 8) {
        let square = learner.choose(step.board, Effort::TRAINING, 5, &|| false).unwrap();
        let after = |square| next(step.board, square).unwrap().0.canonical();
        assert_eq!(after(square), after(step.square), "{:?}", step.board);
    }
    let turns = line.turns.iter();
    let last_white = turns.rev().find(|s| s.side == -1 && s.board.empties() > 8);
    let step = last_white.unwrap();
    for seed in 0..20 {
        let square = learner.choose(step.board, Effort::TRAINING, seed, &|| false).unwrap();
        let few = step.board.moves().count_ones() == 1;
        assert!(few || square != step.square, "{:?}", step.board);
    }
}

#[test]
fn the_history_shows_the_next_move_after_a_loss() {
    let mut learner = Learner::default();
    let opponent = rival(Rival::Mobile);
    let mut told = 0;
    for n in 0..20 {
        let mut opponent = |board| opponent(board, &mut ChaCha12Rng::seed_from_u64(0));
        let (_, result) = play_and_learn(&mut learner, &mut opponent, Role::White, n * 100);
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
fn symmetric_positions_have_the_same_value() {
    let mut learner = Learner::default();
    train(&mut learner, 30, true);
    for step in Board::line(&by_chance(9)).unwrap().turns {
        let boards = step.board.symmetries();
        let values = boards.map(|board| learner.weights().value(board));
        let (low, high) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        // The order of the floating-point sum differs.
        assert!(high - low <= 1, "{:?}: {values:?}", step.board);
    }
}

/// Plays training games against itself and runs the due trials. The learner learns from the games only if
/// `learns` is true.
fn train(learner: &mut Learner, games: u64, learns: bool) {
    for n in 0..games {
        if let Some(trial) = learner.try_on(7, &|| ()) {
            learner.apply(&Event::Trial(trial));
        }
        let (moves, role) = learner.practise(None, n);
        let studied = learner.study(moves, role, true, Effort::TRAINING, n, &|| false).unwrap();
        if learns {
            learner.apply(&Event::Game(studied));
        }
    }
}

/// Plays 100 games each against the random and the greedy player, with book and search.
fn match_rivals(learner: &Learner, effort: Effort) -> [Tally; 2] {
    let player: Box<Mover<'_>> = Box::new(move |board, random| {
        let chosen = learner.choose(board, effort, random.random(), &|| false);
        chosen.expect("the player has a move")
    });
    [Rival::Random, Rival::Greedy].map(|against| arena::play(&*player, &*rival(against), 100, 3, &|| ()))
}

#[test]
fn a_thousand_games_make_the_learner_stronger() {
    let mut learner = Learner::default();
    train(&mut learner, 1000, true);
    let trials = &learner.history().trials;
    assert!(trials.len() > 10);
    let mobile = |n: usize| u32::from(trials[n].points[2]);
    let (first, last) = (0..3, trials.len() - 3..trials.len());
    let (before, after): (u32, u32) = (first.map(mobile).sum(), last.map(mobile).sum());
    assert!(after > before + 300, "{before}, then {after} thousandths in three trials");
    let points = match_rivals(&learner, Effort { plies: 3, exact: 10 });
    assert!(points[0].won >= 99, "{points:?}");
    assert!(points[1].won >= 90, "{points:?}");
}

#[test]
fn without_learning_the_score_does_not_change() {
    let mut learner = Learner::default();
    let before = learner.trial(1).points;
    train(&mut learner, 20, false);
    let after = learner.trial(1).points;
    assert_eq!(before, after);
    let mut trials = learner.history().trials.iter();
    assert!(trials.all(|trial| trial.points == before));
}

#[test]
fn worse_weights_are_not_kept() {
    let mut learner = Learner::default();
    train(&mut learner, 300, true);
    learner.apply(&Event::Trial(learner.trial(1)));
    let good = learner.weights().clone();
    // The opposite of all learned values.
    let opposite = good.numbers().iter().map(|number| -number).collect();
    let opposite = Weights::with_numbers(Start::Nothing, opposite).unwrap();
    learner = with_weights(&learner, &opposite);
    let trial = learner.trial(1);
    assert!(!trial.kept, "{trial:?}");
    learner.apply(&Event::Trial(trial));
    assert!(*learner.weights() == good);
}

/// Replaces the weights in the learner's encoding.
fn with_weights(learner: &Learner, weights: &Weights) -> Learner {
    let mut bytes = learner.to_bytes();
    let numbers = weights.numbers().iter().flat_map(|n| n.to_le_bytes());
    for (byte, new) in bytes[2..].iter_mut().zip(numbers) {
        *byte = new;
    }
    Learner::from_bytes(&bytes).unwrap()
}

#[test]
fn the_memory_survives_a_round_trip_and_damage_is_rejected() {
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
fn events_survive_a_round_trip() {
    let mut learner = Learner::default();
    for n in 0..20 {
        let (moves, role) = learner.practise(None, n);
        let studied = learner.study(moves, role, true, Effort::TRAINING, n, &|| false).unwrap();
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

#[test]
fn games_with_any_number_of_voluntary_passes_survive_a_round_trip() {
    let game = by_chance(3);
    // With an odd number white would move first, and the moves would be illegal.
    for passes in [0, 2, 4, 6, 18, 194, 196, 254, 256, 258, 1000, 100_000] {
        let moves = Moves::from_squares([&vec![64; passes], game.squares()].concat());
        assert!(moves.squares().len() <= Moves::MOST);
        let line = Board::line(&moves).unwrap();
        assert_eq!((line.turns[0].board, line.turns[0].side), (Board::START, 1));
        let mut learner = Learner::default();
        let studied = learner.study(moves.clone(), Role::Both, false, Effort::TRAINING, 0, &|| false);
        let event = Event::Game(studied.unwrap());
        let read = Event::from_bytes::<Board>(&event.to_bytes());
        assert_eq!(read, Ok(event.clone()), "{passes} passes");
        learner.apply(&event);
        let read = Learner::from_bytes(&learner.to_bytes()).unwrap();
        assert!(read == learner, "{passes} passes");
        assert_eq!(read.history().last.as_ref().unwrap().moves, moves);
    }
}

#[test]
fn crafted_events_are_rejected_or_learned_without_a_panic() {
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
    // An illegal move, no such square, no such turn, no such kind of fact.
    for fact in [[0, 2, 0, 0, 0], [0, 2, 64, 0, 0], [99, 1, 0, 0, 0], [0, 3, 0, 0, 0]] {
        assert_eq!(with(fact), Err(BadEvent::Fact(fact[0].into())));
    }
    let cut = Event::from_bytes::<Board>(&[&good[..], &[0, 1]].concat());
    assert_eq!(cut, Err(BadEvent::Length));
    let role = [&[1, 4], &good[2..]].concat();
    assert_eq!(Event::from_bytes::<Board>(&role), Err(BadEvent::Role));
    // Learn every readable event, although they contradict each other.
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut learner = Learner::default();
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
fn learning_is_deterministic() {
    let learners = [(); 2].map(|()| {
        let mut learner = Learner::default();
        train(&mut learner, 15, true);
        learner.to_bytes()
    });
    assert!(learners[0] == learners[1]);
}

#[test]
fn recorded_games_enter_the_book() {
    let mut learner = Learner::default();
    let mut openings = HashSet::new();
    for game in world_championship() {
        let game = transcript::game(&game.moves).unwrap();
        let moves = Moves::new(game.plies());
        let expected = game.plies().iter().filter(|p| **p != Ply::Pass).count();
        assert_eq!(moves.squares().len(), expected);
        openings.insert(moves.squares()[..2].to_vec());
        let studied = learner.study(moves, Role::Nobody, false, Effort::TRAINING, 0, &|| false).unwrap();
        learner.apply(&Event::Game(studied));
    }
    assert_eq!(learner.history().read, world_championship().len() as u32);
    assert_eq!(learner.history().results, Tally::default());
    let start = learner.book().look_up(Board::START).unwrap();
    assert_eq!(start.games as usize, world_championship().len());
    assert_eq!(start.choices.len(), 1, "the first moves are all the same");
}

#[test]
fn nothing_is_learned_from_moves_before_a_voluntary_pass() {
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
fn a_move_proven_to_lose_is_not_played_even_if_the_other_looks_worse() {
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
            // The opponent provably wins by a disc. The other move has a lower value, but no proof.
            let alternative = Fact::Alternative(ValuedMove { square: other, value: -3000 });
            let mut learner = Learner::default();
            learner.apply(&Event::Game(StudiedGame {
                moves: moves.clone(),
                role: Role::Both,
                training: false,
                facts: vec![(n, alternative), (n + 1, Fact::Solved(1))],
            }));
            let square = learner.choose(step.board, Effort::TRAINING, 1, &|| false).unwrap();
            let chosen = after(step.board, square);
            assert_eq!(chosen, after(step.board, other), "in {:?}", step.board);
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
}

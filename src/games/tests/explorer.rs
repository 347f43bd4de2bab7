//! The explorer's counts, compared with those of a search through all games.

use std::collections::BTreeMap;
use std::time::Instant;

use games::explorer::{Builder, Index, Played, explore};
use games::gomoku::{self, Setup};
use games::othello::{self, Rules};
use games::records::{Heading, Recorded, Score};
use games::stone::{Outcome, Stone};
use games::{Game, Place};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::data::{data, shared};
use crate::common::read_file;

/// A random game on a small board, or of Othello.
fn random_game(random: &mut StdRng) -> Box<dyn Game> {
    let mut game: Box<dyn Game> = match random.random_bool(0.5) {
        true => Box::new(othello::Game::new(Rules::Standard)),
        false => Box::new(gomoku::Game::new(Setup::default().on(5))),
    };
    for _ in 0..random.random_range(0..12) {
        if let Some(place) = game.moves().choose(random) {
            assert!(game.play(*place));
        }
    }
    game
}

fn random_games(random: &mut StdRng, count: usize) -> Vec<Recorded> {
    let players = ["Ann", "Bob", "", "Cat"];
    let record = |_| {
        let game = random_game(random);
        let mut name = || players.choose(random).unwrap().to_string();
        let (black, white) = (name(), name());
        let date = format!("{}", 2000 + random.random_range(0..9));
        let heading = Heading { black, white, date, event: String::new() };
        let is_othello = game.of::<othello::Game>().is_some();
        let score = [None, Some(Score::Difference(random.random_range(-2..=2)))];
        let score = score.choose(random).unwrap().filter(|_| is_othello);
        Recorded { score, ..Recorded::new(game, heading) }
    };
    (0..count).map(record).collect()
}

fn index(games: &[Recorded]) -> Index {
    let mut builder = Builder::default();
    for (game, n) in games.iter().zip(1..) {
        assert!(builder.add(game, "x.sgf", n, false));
    }
    builder.finish()
}

/// The cells of a board with the side to move, as turned by one of eight symmetries.
fn turned(game: &dyn Game, symmetry: usize) -> (Vec<(Place, Stone)>, Stone) {
    let mut stones: Vec<(Place, Stone)> = match (game.of::<othello::Game>(), game.of::<gomoku::Game>()) {
        (Some(game), _) => {
            let all = othello::Cell::all().map(|cell| ((cell.row, cell.col), game.map()[cell.row][cell.col]));
            let stone = |n| if n == 1 { Stone::Black } else { Stone::White };
            all.filter(|(_, n)| *n > 0).map(|(place, n)| (place, stone(n))).collect()
        }
        (_, Some(game)) => {
            let stones = game.pieces().iter().zip(1..);
            stones.map(|(point, t)| ((point.row(), point.col()), Stone::of_turn(t))).collect()
        }
        _ => unreachable!(),
    };
    stones.iter_mut().for_each(|(place, _)| *place = turn(*place, symmetry, size(game)));
    stones.sort_by_key(|(place, _)| *place);
    (stones, game.player())
}

fn size(game: &dyn Game) -> usize {
    game.of::<gomoku::Game>().map_or(8, gomoku::Game::size)
}

fn turn((row, col): Place, symmetry: usize, size: usize) -> Place {
    let (row, col) = if symmetry & 4 != 0 { (col, row) } else { (row, col) };
    let row = if symmetry & 1 != 0 { size - 1 - row } else { row };
    (row, if symmetry & 2 != 0 { size - 1 - col } else { col })
}

/// Counts moves by comparing the position with each of each game: games, results, and how often Ann played it.
fn counted(games: &[Recorded], at: &dyn Game) -> BTreeMap<Place, (usize, [usize; 3], usize)> {
    let symmetries = if size(at) == 8 { vec![0, 3, 4, 7] } else { (0..8).collect() };
    let wanted = turned(at, 0);
    let own: Vec<usize> = symmetries.iter().copied().filter(|s| turned(at, *s) == wanted).collect();
    let mut found = BTreeMap::<Place, (usize, [usize; 3], usize)>::new();
    for recorded in games.iter().filter(|recorded| size(&*recorded.game) == size(at)) {
        let mut game = recorded.game.restarted();
        for t in 1..recorded.game.t() {
            let Some(place) = recorded.game.place_of(t) else { continue };
            if let Some(symmetry) = symmetries.iter().find(|s| turned(&*game, **s) == wanted) {
                let here = turn(place, *symmetry, size(at));
                let class = own.iter().map(|s| turn(here, *s, size(at))).min().unwrap();
                let counts = found.entry(class).or_default();
                counts.0 += 1;
                match (recorded.final_score(), recorded.game.outcome()) {
                    (Some(score), _) => counts.1[(score.difference().signum() + 1) as usize] += 1,
                    (_, Some(Outcome::Won(Stone::White))) => counts.1[0] += 1,
                    (_, Some(Outcome::Draw)) => counts.1[1] += 1,
                    (_, Some(Outcome::Won(Stone::Black))) => counts.1[2] += 1,
                    _ => {}
                }
                let heading = &recorded.heading;
                let player = if game.player() == Stone::Black { &heading.black } else { &heading.white };
                counts.2 += usize::from(player == "Ann");
            }
            assert!(game.play(place));
        }
    }
    found
}

#[test]
fn counts_equal_those_of_a_search_through_all_games() {
    let random = &mut StdRng::seed_from_u64(49);
    let games = random_games(random, 400);
    let (first, second) = games.split_at(150);
    let indexes = [index(first), index(second)];
    let mut busy = 0;
    for _ in 0..300 {
        let mut at = games.choose(random).unwrap().game.copy();
        for _ in 0..random.random_range(0..12) {
            at.undo();
        }
        let found = explore(&[&indexes[0], &indexes[1]], &*at);
        let expected = counted(&games, &*at);
        assert_eq!(found.len(), expected.len(), "{at}\n{found:?}\n{expected:?}");
        for Played { place, games, results, players, last } in &found {
            let (count, by_result, by_ann) = expected[place];
            assert_eq!((games, results), (&count, &by_result), "{place:?} in {at}");
            if let Some((_, n)) = players.iter().find(|(name, _)| name == "Ann") {
                assert_eq!(*n, by_ann);
            }
            assert_eq!(last.len(), count.min(3));
            assert!(last.is_sorted_by(|a, b| a.heading.date >= b.heading.date));
            busy += usize::from(count > 10);
        }
        assert!(found.is_sorted_by(|a, b| a.games >= b.games));
    }
    assert!(busy > 20, "{busy}");
}

#[test]
fn symmetric_positions_share_their_games() {
    let read = |text: &str| Recorded::new(othello_game(text), Heading::default());
    let games = ["f5d6c3", "e6f4c3", "d3c5f6", "c4e3f6"].map(read);
    let index = index(&games);
    let start = othello_game("");
    let [played] = &explore(&[&index], &*start)[..] else { panic!("all first moves are one") };
    assert_eq!((played.place, played.games), ((2, 3), 4));
    let [played] = &explore(&[&index], &*othello_game("f5d6"))[..] else { panic!("one move") };
    assert_eq!((played.place, played.games), ((2, 2), 4), "c3");
}

fn othello_game(moves: &str) -> Box<dyn Game> {
    Box::new(games::records::transcript::game(moves).unwrap())
}

#[test]
fn damaged_indexes_are_rejected_or_harmless() {
    let random = &mut StdRng::seed_from_u64(4);
    let games = random_games(random, 20);
    let bytes = index(&games).bytes().to_vec();
    for length in 0..bytes.len() {
        assert!(Index::read(bytes[..length].to_vec()).is_none());
    }
    for _ in 0..2000 {
        let mut bytes = bytes.clone();
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
        if let Some(index) = Index::read(bytes) {
            let at = &games.choose(random).unwrap().game;
            let _ = explore(&[&index], &**at);
            let _ = explore(&[&index], &*at.restarted());
        }
    }
}

#[test]
fn a_library_counts_all_its_variations() {
    let mut games = read_file(&data("renlib/VCF.lib"));
    let recorded = games.remove(0).unwrap();
    let mut builder = Builder::default();
    builder.add(&recorded, "VCF.lib", 1, true);
    let index = builder.finish();
    let start = recorded.game.restarted();
    let tree = recorded.tree.as_ref().unwrap();
    let mut game = start;
    assert!(game.play(tree.node(tree.children(0)[0]).step.unwrap()));
    let there = tree.find(&*game).unwrap();
    let played = explore(&[&index], &*game);
    assert!(!played.is_empty() && played.len() <= tree.children(there).len(), "{played:?}");
    assert!(played.iter().all(|played| played.games == 1));
}

/// Times an index of many tournaments. It prints its figures for a person.
#[test]
#[ignore = "takes a minute"]
fn many_games_are_indexed_and_found_quickly() {
    let Some(file) = shared("othello/WTH_2004.wtb") else { return };
    let games = read_file(&file);
    let mut builder = Builder::default();
    let started = Instant::now();
    let copies = 127_000 / games.len() + 1;
    for _ in 0..copies {
        for (game, n) in games.iter().flatten().zip(1..) {
            builder.add(game, "x.wtb", n, false);
        }
    }
    let index = builder.finish();
    println!("{} games, {} MB, {:?}", index.games(), index.bytes().len() >> 20, started.elapsed());
    let mut at = games[0].as_ref().unwrap().game.restarted();
    for place in [(4, 5), (5, 3), (2, 2)] {
        let started = Instant::now();
        let played = explore(&[&index], &*at);
        println!("{:?} {:?}", started.elapsed(), played[0]);
        at.play(place);
    }
}

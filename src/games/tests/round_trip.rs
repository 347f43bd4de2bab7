//! Round trips through all formats: random games and trees, real files and damaged files.

use std::fs;
use std::path::PathBuf;

use games::Game;
use games::gomoku::{self, Opening, Setup};
use games::othello::{self, Position, Rules};
use games::records::{Assumptions, Early, Format, Heading, Recorded, Score};
use games::records::{read_as, sgf_games};
use games::stone::{Lost, Stone};
use games::tree::{ROOT, Tree};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::data::{data, files_in, shared};
use crate::common::read_back::{
    assert_database_keeps_moves, assert_only_unsupported_data_is_lost, line_of, read_back,
};
use crate::common::read_file;

/// Plays up to `turns` random turns. By the original rules a player sometimes passes by choice.
fn play(game: &mut dyn Game, turns: usize, random: &mut StdRng) {
    let original = game.of::<othello::Game>();
    let original = original.is_some_and(|game| game.rules() == Rules::Original);
    for _ in 0..turns {
        match game.likely_moves().choose(random) {
            Some(_) if original && random.random_ratio(1, 20) => game.lose_turn(),
            Some(place) => assert!(game.play(*place), "{place:?} in\n{game}"),
            None if original && game.outcome().is_none() => game.lose_turn(),
            None => break,
        }
    }
}

/// A game of any kind after a random number of turns.
fn random_game(random: &mut StdRng) -> Box<dyn Game> {
    let mut game: Box<dyn Game> = match random.random_range(0..6) {
        0 => Box::new(othello::Game::new(Rules::Original)),
        1 => Box::new(othello::Game::new(Rules::Standard)),
        2 => {
            let mut before: Box<dyn Game> = Box::new(othello::Game::new(Rules::Standard));
            play(&mut *before, random.random_range(0..20), random);
            let map = *before.of::<othello::Game>().unwrap().map();
            let to_move = before.to_move().unwrap_or(Stone::Black);
            let start = Position { map, to_move };
            Box::new(othello::Game::from_position(Rules::Standard, start))
        }
        _ => {
            let rules = *gomoku::Rules::ALL.choose(random).unwrap();
            let first = match rules {
                gomoku::Rules::Renju => Stone::Black,
                _ => *[Stone::Black, Stone::White].choose(random).unwrap(),
            };
            let setup = Setup::new(rules, first, Opening::Free).unwrap();
            Box::new(gomoku::Game::new(setup.on(random.random_range(5..=20))))
        }
    };
    let turns = random.random_range(0..=70);
    play(&mut *game, turns, random);
    if random.random_ratio(1, 8) && game.outcome().is_none() {
        game.lose(*[Lost::Resigned, Lost::OutOfTime].choose(random).unwrap());
    }
    game
}

/// A text of characters that have a meaning in some format.
fn random_text(random: &mut StdRng, most: usize) -> String {
    const SIGNS: [&str; 24] = [
        "a", "B", "7", " ", "]", "[", "\\", "\"", "'", ";", "(", ")", ":", "(;", "(;GM[", "-1", ",", "1,2,3",
        "\\]", "é", "棋", "?", "}", "1. d3",
    ];
    let count = random.random_range(0..=most);
    (0..count).map(|_| *SIGNS.choose(random).unwrap()).collect()
}

fn random_heading(random: &mut StdRng) -> Heading {
    let mut text = || random_text(random, 6).trim().to_string();
    let (black, white, event) = (text(), text(), text());
    let date = ["", "2004", "2004-05-17"].choose(random).unwrap();
    Heading { black, white, event, date: date.to_string() }
}

/// The game's tree with random variations, comments and properties.
fn random_tree(game: &dyn Game, random: &mut StdRng) -> Tree {
    let mut tree = Tree::default();
    tree.add_game(game);
    for _ in 0..random.random_range(0..6) {
        let from = random.random_range(0..tree.size());
        let Some(mut there) = tree.game_at(game, from) else {
            continue;
        };
        play(&mut *there, random.random_range(1..5), random);
        let before = tree.clone();
        tree.add_game(&*there);
        // A variation that extends the game would become part of it.
        let is_same = |end| tree.children(end).is_empty();
        if !tree.find(game).is_some_and(is_same) {
            tree = before;
        }
    }
    for _ in 0..random.random_range(0..8) {
        let n = random.random_range(0..tree.size());
        match random.random_range(0..3) {
            0 => tree.set_property(n, "LB", format!("aa:{}", random.random_range(0..99))),
            1 => tree.set_property(n, "XY", "unknown".to_string()),
            _ => tree.node_mut(n).comment = random_text(random, 9).replace(';', "\n"),
        }
    }
    tree
}

fn random_record(random: &mut StdRng) -> Recorded {
    let game = random_game(random);
    let tree = random_tree(&*game, random);
    let score = match game.of::<othello::Game>() {
        Some(_) => *[
            None,
            Some(Score::Difference(random.random_range(-64..=64))),
            Some(Score::Early(12, Early::Agreed)),
            Some(Score::Early(-64, Early::Resigned)),
            Some(Score::Early(64, Early::OutOfTime)),
        ]
        .choose(random)
        .unwrap(),
        None => None,
    };
    Recorded { tree: (!tree.is_bare()).then_some(tree), score, ..Recorded::new(game, random_heading(random)) }
}

#[test]
fn random_games_survive_every_format() {
    let random = &mut StdRng::seed_from_u64(38);
    let (mut written, mut in_databases) = (0, 0);
    for _ in 0..600 {
        let recorded = random_record(random);
        written += assert_only_unsupported_data_is_lost(&recorded);
        in_databases += usize::from(assert_database_keeps_moves(&recorded));
    }
    assert!(written > 1500 && in_databases > 50, "{written} {in_databases}");
}

/// A random gomoku game in SGF in which any node may have no move, with its lines and comments.
#[derive(Default)]
struct Written {
    sgf: String,
    lines: Vec<String>,
    remarks: Vec<String>,
}

impl Written {
    /// Writes random nodes after the given moves.
    fn nodes(&mut self, moves: &str, deep: usize, random: &mut StdRng) {
        let mut moves = moves.to_string();
        for _ in 0..random.random_range(0..4) {
            if random.random_bool(0.5) {
                self.sgf.push(';');
            } else {
                let place = [(moves.len() / 2 % 15) as u8, random.random_range(0..15)];
                let point = String::from_iter(place.map(|n| char::from(b'a' + n)));
                let colour = ['B', 'W'][moves.len() / 2 % 2];
                self.sgf += &format!(";{colour}[{point}]");
                moves += &point;
            }
            if random.random_bool(0.4) {
                let remark = format!("remark {}", self.remarks.len());
                self.sgf += &format!("C[{remark}]");
                self.remarks.push(remark);
            }
        }
        if !self.lines.contains(&moves) {
            self.lines.push(moves.clone());
        }
        let variations = match deep {
            0 => 0,
            _ => *[0, 0, 2, 3].choose(random).unwrap(),
        };
        for _ in 0..variations {
            self.sgf += "(;";
            self.nodes(&moves, deep - 1, random);
            self.sgf.push(')');
        }
    }
}

#[test]
fn nodes_without_moves_lose_no_moves_or_comments() {
    let random = &mut StdRng::seed_from_u64(779_900);
    for _ in 0..2000 {
        let mut written = Written::default();
        written.nodes("", 4, random);
        let sgf = format!("(;FF[4]GM[4]SZ[15]{})", written.sgf);
        let recorded = read_back("sgf".parse().unwrap(), &sgf);
        let tree = recorded.tree.clone().unwrap_or_else(|| {
            let mut tree = Tree::default();
            tree.add_game(&*recorded.game);
            tree
        });
        let lines: Vec<String> = (0..tree.size()).map(|n| line_of(&tree, n)).collect();
        for line in &written.lines {
            assert!(lines.contains(line), "{line} is missing from {sgf}");
        }
        let said = (0..tree.size()).flat_map(|n| tree.node(n).comment.lines());
        let said: Vec<&str> = said.collect();
        for remark in &written.remarks {
            assert!(said.contains(&&**remark), "{remark} is missing from {sgf}");
        }
        let last = tree.main_line().last().copied().unwrap_or(ROOT);
        assert_eq!(tree.find(&*recorded.game), Some(last), "the game is the main line of {sgf}");
        assert_only_unsupported_data_is_lost(&recorded);
    }
}

#[test]
fn games_at_the_size_limits_survive_sgf() {
    let name = |n: usize| {
        let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
        String::from_iter([n / 676, n / 26, n].map(letter))
    };
    let remarks = |count: usize| ";C[a remark]N[a name]".repeat(count);
    let properties = |count: usize| (0..count).map(|n| format!(";{}[1]", name(n))).collect();
    let deep = |count: usize| format!("{}{}", "(;".repeat(count), ")".repeat(count));
    let beside = |count: usize| (0..count).map(|n| format!("(;B[aa]C[{n}])")).collect();
    type Nodes<'a> = &'a dyn Fn(usize) -> String;
    let cases: [(&str, Nodes, usize, bool); 8] = [
        ("remarks in a chain", &remarks, 1001, true),
        ("remarks in a long chain", &remarks, 100_000, true),
        ("properties of other names", &properties, 1000, true),
        ("too many properties", &properties, 1001, false),
        ("nested variations", &deep, 999, true),
        ("too many nested variations", &deep, 1000, false),
        ("variations beside one another", &beside, 100_000, true),
        ("too many nodes", &remarks, 500_000, false),
    ];
    for (what, written, count, is_read) in cases {
        let sgf = format!("(;FF[4]GM[4]SZ[15]PB[a]PW[b]EV[c]DT[2004]{})", written(count));
        let read = sgf_games::read(&sgf, gomoku::Rules::Freestyle).next().unwrap();
        assert_eq!(read.is_ok(), is_read, "{what}");
        if let Ok(recorded) = read {
            assert_only_unsupported_data_is_lost(&recorded);
        }
    }
}

/// The available real files: the project's and the shared ones.
fn real_files() -> Vec<PathBuf> {
    let own = ["", "sgf", "renlib"].map(|folder| Some(data(folder)));
    let others = "othello othello/ggf othello/sgf gomoku gomoku/psq gomoku/sgf";
    let folders = own.into_iter().chain(others.split(' ').map(shared)).flatten();
    let files = folders.flat_map(|folder| files_in(&folder));
    files.filter(|file| Format::of(file).is_some()).collect()
}

#[test]
fn real_games_survive_every_format() {
    let (files, mut some) = (real_files(), 0);
    for file in &files {
        for recorded in read_file(file).into_iter().flatten().take(25) {
            some += assert_only_unsupported_data_is_lost(&recorded);
        }
    }
    assert!(some > files.len(), "{some} of {files:?}");
}

#[test]
fn games_of_damaged_files_survive_every_format() {
    let random = &mut StdRng::seed_from_u64(3838);
    let mut some = 0;
    for file in real_files() {
        let whole = fs::read(&file).unwrap();
        let whole = &whole[..whole.len().min(20_000)];
        for _ in 0..40 {
            let mut bytes = whole.to_vec();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..bytes.len());
                let other = random.random_range(0..whole.len());
                match random.random_range(0..4) {
                    0 => bytes[at] = whole[other],
                    1 => bytes.insert(at, whole[other]),
                    2 => bytes.truncate(at.max(1)),
                    _ => {
                        let end = (at + 40).min(bytes.len());
                        bytes.drain(at..end);
                    }
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let games = read_as(&file, &bytes, &Default::default(), Assumptions::default());
            for recorded in games.into_iter().flatten().flatten().take(3) {
                some += assert_only_unsupported_data_is_lost(&recorded);
            }
        }
    }
    assert!(some > 500, "{some}");
}

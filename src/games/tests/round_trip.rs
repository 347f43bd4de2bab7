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
use crate::common::read_back::{assert_only_unsupported_data_is_lost, contents, line_of, read_back};
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
    let mut written = 0;
    for _ in 0..600 {
        let recorded = random_record(random);
        written += assert_only_unsupported_data_is_lost(&recorded);
    }
    assert!(written > 1500, "{written}");
}

/// Texts of games with all properties of a format, for the moves of a random game.
struct Whole<'a> {
    random: &'a mut StdRng,
}

impl Whole<'_> {
    /// A value of several words, escaped by `escape`. It has no white space at its ends.
    fn value(&mut self, escape: fn(&str) -> String) -> String {
        escape(random_text(self.random, 6).trim())
    }

    fn sometimes(&mut self) -> bool {
        self.random.random_ratio(1, 3)
    }

    /// A tree of SGF with each property of FF[4] that may follow a move, and some private ones.
    fn sgf(&mut self) -> String {
        const IN_ROOT: &str = "AN BR BT CP GC GN ON OT PC RO SO TM US WR WT ST";
        const IN_NODES: &str =
            "KO MN C DM GB GW HO N UC V BM DO IT TE AR CR DD LB LN MA SL SQ TR BL OB OW WL FG PM VW TB TW XY";
        let is_othello = self.random.random_bool(0.5);
        let game: Box<dyn Game> = match is_othello {
            true => Box::new(othello::Game::new(Rules::Standard)),
            false => Box::new(gomoku::Game::new(Setup::default())),
        };
        let mut sgf = format!("(;GM[{}]FF[4]PB[p{}]", if is_othello { 2 } else { 4 }, self.value(sgf_escape));
        sgf += if is_othello { "" } else { "RU[freestyle]" };
        for name in IN_ROOT.split(' ') {
            sgf += &format!("{name}[{}]", self.value(sgf_escape));
        }
        self.variation(&mut sgf, game, 3, &IN_NODES.split(' ').collect::<Vec<_>>());
        sgf + ")"
    }

    fn variation(&mut self, sgf: &mut String, mut game: Box<dyn Game>, deep: usize, names: &[&str]) {
        for _ in 0..self.random.random_range(1..8) {
            let Some((row, col)) = game.likely_moves().choose(self.random).copied() else { break };
            let by = letter_of(game.player());
            assert!(game.play((row, col)));
            let letter = |n: usize| char::from(b'a' + n as u8);
            *sgf += &format!(";{by}[{}{}]", letter(col), letter(row));
            for name in names {
                if self.random.random_ratio(1, 6) {
                    *sgf += name;
                    for _ in 0..self.random.random_range(1..3) {
                        *sgf += &format!("[{}]", self.value(sgf_escape));
                    }
                }
            }
        }
        let places = if deep == 0 { Vec::new() } else { game.likely_moves() };
        for (row, col) in places.into_iter().take(self.random.random_range(0..3)) {
            let mut other = game.copy();
            let by = letter_of(other.player());
            if other.play((row, col)) {
                let letter = |n: usize| char::from(b'a' + n as u8);
                *sgf += &format!("(;{by}[{}{}]", letter(col), letter(row));
                self.variation(sgf, other, deep - 1, names);
                sgf.push(')');
            }
        }
    }

    fn ggf(&mut self) -> String {
        let mut game = othello::Game::new(Rules::Standard);
        play(&mut game, self.random.random_range(0..60), self.random);
        let kind = *["8", "s8r20", "8k", "8b", "8r18", "s8"].choose(self.random).unwrap();
        let result = *["?", "+2.000", "-4:r", "+1.500", "-0.5:t"].choose(self.random).unwrap();
        let mut ggf = format!("(;GM[Othello]PC[a]PB[b]RE[{result}]TY[{kind}]");
        for name in "RB RW TI TB TW CO KB KW KM AN TC".split(' ') {
            ggf += &format!("{name}[{}]", self.value(ggf_escape));
        }
        for (ply, t) in game.plies().iter().zip(1..) {
            let text = if *ply == othello::Ply::Pass { "pass".to_string() } else { ply.to_string() };
            ggf += &format!("{}[{text}", letter_of(Stone::of_turn(t)));
            ggf += ["", "//0.01", "/-2.3", "/1.25/3", "/x\\]y/z"].choose(self.random).unwrap();
            ggf.push(']');
            if self.sometimes() {
                ggf += &format!("C[{}]", self.value(ggf_escape));
            }
            if self.sometimes() {
                ggf += &format!("XQ[{}]", self.value(ggf_escape));
            }
        }
        ggf + ";)"
    }

    fn pgn(&mut self) -> String {
        let is_othello = self.random.random_bool(0.5);
        let mut game: Box<dyn Game> = match is_othello {
            true => Box::new(othello::Game::new(Rules::Standard)),
            false => Box::new(gomoku::Game::new(Setup::default())),
        };
        play(&mut *game, self.random.random_range(1..50), self.random);
        let mut pgn = String::new();
        let result = match game.outcome() {
            Some(_) => "",
            None => ["1-0", "0-1", "1/2-1/2", "*"].choose(self.random).unwrap(),
        };
        for (tag, value) in [("Site", "here"), ("Round", "3 \\\" b"), ("Opening", "-x")] {
            if self.random.random_bool(0.5) {
                pgn += &format!("[{tag} \"{value}\"]\n");
            }
        }
        pgn += &format!("[Game \"{}\"]\n\n", game.name());
        for t in 1..game.t() {
            if let Some(place) = game.place_of(t) {
                pgn += &format!("{} ", game.name_of(place));
            }
            if self.sometimes() {
                let text = random_text(self.random, 6).replace('}', ")");
                pgn += &format!("{{{}}} ", text.trim());
            }
        }
        pgn + result
    }

    fn psq(&mut self) -> String {
        let mut game = gomoku::Game::new(Setup::default());
        play(&mut game, self.random.random_range(0..50), self.random);
        let mut psq = "Piskvorky 15x15, 11:12, 0\r\n".to_string();
        for point in game.pieces() {
            psq +=
                &format!("{},{},{}\r\n", point.col() + 1, point.row() + 1, self.random.random_range(0..999));
        }
        let event = *["Freestyle1", "Fastgame 2", "Cup", "Renju9"].choose(self.random).unwrap();
        let rules = if event == "Renju9" { "rules freestyle\r\n" } else { "" };
        psq + &format!("a\r\nb\r\n{}\r\n2,{event}\r\n{rules}", self.random.random_range(-1..9))
    }

    fn obf(&mut self) -> String {
        let mut game = othello::Game::new(Rules::Standard);
        play(&mut game, self.random.random_range(0..50), self.random);
        let board = game.position().to_string().replace('.', "-");
        let moves = game.moves().into_iter().map(|place| format!(" {}:{:+};", game.name_of(place), -3));
        let comment = ["", " % a; b"].choose(self.random).unwrap();
        format!("{board};{}{comment}", moves.collect::<String>())
    }
}

/// `B` or `W`.
fn letter_of(stone: Stone) -> &'static str {
    &stone.name()[..1]
}

fn sgf_escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn ggf_escape(text: &str) -> String {
    sgf_escape(text).replace("(;GM[", "\\(;GM[")
}

#[test]
fn each_format_keeps_all_of_its_own_properties() {
    let random = &mut StdRng::seed_from_u64(63);
    for _ in 0..300 {
        let mut whole = Whole { random };
        for (format, text) in [
            ("sgf", whole.sgf()),
            ("ggf", whole.ggf()),
            ("pgn", whole.pgn()),
            ("psq", whole.psq()),
            ("obf", whole.obf()),
        ] {
            let format: Format = format.parse().unwrap();
            let first = read_back(format, &text);
            assert!(first.notes.is_empty(), "{:?} about {text}", first.notes);
            assert_eq!(format.unsupported(&first), [""; 0], "{text}");
            let again = format.text(&first).unwrap();
            let second = read_back(format, &again);
            assert_eq!(contents(&first), contents(&second), "{text}\nbecomes\n{again}");
            let [first, second] = [first, second].map(|recorded| Recorded { tree: None, ..recorded });
            assert!(first == second, "{text}\nbecomes\n{again}");
            // No value is lost at the first reading.
            let tokens = |text: &str| -> Vec<String> {
                let words = text.split(|c: char| !c.is_alphanumeric() && !"+-.:/".contains(c));
                words.filter(|word| !word.is_empty()).map(str::to_string).collect()
            };
            let there = tokens(&again);
            for word in tokens(&text) {
                let is_known = ["FF", "4", "C", "RE", "?", "+2.000"].contains(&&*word);
                assert!(is_known || there.contains(&word), "{word} is missing:\n{text}\nbecomes\n{again}");
            }
        }
    }
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

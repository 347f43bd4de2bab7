//! Games of Othello (`GM[2]`) and gomoku (`GM[4]`) in SGF files, with their variations and remarks.
//!
//! Places are two letters, the column and the row, from a in the upper left corner: `B[ef]`. Letter and number are read too: rows of
//! Othello are counted from the top, as Edax writes them, those of gomoku from the bottom. A pass that is forced is left out.

use std::fmt::Write;

use super::gomoku_replay::drop_gomoku;
use super::moves::point;
use super::othello_replay::{OthelloReplay, is_pass};
use super::problem::{WrongMove, excerpt};
use super::sgf::{Games, Node, Property, escaped, unescaped};
use super::text::name;
use super::transcript::throws_no_turn_away;
use super::{Early, Heading, Problem, Recorded, Score, tournament_score};
use crate::games::gomoku::{self, Opening, Point, SIZE, Setup};
use crate::games::othello::{self, Cell, Position};
use crate::games::stone::{Outcome, Stone};
use crate::games::tree::{ROOT, Tree};
use crate::games::{Game, Place};

/// What the root says about the game and is kept in other places than the tree.
const KNOWN: [&str; 15] = [
    "GM", "FF", "SZ", "CA", "AP", "PB", "PW", "DT", "EV", "RU", "RE", "AB", "AW", "AE", "PL",
];

/// What sets stones, which is possible at the beginning alone.
const SETS: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// How files call the rules of gomoku: the numbers are those of the Gomocup.
const RULES: [(&str, gomoku::Rules); 9] = [
    ("", gomoku::Rules::Freestyle),
    ("0", gomoku::Rules::Freestyle),
    ("freestyle", gomoku::Rules::Freestyle),
    ("gomoku", gomoku::Rules::Freestyle),
    ("五子棋", gomoku::Rules::Freestyle),
    ("1", gomoku::Rules::Standard),
    ("standard", gomoku::Rules::Standard),
    ("4", gomoku::Rules::Renju),
    ("renju", gomoku::Rules::Renju),
];

/// How many moves stand in a line of a file.
const IN_A_LINE: usize = 10;

/// Reads all games of a text.
///
/// ```
/// use qipan::records::sgf_games::read;
/// let games: Vec<_> = read("(;FF[4]GM[2]PB[one];B[ef]C[a remark](;W[fd])(;W[ff]))").collect();
/// let recorded = games[0].as_ref().unwrap();
/// assert_eq!(recorded.heading.black, "one");
/// assert_eq!(recorded.game.place_of(2), Some((3, 5)));
/// assert_eq!(recorded.tree.as_ref().unwrap().size(), 4);
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<Recorded, Problem>> {
    Games::of(text).map(|nodes| read_game(nodes?))
}

/// A game on the way to a node.
#[derive(Clone)]
enum Player {
    Othello(OthelloReplay),
    Gomoku(gomoku::Game),
}

impl Player {
    /// Plays a move as it is written. The place, or nothing for a pass that was forced.
    fn play(&mut self, by: Stone, text: &str) -> Result<Option<Place>, Problem> {
        let text = text.trim();
        match self {
            Player::Othello(replay) => match cell(text) {
                _ if text.is_empty() || text == "tt" || is_pass(text) => {
                    replay.play("pass", Some(by)).map(|()| None)
                }
                Some(cell) => {
                    replay.drop(text, cell, Some(by))?;
                    Ok(Some((cell.row, cell.col)))
                }
                None => replay.play(text, Some(by)).map(|()| None),
            },
            Player::Gomoku(game) => {
                let point = place_of_gomoku(text);
                if point.is_some() && game.stone_of_turn(game.t()) != by {
                    return Err(Problem::Move {
                        n: game.t(),
                        text: text.to_string(),
                        why: WrongMove::OutOfTurn(by),
                    });
                }
                drop_gomoku(game, text, point)?;
                Ok(point.map(|point| (point.row(), point.col())))
            }
        }
    }
}

/// Two letters as column and row, each less than the size of the board.
fn letters(text: &str, size: usize) -> Option<Place> {
    let line = |letter: u8| {
        let n = usize::from(letter.checked_sub(b'a')?);
        (n < size).then_some(n)
    };
    match text.as_bytes() {
        [col, row] => Some((line(*row)?, line(*col)?)),
        _ => None,
    }
}

fn cell(text: &str) -> Option<Cell> {
    let pair = letters(text, 8).map(|(row, col)| Cell { row, col });
    pair.or_else(|| text.parse().ok())
}

fn place_of_gomoku(text: &str) -> Option<Point> {
    let pair = letters(text, SIZE).map(|(row, col)| Point::new(row, col));
    pair.or_else(|| point(text))
}

/// The places of a property that sets stones; two with a colon between them are the corners of a rectangle.
fn places<T>(
    properties: &[Property],
    wanted: &str,
    size: usize,
    place: impl Fn(&str) -> Option<T>,
    at: impl Fn(Place) -> T,
) -> Result<Vec<T>, Problem> {
    let wrong = |value: &str| Problem::Malformed(format!("{wanted}[{}]", excerpt(value)));
    let mut places = Vec::new();
    for value in values(properties, wanted) {
        let value = value.trim();
        let Some((first, last)) = value.split_once(':') else {
            places.push(place(value).ok_or_else(|| wrong(value))?);
            if places.len() > size * size {
                return Err(wrong("too many places"));
            }
            continue;
        };
        let corners = letters(first, size).zip(letters(last, size));
        let ((top, left), (bottom, right)) = corners.ok_or_else(|| wrong(value))?;
        for row in top..=bottom {
            places.extend((left..=right).map(|col| at((row, col))));
        }
        // The board has no more places; a file that names more names some twice.
        if places.len() > size * size {
            return Err(wrong("too many places"));
        }
    }
    Ok(places)
}

fn values<'a>(properties: &'a [Property], wanted: &str) -> impl Iterator<Item = &'a String> {
    let found = properties.iter().filter(move |(name, _)| name == wanted);
    found.flat_map(|(_, values)| values)
}

/// The first value of a property as text.
fn value(properties: &[Property], wanted: &str) -> String {
    let first = values(properties, wanted).next();
    let text = first.map_or(String::new(), |value| unescaped(value));
    text.trim().to_string()
}

fn read_game(nodes: Vec<Node>) -> Result<Recorded, Problem> {
    let root = &nodes[0].properties;
    let text = |property: &str| name(&value(root, property));
    let heading = Heading {
        black: text("PB"),
        white: text("PW"),
        date: text("DT"),
        event: text("EV"),
    };
    let (mut tree, mut at) = (Tree::default(), ROOT);
    let game = value(root, "GM");
    let (start, score) = match game.as_str() {
        "2" => (
            Player::Othello(othello_start(root)?),
            read_score(&value(root, "RE")),
        ),
        "4" => {
            let (game, stones) = gomoku_start(&nodes)?;
            for point in stones {
                at = tree.push(at, Some((point.row(), point.col())));
            }
            (Player::Gomoku(game), None)
        }
        "" => {
            return Err(Problem::Variant(
                "a game without GM[2] or GM[4]".to_string(),
            ));
        }
        other => return Err(Problem::Variant(format!("GM[{}]", excerpt(other)))),
    };
    if score.is_none() {
        let result = values(root, "RE").cloned().collect::<Vec<String>>();
        if !result.is_empty() {
            tree.node_mut(ROOT).more.push(("RE".to_string(), result));
        }
    }
    // The nodes on the way to the one in hand that have more children to come, and the game there.
    let mut open: Vec<(usize, Player)> = Vec::new();
    let mut left: Vec<usize> = nodes.iter().map(|node| node.children).collect();
    let mut nodes_of = vec![at; nodes.len()];
    let mut is_main = vec![true; nodes.len()];
    let mut end = start.clone();
    for (n, node) in nodes.into_iter().enumerate() {
        let mut player = start.clone();
        if n > 0 {
            let parent = node.parent;
            is_main[n] = is_main[parent] && n == parent + 1;
            while open.last().is_some_and(|(open, _)| *open != node.parent) {
                open.pop();
            }
            left[node.parent] -= 1;
            player = match (left[node.parent], open.last()) {
                (0, _) => open.pop().map_or(player, |(_, player)| player),
                (_, Some((_, player))) => player.clone(),
                (_, None) => player,
            };
        }
        let from = nodes_of[node.parent];
        let added = add(&mut tree, from, &mut player, node.properties, n == 0);
        nodes_of[n] = added.map_err(|problem| match is_main[n] {
            true => problem,
            false => Problem::Malformed(format!("in a variation, {problem}")),
        })?;
        match left[n] {
            0 => end = player,
            _ => open.push((n, player)),
        }
    }
    if tree.branches() {
        end = start;
        for n in tree.main_line().into_iter().skip(already(&end)) {
            let (row, col) = tree.node(n).step.unwrap_or_default();
            match &mut end {
                Player::Othello(replay) => replay.drop("", Cell { row, col }, None)?,
                Player::Gomoku(game) => drop_gomoku(game, "", Some(Point::new(row, col)))?,
            }
        }
    }
    let tree = (!tree.is_bare()).then_some(tree);
    let recorded = match end {
        Player::Othello(replay) => replay.recorded(heading, score),
        Player::Gomoku(game) => Recorded::new(Box::new(game), heading),
    };
    Ok(Recorded { tree, ..recorded })
}

/// How many stones were set before the first move.
fn already(player: &Player) -> usize {
    match player {
        Player::Othello(_) => 0,
        Player::Gomoku(game) => game.pieces().len(),
    }
}

/// Adds what a node says to the tree, after the node `at`. Returns where it stands.
fn add(
    tree: &mut Tree,
    mut at: usize,
    player: &mut Player,
    properties: Vec<Property>,
    is_root: bool,
) -> Result<usize, Problem> {
    let (mut comment, mut more) = (String::new(), Vec::new());
    for (name, values) in properties {
        match name.as_str() {
            "B" | "W" => {
                let by = if name == "B" {
                    Stone::Black
                } else {
                    Stone::White
                };
                for value in values {
                    if let Some(place) = player.play(by, &value)? {
                        at = tree.push(at, Some(place));
                    }
                }
            }
            "C" => {
                for value in values {
                    join(&mut comment, &unescaped(&value));
                }
            }
            known if is_root && KNOWN.contains(&known) => {}
            sets if SETS.contains(&sets) => {
                return Err(Problem::Variant(format!("{sets} after the beginning")));
            }
            _ => more.push((name, values)),
        }
    }
    let node = tree.node_mut(at);
    join(&mut node.comment, &comment);
    node.more.extend(more);
    Ok(at)
}

fn join(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

/// Is the board of this size? Where a file does not say it is.
fn check_size(root: &[Property], size: usize) -> Result<(), Problem> {
    let said = value(root, "SZ");
    match said.is_empty() || said == size.to_string() || said == format!("{size}:{size}") {
        true => Ok(()),
        false => Err(Problem::Variant(format!(
            "a board of size {}",
            excerpt(&said)
        ))),
    }
}

/// Who is to move by the property PL.
fn to_move(root: &[Property]) -> Result<Stone, Problem> {
    match value(root, "PL").to_ascii_lowercase().as_str() {
        "" | "b" | "black" => Ok(Stone::Black),
        "w" | "white" => Ok(Stone::White),
        other => Err(Problem::Malformed(format!(
            "PL[{}] is nobody",
            excerpt(other)
        ))),
    }
}

fn othello_start(root: &[Property]) -> Result<OthelloReplay, Problem> {
    check_size(root, 8)?;
    let mut position = Position {
        to_move: to_move(root)?,
        ..Position::default()
    };
    for (name, sign) in [("AE", 0), ("AB", 1), ("AW", 2)] {
        let cells = places(root, name, 8, cell, |(row, col)| Cell { row, col })?;
        for Cell { row, col } in cells {
            position.map[row][col] = sign;
        }
    }
    Ok(OthelloReplay::new(othello::Rules::Standard, position))
}

/// The rules, and the stones that are on the board: they were dropped in turn, each colour's in its order.
fn gomoku_start(nodes: &[Node]) -> Result<(gomoku::Game, Vec<Point>), Problem> {
    let root = &nodes[0].properties;
    check_size(root, SIZE)?;
    let said = value(root, "RU").to_lowercase();
    let rules = RULES.iter().find(|(word, _)| *word == said);
    let unknown = || Problem::Variant(format!("the rule {}", excerpt(&said)));
    let (_, rules) = rules.ok_or_else(unknown)?;
    let stones = |name| {
        places(root, name, SIZE, place_of_gomoku, |(row, col)| {
            Point::new(row, col)
        })
    };
    let (black, white) = (stones("AB")?, stones("AW")?);
    let moves = nodes.iter().flat_map(|node| &node.properties);
    let mut moves = moves.filter(|(name, _)| name == "B" || name == "W");
    let first = match moves.next() {
        Some((name, _)) if name == "W" && black.len() == white.len() => Stone::White,
        _ => Stone::Black,
    };
    let setup = Setup::new(*rules, first, Opening::Free);
    let mut game = gomoku::Game::new(setup.map_err(|why| Problem::Malformed(why.to_string()))?);
    let (mine, theirs) = match first {
        Stone::Black => (black, white),
        Stone::White => (white, black),
    };
    if !(mine.len() == theirs.len() || mine.len() == theirs.len() + 1) {
        let what = "stones that were not dropped in turn (AB, AW)";
        return Err(Problem::Variant(what.to_string()));
    }
    let mut all = Vec::new();
    for n in 0..mine.len() {
        all.extend(
            [Some(mine[n]), theirs.get(n).copied()]
                .into_iter()
                .flatten(),
        );
    }
    for point in &all {
        drop_gomoku(&mut game, "AB or AW", Some(*point))?;
    }
    Ok((game, all))
}

/// Reads `B+12`, `W+R`, `0`. What is no score of Othello is kept as it stands.
fn read_score(text: &str) -> Option<Score> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "0" | "draw") {
        return Some(Score::Difference(0));
    }
    let (winner, by) = text.split_once('+')?;
    let sign = match winner {
        "b" => 1,
        "w" => -1,
        _ => return None,
    };
    // Edax writes two plus signs.
    let by = by.strip_prefix('+').unwrap_or(by);
    match by {
        "r" | "resign" => Some(Score::Early(64 * sign, Early::Resigned)),
        "t" | "time" => Some(Score::Early(64 * sign, Early::OutOfTime)),
        by => match by.parse::<u8>() {
            Ok(by @ 1..=64) => Some(Score::Difference(i32::from(by) * sign)),
            _ => None,
        },
    }
}

fn score_text(score: Score) -> String {
    let (difference, early) = match score {
        Score::Discs(black, white) => (black as i32 - white as i32, None),
        Score::Difference(difference) | Score::Early(difference, Early::Agreed) => {
            (difference, None)
        }
        Score::Early(difference, early) => (difference, Some(early)),
    };
    let winner = match difference {
        0 => return "0".to_string(),
        1.. => 'B',
        _ => 'W',
    };
    match early {
        Some(Early::Resigned) => format!("{winner}+R"),
        Some(Early::OutOfTime) => format!("{winner}+T"),
        _ => format!("{winner}+{}", difference.abs()),
    }
}

/// How the game ended, as far as the board or the record says it.
fn result(recorded: &Recorded) -> Option<String> {
    if let Some(score) = recorded.score {
        return Some(score_text(score));
    }
    let how = recorded.game.lost().map(|(_, how)| match how {
        crate::games::stone::Lost::Resigned => "R".to_string(),
        crate::games::stone::Lost::OutOfTime => "T".to_string(),
    });
    let discs = || {
        let game = recorded.game.of::<othello::Game>()?;
        let (black, white) = tournament_score(game.map());
        Some(black.abs_diff(white).to_string())
    };
    match recorded.game.outcome()? {
        Outcome::Draw => Some("0".to_string()),
        Outcome::Won(winner) => {
            let by = how.or_else(discs).unwrap_or_default();
            Some(format!("{}+{by}", letter(winner)))
        }
    }
}

fn letter(stone: Stone) -> char {
    match stone {
        Stone::Black => 'B',
        Stone::White => 'W',
    }
}

fn pair((row, col): Place) -> String {
    [col, row]
        .map(|n| char::from(b'a' + n as u8))
        .iter()
        .collect()
}

/// A game with its variations and remarks. Only the moves up to the position on the board are written where it has no tree.
///
/// # Errors
/// A turn of Othello was thrown away, which SGF cannot hold; or the game is neither Othello nor gomoku.
pub fn text(recorded: &Recorded) -> Result<String, Problem> {
    let mut sgf = "(;FF[4]CA[UTF-8]AP[qipan]".to_string();
    let othello = recorded.game.of::<othello::Game>();
    let gomoku = recorded.game.of::<gomoku::Game>();
    match (othello, gomoku) {
        (Some(game), _) => {
            if !throws_no_turn_away(game) {
                let what = "SGF cannot record a turn that was thrown away; save the game as .txt";
                return Err(Problem::Malformed(what.to_string()));
            }
            sgf += "GM[2]SZ[8]";
        }
        (_, Some(game)) => {
            // Writing to a string cannot fail.
            let _ = write!(sgf, "GM[4]SZ[{SIZE}]RU[{}]", game.setup().rules());
        }
        _ => {
            return Err(Problem::Malformed(
                "there is no such game in SGF".to_string(),
            ));
        }
    }
    let heading = &recorded.heading;
    for (name, text) in [
        ("PB", &heading.black),
        ("PW", &heading.white),
        ("DT", &heading.date),
        ("EV", &heading.event),
    ] {
        if !text.is_empty() {
            let _ = write!(sgf, "{name}{}", escaped(&super::text::name(text)));
        }
    }
    let mut grown = Tree::default();
    let tree = match &recorded.tree {
        Some(tree) => tree,
        None => {
            grown.grow(&*recorded.game);
            &grown
        }
    };
    let said = tree.node(ROOT).more.iter().any(|(name, _)| name == "RE");
    if let Some(result) = result(recorded).filter(|_| !said) {
        let _ = write!(sgf, "RE[{result}]");
    }
    if let Some(game) = othello {
        sgf += &setting(game.start());
    }
    write_properties(&mut sgf, tree, ROOT);
    write_nodes(&mut sgf, tree, &*recorded.game);
    Ok(sgf + ")\n")
}

/// What makes this position of the usual start.
fn setting(start: Position) -> String {
    let mut text = String::new();
    if start.map != Position::default().map {
        for (name, sign) in [("AB", 1), ("AW", 2), ("AE", 0)] {
            let usual = Position::default().map;
            let here = Cell::all().filter(|cell| start.map[cell.row][cell.col] == sign);
            // The empty cells are those where stones stand at the usual start.
            let here = here.filter(|cell| sign != 0 || usual[cell.row][cell.col] != 0);
            let cells: String = here
                .map(|cell| format!("[{}]", pair((cell.row, cell.col))))
                .collect();
            if !cells.is_empty() {
                text += &format!("{name}{cells}");
            }
        }
        text += &format!("PL[{}]", letter(start.to_move));
    } else if start.to_move == Stone::White {
        text += "PL[W]";
    }
    text
}

fn write_properties(sgf: &mut String, tree: &Tree, n: usize) {
    let node = tree.node(n);
    for (name, values) in &node.more {
        sgf.push_str(name);
        values
            .iter()
            .for_each(|value| sgf.extend(["[", value, "]"]));
    }
    if !node.comment.is_empty() {
        sgf.extend(["C", &escaped(&node.comment)]);
    }
}

/// Writes the turns after the root. What is to be written waits in a list, so that no game is too deep.
fn write_nodes(sgf: &mut String, tree: &Tree, game: &dyn Game) {
    enum Next {
        Turn(usize, Mover),
        Open(usize, Mover),
        Close,
    }
    let follow = |n: usize, mover: Mover, waiting: &mut Vec<Next>| match tree.children(n) {
        [] => {}
        [only] => waiting.push(Next::Turn(*only, mover)),
        children => {
            for child in children.iter().rev() {
                waiting.extend([Next::Close, Next::Open(*child, mover.clone())]);
            }
        }
    };
    let (mut waiting, mut in_line) = (Vec::new(), 0);
    follow(ROOT, Mover::at_the_start_of(game), &mut waiting);
    sgf.push('\n');
    while let Some(next) = waiting.pop() {
        let (n, mut mover) = match next {
            Next::Close => {
                sgf.push(')');
                continue;
            }
            Next::Open(n, mover) => {
                if !sgf.ends_with('\n') {
                    sgf.push('\n');
                }
                sgf.push('(');
                in_line = 0;
                (n, mover)
            }
            Next::Turn(n, mover) => (n, mover),
        };
        if in_line == IN_A_LINE {
            sgf.push('\n');
            in_line = 0;
        }
        in_line += 1;
        let step = tree.node(n).step;
        let stone = letter(mover.play(step));
        let place = step.map_or(String::new(), pair);
        let _ = write!(sgf, ";{stone}[{place}]");
        write_properties(sgf, tree, n);
        follow(n, mover, &mut waiting);
    }
}

/// Whose turn it is on the way through a tree.
#[derive(Clone)]
enum Mover {
    Othello(Box<othello::Game>),
    Next(Stone),
}

impl Mover {
    fn at_the_start_of(game: &dyn Game) -> Mover {
        if let Some(game) = game.of::<othello::Game>() {
            let start = othello::Game::from_position(game.rules(), game.start());
            return Mover::Othello(Box::new(start));
        }
        let first = game.of::<gomoku::Game>().map(|game| game.setup().first());
        Mover::Next(first.unwrap_or(Stone::Black))
    }

    /// Plays a turn of the tree, and says whose it was.
    fn play(&mut self, step: Option<Place>) -> Stone {
        match self {
            Mover::Next(stone) => {
                let mover = *stone;
                *stone = mover.other();
                mover
            }
            Mover::Othello(game) => {
                let mover = Stone::of_turn(game.t());
                match step {
                    Some((row, col)) => drop(othello::Game::drop(game, Cell { row, col })),
                    None => game.lose_turn(),
                }
                mover
            }
        }
    }
}

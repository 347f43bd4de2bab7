//! Reads games of Othello (`GM[2]`) and gomoku (`GM[4]`) from SGF, with variations and comments.
//!
//! A game is read in two steps: `sgf` parses its nodes, and `replay` checks the moves and adds them to a tree,
//! with comments and properties.
//!
//! Places are two letters, column and row, counted from a in the top left corner: `B[ef]`. A letter and a
//! number are accepted too; in this form, rows are counted from the top in Othello, as in Edax, and from the
//! bottom in gomoku. Forced passes are left out.

use std::ops::RangeInclusive;

use super::problem::{WrongMove, excerpt, malformed};
use super::replay::{OthelloReplay, drop_gomoku, is_pass, point};
use super::sgf::{Games, MAX_PROPERTIES, Node, Property, unescaped};
use super::text::name;
use super::{Early, Heading, Problem, Recorded, Score};
use crate::Game as _;
use crate::Place;
use crate::gomoku::{self, Opening, Point, Rules, SIZE, SIZES, Setup};
use crate::othello::{self, Cell, Position};
use crate::stone::{Lost, Outcome, Stone};
use crate::tree::{ROOT, Tree};
use words::say;

/// Root properties that describe the whole game. They are not stored in the tree.
pub(super) const GAME_PROPERTIES: [&str; 15] =
    ["GM", "FF", "SZ", "CA", "AP", "PB", "PW", "DT", "EV", "RU", "RE", "AB", "AW", "AE", "PL"];

/// Properties that set up stones. They are supported only in the root.
const SETUP_PROPERTIES: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// The names of the gomoku rules in `RU`. The numbers are those of the Gomocup.
const RULES: [(&str, Rules); 8] = [
    ("0", Rules::Freestyle),
    ("freestyle", Rules::Freestyle),
    ("gomoku", Rules::Freestyle),
    ("五子棋", Rules::Freestyle),
    ("1", Rules::Standard),
    ("standard", Rules::Standard),
    ("4", Rules::Renju),
    ("renju", Rules::Renju),
];

/// Reads all games of a text. `default` is used as the rules of gomoku games that name none.
pub fn read(text: &str, default: Rules) -> impl Iterator<Item = Result<Recorded, Problem>> {
    Games::of(text).map(move |game| {
        let (nodes, notes) = game?;
        Ok(Recorded { notes, ..read_game(nodes, default)? })
    })
}

fn read_game(nodes: Vec<Node>, default: Rules) -> Result<Recorded, Problem> {
    let root = &nodes[0].properties;
    let text = |property: &str| name(&value(root, property));
    let heading = Heading { black: text("PB"), white: text("PW"), date: text("DT"), event: text("EV") };
    let result: Vec<String> = values(root, "RE").cloned().collect();
    let score = read_score(&value(root, "RE"));
    let start = start(&nodes, default)?;
    let (mut tree, end) = replay(nodes, &start)?;
    let (recorded, is_stored) = match end {
        Replay::Othello(replay) => (replay.recorded(heading, score), score.is_some()),
        Replay::Gomoku(mut game) => {
            lose_by_result(&mut game, &result);
            let is_stored = result == Vec::from_iter(result_of(&game));
            (Recorded::new(Box::new(game), heading), is_stored)
        }
    };
    if !is_stored && !result.is_empty() {
        let properties = &mut tree.node_mut(ROOT).properties;
        properties.insert(0, ("RE".to_string(), result));
    }
    let tree = (!tree.is_bare()).then_some(tree);
    Ok(Recorded { tree, ..recorded })
}

#[derive(Clone)]
enum Replay {
    Othello(OthelloReplay),
    Gomoku(gomoku::Game),
}

impl Replay {
    /// Plays a move in SGF notation. Returns the move's place, or `None` for a forced pass.
    fn play(&mut self, by: Stone, text: &str) -> Result<Option<Place>, Problem> {
        let text = text.trim();
        match self {
            Replay::Othello(replay) => {
                if text.is_empty() || text == "tt" || is_pass(text) {
                    return replay.play("pass", Some(by)).map(|()| None);
                }
                let place = othello_place(text, 8);
                match place {
                    Some((row, col)) => replay.drop(text, Cell { row, col }, Some(by))?,
                    None => replay.play(text, Some(by))?,
                }
                Ok(place)
            }
            Replay::Gomoku(game) => {
                let place = gomoku_place(text, game.size());
                if place.is_some() && game.stone_of_turn(game.t()) != by {
                    return Err(Problem::Move {
                        n: game.t(),
                        text: text.to_string(),
                        why: WrongMove::OutOfTurn(by),
                    });
                }
                drop_gomoku(game, text, place.map(|(row, col)| Point::new(row, col)))?;
                Ok(place)
            }
        }
    }

    /// The setup stones of the root, which count as moves.
    fn setup_stones(&self) -> &[Point] {
        match self {
            Replay::Othello(_) => &[],
            Replay::Gomoku(game) => game.pieces(),
        }
    }
}

/// Plays the moves of all nodes, and builds their tree. A node without a move is merged into its parent. Returns the
/// tree and the game at the end of its main line.
fn replay(nodes: Vec<Node>, start: &Replay) -> Result<(Tree, Replay), Problem> {
    let mut tree = Tree::default();
    let push = |tree: &mut Tree, at, place| tree.push(at, Some(place));
    let setup = start.setup_stones().iter().map(|point| point.place());
    let first = setup.fold(ROOT, |at, place| push(&mut tree, at, place));
    let mut tree_nodes = vec![first; nodes.len()];
    // The root is its own parent.
    let mut left: Vec<usize> = nodes.iter().map(|node| node.children).collect();
    left[0] += 1;
    // The games at those ancestors that have more children to come.
    let mut open = vec![start.clone()];
    let (mut end, mut game_at_end, mut is_main) = (first, start.clone(), true);
    for (n, Node { properties, parent, .. }) in nodes.into_iter().enumerate() {
        is_main &= n <= parent + 1;
        left[parent] -= 1;
        // The last child takes its parent's game; the other children get a copy.
        let before = match left[parent] {
            0 => open.pop(),
            _ => open.last().cloned(),
        };
        let mut game = before.unwrap_or_else(|| start.clone());
        let places = play_node(&mut game, &properties, n == 0);
        let places = places.map_err(|problem| match is_main {
            true => problem,
            false => Problem::Malformed(say!("in a variation, {problem}", problem)),
        })?;
        let goes_on = tree_nodes[parent] == end && tree.children(end).is_empty();
        let at = places.into_iter().fold(tree_nodes[parent], |at, place| push(&mut tree, at, place));
        tree_nodes[n] = at;
        for (name, values) in properties {
            match name.as_str() {
                "B" | "W" => {}
                "C" => values.iter().for_each(|text| tree.add_comment(at, &unescaped(text))),
                // The rules of other programs' Othello.
                "RU" if matches!(&start, Replay::Othello(o) if values != [o.game.rules().to_string()]) => {
                    tree.values_mut(at, &name).extend(values);
                }
                game if (n == 0 || at == ROOT) && GAME_PROPERTIES.contains(&game) => {}
                _ => tree.values_mut(at, &name).extend(values),
            }
        }
        if tree.node(at).properties.len() > MAX_PROPERTIES {
            return malformed(say!("a node has too many properties"));
        }
        if goes_on {
            end = at;
            // An only child goes on as well.
            if left[n] != 1 {
                game_at_end = game.clone();
            }
        }
        if left[n] > 0 {
            open.push(game);
        }
    }
    Ok((tree, game_at_end))
}

/// Plays the moves of a node. Returns the places of the moves.
fn play_node(game: &mut Replay, properties: &[Property], is_root: bool) -> Result<Vec<Place>, Problem> {
    let mut places = Vec::new();
    for (name, values) in properties {
        let by = match name.as_str() {
            "B" => Stone::Black,
            "W" => Stone::White,
            sets if SETUP_PROPERTIES.contains(&sets) && !is_root => {
                return Err(Problem::variant(say!("{sets} after the beginning", sets)));
            }
            _ => continue,
        };
        for value in values {
            places.extend(game.play(by, value)?);
        }
    }
    Ok(places)
}

/// Parses two letters as column and row.
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

fn othello_place(text: &str, size: usize) -> Option<Place> {
    let cell = || text.parse().ok().map(|Cell { row, col }| (row, col));
    letters(text, size).or_else(cell)
}

fn gomoku_place(text: &str, size: usize) -> Option<Place> {
    letters(text, size).or_else(|| point(text, size).map(Point::place))
}

/// Returns the places of a setup property. A colon separates two corners of a rectangle.
fn places(
    root: &[Property],
    property: &str,
    size: usize,
    place: fn(&str, usize) -> Option<Place>,
) -> Result<Vec<Place>, Problem> {
    let wrong = |value: &str| Problem::Malformed(format!("{property}[{}]", excerpt(value)));
    let mut places = Vec::new();
    for value in values(root, property) {
        let value = value.trim();
        let corners = match value.split_once(':') {
            Some((first, last)) => letters(first, size).zip(letters(last, size)),
            None => place(value, size).map(|place| (place, place)),
        };
        let ((top, left), (bottom, right)) = corners.ok_or_else(|| wrong(value))?;
        for row in top..=bottom {
            places.extend((left..=right).map(|col| (row, col)));
        }
        if places.len() > size * size {
            return Err(wrong(say!("too many places")));
        }
    }
    Ok(places)
}

fn values<'a>(properties: &'a [Property], name: &str) -> impl Iterator<Item = &'a String> {
    let found = properties.iter().filter(move |(known, _)| known == name);
    found.flat_map(|(_, values)| values)
}

/// Returns the first value of a property as text. Empty if the property is missing.
fn value(properties: &[Property], name: &str) -> String {
    let first = values(properties, name).next();
    let text = first.map_or(String::new(), |value| unescaped(value));
    text.trim().to_string()
}

/// Ends a gomoku game by resignation or by a loss on time, if the recorded result is possible only that way.
fn lose_by_result(game: &mut gomoku::Game, result: &[String]) {
    for how in [Lost::Resigned, Lost::OutOfTime] {
        let mut lost = game.clone();
        lost.lose(how);
        if lost.lost().is_some() && result == Vec::from_iter(result_of(&lost)) {
            *game = lost;
            return;
        }
    }
}

/// Returns the result of a gomoku game in SGF notation, or `None` if the game is not over.
pub(super) fn result_of(game: &gomoku::Game) -> Option<String> {
    let how = game.lost().map_or("", |(_, how)| loss_letter(how));
    Some(match game.outcome()? {
        Outcome::Draw => "0".to_string(),
        Outcome::Won(stone) => format!("{}+{how}", stone.letter()),
    })
}

pub(super) fn loss_letter(how: Lost) -> &'static str {
    match how {
        Lost::Resigned => "R",
        Lost::OutOfTime => "T",
    }
}

/// Parses `SZ[20]` or `SZ[20:20]`. Without `SZ`, returns the usual size.
fn board_size(root: &[Property], usual: usize, allowed: RangeInclusive<usize>) -> Result<usize, Problem> {
    let text = value(root, "SZ");
    let (width, height) = text.split_once(':').unwrap_or((&text, &text));
    let size = match text.is_empty() {
        true => Some(usual),
        false => width.parse().ok().filter(|_| width == height),
    };
    let size = size.filter(|size| allowed.contains(size));
    let unknown = || say!("a board of size {excerpt}", excerpt = excerpt(&text));
    size.ok_or_else(|| Problem::Variant(unknown()))
}

fn to_move(root: &[Property]) -> Result<Stone, Problem> {
    match value(root, "PL").to_ascii_lowercase().as_str() {
        "" | "b" | "black" => Ok(Stone::Black),
        "w" | "white" => Ok(Stone::White),
        other => malformed(say!("PL[{excerpt}] is not a player", excerpt = excerpt(other))),
    }
}

fn start(nodes: &[Node], default: Rules) -> Result<Replay, Problem> {
    let root = &nodes[0].properties;
    match value(root, "GM").as_str() {
        "2" => othello_start(root).map(Replay::Othello),
        "4" => gomoku_start(nodes, default).map(Replay::Gomoku),
        "" => Err(Problem::variant(say!("a game without GM[2] or GM[4]"))),
        other => Err(Problem::Variant(format!("GM[{}]", excerpt(other)))),
    }
}

fn othello_start(root: &[Property]) -> Result<OthelloReplay, Problem> {
    let size = board_size(root, 8, 8..=8)?;
    let mut position = Position { to_move: to_move(root)?, ..Position::default() };
    for (name, sign) in [("AE", 0), ("AB", 1), ("AW", 2)] {
        for (row, col) in places(root, name, size, othello_place)? {
            position.map[row][col] = sign;
        }
    }
    let rules = value(root, "RU").parse().unwrap_or(othello::Rules::Standard);
    Ok(OthelloReplay::new(rules, position))
}

/// Creates a gomoku game with the setup stones as its first moves. The stones of each colour stay in their
/// order.
fn gomoku_start(nodes: &[Node], default: Rules) -> Result<gomoku::Game, Problem> {
    let root = &nodes[0].properties;
    let size = board_size(root, SIZE, SIZES)?;
    let named = value(root, "RU").to_ascii_lowercase();
    let known = RULES.iter().find(|(name, _)| *name == named);
    let rules = match (known, named.is_empty()) {
        (Some((_, rules)), _) => *rules,
        (None, true) => default,
        (None, false) => {
            return Err(Problem::variant(say!("the rule {excerpt}", excerpt = excerpt(&named))));
        }
    };
    let stones = |name| places(root, name, size, gomoku_place);
    let (black, white) = (stones("AB")?, stones("AW")?);
    let moves = nodes.iter().flat_map(|node| &node.properties);
    let mut moves = moves.filter(|(name, _)| name == "B" || name == "W");
    // If both colours have equally many stones, the first move or PL tells who began.
    let first = match moves.next() {
        Some((name, _)) if name == "W" && black.len() == white.len() => Stone::White,
        None if black.len() == white.len() => to_move(root)?,
        _ => Stone::Black,
    };
    let setup = Setup::new(rules, first, Opening::Free).map_err(Problem::malformed)?;
    let mut game = gomoku::Game::new(setup.on(size));
    let (mine, theirs) = match first {
        Stone::Black => (black, white),
        Stone::White => (white, black),
    };
    if !(mine.len() == theirs.len() || mine.len() == theirs.len() + 1) {
        return Err(Problem::variant(say!("stones that were not dropped in turn (AB, AW)")));
    }
    for (n, place) in mine.into_iter().enumerate() {
        for (row, col) in [Some(place), theirs.get(n).copied()].into_iter().flatten() {
            drop_gomoku(&mut game, say!("AB or AW"), Some(Point::new(row, col)))?;
        }
    }
    Ok(game)
}

/// Parses an Othello score, such as `B+12`, `W+R` or `0`. Returns `None` for any other result.
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

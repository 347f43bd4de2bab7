//! Games of Othello (`GM[2]`) and gomoku (`GM[4]`) in SGF files, with their variations and remarks.
//!
//! Places are two letters, the column and the row, from a in the upper left corner: `B[ef]`. Letter and number are read too: rows of
//! Othello are counted from the top, as Edax writes them, those of gomoku from the bottom. A pass that is forced is left out.

use super::gomoku_replay::{drop_gomoku, point};
use super::othello_replay::{OthelloReplay, is_pass};
use super::problem::{WrongMove, excerpt};
use super::sgf::{Games, MOST_PROPERTIES, Node, Property, unescaped};
use super::text::name;
use super::{Early, Heading, Problem, Recorded, Score};
use crate::Game as _;
use crate::Place;
use crate::gomoku::{self, Opening, Point, Rules, SIZE, SIZES, Setup};
use crate::othello::{self, Cell, Position};
use crate::stone::{Lost, Outcome, Stone};
use crate::tree::{ROOT, Tree};
use words::say;

/// The properties of the root that are about the game and are kept outside the tree.
const KNOWN: [&str; 15] = [
    "GM", "FF", "SZ", "CA", "AP", "PB", "PW", "DT", "EV", "RU", "RE", "AB", "AW", "AE", "PL",
];

/// The properties that set stones, which is possible only at the beginning.
const SETS: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// What files call the rules of gomoku; the numbers are those of the Gomocup.
const RULES: [(&str, gomoku::Rules); 8] = [
    ("0", gomoku::Rules::Freestyle),
    ("freestyle", gomoku::Rules::Freestyle),
    ("gomoku", gomoku::Rules::Freestyle),
    ("五子棋", gomoku::Rules::Freestyle),
    ("1", gomoku::Rules::Standard),
    ("standard", gomoku::Rules::Standard),
    ("4", gomoku::Rules::Renju),
    ("renju", gomoku::Rules::Renju),
];

/// Reads all games of a text.
///
/// ```
/// use games::records::sgf_games::read;
/// let games: Vec<_> = read("(;FF[4]GM[2]PB[one];B[ef]C[a remark](;W[fd])(;W[ff]))").collect();
/// let recorded = games[0].as_ref().unwrap();
/// assert_eq!(recorded.heading.black, "one");
/// assert_eq!(recorded.game.place_of(2), Some((3, 5)));
/// assert_eq!(recorded.tree.as_ref().unwrap().size(), 4);
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<Recorded, Problem>> {
    read_by(text, Rules::Freestyle)
}

/// [`read`], with these rules for games of gomoku that name none.
pub(super) fn read_by(
    text: &str,
    unnamed: Rules,
) -> impl Iterator<Item = Result<Recorded, Problem>> {
    Games::of(text).map(move |nodes| read_game(nodes?, unnamed))
}

/// A game on the way to a node.
#[derive(Clone)]
enum Player {
    Othello(OthelloReplay),
    Gomoku(gomoku::Game),
}

impl Player {
    /// Plays a move as it is written. Returns its place, or `None` for a forced pass.
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
                let point = place_of_gomoku(text, game.size());
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

fn place_of_gomoku(text: &str, size: usize) -> Option<Point> {
    let pair = letters(text, size).map(|(row, col)| Point::new(row, col));
    pair.or_else(|| point(text, size))
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
                return Err(wrong(say!("too many places")));
            }
            continue;
        };
        let corners = letters(first, size).zip(letters(last, size));
        let ((top, left), (bottom, right)) = corners.ok_or_else(|| wrong(value))?;
        for row in top..=bottom {
            places.extend((left..=right).map(|col| at((row, col))));
        }
        // The board has no more places, so a file that names more repeats some.
        if places.len() > size * size {
            return Err(wrong(say!("too many places")));
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

fn read_game(nodes: Vec<Node>, unnamed: Rules) -> Result<Recorded, Problem> {
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
            let (game, stones) = gomoku_start(&nodes, unnamed)?;
            for point in stones {
                at = tree.push(at, Some((point.row(), point.col())));
            }
            (Player::Gomoku(game), None)
        }
        "" => {
            return Err(Problem::Variant(
                say!("a game without GM[2] or GM[4]").to_string(),
            ));
        }
        other => return Err(Problem::Variant(format!("GM[{}]", excerpt(other)))),
    };
    let said: Vec<String> = values(root, "RE").cloned().collect();
    // The nodes on the way to the one in hand that have more children to come, and the game there.
    let mut open: Vec<(usize, Player)> = Vec::new();
    let mut left: Vec<usize> = nodes.iter().map(|node| node.children).collect();
    let branches = left.iter().any(|children| *children > 1);
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
            // The last child takes over the game at its parent; the others need a copy of it.
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
            false => Problem::Malformed(say!("in a variation, {problem}", problem)),
        })?;
        match left[n] {
            0 => end = player,
            _ => open.push((n, player)),
        }
    }
    // A variation without a move is part of the node before it, and need not be how the game goes on.
    if branches {
        end = start;
        for n in tree.main_line().into_iter().skip(already(&end)) {
            let (row, col) = tree.node(n).step.unwrap_or_default();
            match &mut end {
                Player::Othello(replay) => replay.drop("", Cell { row, col }, None)?,
                Player::Gomoku(game) => drop_gomoku(game, "", Some(Point::new(row, col)))?,
            }
        }
    }
    if let Player::Gomoku(game) = &mut end {
        lose_as_said(game, &said);
    }
    // A result that is not a score and does not show on the board is kept as it stands.
    let shown = match &end {
        Player::Othello(_) => score.is_some(),
        Player::Gomoku(game) => said == Vec::from_iter(result_of(game)),
    };
    if !shown && !said.is_empty() {
        let more = &mut tree.node_mut(ROOT).more;
        more.insert(0, ("RE".to_string(), said));
    }
    let tree = (!tree.is_bare()).then_some(tree);
    let recorded = match end {
        Player::Othello(replay) => replay.recorded(heading, score),
        Player::Gomoku(game) => Recorded::new(Box::new(game), heading),
    };
    Ok(Recorded { tree, ..recorded })
}

/// Makes the player to move lose before the game is over on the board, if the result says so.
fn lose_as_said(game: &mut gomoku::Game, said: &[String]) {
    for how in [Lost::Resigned, Lost::OutOfTime] {
        let mut lost = game.clone();
        lost.lose(how);
        if lost.lost().is_some() && said == Vec::from_iter(result_of(&lost)) {
            *game = lost;
            return;
        }
    }
}

/// How a game of gomoku ended on the board, as SGF says it.
pub(super) fn result_of(game: &gomoku::Game) -> Option<String> {
    let how = match game.lost() {
        None => "",
        Some((_, Lost::Resigned)) => "R",
        Some((_, Lost::OutOfTime)) => "T",
    };
    Some(match game.outcome()? {
        Outcome::Draw => "0".to_string(),
        Outcome::Won(Stone::Black) => format!("B+{how}"),
        Outcome::Won(Stone::White) => format!("W+{how}"),
    })
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
            sets if SETS.contains(&sets) && !is_root => {
                return Err(Problem::Variant(say!("{sets} after the beginning", sets)));
            }
            // It says something about the whole game, which is kept outside the tree.
            known if (is_root || at == ROOT) && KNOWN.contains(&known) => {}
            _ => more.push((name, values)),
        }
    }
    let node = tree.node_mut(at);
    join(&mut node.comment, &comment);
    for (name, values) in more {
        match node.more.iter_mut().find(|(said, _)| *said == name) {
            Some((_, said)) => said.extend(values),
            None => node.more.push((name, values)),
        }
    }
    match node.more.len() > MOST_PROPERTIES {
        true => Err(Problem::malformed(say!("a node has too many properties"))),
        false => Ok(at),
    }
}

fn join(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

/// Is the board of this size? It is where the file does not say.
fn check_size(root: &[Property], size: usize) -> Result<(), Problem> {
    let said = value(root, "SZ");
    match said.is_empty() || said == size.to_string() || said == format!("{size}:{size}") {
        true => Ok(()),
        false => Err(Problem::Variant(say!(
            "a board of size {excerpt}",
            excerpt = excerpt(&said)
        ))),
    }
}

/// The size of a board of gomoku: `SZ[20]` or `SZ[20:20]`, and 15 where the file does not say.
fn size_of_gomoku(root: &[Property]) -> Result<usize, Problem> {
    let said = value(root, "SZ");
    let (width, height) = said.split_once(':').unwrap_or((&said, &said));
    let size = match said.is_empty() {
        true => Some(SIZE),
        false => width.parse().ok().filter(|_| width == height),
    };
    let size = size.filter(|size| SIZES.contains(size));
    size.ok_or_else(|| {
        Problem::Variant(say!("a board of size {excerpt}", excerpt = excerpt(&said)))
    })
}

fn to_move(root: &[Property]) -> Result<Stone, Problem> {
    match value(root, "PL").to_ascii_lowercase().as_str() {
        "" | "b" | "black" => Ok(Stone::Black),
        "w" | "white" => Ok(Stone::White),
        other => Err(Problem::Malformed(say!(
            "PL[{excerpt}] is nobody",
            excerpt = excerpt(other)
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
fn gomoku_start(nodes: &[Node], unnamed: Rules) -> Result<(gomoku::Game, Vec<Point>), Problem> {
    let root = &nodes[0].properties;
    let size = size_of_gomoku(root)?;
    let said = value(root, "RU").to_lowercase();
    let known = RULES.iter().find(|(word, _)| *word == said);
    let rules = match said.is_empty() {
        true => Some(unnamed),
        false => known.map(|(_, rules)| *rules),
    };
    let unknown = || Problem::Variant(say!("the rule {excerpt}", excerpt = excerpt(&said)));
    let rules = rules.ok_or_else(unknown)?;
    let stones = |name| {
        let point = |text: &str| place_of_gomoku(text, size);
        places(root, name, size, point, |(row, col)| Point::new(row, col))
    };
    let (black, white) = (stones("AB")?, stones("AW")?);
    let moves = nodes.iter().flat_map(|node| &node.properties);
    let mut moves = moves.filter(|(name, _)| name == "B" || name == "W");
    // Where both colours have equally many stones, the first move or PL tells who began.
    let first = match moves.next() {
        Some((name, _)) if name == "W" && black.len() == white.len() => Stone::White,
        None if black.len() == white.len() => to_move(root)?,
        _ => Stone::Black,
    };
    let setup = Setup::new(rules, first, Opening::Free);
    let setup = setup.map_err(|why| Problem::Malformed(why.to_string()))?;
    let mut game = gomoku::Game::new(setup.on(size));
    let (mine, theirs) = match first {
        Stone::Black => (black, white),
        Stone::White => (white, black),
    };
    if !(mine.len() == theirs.len() || mine.len() == theirs.len() + 1) {
        let what = say!("stones that were not dropped in turn (AB, AW)");
        return Err(Problem::Variant(what.to_string()));
    }
    let mut all = Vec::new();
    for (n, point) in mine.iter().enumerate() {
        all.push(*point);
        all.extend(theirs.get(n));
    }
    for point in &all {
        drop_gomoku(&mut game, say!("AB or AW"), Some(*point))?;
    }
    Ok((game, all))
}

/// Reads `B+12`, `W+R`, `0`. `None` for what is not a score of Othello.
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

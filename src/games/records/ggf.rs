//! GGF, the text format of the Generic Game Server, for Othello:
//! `(;GM[Othello]PB[black]PW[white]RE[+2.000]TY[8]BO[8 ---...--- *]B[d3//0.01]W[c5]...;)`.

use std::fmt::Write as _;
use words::say;

use super::format::{Format, Stores, at_most};
use super::problem::{excerpt, malformed};
use super::recorded::add_property;
use super::replay::{OthelloReplay, is_pass};
use super::score::score_on_board;
use super::sgf::unescaped;
use super::sgf_games::GAME_PROPERTIES;
use super::text::{lines, name};
use super::transcript::check_rules;
use super::{Early, GameName, Heading, Problem, Recorded, Score, WrongMove};
use crate::othello::rules::{Map, turn_over};
use crate::othello::{Cell, Game, Ply, Position, Rules};
use crate::stone::Stone;
use crate::tree::{ROOT, Tree};

pub(super) const GGF: Format = Format {
    extension: "ggf",
    games: &[GameName::Othello],
    recommended: true,
    extension_decides: true,
    detect: |source| source.text().contains("(;"),
    read: |source| Ok(at_most(read(source.text()))),
    write: Some(|recorded| {
        let game = recorded.othello()?;
        check_rules(game, "GGF")?;
        Ok(annotated(game, &recorded.heading, recorded.score, recorded.tree.as_ref()) + "\n")
    }),
    many_games: true,
    stores: Stores {
        early_ends: true,
        margins: true,
        comment: |_| true,
        property: |name, values| values.iter().all(|value| is_extra(name, &unescaped(value))),
        ..Stores::HEADING
    },
};

/// The text that begins a game. After a damaged game, reading continues where it occurs next.
const NEXT: &str = "(;GM[";

/// The maximum number of properties in a game. A game with all its passes has fewer than 200.
const MAX_PROPERTIES: usize = 1000;

/// The properties of GGF that a tree does not store, beside those that SGF would read as its own, such as the encoding
/// or discs on the board.
const KEPT: [&str; 5] = ["PC", "BO", "B", "W", "C"];

/// The property of a tree's node that has the value and the time of the move there, such as `-2.3/1.5`, and then
/// those of a pass after it.
const VALUE: &str = "GGF";

/// The letters after the score of a game that ended early.
const EARLY: [(Early, &str); 3] = [(Early::Resigned, "r"), (Early::OutOfTime, "t"), (Early::Agreed, "s")];

/// True if a tree's property is written to GGF under its own name. Of the result and the type only those are that
/// this program does not write by itself.
fn is_extra(name: &str, value: &str) -> bool {
    match name {
        "RE" => is_fraction(value),
        "TY" => is_eight(value) && value != "8",
        name => !KEPT.contains(&name) && !GAME_PROPERTIES.contains(&name),
    }
}

/// True for a score of a game with komi, such as `+1.5`.
fn is_fraction(text: &str) -> bool {
    let number: Option<f64> = text.split(':').next().and_then(|number| number.trim().parse().ok());
    number.is_some_and(|number| number.is_finite() && number.fract() != 0.0)
}

/// True for a type of GGS whose moves follow the usual rules: a board of size 8, perhaps played twice at once (`s`),
/// with chosen colours or komi, or from a random start (`r18`).
fn is_eight(text: &str) -> bool {
    let rest = text.strip_prefix('s').unwrap_or(text).strip_prefix('8');
    rest.is_some_and(|rest| {
        let rest = rest.trim_start_matches(['b', 'w', 'k', '?']);
        let digits = rest.strip_prefix('r').unwrap_or(if rest.is_empty() { "0" } else { "" });
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// Reads all games of a text. Text between games is ignored, such as the number at the beginning of a line in
/// an archive.
///
/// Moves may be in either case, and may have an evaluation and a time. Passes are written `pass` or `PA`, or
/// omitted. White space in the starting board is optional. Only boards of type 8 are supported.
pub fn read(text: &str) -> impl Iterator<Item = Result<Recorded, Problem>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.find("(;")? + 2..];
        Some(properties(&mut rest).and_then(|properties| read_game(&properties)))
    })
}

/// The name, in capital letters, and the unescaped value of a property.
type Property = (String, String);

/// Parses the properties of a game and the end of the game.
fn properties(rest: &mut &str) -> Result<Vec<Property>, Problem> {
    let mut properties = Vec::new();
    loop {
        if properties.len() == MAX_PROPERTIES {
            let count = MAX_PROPERTIES;
            return malformed(say!("the game has more than {count} properties", count));
        }
        *rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if let Some(after) = rest.strip_prefix(')') {
            *rest = after;
            return Ok(properties);
        }
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
        let (name, after) = rest.split_at(letters.unwrap_or(rest.len()));
        *rest = after;
        match rest.strip_prefix('[') {
            Some(after) if !name.is_empty() => *rest = after,
            _ if rest.is_empty() => return Err(cut_off()),
            _ => {
                let excerpt = excerpt(rest);
                return malformed(say!("expected a name and [, but found {excerpt}", excerpt));
            }
        }
        // SGF, which can store any name, ignores small letters.
        properties.push((name.to_ascii_uppercase(), value(rest)?));
    }
}

/// Parses a value and its closing bracket. A backslash escapes the next character.
fn value(rest: &mut &str) -> Result<String, Problem> {
    let mut value = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ']' => {
                *rest = &rest[at + 1..];
                return Ok(value);
            }
            '\\' => value.extend(chars.next().map(|(_, c)| c)),
            // The next game begins before this game has ended.
            '(' if rest[at..].starts_with(NEXT) => {
                *rest = &rest[at..];
                return Err(cut_off());
            }
            c => value.push(c),
        }
    }
    *rest = "";
    Err(cut_off())
}

fn cut_off() -> Problem {
    Problem::malformed(say!("the game is cut off before its ;)"))
}

fn find<'a>(properties: &'a [Property], name: &str) -> Option<&'a str> {
    let found = properties.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| value.trim())
}

fn unsupported(name: &str, value: &str) -> Problem {
    Problem::Variant(format!("{name}[{}]", excerpt(value)))
}

fn check_othello(properties: &[Property]) -> Result<(), Problem> {
    match find(properties, "GM") {
        Some(game) if game.eq_ignore_ascii_case("othello") => Ok(()),
        Some(game) => Err(unsupported("GM", game)),
        None => malformed(say!("the game has no GM[Othello]")),
    }
}

fn start(properties: &[Property]) -> Result<Position, Problem> {
    let Some(text) = find(properties, "BO") else {
        return Ok(Position::default());
    };
    let position = text.strip_prefix('8').and_then(|board| {
        let (side, _) = board.char_indices().next_back()?;
        Position::from_fields(&board[..side], &board[side..]).ok()
    });
    position.ok_or_else(|| unsupported("BO", text))
}

fn player(property: &str) -> Option<Stone> {
    match property {
        "B" => Some(Stone::Black),
        "W" => Some(Stone::White),
        _ => None,
    }
}

fn read_game(properties: &[Property]) -> Result<Recorded, Problem> {
    check_othello(properties)?;
    if let Some(variant) = find(properties, "TY").filter(|variant| !is_eight(variant)) {
        return Err(unsupported("TY", variant));
    }
    let start = start(properties)?;
    let text = |property| name(find(properties, property).unwrap_or_default());
    let heading = Heading { black: text("PB"), white: text("PW"), date: text("DT"), event: text("PC") };
    let score = match find(properties, "RE") {
        Some(text) if !is_fraction(text) => read_score(text)?,
        _ => None,
    };
    let mut replay = OthelloReplay::new(Rules::Standard, start);
    // The last node has the properties that come after its move.
    let mut tree = Tree::default();
    for (name, value) in properties {
        let mut at = tree.size() - 1;
        if let Some(by) = player(name) {
            let (played, more) = value.split_once('/').unwrap_or((value, ""));
            let played = played.trim();
            replay.play(played, Some(by))?;
            if let Ok(Cell { row, col }) = played.parse() {
                at = tree.push(at, Some((row, col)));
            } else if !more.is_empty() && tree.property(at, VALUE).is_none() {
                // The move before this pass has no value.
                add_property(&mut tree, at, VALUE, &[""]);
            }
            if !more.is_empty() {
                add_property(&mut tree, at, VALUE, &[more]);
            }
        } else if name == "C" {
            tree.add_comment(at, &lines(value));
        } else if is_extra(name, value) {
            add_property(&mut tree, at, name, &[value]);
        }
    }
    let tree = (!tree.is_bare()).then_some(tree);
    Ok(Recorded { tree, ..replay.recorded(heading, score) })
}

/// Returns the board after the first game of a text, and the side to move. Unlike [`read`], this function
/// accepts any starting board and adds no passes: the side to move is the opponent of the side that moved
/// last.
///
/// ```
/// use games::records::ggf::last_position;
/// use games::stone::Stone;
/// let (map, to_move) = last_position("(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)").unwrap();
/// assert_eq!((map[4][4], to_move), (1, Stone::White));
/// ```
pub fn last_position(text: &str) -> Result<(Map, Stone), Problem> {
    let game = text.find("(;").map(|at| &text[at + 2..]);
    let properties = properties(&mut game.unwrap_or_default())?;
    check_othello(&properties)?;
    let Position { mut map, mut to_move } = start(&properties)?;
    let moves = properties.iter();
    let moves = moves.filter_map(|(name, value)| Some((player(name)?, value)));
    for ((stone, value), n) in moves.zip(1..) {
        let text = value.split('/').next().unwrap_or_default().trim();
        let wrong = |why| Problem::Move { n, text: text.to_string(), why };
        if !is_pass(text) {
            let cell: Cell = text.parse().map_err(|_| wrong(WrongMove::NoMove))?;
            if map[cell.row][cell.col] != 0 {
                return Err(wrong(WrongMove::Occupied));
            }
            if turn_over(&mut map, cell, stone as usize).is_empty() {
                return Err(wrong(WrongMove::TurnsNothing(stone)));
            }
        }
        to_move = stone.other();
    }
    Ok((map, to_move))
}

/// Parses a score: `+12.000`, followed by `:r`, `:t` or `:s` if the game ended early. `?` means that there is
/// no score.
fn read_score(text: &str) -> Result<Option<Score>, Problem> {
    if text.is_empty() || text.starts_with('?') {
        return Ok(None);
    }
    let (number, how) = text.split_once(':').unwrap_or((text, ""));
    let difference: Option<f64> = number.trim().parse().ok();
    let difference = difference.filter(|d| d.fract() == 0.0 && d.abs() <= 64.0).map(|d| d as i32);
    let early = EARLY.iter().find(|(_, letter)| *letter == how.trim()).map(|(early, _)| *early);
    match (difference, early) {
        (Some(d), Some(early)) => Ok(Some(Score::Early(d, early))),
        (Some(d), None) if !text.contains(':') => Ok(Some(Score::Difference(d))),
        _ => malformed(say!("RE[{excerpt}] is not a score", excerpt = excerpt(text))),
    }
}

/// Formats a game as one line, including its passes. If `score` is `None` and the game is over, uses the
/// score on the board.
pub fn text(game: &Game, heading: &Heading, score: Option<Score>) -> String {
    annotated(game, heading, score, None)
}

/// Formats a game like [`text`], with the comments and properties of its tree.
fn annotated(game: &Game, heading: &Heading, score: Option<Score>, tree: Option<&Tree>) -> String {
    let bare = Tree::default();
    let tree = tree.unwrap_or(&bare);
    let mut ggf = "(;GM[Othello]".to_string();
    let mut property = |property: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(ggf, "{property}[{}]", escape(value));
    };
    let extra = |name| tree.property(ROOT, name).map(unescaped).filter(|value| is_extra(name, value));
    for (known, text) in
        [("PC", &heading.event), ("DT", &heading.date), ("PB", &heading.black), ("PW", &heading.white)]
    {
        if !text.is_empty() {
            property(known, &name(text));
        }
    }
    if let Some(score) = extra("RE") {
        property("RE", &score);
    } else if let Some(score) = score.or_else(|| score_on_board(game)) {
        let early = EARLY.iter().find(|(early, _)| matches!(score, Score::Early(_, how) if how == *early));
        let how = early.map_or(String::new(), |(_, letter)| format!(":{letter}"));
        property("RE", &format!("{:+}{how}", score.difference()));
    }
    let notes = |property: &mut dyn FnMut(&str, &str), n: usize| {
        let node = tree.node(n);
        for (name, values) in
            node.properties.iter().filter(|(name, _)| !["RE", "TY", VALUE].contains(&&**name))
        {
            let values = values.iter().map(|value| unescaped(value));
            values.filter(|value| is_extra(name, value)).for_each(|value| property(name, &value));
        }
        if !node.comment.is_empty() {
            property("C", &node.comment);
        }
    };
    notes(&mut property, ROOT);
    property("TY", extra("TY").as_deref().unwrap_or("8"));
    let board = game.start().to_string().replace('X', "*").replace('.', "-");
    let rows: Vec<&str> = (0..8).map(|row| &board[8 * row..8 * row + 8]).collect();
    property("BO", &format!("8 {}{}", rows.join(" "), &board[64..]));
    let mut nodes = tree.along(game).into_iter();
    let mut at = Some(ROOT);
    for (t, ply) in game.turns() {
        let name = Stone::of_turn(t).letter().to_string();
        let value = |at: Option<usize>, i: usize| {
            let value = at.and_then(|n| tree.values(n, VALUE).get(i)).filter(|value| !value.is_empty());
            value.map_or(String::new(), |value| format!("/{}", unescaped(value)))
        };
        match ply {
            Ply::Drop(cell) => {
                at = nodes.next();
                property(&name, &format!("{cell}{}", value(at, 0)));
                at.inspect(|n| notes(&mut property, *n));
            }
            Ply::Pass => property(&name, &format!("pass{}", value(at, 1))),
        }
    }
    ggf + ";)"
}

/// Escapes the characters that would end a value or begin a new game.
fn escape(value: &str) -> String {
    let text = value.replace('\\', "\\\\");
    text.replace(']', "\\]").replace(NEXT, "\\(;GM[")
}

//! GGF, the text format of the Generic Game Server, for Othello:
//! `(;GM[Othello]PB[black]PW[white]RE[+2.000]TY[8]BO[8 ---...--- *]B[d3//0.01]W[c5]...;)`.

use std::fmt::Write as _;
use words::say;

use super::format::{Format, Holds, Write, at_most};
use super::othello_replay::{OthelloReplay, is_pass};
use super::problem::excerpt;
use super::text::name;
use super::transcript::check_no_turn_is_thrown_away;
use super::{Early, GameName, Heading, Problem, Recorded, Score, WrongMove, tournament_score};
use crate::Game as _;
use crate::othello::Cell;
use crate::othello::rules::{Map, turn_over};
use crate::othello::{Game, Ply, Position, Rules};
use crate::stone::Stone;

/// The Generic Game Server's format.
pub(super) const GGF: Format = Format {
    ending: "ggf",
    games: &[GameName::Othello],
    offered: true,
    known_by_ending: true,
    begins: |source| source.text().contains("(;"),
    read: |source| Ok(at_most(games(source.text()))),
    write: Write::Text(line),
    many_games: true,
    holds: Holds {
        early_ends: true,
        margins: true,
        ..Holds::HEADING
    },
};

/// What a game begins with where another has not ended.
const NEXT: &str = "(;GM[";

/// How many properties a game may have. A game with all its passes has fewer than 200.
const MOST_PROPERTIES: usize = 1000;

/// Reads all games in the text. What stands between games, like the number of games at the beginning of an archive's line, is ignored.
///
/// The moves may be in either case, with an evaluation and a time, passes `pass` or `PA` or left out, and the start board with or without
/// white space. Only boards of type 8 are read.
///
/// ```
/// use games::records::ggf::read;
/// let games = read("1 (;GM[Othello]PB[one]PW[two]TY[8]B[F5//2.64]W[d6];)\n1 (;GM[Othello]TY[8kr20];)");
/// assert_eq!(games[0].as_ref().unwrap().heading.black, "one");
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(), "TY[8kr20] is not supported");
/// ```
pub fn read(text: &str) -> Vec<Result<Recorded, Problem>> {
    games(text).collect()
}

/// The games of [`read`], one after the other.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<Recorded, Problem>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.find("(;")? + 2..];
        Some(properties(&mut rest).and_then(|properties| read_game(&properties)))
    })
}

/// A name and the text that stands in its brackets.
type Property<'a> = (&'a str, String);

/// Takes the properties of one game and its end off the text.
fn properties<'a>(rest: &mut &'a str) -> Result<Vec<Property<'a>>, Problem> {
    let mut properties = Vec::new();
    loop {
        if properties.len() == MOST_PROPERTIES {
            let what = say!(
                "the game has more than {MOST_PROPERTIES} properties",
                MOST_PROPERTIES
            );
            return Err(Problem::Malformed(what));
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
                let what = say!(
                    "expected a name and [, but found {excerpt}",
                    excerpt = excerpt(rest)
                );
                return Err(Problem::Malformed(what));
            }
        }
        properties.push((name, value(rest)?));
    }
}

/// Takes a value and its closing bracket off the text. A backslash makes the next character an ordinary one.
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
            // The next game begins before this one has ended.
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
    Problem::Malformed(say!("the game is cut off before its ;)").to_string())
}

fn is_othello(properties: &[Property]) -> Result<(), Problem> {
    match properties.iter().find(|(name, _)| *name == "GM") {
        Some((_, game)) if game.trim().eq_ignore_ascii_case("othello") => Ok(()),
        Some((_, game)) => Err(Problem::Variant(format!("GM[{}]", excerpt(game.trim())))),
        None => {
            let what = say!("the game has no GM[Othello]").to_string();
            Err(Problem::Malformed(what))
        }
    }
}

fn read_game(properties: &[Property]) -> Result<Recorded, Problem> {
    let value = |wanted: &str| {
        let mut found = properties.iter().filter(|(name, _)| *name == wanted);
        found.next().map(|(_, value)| value.trim())
    };
    let refused = |name: &str, value: &str| {
        let value = excerpt(value);
        Err(Problem::Variant(format!("{name}[{value}]")))
    };
    is_othello(properties)?;
    if let Some(variant) = value("TY").filter(|variant| *variant != "8") {
        return refused("TY", variant);
    }
    let start = value("BO").map_or(Ok(Position::default()), read_board)?;
    let text = |property| name(value(property).unwrap_or_default());
    let heading = Heading {
        black: text("PB"),
        white: text("PW"),
        date: text("DT"),
        event: text("PC"),
    };
    let score = value("RE").map_or(Ok(None), read_score)?;
    let mut replay = OthelloReplay::new(Rules::Standard, start);
    let mut left_out = Vec::new();
    let mut leave_out = |what| {
        if !left_out.contains(&what) {
            left_out.push(what);
        }
    };
    for (name, value) in properties {
        let by = match *name {
            "B" => Stone::Black,
            "W" => Stone::White,
            name if KEPT.contains(&name) => continue,
            _ => {
                leave_out(say!("ratings, clocks and other properties"));
                continue;
            }
        };
        let (played, more) = value.split_once('/').unwrap_or((value, ""));
        if !more.is_empty() {
            leave_out(say!("values and times of moves"));
        }
        replay.play(played.trim(), Some(by))?;
    }
    let recorded = replay.recorded(heading, score);
    Ok(Recorded {
        left_out,
        ..recorded
    })
}

/// The properties that are kept.
const KEPT: [&str; 8] = ["GM", "PC", "DT", "PB", "PW", "RE", "TY", "BO"];

/// The discs after all moves of the first game in the text, and who is to move then. Unlike [`read`] it takes any board
/// to start from, and never passes by itself: the side after the one that moved last is to move.
///
/// ```
/// use games::records::ggf::last_position;
/// use games::stone::Stone;
/// let (map, to_move) = last_position("(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)").unwrap();
/// assert_eq!((map[4][4], to_move), (1, Stone::White));
/// ```
///
/// # Errors
/// The text holds no game of Othello, or one with an impossible board or move.
pub fn last_position(text: &str) -> Result<(Map, Stone), Problem> {
    let start = text.find("(;").map(|at| &text[at + 2..]);
    let properties = properties(&mut start.unwrap_or_default())?;
    is_othello(&properties)?;
    let Position {
        mut map,
        mut to_move,
    } = match properties.iter().find(|(name, _)| *name == "BO") {
        Some((_, board)) => read_board(board)?,
        None => Position::default(),
    };
    let moves = properties.iter().filter_map(|(name, value)| match *name {
        "B" => Some((Stone::Black, value)),
        "W" => Some((Stone::White, value)),
        _ => None,
    });
    for ((stone, value), n) in moves.zip(1..) {
        let text = value.split('/').next().unwrap_or_default().trim();
        let wrong = |why| Problem::Move {
            n,
            text: text.to_string(),
            why,
        };
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

/// The size, the rows, and who is to move, with or without white space.
fn read_board(text: &str) -> Result<Position, Problem> {
    let board = text.trim().strip_prefix('8');
    let position = board.and_then(|board| {
        let (side, _) = board.char_indices().next_back()?;
        Position::from_fields(&board[..side], &board[side..]).ok()
    });
    position.ok_or_else(|| Problem::Variant(format!("BO[{}]", excerpt(text))))
}

/// The board that a game begins with, as the Generic Game Server writes it.
fn start_board(start: Position) -> String {
    let board = start.to_string().replace('X', "*").replace('.', "-");
    let (cells, to_move) = board.split_at(64);
    let rows: Vec<&str> = (0..8).map(|row| &cells[8 * row..8 * row + 8]).collect();
    format!("8 {}{to_move}", rows.join(" "))
}

/// Reads `+12.000`, with `:r`, `:t` or `:s` for a game that did not end on the board. `?` means that there is no score yet.
fn read_score(text: &str) -> Result<Option<Score>, Problem> {
    if text.is_empty() || text.starts_with('?') {
        return Ok(None);
    }
    let (number, how) = match text.split_once(':') {
        Some((number, how)) => (number, Some(how.trim())),
        None => (text, None),
    };
    let difference: Option<f64> = number.trim().parse().ok();
    let whole = |d: &f64| d.fract() == 0.0 && d.abs() <= 64.0;
    let score = difference.filter(whole).map(|d| d as i32).and_then(|d| {
        Some(match how {
            None => Score::Difference(d),
            Some("r") => Score::Early(d, Early::Resigned),
            Some("t") => Score::Early(d, Early::OutOfTime),
            Some("s") => Score::Early(d, Early::Agreed),
            Some(_) => return None,
        })
    });
    let bad = || {
        Problem::Malformed(say!(
            "RE[{excerpt}] is not a score",
            excerpt = excerpt(text)
        ))
    };
    score.map(Some).ok_or_else(bad)
}

fn line(recorded: &Recorded) -> Result<String, Problem> {
    let game = recorded.othello()?;
    check_no_turn_is_thrown_away(game, "GGF")?;
    Ok(with_score(game, &recorded.heading, recorded.score) + "\n")
}

/// A game as one line of GGF, with its passes. It has a score when the game is over; the winner gets the empties.
pub fn text(game: &Game, heading: &Heading) -> String {
    with_score(game, heading, None)
}

/// [`text`] with the recorded score, if there is one.
fn with_score(game: &Game, heading: &Heading, score: Option<Score>) -> String {
    let mut ggf = "(;GM[Othello]".to_string();
    let mut property = |property: &str, value: &str| {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(ggf, "{property}[{}]", escape(value));
        }
    };
    property("PC", &heading.event);
    property("DT", &heading.date);
    property("PB", &heading.black);
    property("PW", &heading.white);
    let over = game.outcome().is_some() && game.lost().is_none();
    match score {
        Some(Score::Discs(black, white)) => {
            property("RE", &format!("{:+}", black as i32 - white as i32));
        }
        Some(Score::Difference(difference)) => property("RE", &format!("{difference:+}")),
        Some(Score::Early(difference, how)) => {
            let how = match how {
                Early::Resigned => 'r',
                Early::OutOfTime => 't',
                Early::Agreed => 's',
            };
            property("RE", &format!("{difference:+}:{how}"));
        }
        None if over => {
            let (black, white) = tournament_score(game.map());
            property("RE", &format!("{:+}", black as i32 - white as i32));
        }
        None => {}
    }
    property("TY", "8");
    property("BO", &start_board(game.start()));
    for (t, ply) in game.turns() {
        let name = match Stone::of_turn(t) {
            Stone::Black => "B",
            Stone::White => "W",
        };
        match ply {
            Ply::Drop(cell) => property(name, &cell.to_string()),
            Ply::Pass => property(name, "pass"),
        }
    }
    ggf + ";)"
}

/// The value, with backslashes before whatever would end it or begin the next game.
fn escape(value: &str) -> String {
    let one_line = name(value).replace('\\', "\\\\");
    one_line.replace(']', "\\]").replace(NEXT, "\\(;GM[")
}

//! The `.psq` files of Piskvork and the Gomocup.
//!
//! The first line has the board size. Each move is a line `x,y,milliseconds`: column, row, time, with columns
//! and rows counted from 1. The players' names follow, black's first, unless the game was saved from
//! Piskvork's own board. The next line is a number for the reason why the game ended, or -1. The last number
//! of the first line is 1 if the second player begins; that player is white here. The Gomocup adds a line
//! with a result and the tournament, `0,Standard1`; the number does not tell who won.
//!
//! The rules are the first word of the tournament's name: Freestyle or Fastgame, Standard, or Renju. If there
//! is no tournament, we write our own line `rules renju`, which other programs ignore. A file without rules
//! is freestyle.

use super::format::{Format, Stores};
use super::problem::{excerpt, malformed};
use super::recorded::add_property;
use super::replay::drop_gomoku;
use super::sgf::unescaped;
use super::text::name;
use super::{GameName, Heading, Problem, Recorded};
use crate::gomoku::{Game, Opening, Point, Rules, SIZES, Setup};
use crate::stone::Stone;
use crate::tree::{ROOT, Tree};
use words::say;

pub(super) const PSQ: Format = Format {
    extension: "psq",
    games: &[GameName::Gomoku],
    recommended: true,
    extension_decides: true,
    detect: |source| source.text().starts_with(FIRST_WORD),
    read: |source| Ok(vec![read(source.text(), source.assumed.rules)]),
    write: Some(|recorded| Ok(text(recorded.gomoku()?, &recorded.heading, recorded.tree.as_ref()))),
    many_games: false,
    stores: Stores {
        // A name that looks like a move cannot be stored, because it would be read as a move.
        name: |name| read_move(name, *SIZES.end()).is_none(),
        event: |event| event.is_empty() || tournament(&format!("0,{event}")) == Some(event.trim()),
        property: |name, _| name == EXTRAS,
        ..Stores::MOVES
    },
};

const FIRST_WORD: &str = "Piskvorky ";
const RULES: &str = "rules ";
/// The property of a tree that has what only this format knows: in the root the middle of the first line, the
/// reason why the game ended and the tournament's result, and in the other nodes the move's milliseconds.
const EXTRAS: &str = "PSQ";
/// The values of [`EXTRAS`] for a game from elsewhere.
const DEFAULTS: [&str; 3] = ["11:11", "-1", "0"];
/// The prefixes of tournament names, with their rules. Caro is not supported.
const TOURNAMENTS: [(&str, Option<Rules>); 5] = [
    ("freestyle", Some(Rules::Freestyle)),
    ("fastgame", Some(Rules::Freestyle)),
    ("standard", Some(Rules::Standard)),
    ("renju", Some(Rules::Renju)),
    ("caro", None),
];

/// Reads a file. `default` applies if the file does not name its rules.
pub fn read(text: &str, default: Rules) -> Result<Recorded, Problem> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let Some(size) = first.strip_prefix(FIRST_WORD) else {
        let first = excerpt(first);
        return malformed(say!("the first line is {first}, not one such as Piskvorky 15x15", first));
    };
    let mut fields = size.split(',').map(str::trim);
    let named = fields.next().unwrap_or_default();
    let is_named = |size: &usize| named == format!("{size}x{size}");
    let Some(size) = SIZES.into_iter().find(is_named) else {
        let (size, least, most) = (excerpt(named), SIZES.start(), SIZES.end());
        return Err(Problem::Variant(say!(
            "a board of {size} instead of {least}x{least} to {most}x{most}",
            size,
            least,
            most
        )));
    };
    let middle = fields.next();
    let begins = match fields.next() {
        None | Some("0") => Stone::Black,
        Some("1") => Stone::White,
        Some(other) => {
            let other = excerpt(other);
            return malformed(say!("the first line ends with {other}, not 0 or 1", other));
        }
    };

    let lines: Vec<&str> = lines.collect();
    let is_move = |line: &&&str| read_move(line, size).is_some();
    let (moves, rest) = lines.split_at(lines.iter().take_while(is_move).count());
    let ending = ending(rest);
    // If both a move and the ending are wrong, the move is reported, so the error in the ending is returned
    // later.
    let (rules, event, result) = match &ending {
        Ok((.., rest)) => trailer(rest)?,
        Err(_) => Default::default(),
    };
    let setup = Setup::new(rules.unwrap_or(default), begins, Opening::Free);
    let mut game = Game::new(setup.map_err(Problem::malformed)?.on(size));
    for (text, point) in moves.iter().filter_map(|line| read_move(line, size)) {
        drop_gomoku(&mut game, text, point)?;
    }
    let ([black, white], end, _) = ending?;
    let heading = Heading { black: name(black), white: name(white), event, ..Heading::default() };
    let mut recorded = Recorded::new(Box::new(game), heading);
    let extras = [middle.unwrap_or(DEFAULTS[0]), end, result.unwrap_or(DEFAULTS[2])];
    for (line, n) in moves.iter().zip(1..) {
        if let Some(time) = line.rsplit(',').next().filter(|time| *time != "0") {
            add_property(recorded.tree_mut(), n, EXTRAS, &[time]);
        }
    }
    if extras != DEFAULTS {
        add_property(recorded.tree_mut(), ROOT, EXTRAS, &extras);
    }
    Ok(recorded)
}

/// Parses the end of a game: two names and the number for the reason why the game ended, or only -1 for a
/// game from Piskvork's own board. Returns the names, the number and the remaining lines.
fn ending<'a>(lines: &'a [&'a str]) -> Result<([&'a str; 2], &'a str, &'a [&'a str]), Problem> {
    let is_number = |line: &str| line.parse::<i32>().is_ok();
    match lines {
        [black, white, end, rest @ ..] if is_number(end) => Ok(([*black, *white], end, rest)),
        ["-1", rest @ ..] => Ok((["", ""], "-1", rest)),
        [_, _, end, ..] => {
            let end = excerpt(end);
            malformed(say!("after the two names comes {end}, not a number such as -1", end))
        }
        _ => malformed(say!("the file is cut off: it should end with two names and -1")),
    }
}

/// Parses the lines after the end of a game: a result with the tournament, and our own line with the rules.
/// Returns the rules, the tournament and the result. Our line has precedence over the tournament's rules.
fn trailer<'a>(lines: &[&'a str]) -> Result<(Option<Rules>, String, Option<&'a str>), Problem> {
    let (mut found, mut event, mut result) = (None, None, None);
    let ours = lines.iter().find_map(|line| line.strip_prefix(RULES));
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let named = if let Some(rules) = line.strip_prefix(RULES) {
            let unknown = |_| Problem::Variant(say!("the rule {excerpt}", excerpt = excerpt(rules)));
            Some(rules.trim().parse().map_err(unknown)?)
        } else if let Some(tournament) = tournament(line).filter(|_| event.is_none()) {
            event = Some(name(tournament));
            result = line.split(',').next();
            if ours.is_some() { None } else { rules_of(tournament)? }
        } else {
            let line = excerpt(line);
            return malformed(say!("the file goes on after its end, with {line}", line));
        };
        match (found, named) {
            (Some(one), Some(other)) if one != other => {
                return malformed(say!("the file names two rules, {one} and {other}", one, other));
            }
            (one, other) => found = one.or(other),
        }
    }
    Ok((found, event.unwrap_or_default(), result))
}

/// Returns the tournament if the line has a result and a tournament.
fn tournament(line: &str) -> Option<&str> {
    let (result, tournament) = line.split_once(',')?;
    result.parse::<u8>().ok()?;
    // A line that can be read as a move is not a tournament line.
    read_move(line, *SIZES.end()).is_none().then_some(tournament)
}

/// Returns the rules of a tournament, or `Ok(None)` if its name does not indicate them.
fn rules_of(tournament: &str) -> Result<Option<Rules>, Problem> {
    let tournament = tournament.trim().to_ascii_lowercase();
    let mut known = TOURNAMENTS.into_iter();
    match known.find(|(word, _)| tournament.starts_with(word)) {
        None => Ok(None),
        Some((_, Some(rules))) => Ok(Some(rules)),
        Some((word, None)) => Err(Problem::Variant(say!("the rule {word}", word))),
    }
}

/// Parses a move. Returns the place as written and, if it is on the board, the point. Returns `None` if the
/// line is not a move.
fn read_move(line: &str, size: usize) -> Option<(&str, Option<Point>)> {
    let (place, milliseconds) = line.rsplit_once(',')?;
    let (x, y) = place.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (x, y, _) = (number(x)?, number(y)?, number(milliseconds)?);
    let index = |n: i64| usize::try_from(n).ok()?.checked_sub(1).filter(|n| *n < size);
    let point = index(y).zip(index(x));
    Some((place, point.map(|(row, col)| Point::new(row, col))))
}

/// Formats a game with DOS line endings. The format cannot store resignations, dates or swap2 decisions.
/// `tree` has the times of moves, if they are known.
pub fn text(game: &Game, heading: &Heading, tree: Option<&Tree>) -> String {
    let setup = game.setup();
    let extra = |n: usize, i: usize| Some(unescaped(tree?.values(n, EXTRAS).get(i)?));
    let is_valid = |i: usize, text: &String| match i {
        0 => !text.contains(['\n', ',']),
        1 => text.parse::<i32>().is_ok(),
        _ => text.parse::<u8>().is_ok(),
    };
    let known = |i: usize| extra(ROOT, i).filter(|text| is_valid(i, text));
    let [middle, end, result] = [0, 1, 2].map(|i| known(i).unwrap_or(DEFAULTS[i].to_string()));
    let size = setup.size();
    let begins = usize::from(setup.first() == Stone::White);
    let mut psq = format!("{FIRST_WORD}{size}x{size}, {middle}, {begins}\r\n");
    let nodes = tree.map_or(Vec::new(), |tree| tree.along(game));
    for (n, point) in game.pieces().iter().enumerate() {
        let time = nodes.get(n).and_then(|n| extra(*n, 0)).filter(|time| time.parse::<i64>().is_ok());
        let time = time.as_deref().unwrap_or("0");
        psq += &format!("{},{},{time}\r\n", point.col() + 1, point.row() + 1);
    }
    for player in [&heading.black, &heading.white] {
        let player = name(player);
        psq += &match read_move(&player, size) {
            Some(_) => player.replace(',', " "),
            None => player,
        };
        psq += "\r\n";
    }
    psq += &format!("{end}\r\n");
    if !heading.event.is_empty() {
        psq += &format!("{result},{}\r\n", name(&heading.event));
    }
    if rules_of(&heading.event) != Ok(Some(setup.rules()))
        && (setup.rules() != Rules::Freestyle || rules_of(&heading.event) != Ok(None))
    {
        psq += &format!("{RULES}{}\r\n", setup.rules());
    }
    psq
}

//! The `.psq` files of Piskvork, which the Gomocup tournaments are played with.
//!
//! The first line gives the size of the board. Each move is a line `x,y,milliseconds`, counted from 1 with the column first. Then come the
//! players' names, black's first, unless the game was saved at Piskvork's own board, and a number that says why the game ended: -1 if
//! nobody knows. The last number of the first line is 1 when the player with the second name begins, who is white here. Gomocup adds a line
//! with a result and the tournament's name, `0,Standard1`; who won cannot be told from its number, only from the board.
//!
//! The rules are those that the tournament's name begins with: Freestyle and Fastgame, Standard, Renju. A file without that line gets one
//! of our own when it is written, `rules renju`, which other programs do not read. A file that names no rules is a game of freestyle.

use super::format::{Format, Holds, Write};
use super::gomoku_replay::drop_gomoku;
use super::problem::excerpt;
use super::text::name;
use super::{GameName, Heading, Problem, Recorded};
use crate::gomoku::{Game, Opening, Point, Rules, SIZES, Setup};
use crate::stone::Stone;
use words::say;

pub(super) const PSQ: Format = Format {
    ending: "psq",
    games: &[GameName::Gomoku],
    offered: true,
    known_by_ending: true,
    begins: |source| source.text().starts_with(FIRST_WORD),
    read: |source| Ok(vec![read_by(source.text(), source.assumed.rules)]),
    write: Write::Text(|recorded| Ok(text(recorded.gomoku()?, &recorded.heading))),
    many_games: false,
    holds: Holds {
        // A name that looks like a move would be read as one.
        name: |name| read_move(name, *SIZES.end()).is_none(),
        ..Holds::MOVES
    },
};

/// What a file begins with.
const FIRST_WORD: &str = "Piskvorky ";
/// What the line with the rules begins with.
const RULES: &str = "rules ";
/// What the names of tournaments begin with, and the rules there; those of Caro are not played here.
const TOURNAMENTS: [(&str, Option<Rules>); 5] = [
    ("freestyle", Some(Rules::Freestyle)),
    ("fastgame", Some(Rules::Freestyle)),
    ("standard", Some(Rules::Standard)),
    ("renju", Some(Rules::Renju)),
    ("caro", None),
];

/// Reads a file. Lines may end as in DOS or in Unix.
///
/// ```
/// use games::records::psq::read;
/// let recorded = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,1250\nfirst\nsecond\n-1\n").unwrap();
/// assert!(recorded.game.to_string().contains("record: 7787\n"));
/// assert_eq!(recorded.heading.white, "second");
/// ```
///
/// # Errors
/// [`Problem::Variant`] for a board that is not square, smaller than 5x5 or larger than 20x20, or rules that are not played here,
/// [`Problem::Malformed`] for a file that is cut off, goes on after its end or has another form, and the first move that cannot be played.
pub fn read(text: &str) -> Result<Recorded, Problem> {
    read_by(text, Rules::Freestyle)
}

/// [`read`] with these rules where the file names none.
fn read_by(text: &str, unnamed: Rules) -> Result<Recorded, Problem> {
    let malformed = |what: String| Err(Problem::Malformed(what));
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let Some(size) = first.strip_prefix(FIRST_WORD) else {
        let first = excerpt(first);
        return malformed(say!(
            "the first line is {first}, not one such as Piskvorky 15x15",
            first
        ));
    };
    let mut fields = size.split(',').map(str::trim);
    let named = fields.next().unwrap_or_default();
    let is_named = |size: &usize| named == format!("{size}x{size}");
    let Some(size) = SIZES.into_iter().find(is_named) else {
        let (size, least, most) = (excerpt(named), SIZES.start(), SIZES.end());
        let what = say!(
            "a board of {size} instead of {least}x{least} to {most}x{most}",
            size,
            least,
            most
        );
        return Err(Problem::Variant(what));
    };
    let begins = match fields.nth(1) {
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
    // An error in the moves is reported before one in what comes after them, so a bad ending has to wait.
    let rules = match &ending {
        Ok(ending) => ending.trailer.as_ref().map_err(Problem::clone)?.rules,
        Err(_) => None,
    };
    let rules = rules.unwrap_or(unnamed);
    let setup = Setup::new(rules, begins, Opening::Free);
    let setup = setup.map_err(|why| Problem::Malformed(why.to_string()))?;
    let mut game = Game::new(setup.on(size));
    for (text, point) in moves.iter().filter_map(|line| read_move(line, size)) {
        drop_gomoku(&mut game, text, point)?;
    }
    let Ending { names, trailer } = ending?;
    let heading = Heading {
        black: name(names[0]),
        white: name(names[1]),
        event: trailer?.event,
        ..Heading::default()
    };
    let mut recorded = Recorded::new(Box::new(game), heading);
    if moves.iter().any(|line| !line.ends_with(",0")) {
        recorded.left_out.push("times");
    }
    Ok(recorded)
}

/// What comes after the moves.
struct Ending<'a> {
    names: [&'a str; 2],
    trailer: Result<Trailer, Problem>,
}

/// Reads two names and the number by which Piskvork says why the game ended; or -1 alone, if the game was saved at Piskvork's own board.
fn ending<'a>(lines: &[&'a str]) -> Result<Ending<'a>, Problem> {
    let is_number = |line: &str| line.parse::<i32>().is_ok();
    let (names, rest) = match lines {
        [black, white, end, rest @ ..] if is_number(end) => ([*black, *white], rest),
        ["-1", rest @ ..] => (["", ""], rest),
        [_, _, end, ..] => {
            let end = excerpt(end);
            let what = say!(
                "after the two names comes {end}, not a number such as -1",
                end
            );
            return Err(Problem::Malformed(what));
        }
        _ => {
            let what = say!("the file is cut off: it should end with two names and -1");
            return Err(Problem::Malformed(what.to_string()));
        }
    };
    Ok(Ending {
        names,
        trailer: trailer(rest.iter().copied()),
    })
}

/// What stands after the end of a game.
struct Trailer {
    /// `None` where the file names none.
    rules: Option<Rules>,
    event: String,
}

/// Reads the lines after the end of a game: nothing, or a result with the tournament's name, or the rules.
fn trailer<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Trailer, Problem> {
    let malformed = |what: String| Err(Problem::Malformed(what));
    let (mut rules, mut event) = (None, None);
    for line in lines.filter(|line| !line.is_empty()) {
        let named = if let Some(rules) = line.strip_prefix(RULES) {
            let unknown =
                |_| Problem::Variant(say!("the rule {excerpt}", excerpt = excerpt(rules)));
            Some(rules.trim().parse().map_err(unknown)?)
        } else if let Some(tournament) = tournament(line).filter(|_| event.is_none()) {
            event = Some(name(tournament));
            rules_of(tournament)?
        } else {
            let line = excerpt(line);
            return malformed(say!("the file goes on after its end, with {line}", line));
        };
        match (rules, named) {
            (Some(one), Some(other)) if one != other => {
                return malformed(say!(
                    "the file names two rules, {one} and {other}",
                    one,
                    other
                ));
            }
            (one, other) => rules = one.or(other),
        }
    }
    Ok(Trailer {
        rules,
        event: event.unwrap_or_default(),
    })
}

/// The name after the number of a result.
fn tournament(line: &str) -> Option<&str> {
    let (result, tournament) = line.split_once(',')?;
    result.parse::<u8>().ok()?;
    // A move after the end is not a tournament's name.
    read_move(line, *SIZES.end())
        .is_none()
        .then_some(tournament)
}

/// The rules of a tournament; `None` when its name does not say them.
fn rules_of(tournament: &str) -> Result<Option<Rules>, Problem> {
    let tournament = tournament.trim().to_lowercase();
    let mut known = TOURNAMENTS.into_iter();
    match known.find(|(word, _)| tournament.starts_with(word)) {
        None => Ok(None),
        Some((_, Some(rules))) => Ok(Some(rules)),
        Some((word, None)) => Err(Problem::Variant(say!("the rule {word}", word))),
    }
}

/// The place as it is written and the point there, if it is on a board of this size; `None` when the line does not have the form of a move.
fn read_move(line: &str, size: usize) -> Option<(&str, Option<Point>)> {
    let (place, milliseconds) = line.rsplit_once(',')?;
    let (x, y) = place.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (x, y, _) = (number(x)?, number(y)?, number(milliseconds)?);
    let index = |n: i64| {
        usize::try_from(n)
            .ok()?
            .checked_sub(1)
            .filter(|n| *n < size)
    };
    let point = index(y).zip(index(x));
    Some((place, point.map(|(row, col)| Point::new(row, col))))
}

/// A game as a file with DOS line endings. The format has no place for a resignation, a date, or how the players came to their colours.
pub fn text(game: &Game, heading: &Heading) -> String {
    let setup = game.setup();
    let size = setup.size();
    let begins = usize::from(setup.first() == Stone::White);
    let mut psq = format!("{FIRST_WORD}{size}x{size}, 11:11, {begins}\r\n");
    for point in game.pieces() {
        psq += &format!("{},{},0\r\n", point.col() + 1, point.row() + 1);
    }
    for player in [&heading.black, &heading.white] {
        let player = name(player);
        psq += &match read_move(&player, size) {
            Some(_) => player.replace(',', " "),
            None => player,
        };
        psq += "\r\n";
    }
    psq += "-1\r\n";
    if setup.rules() != Rules::Freestyle {
        psq += &format!("{RULES}{}\r\n", setup.rules());
    }
    psq
}

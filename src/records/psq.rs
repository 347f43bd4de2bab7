//! The `.psq` files of Piskvork, which the Gomocup tournaments are played with.
//!
//! The first line has the size of the board. Each move is a line `x,y,milliseconds`, counted from 1 with the column first. Then
//! come the players' names, black's first, and `-1`. The last number of the first line is 1 when the player with the second
//! name begins, which is white here. Gomocup adds a line with a result and the tournament's name; who won cannot be told
//! from its number, only from the board.
//!
//! The format does not tell the rules. Ours are in a line after all that, `rules renju`, which other programs do not read. A
//! file without it is a game of freestyle.

use super::gomoku_replay::drop_gomoku;
use super::problem::excerpt;
use super::{Heading, Problem, Recorded};
use crate::games::gomoku::{Game, Opening, Point, Rules, SIZE, Setup};
use crate::games::stone::Stone;

/// What a file begins with.
pub(super) const FIRST_WORD: &str = "Piskvorky ";
/// What the line with the rules begins with.
const RULES: &str = "rules ";

/// Reads a file. Lines may end as in DOS or in Unix.
///
/// ```
/// use qipan::records::psq::read;
/// let recorded = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,1250\nfirst\nsecond\n-1\n").unwrap();
/// assert!(recorded.game.to_string().contains("record: 7787\n"));
/// assert_eq!(recorded.heading.white, "second");
/// ```
///
/// # Errors
/// [`Problem::Variant`] for a board other than 15x15, [`Problem::Malformed`] for a file that is cut off or of another form,
/// and the first move that cannot be played.
pub fn read(text: &str) -> Result<Recorded, Problem> {
    let malformed = |what: String| Err(Problem::Malformed(what));
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let Some(size) = first.strip_prefix(FIRST_WORD) else {
        let first = excerpt(first);
        return malformed(format!("the first line is {first}, not Piskvorky 15x15"));
    };
    let size = size.split(',').next().unwrap_or_default().trim();
    if size != format!("{SIZE}x{SIZE}") {
        return Err(Problem::Variant(format!("a board of {}", excerpt(size))));
    }

    let second_begins = first.rsplit(',').next().map(str::trim) == Some("1");
    let first = if second_begins {
        Stone::White
    } else {
        Stone::Black
    };
    let mut trailers = text
        .lines()
        .map(str::trim)
        .rev()
        .take_while(|line| *line != "-1");
    let rules = trailers.find_map(|line| line.strip_prefix(RULES)?.parse().ok());
    let setup = Setup::new(rules.unwrap_or_default(), first, Opening::Free);
    let mut game = Game::new(setup.map_err(|why| Problem::Malformed(why.to_string()))?);
    let mut line = lines.next();
    while let Some((text, point)) = line.and_then(read_move) {
        drop_gomoku(&mut game, text, point)?;
        line = lines.next();
    }
    let (Some(black), Some(white), Some(end)) = (line, lines.next(), lines.next()) else {
        return malformed("the file is cut off: it should end with two names and -1".to_string());
    };
    if end != "-1" {
        let end = excerpt(end);
        return malformed(format!("after the two names comes {end}, not -1"));
    }
    let trailer = lines.next().and_then(|line| line.split_once(','));
    let heading = Heading {
        black: black.to_string(),
        white: white.to_string(),
        event: trailer.map_or("", |(_, event)| event).to_string(),
        ..Heading::default()
    };
    Ok(Recorded {
        game: Box::new(game),
        heading,
        score: None,
    })
}

/// The place as it is written and the point there, if it is on the board; `None` when the line does not have the form of a move.
fn read_move(line: &str) -> Option<(&str, Option<Point>)> {
    let (place, milliseconds) = line.rsplit_once(',')?;
    let (x, y) = place.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (x, y, _) = (number(x)?, number(y)?, number(milliseconds)?);
    let index = |n: i64| {
        usize::try_from(n)
            .ok()?
            .checked_sub(1)
            .filter(|n| *n < SIZE)
    };
    let point = index(y).zip(index(x));
    Some((place, point.map(|(row, col)| Point::new(row, col))))
}

/// A game as a file with DOS line ends. The format has no place for a resignation, a date, or how the players came to their
/// colours.
pub fn text(game: &Game, heading: &Heading) -> String {
    let setup = game.setup();
    let begins = usize::from(setup.first() == Stone::White);
    let mut psq = format!("{FIRST_WORD}{SIZE}x{SIZE}, 11:11, {begins}\r\n");
    for point in game.pieces() {
        psq += &format!("{},{},0\r\n", point.col() + 1, point.row() + 1);
    }
    for name in [&heading.black, &heading.white] {
        psq += name.replace(char::is_control, " ").trim();
        psq += "\r\n";
    }
    psq += "-1\r\n";
    if setup.rules() != Rules::Freestyle {
        psq += &format!("{RULES}{}\r\n", setup.rules());
    }
    psq
}

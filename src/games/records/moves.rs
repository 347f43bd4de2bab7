//! Moves in the notation of forums and PGN: `f5d6c3`, `h8 i9`, `1. h8 i9 2. g7`.
//!
//! In gomoku, rows are counted from the bottom; in Othello, from the top.

use std::fmt::Write as _;
use words::say;

use super::format::{Format, Stores, at_most};
use super::problem::{excerpt, malformed};
use super::recorded::add_property;
use super::replay::{OthelloReplay, drop_gomoku, is_pass, leading_pass, point};
use super::score::score_on_board;
use super::sgf::unescaped;
use super::text::name;
use super::{Assumptions, GameName, Heading, Problem, Recorded, Score, endgames, transcript};
use crate::gomoku::{self, Setup};
use crate::othello::{self, Cell, Position};
use crate::stone::{Outcome, Stone};
use crate::tree::ROOT;

const MAX_MOVES: usize = 10_000;
const MAX_TAGS: usize = 100;
/// The legal first moves of Othello.
const FIRST: [&str; 4] = ["d3", "c4", "f5", "e6"];
/// The maximum width of a line when writing PGN.
const WIDTH: usize = 76;

/// The format with numbered moves, with or without tags.
pub(super) const PGN: Format = Format {
    extension: "pgn",
    games: &GameName::ALL,
    recommended: false,
    extension_decides: true,
    detect: |source| is_numbered(source.text()),
    read: |source| Ok(at_most(games(source.text(), source.assumed))),
    write: Some(pgn),
    many_games: true,
    stores: Stores {
        name: is_known,
        event: is_known,
        // A comment cannot contain its closing bracket.
        comment: |text| !text.contains('}'),
        property: |name, values| match name {
            TAGS => values.iter().all(|value| is_tag(&unescaped(value))),
            "RE" => values.iter().all(|value| result(value).is_some()),
            _ => false,
        },
        ..Stores::HEADING
    },
};

/// The property of a tree's root that has the tags without a place in the heading, such as `Round "1"`.
const TAGS: &str = "PGN";

/// The results in SGF's notation and in PGN's, for games that were not finished on the board.
const RESULTS: [(&str, &str); 3] = [("B+", "1-0"), ("W+", "0-1"), ("0", "1/2-1/2")];

/// Returns the result in PGN's notation of a game's `RE` property.
fn result(re: &str) -> Option<&'static str> {
    let found = RESULTS.iter().find(|(sgf, _)| *sgf == re);
    found.map(|(_, pgn)| *pgn)
}

enum Word<'a> {
    Move(&'a str),
    Number(&'a str),
    Comment(&'a str),
    /// The result of the game, such as `1-0`, `38-26` or `*`.
    Result(&'a str),
    Other(&'a str),
}

fn next_word<'a>(rest: &mut &'a str) -> Option<Word<'a>> {
    let whole = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let first = whole.chars().next()?;
    let length = |text: &str, is: fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    let is_digit = |c: char| c.is_ascii_digit();
    let digits = length(whole, is_digit);
    let (kind, end): (fn(&'a str) -> Word<'a>, usize) = if first == '{' {
        let comment = |text: &'a str| Word::Comment(text[1..].strip_suffix('}').unwrap_or(&text[1..]).trim());
        (comment, whole.find('}').map_or(whole.len(), |at| at + 1))
    } else if let Some(pass) = leading_pass(whole) {
        (Word::Move, pass.len())
    } else if digits > 0 && whole[digits..].starts_with(['.', ')']) {
        let dots = length(&whole[digits..], |c| matches!(c, '.' | ')'));
        (|text| Word::Number(text.trim_end_matches(['.', ')'])), digits + dots)
    } else if digits > 0 || first == '*' {
        (Word::Result, length(whole, |c| c.is_ascii_digit() || matches!(c, '-' | '/' | '*' | ':')))
    } else if first.is_ascii_alphabetic() && whole[1..].starts_with(is_digit) {
        (Word::Move, 1 + length(&whole[1..], is_digit))
    } else {
        (Word::Other, first.len_utf8())
    };
    let (word, after) = whole.split_at(end);
    *rest = after;
    Some(kind(word))
}

/// True if a text consists only of moves, numbers and results.
pub(super) fn is_moves(mut text: &str) -> bool {
    let mut some = false;
    while let Some(word) = next_word(&mut text) {
        match word {
            Word::Move(_) => some = true,
            Word::Number(_) | Word::Result(_) if some => {}
            _ => return false,
        }
    }
    some
}

/// Reads a game from one line. Unless a game is assumed, a line that fits both games is read as Othello if
/// its first move is legal in Othello.
pub(super) fn read_line(line: &str, assumed: Assumptions) -> Result<Recorded, Problem> {
    if !is_moves(line) {
        return match assumed.game {
            Some(GameName::Gomoku) if !transcript::is_transcript(line) => {
                malformed(say!("{excerpt} is not a game of gomoku", excerpt = excerpt(line)))
            }
            _ => transcript::read(line),
        };
    }
    Parsed::of(line)?.recorded(assumed.game, Setup::by(assumed.rules))
}

pub(super) fn read_gomoku(moves: &str, setup: Setup) -> Result<Recorded, Problem> {
    Parsed::of(moves)?.recorded(Some(GameName::Gomoku), setup)
}

/// True if a text begins with a PGN tag or with the number of the first move.
fn is_numbered(text: &str) -> bool {
    let mut start = text.trim_start();
    tag(start).is_some()
        || matches!(next_word(&mut start), Some(Word::Number("1")))
            && matches!(next_word(&mut start), Some(Word::Move(_)))
}

/// Parses a PGN tag, such as `[Black "somebody"]`. Returns its name, its value and the rest of the text.
fn tag(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.strip_prefix('[')?;
    let (line, after) = text.split_once('\n').unwrap_or((text, ""));
    let (name, value) = line.trim_end().strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    plain.then_some((name, value, after))
}

/// True if a text is a tag without its brackets that the heading has no place for.
fn is_tag(text: &str) -> bool {
    let line = format!("[{text}]");
    let known = ["Event", "Date", "Black", "White", "FEN", "Game", "Result"];
    !text.contains(['\n', '\r']) && tag(&line).is_some_and(|(name, ..)| !known.contains(&name))
}

/// Returns false for the placeholders that PGN uses for unknown values.
fn is_known(value: &str) -> bool {
    !matches!(value, "?" | "-")
}

fn games(text: &str, assumed: Assumptions) -> impl Iterator<Item = Result<Recorded, Problem>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        (!rest.is_empty()).then(|| read_game(&mut rest, assumed))
    })
}

/// Parses the tags and moves of a game, and stops where the next game begins.
fn read_game(rest: &mut &str, assumed: Assumptions) -> Result<Recorded, Problem> {
    let mut found = Parsed::default();
    let mut tags = 0;
    while let Some((name, value, after)) = tag(rest) {
        tags += 1;
        if tags <= MAX_TAGS {
            found.add_tag(name, value);
        }
        *rest = after.trim_start();
    }
    let mut problem = None;
    loop {
        let before = *rest;
        let next = rest.trim_start();
        // A tag must begin a line. Without this rule, each bracket in a long line would be parsed up to the
        // end of the line.
        let is_line = rest[..rest.len() - next.len()].contains('\n');
        let next_begins = is_line && tag(next).is_some();
        let Some(word) = next_word(rest) else {
            break;
        };
        if next_begins || matches!(word, Word::Number("1")) && !found.moves.is_empty() {
            *rest = before;
            break;
        }
        if problem.is_none() {
            problem = found.add(word).err();
        }
    }
    match problem {
        Some(problem) => Err(problem),
        None => found.recorded(assumed.game, Setup::by(assumed.rules)),
    }
}

/// The parts of a game, before its moves are played.
#[derive(Default)]
struct Parsed<'a> {
    heading: Heading,
    start: Option<&'a str>,
    moves: Vec<&'a str>,
    /// The comments, each with the number of moves before it.
    comments: Vec<(usize, &'a str)>,
    result: Option<&'a str>,
    game: Option<GameName>,
    site: String,
    /// The other tags, without their brackets.
    tags: Vec<String>,
}

impl<'a> Parsed<'a> {
    fn of(mut text: &'a str) -> Result<Parsed<'a>, Problem> {
        let mut parsed = Parsed::default();
        while let Some(word) = next_word(&mut text) {
            parsed.add(word)?;
        }
        Ok(parsed)
    }

    fn add_tag(&mut self, name: &str, value: &'a str) {
        if value.is_empty() || !is_known(value) {
            return;
        }
        let text = super::text::name(&value.replace("\\\"", "\"").replace("\\\\", "\\"));
        match name {
            "Event" => self.heading.event = text,
            "Date" => self.heading.date = text,
            "Black" => self.heading.black = text,
            "White" => self.heading.white = text,
            "FEN" => self.start = Some(value),
            "Game" => self.game = value.to_ascii_lowercase().parse().ok(),
            "Result" => self.result = Some(value),
            _ => {
                if name == "Site" {
                    self.site = text;
                }
                self.tags.push(format!("{name} \"{value}\""));
            }
        }
    }

    fn add(&mut self, word: Word<'a>) -> Result<(), Problem> {
        match word {
            Word::Move(_) if self.moves.len() == MAX_MOVES => {
                return malformed(say!("the game has more than {count} moves", count = MAX_MOVES));
            }
            Word::Move(text) => self.moves.push(text),
            Word::Number(_) => {}
            Word::Comment(text) => self.comments.push((self.moves.len(), text)),
            Word::Result(text) => self.result = Some(text),
            Word::Other(text) => {
                let n = self.moves.len() + 1;
                let excerpt = excerpt(text);
                return malformed(say!("expected move {n}, found {excerpt}", n, excerpt));
            }
        }
        Ok(())
    }

    fn recorded(mut self, which: Option<GameName>, setup: Setup) -> Result<Recorded, Problem> {
        if self.heading.event.is_empty() {
            self.heading.event = self.site.clone();
        }
        let cells = |text: &&str| is_pass(text) || text.parse::<Cell>().is_ok();
        let could_be_othello = self.start.is_some() || self.moves.iter().all(cells);
        let begins = |text: &&str| FIRST.contains(&text.to_ascii_lowercase().as_str());
        let which = which.or(self.game).or(match could_be_othello {
            false => Some(GameName::Gomoku),
            true if self.start.is_some() || self.moves.is_empty() => Some(GameName::Othello),
            true => None,
        });
        match which {
            Some(GameName::Othello) => self.othello(),
            Some(GameName::Gomoku) => self.gomoku(setup),
            None => {
                let problem = match self.othello() {
                    Ok(othello) => return Ok(othello),
                    Err(problem) => problem,
                };
                match self.gomoku(setup) {
                    Ok(mut gomoku) if !self.moves.first().is_some_and(begins) => {
                        gomoku.notes.push(say!("read as gomoku; --game othello reads Othello").to_string());
                        Ok(gomoku)
                    }
                    Ok(_) => malformed(say!(
                        "as Othello, {problem}; as gomoku it can be played: say --game gomoku if it is",
                        problem
                    )),
                    Err(_) => Err(problem),
                }
            }
        }
    }

    fn othello(&self) -> Result<Recorded, Problem> {
        let start = match self.start {
            Some(fen) => endgames::read_one(fen).map_err(Problem::malformed)?,
            None => Position::default(),
        };
        let mut replay = OthelloReplay::new(othello::Rules::Standard, start);
        for text in &self.moves {
            replay.play(text, None)?;
        }
        let score = self.result.and_then(|result| {
            let (black, white) = result.split_once('-')?;
            let (black, white): (i32, i32) = (black.parse().ok()?, white.parse().ok()?);
            // A result such as 1-0 is not a score.
            let is_score = black >= 0 && white >= 0 && (33..=64).contains(&(black + white));
            is_score.then_some(Score::Difference(black - white))
        });
        let recorded = replay.recorded(self.heading.clone(), score);
        Ok(self.with_comments(recorded))
    }

    fn gomoku(&self, setup: Setup) -> Result<Recorded, Problem> {
        let mut game = gomoku::Game::new(setup);
        for text in &self.moves {
            drop_gomoku(&mut game, text, point(text, setup.size()))?;
        }
        let recorded = Recorded::new(Box::new(game), self.heading.clone());
        Ok(self.with_comments(recorded))
    }

    fn with_comments(&self, mut recorded: Recorded) -> Recorded {
        let open = recorded.score.is_none() && recorded.game.outcome().is_none();
        let tags: Vec<&str> = self.tags.iter().map(String::as_str).collect();
        if !tags.is_empty() {
            add_property(recorded.tree_mut(), ROOT, TAGS, &tags);
        }
        if let Some((sgf, _)) = RESULTS.iter().find(|(_, pgn)| open && Some(*pgn) == self.result) {
            add_property(recorded.tree_mut(), ROOT, "RE", &[sgf]);
        }
        for (after, text) in self.comments.iter().filter(|(_, text)| !text.is_empty()) {
            // A forced pass has no node.
            let drops = self.moves[..*after].iter().filter(|text| !is_pass(text)).count();
            recorded.tree_mut().add_comment(drops, &super::text::lines(text));
        }
        recorded
    }
}

/// Formats the moves of a gomoku game, such as `renju h8i8`. Unless they are freestyle, the rules come first.
pub(super) fn gomoku_text(game: &gomoku::Game) -> String {
    let mut text = gomoku::record::text_with_rules(game.setup(), &[]);
    let moves = gomoku_moves(game);
    let like_othello = moves.iter().all(|text| text.parse::<Cell>().is_ok());
    let begins_there = moves.first().is_some_and(|text| FIRST.contains(&&**text));
    if text.is_empty() && like_othello && begins_there {
        text = format!("{} ", game.setup().rules());
    }
    let together = moves.concat();
    // On a large board, records have more digits.
    let base = game.size().max(16) as u32;
    let like_a_record = together.chars().all(|c| c.is_digit(base));
    text + &match &moves[..] {
        [only] if like_a_record => format!("{only},"),
        moves if like_a_record => moves.join(" "),
        _ => together,
    }
}

fn gomoku_moves(game: &gomoku::Game) -> Vec<String> {
    let name = |point: &gomoku::Point| point.name(game.size());
    game.pieces().iter().map(name).collect()
}

fn pgn(recorded: &Recorded) -> Result<String, Problem> {
    let game = &*recorded.game;
    let words: Vec<String> = match recorded.game.of::<gomoku::Game>() {
        Some(game) if game.setup() != Setup::default() => {
            return malformed(say!("PGN cannot say by which rules or on which board gomoku was played"));
        }
        Some(game) => gomoku_moves(game),
        None => {
            let game = recorded.othello_from_standard_start()?;
            transcript::check_rules(game, "PGN")?;
            game.plies().iter().map(ToString::to_string).collect()
        }
    };
    let mut pgn = String::new();
    let heading = &recorded.heading;
    let on_board = recorded.game.of().and_then(score_on_board);
    let is_final = |score: &Score| !matches!(score, Score::Early(..));
    let result = match (recorded.score.filter(is_final).or(on_board), recorded.game.outcome()) {
        (Some(Score::Difference(d)), _) => format!("{}-{}", (64 + d) / 2, (64 - d) / 2),
        (Some(score), _) => score.to_string(),
        (_, Some(Outcome::Draw)) => "1/2-1/2".to_string(),
        (_, Some(Outcome::Won(Stone::Black))) => "1-0".to_string(),
        (_, Some(Outcome::Won(Stone::White))) => "0-1".to_string(),
        (None, None) => {
            let re = recorded.tree.as_ref().and_then(|tree| tree.property(ROOT, "RE"));
            re.and_then(self::result).unwrap_or("*").to_string()
        }
    };
    let tags = [
        ("Event", &heading.event),
        ("Date", &heading.date),
        ("Black", &heading.black),
        ("White", &heading.white),
        ("Result", &result),
    ];
    for (tag, value) in tags {
        let value = match value.is_empty() {
            true => "?".to_string(),
            false => name(value).replace('\\', "\\\\").replace('"', "\\\""),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(pgn, "[{tag} \"{value}\"]");
    }
    let tags = recorded.tree.iter().flat_map(|tree| tree.values(ROOT, TAGS));
    for tag in tags.map(|tag| unescaped(tag)).filter(|tag| is_tag(tag)) {
        let _ = writeln!(pgn, "[{tag}]");
    }
    let _ = writeln!(pgn, "[Game \"{}\"]\n", game.name());
    let mut column = 0;
    let mut put = |word: &str| {
        if column > 0 && column + word.len() > WIDTH {
            pgn.push('\n');
            column = 0;
        }
        if column > 0 {
            pgn.push(' ');
        }
        pgn += word;
        column = 1 + match word.rsplit_once('\n') {
            Some((_, last)) => last.len(),
            None => column + word.len(),
        };
    };
    let nodes: Vec<usize> = recorded.tree.iter().flat_map(|tree| tree.along(game)).collect();
    let comment = |n: usize| {
        let n = if n == 0 { ROOT } else { *nodes.get(n - 1)? };
        let text = &recorded.tree.as_ref()?.node(n).comment;
        (!text.is_empty()).then(|| format!("{{{}}}", text.replace('}', ")")))
    };
    comment(0).inspect(|text| put(text));
    let mut drops = 0;
    for (n, word) in words.iter().enumerate() {
        match n % 2 {
            0 => put(&format!("{}. {word}", n / 2 + 1)),
            _ => put(word),
        }
        if !is_pass(word) {
            drops += 1;
            comment(drops).inspect(|text| put(text));
        }
    }
    put(&result);
    Ok(pgn + "\n\n")
}

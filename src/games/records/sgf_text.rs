//! Games of Othello and gomoku as SGF, with their variations and remarks: what `sgf_games.rs` reads.

use std::fmt::Write as _;

use super::format::{Format, Holds, Write, at_most};
use super::sgf::escaped;
use super::sgf_games::result_of;
use super::transcript::thrown_away;
use super::{Early, GameName, Problem, Recorded, Score, sgf, sgf_games, tournament_score};
use crate::gomoku;
use crate::othello::{self, Cell, Position};
use crate::stone::{Lost, Outcome, Stone};
use crate::tree::{ROOT, Tree};
use crate::{Game, Place};
use words::say;

pub(super) const SGF: Format = Format {
    ending: "sgf",
    games: &GameName::ALL,
    offered: true,
    known_by_ending: true,
    begins: |source| sgf::is_sgf(source.text()),
    read: |source| {
        let games = sgf_games::read_by(source.text(), source.assumed.rules);
        Ok(at_most(games))
    },
    write: Write::Text(text),
    many_games: true,
    holds: Holds {
        early_ends: true,
        losses: true,
        trees: true,
        ..Holds::HEADING
    },
};

/// The number of moves in a line of a file.
const IN_A_LINE: usize = 10;

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
    if let Some(game) = recorded.game.of::<gomoku::Game>() {
        return result_of(game);
    }
    let game = recorded.game.of::<othello::Game>()?;
    let (black, white) = tournament_score(game.map());
    let by = match game.lost() {
        Some((_, Lost::Resigned)) => "R".to_string(),
        Some((_, Lost::OutOfTime)) => "T".to_string(),
        None => black.abs_diff(white).to_string(),
    };
    Some(match game.outcome()? {
        Outcome::Draw => "0".to_string(),
        Outcome::Won(winner) => format!("{}+{by}", letter(winner)),
    })
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

/// A game with its variations and remarks. Without a tree, only the moves up to the position on the board are written.
///
/// # Errors
/// A turn of Othello was thrown away in the game or in a variation, which SGF cannot hold; or the game is neither Othello nor gomoku.
pub(crate) fn text(recorded: &Recorded) -> Result<String, Problem> {
    let mut sgf = "(;FF[4]CA[UTF-8]AP[qipan]".to_string();
    let othello = recorded.game.of::<othello::Game>();
    let gomoku = recorded.game.of::<gomoku::Game>();
    match (othello, gomoku) {
        (Some(_), _) => sgf += "GM[2]SZ[8]",
        (_, Some(game)) => {
            // Writing to a string cannot fail.
            let _ = write!(sgf, "GM[4]SZ[{}]RU[{}]", game.size(), game.setup().rules());
            if !game.is_set_up() && game.pieces().is_empty() && game.setup().first() == Stone::White
            {
                sgf += "PL[W]";
            }
        }
        _ => {
            return Err(Problem::Malformed(
                say!("there is no such game in SGF").to_string(),
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
    if let Some(game) = gomoku.filter(|game| game.is_set_up()) {
        sgf += &given(game);
    }
    write_properties(&mut sgf, tree, ROOT);
    write_nodes(&mut sgf, tree, &*recorded.game)?;
    Ok(sgf + ")\n")
}

/// The properties that turn the usual start into this position.
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

/// The properties that make the position from which a game of gomoku began. The stones of each colour keep their order.
fn given(game: &gomoku::Game) -> String {
    let mut text = String::new();
    for (name, colour) in [("AB", Stone::Black), ("AW", Stone::White)] {
        let stones = game.given().iter().zip(1..);
        let own = stones.filter(|(_, t)| game.stone_of_turn(*t) == colour);
        let points: String = own
            .map(|(point, _)| format!("[{}]", pair((point.row(), point.col()))))
            .collect();
        if !points.is_empty() {
            text += &format!("{name}{points}");
        }
    }
    let next = game.stone_of_turn(game.given().len() + 1);
    text + &format!("PL[{}]", letter(next))
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

/// Writes the turns after the root. What is still to be written waits in a list, so that no game is too deep for the stack.
fn write_nodes(sgf: &mut String, tree: &Tree, game: &dyn Game) -> Result<(), Problem> {
    enum Next {
        Turn(usize, Mover),
        Open(usize, Mover),
        Close,
    }
    let follow = |n: usize, mover: Mover, waiting: &mut Vec<Next>| match tree.children(n) {
        [] => {}
        [only] => waiting.push(Next::Turn(*only, mover)),
        children => {
            // The list is a stack, so the first child goes in last.
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
        let stone = letter(mover.play(step)?);
        let place = step.map_or(String::new(), pair);
        let _ = write!(sgf, ";{stone}[{place}]");
        write_properties(sgf, tree, n);
        follow(n, mover, &mut waiting);
    }
    Ok(())
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
        Mover::Next(game.stone_of_turn(game.anew().t()))
    }

    /// Plays a turn of the tree, and says whose it was.
    fn play(&mut self, step: Option<Place>) -> Result<Stone, Problem> {
        match self {
            Mover::Next(stone) => {
                let mover = *stone;
                *stone = mover.other();
                Ok(mover)
            }
            Mover::Othello(game) => {
                let mover = Stone::of_turn(game.t());
                match step {
                    Some((row, col)) => drop(othello::Game::drop(game, Cell { row, col })),
                    None if !game.legal_moves().is_empty() => return Err(thrown_away("SGF")),
                    None => game.lose_turn(),
                }
                Ok(mover)
            }
        }
    }
}

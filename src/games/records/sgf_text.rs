//! Writes Othello and gomoku games as SGF, with variations and comments.

use std::fmt::Write as _;

use super::format::{Format, Stores, at_most};
use super::problem::malformed;
use super::score::score_on_board;
use super::sgf::{escaped, letters_of};
use super::sgf_games::{loss_letter, result_of};
use super::transcript::unforced_pass;
use super::{Early, GameName, Problem, Recorded, Score, sgf, sgf_games};
use crate::gomoku;
use crate::othello::{self, Cell, Position};
use crate::stone::{Lost, Stone};
use crate::tree::{ROOT, Tree, Visit};
use crate::{Game, Place};
use words::say;

pub(super) const SGF: Format = Format {
    extension: "sgf",
    games: &GameName::ALL,
    recommended: true,
    extension_decides: true,
    detect: |source| sgf::is_sgf(source.text()),
    read: |source| Ok(at_most(sgf_games::read(source.text(), source.assumed.rules))),
    write: Some(text),
    many_games: true,
    stores: Stores {
        early_ends: true,
        losses: true,
        variations: true,
        comment: |_| true,
        property: |_, _| true,
        ..Stores::HEADING
    },
};

const MOVES_PER_LINE: usize = 10;

/// Returns the result in SGF notation, or `None` if the game is not over.
fn result(recorded: &Recorded) -> Option<String> {
    if let Some(game) = recorded.game.of::<gomoku::Game>() {
        return result_of(game);
    }
    let game = recorded.game.of::<othello::Game>()?;
    let score = recorded.score.or_else(|| game.lost().map(Score::lost)).or_else(|| score_on_board(game))?;
    let difference = score.difference();
    let winner = match difference {
        0 => return Some("0".to_string()),
        1.. => Stone::Black,
        _ => Stone::White,
    };
    let by = match score {
        Score::Early(_, Early::Resigned) => loss_letter(Lost::Resigned).to_string(),
        Score::Early(_, Early::OutOfTime) => loss_letter(Lost::OutOfTime).to_string(),
        _ => difference.abs().to_string(),
    };
    Some(format!("{}+{by}", winner.letter()))
}

/// Formats a game. Without a tree, the text has only the moves up to the current position.
fn text(recorded: &Recorded) -> Result<String, Problem> {
    let mut sgf = "(;FF[4]CA[UTF-8]AP[qipan]".to_string();
    let game = &*recorded.game;
    let start = match (game.of::<othello::Game>(), game.of::<gomoku::Game>()) {
        (Some(game), _) => {
            sgf += "GM[2]SZ[8]";
            othello_setup(game.start())
        }
        (_, Some(game)) => {
            // Writing to a string cannot fail.
            let _ = write!(sgf, "GM[4]SZ[{}]RU[{}]", game.size(), game.setup().rules());
            gomoku_setup(game)
        }
        _ => return malformed(say!("there is no such game in SGF")),
    };
    let heading = &recorded.heading;
    for (name, text) in
        [("PB", &heading.black), ("PW", &heading.white), ("DT", &heading.date), ("EV", &heading.event)]
    {
        if !text.is_empty() {
            let _ = write!(sgf, "{name}[{}]", escaped(&super::text::name(text)));
        }
    }
    let mut moves = Tree::default();
    let tree = recorded.tree.as_ref().unwrap_or_else(|| {
        moves.add_game(game);
        &moves
    });
    let rules = game.of::<othello::Game>().map(|game| game.rules());
    if let Some(rules) = rules.filter(|rules| *rules != othello::Rules::Standard) {
        let _ = write!(sgf, "RU[{rules}]");
    }
    if let Some(result) = result(recorded).filter(|_| tree.property(ROOT, "RE").is_none()) {
        let _ = write!(sgf, "RE[{result}]");
    }
    sgf += &start;
    write_properties(&mut sgf, tree, ROOT);
    write_nodes(&mut sgf, tree, game)?;
    Ok(sgf + ")\n")
}

/// Formats a property with a list of places. Returns an empty text if there are none.
fn places(name: &str, places: impl Iterator<Item = Place>) -> String {
    let values: String = places.map(|place| format!("[{}]", letters_of(place))).collect();
    if values.is_empty() { values } else { format!("{name}{values}") }
}

/// Formats the properties that change the standard starting position into another one.
fn othello_setup(start: Position) -> String {
    let (mut text, standard) = (String::new(), Position::default());
    if start.map != standard.map {
        for (name, sign) in [("AB", 1), ("AW", 2), ("AE", 0)] {
            // Only the cells of the standard starting position have discs that may need to be removed.
            let sets = |(row, col): &Place| {
                start.map[*row][*col] == sign && (sign != 0 || standard.map[*row][*col] != 0)
            };
            text += &places(name, Cell::all().map(|Cell { row, col }| (row, col)).filter(sets));
        }
    }
    if start != standard {
        let _ = write!(text, "PL[{}]", start.to_move.letter());
    }
    text
}

/// Formats the properties for the given stones of a gomoku game, or the property that lets white begin a game
/// without moves.
fn gomoku_setup(game: &gomoku::Game) -> String {
    let mut text = String::new();
    for (name, colour) in [("AB", Stone::Black), ("AW", Stone::White)] {
        let stones = game.given().iter().zip(1..);
        let own = stones.filter(|(_, t)| game.stone_of_turn(*t) == colour);
        text += &places(name, own.map(|(point, _)| point.place()));
    }
    let next = game.stone_of_turn(game.given().len() + 1);
    if game.is_set_up() || game.pieces().is_empty() && next == Stone::White {
        let _ = write!(text, "PL[{}]", next.letter());
    }
    text
}

fn write_properties(sgf: &mut String, tree: &Tree, n: usize) {
    let node = tree.node(n);
    for (name, values) in &node.properties {
        sgf.push_str(name);
        values.iter().for_each(|value| sgf.extend(["[", value, "]"]));
    }
    if !node.comment.is_empty() {
        sgf.extend(["C[", &escaped(&node.comment), "]"]);
    }
}

fn write_nodes(sgf: &mut String, tree: &Tree, game: &dyn Game) -> Result<(), Problem> {
    let (mut mover, mut open, mut in_line) = (Mover::at_the_start_of(game), Vec::new(), 0);
    sgf.push('\n');
    for visit in tree.walk() {
        match visit {
            Visit::Open => {
                open.push(mover.clone());
                if !sgf.ends_with('\n') {
                    sgf.push('\n');
                }
                sgf.push('(');
                in_line = 0;
            }
            Visit::Close => {
                sgf.push(')');
                mover = open.pop().unwrap_or(mover);
            }
            Visit::Turn(n) => {
                if in_line == MOVES_PER_LINE {
                    sgf.push('\n');
                    in_line = 0;
                }
                in_line += 1;
                let step = tree.node(n).step;
                let stone = mover.play(step)?.letter();
                let place = step.map_or(String::new(), letters_of);
                let _ = write!(sgf, ";{stone}[{place}]");
                write_properties(sgf, tree, n);
            }
        }
    }
    Ok(())
}

/// The side to move at a node of the tree. In Othello it depends on the position.
#[derive(Clone)]
struct Mover {
    next: Stone,
    othello: Option<othello::Game>,
}

impl Mover {
    fn at_the_start_of(game: &dyn Game) -> Mover {
        let othello = game.of::<othello::Game>();
        let othello = othello.map(|game| othello::Game::from_position(game.rules(), game.start()));
        Mover { next: game.stone_of_turn(game.restarted().t()), othello }
    }

    /// Plays a turn of the tree. Returns the player who made it.
    fn play(&mut self, step: Option<Place>) -> Result<Stone, Problem> {
        let mover = self.next;
        self.next = mover.other();
        if let Some(game) = &mut self.othello {
            match step {
                Some((row, col)) => drop(othello::Game::drop(game, Cell { row, col })),
                None if !game.legal_moves().is_empty() => return Err(unforced_pass("SGF")),
                None => game.lose_turn(),
            }
            self.next = Stone::of_turn(game.t());
        }
        Ok(mover)
    }
}

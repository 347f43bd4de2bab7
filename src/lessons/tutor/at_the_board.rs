//! The tutor at the board: scenes that explain the move that a player makes.

use super::calls::{judge, qp_change};
use super::scene::Scene;
use games::gomoku::{Point, Rules, SIZE};
use games::othello::Cell;
use games::stone::Stone;
use games::{Game, Place, gomoku, othello};
use words::say;

/// Returns a title and the scenes for a move, or `None` if the place is occupied or a gomoku board is not
/// 15x15.
pub fn scenes(game: &dyn Game, (row, col): Place) -> Option<(String, Vec<Scene>)> {
    let stone = game.stone_of_turn(game.t());
    if let Some(game) = game.of::<othello::Game>() {
        let cell = Cell { row, col };
        if game.map()[row][col] != 0 {
            return None;
        }
        let t = game.t();
        let text = match stone {
            Stone::Black => say!(
                "Black drops a disc on {cell} in turn {t}. QpChange looks in each of eight directions for white discs between it and \
                 another black one: they turn over. Then the move is made as usual.",
                cell,
                t
            ),
            Stone::White => say!(
                "White drops a disc on {cell} in turn {t}. QpChange looks in each of eight directions for black discs between it and \
                 another white one: they turn over. Then the move is made as usual.",
                cell,
                t
            ),
        };
        let scene = qp_change(text, "QIPAN.C", game.map(), cell, game.t());
        return Some((say!("Tutor: {cell}", cell), vec![scene]));
    }
    let game = game.of::<gomoku::Game>().filter(|game| game.size() == SIZE)?;
    let point = Point::new(row, col);
    if game.stone_at(point).is_some() {
        return None;
    }
    let mut pieces = game.pieces().to_vec();
    pieces.push(point);
    let name = point.name(SIZE);
    let count = pieces.len();
    let drops = match stone {
        Stone::Black => say!("Black drops stone {count} on {name}. Has it won?", count, name),
        Stone::White => say!("White drops stone {count} on {name}. Has it won?", count, name),
    };
    let scene = |function, how: &str| {
        let text = say!("{drops} {how} Tab goes to the next judge.", drops, how);
        judge(text, "WUZIQI.C", function, &pieces)
    };
    let scenes = vec![
        scene("LastStone", say!("The judge used in play looks along the four lines through the last stone.")),
        scene("Table", say!("The same judge, with a table of directions and one loop in place of eight.")),
        scene("AllStones", say!("This judge follows each stone of the last player in eight directions.")),
    ];
    Some((say!("Tutor: {name}", name), scenes))
}

/// Returns the reason why the tutor cannot show the moves of a game, or `None` if it can.
pub fn why_not(game: &dyn Game) -> Option<&'static str> {
    if game.of::<othello::Game>().is_some() {
        return None;
    }
    let Some(game) = game.of::<gomoku::Game>() else {
        return Some(say!("The tutor does not teach this game."));
    };
    let setup = game.setup();
    let taught = setup.rules() == Rules::Freestyle && setup.first() == Stone::Black;
    match setup.size() {
        _ if !taught => Some(say!("The tutor teaches only freestyle in which Black begins.")),
        SIZE => None,
        _ => Some(say!("The tutor's C program has a board of 15 x 15 only.")),
    }
}

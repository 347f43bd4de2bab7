//! The screen of a game: the board and everything around it.

use super::curve;
use super::face::{Face, Look};
use super::frame;
use super::moves;
use super::panel;
use super::theme::Theme;
use games::stone::{Lost, Outcome, Stone};
use games::{Game, Place};
use players::computer::Unit;
use players::hints::Hints;
use players::insight::{Insight, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::{LIGHTRED, WIDTH, columns_of};
use words::{say, translate};

/// Draws the whole screen except the moving stone.
pub fn draw(screen: &mut Screen, face: &dyn Face, game: &dyn Game, look: &Look) {
    let theme = look.theme;
    face.draw_board(screen, game, look);
    face.draw_facts(screen, game, look);
    let mut title = face.title(game);
    if let Some(opening) = face.opening(game).filter(|_| !face.is_as_in_dos(game)) {
        title = say!("{title}, opening {opening}", title, opening);
    }
    if look.tutor {
        title = say!("{title}, tutor on", title);
    }
    panel::title_bar(screen, &title);
    panel::turn_label(screen, theme, game.to_move());
    panel::fact(screen, theme, 100, &turn_in_words(face, game));
    let last = face.last_move(game);
    panel::fact(screen, theme, 120, &say!("Last move {last}", last));
    if let Some(clocks) = &look.clocks {
        panel::clocks(screen, theme, clocks);
    }
    if !face.is_as_in_dos(game) {
        moves::draw(screen, theme, game, look.scroll, &look.forks);
    }
    let practice = [
        ("F1", say!("Help")),
        ("F5", say!("Tutor")),
        ("Shift+F6", say!("Hint")),
        (say!("Bksp"), say!("Undo")),
        ("Esc", say!("Close")),
    ];
    match look.practice {
        true => panel::key_line(screen, &practice),
        false => panel::key_line(screen, &keys(face, game, look.online)),
    }
}

/// Formats the number of the turn (in the original, where a pass is a turn) or of the next move.
fn turn_in_words(face: &dyn Face, game: &dyn Game) -> String {
    let turns = face.is_as_in_dos(game);
    let next = if turns { game.t() } else { moves::number(game, game.t()) };
    match (turns, game.to_move()) {
        (true, Some(_)) => say!("Turn {n}", n = next),
        (true, None) => say!("Turns {n}", n = next - 1),
        (false, Some(_)) => say!("Move {n}", n = next),
        (false, None) => say!("Moves {n}", n = next - 1),
    }
}

/// Returns the contents of the key line: the keys that matter before the first move or after it.
fn keys(face: &dyn Face, game: &dyn Game, online: bool) -> Vec<(&'static str, &'static str)> {
    let begun = game.t() > game.restarted().t();
    let mut keys = match (begun, face.is_as_in_dos(game)) {
        (false, true) => vec![("↑↓← →", say!("Move")), ("Enter", say!("Drop"))],
        (false, false) => vec![("↑↓← →", say!("Move")), ("Enter", say!("Drop")), ("Shift+F6", say!("Hint"))],
        (true, true) => vec![(say!("Bksp"), say!("Undo")), ("F5", say!("Tutor"))],
        (true, false) => vec![(say!("Bksp"), say!("Undo")), ("F6", say!("Values"))],
    };
    keys.retain(|(key, _)| !(online && key.ends_with("F6")));
    keys.extend([("F1", say!("Help")), ("F10", say!("Menu")), ("Esc", say!("Back||to the menu"))]);
    keys
}

/// Marks the last stone, and returns its turn and place.
pub fn mark_last(
    screen: &mut Screen,
    face: &dyn Face,
    game: &dyn Game,
    look: &Look,
) -> Option<(usize, Place)> {
    let mut turns = (1..game.t()).rev();
    let (t, (row, col)) = turns.find_map(|t| Some((t, game.place_of(t)?)))?;
    let centre = face.grid(game).centre(row, col);
    face.mark_last(screen, look.theme, game.stone_of_turn(t), centre);
    Some((t, (row, col)))
}

/// Marks the decisive stones of a finished game. Returns a few words on how the game ended, or an empty text
/// during a game.
pub fn mark_end(screen: &mut Screen, face: &dyn Face, game: &dyn Game, look: &Look) -> String {
    if game.outcome().is_none() {
        return String::new();
    }
    let how = face.draw_end(screen, game, look);
    match game.lost() {
        Some((stone, Lost::Resigned)) => say!("{player} resigns", player = stone.name()),
        Some((stone, Lost::OutOfTime)) => say!("{player} out of time", player = stone.name()),
        None => how,
    }
}

/// Returns the top edge of the result box with `rows` menu lines, whose bottom edge aligns with other boxes.
pub fn top_of_result(rows: usize) -> i32 {
    448 - 16 * (rows as i32 + 3)
}

/// Draws the box of a finished game with the result as its title, `how` it ended, and room for `rows` menu
/// lines. Clears the area of the curve above it.
pub fn draw_result(
    screen: &mut Screen,
    face: &dyn Face,
    game: &dyn Game,
    how: &str,
    look: &Look,
    rows: usize,
) {
    let (who, stone) = match game.outcome() {
        Some(Outcome::Won(stone)) => (&*look.winners[stone as usize - 1], Some(stone)),
        _ => (say!("Draw"), None),
    };
    let score = if game.lost().is_none() { face.score(game) } else { String::new() };
    let whole = if score.is_empty() { String::new() } else { say!("{who} {score}||result", who, score) };
    let (title, line) = match columns_of(&whole) {
        0 => (who, how),
        1..=19 => (&*whole, how),
        _ => (who, &*score),
    };
    let top = top_of_result(rows);
    screen.setfillstyle(look.theme.colors.ground);
    screen.bar(frame::BESIDE.0, curve::TOP - 4, WIDTH - 1, top - 1);
    let about = game.lost().map(|(stone, _)| stone).or(stone);
    frame::beside(screen, look.theme, (title, top), &[line], about, rows);
}

/// Crosses out a stone that was refused. The stone covers the cross when it is drawn again.
pub fn refuse(screen: &mut Screen, (x, y): (i32, i32), radius: i32) {
    let reach = radius * 3 / 5;
    screen.setcolor(LIGHTRED);
    for shift in -1..=1 {
        screen.line(x - reach + shift, y - reach, x + reach + shift, y + reach);
        screen.line(x - reach + shift, y + reach, x + reach + shift, y - reach);
    }
}

/// The top of the engine's two lines of text, in pixels.
const INSIGHT: i32 = 320;
/// The maximum number of lines of the explanation below the engine's text. It overlaps the area of a note.
const WHY_LINES: usize = 7;
/// The number of gomoku moves whose values are shown, unless the user has asked for all. Othello has few moves.
const BEST: usize = 5;

/// Writes the values of the best moves, or of `all`, on their places, and removes older values. `moving` is the
/// stone at `stone_at`, if it is not only the cursor.
pub fn draw_values(
    screen: &mut Screen,
    face: &dyn Face,
    game: &dyn Game,
    look: &Look,
    hints: &Hints,
    all: bool,
    (stone_at, moving): ((i32, i32), Option<Stone>),
) {
    let values = hints.best_first();
    let best = values.first().map(|(_, insight)| insight.value.rank());
    let is_othello = values.iter().any(|(_, insight)| matches!(insight.value, Value::Discs(_)));
    let most = if all || is_othello { values.len() } else { BEST };
    for (n, (place, insight)) in values.into_iter().enumerate() {
        let (value, theme, at) = (insight.value, look.theme, face.grid(game).centre(place.0, place.1));
        let is_here = at == stone_at;
        let colours = match moving.filter(|_| is_here) {
            Some(stone) => [panel::stone_colour(stone.other()), theme.stone(stone)],
            None if n >= most && !is_here => {
                face.move_color(screen, game, look, at);
                continue;
            }
            None => theme.letters(Some(value.rank()) == best),
        };
        face.draw_value(screen, game, place, &value.to_string(), colours, is_here);
    }
}

/// Shows the unit and the search depth of the values beside the board.
pub fn draw_depth(screen: &mut Screen, theme: &Theme, unit: &Unit, hints: &Hints) {
    // Exact values sort last, because they need no deeper search.
    let depth = |insight: &Insight| (insight.exact, insight.depth);
    if let Some((_, insight)) = hints.values.iter().min_by_key(|(_, insight)| depth(insight)) {
        draw_heading(screen, theme, unit, insight);
    }
}

fn draw_heading(screen: &mut Screen, theme: &Theme, unit: &Unit, insight: &Insight) {
    let depth = match insight.exact {
        true => say!("exact").to_string(),
        false => say!("depth {depth}", depth = insight.depth),
    };
    let values = translate(unit.values);
    panel::fact(screen, theme, INSIGHT, &say!("{values}, {depth}", values, depth));
}

/// Shows the best value and its line below the search depth.
fn draw_line(screen: &mut Screen, theme: &Theme, game: &dyn Game, best: &Insight) {
    let value = say!("Best {value}:", value = best.value);
    let line = line_of(game, &best.line, panel::COLUMNS - columns_of(&value) - 1);
    panel::fact(screen, theme, INSIGHT + 16, &format!("{value} {line}"));
}

/// Shows the best value and its line, and explains the move under the moving stone, or else the best move.
pub fn draw_why(
    screen: &mut Screen,
    (face, game): (&dyn Face, &dyn Game),
    theme: &Theme,
    hints: &Hints,
    (x, y): (i32, i32),
) {
    let words = hints.why(face.grid(game).place(x, y)).unwrap_or_default();
    clear_why(screen, theme);
    if let Some((_, best)) = hints.best() {
        draw_line(screen, theme, game, best);
    }
    let lines = panel::wrapped(&words, panel::COLUMNS);
    for (line, y) in lines.iter().zip((INSIGHT + 32..).step_by(16)).take(WHY_LINES) {
        panel::fact(screen, theme, y, line);
    }
}

pub fn clear_why(screen: &mut Screen, theme: &Theme) {
    for y in (INSIGHT + 32..).step_by(16).take(WHY_LINES) {
        panel::fact(screen, theme, y, "");
    }
}

/// Shows the computer's evaluation and its best line.
pub fn draw_insight(screen: &mut Screen, theme: &Theme, unit: &Unit, game: &dyn Game, insight: &Insight) {
    draw_heading(screen, theme, unit, insight);
    draw_line(screen, theme, game, insight);
}

/// Formats the names of the first places, as many as fit into `columns` characters.
pub(crate) fn line_of(game: &dyn Game, places: &[Place], columns: usize) -> String {
    let names: Vec<String> = places.iter().map(|place| game.name_of(*place)).collect();
    panel::wrapped(&names.join(" "), columns).swap_remove(0)
}

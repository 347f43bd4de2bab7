//! The review of a game: the board, comments on a move, and the graph.

use super::board::line_of;
use super::curve::scale;
use super::face::Face;
use super::frame::frame;
use super::panel::{self, write};
use super::theme::{HOT, Theme};
use games::Place;
use games::stone::Stone;
use players::analysis::ReviewedMove;
use players::computer::Unit;
use players::insight::Value;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, DARKGRAY, Font, GREEN, LIGHTGRAY, RED, WHITE, WIDTH, columns_of};
use words::{say, translate};

/// Draws the progress of the review.
pub fn draw_progress(screen: &mut Screen, done: usize, of: usize) {
    draw_bar(screen, say!("Review"), &say!("Move {done} of {of}", done, of), (done, of));
}

/// Draws the progress of the search for exercises: the current game, and the current move in it.
pub fn draw_looking(screen: &mut Screen, done: usize, of: usize, moves: usize) {
    let text = say!("Game {value} of {of}, move {moves}", value = (done + 1).min(of), of, moves);
    draw_bar(screen, say!("Exercises"), &text, (done, of));
}

fn draw_bar(screen: &mut Screen, title: &str, text: &str, (done, of): (usize, usize)) {
    let (x, y, columns) = (200, 200, 28);
    frame(screen, x, y, columns, 3, title);
    write(screen, x + 16, y + 16, BLACK, text);
    let width = 8 * (columns as i32 - 2);
    panel::fill(screen, WHITE, [x + 16, y + 36, x + 16 + width, y + 51]);
    screen.setfillstyle(GREEN);
    screen.bar(x + 16, y + 36, x + 16 + width * done as i32 / of.max(1) as i32, y + 51);
    panel::key_line(screen, &[("Esc", say!("Close"))]);
}

/// The top edge of the totals of both sides, in pixels.
const SIDES: i32 = 172;
/// The top edge of the name of the opening, in pixels.
const OPENING: i32 = 232;
/// The edges of the graph in pixels: left, top, right, bottom.
const GRAPH: (i32, i32, i32, i32) = (48, 264, 616, 440);

/// Draws the whole screen for move `n`, from 0.
pub fn draw(screen: &mut Screen, face: &dyn Face, theme: &Theme, moves: &[ReviewedMove], n: usize) {
    panel::ground(screen, theme, say!("Review"));
    let keys = [
        ("← →", say!("Move||of a game")),
        ("↑↓", say!("Mistake")),
        ("P", say!("Play it out")),
        ("E", say!("Exercises")),
        ("F", say!("Film")),
        ("R", say!("Replay")),
        ("Esc", say!("Close")),
    ];
    panel::key_line(screen, &keys);
    draw_board(screen, face, theme, &moves[n]);
    draw_words(screen, face, theme, moves, n);
    draw_graph(screen, theme, moves, n);
}

/// Draws the position before the move, the move in a frame, and a cross on a better move.
fn draw_board(screen: &mut Screen, face: &dyn Face, theme: &Theme, shown: &ReviewedMove) {
    let small = face.draw_small(screen, &*shown.before, theme);
    let Some((grid, radius)) = small else {
        return;
    };
    let centre = |(row, col): Place| grid.centre(row, col);
    let (x, y) = centre(shown.played);
    panel::stone(screen, theme, (x, y), shown.stone, radius);
    screen.setcolor(theme.accent);
    let half = radius + 2;
    screen.rectangle(x - half, y - half, x + half, y + half);
    let better = shown.better.first();
    if let Some(better) = better.filter(|place| !is_best(shown) && **place != shown.played) {
        let (x, y) = centre(*better);
        let half = radius / 2 + 1;
        panel::fill(screen, theme.colors.ground, [x - half, y - half, x + half + 1, y + half]);
        for shift in 0..2 {
            screen.line(x - half + shift, y - half, x + half + shift, y + half);
            screen.line(x - half + shift, y + half, x + half + shift, y - half);
        }
    }
}

/// Writes the comments on the move, and the mistakes of each side.
fn draw_words(screen: &mut Screen, face: &dyn Face, theme: &Theme, moves: &[ReviewedMove], n: usize) {
    const COLUMNS: usize = 46;
    let shown = &moves[n];
    let unit = shown.unit();
    let x = 248;
    let mut y = 40;
    let mut say = |text: &str| {
        write(screen, x, y, theme.colors.text, text);
        y += 20;
    };
    say(&say!(
        "Move {n} of {count}: {stone} {name_of}",
        n = n + 1,
        count = moves.len(),
        stone = shown.stone.name(),
        name_of = shown.before.name_of(shown.played)
    ));
    if let Some(plies) = shown.missed_win {
        say(&say!("A missed win in {plies}", plies = in_plies(plies)));
    }
    match shown.missed_defence {
        Some(_) => say(&say!("A missed defence: {standing}", standing = standing(shown))),
        None => say(&standing(shown)),
    }
    if is_best(shown) {
        say(say!("The best move"));
    } else {
        let lost = unit.amount(shown.lost, unit.digits);
        say(&say!("It cost {lost}. Better was:", lost));
        say(&line_of(&*shown.before, &shown.better, COLUMNS));
    }
    // Skip a comment that does not fit, unless it is the only one.
    let mut room = ((SIDES - y) / 16) as usize;
    for (n, text) in shown.words().iter().enumerate() {
        let lines = panel::wrapped(text, COLUMNS);
        if n > 0 && lines.len() > room {
            break;
        }
        let seen = lines.iter().take(room);
        y = panel::write_lines(screen, (x, y), theme.colors.text, seen);
        room = room.saturating_sub(lines.len());
    }
    if let Some(opening) = face.opening(&*shown.after()) {
        let text = say!("Opening: {opening}", opening);
        write(screen, x, OPENING, theme.colors.text, &text);
    }
    for (stone, y) in Stone::ALL.into_iter().zip([SIDES + 4, SIDES + 24]) {
        let mistakes = moves.iter().filter(|m| m.stone == stone && m.is_mistake()).count();
        panel::small_stone(screen, theme, x + 7, y + 7, stone);
        let mistakes = match mistakes {
            1 => say!("1 mistake").to_string(),
            n => say!("{n} mistakes", n),
        };
        write(screen, x + 24, y, theme.colors.text, &mistakes);
    }
    let least = unit.amount(unit.mistake, 0);
    let text = match unit.name {
        "%" => say!("A mistake costs {least} or more, or a forced win.", least),
        _ => say!("A mistake costs {least} or more.", least),
    };
    write(screen, x, 216, theme.colors.text, &text);
}

/// Returns true if no other move was better, or only by an amount that the screen rounds to 0.
fn is_best(shown: &ReviewedMove) -> bool {
    let digits = shown.unit().digits as i32;
    let better = shown.better.first().filter(|place| **place != shown.played);
    !shown.misses() && (better.is_none() || shown.lost < 0.5 / 10_f32.powi(digits))
}

fn standing(shown: &ReviewedMove) -> String {
    let ahead = if shown.value.points() > 0.0 { Stone::Black } else { Stone::White };
    let name = ahead.name();
    match shown.value {
        Value::Win(1 | -1) => say!("{name} has {won}", name, won = translate(shown.unit().won)),
        Value::Win(plies) => {
            let left = in_plies(plies.abs() - 1);
            say!("{name} wins in {left}", name, left)
        }
        Value::Chance(chance) => {
            say!("Black's chances are {clamp}%", clamp = format_args!("{:.0}", chance.clamp(1.0, 99.0)))
        }
        Value::Discs(0.0) => say!("Neither side is ahead").to_string(),
        Value::Discs(discs) => {
            say!("{name} is ahead by {amount}", name, amount = shown.unit().amount(discs.abs(), 1))
        }
    }
}

fn in_plies(n: i32) -> String {
    match n {
        1 => say!("1 ply").to_string(),
        n => say!("{n} plies", n),
    }
}

/// Draws the graph of Black's lead after each move, with the mistakes and the current move marked.
fn draw_graph(screen: &mut Screen, theme: &Theme, moves: &[ReviewedMove], n: usize) {
    let (left, top, right, bottom) = GRAPH;
    panel::fill(screen, LIGHTGRAY, [left, top, right, bottom]);
    let Unit { graph, even, .. } = moves[n].unit();
    let scale = scale(moves).unwrap_or(1.0);
    let middle = (top + bottom) / 2;
    let height = (bottom - top) / 2 - 4;
    let y_of = |value: f32| middle - (value / scale * height as f32).round() as i32;
    let x_of = |n: usize| left + 8 + (right - left - 16) * n as i32 / (moves.len().max(2) - 1) as i32;
    screen.settextstyle(Font::Small, 1);
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let (value, y) = (scale * part, y_of(scale * part));
        screen.setcolor(if part == 0.0 { BLACK } else { DARKGRAY });
        screen.line(left, y, right, y);
        screen.setcolor(theme.colors.text);
        let text = match even {
            0.0 if part != 0.0 => format!("{value:+.0}"),
            even => format!("{:.0}", value + even),
        };
        screen.outtextxy(left - 4 - 8 * text.len() as i32, y - 3, &text);
    }
    panel::outline(screen, BLACK, [left, top, right, bottom]);
    panel::fill(screen, HOT, [x_of(n) - 1, top + 1, x_of(n) + 1, bottom - 1]);
    screen.setcolor(BLACK);
    for (m, pair) in moves.windows(2).enumerate() {
        for shift in 0..2 {
            let (from, to) = (y_of(pair[0].value.points()) + shift, y_of(pair[1].value.points()) + shift);
            screen.line(x_of(m), from, x_of(m + 1), to);
        }
    }
    for (m, found) in moves.iter().enumerate().filter(|(_, m)| m.is_mistake()) {
        let fill = panel::stone_colour(found.stone);
        let (x, y) = (x_of(m), y_of(found.value.points()));
        screen.setcolor(RED);
        screen.setfillstyle(fill);
        screen.fillellipse(x, y, 5, 5);
        screen.circle(x, y, 6);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.colors.text);
    for m in (9..moves.len()).step_by(10) {
        let text = (m + 1).to_string();
        screen.outtextxy(x_of(m) - 8, bottom + 6, &text);
    }
    let graph = translate(graph);
    // Hanzi are twice as high as letters of this font.
    let above = if graph.is_ascii() { 12 } else { 18 };
    let left = WIDTH - 8 * columns_of(graph) as i32 - 24;
    screen.outtextxy(left, top - above, graph);
}

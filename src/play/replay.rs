//! A recorded game, step by step.

use std::path::Path;

use crate::dos::bgi::BLACK;
use crate::dos::{Console, Key, Quit, Screen};
use crate::games::stone::Stone;
use crate::games::{Game, Tried};
use crate::play::dialog;
use crate::play::files;
use crate::play::table::Table;
use crate::records::{self, Error, Recorded};
use crate::screen::panel::{self, write};
use crate::screen::theme::Theme;

/// Page up and Page down go to the turns after so many moves.
const PAGE: usize = 10;

/// Lets the user choose a file, from this folder on, and steps through its games. The game to play on with, if one is
/// wanted.
///
/// # Errors
/// The window was closed meanwhile.
pub fn open(
    console: &mut dyn Console,
    folder: &Path,
    table: &mut Table,
) -> Result<Option<Game>, Quit> {
    let Some(file) = files::choose_file(console, folder)? else {
        return Ok(None);
    };
    match records::read_file(&file) {
        Ok(games) => step_through_file(console, table, &file, &games, None),
        Err(error) => {
            dialog::tell(console, &error.to_string())?;
            Ok(None)
        }
    }
}

/// Steps through the games of a file, beginning with the nth (from 0) or else with a list of them. The game to play on
/// with, if one is wanted.
///
/// # Errors
/// The window was closed meanwhile.
pub fn step_through_file(
    console: &mut dyn Console,
    table: &mut Table,
    file: &Path,
    games: &[Result<Recorded, Error>],
    mut n: Option<usize>,
) -> Result<Option<Game>, Quit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut chosen = n.unwrap_or(0);
    loop {
        let picked = match n.take() {
            Some(n) => Some(n),
            None => files::choose_game(console, &name, games, &mut chosen)?,
        };
        let Some(Ok(recorded)) = picked.map(|n| &games[n]) else {
            return Ok(None);
        };
        let played_on = step_through(console, table, recorded)?;
        if played_on.is_some() || games.len() == 1 {
            return Ok(played_on);
        }
    }
}

/// Steps through a game: Right and Left, Home and End, ten moves by the Page keys. A game that is over begins at its
/// start, another where it was left. Enter gives the game back as it stands, to be played on; Esc gives nothing. The
/// screen is as before then.
///
/// # Errors
/// The window was closed meanwhile.
pub fn step_through(
    console: &mut dyn Console,
    table: &mut Table,
    recorded: &Recorded,
) -> Result<Option<Game>, Quit> {
    let under = console.screen().clone();
    let mut game = recorded.game.clone();
    let moves = game.t() - 1;
    if game.to_move().is_none() {
        while game.undo() {}
    }
    let wanted = loop {
        let screen = console.screen();
        game.draw(screen, table);
        draw(screen, table.theme, &game, recorded, moves);
        match console.getkey()? {
            Key::Right | Key::Down | Key::Space => show_next(console, table, &mut game)?,
            Key::Left | Key::Up | Key::Backspace => drop(game.undo()),
            Key::PageDown => while game.redo() && game.t() % PAGE != 1 {},
            Key::PageUp => while game.undo() && game.t() % PAGE != 1 {},
            Key::Home => while game.undo() {},
            Key::End => while game.redo() {},
            Key::F(9) => table.theme = table.theme.next(),
            Key::Enter => break Some(game),
            Key::Esc => break None,
            key if key.letter() == Some('n') => table.numbers = !table.numbers,
            key if key.letter() == Some('h') => table.hints = Some(!table.shows_hints()),
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(wanted)
}

/// Plays the next move of the record, and shows it as at the board.
fn show_next(console: &mut dyn Console, table: &Table, game: &mut Game) -> Result<(), Quit> {
    let before = game.clone();
    if game.redo()
        && let Some((row, col)) = game.place_of(before.t())
    {
        let (x, y) = game.grid().centre(row, col);
        if let Tried::Done(dropped) = before.clone().try_to_drop(x, y) {
            before.show_drop(console, table, &dropped, false)?;
        }
    }
    Ok(())
}

/// What the record says, the last move marked, and the keys.
fn draw(screen: &mut Screen, theme: &Theme, game: &Game, recorded: &Recorded, moves: usize) {
    let dropped = |t: usize| Some((t, game.place_of(t)?));
    if let Game::Othello(_) = game
        && let Some((t, (row, col))) = (1..game.t()).rev().find_map(dropped)
    {
        let (x, y) = game.grid().centre(row, col);
        crate::screen::othello::moving_stone(screen, theme, t, x, y);
    }
    let heading = &recorded.heading;
    let (left, top, columns) = (panel::LEFT - 16, 344, 20);
    let title = format!("Move {} of {moves}", game.t() - 1);
    dialog::frame(screen, left, top, columns, 5, &title);
    let players = [
        (Stone::Black, &heading.black),
        (Stone::White, &heading.white),
    ];
    for ((stone, name), y) in players.into_iter().zip((top + 16..).step_by(16)) {
        panel::small_stone(screen, theme, left + 24, y + 7, stone);
        let name = if name.is_empty() { stone.name() } else { name };
        write_cut(screen, left + 40, y, name, columns - 4);
    }
    write_cut(screen, left + 16, top + 48, &heading.event, columns - 1);
    write_cut(screen, left + 16, top + 64, &heading.date, columns - 1);
    let result = match (recorded.score, recorded.game.outcome()) {
        (Some(score), _) => score.to_string(),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "not over".to_string(),
    };
    write_cut(
        screen,
        left + 16,
        top + 80,
        &format!("Result {result}"),
        columns - 1,
    );
    let keys = [
        ("← →", "Step"),
        ("PgUp PgDn", "Ten"),
        ("Home", "Start"),
        ("End", "End"),
        ("Enter", "Play on"),
        ("F1", "Help"),
        ("Esc", "Close"),
    ];
    panel::key_line(screen, &keys);
}

fn write_cut(screen: &mut Screen, x: i32, y: i32, text: &str, columns: usize) {
    let text: String = text.chars().take(columns).collect();
    write(screen, x, y, BLACK, &text);
}

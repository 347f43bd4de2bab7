//! The game at the board: the original's two nested loops and everything that was built around them.

use super::animation::show_drop;
use super::consent;
use super::dialog::{self, AFTER, Choice, Field, Item};
use super::files;
use super::keeper::Keeper;
use super::replay;
use super::review;
use super::session::{Session, Speed, Table};
use super::tunes;
use super::tutor;
use super::wait;
use crate::dos::{Console, Key, Quit};
use crate::games::clock::MINUTES;
use crate::games::stone::Lost;
use crate::games::{Game, Placed, Question, Tried};
use crate::players::hints::Hints;
use crate::players::level::Level;
use crate::players::{Engines, Move, Player, Seats, Thinking};
use crate::records::Recorded;
use crate::screen::{board, panel};

/// Where a player went from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Out of the program.
    Quit,
    /// Back to the menu.
    Menu,
}

/// The effect of a key that moves no stone.
enum Then {
    /// The same turn goes on.
    Stay,
    /// The same turn goes on, with this note.
    Say(String),
    /// The game has changed, or looks different.
    Redraw,
    /// The players leave the board.
    Leave(Leave),
}

/// How long the computer waits before it moves, in ms.
const PAUSE: u32 = 220;
/// How long a pass is announced before the computer goes on, in ms.
const ANNOUNCE: u32 = 1500;
/// How often the hints are checked for news, in ms.
const LOOK: u32 = 100;
/// How long a game that is left is waited for to be written, in ms.
const WRITING: u32 = 1000;
/// How often the keyboard is checked while the computer plays, in ms.
const TICK: u32 = 20;

/// A game at the board.
type AtBoard = Box<dyn Game>;

/// Plays a game until the players leave it.
///
/// These are the two loops of [`original::playtoplay`](crate::original::playtoplay): the outer one changes the player, and in the inner
/// one a player moves the stone and tries to drop it. This inner loop knows more keys (undo, help and others), a finished game waits in
/// it for what comes next, and the computer's turn has a loop of its own.
///
/// However this ends, `game` is then the game that was played last. Each change is kept.
///
/// # Errors
/// The window was closed.
pub fn game_loop(session: &mut Session<'_>, game: &mut AtBoard) -> Result<Leave, Quit> {
    let page = session.entry(&**game).help;
    let page_before = session.console.turn_to(page);
    let left = turns(session, game);
    session.console.turn_to(page_before);
    // The clock has run since the last change.
    session.keep(&**game);
    left
}

fn turns(session: &mut Session<'_>, game: &mut AtBoard) -> Result<Leave, Quit> {
    let mut said = String::new();
    let mut engines = Engines::new(session.keeper.learner().clone());
    loop {
        let face = session.face(&**game);
        let mut at = session.table.stone_at.unwrap_or(face.grid().start());
        let mut refused = false;
        let mut note = match said.is_empty() {
            true => game.warning(),
            false => std::mem::take(&mut said),
        };
        draw(session, &**game);
        panel::note(session.console.screen(), session.settings.theme, &note);
        session.keep(&**game);
        if let Some(refused) = consent::of_the_seats(session)? {
            said = refused;
            continue;
        }
        let mut since = session.console.now();
        if session.table.seats.computer_to_move(&**game) {
            match computers_turn(session, game, &mut engines, !note.is_empty())? {
                Then::Leave(leave) => return Ok(leave),
                Then::Say(text) => said = text,
                Then::Stay | Then::Redraw => {}
            }
            continue;
        }
        let mut look = session.look(&**game);
        board::draw_result(session.console.screen(), face, &**game, &look, AFTER.len());
        let question = game.question();
        let playing = game.outcome().is_none() && question.is_none();
        let mut chosen = 0;
        let mut hints = match session.settings.values {
            true => {
                let (beside, patience) =
                    (session.console.real_time(), session.table.seats.patience);
                Hints::start(&**game, beside, patience)
            }
            false => None,
        };
        loop {
            if playing {
                let screen = session.console.screen();
                panel::note(screen, look.theme, &note);
                face.draw_moving(screen, &**game, &look, at);
                if refused {
                    board::refuse(screen, at, face.radius());
                }
            }
            if session.keeper.keeps() && !session.console.kbhit() {
                // Writing takes longer than drawing, and the effect of the last key should be seen at once. Of a burst of keys only
                // the last place of the stone is kept.
                session.console.delay(0)?;
                session.keep(&**game);
            }
            if let Some(message) = session.keeper.message() {
                note = message;
                continue;
            }
            refused = false;
            let then = match &question {
                Some(question) => match decide(session, game, question, &mut since, &mut chosen)? {
                    Then::Say(text) => {
                        said = text;
                        break;
                    }
                    then => then,
                },
                None if !playing => game_over(session, game, &mut chosen)?,
                None => match next_key(session, &**game, &mut since, &mut hints)? {
                    None => {
                        lose(session, &mut **game, Lost::OutOfTime);
                        Then::Redraw
                    }
                    Some(key @ (Key::Up | Key::Down | Key::Left | Key::Right)) => {
                        face.move_color(session.console.screen(), &**game, &look, at);
                        at = face.grid().step(at, key);
                        session.table.stone_at = Some(at);
                        Then::Stay
                    }
                    Some(Key::Enter | Key::Space) => {
                        let tried = try_to_drop(session, game, at)?;
                        // The tutor has the key for the next colour, too.
                        look = session.look(&**game);
                        // The clock stands still while the tutor is watched.
                        since = session.console.now();
                        match tried {
                            Tried::Nothing(text) => Then::Say(text),
                            Tried::Refused(text) => {
                                refused = true;
                                Then::Say(text)
                            }
                            Tried::Passed(text) => {
                                said = text;
                                session.table.stone_at = None;
                                break;
                            }
                            Tried::Done(placed) => {
                                said = dropped(session, &**game, &placed, false)?;
                                break;
                            }
                        }
                    }
                    Some(key) => other_key(session, key, game)?,
                },
            };
            match then {
                Then::Stay => note.clear(),
                Then::Say(text) => note = text,
                Then::Redraw => break,
                Then::Leave(leave) => return Ok(leave),
            }
        }
    }
}

/// Draws the whole screen of the game except the moving stone.
fn draw(session: &mut Session<'_>, game: &dyn Game) {
    let (face, look) = (session.face(game), session.look(game));
    board::draw(session.console.screen(), face, game, &look);
}

/// A person tries to drop the stone at (x,y).
fn try_to_drop(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    (x, y): (i32, i32),
) -> Result<Tried, Quit> {
    let tried = match session.face(&**game).grid().place(x, y) {
        None => Tried::Nothing("Press ↓ to bring the stone onto the board.".to_string()),
        Some(place) => {
            tutor::watch_drop(session, &**game, place)?;
            game.try_to_drop(place)
        }
    };
    if !matches!(tried, Tried::Done(_)) {
        tunes::play(session, tunes::REFUSED);
    }
    Ok(tried)
}

/// A person answers the game's question, in a box beside the board.
fn decide(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    question: &Question,
    since: &mut u64,
    chosen: &mut usize,
) -> Result<Then, Quit> {
    let items: Vec<Item<'_>> = question.choices.clone();
    panel::note(session.console.screen(), session.settings.theme, "");
    let lines = [question.who, "chooses"];
    let choice =
        dialog::choose_beside(&mut session.console, question.title, lines, &items, chosen)?;
    if !run_clock(session, &**game, since) {
        lose(session, &mut **game, Lost::OutOfTime);
        return Ok(Then::Redraw);
    }
    Ok(match choice {
        Choice::Item(n) => Then::Say(answer(&mut session.table, &mut **game, n)),
        Choice::Closed => Then::Leave(Leave::Quit),
        Choice::Other(key) => match other_key(session, key, game)? {
            // The box covers the place of the note.
            Then::Say(_) => Then::Stay,
            then => then,
        },
    })
}

/// Answers the game's question. Returns what to tell the players.
fn answer(table: &mut Table, game: &mut dyn Game, n: usize) -> String {
    let mut said = String::new();
    changed(table, game, |game| {
        said = game.answer(n);
        true
    });
    said
}

/// Changes the game. If the players change colours by it, or change them back, they swap seats.
fn changed(
    table: &mut Table,
    game: &mut dyn Game,
    change: impl FnOnce(&mut dyn Game) -> bool,
) -> bool {
    let swapped = game.swapped();
    let done = change(game);
    if game.swapped() != swapped {
        table.swap();
    }
    done
}

/// The game is over, and the winner's box asks what comes next.
fn game_over(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    chosen: &mut usize,
) -> Result<Then, Quit> {
    Ok(match dialog::after_result(&mut session.console, chosen)? {
        Choice::Item(0) => {
            *game = game.anew();
            session.begin();
            Then::Redraw
        }
        Choice::Item(1) => {
            let recorded = Recorded::new(game.clone(), session.table.seats.heading());
            if let Some(from_here) = replay::step_through(session, &recorded)? {
                if from_here.swapped() != game.swapped() {
                    session.table.swap();
                }
                *game = from_here;
                session.begin();
            }
            Then::Redraw
        }
        Choice::Item(_) => Then::Leave(Leave::Menu),
        Choice::Closed => Then::Leave(Leave::Quit),
        Choice::Other(key) => other_key(session, key, game)?,
    })
}

/// The next key of the player to move, or `None` when the player's time is up. `since` is the time up to which the clock has run. What
/// the hints find meanwhile is shown.
fn next_key(
    session: &mut Session<'_>,
    game: &dyn Game,
    since: &mut u64,
    hints: &mut Option<Hints>,
) -> Result<Option<Key>, Quit> {
    let face = session.face(game);
    while run_clock(session, game, since) {
        let mut ms = None;
        if let Some(hints) = hints {
            ms = hints.update().then_some(LOOK);
            let stone_at = session.table.stone_at.unwrap_or(face.grid().start());
            let theme = session.settings.theme;
            board::draw_values(session.console.screen(), face, theme, hints, stone_at);
        }
        if session.keeper.is_at_work() {
            ms = Some(ms.unwrap_or(LOOK).min(LOOK));
            if let Some(message) = session.keeper.message() {
                panel::note(session.console.screen(), session.settings.theme, &message);
            }
        }
        if let (Some(clocks), Some(stone)) = (&session.table.clocks, game.player_to_move()) {
            let tick = clocks.until_next_second(stone);
            ms = Some(ms.unwrap_or(tick).min(tick));
        }
        let Some(ms) = ms else {
            return session.console.getkey().map(Some);
        };
        if let Some(key) = session.console.key_within(ms)? {
            return Ok(run_clock(session, game, since).then_some(key));
        }
    }
    Ok(None)
}

/// Runs the clock of the player to move up to now and shows it, if there are clocks. False when it has run out.
fn run_clock(session: &mut Session<'_>, game: &dyn Game, since: &mut u64) -> bool {
    let ms = session.console.now() - *since;
    *since += ms;
    let (Some(clocks), Some(stone)) = (&mut session.table.clocks, game.player_to_move()) else {
        return true;
    };
    let goes_on = clocks.run(stone, ms);
    panel::clocks(session.console.screen(), session.settings.theme, clocks);
    goes_on
}

/// The player to move loses before the game is over on the board.
fn lose(session: &mut Session<'_>, game: &mut dyn Game, how: Lost) {
    game.lose(how);
    session.table.stone_at = None;
    end_tune(session, game);
}

/// The computer's turn: it thinks, waits a little so that a person can follow, and moves. Meanwhile the keys that move a stone do
/// nothing; all others work at once.
fn computers_turn(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    engines: &mut Engines,
    announce: bool,
) -> Result<Then, Quit> {
    let beside = session.console.real_time();
    let Some(thinking) = Thinking::start(&session.table.seats, &**game, beside, engines) else {
        return Ok(Then::Stay);
    };
    let pause = session
        .settings
        .speed
        .scaled(PAUSE + if announce { ANNOUNCE } else { 0 });
    let mut waited = 0;
    let mut found = None;
    let began = session.console.now();
    let mut since = began;
    loop {
        if !run_clock(session, &**game, &mut since) {
            lose(session, &mut **game, Lost::OutOfTime);
            return Ok(Then::Redraw);
        }
        found = found.or_else(|| {
            thinking.answer(engines, &mut |insight| {
                if session.settings.values {
                    let (theme, ms) = (session.settings.theme, session.console.now() - began);
                    board::draw_insight(session.console.screen(), theme, &**game, &insight, ms);
                }
            })
        });
        if waited >= pause
            && let Some(found) = found.take()
        {
            return computers_move(session, game, found);
        }
        panel::thinking(
            session.console.screen(),
            session.settings.theme,
            waited / 100,
        );
        session.console.pause(TICK)?;
        waited += TICK;
        while session.console.kbhit() {
            let key = session.console.getkey()?;
            match other_key(session, key, game)? {
                Then::Stay => {}
                Then::Say(text) => {
                    panel::note(session.console.screen(), session.settings.theme, &text);
                }
                then => return Ok(then),
            }
        }
    }
}

/// Makes the move that the computer has found, or deals with the reason why it cannot play.
fn computers_move(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    found: crate::players::Answer,
) -> Result<Then, Quit> {
    let place = match found {
        Ok(Some(Move::Drop(place))) => place,
        Ok(Some(Move::Answer(n))) => {
            return Ok(Then::Say(answer(&mut session.table, &mut **game, n)));
        }
        Ok(None) => {
            let name = game.stone_of_turn(game.t()).name();
            game.lose_turn();
            let text = format!("{name} has no move and tries until the turn is lost.");
            return Ok(Then::Say(text));
        }
        Err(why) => return replace_player(session, &**game, &why.to_string()),
    };
    tutor::watch_drop(session, &**game, place)?;
    let before = game.clone();
    match game.try_to_drop(place) {
        Tried::Done(placed) => dropped(session, &**game, &placed, true).map(Then::Say),
        Tried::Nothing(why) | Tried::Refused(why) | Tried::Passed(why) => {
            *game = before;
            let name = session.table.seats.of(game.player());
            let why = format!("Wrong move by {name}. {why}");
            replace_player(session, &**game, &why)
        }
    }
}

/// Another program cannot play on: asks who takes its place. Without an answer it is a person.
fn replace_player(session: &mut Session<'_>, game: &dyn Game, why: &str) -> Result<Then, Quit> {
    dialog::tell(&mut session.console, why)?;
    let items = [
        ("Ask it again", 'a'),
        ("The computer plays on", 'c'),
        ("A person plays on", 'p'),
    ];
    let keys = [("↑↓", "Choose"), ("Enter", "Continue"), ("F1", "Help")];
    let choice = loop {
        match dialog::choose(
            &mut session.console,
            208,
            "Who plays?",
            &items,
            &keys,
            &mut 0,
        )? {
            Choice::Other(_) => {}
            choice => break choice,
        }
    };
    let seat = session.table.seats.of_mut(game.player());
    match choice {
        Choice::Item(0) => {}
        Choice::Item(1) => *seat = Player::Level(Level::DEFAULT),
        _ => *seat = Player::Human,
    }
    Ok(Then::Redraw)
}

/// A stone was dropped. The move is kept before it is shown, since showing it takes time. Returns what to say about the next turn.
fn dropped(
    session: &mut Session<'_>,
    game: &dyn Game,
    placed: &Placed,
    computers: bool,
) -> Result<String, Quit> {
    session.table.stone_at = None;
    session.keep(game);
    let seats = &session.table.seats;
    if let (Some(role), Some(_)) = (seats.learner(), game.outcome()) {
        let beside = session.console.real_time();
        let learner = session.keeper.learner();
        learner.game_over(game, role, seats.seed, beside);
    }
    show_drop(session, game, placed, computers)?;
    end_tune(session, game);
    Ok(game.passed_by_itself())
}

/// Plays the tune of a game that has just ended.
fn end_tune(session: &mut Session<'_>, game: &dyn Game) {
    if let Some(outcome) = game.outcome() {
        let tune = tunes::at_end(outcome, &session.table.seats);
        tunes::play(session, tune);
    }
}

/// The keys that mean the same whoever is to move.
fn other_key(session: &mut Session<'_>, key: Key, game: &mut AtBoard) -> Result<Then, Quit> {
    Ok(match (key, key.letter()) {
        (Key::Esc, _) => Then::Leave(Leave::Quit),
        (Key::Backspace, _) => match take_back(session, &mut **game, <dyn Game>::undo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to take back.".to_string()),
        },
        (_, Some('r')) => match take_back(session, &mut **game, <dyn Game>::redo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to play again.".to_string()),
        },
        (_, Some('h')) => {
            session.settings.hints = Some(!session.shows_hints());
            Then::Redraw
        }
        (_, Some('s')) => {
            session.settings.sound = !session.settings.sound;
            tunes::play(session, tunes::CLICK);
            let state = if session.settings.sound { "on" } else { "off" };
            Then::Say(format!("The sound is {state}."))
        }
        (_, Some('n')) if session.face(&**game).has_numbers() => {
            session.settings.numbers = !session.settings.numbers;
            Then::Redraw
        }
        (Key::Tab, _) => {
            session.switch(&**game);
            Then::Redraw
        }
        (Key::F(2), _) => match new_game(session, game)? {
            true => Then::Redraw,
            false => Then::Stay,
        },
        (Key::F(3), _) => Then::Say(match files::folder(session)? {
            Ok(folder) => files::save(session, &folder, &**game)?,
            Err(why) => why,
        }),
        (Key::F(4), _) => match files::folder(session)? {
            Ok(folder) => {
                let opened = replay::open(session, &folder)?;
                take_the_board(session, game, opened)?
            }
            Err(why) => Then::Say(why),
        },
        (Key::Ctrl('c'), _) => Then::Say(files::copy(session, &**game)?),
        (Key::Ctrl('v'), _) => match replay::paste(session)? {
            Ok(opened) => take_the_board(session, game, opened)?,
            Err(why) => Then::Say(why),
        },
        (Key::F(5), _) => match tutor::why_not(&**game) {
            Some(why) => Then::Say(why.to_string()),
            None => {
                session.table.tutor = !session.table.tutor;
                Then::Redraw
            }
        },
        (Key::F(6), _) => {
            session.settings.values = !session.settings.values;
            Then::Redraw
        }
        (Key::F(7), _) => match review::show(session, &**game)? {
            true => Then::Stay,
            false => Then::Say("There is no move to review.".to_string()),
        },
        // A person does not resign for the computer.
        (Key::F(8), _)
            if game.outcome().is_none() && !session.table.seats.computer_to_move(&**game) =>
        {
            match dialog::ask(&mut session.console, "Resign?")? {
                true => {
                    lose(session, &mut **game, Lost::Resigned);
                    Then::Redraw
                }
                false => Then::Stay,
            }
        }
        (Key::F(9), _) => {
            session.settings.theme = session.settings.theme.next();
            Then::Redraw
        }
        (Key::F(10), _) => match may_leave(session, &**game)? {
            true => Then::Leave(Leave::Menu),
            false => Then::Stay,
        },
        _ => Then::Stay,
    })
}

/// A game that was opened takes the place of the one at the board, if there is one.
fn take_the_board(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    opened: Option<AtBoard>,
) -> Result<Then, Quit> {
    if let Some(opened) = opened
        && may_leave(session, &**game)?
    {
        session.keeper.leave();
        session.begin();
        *game = opened;
    }
    // Whoever stepped through a game may have changed the colours there.
    Ok(Then::Redraw)
}

/// May the game at the board give way to another, or to the menu? It stays in its slot, where "Continue" in the menu finds it. So there
/// is a question only where nothing is kept: without a folder, or on a full disk.
fn may_leave(session: &mut Session<'_>, game: &dyn Game) -> Result<bool, Quit> {
    session.keep(game);
    let keeper = &mut session.keeper;
    wait::until(&mut session.console, WRITING, || keeper.is_settled())?;
    if session.keeper.is_safe(game, &session.table) {
        return Ok(true);
    }
    dialog::ask(&mut session.console, "Leave this game?")
}

/// Steps back or forth until it is a person's turn again: if only the computer's move were taken back, it would move again at once.
/// False when there is nowhere to go.
fn take_back(
    session: &mut Session<'_>,
    game: &mut dyn Game,
    step: fn(&mut dyn Game) -> bool,
) -> bool {
    let table = &mut session.table;
    let before = game.copy();
    if let Some((_, Lost::OutOfTime)) = game.lost() {
        // After a loss on time is taken back, the game goes on without clocks.
        table.clocks = None;
    }
    let computers = |table: &Table, game: &dyn Game| {
        table.seats.has_human() && table.seats.computer_to_move(game)
    };
    let mut went = changed(table, game, step);
    while computers(table, game) && changed(table, game, step) {}
    if computers(table, game) && game.t() < before.t() {
        // A computer that begins would move at once, and the moves that were taken back would be forgotten.
        while computers(table, game) && changed(table, game, <dyn Game>::redo) {}
        went = *game != *before;
    }
    if went {
        table.stone_at = None;
    }
    went
}

/// Asks how the next game is to be played, and begins it. False when the players cancel.
fn new_game(session: &mut Session<'_>, game: &mut AtBoard) -> Result<bool, Quit> {
    let all = session.players();
    let mut fields = vec![
        Field::of("Black", &all, &session.table.seats.black),
        Field::of("White", &all, &session.table.seats.white),
    ];
    let rules = fields.len()..fields.len() + game.rules_to_choose().len();
    fields.extend(game.rules_to_choose().into_iter().map(Field::from));
    fields.push(Field::of("Speed", &Speed::ALL, &session.settings.speed));
    let minutes = |minutes: u32| match minutes {
        0 => "none".to_string(),
        minutes => format!("{minutes} min"),
    };
    let now = minutes(session.settings.minutes);
    fields.push(Field::of("Clock", &MINUTES.map(minutes), &now));
    let new = loop {
        if !dialog::fill_in(&mut session.console, "New game", &mut fields)? {
            return Ok(false);
        }
        let chosen: Vec<usize> = fields[rules.clone()].iter().map(|f| f.chosen).collect();
        match game.with_rules(&chosen) {
            Ok(new) => break new,
            Err(why) => dialog::tell(&mut session.console, &why.to_string())?,
        }
    };
    if !may_leave(session, &**game)? {
        return Ok(false);
    }
    session.keeper.leave();
    let players = |n: usize| all[fields[n].chosen].clone();
    let seats = &mut session.table.seats;
    (seats.black, seats.white) = (players(0), players(1));
    if seats.has_computer() {
        session.settings.one_player = (players(0), players(1));
    }
    session.settings.speed = Speed::ALL[fields[rules.end].chosen];
    session.settings.minutes = MINUTES[fields[rules.end + 1].chosen];
    session.begin();
    *game = new;
    Ok(true)
}

/// Lets a student drop stones on a lesson's board, each shown step by step, until the student leaves it. Nothing is kept.
///
/// # Errors
/// The window was closed.
pub fn practise(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let Seats { seed, patience, .. } = session.table.seats;
    let practice = Table {
        seats: Seats {
            seed,
            patience,
            ..Seats::default()
        },
        tutor: true,
        ..Table::default()
    };
    let settings = session.settings.clone();
    (session.settings.values, session.settings.minutes) = (false, 0);
    let table = std::mem::replace(&mut session.table, practice);
    let keeper = std::mem::replace(&mut session.keeper, Keeper::nowhere());
    let left = game_loop(session, game);
    let theme = session.settings.theme;
    session.settings = super::session::Settings { theme, ..settings };
    (session.table, session.keeper) = (table, keeper);
    left.map(drop)
}

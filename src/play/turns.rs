//! C: `Playtoplay()`: the game, two nested loops.

use crate::dos::{Console, Key, Quit};
use crate::games::clock::MINUTES;
use crate::games::gomoku::{self, Decision, Opening, Setup};
use crate::games::othello::Rules;
use crate::games::stone::{Lost, Stone};
use crate::games::{Drop, Game, Tried};
use crate::play::dialog::{self, Choice, Field};
use crate::play::files;
use crate::play::help::helped;
use crate::play::replay;
use crate::play::review;
use crate::play::save::{GAMES, Keeper};
use crate::play::table::{Speed, Table};
use crate::play::tunes;
use crate::play::tutor;
use crate::players::hints::Hints;
use crate::players::level::Level;
use crate::players::{Engines, Move, Player, Seats, Thinking};
use crate::records::Recorded;
use crate::screen::panel;

/// Where a player went from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Out of the program.
    Quit,
    /// Back to the menu.
    Menu,
}

/// What a key that moves no stone leads to.
enum Then {
    /// The same turn goes on.
    Stay,
    /// The same turn goes on, and this is said.
    Say(String),
    /// The game is another, or looks different.
    Redraw,
    /// The players leave the board.
    Leave(Leave),
}

/// How long the computer waits before it moves, in ms.
const PAUSE: u32 = 220;
/// How long a pass is announced before the computer goes on, in ms.
const ANNOUNCE: u32 = 1500;
/// How often the hints are asked for news, in ms.
const LOOK: u32 = 100;
/// How often the keyboard is asked while the computer plays, in ms.
const TICK: u32 = 20;

/// C: `Playtoplay()`: plays a game until the players leave it.
///
/// The C function has two nested loops: the outer one changes the player, the inner one is one player moving the stone
/// with the arrow keys and trying to drop it; Esc leaves the program at once. So has ours, for both games. The inner
/// loop knows more keys (undo, help...), a game that is over waits in it for what comes next, and the computer's turn has
/// a loop of its own.
///
/// `game` is the one that was under way last, however this ends. The keeper is told of each change.
///
/// # Errors
/// The window was closed meanwhile.
#[doc(alias = "Playtoplay")]
pub fn playtoplay(
    console: &mut dyn Console,
    game: &mut Game,
    table: &mut Table,
    keeper: &mut Keeper,
) -> Result<Leave, Quit> {
    let console = &mut helped(console, game.help_page());
    let mut said = String::new();
    let mut engines = Engines::new(keeper.learner().clone());
    loop {
        let grid = game.grid();
        let (mut x, mut y) = table.stone_at.unwrap_or(grid.start());
        let mut since = console.now();
        let mut refused = false;
        let mut note = match said.is_empty() {
            true => game.warning(),
            false => std::mem::take(&mut said),
        };
        game.draw(console.screen(), table);
        panel::note(console.screen(), table.theme, &note);
        keeper.keep(game, table);
        if table.seats.computer_to_move(game) {
            match computers_turn(console, game, table, keeper, &mut engines, !note.is_empty())? {
                Then::Leave(leave) => return Ok(leave),
                Then::Say(text) => said = text,
                Then::Stay | Then::Redraw => {}
            }
            continue;
        }
        if let Some(outcome) = game.outcome() {
            game.play_win(console.screen(), table, outcome);
        }
        let deciding = !game.possible_decisions().is_empty();
        let playing = game.to_move().is_some() && !deciding;
        let mut chosen = 0;
        let mut hints = match table.values {
            true => Hints::start(game, console.real_time(), table.seats.patience),
            false => None,
        };
        loop {
            if playing {
                let screen = console.screen();
                panel::note(screen, table.theme, &note);
                game.draw_moving(screen, table.theme, x, y);
                if refused {
                    game.refuse(screen, x, y);
                }
            }
            if keeper.keeps() {
                // Writing takes longer than drawing, and the key that was pressed last is to be seen at once.
                console.delay(0)?;
                keeper.keep(game, table);
            }
            if let Some(message) = keeper.message() {
                note = message;
                continue;
            }
            refused = false;
            let then = match playing {
                false if deciding => {
                    match decide(console, game, table, keeper, &mut since, &mut chosen)? {
                        Then::Say(text) => {
                            said = text;
                            break;
                        }
                        then => then,
                    }
                }
                false => game_over(console, game, table, keeper, &mut chosen)?,
                true => match next_key(console, game, table, &mut since, &mut hints)? {
                    None => {
                        lose(console, game, table, Lost::OutOfTime);
                        Then::Redraw
                    }
                    Some(key @ (Key::Up | Key::Down | Key::Left | Key::Right)) => {
                        game.move_color(console.screen(), table, x, y);
                        (x, y) = grid.step((x, y), key);
                        table.stone_at = Some((x, y));
                        Then::Stay
                    }
                    Some(Key::Enter | Key::Space) => {
                        tutor::watch_drop(console, game, table, (x, y))?;
                        // No time passes while the tutor is watched.
                        since = console.now();
                        let tried = game.try_to_drop(x, y);
                        if !matches!(tried, Tried::Done(_)) {
                            tunes::play(console, table, tunes::REFUSED);
                        }
                        match tried {
                            Tried::Nothing(text) => Then::Say(text),
                            Tried::Refused(text) => {
                                refused = true;
                                Then::Say(text)
                            }
                            Tried::Passed(text) => {
                                said = text;
                                table.stone_at = None;
                                break;
                            }
                            Tried::Done(dropped) => {
                                said =
                                    dropped_stone(console, game, table, keeper, &dropped, false)?;
                                break;
                            }
                        }
                    }
                    Some(key) => other_key(console, key, game, table, keeper)?,
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

/// A person decides about the colours, in a box beside the board. What there is to say about the decision.
fn decide(
    console: &mut dyn Console,
    game: &mut Game,
    table: &mut Table,
    keeper: &mut Keeper,
    since: &mut u64,
    chosen: &mut usize,
) -> Result<Then, Quit> {
    let decisions = game.possible_decisions();
    let items = decisions.iter().map(|decision| match decision {
        Decision::White => ("Play white", 'w'),
        Decision::Black => ("Play black", 'b'),
        Decision::PutTwo => ("Put two more", 't'),
    });
    let items: Vec<dialog::Item<'_>> = items.collect();
    let who = who_decides(game);
    panel::note(console.screen(), table.theme, "");
    let lines = [who, "chooses"];
    let choice = dialog::choose_beside(console, "Opening swap2", lines, &items, chosen)?;
    if !run_clock(console, game, table, since) {
        lose(console, game, table, Lost::OutOfTime);
        return Ok(Then::Redraw);
    }
    Ok(match choice {
        Choice::Item(n) => Then::Say(decided(game, table, decisions[n])),
        Choice::Closed => Then::Leave(Leave::Quit),
        Choice::Other(key) => match other_key(console, key, game, table, keeper)? {
            // The box stands where it would be said.
            Then::Say(_) => Then::Stay,
            then => then,
        },
    })
}

fn who_decides(game: &Game) -> &'static str {
    match game.player_to_move() {
        Some(Stone::Black) => "The first player",
        _ => "The second player",
    }
}

/// The player to move decides about the colours. What there is to say about it.
fn decided(game: &mut Game, table: &mut Table, decision: Decision) -> String {
    let who = who_decides(game);
    changed(game, table, |game| game.decide(decision));
    match decision {
        Decision::White => format!("{who} takes white."),
        Decision::Black => format!("{who} takes black."),
        // What comes next is said in any case.
        Decision::PutTwo => String::new(),
    }
}

/// Changes the game; the players take their seats anew where they change their colours by it, or change them back.
fn changed(game: &mut Game, table: &mut Table, change: impl FnOnce(&mut Game) -> bool) -> bool {
    let swapped = game.swapped();
    let done = change(game);
    if game.swapped() != swapped {
        table.swap();
    }
    done
}

/// The game is over, and the winner's box asks what comes next.
fn game_over(
    console: &mut dyn Console,
    game: &mut Game,
    table: &mut Table,
    keeper: &mut Keeper,
    chosen: &mut usize,
) -> Result<Then, Quit> {
    Ok(match dialog::after_result(console, chosen)? {
        Choice::Item(0) => {
            *game = game.anew();
            table.begin();
            Then::Redraw
        }
        Choice::Item(1) => {
            let recorded = Recorded {
                game: game.clone(),
                heading: table.seats.heading(),
                score: None,
            };
            if let Some(from_here) = replay::step_through(console, table, &recorded)? {
                changed(game, table, |game| {
                    *game = from_here;
                    true
                });
                table.begin();
            }
            Then::Redraw
        }
        Choice::Item(_) => Then::Leave(Leave::Menu),
        Choice::Closed => Then::Leave(Leave::Quit),
        Choice::Other(key) => other_key(console, key, game, table, keeper)?,
    })
}

/// The next key of the player to move, or `None` when the player's time is over. `since` is the time until which the
/// clock has run; what the hints find meanwhile is shown.
fn next_key(
    console: &mut dyn Console,
    game: &Game,
    table: &mut Table,
    since: &mut u64,
    hints: &mut Option<Hints>,
) -> Result<Option<Key>, Quit> {
    while run_clock(console, game, table, since) {
        let mut ms = None;
        if let Some(hints) = hints {
            ms = hints.update().then_some(LOOK);
            let stone = table.stone_at.unwrap_or(game.grid().start());
            game.draw_values(console.screen(), table.theme, hints, stone);
        }
        if let (Some(clocks), Some(stone)) = (&table.clocks, game.player_to_move()) {
            let tick = clocks.until_next_second(stone);
            ms = Some(ms.unwrap_or(tick).min(tick));
        }
        let Some(ms) = ms else {
            return console.getkey().map(Some);
        };
        if let Some(key) = console.key_within(ms)? {
            return Ok(run_clock(console, game, table, since).then_some(key));
        }
    }
    Ok(None)
}

/// The clock of the player to move runs until now and is shown, if there are clocks. False when it has run out.
fn run_clock(console: &mut dyn Console, game: &Game, table: &mut Table, since: &mut u64) -> bool {
    let ms = console.now() - *since;
    *since += ms;
    let (Some(clocks), Some(stone)) = (&mut table.clocks, game.player_to_move()) else {
        return true;
    };
    let goes_on = clocks.run(stone, ms);
    panel::clocks(console.screen(), table.theme, clocks);
    goes_on
}

/// The player to move loses before the end on the board.
fn lose(console: &mut dyn Console, game: &mut Game, table: &mut Table, how: Lost) {
    game.lose(how);
    table.stone_at = None;
    end_tune(console, game, table);
}

/// The computer's turn: it thinks, waits a little so that a person can follow, and moves. The keys that move a stone
/// mean nothing meanwhile; all others are answered at once.
fn computers_turn(
    console: &mut dyn Console,
    game: &mut Game,
    table: &mut Table,
    keeper: &mut Keeper,
    engines: &mut Engines,
    announce: bool,
) -> Result<Then, Quit> {
    let Some(thinking) = Thinking::start(&table.seats, game, console.real_time(), engines) else {
        return Ok(Then::Stay);
    };
    let pause = table
        .speed
        .scaled(PAUSE + if announce { ANNOUNCE } else { 0 });
    let mut waited = 0;
    let mut answer = None;
    let began = console.now();
    let mut since = began;
    loop {
        if !run_clock(console, game, table, &mut since) {
            lose(console, game, table, Lost::OutOfTime);
            return Ok(Then::Redraw);
        }
        answer = answer.or_else(|| {
            thinking.answer(engines, &mut |insight| {
                if table.values {
                    let ms = console.now() - began;
                    game.draw_insight(console.screen(), table.theme, &insight, ms);
                }
            })
        });
        if waited >= pause
            && let Some(answer) = answer.take()
        {
            let (row, col) = match answer {
                Ok(Some(Move::Drop(row, col))) => (row, col),
                Ok(Some(Move::Decide(decision))) => {
                    return Ok(Then::Say(decided(game, table, decision)));
                }
                Ok(None) => return Ok(Then::Say(game.lose_turn())),
                Err(why) => return replace_player(console, game, table, &why),
            };
            let (x, y) = game.grid().centre(row, col);
            tutor::watch_drop(console, game, table, (x, y))?;
            let before = game.clone();
            return match game.try_to_drop(x, y) {
                Tried::Done(dropped) => {
                    let said = dropped_stone(console, game, table, keeper, &dropped, true)?;
                    Ok(Then::Say(said))
                }
                Tried::Nothing(why) | Tried::Refused(why) | Tried::Passed(why) => {
                    *game = before;
                    let name = table.seats.of(game.player());
                    replace_player(console, game, table, &format!("{name} is wrong. {why}"))
                }
            };
        }
        panel::thinking(console.screen(), table.theme, waited / 100);
        console.delay(TICK)?;
        waited += TICK;
        while console.kbhit() {
            let key = console.getkey()?;
            match other_key(console, key, game, table, keeper)? {
                Then::Stay => {}
                Then::Say(text) => panel::note(console.screen(), table.theme, &text),
                then => return Ok(then),
            }
        }
    }
}

/// Another program cannot play on: asks who takes its place. It is a person when nobody says so.
fn replace_player(
    console: &mut dyn Console,
    game: &Game,
    table: &mut Table,
    why: &str,
) -> Result<Then, Quit> {
    dialog::tell(console, why)?;
    let items = [
        ("Ask it again", 'a'),
        ("The computer goes on", 'c'),
        ("A person goes on", 'p'),
    ];
    let keys = [("↑↓", "Choose"), ("Enter", "Go on"), ("F1", "Help")];
    let choice = loop {
        match dialog::choose(console, 208, "Who plays?", &items, &keys, &mut 0)? {
            Choice::Other(_) => {}
            choice => break choice,
        }
    };
    let seat = table.seats.of_mut(game.player());
    match choice {
        Choice::Item(0) => {}
        Choice::Item(1) => *seat = Player::Level(Level::DEFAULT),
        _ => *seat = Player::Human,
    }
    Ok(Then::Redraw)
}

/// A stone stands: the move is kept before it is shown, which takes its time. What there is to say about the next turn.
fn dropped_stone(
    console: &mut dyn Console,
    game: &Game,
    table: &mut Table,
    keeper: &mut Keeper,
    dropped: &Drop,
    computers: bool,
) -> Result<String, Quit> {
    table.stone_at = None;
    keeper.keep(game, table);
    if let (Some(role), Some(_)) = (table.seats.learner(), game.outcome()) {
        let (seed, beside) = (table.seats.seed, console.real_time());
        keeper.learner().game_over(game, role, seed, beside);
    }
    game.show_drop(console, table, dropped, computers)?;
    end_tune(console, game, table);
    Ok(game.passed_by_itself())
}

/// Plays the tune of a game that has just ended.
fn end_tune(console: &mut dyn Console, game: &Game, table: &Table) {
    if let Some(outcome) = game.outcome() {
        tunes::play(console, table, tunes::at_end(outcome, &table.seats));
    }
}

/// The keys that mean the same whoever is to move.
fn other_key(
    console: &mut dyn Console,
    key: Key,
    game: &mut Game,
    table: &mut Table,
    keeper: &mut Keeper,
) -> Result<Then, Quit> {
    Ok(match (key, key.letter()) {
        (Key::Esc, _) => Then::Leave(Leave::Quit),
        (Key::Backspace, _) => match take_back(game, table, Game::undo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to take back.".to_string()),
        },
        (_, Some('r')) => match take_back(game, table, Game::redo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to play again.".to_string()),
        },
        (_, Some('h')) => {
            table.hints = Some(!table.shows_hints());
            Then::Redraw
        }
        (_, Some('s')) => {
            table.sound = !table.sound;
            tunes::play(console, table, tunes::CLICK);
            let state = if table.sound { "on" } else { "off" };
            Then::Say(format!("Sound {state}."))
        }
        (_, Some('n')) if matches!(game, Game::Gomoku(_)) => {
            table.numbers = !table.numbers;
            Then::Redraw
        }
        (Key::Tab, _) => {
            table.switch(game);
            Then::Redraw
        }
        (Key::F(2), _) => match new_game(console, game, table)? {
            true => Then::Redraw,
            false => Then::Stay,
        },
        (Key::F(5), _) if !tutor::teaches(game) => {
            Then::Say("The tutor teaches freestyle in which black begins.".to_string())
        }
        (Key::F(5), _) => {
            table.tutor = !table.tutor;
            Then::Redraw
        }
        (Key::F(3), _) => Then::Say(match keeper.folder(GAMES) {
            Ok(folder) => files::save(console, &folder, game, &table.seats.heading())?,
            Err(why) => why,
        }),
        (Key::F(4), _) => match keeper.folder(GAMES) {
            Ok(folder) => match replay::open(console, &folder, table)? {
                Some(opened) => {
                    // The game at the board stays where it is kept, to be continued.
                    keeper.leave();
                    table.begin();
                    *game = opened;
                    Then::Redraw
                }
                None => Then::Stay,
            },
            Err(why) => Then::Say(why),
        },
        // A person does not resign for the computer.
        (Key::F(6), _) => {
            table.values = !table.values;
            Then::Redraw
        }
        (Key::F(7), _) => match review::show(console, table.theme, game, table.seats.patience)? {
            true => Then::Stay,
            false => Then::Say("There is no move to review.".to_string()),
        },
        (Key::F(8), _) if game.to_move().is_some() && !table.seats.computer_to_move(game) => {
            match dialog::ask(console, "Resign?")? {
                true => {
                    lose(console, game, table, Lost::Resigned);
                    Then::Redraw
                }
                false => Then::Stay,
            }
        }
        (Key::F(9), _) => {
            table.theme = table.theme.next();
            Then::Redraw
        }
        (Key::F(10), _) => match !game.under_way() || dialog::ask(console, "Leave this game?")? {
            true => Then::Leave(Leave::Menu),
            false => Then::Stay,
        },
        _ => Then::Stay,
    })
}

/// Goes back or forth until it is a person's turn again: taking back only the computer's move would have it move at
/// once. False when there is nowhere to go.
fn take_back(game: &mut Game, table: &mut Table, step: fn(&mut Game) -> bool) -> bool {
    table.stone_at = None;
    if let Some((_, Lost::OutOfTime)) = game.lost() {
        // Whoever takes a loss on time back plays on without clocks.
        table.clocks = None;
    }
    let went = changed(game, table, step);
    while table.seats.has_human()
        && table.seats.computer_to_move(game)
        && changed(game, table, step)
    {}
    went
}

/// Asks how the next game is to be played, and begins it. False when the players think better of it.
fn new_game(console: &mut dyn Console, game: &mut Game, table: &mut Table) -> Result<bool, Quit> {
    let all = table.players();
    let mut fields = vec![
        Field::of("Black", &all, &table.seats.black),
        Field::of("White", &all, &table.seats.white),
    ];
    match game {
        Game::Othello(game) => fields.push(Field::of("Rules", &Rules::ALL, &game.rules())),
        Game::Gomoku(game) => {
            let setup = game.setup();
            fields.extend([
                Field::of("Rules", &gomoku::Rules::ALL, &setup.rules()),
                Field::of("Opening", &Opening::ALL, &setup.opening()),
                Field::of("First", &Stone::ALL, &setup.first()),
            ]);
        }
    }
    fields.push(Field::of("Speed", &Speed::ALL, &table.speed));
    fields.push(Field {
        label: "Clock",
        values: MINUTES
            .map(|minutes| match minutes {
                0 => "none".to_string(),
                minutes => format!("{minutes} min"),
            })
            .to_vec(),
        chosen: MINUTES
            .iter()
            .position(|m| *m == table.minutes)
            .unwrap_or(0),
    });
    let new = loop {
        if !dialog::fill_in(console, "New game", &mut fields)? {
            return Ok(false);
        }
        let chosen = |n: usize| fields[n].chosen;
        let setup = match game {
            Game::Othello(_) => break Game::othello(Rules::ALL[chosen(2)]),
            Game::Gomoku(_) => Setup::new(
                gomoku::Rules::ALL[chosen(2)],
                Stone::ALL[chosen(4)],
                Opening::ALL[chosen(3)],
            ),
        };
        match setup {
            Ok(setup) => break Game::gomoku(setup),
            Err(why) => dialog::tell(console, &format!("{why} Choose black in the line First."))?,
        }
    };
    let players = |n: usize| all[fields[n].chosen].clone();
    (table.seats.black, table.seats.white) = (players(0), players(1));
    if table.seats.has_computer() {
        table.one_player = (players(0), players(1));
    }
    table.speed = Speed::ALL[fields[fields.len() - 2].chosen];
    table.minutes = MINUTES[fields[fields.len() - 1].chosen];
    table.begin();
    *game = new;
    Ok(true)
}

/// Lets a student drop stones on a lesson's board, each shown step by step, until he leaves it. Nothing of it is kept.
///
/// # Errors
/// The window was closed meanwhile.
pub fn practise(console: &mut dyn Console, game: &mut Game, table: &mut Table) -> Result<(), Quit> {
    let mut practice = Table {
        seats: Seats {
            seed: table.seats.seed,
            patience: table.seats.patience,
            ..Seats::default()
        },
        theme: table.theme,
        hints: table.hints,
        speed: table.speed,
        sound: table.sound,
        tutor: true,
        ..Table::default()
    };
    playtoplay(console, game, &mut practice, &mut Keeper::nowhere())?;
    table.theme = practice.theme;
    Ok(())
}

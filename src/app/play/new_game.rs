//! The forms for a new game, for the players and rules of the current one, and for the options.

use super::dialog::{self, Field};
use super::files::{self, PROGRAMS};
use super::friend::{self, Begun};
use super::games::ActiveGame;
use super::help;
use super::language;
use super::openings;
use super::profile::{game_from_text, game_to_text};
use super::room;
use super::session::{Session, Table};
use super::settings::GameStart;
use super::settings_text;
use super::turn::may_leave;
use super::wait;
use games::clock::{TIMES, TimeControl};
use games::othello::Rules;
use games::{Game, Rule};
use players::c_player::CPlayer;
use players::computer::Computer;
use players::{Player, Seats};
use screen::face::display_name;
use turbo::dos::Quit;
use words::{phrase, say};

/// The maximum time to wait for the choices of the last game, in ms.
const READING: u32 = 250;

/// Builds a form row with these players. Engines appear with their commands.
fn player_field<'a>(label: &'a str, all: &[Player], chosen: &Player) -> Field<'a> {
    let called = |player: &Player| match player {
        Player::Outside(_) => player.to_string(),
        Player::Friend => say!("A friend elsewhere").to_string(),
        Player::C(program) if program.is_any() => say!("A C program").to_string(),
        player => player.display_name(),
    };
    let names: Vec<String> = all.iter().map(called).collect();
    Field::of(label, &names, &called(chosen))
}

/// Returns the chosen players. Asks for the file of a C program that a form seats. Returns `None` if the
/// user chooses no file, or one that does not play this game.
fn seated(
    session: &mut Session<'_>,
    all: &[Player],
    fields: &[Field<'_>],
    game: &dyn Game,
) -> Result<Option<[Player; 2]>, Quit> {
    let mut seats = [0, 1].map(|n| all[fields[n].chosen].clone());
    for seat in &mut seats {
        if matches!(seat, Player::C(program) if program.is_any()) {
            let Some(program) = c_program(session, game)? else { return Ok(None) };
            *seat = program;
        }
    }
    Ok(Some(seats))
}

fn c_program(session: &mut Session<'_>, game: &dyn Game) -> Result<Option<Player>, Quit> {
    let folder = std::path::absolute(".").unwrap_or_default();
    let Some(file) = files::open_file(session, &PROGRAMS, &folder)? else { return Ok(None) };
    let Some(program) = CPlayer::of_file(&file.to_string_lossy()) else { return Ok(None) };
    let (checked, game) = (program.clone(), game.copy());
    let work = move || checked.check(&*game);
    let checked = wait::for_work(&mut session.console, phrase!("Reading the program."), work)?;
    let checked = dialog::or_tell(&mut session.console, checked)?;
    Ok(checked.map(|()| Player::C(program)))
}

/// Shows the form for a game of this kind, with the choices of the last one. `game` gives the rules of the
/// first one. Returns `None` on Esc.
pub(crate) fn last_again(session: &mut Session<'_>, game: Box<dyn Game>) -> Result<Option<ActiveGame>, Quit> {
    let asked = session.profile.last(game.name());
    let text = wait::briefly(&mut session.console, READING, &asked)?.found();
    let seats = session.table.seats.for_people();
    let seed = seats.seed;
    session.table = Table { seats, time: TimeControl::default(), ..session.table.clone() };
    let mut table = session.table.clone();
    let last = game_from_text(&text.unwrap_or_default(), session.games, &mut table);
    let game = match last {
        Ok(last) => {
            table.seats.seed = seed;
            session.table = table;
            last
        }
        Err(_) => session.active(game),
    };
    new_game(session, &game)
}

/// Asks for the settings of the next game, and begins it. The form shows the settings of this game at first.
/// Returns `None` on Esc.
pub(crate) fn new_game(session: &mut Session<'_>, game: &ActiveGame) -> Result<Option<ActiveGame>, Quit> {
    let all = session.players();
    // The form shows the seats at the start of the game, before swap2 changed them.
    let mut seats = session.table.seats.clone();
    if game.swapped() {
        seats.change_sides();
    }
    let mut fields = vec![
        player_field(say!("Black"), &all, &seats.black),
        player_field(say!("White"), &all, &seats.white),
    ];
    for field in &mut fields {
        field.notes = all.iter().map(|player| player_in_words(player, game.entry.computer)).collect();
    }
    fields.extend(game.rule_choices().into_iter().map(|Rule { label, values, chosen }| {
        let notes = values.iter().map(|value| rule_in_words(game.name(), value).to_string());
        Field { label, notes: notes.collect(), values, chosen }
    }));
    let rules = 2..fields.len();
    let mut begins = vec![GameStart::Standard];
    if game.entry.computer.has_openings() {
        let field;
        (begins, field) = openings::field(session.table.begins);
        fields.push(field);
    }
    let mut times: Vec<TimeControl> = TIMES.iter().filter_map(|time| time.parse().ok()).collect();
    // The command line accepts times that the form does not list.
    if !times.contains(&session.table.time) {
        times.push(session.table.time);
    }
    let clock = Field::of(say!("Clock"), &times, &session.table.time);
    fields.push(Field { values: times.iter().map(in_form).collect(), ..clock });
    let choices_of = |fields: &[Field<'_>]| fields.iter().map(|f| f.chosen).collect::<Vec<_>>();
    // The original is for two people; against others the standard rules are usual.
    let are_people = |fields: &[Field<'_>]| fields[..2].iter().all(|f| all[f.chosen] == Player::Human);
    let mut people = are_people(&fields);
    let mut changed = |fields: &mut [Field<'_>]| {
        let before = std::mem::replace(&mut people, are_people(fields));
        let usual = [Rules::Original, Rules::Standard].map(|rules| rules.to_string());
        let Field { values, chosen, .. } = &mut fields[rules.start];
        if before != people && values[*chosen] == usual[usize::from(!before)] {
            let other = values.iter().position(|value| *value == usual[usize::from(before)]);
            *chosen = other.unwrap_or(*chosen);
        }
        // Some choices exclude others.
        let fields = &mut fields[rules.clone()];
        let possible = game.with_rules(&choices_of(fields)).rule_choices();
        fields.iter_mut().zip(possible).for_each(|(field, rule)| field.chosen = rule.chosen);
    };
    let title = display_name(game.name());
    let (new, [black, white]) = loop {
        let form = |session: &mut Session<'_>| {
            dialog::fill_in(&mut session.console, &title, say!("Start"), &mut fields, &mut changed)
        };
        if !session.with_help(game.entry.help, form)? {
            return Ok(None);
        }
        let new = game.with_rules(&choices_of(&fields[rules.clone()]));
        if let Some(seats) = seated(session, &all, &fields, &*new)? {
            break (game.with(new), seats);
        }
    };
    if !may_leave(session, game)? {
        return Ok(None);
    }
    let last = fields.len() - 1;
    let mut time = times[fields[last].chosen];
    if [&black, &white].contains(&&Player::Friend) {
        match friend::begin(session, &new, time)? {
            Begun::Closed => return Ok(None),
            Begun::OnLine(game) => {
                remember(session, &*game);
                return Ok(Some(game));
            }
            // Days can pass between two links.
            Begun::ByLinks => time = TimeControl::default(),
        }
    }
    session.online = None;
    session.profile.leave();
    let table = &mut session.table;
    (table.seats.black, table.seats.white) = (black, white);
    table.time = time;
    table.begins = begins[if begins.len() > 1 { fields[last - 1].chosen } else { 0 }];
    session.begin();
    remember(session, &*new);
    Ok(Some(openings::begin(session, &*new)?.unwrap_or(new)))
}

/// Writes a clock as in the form.
pub(super) fn in_form(time: &TimeControl) -> String {
    match (time.minutes, time.seconds) {
        (0, _) => say!("none||of clocks").to_string(),
        (minutes, 0) => say!("{minutes} min", minutes),
        _ => time.to_string(),
    }
}

/// Says how well a player plays, or how the user can play with it. Empty if its name says it.
fn player_in_words(player: &Player, computer: &dyn Computer) -> String {
    match player {
        Player::Level(level) => {
            let mut words = vec![computer.strength_in_words(*level), computer.cost_in_words(*level)];
            words.retain(|words| !words.is_empty());
            words.join(say!(", ||between the parts of a sentence"))
        }
        Player::Friend if !room::is_offered() => say!("By links that you send").to_string(),
        Player::Friend => say!("Over the network, or by links that you send").to_string(),
        Player::C(program) if program.is_any() => {
            say!("A file with int Choose(int t), as in the last lesson").to_string()
        }
        _ => String::new(),
    }
}

/// Says what a rule or an opening means, unless its name says it.
fn rule_in_words(game: &str, value: &str) -> &'static str {
    match (game, value) {
        ("othello", "original") => say!("As in DOS: a player without a move tries until the turn is lost"),
        ("othello", "standard") => say!("A player without a move passes"),
        ("othello", "reverse") => say!("Like standard, but fewer discs win"),
        ("gomoku", "freestyle") => say!("Five or more in a row win"),
        ("gomoku", "standard") => say!("Exactly five in a row win"),
        ("gomoku", "renju") => say!("Like freestyle, but some moves are forbidden for Black"),
        ("gomoku", "swap2") => say!("The first player puts 3 stones; the second chooses a colour or puts 2"),
        _ => "",
    }
}

/// Remembers the players, the rules, the opening and the clock of this game for the next form.
pub(crate) fn remember(session: &mut Session<'_>, game: &dyn Game) {
    let text = game_to_text(&*game.restarted(), &session.table);
    session.profile.remember(game.name(), text);
}

/// Lists the rules under which the game and all its variations are valid, each with the game under these
/// rules.
fn rule_changes(session: &Session<'_>, game: &ActiveGame) -> Vec<(String, Box<dyn Game>)> {
    let tree = &session.table.tree;
    let mut rules = game.rule_changes();
    rules.retain(|(_, game)| {
        let mut ends = (0..tree.size()).filter(|n| tree.children(*n).is_empty());
        ends.all(|n| tree.game_at(&**game, n).is_some())
    });
    rules
}

/// Shows the players and the rules of this game, and changes its rules. Returns the players, or `None` on
/// Esc.
pub(crate) fn players(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Option<[Player; 2]>, Quit> {
    let all = session.players();
    let mut rules = rule_changes(session, game);
    let Seats { black, white, .. } = &session.table.seats;
    let mut fields = vec![player_field(say!("Black"), &all, black), player_field(say!("White"), &all, white)];
    if rules.len() > 1 {
        fields.push(Field {
            label: say!("Rules"),
            values: rules.iter().map(|(name, _)| name.clone()).collect(),
            chosen: rules.iter().position(|(_, one)| **one == **game).unwrap_or(0),
            ..Field::default()
        });
    }
    let seats = loop {
        let (console, done) = (&mut session.console, say!("Done"));
        if !dialog::fill_in(console, say!("Players"), done, &mut fields, &mut |_| ())? {
            return Ok(None);
        }
        if let Some(seats) = seated(session, &all, &fields, &**game)? {
            break seats;
        }
    };
    if let Some(field) = fields.get(2) {
        game.game = rules.swap_remove(field.chosen).1;
    }
    Ok(Some(seats))
}

/// Shows the options. Returns false if the user cancels.
pub(crate) fn options(session: &mut Session<'_>) -> Result<bool, Quit> {
    let mut fields = settings_text::fields(&session.settings);
    let form = |session: &mut Session<'_>| {
        let (console, title, done) = (&mut session.console, say!("Options"), say!("Done"));
        dialog::fill_in(console, title, done, &mut fields, &mut |_| ())
    };
    if !session.with_help(help::KEYS, form)? {
        return Ok(false);
    }
    let language = session.settings.language;
    settings_text::choose(&mut session.settings, &fields);
    if session.settings.language != language {
        language::choose(session.settings.language);
    }
    session.tune_machine();
    session.profile.keep_settings(&session.settings);
    Ok(true)
}

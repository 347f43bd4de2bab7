//! The forms for a new game and for options.

use super::dialog::{self, Field, Item};
use super::games::{ActiveGame, Entry};
use super::help;
use super::language;
use super::openings;
use super::session::{Session, Speed};
use super::settings::GameStart;
use super::settings_text;
use super::student;
use super::turn::may_leave;
use games::Game;
use games::clock::{TIMES, TimeControl};
use players::level::Level;
use players::{Player, Seats};
use screen::panel;
use turbo::dos::Quit;
use words::{phrase, say, translate};

/// The starting positions in the form. Named openings have a row of their own in the menu.
const BEGINS: [&str; 2] = [phrase!("standard||opening"), phrase!("random||opening")];

/// Builds a form row with these players. Engines appear with their commands.
fn player_field<'a>(label: &'a str, all: &[Player], chosen: &Player) -> Field<'a> {
    let called = |player: &Player| match player {
        Player::Outside(_) => player.to_string(),
        player => player.display_name(),
    };
    let names: Vec<String> = all.iter().map(called).collect();
    Field::of(label, &names, &called(chosen))
}

/// Asks for the settings of the next game and begins it. Returns false if the user cancels.
pub(crate) fn new_game(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<bool, Quit> {
    let all = session.players(game);
    // The form shows the seats at the start of the game, before swap2 changed them.
    let mut seats = session.table.seats.clone();
    if game.swapped() {
        seats.change_sides();
    }
    let mut fields = vec![
        player_field(say!("Black"), &all, &seats.black),
        player_field(say!("White"), &all, &seats.white),
    ];
    let rules = fields.len()..fields.len() + game.rule_choices().len();
    fields.extend(game.rule_choices().into_iter().map(Field::from));
    fields.push(Field::of(say!("Speed"), &Speed::ALL, &session.settings.speed));
    let mut times: Vec<TimeControl> = TIMES.iter().filter_map(|time| time.parse().ok()).collect();
    // The command line accepts times that the form does not list.
    if !times.contains(&session.table.time) {
        times.push(session.table.time);
    }
    let mut clock = Field::of(say!("Clock"), &times, &session.table.time);
    for (value, time) in clock.values.iter_mut().zip(&times) {
        match (time.minutes, time.seconds) {
            (0, _) => *value = say!("none||of clocks").to_string(),
            (minutes, 0) => *value = say!("{minutes} min", minutes),
            _ => {}
        }
    }
    fields.push(clock);
    let has_openings = game.entry.computer.has_openings();
    let begins = fields.len();
    if has_openings {
        let now = match session.table.begins {
            GameStart::Random => BEGINS[1],
            GameStart::Standard | GameStart::Named(_) => BEGINS[0],
        };
        fields.push(Field::of(say!("Opening||Othello"), &BEGINS, &now));
    }
    let new = loop {
        if !dialog::fill_in(&mut session.console, say!("New game"), say!("Start"), &mut fields)? {
            return Ok(false);
        }
        let chosen: Vec<usize> = fields[rules.clone()].iter().map(|f| f.chosen).collect();
        match game.with_rules(&chosen) {
            Ok(new) => break game.with(new),
            Err(why) => dialog::tell(&mut session.console, &why.to_string())?,
        }
    };
    if !may_leave(session, game)? {
        return Ok(false);
    }
    session.profile.leave();
    let players = |n: usize| all[fields[n].chosen].clone();
    session.seat(&new, (players(0), players(1)));
    session.settings.speed = Speed::ALL[fields[rules.end].chosen];
    session.table.time = times[fields[rules.end + 1].chosen];
    session.begin();
    session.table.begins = match has_openings && fields[begins].chosen == 1 {
        true => GameStart::Random,
        false => GameStart::Standard,
    };
    *game = openings::begin(session, &*new)?.unwrap_or(new);
    Ok(true)
}

/// Returns the players for a game of this kind against the computer. Before the first such game it asks for
/// the level, and shows the strength and time per move of each level. Returns `None` if the user closes the
/// question.
pub(crate) fn against_computer(
    session: &mut Session<'_>,
    Entry { kind, computer, .. }: &Entry,
) -> Result<Option<(Player, Player)>, Quit> {
    if let Some(players) = session.settings.against_computer.get(kind.name) {
        return Ok(Some(players.clone()));
    }
    let levels: Vec<Level> = Level::all().collect();
    let names: Vec<String> = levels
        .iter()
        .map(|level| {
            let (number, name) = (level.number(), level.name());
            let measured = computer.strength_in_words(*level);
            let cost = computer.cost_in_words(*level);
            let (name, measured) = (panel::padded(translate(name), 9), panel::padded(&measured, 29));
            format!("{number:>2} {name} {measured} {cost}")
        })
        .collect();
    let items: Vec<Item<'_>> = names.iter().map(|name| (&**name, '\0')).collect();
    let now = levels.iter().position(|level| *level == Level::DEFAULT);
    let title = say!("Choose the computer's strength (win rates from test games)");
    let chosen = session.with_help(help::COMPUTER, |session| {
        let (console, keys) = (&mut session.console, &dialog::STARTS);
        dialog::choose_one(console, 200, title, &items, keys, now.unwrap_or(0))
    })?;
    let players = chosen.map(|n| (Player::Human, Player::Level(levels[n])));
    let remembered = &mut session.settings.against_computer;
    remembered.extend(players.clone().map(|players| (kind.name, players)));
    Ok(players)
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

/// Shows the options: the players and the rules of the game at the board, if there is one, and the settings.
/// Returns false if the user cancels.
pub(crate) fn settings(session: &mut Session<'_>, game: Option<&mut ActiveGame>) -> Result<bool, Quit> {
    let (mut all, mut rules, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(game) = &game {
        all = session.players(game);
        rules = rule_changes(session, game);
        let Seats { black, white, .. } = &session.table.seats;
        fields.push(player_field(say!("Black"), &all, black));
        fields.push(player_field(say!("White"), &all, white));
    }
    if let (Some(game), [_, _, ..]) = (&game, &rules[..]) {
        fields.push(Field {
            label: say!("Rules"),
            values: rules.iter().map(|(name, _)| name.clone()).collect(),
            chosen: rules.iter().position(|(_, one)| **one == ***game).unwrap_or(0),
        });
    }
    let rows = fields.len();
    let mut shown = session.settings.clone();
    shown.hints = Some(session.shows_hints());
    fields.extend(settings_text::fields(&shown));
    let student = shown.student.as_deref().filter(|name| !name.is_empty());
    let students = [student.unwrap_or(say!("none||student")), say!("another||student")];
    fields.push(Field::of(say!("Name in the lessons"), &students, &students[0]));
    let console = &mut session.console;
    if !dialog::fill_in(console, say!("Options"), say!("Done"), &mut fields)? {
        return Ok(false);
    }
    if let Some(game) = game {
        let [black, white] = [0, 1].map(|n| all[fields[n].chosen].clone());
        if rules.len() > 1 {
            game.game = rules.swap_remove(fields[2].chosen).1;
        }
        session.seat(game, (black, white));
    }
    let mut now = session.settings.clone();
    now.hints = shown.hints;
    settings_text::choose(&mut now, &fields[rows..]);
    if now.hints == shown.hints {
        now.hints = session.settings.hints;
    }
    session.settings = now;
    if session.settings.language != shown.language {
        language::choose(session.settings.language);
    }
    session.tune_machine();
    if fields.last().is_some_and(|field| field.chosen == 1) {
        student::ask(session)?;
    }
    Ok(true)
}

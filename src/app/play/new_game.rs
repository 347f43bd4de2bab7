//! The forms at the board: how the next game is to be played, and what can be changed in the middle of one.

use super::dialog::{self, Field, Item};
use super::help;
use super::language;
use super::openings;
use super::session::{Session, Speed};
use super::settings::Begins;
use super::student;
use super::turn::{AtBoard, may_leave};
use players::level::Level;
use players::{Player, Seats};
use screen::panel;
use screen::theme::THEMES;
use games::Game;
use games::clock::{Allowed, TIMES};
use turbo::dos::Quit;
use turbo::dos::picture::Strength;
use words::{phrase, say, told};

/// How a game of Othello can begin: an opening of the list is chosen in the menu.
const BEGINS: [&str; 2] = [phrase!("as usual"), phrase!("random, even")];

/// A line of a form that offers these players as the board calls them, and other programs with their commands.
fn player_field<'a>(label: &'a str, all: &[Player], chosen: &Player) -> Field<'a> {
    let called = |player: &Player| match player {
        Player::Outside(_) => player.to_string(),
        player => player.called(),
    };
    let names: Vec<String> = all.iter().map(called).collect();
    Field::of(label, &names, &called(chosen))
}

/// Asks how the next game is to be played, and begins it. False when the players cancel.
pub(crate) fn new_game(session: &mut Session<'_>, game: &mut AtBoard) -> Result<bool, Quit> {
    let all = session.players(&**game);
    // The form tells of the game as it begins, before the opening swap2 has changed the seats.
    let mut seats = session.table.seats.clone();
    if game.swapped() {
        seats.change_sides();
    }
    let mut fields = vec![
        player_field(say!("Black"), &all, &seats.black),
        player_field(say!("White"), &all, &seats.white),
    ];
    let rules = fields.len()..fields.len() + game.rules_to_choose().len();
    fields.extend(game.rules_to_choose().into_iter().map(Field::from));
    fields.push(Field::of(
        say!("Speed"),
        &Speed::ALL,
        &session.settings.speed,
    ));
    let mut times: Vec<Allowed> = TIMES.iter().filter_map(|time| time.parse().ok()).collect();
    // The command line can set any.
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
    let has_openings = session.computer(&**game).has_openings();
    let begins = fields.len();
    if has_openings {
        let now = match session.table.begins {
            Begins::Random => BEGINS[1],
            Begins::Usual | Begins::Named(_) => BEGINS[0],
        };
        fields.push(Field::of(say!("Begins"), &BEGINS, &now));
    }
    let new = loop {
        if !dialog::fill_in(
            &mut session.console,
            say!("New game"),
            say!("Start"),
            &mut fields,
        )? {
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
    session.seat(&*new, (players(0), players(1)));
    session.settings.speed = Speed::ALL[fields[rules.end].chosen];
    session.table.time = times[fields[rules.end + 1].chosen];
    session.begin();
    session.table.begins = match has_openings && fields[begins].chosen == 1 {
        true => Begins::Random,
        false => Begins::Usual,
    };
    *game = openings::begin(session, &*new)?.unwrap_or(new);
    Ok(true)
}

/// Who plays Black and White in a game of this kind against the computer. Before somebody's first one it is asked how well the computer
/// is to play, and said what a move of each level costs it in time. `None` when the question is closed.
pub(crate) fn against_computer(
    session: &mut Session<'_>,
    game: &dyn Game,
) -> Result<Option<(Player, Player)>, Quit> {
    if let Some(players) = session.settings.against_computer.get(game.name()) {
        return Ok(Some(players.clone()));
    }
    let computer = session.computer(game);
    let levels: Vec<Level> = Level::all().collect();
    let names: Vec<String> = levels
        .iter()
        .map(|level| {
            let (number, name) = (level.number(), level.name());
            let measured = computer.strength_in_words(*level);
            let cost = computer.cost_in_words(*level);
            let (name, measured) = (panel::padded(told(name), 9), panel::padded(&measured, 29));
            format!("{number:>2} {name} {measured} {cost}")
        })
        .collect();
    let items: Vec<Item<'_>> = names.iter().map(|name| (&**name, '\0')).collect();
    let now = levels.iter().position(|level| *level == Level::DEFAULT);
    let title = say!("How well is the computer to play? As measured in games:");
    let chosen = session.with_help(help::COMPUTER, |session| {
        let (console, keys) = (&mut session.console, &dialog::STARTS);
        dialog::choose_one(console, 200, title, &items, keys, now.unwrap_or(0))
    })?;
    let players = chosen.map(|n| (Player::Human, Player::Level(levels[n])));
    let remembered = &mut session.settings.against_computer;
    remembered.extend(players.clone().map(|players| (game.name(), players)));
    Ok(players)
}

const SWITCH: [&str; 2] = [phrase!("off"), phrase!("on")];
const POINTS: [&str; 2] = ["h8", phrase!("h8 and 77")];
const GLASS: [&str; 2] = [phrase!("flat"), phrase!("curved")];
const VOLUMES: [u8; 5] = [1, 2, 3, 4, 5];

/// The rules by which the game at the board can go on, with all its lines.
fn rules_to_go_on_by(session: &Session<'_>, game: &dyn Game) -> Vec<(String, AtBoard)> {
    let tree = &session.table.tree;
    let mut rules = game.rules_to_go_on_by();
    rules.retain(|(_, game)| {
        let mut ends = (0..tree.size()).filter(|n| tree.children(*n).is_empty());
        ends.all(|n| tree.game_at(&**game, n).is_some())
    });
    rules
}

/// Asks what is to change: who plays on in the game at the board and by which rules, if there is one, and how all games look and sound.
/// False when the players cancel.
pub(crate) fn settings(
    session: &mut Session<'_>,
    game: Option<&mut AtBoard>,
) -> Result<bool, Quit> {
    let (mut all, mut rules, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(game) = &game {
        all = session.players(&***game);
        rules = rules_to_go_on_by(session, &***game);
        let Seats { black, white, .. } = &session.table.seats;
        fields.push(player_field(say!("Black"), &all, black));
        fields.push(player_field(say!("White"), &all, white));
    }
    if let (Some(game), [_, _, ..]) = (&game, &rules[..]) {
        fields.push(Field {
            label: say!("Rules"),
            values: rules.iter().map(|(name, _)| name.clone()).collect(),
            chosen: rules.iter().position(|(_, one)| one == *game).unwrap_or(0),
        });
    }
    let looks = fields.len();
    fields.extend(look_fields(session));
    if !dialog::fill_in(
        &mut session.console,
        say!("Options"),
        say!("Done"),
        &mut fields,
    )? {
        return Ok(false);
    }
    if let Some(game) = game {
        let [black, white] = [0, 1].map(|n| all[fields[n].chosen].clone());
        if rules.len() > 1 {
            *game = rules.swap_remove(fields[2].chosen).1;
        }
        session.seat(&**game, (black, white));
    }
    take_looks(session, std::array::from_fn(|n| fields[looks + n].chosen))?;
    Ok(true)
}

/// What can be changed without a game, too.
fn look_fields(session: &Session<'_>) -> [Field<'static>; 14] {
    let now = &session.settings;
    let switch = |label, on: bool| Field::of(label, &SWITCH, &SWITCH[usize::from(on)]);
    let themes = THEMES.each_ref().map(|theme| theme.name);
    let (points, glass) = (usize::from(now.digits), usize::from(now.tube.curved));
    let student = now.student.as_deref().filter(|name| !name.is_empty());
    let students = [
        student.unwrap_or(say!("none||student")),
        say!("another||student"),
    ];
    let languages = languages();
    let language = languages.iter().position(|(tag, _)| *tag == now.language);
    [
        Field::of(say!("Speed"), &Speed::ALL, &now.speed),
        switch(say!("Animated ending"), now.ending),
        switch(say!("Sound"), now.sound),
        Field::of(say!("Volume"), &VOLUMES, &now.volume),
        switch(say!("Legal moves"), session.shows_hints()),
        switch(say!("Values of the moves"), now.values),
        switch(say!("Numbers on stones"), now.numbers),
        Field::of(say!("Gomoku coordinates"), &POINTS, &POINTS[points]),
        Field::of(say!("Colours"), &themes, &now.theme.name),
        Field::of(
            say!("CRT lines and glow"),
            &Strength::ALL,
            &now.tube.strength,
        ),
        Field::of(say!("CRT glass"), &GLASS, &GLASS[glass]),
        switch(say!("Memory test"), now.bios),
        Field {
            label: say!("Language"),
            values: languages.iter().map(|(_, name)| name.to_string()).collect(),
            chosen: language.unwrap_or(0),
        },
        Field::of(say!("Name in the lessons"), &students, &students[0]),
    ]
}

/// What can be chosen as the language, with its name for itself.
fn languages() -> Vec<(Option<&'static str>, &'static str)> {
    let all = super::language::languages().map(|(tag, name)| (Some(tag), name));
    std::iter::once((None, say!("as the system")))
        .chain(all)
        .collect()
}

/// Takes what was chosen in these fields.
fn take_looks(session: &mut Session<'_>, chosen: [usize; 14]) -> Result<(), Quit> {
    let [
        speed,
        ending,
        sound,
        volume,
        hints,
        values,
        numbers,
        digits,
        theme,
        tube,
        glass,
        bios,
        language,
        student,
    ] = chosen;
    if (hints == 1) != session.shows_hints() {
        session.settings.hints = Some(hints == 1);
    }
    let settings = &mut session.settings;
    settings.speed = Speed::ALL[speed];
    settings.ending = ending == 1;
    settings.sound = sound == 1;
    settings.volume = VOLUMES[volume];
    settings.values = values == 1;
    settings.numbers = numbers == 1;
    settings.digits = digits == 1;
    settings.theme = &THEMES[theme];
    settings.tube.strength = Strength::ALL[tube];
    settings.tube.curved = glass == 1;
    settings.bios = bios == 1;
    let chosen = languages()[language].0;
    if settings.language != chosen {
        settings.language = chosen;
        language::choose(chosen);
    }
    session.tune_machine();
    if student == 1 {
        student::ask(session)?;
    }
    Ok(())
}

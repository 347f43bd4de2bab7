//! `qipan replay`: shows and checks recorded games.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::play::files::leaves_rules_open;
use crate::play::{menu, replay};
use games::gomoku::Rules;
use games::named::{GAMES, UnknownName, plural};
use games::records::{self, Assumptions, Format, GameName, MAX_BYTES, Problem, Recorded};
use store::games::read_games_of;
use store::{Store, rules};
use turbo::dos::Console;

use super::options::{Options, one_of};
use super::{Failure, complain, failed, input, play, print, usage};
use words::{say, translate};

#[derive(clap::Args)]
pub(crate) struct Replay {
    #[arg(value_name = "FILE", required = true, help = about_files())]
    files: Vec<PathBuf>,
    /// Without a screen: check that every game has only legal moves and the recorded score.
    #[arg(long, conflicts_with_all = ["Machine", "Board"])]
    check: bool,
    /// Without a screen: print the last position of a game, by default the first, as text.
    #[arg(long, conflicts_with_all = ["Machine", "Board", "check"])]
    dump: bool,
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    options: Options,
}

fn about_files() -> String {
    let endings = Format::endings(|format| format.extension_decides).replace(" or ", ", ");
    say!(
        "Files of games: {endings}, or lines of moves; - is standard input, also for pasted positions. Only --check takes several",
        endings
    )
}

/// The selected game of a file, and assumptions about all its games.
#[derive(clap::Args)]
pub(crate) struct Chosen {
    /// N: the Nth game in the file. othello or gomoku: how to read lines of moves that fit both games.
    #[arg(long, value_name = "N|NAME")]
    game: Vec<NumberOrName>,
    /// The rules of gomoku where a record names none: by default freestyle, or those chosen before for this
    /// RenLib file.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL))]
    rules: Option<Rules>,
}

/// The value of `--game`.
#[derive(Clone, Copy)]
enum NumberOrName {
    Number(NonZeroUsize),
    Name(GameName),
}

impl FromStr for NumberOrName {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<NumberOrName, UnknownName> {
        match text.parse() {
            Ok(number) => Ok(NumberOrName::Number(number)),
            Err(_) => text.parse().map(NumberOrName::Name),
        }
    }
}

impl Chosen {
    /// Returns the number of the selected game, counted from 1.
    pub(crate) fn number(&self) -> Option<NonZeroUsize> {
        self.game.iter().rev().find_map(|given| match given {
            NumberOrName::Number(number) => Some(*number),
            NumberOrName::Name(_) => None,
        })
    }

    /// Returns the game and the rules to assume where a file does not name them. Without `--rules`, the rules
    /// are the user's earlier choice, which is in the store.
    fn assumptions(&self, file: &Path, store: Option<&Store>) -> Assumptions {
        let game = self.game.iter().rev().find_map(|given| match given {
            NumberOrName::Number(_) => None,
            NumberOrName::Name(game) => Some(*game),
        });
        let rules = match self.rules {
            Some(rules) => rules,
            None if leaves_rules_open(file) => rules_before(file, store),
            None => Rules::default(),
        };
        Assumptions { game, rules }
    }
}

/// Steps through a file of games on the screen. Without a screen it checks them or prints a position.
pub(crate) fn run(asked: Replay) -> Result<(), Failure> {
    let Replay { files, check, dump, chosen, options } = asked;
    let n = chosen.number().map(NonZeroUsize::get);
    let store = options.store();
    if check {
        if n.is_some() {
            return Err(usage(say!("--game does not go with --check: all games are checked")));
        }
        return check_files(&files, &chosen, store.as_ref());
    }
    if let [_, second, ..] = &files[..] {
        let second = second.display();
        return Err(usage(say!("only --check accepts several files, but {second} was given too", second)));
    }
    let (file, games) = read(&files[0], &chosen, store.as_ref())?;
    if n.unwrap_or(1) > games.len() {
        return Err(too_few(file, n, games.len()));
    }
    if !dump {
        return show(options, &file, &games, n);
    }
    match &games[n.map_or(0, |n| n - 1)] {
        Ok(recorded) => print(&recorded.game),
        Err(error) => Err(failed(error)),
    }
}

/// Returns the error for a game number beyond the end of a file.
pub(super) fn too_few(file: PathBuf, game: Option<usize>, games: usize) -> Failure {
    let count = plural(games, GAMES);
    let problem = Problem::Malformed(say!("the file has only {count}", count));
    failed(records::Error { file, game, problem })
}

/// Returns the rules for a file that names none: the user's earlier choice, or the default. Tells the user
/// which rules these are.
fn rules_before(file: &Path, store: Option<&Store>) -> Rules {
    let before = store.and_then(|store| rules::of(store, file));
    let (rules, why) = match before {
        Some(rules) => (rules, say!("as chosen before")),
        None => (Rules::default(), say!("since it names none")),
    };
    let file = file.display();
    complain(&say!(
        "{file} is read with {rules} rules, {why}; --rules selects others",
        file,
        rules = translate(&rules.to_string()),
        why
    ));
    rules
}

/// Reads the games of a file or of standard input, and prints the notes about them. Also returns the name to use in
/// messages.
pub(super) fn read(
    file: &Path,
    chosen: &Chosen,
    store: Option<&Store>,
) -> Result<(PathBuf, Vec<Result<Recorded, records::Error>>), Failure> {
    let assumed = chosen.assumptions(file, store);
    let (name, games) = match file.to_str() {
        Some("-") => {
            let (name, bytes) = input::read("-".as_ref(), MAX_BYTES)?;
            let name = PathBuf::from(name);
            let games = records::read_as(&name, &bytes, &Default::default(), assumed);
            (name, games)
        }
        _ => (file.to_path_buf(), read_games_of(file, assumed)),
    };
    let games = games.map_err(failed)?;
    for note in records::notes(&games) {
        complain(&format!("{}: {note}", name.display()));
    }
    Ok((name, games))
}

/// Checks the games of all files and prints the number of games if all match their records.
fn check_files(files: &[PathBuf], chosen: &Chosen, store: Option<&Store>) -> Result<(), Failure> {
    let (mut checked, mut count) = (Ok(()), 0);
    for file in files {
        let (file, games) = read(file, chosen, store)?;
        count += games.len();
        checked = check_games(&file, &games).and(checked);
    }
    checked?;
    print(&say!("{plural}, all as recorded", plural = plural(count, GAMES)))
}

/// Steps through the selected game, or the only one, or else shows a list. The user can play on from any
/// position.
fn show(
    options: Options,
    file: &Path,
    games: &[Result<Recorded, records::Error>],
    n: Option<usize>,
) -> Result<(), Failure> {
    if let Some(Err(error)) = games.get(n.map_or(0, |n| n - 1))
        && (n.is_some() || games.len() == 1)
    {
        return Err(failed(error));
    }
    options.run(|session| {
        menu::draw(session.console.screen(), session.settings.theme);
        let n = n.map(|n| n - 1);
        match replay::step_through_file(session, file, games, n)? {
            Some(opened) => {
                session.table.tree = opened.tree;
                play::at_the_console(session, &mut Some(session.active(opened.game)))
            }
            None => Ok(()),
        }
    })
}

/// Reports each bad game on standard error.
fn check_games(file: &Path, games: &[Result<Recorded, records::Error>]) -> Result<(), Failure> {
    let mut checked = Ok(());
    for (game, n) in games.iter().zip(1..) {
        let in_file = |problem| records::Error { file: file.to_path_buf(), game: Some(n), problem };
        let game = game.as_ref().map_err(Clone::clone);
        if let Err(error) = game.and_then(|recorded| recorded.check_score().map_err(in_file)) {
            complain(&error.to_string());
            checked = Err(Failure::Reported(1));
        }
    }
    checked
}

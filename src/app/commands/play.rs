//! `qipan`, `qipan othello` and `qipan gomoku`: the games.

use std::path::PathBuf;

use super::network::Network;
use super::options::{Options, board_size, one_of};
use super::{Failure, failed, print, usage};
use crate::play::friend::Call;
use crate::play::game_loop::game_loop;
use crate::play::games::{ActiveGame, GAMES};
use crate::play::session::Session;
use crate::play::{files, links, menu, online};
use games::gomoku::{Opening, Setup};
use games::records::Recorded;
use games::records::endgames;
use games::stone::Stone;
use games::{Game, gomoku, othello};
use players::link;
use store::games::write_recorded;
use turbo::dos::{Console, Quit};
use words::say;

/// The options of the menu and of both games.
#[derive(clap::Args)]
pub(crate) struct Menu {
    /// Print the game as text at the end.
    #[arg(long)]
    dump: bool,
    /// Save the game at the end. The extension sets the format: .txt, .sgf, .pgn, .ggf for Othello, .psq for
    /// gomoku.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

#[derive(clap::Args)]
pub(crate) struct Othello {
    /// original: a player without a move tries until the turn is lost, as in the DOS program; standard: the
    /// turn passes automatically; reverse: standard, but fewer discs win. The default is original for two
    /// people, and standard against the computer.
    #[arg(long, value_name = "NAME", value_parser = one_of(&othello::Rules::ALL))]
    rules: Option<othello::Rules>,
    /// Start from this position: 64 of X, O and . by rows, then the side to move; or in another program's
    /// notation.
    #[arg(long, value_name = "TEXT", value_parser = endgames::read_one, allow_hyphen_values = true)]
    position: Option<othello::Position>,
    /// Go on with the game of a link, such as '#gomoku=h8i9'.
    #[arg(long, value_name = "LINK")]
    link: Option<String>,
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    menu: Menu,
}

#[derive(clap::Args)]
pub(crate) struct Gomoku {
    /// freestyle: five or more win; standard: exactly five; renju: five or more for White, exactly five for
    /// Black, who may not make a double three, double four or overline.
    #[arg(long, value_name = "NAME", value_parser = one_of(&gomoku::Rules::ALL))]
    rules: Option<gomoku::Rules>,
    /// Who starts, black or white; in renju and with swap2 always Black.
    #[arg(long, value_name = "COLOUR")]
    first: Option<Stone>,
    /// swap2: the first player puts three stones; the second takes a colour or puts two more.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Opening::ALL))]
    opening: Option<Opening>,
    /// The board: N x N points, 5 to 20, usually 15.
    #[arg(long, value_name = "N", value_parser = board_size())]
    size: Option<usize>,
    /// Start with the game of this record: two digits per stone, column and row, 0 to e, or up to j on 20x20
    /// points. It may start with a size and rules: '20x20 renju 99aa'.
    #[arg(long, value_name = "HEX")]
    record: Option<String>,
    /// Go on with the game of a link, such as '#gomoku=h8i9'.
    #[arg(long, value_name = "LINK")]
    link: Option<String>,
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    menu: Menu,
}

impl Default for Menu {
    fn default() -> Menu {
        Menu { dump: false, save: None, options: Options::usual(&GAMES, None) }
    }
}

pub(crate) fn run(menu: Menu) -> Result<(), Failure> {
    play(menu, None, Opens::Board)
}

pub(crate) fn othello(asked: Othello) -> Result<(), Failure> {
    let start = asked.position.unwrap_or_default();
    let usual = match asked.menu.options.seats_computer() || asked.network.is_asked() {
        true => othello::Rules::Standard,
        false => othello::Rules::Original,
    };
    let game = othello::Game::from_position(asked.rules.unwrap_or(usual), start);
    begin(Box::new(game), asked.link, asked.network, asked.menu)
}

pub(crate) fn gomoku(asked: Gomoku) -> Result<(), Failure> {
    let game = asked.game()?;
    begin(Box::new(game), asked.link, asked.network, asked.menu)
}

/// Begins the game, or the one in a link.
fn begin(game: Box<dyn Game>, link: Option<String>, network: Network, menu: Menu) -> Result<(), Failure> {
    if let Some(link) = link {
        let linked = link::parse(&link).ok_or_else(|| usage(say!("there is no game in this link")))?;
        let linked = ActiveGame::new(linked.map_err(usage)?, &GAMES);
        if linked.name() != game.name() {
            return Err(usage(say!("the link has a game of {name}: use qipan {name}", name = linked.name())));
        }
        return play(menu, Some(linked), Opens::Link(link));
    }
    let call = network.open(&*game, &menu.options)?;
    play(menu, Some(ActiveGame::new(game, &GAMES)), call.map_or(Opens::Board, Opens::Line))
}

/// The way in which a game begins.
enum Opens {
    Board,
    Line(Call),
    Link(String),
}

fn play(menu: Menu, mut game: Option<ActiveGame>, opens: Opens) -> Result<(), Failure> {
    let mut recorded: Option<Recorded> = None;
    let ran = menu.options.run(|session| {
        match opens {
            Opens::Board => {}
            Opens::Line(call) => {
                menu::draw(session.console.screen(), session.settings.theme);
                game = online::begin(session, call)?;
            }
            Opens::Link(link) => game = links::open(session, &link)?,
        }
        let left = at_the_console(session, &mut game);
        recorded = game.as_ref().map(|game| session.recorded(game));
        left
    });
    if let Some(game) = game {
        if menu.dump {
            print(&*game)?;
        }
        if let (Some(file), Some(recorded)) = (menu.save, recorded) {
            let recorded = files::as_saved(&file, &*game, &recorded);
            write_recorded(&file, &recorded).map_err(failed)?;
        }
    }
    ran
}

impl Gomoku {
    /// Returns a new game by these rules, or the game in a record. The record may name its own rules.
    fn game(&self) -> Result<gomoku::Game, Failure> {
        if self.record.is_some() && self.opening == Some(Opening::Swap2) {
            return Err(usage(say!("--record does not go with --opening swap2")));
        }
        // A game without stones has an empty record.
        let record = self.record.as_deref().unwrap_or_default();
        let record = match self.size {
            Some(size) => format!("{size}x{size} {record}"),
            None => record.to_string(),
        };
        let (named, pieces) = gomoku::record::rules_and_points(&record).map_err(usage)?;
        if self.size.is_some_and(|size| size != named.size()) {
            return Err(usage(say!("--size differs from the size of the record")));
        }
        let setup = Setup::new(
            self.rules.unwrap_or(named.rules()),
            self.first.unwrap_or(named.first()),
            self.opening.unwrap_or_default(),
        );
        let setup = setup.map_err(usage)?.on(named.size());
        gomoku::Game::restored(setup, [&pieces, &[]], [&[], &[]]).map_err(usage)
    }
}

/// Plays `game`, if there is one, and then continues with the menu. Afterwards `game` is the last game
/// played.
pub(crate) fn at_the_console(session: &mut Session<'_>, game: &mut Option<ActiveGame>) -> Result<(), Quit> {
    if let Some(game) = game {
        game_loop(session, game)?;
    }
    menu::title(session, game)
}

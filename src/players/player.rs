//! The kinds of players.

use std::fmt;
use std::str::FromStr;
use words::{say, translate};

use super::c_player::CPlayer;
use super::level::{HIGHEST, Level};
use super::outside::{NoCommand, Outside, Protocol};

/// A kind of player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Player {
    #[default]
    Human,
    /// A player that chooses any legal move; in gomoku, any point near the stones.
    Random,
    Level(Level),
    /// An engine that learns from its games.
    Learner,
    /// An external engine.
    Outside(Outside),
    /// A person at another computer, who plays over the network or by links.
    Friend,
    /// A C program with a function `Choose`.
    C(CPlayer),
}

impl Player {
    /// All players except external engines, in menu order.
    pub fn all() -> Vec<Player> {
        let levels = Level::all().map(Player::Level);
        [Player::Human, Player::Random]
            .into_iter()
            .chain(levels)
            .chain([Player::Learner, Player::Friend])
            .collect()
    }

    /// The player's name for game records. The command of an external engine is left out.
    pub fn name(&self) -> String {
        match self {
            Player::Outside(outside) => outside.name(),
            Player::C(program) => program.name(),
            player => player.to_string(),
        }
    }

    /// The player's name for the screen.
    pub fn display_name(&self) -> String {
        match self {
            Player::Human => say!("Human").to_string(),
            Player::Random => say!("Random moves").to_string(),
            Player::Level(level) => {
                say!("Level {number}, {level}", number = level.number(), level = translate(level.name()))
            }
            Player::Friend => say!("Your friend").to_string(),
            Player::Learner => say!("The learner").to_string(),
            Player::Outside(outside) => outside.name(),
            Player::C(program) => program.name(),
        }
    }

    /// Converts a player's name in a record to the name for the screen. Records use the command-line names of
    /// the program's own players.
    pub fn name_from_record(name: &str) -> String {
        let player = name.parse::<Player>();
        player.map_or(name.to_string(), |player| player.display_name())
    }

    /// A shorter form of [`Player::display_name`].
    pub fn short(&self) -> String {
        match self {
            Player::Random => say!("Random").to_string(),
            Player::Level(level) => say!("Level {number}", number = level.number()),
            Player::Learner => say!("Learner").to_string(),
            player => player.display_name(),
        }
    }

    pub fn is_computer(&self) -> bool {
        *self != Player::Human
    }
}

/// Writes the player's name as on the command line.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random => f.write_str("random"),
            Player::Level(level) => level.fmt(f),
            Player::Learner => f.write_str("learner"),
            Player::Friend => f.write_str("friend"),
            Player::C(program) => program.file.display().fmt(f),
            Player::Outside(Outside { protocol, command }) => match protocol {
                Protocol::NBoard => write!(f, "nboard:{command}"),
                Protocol::Gomocup => write!(f, "gomocup:{command}"),
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlayer {
    #[error("{}", say!("no player is named '{value}'; there are human, random, 1 to {highest}, learner, nboard:COMMAND, gomocup:COMMAND and FILE.C", value = .0.escape_debug(), highest = HIGHEST))]
    Name(String),
    #[error(transparent)]
    Command(#[from] NoCommand),
}

impl FromStr for Player {
    type Err = NoPlayer;

    fn from_str(name: &str) -> Result<Player, NoPlayer> {
        if let Some(outside) = Outside::parse(name) {
            return Ok(Player::Outside(outside?));
        }
        match (name, Level::find(name)) {
            ("human", _) => Ok(Player::Human),
            ("random", _) => Ok(Player::Random),
            ("learner", _) => Ok(Player::Learner),
            // In saved games.
            ("friend", _) => Ok(Player::Friend),
            (_, Some(level)) => Ok(Player::Level(level)),
            _ => CPlayer::of_file(name).map(Player::C).ok_or_else(|| NoPlayer::Name(name.to_string())),
        }
    }
}

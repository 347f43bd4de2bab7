//! The game on the line: the rules on which both ends agree, and the actions of both players.

use std::fmt;

use games::clock::{Clocks, TimeControl};
use games::stone::{Lost, Stone};
use games::{Game, gomoku, othello};

/// An end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The end that waits for a friend.
    Host,
    /// The end that joins.
    Guest,
}

impl Role {
    pub fn other(self) -> Role {
        match self {
            Role::Host => Role::Guest,
            Role::Guest => Role::Host,
        }
    }

    fn parse(word: &str) -> Option<Role> {
        [Role::Host, Role::Guest].into_iter().find(|role| role.to_string() == word)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Host => "h",
            Role::Guest => "g",
        })
    }
}

/// The rules and the clock that the host offers.
#[derive(Clone, Debug)]
pub struct Offer {
    start: Box<dyn Game>,
    pub time: TimeControl,
}

impl Offer {
    /// Returns `None` if the line does not know the game, its board size or its starting position.
    pub fn new(game: &dyn Game, time: TimeControl) -> Option<Offer> {
        let offer = Offer { start: game.restarted(), time };
        let read = Offer::parse(&offer.to_string())?;
        (*read.start == *offer.start && !game.is_set_up()).then_some(offer)
    }

    pub(crate) fn parse(text: &str) -> Option<Offer> {
        let mut words = text.split(' ');
        let start: Box<dyn Game> = match words.next()? {
            name if name == othello::KIND.name => Box::new(othello::Game::default()),
            name if name == gomoku::KIND.name => {
                let size = number(text.split(' ').nth(4)?.split_once('x')?.0)? as usize;
                gomoku::SIZES.contains(&size).then_some(())?;
                Box::new(gomoku::Game::new(gomoku::Setup::default().on(size)))
            }
            _ => return None,
        };
        let mut chosen = Vec::new();
        for rule in start.rule_choices() {
            let word = words.next()?;
            chosen.push(rule.values.iter().position(|value| value.replace(' ', "") == word)?);
        }
        let time = words.next()?.parse().ok()?;
        let start = start.with_rules(&chosen);
        words.next().is_none().then_some(Offer { start, time })
    }

    /// Returns the game before its first move.
    pub fn at_start(&self) -> Box<dyn Game> {
        self.start.copy()
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.start.name()
    }
}

/// Writes the offer as on the line, such as `othello standard 5+3`.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.start.name())?;
        for rule in self.start.rule_choices() {
            write!(f, " {}", rule.values[rule.chosen].replace(' ', ""))?;
        }
        write!(f, " {}+{}", self.time.minutes, self.time.seconds)
    }
}

/// A request that needs the other player's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To take back moves until it is the asker's turn.
    Undo,
    Draw,
    Rematch,
}

impl Wish {
    const ALL: [(&'static str, Wish); 3] =
        [("undo", Wish::Undo), ("draw", Wish::Draw), ("rematch", Wish::Rematch)];

    fn parse(word: &str) -> Option<Wish> {
        Wish::ALL.iter().find(|(name, _)| *name == word).map(|(_, wish)| *wish)
    }

    fn name(self) -> &'static str {
        Wish::ALL.iter().find(|(_, wish)| *wish == self).map_or("", |(name, _)| name)
    }
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A stone on the place with this name, and the time left on the player's clock after the move, in ms; 0
    /// without clocks.
    Play(String, u32),
    /// The choice, counted from 0, in answer to the game's question, and the time left as for `Play`.
    Answer(usize, u32),
    /// By the original rules of Othello a turn can be lost.
    Pass,
    Resign,
    /// The player's own time has run out.
    OutOfTime,
    Ask(Wish),
    Agree(Wish),
    Refuse(Wish),
}

impl Action {
    pub(super) fn parse(text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words[..] {
            ["play", place, left] => Action::Play(place.to_string(), number(left)?),
            ["answer", n, left] => Action::Answer(number(n)? as usize, number(left)?),
            ["pass"] => Action::Pass,
            ["resign"] => Action::Resign,
            ["time"] => Action::OutOfTime,
            ["ask", wish] => Action::Ask(Wish::parse(wish)?),
            ["yes", wish] => Action::Agree(Wish::parse(wish)?),
            ["no", wish] => Action::Refuse(Wish::parse(wish)?),
            _ => return None,
        })
    }
}

/// Parses a number that is written in the only possible way.
pub(super) fn number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|n: &u32| n.to_string() == word)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(place, left) => write!(f, "play {place} {left}"),
            Action::Answer(n, left) => write!(f, "answer {n} {left}"),
            Action::Pass => f.write_str("pass"),
            Action::Resign => f.write_str("resign"),
            Action::OutOfTime => f.write_str("time"),
            Action::Ask(wish) => write!(f, "ask {}", wish.name()),
            Action::Agree(wish) => write!(f, "yes {}", wish.name()),
            Action::Refuse(wish) => write!(f, "no {}", wish.name()),
        }
    }
}

/// An entry of the log: the start, or an action of one end.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The end that plays Black, and the rules.
    Start(Role, Offer),
    Act(Role, Action),
}

impl Entry {
    pub(super) fn parse(text: &str) -> Option<Entry> {
        let (first, rest) = text.split_once(' ')?;
        if first == "start" {
            let (black, offer) = rest.split_once(' ')?;
            return Some(Entry::Start(Role::parse(black)?, Offer::parse(offer)?));
        }
        Some(Entry::Act(Role::parse(first)?, Action::parse(rest)?))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Start(black, offer) => write!(f, "start {black} {offer}"),
            Entry::Act(role, action) => write!(f, "{role} {action}"),
        }
    }
}

/// The game with everything that both ends know about it.
#[derive(Clone, Debug)]
pub struct Table {
    pub offer: Offer,
    pub game: Box<dyn Game>,
    /// The end that began this game with Black.
    black: Role,
    /// An open request, and the end that made it.
    pub asked: Option<(Role, Wish)>,
    /// True if both players agreed to a draw.
    pub drawn: bool,
    /// The clocks after the last move.
    pub clocks: Option<Clocks>,
    /// The number of games so far.
    pub games: usize,
}

impl Table {
    pub(super) fn new(offer: Offer, black: Role) -> Table {
        let (game, clocks) = (offer.start.copy(), Clocks::new(offer.time));
        Table { offer, game, black, asked: None, drawn: false, clocks, games: 1 }
    }

    /// The end that plays a colour.
    pub fn role_of(&self, stone: Stone) -> Role {
        if (stone == Stone::Black) == self.game.swapped() { self.black.other() } else { self.black }
    }

    pub fn is_over(&self) -> bool {
        self.drawn || self.game.outcome().is_some()
    }

    /// The end that must move or answer the game's question.
    pub fn to_move(&self) -> Option<Role> {
        let stone = self.game.player_to_move().filter(|_| !self.is_over());
        stone.map(|stone| self.role_of(stone))
    }

    /// The table after an action, if the rules allow it.
    pub fn after(&self, role: Role, action: &Action) -> Option<Table> {
        let mut after = self.clone();
        after.act(role, action).then_some(after)
    }

    /// Carries out an action. Returns false if the rules do not allow it, and then changes nothing.
    #[must_use]
    pub(super) fn act(&mut self, role: Role, action: &Action) -> bool {
        let has_turn = self.to_move() == Some(role);
        let question = self.game.question().map(|question| question.choices.len());
        let done = match action {
            Action::Play(name, left) => has_turn && question.is_none() && self.play(name, *left),
            Action::Answer(n, left) => {
                let possible = has_turn && question.is_some_and(|count| *n < count) && self.set_clock(*left);
                if possible {
                    self.answer(*n);
                }
                possible
            }
            Action::Pass => has_turn && self.pass(),
            Action::Resign => has_turn && self.lose(Lost::Resigned),
            Action::OutOfTime => has_turn && self.clocks.is_some() && self.lose(Lost::OutOfTime),
            Action::Ask(wish) => {
                let possible = match wish {
                    Wish::Undo => !self.is_over() && self.without_last_moves(role).is_some(),
                    Wish::Draw => !self.is_over(),
                    Wish::Rematch => self.is_over(),
                };
                if possible && self.asked.is_none() {
                    self.asked = Some((role, *wish));
                    return true;
                }
                return false;
            }
            Action::Agree(wish) => {
                self.asked == Some((role.other(), *wish)) && self.grant(role.other(), *wish)
            }
            Action::Refuse(wish) => self.asked == Some((role.other(), *wish)),
        };
        if done {
            self.asked = None;
        }
        done
    }

    /// Answers a question of the game. If the players change colours, each keeps the own clock.
    fn answer(&mut self, n: usize) {
        let swapped = self.game.swapped();
        self.game.answer(n);
        if self.game.swapped() != swapped
            && let Some(clocks) = &mut self.clocks
        {
            clocks.left.swap(0, 1);
        }
    }

    fn play(&mut self, name: &str, left: u32) -> bool {
        let mut places = self.game.moves().into_iter();
        let Some(place) = places.find(|place| self.game.name_of(*place) == name) else { return false };
        self.set_clock(left) && self.game.play(place)
    }

    /// Sets the clock of the player to move. Returns false if it would gain more than the increment.
    fn set_clock(&mut self, left: u32) -> bool {
        let Some(stone) = self.game.player_to_move() else { return false };
        let most = self.clocks.map_or(0, |clocks| clocks.of(stone).saturating_add(clocks.increment));
        if let (true, Some(clocks)) = (left <= most, &mut self.clocks) {
            clocks.left[stone as usize - 1] = left;
        }
        left <= most
    }

    fn pass(&mut self) -> bool {
        let rules = self.game.of::<othello::Game>().map(othello::Game::rules);
        let may_pass = rules == Some(othello::Rules::Original);
        if may_pass {
            self.game.lose_turn();
        }
        may_pass
    }

    fn lose(&mut self, how: Lost) -> bool {
        self.game.lose(how);
        true
    }

    /// Returns the game without its last moves, when it was this end's turn.
    fn without_last_moves(&self, role: Role) -> Option<Box<dyn Game>> {
        let mut before = self.clone();
        while before.game.undo() {
            if before.to_move() == Some(role) {
                return Some(before.game);
            }
        }
        None
    }

    fn grant(&mut self, asker: Role, wish: Wish) -> bool {
        match wish {
            Wish::Undo => match self.without_last_moves(asker) {
                Some(game) => self.game = game,
                None => return false,
            },
            Wish::Draw => self.drawn = true,
            Wish::Rematch => {
                let games = self.games + 1;
                *self = Table { games, ..Table::new(self.offer.clone(), self.black.other()) };
            }
        }
        true
    }
}

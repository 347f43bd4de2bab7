//! The player's results against the computer, by game and opponent.

/// The result of a game for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Won,
    Drawn,
    Lost,
}

impl GameResult {
    fn letter(self) -> char {
        match self {
            GameResult::Won => 'w',
            GameResult::Drawn => 'd',
            GameResult::Lost => 'l',
        }
    }

    fn of(letter: char) -> Option<GameResult> {
        let all = [GameResult::Won, GameResult::Drawn, GameResult::Lost];
        all.into_iter().find(|ended| ended.letter() == letter)
    }
}

/// A suffix of the opponent's name for games with tips or undo. Such games are counted separately.
pub const WITH_HELP: &str = " with help";

/// The number of most recent results that are stored individually.
pub const LAST: usize = 10;

/// The games against one opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game's name, such as `othello`.
    pub game: String,
    /// The opponent's [`Player::name`](super::Player::name).
    pub opponent: String,
    /// The person's wins, draws and losses.
    pub counts: [u32; 3],
    /// The most recent results, the newest last.
    pub last: Vec<GameResult>,
}

impl Record {
    pub fn games(&self) -> u32 {
        self.counts.iter().fold(0, |sum, n| u32::saturating_add(sum, *n))
    }

    /// Returns the result of the last `n` games if it is the same in all of them.
    pub fn in_a_row(&self, n: usize) -> Option<GameResult> {
        let last = &self.last[self.last.len().checked_sub(n)?..];
        let first = *last.first()?;
        last.iter().all(|ended| *ended == first).then_some(first)
    }

    fn add(&mut self, ended: GameResult) {
        let count = &mut self.counts[ended as usize];
        *count = count.saturating_add(1);
        self.last.push(ended);
        let old = self.last.len().saturating_sub(LAST);
        self.last.drain(..old);
    }
}

/// The results of all games against computers. The text form has a line for each opponent. The parser ignores
/// invalid lines.
///
/// ```
/// use players::tally::{GameResult, Tally};
/// let mut tally = Tally::default();
/// tally.add("othello", "3-pupil", GameResult::Lost);
/// tally.add("othello", "3-pupil", GameResult::Won);
/// assert_eq!(tally.to_text(), "othello 1 0 1 lw 3-pupil\n");
/// assert_eq!(Tally::from_text(&tally.to_text()), tally);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    records: Vec<Record>,
}

impl Tally {
    pub fn add(&mut self, game: &str, opponent: &str, ended: GameResult) {
        let is_it = |record: &Record| record.game == game && record.opponent == opponent;
        let n = self.records.iter().position(is_it).unwrap_or_else(|| {
            self.records.push(Record {
                game: game.to_string(),
                opponent: opponent.to_string(),
                ..Record::default()
            });
            self.records.len() - 1
        });
        self.records[n].add(ended);
    }

    /// The records of all opponents, in the order of the first games against them.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn of(&self, game: &str, opponent: &str) -> Option<&Record> {
        let mut records = self.records.iter();
        records.find(|record| record.game == game && record.opponent == opponent)
    }

    /// Formats a line for each opponent: the game, wins, draws, losses, recent results as letters, and the
    /// opponent.
    pub fn to_text(&self) -> String {
        let line = |record: &Record| {
            let [won, drawn, lost] = record.counts;
            let last: String = record.last.iter().map(|ended| ended.letter()).collect();
            let (game, opponent) = (&record.game, &record.opponent);
            format!("{game} {won} {drawn} {lost} {last} {opponent}\n")
        };
        self.records.iter().map(line).collect()
    }

    pub fn from_text(text: &str) -> Tally {
        let read = |line: &str| {
            let mut parts = line.splitn(6, ' ');
            let game = parts.next()?.to_string();
            let mut count = || parts.next()?.parse().ok();
            let counts = [count()?, count()?, count()?];
            let last: Option<Vec<GameResult>> = parts.next()?.chars().map(GameResult::of).collect();
            let last = last.filter(|last| last.len() <= LAST)?;
            let opponent = parts.next()?.to_string();
            Some(Record { game, opponent, counts, last })
        };
        Tally { records: text.lines().filter_map(read).collect() }
    }
}

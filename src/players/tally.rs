//! The player's results against the computer, by game and opponent, and the ratings that follow from them.

use std::collections::BTreeMap;

/// The result of a game for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Won,
    Drawn,
    Lost,
}

impl GameResult {
    fn letter(self) -> char {
        ['w', 'd', 'l'][self as usize]
    }

    fn of(letter: char) -> Option<GameResult> {
        let all = [GameResult::Won, GameResult::Drawn, GameResult::Lost];
        all.into_iter().find(|ended| ended.letter() == letter)
    }
}

/// A suffix of the opponent's name for games with tips or undo. Such games are counted separately.
pub const WITH_HELP: &str = " with help";

/// The name of reverse Othello in the results. Its levels have no ratings.
pub const REVERSE: &str = "reverse";

/// The rating before the first game, in hundredths of a level: a rating of 350 is halfway between levels 3 and 4.
const FIRST: i32 = 100;
/// The most that a game can change a rating.
const STEP: f32 = 60.0;
/// The number of ratings that are kept for each game.
const RATED: usize = 60;

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
/// assert_eq!(tally.to_text(), "othello 1 0 1 lw 3-pupil\nrating othello 94 148\n");
/// assert_eq!(Tally::from_text(&tally.to_text()), tally);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The records of all opponents, in the order of the first games against them.
    pub records: Vec<Record>,
    /// The ratings after each game against a level, the newest last, by the name of the game.
    pub ratings: BTreeMap<String, Vec<i32>>,
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
        // The names of the levels begin with their numbers.
        let level = opponent.split_once('-').and_then(|(level, _)| level.parse::<i32>().ok());
        if let Some(level) = level.filter(|_| game != REVERSE && !opponent.ends_with(WITH_HELP)) {
            self.rate(game, 100 * level, ended);
        }
    }

    /// Adds the rating after a game against a player with another rating. Of two players who are a level apart,
    /// the better one is expected to win three games in four.
    fn rate(&mut self, game: &str, other: i32, ended: GameResult) {
        let ratings = self.ratings.entry(game.to_string()).or_default();
        let own = ratings.last().copied().unwrap_or(FIRST);
        let expected = 1.0 / (1.0 + 3_f32.powf((other - own) as f32 / 100.0));
        let points = [1.0, 0.5, 0.0][ended as usize];
        ratings.push(own + (STEP * (points - expected)).round() as i32);
        ratings.drain(..ratings.len().saturating_sub(RATED));
    }

    pub fn of(&self, game: &str, opponent: &str) -> Option<&Record> {
        let mut records = self.records.iter();
        records.find(|record| record.game == game && record.opponent == opponent)
    }

    /// Formats a line for each opponent: the game, wins, draws, losses, recent results as letters, and the
    /// opponent; and a line with the ratings in each game.
    pub fn to_text(&self) -> String {
        let line = |record: &Record| {
            let [won, drawn, lost] = record.counts;
            let last: String = record.last.iter().map(|ended| ended.letter()).collect();
            let (game, opponent) = (&record.game, &record.opponent);
            format!("{game} {won} {drawn} {lost} {last} {opponent}\n")
        };
        let ratings = self.ratings.iter().map(|(game, ratings)| {
            let ratings: String = ratings.iter().map(|rating| format!(" {rating}")).collect();
            format!("rating {game}{ratings}\n")
        });
        self.records.iter().map(line).chain(ratings).collect()
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
        let sane = |rating: &i32| (-10_000..10_000).contains(rating);
        let rated = |line: &str| {
            let (game, ratings) = line.strip_prefix("rating ")?.split_once(' ')?;
            let ratings: Option<Vec<i32>> =
                ratings.split(' ').map(|rating| rating.parse().ok().filter(sane)).collect();
            Some((game.to_string(), ratings.filter(|all| all.len() <= RATED)?))
        };
        Tally {
            records: text.lines().filter_map(read).collect(),
            ratings: text.lines().filter_map(rated).collect(),
        }
    }
}

//! Exercises: positions in which a mistake was made. They are repeated until the player has solved them.

use std::collections::BTreeSet;
use words::say;

use super::analysis::ReviewedMove;
use super::computers::game_at;
use games::{Game, Place};

/// The number of different days on which an exercise must be solved before it is done.
const TIMES: usize = 2;
/// The minimum number of hours between the times when an exercise is solved. Days are counted in UTC, so
/// without this limit one evening could count as two days.
const APART: u32 = 8;
/// The maximum number of exercises kept. If there are more, the oldest solved exercise is removed, or the
/// oldest exercise if none is solved.
const MOST: usize = 1000;

/// A time in hours since the start of 1970 (UTC).
pub type Hour = u32;

/// A position, and the mistake that was made in the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The name of the game, such as `othello`.
    pub game: String,
    /// The position in its game's notation: cells and the side to move, or a record.
    pub position: String,
    /// The name of the place of the wrong move.
    pub played: String,
    /// The value that the mistake lost, in discs or percentage points.
    pub lost: f32,
    /// The hours in which the exercise was solved.
    pub solved: Vec<Hour>,
}

impl Exercise {
    /// Creates the exercise for a mistake. Returns `None` if the move was not a mistake.
    pub fn of(reviewed: &ReviewedMove) -> Option<Exercise> {
        let before = &*reviewed.before;
        let position = reviewed.computer.position(before)?;
        reviewed.is_mistake().then(|| Exercise {
            game: before.name().to_string(),
            position,
            played: before.record_name_of(reviewed.played),
            // Round the loss as the saved text does.
            lost: (reviewed.lost * 10.0).round() / 10.0,
            solved: Vec::new(),
        })
    }

    /// Creates a game at the position. Returns `None` if the position is invalid.
    pub fn game(&self) -> Option<Box<dyn Game>> {
        game_at(&self.game, &self.position)
    }

    /// Returns the place of the wrong move.
    pub fn place(&self, game: &dyn Game) -> Option<Place> {
        let mut places = game.moves().into_iter();
        places.find(|place| game.record_name_of(*place) == self.played)
    }

    /// True if the exercise is due at this hour.
    pub(crate) fn is_due(&self, now: Hour) -> bool {
        let another_day = |last: &Hour| now / 24 != *last / 24 && now.abs_diff(*last) >= APART;
        !self.is_done() && self.solved.last().is_none_or(another_day)
    }

    /// True if the exercise was solved on enough days.
    pub fn is_done(&self) -> bool {
        self.solved.len() >= TIMES
    }

    pub fn is_same(&self, other: &Exercise) -> bool {
        self.game == other.game && self.position == other.position
    }

    fn to_line(&self) -> String {
        let hours: Vec<String> = self.solved.iter().map(Hour::to_string).collect();
        let hours = if hours.is_empty() { "-".to_string() } else { hours.join(",") };
        let Exercise { game, position, played, lost, .. } = self;
        format!("{game} {played} {lost:.1} {hours} {position} ;\n")
    }

    /// Formats the exercise as a line of text to send to another person. The last word is a checksum.
    /// [`Exercise::sent`] parses the line.
    ///
    /// ```
    /// use players::exercises::{Exercise, Exercises};
    /// let all = Exercises::from_text("gomoku 78 20.0 - 77 ;\n");
    /// let line = all.all()[0].to_send();
    /// assert_eq!(Exercise::sent(&line), Ok(all.all()[0].clone()));
    /// assert!(Exercise::sent(&line.replace("20.0", "30.0")).is_err());
    /// ```
    pub fn to_send(&self) -> String {
        let Exercise { game, position, played, lost, .. } = self;
        let said = format!("{game} {played} {lost:.1} {position}");
        format!("{said} {}", checksum(&said))
    }

    /// Parses a line from [`Exercise::to_send`].
    ///
    /// # Errors
    /// If the line is not an exercise or was damaged.
    pub fn sent(line: &str) -> Result<Exercise, Damaged> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (sum, said) = words.split_last().ok_or(Damaged)?;
        let said = said.join(" ");
        let exercise = (checksum(&said) == *sum).then(|| Exercise::of_words(&said, Vec::new()));
        exercise.flatten().ok_or(Damaged)
    }

    /// Parses the game, place, loss and position, and checks that the place is a legal move.
    fn of_words(words: &str, solved: Vec<Hour>) -> Option<Exercise> {
        let mut parts = words.splitn(4, ' ');
        let (game, played) = (parts.next()?.to_string(), parts.next()?.to_string());
        let lost = parts.next()?.parse().ok();
        let exercise = Exercise {
            game,
            played,
            lost: lost.filter(|lost: &f32| lost.is_finite())?,
            position: parts.next()?.to_string(),
            solved,
        };
        let stands = exercise.game()?;
        exercise.place(&*stands)?;
        Some(exercise)
    }

    fn of_line(line: &str) -> Option<Exercise> {
        let mut parts = line.strip_suffix(" ;")?.splitn(5, ' ');
        let [game, played, lost, hours, position] = std::array::from_fn(|_| parts.next());
        let solved = match hours? {
            "-" => Some(Vec::new()),
            hours => hours.split(',').map(|hour| hour.parse().ok()).collect(),
        };
        let words = [game?, played?, lost?, position?].join(" ");
        Exercise::of_words(&words, solved?)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("the line is no exercise, or a part of it was lost or changed: copy it as a whole"))]
pub struct Damaged;

/// Returns the last four hexadecimal digits of the CRC-32.
fn checksum(text: &str) -> String {
    format!("{:04x}", crc32fast::hash(text.as_bytes()) & 0xFFFF)
}

/// All exercises, and the games that were already searched for mistakes. In text form, each exercise and each
/// searched game is a line that ends with a semicolon. The parser ignores invalid and truncated lines.
///
/// ```
/// use players::exercises::Exercises;
/// let text = "gomoku 78 20.0 - 77 ;\ngomoku 78 20.0 483000 8877 ;\nlooked 00ff ;\ngomoku 78";
/// let exercises = Exercises::from_text(text);
/// assert_eq!(exercises.all().len(), 2);
/// assert_eq!(exercises.due(483_030).len(), 2);
/// assert_eq!(exercises.due(483_001).len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exercises {
    all: Vec<Exercise>,
    looked: BTreeSet<u32>,
}

#[derive(Clone, Debug)]
pub enum Change {
    /// An exercise for a new mistake.
    Found(Exercise),
    Solved(Exercise, Hour),
    /// The checksum of a game that was searched for mistakes.
    Looked(u32),
}

impl Change {
    pub fn found(&self) -> Option<Exercise> {
        match self {
            Change::Found(exercise) => Some(exercise.clone()),
            Change::Solved(..) | Change::Looked(_) => None,
        }
    }
}

impl Exercises {
    /// All exercises, the oldest first.
    pub fn all(&self) -> &[Exercise] {
        &self.all
    }

    /// Returns the exercises that are due at this hour.
    pub fn due(&self, now: Hour) -> Vec<Exercise> {
        let due = self.all.iter().filter(|exercise| exercise.is_due(now));
        due.cloned().collect()
    }

    /// The number of exercises that are not done.
    pub fn open(&self) -> usize {
        self.all.iter().filter(|exercise| !exercise.is_done()).count()
    }

    /// True if the game with this checksum was searched.
    pub fn has_looked(&self, checksum: u32) -> bool {
        self.looked.contains(&checksum)
    }

    /// Applies a change. A known position is not added again.
    pub fn change(&mut self, change: &Change) {
        match change {
            Change::Found(new) => {
                if !self.all.iter().any(|one| one.is_same(new)) {
                    self.all.push(new.clone());
                }
                if self.all.len() > MOST {
                    let done = self.all.iter().position(Exercise::is_done);
                    self.all.remove(done.unwrap_or(0));
                }
            }
            Change::Solved(solved, hour) => {
                let mut all = self.all.iter_mut();
                if let Some(one) = all.find(|one| one.is_same(solved))
                    && one.is_due(*hour)
                {
                    one.solved.push(*hour);
                }
            }
            Change::Looked(checksum) => drop(self.looked.insert(*checksum)),
        }
    }

    pub fn to_text(&self) -> String {
        let looked = self.looked.iter().map(|sum| format!("looked {sum:08x} ;\n"));
        self.all.iter().map(Exercise::to_line).chain(looked).collect()
    }

    pub fn from_text(text: &str) -> Exercises {
        let looked = |line: &str| {
            let sum = line.strip_prefix("looked ")?.strip_suffix(" ;")?;
            u32::from_str_radix(sum, 16).ok()
        };
        Exercises {
            all: text.lines().filter_map(Exercise::of_line).collect(),
            looked: text.lines().filter_map(looked).collect(),
        }
    }
}

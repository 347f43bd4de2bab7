//! `qipan learner`: shows, trains, exports, imports and resets the learner's knowledge.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;
use words::{phrase, say};

use clap::Subcommand;

use games::gomoku::Game as Gomoku;
use games::named::{GAMES, POSITIONS, plural};
use games::othello;
use mind::learner::arena::{Rival, Tally};
use mind::learner::gomoku::{self, ByEngine};
use mind::learner::{History, Last, LearnedWeights, LearnerOf, Moves, Skill, Start};
use players::computers::computer_of;
use screen::learner::{gomoku_in_words, in_words};
use store::Store;
use store::files::read_file;
use store::games::read_games;
use store::memory::{Finished, Memory, MemoryError};

use crate::commands::failure::{ask, path, wrong_file};
use crate::commands::input::{self, Line};
use crate::commands::options::one_of;
use crate::commands::progress::{Progress, write};
use crate::commands::{Failure, complain, failed, print, usage};

#[derive(clap::Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Learner {
    #[command(subcommand)]
    what: What,
    /// The folder of its memory.
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    /// Print its knowledge.
    Show(Which),
    /// Train it without a window.
    Train(Train),
    /// Write its knowledge into a file.
    Export {
        /// The file to write.
        file: PathBuf,
        #[command(flatten)]
        which: Which,
    },
    /// Import exported knowledge, or learn from game files.
    Import {
        /// An exported file, or game files for replay.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Forget everything.
    Reset {
        /// The new start: nothing, or the engine's evaluation.
        #[arg(long, value_name = "WHAT", value_parser = one_of(&Start::ALL), default_value_t)]
        from: Start,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        which: Which,
    },
}

#[derive(clap::Args)]
struct Train {
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// Train against self, random, greedy or mobile; in gomoku against self or a level from 1 to 10.
    #[arg(long, value_name = "WHO", default_value = "self")]
    against: String,
    /// The same seed gives the same games.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    which: Which,
}

#[derive(clap::Args)]
struct Which {
    /// The learner of gomoku instead of Othello.
    #[arg(long)]
    gomoku: bool,
}

pub(crate) fn run(Learner { what, data }: Learner) -> Result<(), Failure> {
    let store = Store::open(data).map_err(failed)?;
    let gomoku = match &what {
        What::Show(which)
        | What::Train(Train { which, .. })
        | What::Export { which, .. }
        | What::Reset { which, .. } => which.gomoku,
        What::Import { files } => return import(&store, files),
    };
    if gomoku { run_for::<ByEngine>(&store, &what) } else { run_for::<LearnedWeights>(&store, &what) }
}

fn run_for<S: Reported>(store: &Store, what: &What) -> Result<(), Failure> {
    match what {
        What::Show(_) => show::<S>(store),
        What::Train(asked) => train::<S>(store, asked),
        What::Export { file, .. } => write(file, &as_it_stands::<S>(store)?.export()),
        What::Import { files } => import(store, files),
        What::Reset { from, yes, .. } => reset::<S>(store, *from, *yes),
    }
}

/// A learner whose knowledge can be reported.
trait Reported: Skill {
    /// Describes the last game.
    const LAST_GAME: fn(&Last) -> String;
    /// Parses the opponent to train against.
    fn rival(name: &str) -> Result<Self::Rival, Failure>;
    /// Formats the training results in one line.
    fn strength(learner: &LearnerOf<Self>) -> Option<String>;
    /// Returns a line for each opening that the learner knows.
    fn opening_lines(_: &LearnerOf<Self>) -> Vec<String> {
        Vec::new()
    }
}

impl Reported for LearnedWeights {
    const LAST_GAME: fn(&Last) -> String = in_words;

    fn rival(name: &str) -> Result<Rival, Failure> {
        name.parse().map_err(usage)
    }

    fn strength(learner: &LearnerOf<Self>) -> Option<String> {
        let points = learner.history().trials.last()?.points;
        let each = Rival::ALL
            .iter()
            .zip(points)
            .map(|(rival, points)| say!("{points}% against {rival}", points = points / 10, rival));
        Some(say!(
            "Points: {join}",
            join = each.collect::<Vec<_>>().join(say!(", ||between the parts of a sentence"))
        ))
    }

    fn opening_lines(learner: &LearnerOf<Self>) -> Vec<String> {
        let openings = learner.summary().openings.into_iter().map(|opening| {
            let moves = learner.moves_to(&opening).unwrap_or_default();
            let share = 50 * u64::from(opening.points) / u64::from(opening.games.max(1));
            let games = plural(opening.games as usize, GAMES);
            say!("{moves} {games}, Black {share}%", moves, games, share)
        });
        openings.collect()
    }
}

impl Reported for ByEngine {
    const LAST_GAME: fn(&Last) -> String = gomoku_in_words;

    fn rival(name: &str) -> Result<Self::Rival, Failure> {
        match name.parse() {
            Ok(level @ 1..=10) => Ok(level),
            _ => Err(usage(say!("in gomoku the learner trains against self or a level from 1 to 10"))),
        }
    }

    fn strength(learner: &LearnerOf<Self>) -> Option<String> {
        Some(results(learner.history()))
    }
}

/// Opens the memory in the folder and reads it. `read` is [`Memory::catch_up`], or [`Memory::look`] to write nothing.
/// An unreadable memory is returned too, for commands that erase or replace it.
fn opened<S: Skill>(
    store: &Store,
    read: fn(&mut Memory<S>) -> Result<(), MemoryError>,
) -> (Memory<S>, Result<(), Failure>) {
    let mut memory = Memory::of(store);
    let read = read(&mut memory).map_err(failed);
    memory.damaged().iter().for_each(|what| complain(what));
    (memory, read)
}

/// Opens the memory in the folder and learns from the games that were left there.
fn caught_up<S: Skill>(store: &Store) -> Result<Memory<S>, Failure> {
    let (memory, read) = opened(store, Memory::catch_up);
    read.map(|()| memory)
}

/// Opens the memory without writing anything.
fn as_it_stands<S: Skill>(store: &Store) -> Result<Memory<S>, Failure> {
    let (memory, read) = opened(store, Memory::look);
    read.map(|()| memory)
}

fn show<S: Reported>(store: &Store) -> Result<(), Failure> {
    let memory: Memory<S> = as_it_stands(store)?;
    let (learner, history) = (memory.learner(), memory.learner().history());
    print(&say!(
        "{game}: {played} at the board, {trained} in training, {read} from files",
        game = plural(history.games() as usize, GAMES),
        played = history.played,
        trained = history.trained,
        read = history.read
    ))?;
    print(&plural(learner.book().positions(), POSITIONS))?;
    print(&results(history))?;
    if !history.trials.is_empty() {
        S::strength(learner).iter().try_for_each(|line| print(line))?;
    }
    S::opening_lines(learner).iter().try_for_each(|line| print(line))?;
    history.last.iter().try_for_each(|last| print(&S::LAST_GAME(last)))
}

fn results(history: &History) -> String {
    let Tally { won, drawn, lost } = history.results;
    say!("{won} won, {drawn} drawn, {lost} lost", won, drawn, lost)
}

/// Trains without a window. Each game is saved at once, so the training can be stopped at any time.
fn train<S: Reported>(store: &Store, asked: &Train) -> Result<(), Failure> {
    let against = Some(&*asked.against).filter(|name| *name != "self");
    let against = against.map(S::rival).transpose()?;
    let mut memory: Memory<S> = caught_up(store)?;
    let games = asked.games;
    let seed = asked.seed.unwrap_or_else(rand::random);
    let start = Instant::now();
    let mut progress = Progress::new("training", say!("games"), games as usize);
    for n in 0..games {
        let seed = seed.wrapping_add(u64::from(memory.learner().history().games()));
        let (moves, role) = memory.learner().practise(against, seed);
        let learned = memory.learn(Finished { moves, role, seed }, true);
        learned.map_err(failed)?;
        memory.damaged().iter().for_each(|what| complain(what));
        progress.show(n as usize + 1);
    }
    progress.finish();
    let seconds = start.elapsed().as_secs_f64();
    let all = memory.learner().history().games();
    let games = plural(games as usize, GAMES);
    print(&say!(
        "{games} in {seconds} s, {all} in total",
        games,
        seconds = format_args!("{:.1}", seconds),
        all
    ))?;
    S::strength(memory.learner()).iter().try_for_each(|line| print(line))
}

/// Imports exported knowledge, or learns from game files.
fn import(store: &Store, files: &[PathBuf]) -> Result<(), Failure> {
    let start = Instant::now();
    let mut found = GamesToLearn::default();
    for file in files {
        let bytes = read_file(file).map_err(|error| wrong_file(file, error))?;
        let known = if Memory::<LearnedWeights>::is_export(&bytes) {
            take_over::<LearnedWeights>(store, bytes)
        } else if Memory::<ByEngine>::is_export(&bytes) {
            take_over::<ByEngine>(store, bytes)
        } else {
            found.read(file)?;
            continue;
        };
        let known = known.map_err(|why| wrong_file(file, why))?;
        let known = plural(known as usize, GAMES);
        print(&say!("The learner now knows {known}", known))?;
    }
    let all = found.of_othello.len() + found.of_gomoku.len();
    if all > 0 {
        let learned = learn_all::<LearnedWeights>(store, found.of_othello)?
            + learn_all::<ByEngine>(store, found.of_gomoku)?;
        let seconds = start.elapsed().as_secs_f64();
        let unfinished = match all - learned {
            0 => String::new(),
            n => say!(
                ", {plural} left out",
                plural = plural(n, [phrase!("1 unfinished game"), phrase!("{n} unfinished games")])
            ),
        };
        let learned = plural(learned, GAMES);
        print(&say!(
            "{learned} in {seconds} s{unfinished}",
            learned,
            seconds = format_args!("{:.1}", seconds),
            unfinished
        ))?;
    }
    if found.some_are_bad { Err(Failure::Reported(1)) } else { Ok(()) }
}

/// The games from files, for both learners.
#[derive(Default)]
struct GamesToLearn {
    of_othello: Vec<Moves>,
    of_gomoku: Vec<Moves>,
    some_are_bad: bool,
}

impl GamesToLearn {
    /// Adds the games of a file. Reports bad games and continues.
    fn read(&mut self, file: &Path) -> Result<(), Failure> {
        for game in read_games(file).map_err(failed)? {
            let bad = match game.map(|recorded| recorded.game) {
                Ok(game) if computer_of(game.name()).is_some_and(|one| one.learns_from(&*game)) => {
                    let played = game.of().map(|g: &othello::Game| Moves::new(g.plies()));
                    self.of_othello.extend(played);
                    let played = game.of().map(|g: &Gomoku| gomoku::moves(g.pieces()));
                    self.of_gomoku.extend(played);
                    continue;
                }
                Ok(_) => {
                    say!(
                        "{path}: the learner needs the standard starting position and rules",
                        path = path(file)
                    )
                }
                Err(error) => error.to_string(),
            };
            complain(&bad);
            self.some_are_bad = true;
        }
        Ok(())
    }
}

/// Imports a memory. Returns the number of games from which it was learned.
fn take_over<S: Skill>(store: &Store, file: Vec<u8>) -> Result<u32, MemoryError> {
    let (mut memory, _) = opened::<S>(store, Memory::catch_up);
    memory.import(file)?;
    Ok(memory.learner().history().games())
}

fn learn_all<S: Skill>(store: &Store, games: Vec<Moves>) -> Result<usize, Failure> {
    match &games[..] {
        [] => Ok(0),
        _ => caught_up::<S>(store)?.learn_all(games).map_err(failed),
    }
}

/// Erases the memory after the user has confirmed it.
fn reset<S: Skill>(store: &Store, from: Start, yes: bool) -> Result<(), Failure> {
    let (mut memory, _) = opened::<S>(store, Memory::catch_up);
    if !yes {
        let games = memory.learner().history().games();
        let games = plural(games as usize, GAMES);
        ask(&say!("Forget everything learned from {games}? Type yes or no:", games));
        let answer = input::lines(io::stdin().lock()).next();
        if !matches!(answer, Some(Ok(Line::Text(answer))) if answer.trim() == "yes") {
            return Err(failed(say!("nothing was forgotten: the answer was not yes")));
        }
    }
    memory.reset(from).map_err(failed)
}

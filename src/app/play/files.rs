//! The file dialogs: saving a game, opening a file, choosing one of its games.

use std::io;
use std::path::{Component, Path, PathBuf};
use words::{capitalized, phrase, say};

use super::profile::GAMES;
use super::session::{ActiveGame, Session};
use super::wait;
use crate::play::dialog::{self, Menu, pick, sentence};
use games::Game;
use games::gomoku::Rules;
use games::records::{self, Error, Format, Heading, Problem, Recorded};
use games::tree::Tree;
use players::{Player, link};
use screen::panel;
use store::files::{is_free, list};
use store::games::write_recorded;
use store::{Store, recent, rules};
use turbo::dos::bgi::columns_of;
use turbo::dos::{Console, Quit};

const READING: &str = phrase!("Reading the folder.");
const WRITING: &str = phrase!("Writing the file.");
const COPYING: &str = phrase!("Copying the text.");
const PASTING: &str = phrase!("Reading the clipboard.");
/// The title for pasted games, instead of a file name.
pub(crate) const CLIPBOARD: &str = phrase!("Clipboard");

/// The pasted data, or the reason why there is none: a sentence, or an empty text if the user stopped waiting.
pub(crate) type Pasted<T> = Result<T, String>;

/// Returns the folder for the user's games, or tells the reason why there is none.
pub(crate) fn folder(session: &mut Session<'_>) -> Result<Option<PathBuf>, Quit> {
    if !session.profile.keeps() {
        let none = say!("No data folder: give one with --data DIR.");
        return dialog::tell(&mut session.console, none).map(|()| None);
    }
    let folder = session.with_store(READING, |store| store.folder(GAMES))?;
    let folder = folder.map(|folder| {
        folder.map_err(|error| {
            let (reason, why) = (error.kind(), capitalized(&error.to_string()));
            say!("The data folder cannot be used: {reason}. {why}.", reason, why)
        })
    });
    dialog::or_tell(&mut session.console, folder)
}

/// Returns the part of the game that a file with this name can hold: all variations in SGF, otherwise the
/// game alone.
pub(crate) fn as_saved(file: &Path, game: &dyn Game, whole: &Recorded) -> Recorded {
    match Format::of(file) {
        Some(format) if format.holds_trees() => whole.clone(),
        // Other formats store the comments and properties of the game's own moves.
        _ => Recorded { tree: whole.tree.clone(), ..Recorded::new(game.copy(), whole.heading.clone()) },
    }
}

/// Asks for a name and saves the game in the folder, with all its variations if the format allows. Returns a
/// note for the player, or an empty text if nothing was saved.
pub fn save(
    session: &mut Session<'_>,
    folder: &Path,
    game: &ActiveGame,
    whole: &Recorded,
) -> Result<String, Quit> {
    let Some(formats) = records::formats(&**game) else {
        return Ok(say!("{game} has no file format.", game = game.name()));
    };
    let console = &mut session.console;
    let (there, kind) = (folder.to_path_buf(), game.name());
    let has_lines = whole.tree.as_ref().is_some_and(Tree::branches);
    let ending = if has_lines || game.t() == 1 { "sgf" } else { "txt" };
    let work = move || free_name(&there, kind, ending);
    let Some(mut name) = wait::for_work(console, READING, work)? else {
        return Ok(String::new());
    };
    loop {
        let hint = say!(
            "The file extension sets the format: {formats}. Folder: {folder}.",
            formats,
            folder = folder.display()
        );
        let Some(typed) = dialog::ask_text(console, say!("Save the game"), &name, &hint, say!("Save"))?
        else {
            return Ok(String::new());
        };
        name = match typed.trim() {
            // The list of files hides names that begin with a dot.
            typed if typed.is_empty() || typed.starts_with('.') => {
                dialog::tell(console, say!("A file name must begin with a letter or a digit."))?;
                continue;
            }
            typed if Path::new(typed).extension().is_none() => format!("{typed}.txt"),
            typed => typed.to_string(),
        };
        let mut parts = Path::new(&name).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            dialog::tell(console, say!("A file name cannot contain folders."))?;
            continue;
        }
        let file = folder.join(&name);
        let there = file.clone();
        let Some(is_free) = wait::for_work(console, READING, move || is_free(&there))? else {
            return Ok(String::new());
        };
        if !is_free && !dialog::ask(console, &say!("Replace {name}?", name))? {
            continue;
        }
        let recorded = as_saved(&file, &**game, whole);
        let lost = has_lines && !Format::of(&file).is_some_and(|format| format.holds_trees());
        let work = move || write_recorded(&file, &recorded);
        match wait::for_work(console, WRITING, work)? {
            Some(Ok(())) if lost => {
                return Ok(say!("Saved one line as {name}. Use .sgf to save all lines.", name));
            }
            Some(Ok(())) => return Ok(say!("Saved as {name}.", name)),
            Some(Err(error)) => dialog::tell(console, &sentence(&error.problem))?,
            None => return Ok(say!("{name} has not been written yet.", name)),
        }
    }
}

/// Copies the moves to the clipboard as one line. Returns a note for the player.
pub(crate) fn copy(session: &mut Session<'_>, game: &ActiveGame) -> Result<String, Quit> {
    match records::line_of(&**game) {
        None => Ok(say!("This game cannot be copied.").to_string()),
        Some(text) if text.is_empty() => Ok(say!("There is no move to copy yet.").to_string()),
        Some(text) => copy_text(session, text, say!("The game is on the clipboard.")),
    }
}

/// Copies a text to the clipboard. Returns `done`, or the reason for a failure.
pub(crate) fn copy_text(session: &mut Session<'_>, text: String, done: &str) -> Result<String, Quit> {
    let console = &mut session.console;
    let Some(clipboard) = console.clipboard() else {
        return Ok(say!("There is no clipboard.").to_string());
    };
    let work = move || clipboard.put(&text);
    Ok(match wait::for_work(console, COPYING, work)? {
        Some(Ok(())) => done.to_string(),
        Some(Err(why)) => why.to_string(),
        None => String::new(),
    })
}

/// Reads the games or positions on the clipboard.
pub(crate) fn pasted(console: &mut dyn Console) -> Result<Pasted<Vec<Result<Recorded, Error>>>, Quit> {
    read_clipboard(console, |text| {
        if let Some(game) = link::parse(text) {
            let game = game.map_err(|why| Problem::Malformed(why.to_string()))?;
            return Ok(vec![Ok(Recorded::new(game, Heading::default()))]);
        }
        let read = records::read_bytes(CLIPBOARD.as_ref(), text.as_bytes(), &Default::default());
        let mut games = read.map_err(|error| error.problem)?;
        // A list in which no game can be chosen is useless.
        if games.iter().any(Result::is_ok) {
            return Ok(games);
        }
        games.drain(..).next().map_or(Ok(Vec::new()), |first| Err(first.unwrap_err().problem))
    })
}

/// Reads the text on the clipboard.
pub(crate) fn pasted_text(console: &mut dyn Console) -> Result<Pasted<String>, Quit> {
    read_clipboard(console, |text| Ok(text.to_string()))
}

pub(crate) fn read_clipboard<T: Send + 'static>(
    console: &mut dyn Console,
    read: impl FnOnce(&str) -> Result<T, Problem> + Send + 'static,
) -> Result<Pasted<T>, Quit> {
    let Some(clipboard) = console.clipboard() else {
        return Ok(Err(say!("There is no clipboard.").to_string()));
    };
    let work = move || clipboard.text().map(|text| read(&text));
    Ok(match wait::for_work(console, PASTING, work)? {
        Some(Ok(read)) => read.map_err(|why| sentence(&why)),
        Some(Err(why)) => Err(why.to_string()),
        None => Err(String::new()),
    })
}

/// Returns the first numbered file name that is free.
fn free_name(folder: &Path, kind: &str, ending: &str) -> String {
    let mut names = (1..).map(|n| format!("{kind}-{n}.{ending}"));
    let free = names.find(|name| is_free(&folder.join(name)));
    free.expect("there are more numbers than files")
}

/// Shortens a text in its middle if it is too long, because names differ most at their ends.
pub(crate) fn shorten(text: &str, columns: usize) -> String {
    if columns_of(text) <= columns {
        return text.to_string();
    }
    let room = (columns - 3) / 2;
    let begin = panel::fitting(text, columns - 3 - room);
    let starts = text.char_indices().map(|(at, _)| &text[at..]);
    let end = starts.into_iter().find(|end| columns_of(end) <= room);
    format!("{begin}...{}", end.unwrap_or_default())
}

/// A type of file that can be opened: the key under which its recent files are stored, and a test for its
/// file names.
pub(crate) struct FileType {
    pub(crate) kept_as: &'static str,
    pub(crate) is_one: fn(&Path) -> bool,
}

pub(crate) const RECORDS: FileType = FileType { kept_as: "games", is_one: |file| Format::of(file).is_some() };

pub(crate) const PROGRAMS: FileType = FileType {
    kept_as: "c",
    is_one: |file| {
        let is = |known: &str| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(known));
        is("c") || is("cpp")
    },
};

/// Returns the most recently opened files of a type.
pub(crate) fn last_files(session: &mut Session<'_>, opens: &'static FileType) -> Result<Vec<PathBuf>, Quit> {
    let files = session.with_store(READING, |store| recent::read(store, opens.kept_as))?;
    Ok(files.unwrap_or_default())
}

/// Adds a file to the recent files. Ignores a failure to save the list.
pub(crate) fn opened(session: &mut Session<'_>, opens: &'static FileType, file: &Path) -> Result<(), Quit> {
    let file = file.to_path_buf();
    let note = move |store: &Store| recent::note(store, opens.kept_as, &file).is_ok();
    session.with_store(WRITING, note).map(drop)
}

/// Returns the gomoku rules for a file: the default if the format names its rules, otherwise the rules chosen
/// earlier, or else the user's answer now. Returns `None` if the user closes the question.
pub(crate) fn rules_of(session: &mut Session<'_>, file: &Path) -> Result<Option<Rules>, Quit> {
    if !leaves_rules_open(file) {
        return Ok(Some(Rules::default()));
    }
    let there = file.to_path_buf();
    let kept = session.with_store(READING, move |store| rules::of(store, &there))?;
    if let Some(rules) = kept.flatten() {
        return Ok(Some(rules));
    }
    // RenLib is a renju program.
    ask_rules(session, file, Rules::Renju)
}

/// Asks for the rules of the gomoku games in a file. The bar starts on `first`. Returns `None` if the user
/// closes the question.
pub(crate) fn ask_rules(session: &mut Session<'_>, file: &Path, first: Rules) -> Result<Option<Rules>, Quit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let title = say!("Which rules does {name} follow?", name = shorten(&name, 40));
    let items = [
        (say!("Freestyle: five or more win"), 'f'),
        (say!("Standard: exactly five win"), 's'),
        (say!("Renju: Black has forbidden points"), 'r'),
    ];
    let menu = Menu { y: 176, title: &title, items: &items, keys: &dialog::STARTS };
    let first = Rules::ALL.iter().position(|rules| *rules == first);
    let chosen = menu.choose_one(&mut session.console, first.unwrap_or(0))?;
    Ok(chosen.map(|n| Rules::ALL[n]))
}

/// Remembers the rules for a file that does not name them. `None` makes the program ask again.
pub(crate) fn keep_rules(session: &mut Session<'_>, file: &Path, rules: Option<Rules>) -> Result<(), Quit> {
    if leaves_rules_open(file) {
        let file = file.to_path_buf();
        let keep = move |store: &Store| rules::keep(store, &file, rules).is_ok();
        session.with_store(WRITING, keep)?;
    }
    Ok(())
}

/// True if files of this format never name the gomoku rules.
pub(crate) fn leaves_rules_open(file: &Path) -> bool {
    Format::of(file).is_some_and(|format| format.leaves_rules_open())
}

/// Lets the user choose a file, starting at the most recent one, or else in this folder.
pub(crate) fn open_file(
    session: &mut Session<'_>,
    opens: &'static FileType,
    folder: &Path,
) -> Result<Option<PathBuf>, Quit> {
    let last = last_files(session, opens)?.into_iter().next();
    let there = last.filter(|file| file.parent().is_some_and(Path::is_dir));
    let begin = there.as_deref().unwrap_or(folder);
    let file = choose_file(&mut session.console, opens, begin)?;
    if let Some(file) = &file {
        opened(session, opens, file)?;
    }
    Ok(file)
}

/// Lets the user browse folders and choose a file. `begin` is the first folder, or the file to start at.
pub(crate) fn choose_file(
    console: &mut dyn Console,
    opens: &'static FileType,
    begin: &Path,
) -> Result<Option<PathBuf>, Quit> {
    let mut folder = begin.to_path_buf();
    let mut left = None;
    if !folder.is_dir() {
        left = folder.file_name().map(|name| name.to_os_string());
        folder.pop();
    }
    loop {
        let there = folder.clone();
        let entries = match wait::for_work(console, READING, move || entries(opens, &there))? {
            Some(Ok(entries)) => entries,
            Some(Err(error)) => {
                let error = store::error_text(error);
                let what =
                    say!("The folder {folder} cannot be read: {error}.", folder = folder.display(), error);
                dialog::tell(console, &what)?;
                if !folder.pop() {
                    return Ok(None);
                }
                continue;
            }
            None => return Ok(None),
        };
        let left_here = left.take();
        let was = entries.iter().position(|entry| left_here.as_deref() == Some(entry.name.as_ref()));
        let file = entries.iter().position(|entry| entry.size.is_some());
        // Without a file, select the first subfolder rather than the parent.
        let mut chosen = was.or(file).unwrap_or(1.min(entries.len().saturating_sub(1)));
        let lines: Vec<String> = entries.iter().map(Listing::line).collect();
        let title = shorten(&folder.display().to_string(), 60);
        let Some(n) = pick(console, (&title, ""), &lines, &mut chosen)? else {
            return Ok(None);
        };
        let path = folder.join(&entries[n].name);
        match entries[n] {
            Listing { size: Some(_), .. } => return Ok(Some(path)),
            _ if entries[n].name == ".." => {
                left = folder.file_name().map(|name| name.to_os_string());
                folder.pop();
            }
            _ => folder = path,
        }
    }
}

/// An entry in the listing of a folder.
struct Listing {
    name: String,
    /// The size in bytes; `None` for a folder.
    size: Option<u64>,
}

impl Listing {
    /// Formats the name and the size in the style of the DOS command `DIR`.
    fn line(&self) -> String {
        let size = self.size.map_or("<DIR>".to_string(), |size| size.to_string());
        format!("{} {size:>12}", panel::padded(&shorten(&self.name, 54), 54))
    }
}

/// Lists the parent folder, the subfolders and the files of this type, each group in alphabetical order.
fn entries(opens: &FileType, folder: &Path) -> io::Result<Vec<Listing>> {
    let mut entries = Vec::new();
    for (name, size) in list(folder)? {
        let is_one = (opens.is_one)(name.as_ref());
        if !name.starts_with('.') && (size.is_none() || is_one) {
            entries.push(Listing { name, size });
        }
    }
    entries.sort_by_key(|entry| (entry.size.is_some(), entry.name.to_ascii_lowercase()));
    if folder.parent().is_some() {
        let name = "..".to_string();
        entries.insert(0, Listing { name, size: None });
    }
    Ok(entries)
}

/// Lets the user choose one game of a file from a list of players, dates and scores. Unreadable games are
/// listed but cannot be chosen. A file with one game shows no list.
pub(crate) fn choose_game(
    console: &mut dyn Console,
    title: &str,
    games: &[Result<Recorded, Error>],
    chosen: &mut usize,
) -> Result<Option<usize>, Quit> {
    if let [Err(error)] = games {
        return dialog::tell(console, &sentence(&error.problem)).map(|()| None);
    }
    if games.len() == 1 {
        return Ok(Some(0));
    }
    let lines: Vec<String> = games.iter().zip(1..).map(|(game, n)| line_of(game, n)).collect();
    loop {
        let picked = pick(console, (title, ""), &lines, chosen)?;
        let Some((n, Err(error))) = picked.map(|n| (n, &games[n])) else { return Ok(picked) };
        let problem = error.problem.behind(&say!("game {n}", n = n + 1));
        dialog::tell(console, &sentence(&problem))?;
    }
}

/// Tells the user the notes about the games of a file.
pub(crate) fn tell_notes(console: &mut dyn Console, games: &[Result<Recorded, Error>]) -> Result<(), Quit> {
    let notes = records::notes(games);
    if notes.is_empty() { Ok(()) } else { dialog::tell(console, &sentence(&notes.join("; "))) }
}

/// Formats a game's line in the list. It begins with the players, so that typing a name finds it.
fn line_of(game: &Result<Recorded, Error>, n: usize) -> String {
    let recorded = match game {
        Ok(recorded) => recorded,
        Err(error) => return format!("({})", error.problem.behind(&say!("Game {n}", n))),
    };
    let Heading { black, white, date, .. } = &recorded.heading;
    let name = |name: &str, other: &str| match name {
        "" => other.to_string(),
        name => Player::name_from_record(name),
    };
    let score = match (recorded.final_score(), recorded.game.outcome()) {
        (Some(score), _) => score.to_string(),
        (None, Some(_)) => recorded.result(),
        (None, None) => say!("Move {t}", t = recorded.game.t()),
    };
    let (black, white) = (name(black, say!("Black")), name(white, say!("White")));
    let column = |text: &str, columns| panel::padded(panel::fitting(text, columns), columns);
    let (black, white, date) = (column(&black, 22), column(&white, 22), column(date, 10));
    let score = panel::fitting(&score, 10);
    let before = " ".repeat(10 - columns_of(score));
    format!("{black} {white} {date} {before}{score}")
}

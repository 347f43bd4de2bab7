//! The games that the explorer searches: files and folders of records. The index of a folder with many games is kept in
//! the store's folder `explorer`, which is a cache: anybody may delete it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use games::Game;
use games::explorer::{Builder, Index, Played, explore};
use games::records::{Assumptions, Error, Format, Recorded};
use turbo::dos::background;
use turbo::dos::parallel::in_order;

use super::files::write_one_of_many;
use super::games::read_games_of;
use super::{Store, cannot, disk, sealed, unsealed};
use words::say;

/// The folder of the indexes, and the maximum size of all of them in bytes.
const CACHE: &str = "explorer";
const MOST: u64 = 100 << 20;
/// Folders whose files have fewer bytes in all are read anew each time.
const LEAST: u64 = 200_000;
/// The maximum depth of subfolders.
const DEPTH: usize = 4;

/// Files with their size in bytes and the time of their last change.
type Files = Vec<(PathBuf, u64, SystemTime)>;

/// The games of a file.
type Read = Result<Vec<Result<Recorded, Error>>, Error>;

#[derive(Default)]
pub struct Explorer {
    indexes: Vec<Index>,
    /// The number of files.
    pub files: usize,
    /// The files that could not be read, and one error about the games of each other file with such games.
    pub problems: Vec<Error>,
    /// True if there were more games than an index can have.
    pub is_full: bool,
}

impl Explorer {
    /// Reads the games of files and of all records in folders. `progress` gets the number of files read so far and of
    /// all files.
    ///
    /// # Errors
    /// If a folder or a file cannot be found. Files that cannot be read are [`problems`](Explorer::problems).
    pub fn open(
        store: Option<&Store>,
        paths: &[PathBuf],
        progress: &mut dyn FnMut(usize, usize),
    ) -> io::Result<Explorer> {
        let mut folders = BTreeMap::new();
        for path in paths {
            find(&std::path::absolute(path)?, 0, &mut folders)?;
        }
        let mut explorer = Explorer::default();
        let all = folders.values().map(Vec::len).sum();
        for (folder, mut files) in folders {
            files.sort();
            files.dedup();
            // The name that the index is sealed with.
            let state = format!("{folder:?} {files:?}");
            let size: u64 = files.iter().map(|(_, size, _)| size).sum();
            let store = store.filter(|_| size >= LEAST);
            let name = format!("{:08x}.index", crc32fast::hash(folder.as_os_str().as_encoded_bytes()));
            let kept = store.and_then(|store| disk::read(&store.file(CACHE, &name)).ok());
            let kept = kept.and_then(|bytes| Index::read(unsealed(&state, bytes).ok()?));
            let index = match kept {
                Some(index) => index,
                None => {
                    let (index, is_whole) = explorer.build(&files, all, progress);
                    if let Some(store) = store.filter(|_| is_whole) {
                        // Without a cache the next search takes longer.
                        let _ = write(store, &name, &state, &index);
                    }
                    index
                }
            };
            explorer.files += files.len();
            explorer.indexes.push(index);
        }
        Ok(explorer)
    }

    /// Reads the games of files. Returns false with the index if there was a problem that the user should see again.
    fn build(&mut self, files: &Files, all: usize, progress: &mut dyn FnMut(usize, usize)) -> (Index, bool) {
        let (mut builder, before) = (Builder::default(), self.problems.len());
        let begun = self.files;
        let mut add = |n: usize, read: Read| {
            let file = &files[n].0;
            progress(begun + n, all);
            match read {
                Err(error) => self.problems.push(error),
                Ok(games) => {
                    let bad = games.iter().find_map(|game| game.as_ref().err().cloned());
                    self.problems.extend(bad);
                    let is_library = Format::of(file).is_some_and(|format| format.leaves_rules_open());
                    let name = file.to_string_lossy();
                    for (game, n) in games.iter().zip(1..) {
                        self.is_full |=
                            game.as_ref().is_ok_and(|game| !builder.add(game, &name, n, is_library));
                    }
                }
            }
        };
        let threads = if background::HAS_THREADS { background::threads().get() } else { 1 };
        let read = |n: usize| Some((n, read_games_of(&files[n].0, Assumptions::default())));
        in_order(files.len(), threads, || read, |(n, games)| add(n, games));
        (builder.finish(), self.problems.len() == before && !self.is_full)
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.indexes.iter().map(Index::games).sum()
    }

    /// Returns the moves that were played in a game's position, the most frequent first.
    pub fn explore(&self, game: &dyn Game) -> Vec<Played> {
        explore(&self.indexes.iter().collect::<Vec<_>>(), game)
    }
}

/// Adds a file, or the records in a folder and its subfolders, to the list of their folder.
fn find(path: &Path, depth: usize, folders: &mut BTreeMap<PathBuf, Files>) -> io::Result<()> {
    if let Some((size, changed)) = disk::state(path).map_err(cannot(say!("read"), path))? {
        let file = (path.to_path_buf(), size, changed);
        folders.entry(disk::folder_of(path).to_path_buf()).or_default().push(file);
        return Ok(());
    }
    for (name, size) in disk::list_with_sizes(path).map_err(cannot(say!("read"), path))? {
        let inner = path.join(&name);
        let is_record = Format::of(&inner).is_some();
        if !name.starts_with('.') && if size.is_some() { is_record } else { depth < DEPTH } {
            // A file or subfolder may have been deleted, or be closed to this user.
            let _ = find(&inner, depth + 1, folders);
        }
    }
    Ok(())
}

/// Keeps an index, and deletes the oldest ones if all together are too large.
fn write(store: &Store, name: &str, state: &str, index: &Index) -> io::Result<()> {
    let folder = store.folder(CACHE)?;
    write_one_of_many(&folder.join(name), &sealed(state, index.bytes()))?;
    let mut kept = Vec::new();
    for (name, size) in disk::list_with_sizes(&folder)? {
        let path = folder.join(name);
        kept.push((disk::written(&path)?, path, size.unwrap_or(0)));
    }
    kept.sort();
    let mut room = MOST;
    for (_, path, size) in kept.into_iter().rev() {
        match room.checked_sub(size) {
            Some(rest) => room = rest,
            None => disk::remove(&path)?,
        }
    }
    Ok(())
}

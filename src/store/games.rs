//! Recorded games in files.

use std::path::Path;

use super::files::{read_file, write_file};
use crate::games::Game;
use crate::records::{Error, Heading, Problem, Recorded, read_bytes, text_for, wthor};

/// Reads all games of a file: see [`read_bytes`]. The names that a `.wtb` file refers to are those of the files `WTHOR.JOU` and
/// `WTHOR.TRN` in its folder, if they can be read.
///
/// # Errors
/// The file cannot be read, or those of [`read_bytes`].
pub fn read_games(path: &Path) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let unreadable = |why: std::io::Error| Error {
        file: path.to_path_buf(),
        game: None,
        problem: Problem::Unreadable(why.to_string()),
    };
    let bytes = read_file(path).map_err(unreadable)?;
    read_bytes(path, &bytes, &names_beside(path))
}

fn names_beside(path: &Path) -> wthor::Names {
    let read = |name: &str| {
        let lower = path.with_file_name(name.to_ascii_lowercase());
        let bytes = read_file(&path.with_file_name(name)).or_else(|_| read_file(&lower));
        bytes.unwrap_or_default()
    };
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("wtb") => {
            wthor::Names::read(&read("WTHOR.JOU"), &read("WTHOR.TRN"))
        }
        _ => wthor::Names::default(),
    }
}

/// Writes a game to a file, whose name decides the format: see [`text_for`]. Whatever happens, a file of that name is either the old or the
/// new one.
///
/// # Errors
/// The format cannot hold the game, or the system cannot write the file, and says why.
pub fn write_game(path: &Path, game: &dyn Game, heading: &Heading) -> Result<(), Error> {
    let error = |problem| Error {
        file: path.to_path_buf(),
        game: None,
        problem,
    };
    let text = text_for(path, game, heading).map_err(error)?;
    write_file(path, text.as_bytes()).map_err(|why| error(Problem::Unwritable(why.to_string())))
}

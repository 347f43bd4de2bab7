//! Files of recorded games.

use std::io;
use std::path::Path;

use super::disk::existing;
use super::files::{read_short_file, write_file};
use games::records::{Assumptions, Error, MAX_BYTES, Problem, Recorded, read_as, text_for, wthor_names};

/// Reads all games of a file: see [`read_bytes`](games::records::read_bytes). The players and tournaments of
/// a `.wtb` file come from `WTHOR.JOU` and `WTHOR.TRN` in its folder, if these exist.
///
/// # Errors
/// If the file cannot be read, the files with the names of players and tournaments cannot be read, or
/// `read_bytes` fails.
pub fn read_games(path: &Path) -> Result<Vec<Result<Recorded, Error>>, Error> {
    read_games_of(path, Assumptions::default())
}

/// Like [`read_games`], with assumptions about facts that the file does not state.
pub fn read_games_of(path: &Path, assumed: Assumptions) -> Result<Vec<Result<Recorded, Error>>, Error> {
    let bytes = read_short_file(path, MAX_BYTES).map_err(|why| unreadable(path, &why))?;
    read_as(path, &bytes, &names_beside(path)?, assumed)
}

fn unreadable(file: &Path, why: &io::Error) -> Error {
    Error { file: file.to_path_buf(), game: None, problem: Problem::Unreadable(why.to_string()) }
}

fn names_beside(path: &Path) -> Result<wthor_names::Names, Error> {
    let read = |name: &str| {
        for name in [name, &name.to_ascii_lowercase()] {
            let file = path.with_file_name(name);
            let bytes = existing(read_short_file(&file, MAX_BYTES)).map_err(|why| unreadable(&file, &why))?;
            if let Some(bytes) = bytes {
                return Ok(bytes);
            }
        }
        Ok(Vec::new())
    };
    let wrong = |problem| Error { file: path.with_file_name("WTHOR.JOU or WTHOR.TRN"), game: None, problem };
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("wtb") => {
            wthor_names::Names::read(&read("WTHOR.JOU")?, &read("WTHOR.TRN")?).map_err(wrong)
        }
        _ => Ok(wthor_names::Names::default()),
    }
}

/// Writes a game in the format of the file name: see [`text_for`]. A crash leaves either the old or the new
/// file.
///
/// # Errors
/// If the format cannot represent the game, or the file cannot be written.
pub fn write_recorded(path: &Path, recorded: &Recorded) -> Result<(), Error> {
    let error = |problem| Error { file: path.to_path_buf(), game: None, problem };
    let mut text = text_for(path, recorded).map_err(error)?;
    // The other formats are for programs, which accept either line ending.
    let is_for_people = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    if cfg!(windows) && is_for_people {
        text = text.replace('\n', "\r\n");
    }
    write_file(path, text.as_bytes()).map_err(|why| error(Problem::Unwritable(why.to_string())))
}

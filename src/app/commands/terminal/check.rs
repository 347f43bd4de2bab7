//! `qipan check`: compares the functions of C programs with ours, or whole programs with a teacher's
//! solution or task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lessons::check::tasks::{Task, homework};
use lessons::check::{Answers, Inputs, Unfit, Verdict, Wrong, against, check, inputs_for, plain_text};
use players::cores;
use store::files::{list, make_folder, read_header};
use turbo::c::{Message, Program};

use super::checked::{Checked, HEAD, counted, table};
use super::grades::{Row, junit, result, rows};
use crate::commands::failure::{cannot, say as complain_plainly};
use crate::commands::input::text;
use crate::commands::options::{Keys, keys};
use crate::commands::progress::write;
use crate::commands::{Failure, assignment, print};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Check {
    /// Print a JSON object for each file.
    #[arg(long)]
    json: bool,
    /// Print a line of CSV for each function, or for each step or test of a task, of each file.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the details of each function or test, for several files too.
    #[arg(short, long, conflicts_with_all = ["json", "csv"])]
    verbose: bool,
    /// Compare the programs with this solution instead: their screens and output at each wait for a key.
    #[arg(long, value_name = "TEACHER.C")]
    against: Option<PathBuf>,
    /// With --against: the keys to type, such as "Down*3 Enter Esc"; by default qipan makes inputs that take
    /// each branch of the solution.
    #[arg(long, requires = "against", value_parser = keys, value_name = "KEYS", allow_hyphen_values = true)]
    keys: Option<Keys>,
    /// With --against: type only numbers in this range, such as 0..100.
    #[arg(long, requires = "against", conflicts_with = "keys", value_parser = range, value_name = "RANGE", allow_hyphen_values = true)]
    range: Option<(i32, i32)>,
    /// Check the programs by an assignment instead: the text file of a task.
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    task: Option<PathBuf>,
    /// Write an animated PNG file to this folder for each mistake in a picture: what the program shows beside
    /// what it should show.
    #[arg(long, value_name = "DIR")]
    film: Option<PathBuf>,
    /// Write the results as a JUnit XML file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the results as the result.json of Classroom 50.
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// The C programs, or folders of them. A file with the name of a task of the course "C from the beginning",
    /// such as POINT1.C, is checked by this task.
    #[arg(value_name = "FILE.C", required = true)]
    files: Vec<PathBuf>,
}

/// Parses a range of numbers, such as `0..100`.
fn range(text: &str) -> Result<(i32, i32), String> {
    let ends = text.split_once("..").and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
    let whole = ends.filter(|(least, most)| least <= most);
    whole.ok_or_else(|| say!("'{text}' is not a range such as 0..100", text))
}

/// The program or task that files are checked by.
enum Standard {
    Ours,
    /// A solution, and the inputs that were made for it.
    Solution(Box<Answers>, Option<Inputs>),
    Task(Box<Task>),
}

impl Standard {
    /// The names of the expected results; empty if they depend on the program.
    fn rows(&self) -> Vec<String> {
        match self {
            Standard::Ours => Vec::new(),
            Standard::Solution(..) => vec!["main".to_string()],
            Standard::Task(task) => task.rows(),
        }
    }
}

/// A checked file.
struct Entry {
    name: String,
    /// The folder of the file and the title of the task, if it solves a task of our course.
    homework: Option<(String, String)>,
    checked: Checked,
    /// The program without comments and blanks, to find equal files. Empty if it was not compiled.
    text: String,
    /// The films of its mistakes, each with the name of the function or test.
    films: Vec<(String, Vec<u8>)>,
}

/// Checks the files. Fails with status 1 if any of them is wrong.
pub(crate) fn run(mut asked: Check) -> Result<(), Failure> {
    asked.files = programs_in(&asked.files, FOLDERS);
    if asked.files.is_empty() {
        return Err(Failure::Failed(say!("there is no C program").to_string()));
    }
    let standard = standard(&asked)?;
    let all = cores::on_all(&asked.files, |file| check_file(&standard, file, asked.film.is_some()));
    if asked.csv {
        print(&HEAD)?;
    } else if let (false, Standard::Solution(answers, Some(inputs))) = (asked.json, &standard) {
        print(inputs)?;
        answers.warning.iter().try_for_each(|warning| print(warning))?;
    }
    for entry in &all {
        for line in lines(&asked, entry) {
            print(&line)?;
        }
    }
    let plain = !asked.csv && !asked.json;
    if all.len() > 1 && plain {
        let others = all.iter().filter(|entry| entry.homework.is_none());
        let homework =
            || all.iter().filter_map(|entry| Some((entry.homework.as_ref()?, entry.checked.is_right())));
        let by_task = counted(homework().map(|((_, title), right)| (&**title, right)));
        let by_folder = counted(homework().map(|((folder, _), right)| (&**folder, right)));
        let tables = match standard {
            Standard::Task(_) => by_test_and_file(&all, &standard.rows()),
            _ => vec![table(others.map(|entry| &entry.checked)), by_task, by_folder],
        };
        tables.iter().flatten().try_for_each(|line| print(line))?;
    }
    for line in equal_files(&all) {
        if plain { print(&line)? } else { complain_plainly(&line) }
    }
    write_files(&asked, &standard, &all)?;
    if all.iter().all(|entry| entry.checked.is_right()) { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Counts the right results for each test of a task, and for each file.
fn by_test_and_file(all: &[Entry], tests: &[String]) -> Vec<Vec<String>> {
    let results: Vec<(&str, Row)> = all
        .iter()
        .flat_map(|entry| rows(&entry.checked, tests).into_iter().map(|row| (&*entry.name, row)))
        .collect();
    let of = |row: &Row| row.wrong.is_none();
    let by_test = counted(results.iter().map(|(_, row)| (&*row.name, of(row))));
    vec![by_test, counted(results.iter().map(|(file, row)| (*file, of(row))))]
}

/// The maximum depth of folders with programs: a class, a student, and a week.
const FOLDERS: usize = 3;

/// Replaces folders by the C programs in them, in the order of their names.
fn programs_in(paths: &[PathBuf], depth: usize) -> Vec<PathBuf> {
    let inside = |path: &PathBuf| match path.is_dir() && depth > 0 {
        false => vec![path.clone()],
        true => {
            let is_program = |name: &str| name.to_ascii_lowercase().ends_with(".c");
            let listed = list(path).unwrap_or_default().into_iter();
            let kept = listed.filter(|(name, size)| size.is_none() || is_program(name));
            let mut names: Vec<String> = kept.map(|(name, _)| name).collect();
            names.sort();
            programs_in(&names.iter().map(|name| path.join(name)).collect::<Vec<_>>(), depth - 1)
        }
    };
    paths.iter().flat_map(inside).collect()
}

/// Reads the solution or the task.
fn standard(asked: &Check) -> Result<Standard, Failure> {
    if let Some(task) = &asked.task {
        return Ok(Standard::Task(Box::new(assignment::read(task)?)));
    }
    let Some(file) = &asked.against else {
        return Ok(Standard::Ours);
    };
    let wrong = |checked: Checked| Failure::Failed(checked.of(file.display()));
    let solution = read_program(file).map_err(wrong)?;
    let unfit =
        |why: Unfit| Failure::Failed(say!("{file}: the solution fails: {why}", file = file.display(), why));
    let inputs = asked.keys.is_none().then(|| inputs_for(&solution, asked.range));
    let scripts = match (&asked.keys, &inputs) {
        (Some(Keys(keys)), _) => std::slice::from_ref(keys),
        (None, inputs) => inputs.as_ref().map_or(&[][..], |inputs| &inputs.scripts),
    };
    let answers = Answers::new(&solution, scripts).map_err(unfit)?;
    Ok(Standard::Solution(Box::new(answers), inputs))
}

/// Writes the films and the results that the options ask for.
fn write_files(asked: &Check, standard: &Standard, all: &[Entry]) -> Result<(), Failure> {
    if let Some(folder) = &asked.film {
        make_folder(folder).map_err(|why| cannot(say!("write"), folder, why))?;
        for entry in all {
            let stem = Path::new(&entry.name).with_extension("");
            let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
            for (function, film) in &entry.films {
                let name: String = format!("{} {function}", stem.display()).chars().map(plain).collect();
                let name = name.trim_matches('-').to_string();
                write(&folder.join(format!("{name}.png")), film)?;
            }
        }
    }
    let rows = standard.rows();
    let graded: Vec<(&str, &Checked)> = all.iter().map(|entry| (&*entry.name, &entry.checked)).collect();
    if let Some(file) = &asked.junit {
        write(file, junit(&graded, &rows).as_bytes())?;
    }
    if let Some(file) = &asked.result {
        write(file, result(&graded, &rows)?.as_bytes())?;
    }
    Ok(())
}

/// Formats the result for a file, in the format that the options ask for.
fn lines(asked: &Check, Entry { name, checked, .. }: &Entry) -> Vec<String> {
    match asked {
        Check { json: true, .. } => vec![checked.json(name)],
        Check { csv: true, .. } => checked.csv(name),
        Check { files, verbose, .. } if files.len() == 1 && (*verbose || !checked.is_task()) => {
            checked.details(name)
        }
        Check { verbose: true, .. } => {
            let details = checked.details(name).into_iter();
            let indented = details.map(|lines| format!("  {}", lines.replace('\n', "\n  ")));
            [checked.of(name)].into_iter().chain(indented).collect()
        }
        _ => vec![checked.of(name)],
    }
}

/// A sentence for each group of files that contain the same program.
fn equal_files(all: &[Entry]) -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in all.iter().filter(|entry| !entry.text.is_empty()) {
        groups.entry(&entry.text).or_default().push(&entry.name);
    }
    let mut equal: Vec<Vec<&str>> = groups.into_values().filter(|names| names.len() > 1).collect();
    equal.sort();
    equal.iter().map(|names| say!("The same program: {files}.", files = names.join(", "))).collect()
}

/// Checks a file.
fn check_file(standard: &Standard, file: &Path, films: bool) -> Entry {
    let name = file.display().to_string();
    let ours = match standard {
        Standard::Ours => homework(&file.file_name().unwrap_or_default().to_string_lossy()),
        _ => None,
    };
    let folder = file.parent().map_or(String::new(), |folder| folder.display().to_string());
    let of_ours = ours.as_ref().map(|task| (folder, task.title.clone()));
    let ours = ours.map(|task| Standard::Task(Box::new(task)));
    let standard = ours.as_ref().unwrap_or(standard);
    let program = match read_program(file) {
        Ok(program) => program,
        Err(checked) => {
            return Entry { name, homework: of_ours, checked, text: String::new(), films: Vec::new() };
        }
    };
    let checked = match standard {
        Standard::Ours => Checked::Functions(check(&program)),
        Standard::Solution(answers, _) => Checked::Functions(against(answers, &program)),
        Standard::Task(task) => {
            let (report, said) = task.grade(&program);
            Checked::Task { title: task.title.clone(), said, report }
        }
    };
    let film = |verdict: &Verdict| {
        let film = match (standard, &verdict.wrong) {
            (Standard::Task(task), Some(Wrong::Fails(failure))) => task.film(failure, &program),
            (Standard::Solution(ours, _), Some(Wrong::Differs(found))) => {
                found.film(Some(&ours.solution), &program)
            }
            (_, Some(Wrong::Differs(found))) => found.film(None, &program),
            _ => None,
        };
        Some((verdict.function.to_string(), film?))
    };
    let verdicts = checked.report().map_or(&[][..], |report| &report.verdicts);
    let films = if films { verdicts.iter().filter_map(film).collect() } else { Vec::new() };
    Entry { name, homework: of_ours, text: plain_text(&program), checked, films }
}

/// Compiles a program.
fn read_program(file: &Path) -> Result<Program, Checked> {
    let (text, encoding) = text(file).map_err(Checked::Unread)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let headers = |name: &str| read_header(file, name);
    Program::build_in(encoding, &[(&name, &text)], &headers)
        .map_err(|messages: Vec<Message>| Checked::Wrong(messages))
}

//! The menu of lessons.

use super::dialog::{self, Choice, Menu};
use super::editor;
use super::help;
use super::predict::predict;
use super::session::{ActiveGame, Session};
use super::student;
use super::tutor::{Cursor, Exit, Purpose, guess, walk};
use ::screen::lessons as screen;
use games::named::UnknownName;
use lessons::check::tasks::{Checked, Task, task};
use lessons::tutor::course::{BEGINNER, Lesson, all};
use lessons::tutor::predict::{PREDICT, turned};
use lessons::tutor::scene::{Part, Scene};
use std::sync::Arc;
use turbo::c::Program;
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say, translate};

/// The menu of lessons and the student's place in the current lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tutor {
    chosen: usize,
    open: bool,
    cursor: Cursor,
}

/// The title of the quiz in the menu.
const QUIZ: &str = phrase!("What will turn over?");

/// Returns the names of all lessons and of the quiz.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|lesson| lesson.name).chain([PREDICT])
}

impl Tutor {
    /// Opens the lesson with this name, or the quiz for [`PREDICT`].
    pub fn at(name: &str) -> Result<Tutor, UnknownName> {
        let chosen = names().position(|n| n == name);
        let chosen = chosen.ok_or_else(|| UnknownName {
            what: say!("lesson"),
            name: name.to_string(),
            names: names().map(str::to_string).collect(),
        })?;
        Ok(Tutor { chosen, open: true, ..Tutor::default() })
    }

    /// Shows the menu and the lessons until the student leaves. Returns a game if the student wants to drop
    /// stones on a lesson's board; the next call continues in the lesson.
    pub fn run(&mut self, session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
        session.with_help(help::TUTOR, |session| self.lessons(session))
    }

    fn lessons(&mut self, session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
        loop {
            if !self.open {
                if !self.choose(session)? {
                    return Ok(None);
                }
                self.open = true;
                self.begin();
            }
            match all().nth(self.chosen) {
                Some(lesson) => {
                    let parts = lesson.parts();
                    let cursor = &mut self.cursor;
                    match walk(session, lesson.title(), &parts, cursor, Purpose::Lesson(lesson.name))? {
                        Exit::Play => return Ok(Some(session.active(lesson.game()))),
                        Exit::Edit(part, line) => {
                            if let Part::Scene(scene) = &parts[part] {
                                let program = &scene.program;
                                editor::edit(session, program.file(), program.source(), line)?;
                            }
                            continue;
                        }
                        Exit::Finished => {
                            student::introduce(session)?;
                            let left = self.cursor.unseen(parts.len());
                            if left.is_none() {
                                let profile = &mut session.profile;
                                profile.progress_made(|made| made.finish(lesson.name));
                            }
                            if self.goes_on(session, lesson, left)? {
                                continue;
                            }
                        }
                        Exit::Closed | Exit::Off => {}
                    }
                }
                None => {
                    predict(session)?;
                }
            }
            self.open = false;
        }
    }

    /// Goes to the beginning of a lesson.
    fn begin(&mut self) {
        let speed = self.cursor.speed;
        self.cursor = Cursor { speed, ..Cursor::default() };
    }

    /// Asks the student at the end of a lesson what to do next. `left` is the first part that the student has
    /// skipped. Returns true if the student continues with this lesson or another one.
    fn goes_on(
        &mut self,
        session: &mut Session<'_>,
        lesson: &Lesson,
        left: Option<usize>,
    ) -> Result<bool, Quit> {
        let tasks = lesson.tasks.iter().filter_map(|(name, _)| task(name).map(Arc::new));
        let tasks: Vec<Arc<Task>> = tasks.collect();
        let marks = tasks.first().and_then(|task| task.marks());
        let mut hints = 0;
        let titles = tasks.iter().zip(1..);
        let titles: Vec<String> =
            titles.map(|(task, n)| say!("Task {n}: {title}", n, title = task.title)).collect();
        let title = all().nth(self.chosen + 1).map_or(QUIZ, |next| next.title());
        let next = say!("Next lesson: {title}", title);
        let keys = dialog::menu_keys(say!("Go on"), say!("Close"));
        let rest = left.map(|part| say!("Finish part {part}", part = part + 1));
        // In a lesson without a scene, the task is the main part.
        let is_page = |part: &Part| matches!(part, Part::Page(_));
        let writes = marks.is_none() && lesson.parts().iter().all(is_page);
        let mut chosen = usize::from(writes);
        loop {
            let mut items: Vec<dialog::Item<'_>> = Vec::new();
            items.extend(rest.iter().map(|rest| (rest.as_str(), 'p')));
            items.push((next.as_str(), 'n'));
            match marks {
                Some(_) => items.extend([(say!("Your turn: a question"), 'y'), (say!("A hint"), 'h')]),
                None if titles.len() > 1 => items.extend(titles.iter().map(String::as_str).zip('1'..)),
                None => items.push((say!("Your turn: change the C program"), 'y')),
            }
            items.extend([(say!("Repeat this lesson"), 'a'), (say!("The list of lessons"), 'l')]);
            let solved = is_solved(session, lesson);
            let title = match (left.is_some(), solved) {
                (true, _) => say!("Lesson not finished"),
                (false, true) => say!("Lesson done, task solved"),
                (false, false) => say!("Lesson done"),
            };
            let menu = Menu { y: 160, title, items: &items, keys: &keys };
            let letter = match menu.choose(&mut session.console, &mut chosen)? {
                Choice::Item(n) => items[n].1,
                Choice::Closed => 'l',
                Choice::Other(_) => continue,
            };
            match letter {
                'p' => {
                    (self.cursor.part, self.cursor.n) = (left.unwrap_or(0), 0);
                    return Ok(true);
                }
                'n' => {
                    self.chosen += 1;
                    self.begin();
                    return Ok(true);
                }
                'y' => match marks.clone() {
                    Some(scene) => answer(session, &tasks[0], scene)?,
                    None => work_on(session, &tasks[0])?,
                },
                '1' | '2' => work_on(session, &tasks[usize::from(letter == '2')])?,
                'h' => hints = editor::show_hint(session, &tasks[0], hints)?,
                'a' => {
                    self.begin();
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Lets the student choose a lesson. Returns false if the student leaves.
    fn choose(&mut self, session: &mut Session<'_>) -> Result<bool, Quit> {
        let count = all().count() + 1;
        let mut picture = None;
        loop {
            let progress = session.profile.progress();
            let mut lines: Vec<screen::Row<'_>> = all()
                .zip(0..)
                .map(|(lesson, n)| screen::Row {
                    page: usize::from(n >= BEGINNER.len()),
                    group: lesson.group(),
                    title: lesson.title(),
                    done: progress.is_done(lesson.name),
                    solved: is_solved(session, lesson),
                })
                .collect();
            lines.push(screen::Row {
                page: 1,
                group: say!("A quiz"),
                title: translate(QUIZ),
                done: progress.is_done(PREDICT),
                solved: false,
            });
            let theme = session.settings.theme;
            let student = session.settings.student.as_deref().unwrap_or_default();
            if picture.as_ref().is_none_or(|(n, _)| *n != self.chosen) {
                let beginner = BEGINNER.get(self.chosen);
                picture = Some((self.chosen, beginner.and_then(Lesson::picture)));
            }
            let picture = picture.as_ref().and_then(|(_, picture)| picture.as_ref());
            screen::draw(session.console.screen(), theme, &lines, (self.chosen, student), picture);
            let key = session.console.getkey()?;
            if let Some(n) = key.letter().and_then(|letter| screen::row_of(&lines, self.chosen, letter)) {
                self.chosen = n;
                return Ok(true);
            }
            match key {
                Key::Up => self.chosen = self.chosen.checked_sub(1).unwrap_or(count - 1),
                Key::Down => self.chosen = (self.chosen + 1) % count,
                Key::Left => self.chosen = screen::beside(&lines, self.chosen, -1),
                Key::Right => self.chosen = screen::beside(&lines, self.chosen, 1),
                Key::Home => self.chosen = 0,
                Key::End => self.chosen = count - 1,
                Key::PageUp | Key::PageDown => self.chosen = screen::on_next_page(&lines, self.chosen),
                Key::Enter | Key::Space => return Ok(true),
                Key::Esc => return Ok(false),
                Key::F(2) => student::ask(session)?,
                _ => {}
            }
        }
    }
}

/// True if all tasks of a lesson are solved.
fn is_solved(session: &Session<'_>, lesson: &Lesson) -> bool {
    let progress = session.profile.progress();
    lesson.tasks.iter().all(|(task, _)| progress.is_solved(task))
}

/// Lets the student change the program, and checks it unless the task is solved already.
fn work_on(session: &mut Session<'_>, task: &Arc<Task>) -> Result<(), Quit> {
    let text = editor::work(session, task)?;
    if text == task.skeleton || session.profile.progress().is_solved(&task.name) {
        return Ok(());
    }
    let wrong = match Program::compile(&task.file, &text) {
        Ok(program) => match task.check(&program) {
            Checked::Right(seen) => {
                session.profile.progress_made(|made| made.solve(&task.name));
                return dialog::tell(&mut session.console, &say!("Right. {seen}", seen));
            }
            Checked::Wrong(failure) => failure.text,
        },
        Err(messages) => {
            let first = messages.first();
            let first = first.map_or(String::new(), |message| format!(" {message}."));
            say!("It does not compile.{first}", first)
        }
    };
    let text = say!("Not yet. {wrong} Your program was saved.", wrong);
    dialog::tell(&mut session.console, &text)
}

/// Lets the student mark the stones that turn over, then shows the answer.
fn answer(session: &mut Session<'_>, task: &Task, mut scene: Scene) -> Result<(), Quit> {
    const TITLE: &str = phrase!("Which discs turn over?");
    scene.text.clone_from(&task.text);
    let turned = turned(&scene);
    let Some(guess) = guess(session, TITLE, &mut scene)? else {
        return Ok(());
    };
    let right = guess.len() == turned.len() && guess.iter().all(|place| turned.contains(place));
    scene.ending = match right {
        true => say!("Right. Only these discs turn over. Press Enter to continue.").to_string(),
        false => say!("Not yet. You missed the discs marked !; those marked x do not turn. Press ← to see why, Enter to continue.")
            .to_string(),
    };
    session.profile.progress_made(|made| {
        made.answer(&task.name, right);
        if right {
            made.solve(&task.name);
        }
    });
    scene.guess = Some(guess);
    let mut cursor = Cursor { speed: 9, ..Cursor::default() };
    walk(session, TITLE, &[Part::from(scene)], &mut cursor, Purpose::Answer)?;
    Ok(())
}

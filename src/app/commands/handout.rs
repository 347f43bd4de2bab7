//! `qipan teach --handout DIR`: the course "C from the beginning" on paper, a page for each lesson.

use std::path::Path;

use lessons::check::tasks::task;
use lessons::tutor::course::{BEGINNER, Lesson};
use lessons::tutor::questions::{Question, about};
use lessons::tutor::scene::Part;
use store::files::{is_free, make_folder};
use words::say;

use super::failure::cannot;
use super::progress::write;
use super::{Failure, print};

/// Fits a page of A4: long programs have two columns.
const STYLE: &str = "@page { size: A4; margin: 13mm } body { font: 10pt/1.3 sans-serif; max-width: 184mm; margin: auto }
section { break-after: page; clear: both } h1 { font-size: 15pt; margin: 0 0 2mm } h2 { font-size: 11pt; margin: 2mm 0 1mm }
p { margin: 0 0 1.5mm } img { float: right; width: 74mm; margin: 0 0 2mm 4mm; border: 1px solid }
pre { font: 7.4pt/1.14 monospace; margin: 1mm 0 } .program { columns: 2; clear: both; border: 1px solid; padding: 1mm 2mm }
code { font: 9pt monospace } u { display: inline-block; width: 30mm; border-bottom: 1px solid }";

/// Writes `handout.html` and a picture for each lesson.
///
/// # Errors
/// If a file exists already or cannot be written.
pub(super) fn write_handout(folder: &Path) -> Result<(), Failure> {
    make_folder(folder).map_err(|why| cannot(say!("write"), folder, why))?;
    let (mut pages, mut answers, mut files) = (String::new(), String::new(), Vec::new());
    for (lesson, n) in BEGINNER.iter().zip(1..) {
        let (page, right) = page(lesson, n);
        pages += &format!("<section>{page}</section>\n");
        answers += &format!("<p>{n}. {}</p>\n", escaped(&right.join("\n")).replace('\n', "<br>"));
        let picture = lesson.picture().map(|picture| picture.png_bytes());
        files.push((format!("{}.png", lesson.name), picture.unwrap_or_default()));
    }
    let (title, lang) = (BEGINNER[0].group(), words::current_language());
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\"><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style>\n\
         {pages}<section><h1>{}</h1>\n{answers}</section></html>\n",
        say!("The answers, for the teacher")
    );
    files.push(("handout.html".to_string(), html.into_bytes()));
    let taken = files.iter().map(|(name, _)| folder.join(name)).find(|file| !is_free(file));
    if let Some(taken) = taken {
        return Err(cannot(say!("write"), &taken, say!("the file exists")));
    }
    files.iter().try_for_each(|(name, bytes)| write(&folder.join(name), bytes))?;
    print(&say!("Open {file} in a browser and print it.", file = folder.join("handout.html").display()))
}

/// Returns the page of a lesson, and the answers to its questions.
fn page(lesson: &Lesson, n: usize) -> (String, Vec<String>) {
    let mut html = format!("<h1>{n}. {}</h1><img src=\"{}.png\">", escaped(lesson.title()), lesson.name);
    let mut answers = Vec::new();
    for part in lesson.parts() {
        html += &match part {
            Part::Page(page) => {
                let paragraphs = page.paragraphs.iter().map(|text| format!("<p>{}</p>\n", escaped(text)));
                let table = escaped(&page.table.join("\n"));
                format!("{}<pre>{table}</pre>", paragraphs.collect::<String>())
            }
            Part::Scene(scene) if scene.asks => {
                let mut stepper = scene.stepper();
                let at_line = |line: usize, code: &str| say!("line {line}: {code}", line, code = code.trim());
                let code = stepper.next_code().unwrap_or_default();
                let code = at_line(stepper.line().unwrap_or_default(), code);
                let question = about(&mut stepper, scene.shows);
                answers.extend(question.as_ref().map(|question| match *question {
                    Question::Line { right } => {
                        let code = scene.program.source().lines().nth(right - 1);
                        at_line(right, code.unwrap_or_default())
                    }
                    _ => question.answer(),
                }));
                let asked = match question {
                    Some(Question::Value { name, .. }) => say!("What is {name} after this?", name),
                    _ => say!("Which line runs next?").to_string(),
                };
                let text = escaped(&scene.text);
                format!("<p>{text} <code>{}</code> {asked} <u>&nbsp;</u></p>\n", escaped(&code))
            }
            Part::Scene(scene) => {
                let lines = scene.program.source().lines().zip(1..);
                let numbered: String = lines.map(|(line, n)| format!("{n:2}  {line}\n")).collect();
                let program = escaped(numbered.trim_end());
                format!("<pre class=\"program\">{program}</pre><h2>{}</h2>\n", say!("Questions"))
            }
        };
    }
    html += &format!("<h2>{}</h2>\n", say!("Tasks"));
    for task in lesson.tasks.iter().filter_map(|(name, _)| task(name)) {
        let (title, text) = (escaped(&task.title), escaped(&task.text));
        html += &format!("<p><b>{title}</b> ({}): {text}</p>\n", task.file);
    }
    (html, answers)
}

/// Escapes text for HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

//! The results of `qipan check` for other graders: JUnit, and Classroom 50.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use humantime::format_rfc3339_seconds;

use super::checked::Checked;
use crate::commands::Failure;
use crate::commands::failure::{array, object, quoted};
use words::say;

/// A function or test of a file, and the sentence about its mistake, if it has one.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) wrong: Option<String>,
}

/// Returns the rows of a file. A file that could not be checked fails in each of the expected rows.
pub(super) fn rows(checked: &Checked, expected: &[String]) -> Vec<Row> {
    if let Some(report) = checked.report().filter(|report| !report.verdicts.is_empty()) {
        let row = |verdict: &lessons::check::Verdict| Row {
            name: verdict.function.to_string(),
            wrong: (!verdict.is_right()).then(|| verdict.said()),
        };
        return report.verdicts.iter().map(row).collect();
    }
    let names = if expected.is_empty() { &["check".to_string()][..] } else { expected };
    names.iter().map(|name| Row { name: name.clone(), wrong: Some(checked.summary()) }).collect()
}

/// Formats the results as a JUnit file: a suite for each file, and a case for each row.
pub(super) fn junit(all: &[(&str, &Checked)], expected: &[String]) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_string();
    for (file, checked) in all {
        let rows = rows(checked, expected);
        let failures = rows.iter().filter(|row| row.wrong.is_some()).count();
        let file = escaped(file);
        xml += &format!("  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\">\n", rows.len());
        for Row { name, wrong } in rows {
            let start = format!("    <testcase classname=\"{file}\" name=\"{}\"", escaped(&name));
            xml += &match wrong {
                None => start + "/>\n",
                Some(wrong) => {
                    format!("{start}>\n      <failure message=\"{}\"/>\n    </testcase>\n", escaped(&wrong))
                }
            };
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

fn escaped(text: &str) -> String {
    let character = |c: char| match c {
        '&' => "&amp;".to_string(),
        '<' => "&lt;".to_string(),
        '>' => "&gt;".to_string(),
        '"' => "&quot;".to_string(),
        '\n' => "&#10;".to_string(),
        // XML has no other control characters.
        c if c.is_control() => " ".to_string(),
        c => c.to_string(),
    };
    text.chars().map(character).collect()
}

/// Formats the results as Classroom 50's result.json, with a point for each row. The runner of Classroom 50
/// gives the identity of the submission in environment variables.
///
/// # Errors
/// If one of the variables is missing.
pub(super) fn result(all: &[(&str, &Checked)], expected: &[String]) -> Result<String, Failure> {
    let get = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let mut fields = vec![("schema", quoted("classroom50/result/v1"))];
    for (field, name) in [
        ("classroom", "CLASSROOM"),
        ("assignment", "ASSIGNMENT"),
        ("assignment_type", "ASSIGNMENT_TYPE"),
        ("owner", "OWNER"),
        ("submission", "SUBMISSION_TAG"),
        ("commit", "COMMIT_URL"),
        ("release", "RELEASE_URL"),
        ("review", "REVIEW_URL"),
    ] {
        let value = match field {
            "review" => get(name).or_else(|| get("COMMIT_URL")),
            "owner" => get(name).or_else(|| get("USERNAME")),
            _ => get(name),
        };
        match value {
            Some(value) => fields.push((field, quoted(&value))),
            // The runner adds these two itself.
            None if matches!(field, "assignment_type" | "owner") => {}
            None => {
                let why = say!("--result needs the variable {name}, which Classroom 50 sets", name);
                return Err(Failure::Failed(why));
            }
        }
    }
    fields.push(("datetime", quoted(&format_rfc3339_seconds(SystemTime::now().max(UNIX_EPOCH)).to_string())));
    let several = all.len() > 1;
    let mut tests = Vec::new();
    let mut score = 0;
    for (file, checked) in all {
        for Row { name, wrong } in rows(checked, expected) {
            let name = if several { format!("{file}: {name}") } else { name };
            let point = u32::from(wrong.is_none());
            score += point;
            let said = wrong.as_ref().map(|wrong| ("said", quoted(wrong)));
            let test = [
                ("test-name", quoted(&name)),
                ("passed", wrong.is_none().to_string()),
                ("score", point.to_string()),
                ("max-score", "1".to_string()),
            ];
            tests.push(object(test.into_iter().chain(said)));
        }
    }
    let most = tests.len().to_string();
    fields.extend([("score", score.to_string()), ("max-score", most), ("tests", array(tests.into_iter()))]);
    Ok(object(fields) + "\n")
}

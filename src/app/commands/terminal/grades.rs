//! The results of `qipan check` for other graders: JUnit, and Classroom 50.

use std::env;
use std::time::SystemTime;

use humantime::format_rfc3339_seconds;

use super::checked::Checked;
use crate::commands::Failure;
use crate::commands::failure::quoted;
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
    let mut fields = vec![("schema", "classroom50/result/v1".to_string())];
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
            Some(value) => fields.push((field, value)),
            // The runner adds these two itself.
            None if matches!(field, "assignment_type" | "owner") => {}
            None => {
                let why = say!("--result needs the variable {name}, which Classroom 50 sets", name);
                return Err(Failure::Failed(why));
            }
        }
    }
    fields.push(("datetime", format_rfc3339_seconds(SystemTime::now()).to_string()));
    let several = all.len() > 1;
    let mut tests = Vec::new();
    let mut score = 0;
    for (file, checked) in all {
        for Row { name, wrong } in rows(checked, expected) {
            let name = if several { format!("{file}: {name}") } else { name };
            let (passed, point) = (wrong.is_none(), u32::from(wrong.is_none()));
            score += point;
            let said = wrong.map_or(String::new(), |wrong| format!(",\"said\":{}", quoted(&wrong)));
            tests.push(format!(
                "{{\"test-name\":{},\"passed\":{passed},\"score\":{point},\"max-score\":1{said}}}",
                quoted(&name)
            ));
        }
    }
    let fields: Vec<String> =
        fields.iter().map(|(field, value)| format!("\"{field}\":{}", quoted(value))).collect();
    Ok(format!(
        "{{{},\"score\":{score},\"max-score\":{},\"tests\":[{}]}}\n",
        fields.join(","),
        tests.len(),
        tests.join(",")
    ))
}

//! The program's tests of golden pictures, shared among the browsers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use crate::browser::{Device, Kind};

use super::{in_each, top};

/// The test programs, and their modules or tests that compare golden pictures.
const COMPARE: &str = r#"[
    ["app", ["chinese::chinese_editor_and_debugger_match_the_golden_pictures", "debugger", "editor", "ending", "exercises", "golden", "original", "third_game", "crt"]],
    ["turbo", ["c_screen"]]
]"#;

/// Tests in these modules that need a temporary folder, or that are slow and use no picture.
const SKIPPED: &str = r#"[
    "third_game::it_is_saved_and_resumed",
    "debugger::stepping_back_restores_each_frame",
    "debugger::random_keys_do_not_crash_the_debugger",
    "editor::endless_programs_can_be_stopped",
    "original::random_keys_match_the_rules_of_the_new_program",
    "original::championship_games_end_with_the_recorded_score"
]"#;

/// The pictures that a page cannot draw, because they need another process or the network.
const ELSEWHERE: [&str; 9] = [
    "friend",
    "friend-join",
    "new-game-friend",
    "swap2-refused",
    "wall",
    "wall-class",
    "zh-friend",
    "zh-friend-join",
    "zh-new-game-friend",
];

/// The names of all files below a folder as JSON strings.
fn files_below(folder: &Path, above: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{above}{}", path.file_name().unwrap().to_str().unwrap());
        match path.is_dir() {
            true => names.extend(files_below(&path, &format!("{name}/"))),
            false => names.push(format!("{name:?}")),
        }
    }
    names.sort();
    names
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn browsers_draw_the_golden_pictures() {
    let folder = top().join("target/page/tests");
    let files = files_below(&folder, "").join(", ");
    let pictures = files_below(&folder.join("golden"), "").join(", ");
    let top = top().canonicalize().unwrap();
    let browsers: Vec<Kind> = Kind::installed().collect();
    let unused: Mutex<Vec<BTreeSet<String>>> = Mutex::default();
    in_each(Device::Desk, |page| {
        let told = page.run(&format!(
            "const worker = new Worker('tests/pictures.js', {{ type: 'module' }});
             const told = new Promise((resolve, reject) => {{
               worker.onmessage = ({{ data }}) => resolve(data);
               worker.onerror = ({{ message }}) => reject(message);
             }});
             worker.postMessage({{
               top: {top:?},
               temporary: [{temporary}],
               files: [{files}],
               pictures: [{pictures}].map((name) => name.replace('.png', '')),
               carried: ['weights.bin', 'book.bin', 'hanzi.bin'],
               programs: {COMPARE},
               skipped: {SKIPPED},
               browser: {browser},
               browsers: {count},
             }});
             const {{ told: wrong, never }} = await told;
             return `${{wrong}}\nunused: ${{never}}`;",
            temporary = ["wasm32-wasip1", "wasm32-wasip1-threads"]
                .map(|target| format!("{:?}", top.join("target/web").join(target).join("tmp")))
                .join(", "),
            browser = browsers.iter().position(|kind| *kind == page.kind).unwrap(),
            count = browsers.len(),
        ));
        let (wrong, never) = told.split_once("\nunused: ").unwrap();
        assert!(wrong.is_empty(), "{:?}: {wrong}", page.kind);
        unused.lock().unwrap().push(never.split(' ').map(str::to_string).collect());
    });
    let unused = unused.into_inner().unwrap().into_iter().reduce(|one, two| &one & &two);
    assert_eq!(unused.into_iter().flatten().collect::<Vec<_>>(), ELSEWHERE);
}

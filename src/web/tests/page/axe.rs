//! The page's accessibility, as axe-core checks it. `.ci/run` downloads axe-core.

use std::fs;
use std::io::{self, Write};

use super::{Device, PROGRAM, in_each, top};

/// Lists the violations that are more than minor, each with its elements.
const CHECKS: &str = "
const { violations } = await axe.run(document, { resultTypes: ['violations'] });
const grave = violations.filter(({ impact }) => impact !== 'minor');
return grave.map(({ id, impact, help, nodes }) =>
  [`${id} (${impact}): ${help}`, ...nodes.map(({ html }) => `  ${html}`)].join('\\n')).join('\\n');
";

#[test]
#[ignore = "needs Chromium, Firefox, the page and axe-core"]
fn axe_finds_no_violations() {
    let Ok(axe) = fs::read_to_string(top().join("target/axe/axe.min.js")) else {
        // The test harness does not capture this.
        let _ =
            writeln!(io::stderr(), "SKIPPED: the page was not checked by axe-core: target/axe is missing");
        return;
    };
    for device in [Device::Desk, Device::Phone] {
        in_each(device, |page| {
            let program = format!("workshop.html#c={PROGRAM}");
            for (link, text) in [("", "qipan"), (&*program, "printf"), ("#othello=f5d6c3", "Move 3 of 3")] {
                page.go(link);
                page.reads(text);
                let violations = page.run(&format!("{axe}\n{CHECKS}"));
                assert!(violations.is_empty(), "{:?} at {link:?}:\n{violations}", page.kind);
            }
        });
    }
}

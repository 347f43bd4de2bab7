//! Files that are dropped on the page, carts and archives.

use encoding_rs::GBK;

use super::{Device, Page, in_each};

/// Drops a file with these bytes on the page.
fn drop_file(page: &mut Page, name: &str, bytes: &[u8]) {
    page.run(&format!(
        "const files = new DataTransfer();
         files.items.add(new File([new Uint8Array({bytes:?})], {name:?}));
         window.confirm = () => true;
         window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));
         return '';"
    ));
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_dropped_program_keeps_its_encoding() {
    let (bytes, ..) = GBK.encode("main() { puts(\"朱镕基\"); }");
    in_each(Device::Desk, |page| {
        drop_file(page, "NAME.C", &bytes);
        page.reads("puts(\"朱镕基\")");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn dropped_files_that_cannot_be_opened_are_named() {
    in_each(Device::Desk, |page| {
        page.menu();
        drop_file(page, "LONG.C", &vec![b' '; (1 << 20) + 1]);
        page.reads("LONG.C is too large");
        let picture = include_bytes!("../../browser.png");
        drop_file(page, "browser.png", picture);
        page.reads("browser.png contains no program");
        drop_file(page, "A.EXE", b"MZ\0\0");
        page.reads("A.EXE is not a text");
        drop_file(page, "saved.zip", b"PK");
        page.reads("Nothing has changed");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn the_explorer_counts_games_that_were_dropped() {
    in_each(Device::Desk, |page| {
        page.menu();
        drop_file(page, "one.pgn", b"[Black \"Anna\"]\n\n1. f5 d6 2. c3 d3 3. c4");
        page.reads("Anna");
        drop_file(page, "one.pgn", b"[Black \"Berta\"]\n\n1. f5 f6");
        page.reads("Berta");
        // From the first position to the board.
        page.press("Home Enter");
        page.reads("to move: black");
        page.press("Ctrl+e");
        page.reads("Played here in 2 games");
        // The browser keeps both.
        page.go("#othello=f5");
        page.reads("Move 1 of 1");
        page.press("Home Enter");
        page.reads("to move: black");
        page.press("Ctrl+e");
        page.reads("Played here in 2 games");
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_cart_contains_its_program() {
    in_each(Device::Desk, |page| {
        let link = page.link_to("c", "main() { puts(\"from a cart\"); getch(); }");
        page.go(&format!("{link}&run"));
        page.reads("from a cart");
        page.run(
            "HTMLAnchorElement.prototype.click = () => {};
             URL.createObjectURL = (cart) => { window.cart = cart; return ''; };
             document.querySelector('[data-does=share]').click();
             return '';",
        );
        page.wait("document.querySelectorAll('#notice button').length > 1");
        page.run("document.querySelectorAll('#notice button')[1].click(); return ''");
        page.wait("window.cart");
        page.run(
            "const files = new DataTransfer();
             files.items.add(new File([window.cart], 'cart.png'));
             history.replaceState(null, '', location.pathname);
             window.dispatchEvent(new DragEvent('drop', { dataTransfer: files }));
             return '';",
        );
        page.wait("!window.cart");
        page.reads("puts(\"from a cart\")");
    });
}

/// An archive with `home/qipan/note.txt` and `carried/weights.bin`, both deflated.
const DEFLATED: &str = "UEsDBBQAAAAIAEVjfF3O1AXlDQAAAKAAAAATAAAAaG9tZS9xaXBhbi9ub3RlLnR4dHNUyMsvSdVTcBykNABQSwMEFAAAAAgARWN8XdXaOxYIAAAABgAAABMAAABjYXJyaWVkL3dlaWdodHMuYmluK0rMS8nPBQBQSwECFAMUAAAACABFY3xdztQF5Q0AAACgAAAAEwAAAAAAAAAAAAAAgAEAAAAAaG9tZS9xaXBhbi9ub3RlLnR4dFBLAQIUAxQAAAAIAEVjfF3V2jsWCAAAAAYAAAATAAAAAAAAAAAAAACAAT4AAABjYXJyaWVkL3dlaWdodHMuYmluUEsFBgAAAAACAAIAggAAAHcAAAAAAA==";

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn an_archive_restores_only_the_files_of_the_user() {
    in_each(Device::Desk, |page| {
        let files = page.run(&format!(
            "const {{ restored }} = await script('saving.js');
             window.confirm = () => true;
             const bytes = Uint8Array.from(atob('{DEFLATED}'), (letter) => letter.charCodeAt(0));
             const files = await restored(new File([bytes], 'saved.zip'));
             return [...files].map(([path, bytes]) => `${{path}} ${{bytes.length}}`).join(', ');"
        ));
        assert_eq!(files, "home/qipan/note.txt 160", "{:?}", page.kind);
    });
}

#[test]
#[ignore = "needs Chromium, Firefox and the page"]
fn a_mistake_in_a_linked_program_shows_its_line_and_its_source() {
    in_each(Device::Desk, |page| {
        let link = page.link_to("c", "int a[3];\nmain() {\n  a[5] = 1;\n}\n");
        page.go(&format!("{link}&run"));
        page.reads("a[5]");
        page.reads("outside");
        page.press("Esc");
        page.reads("int a[3];");
        page.run("document.querySelector('#bar [data-key=\"Ctrl+F9\"]').click(); return ''");
        page.reads("outside");
    });
}

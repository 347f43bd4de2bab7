//! Pictures of the screen.

use crate::dos::bgi::{BLACK, HEIGHT, LIGHTGRAY, WIDTH};
use crate::dos::{Console, Key, Listening, Screen};
use crate::screen::panel::write;
use crate::store::Store;

/// The folder of the store that the pictures are in.
const PICTURES: &str = "pictures";
/// How long it is said where the picture is, in ms.
const SAID: u32 = 1200;

/// A console on which F12 saves a picture of the screen in any place, in a folder of the store; without one there are no
/// pictures.
pub fn camera(console: &mut dyn Console, store: Option<Store>) -> Listening<'_> {
    Listening::new(console, move |key, console| {
        if key != Key::F(12) {
            return Ok(());
        }
        let said = take_picture(console.screen(), store.as_ref());
        let screen = console.screen();
        let under = screen.clone();
        screen.setfillstyle(LIGHTGRAY);
        screen.bar(0, HEIGHT - 16, WIDTH - 1, HEIGHT - 1);
        // Of a path that is too long the end is seen, where the name is.
        let hidden = said.chars().count().saturating_sub(WIDTH as usize / 8 - 2);
        let said: String = said.chars().skip(hidden).collect();
        write(screen, 8, HEIGHT - 16, BLACK, &said);
        console.delay(SAID)?;
        *console.screen() = under;
        Ok(())
    })
}

/// Saves the picture under the next free number. What there is to say about it.
fn take_picture(screen: &Screen, store: Option<&Store>) -> String {
    let Some(store) = store else {
        return "There is no folder for pictures; name one with --data DIR.".to_string();
    };
    let folder = match store.folder(PICTURES) {
        Ok(folder) => folder,
        Err(error) => return format!("No picture: {error}"),
    };
    let names = (1..).map(|n| folder.join(format!("qipan-{n:03}.png")));
    let mut free = names.filter(|file| !file.exists());
    let file = free.next().expect("there are more numbers than files");
    match screen.write_png(&file) {
        Ok(()) => format!("Saved as {}", file.display()),
        Err(error) => format!("No picture: {error}"),
    }
}

//! Pictures of the screen.

use crate::dos::bgi::{BLACK, HEIGHT, LIGHTGRAY, WIDTH};
use crate::dos::{Console, Key, Quit, Screen};
use crate::panel::write;
use crate::store::Store;

/// The folder of the store that the pictures are in.
const PICTURES: &str = "pictures";
/// How long it is said where the picture is, in ms.
const SAID: u32 = 1200;

/// A console on which F12 saves a picture of the screen in any place. The key is handed on then, as with the help.
pub struct Camera<'a> {
    console: &'a mut dyn Console,
    store: Option<Store>,
}

impl<'a> Camera<'a> {
    /// The pictures go to a folder of the store; without one there are none.
    pub fn new(console: &'a mut dyn Console, store: Option<Store>) -> Camera<'a> {
        Camera { console, store }
    }

    /// Saves the picture under the next free number. What there is to say about it.
    fn take_picture(&mut self) -> String {
        let Some(store) = &self.store else {
            return "There is no folder for pictures; name one with --data DIR.".to_string();
        };
        let folder = match store.folder(PICTURES) {
            Ok(folder) => folder,
            Err(error) => return format!("No picture: {error}"),
        };
        let names = (1..).map(|n| folder.join(format!("qipan-{n:03}.png")));
        let mut free = names.filter(|file| !file.exists());
        let file = free.next().expect("there are more numbers than files");
        match self.console.screen().write_png(&file) {
            Ok(()) => format!("Saved as {}", file.display()),
            Err(error) => format!("No picture: {error}"),
        }
    }
}

impl Camera<'_> {
    fn pictured(&mut self, key: Key) -> Result<Key, Quit> {
        if key == Key::F(12) {
            let said = self.take_picture();
            let screen = self.console.screen();
            let under = screen.clone();
            screen.setfillstyle(LIGHTGRAY);
            screen.bar(0, HEIGHT - 16, WIDTH - 1, HEIGHT - 1);
            // Of a path that is too long the end is seen, where the name is.
            let hidden = said.chars().count().saturating_sub(WIDTH as usize / 8 - 2);
            let said: String = said.chars().skip(hidden).collect();
            write(screen, 8, HEIGHT - 16, BLACK, &said);
            self.console.delay(SAID)?;
            *self.console.screen() = under;
        }
        Ok(key)
    }
}

impl Console for Camera<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.console.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let key = self.console.getkey()?;
        self.pictured(key)
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let key = self.console.key_within(ms)?;
        key.map(|key| self.pictured(key)).transpose()
    }

    fn now(&self) -> u64 {
        self.console.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.console.delay(ms)
    }

    fn kbhit(&mut self) -> bool {
        self.console.kbhit()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.console.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        self.console.real_time()
    }
}

//! The demo behind an idle menu.

use app::play::menu;
use app::play::profile::Profile;
use app::play::session::{Settings, Speed};
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen, parse_keys};

use crate::common::at_the_board::At;

/// A console at which nobody presses a key during the first pauses.
struct Idle<F: FnMut(&Screen, u64)> {
    script: Script<F>,
    pauses: u32,
}

impl<F: FnMut(&Screen, u64)> Console for Idle<F> {
    fn screen(&mut self) -> &mut Screen {
        self.script.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.script.getkey()
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.script.getkey().map(Some)
    }

    fn now(&self) -> u64 {
        self.script.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.script.delay(ms)
    }

    fn pause(&mut self, ms: u32) -> Result<bool, Quit> {
        self.script.delay(ms)?;
        self.pauses = self.pauses.saturating_sub(1);
        Ok(self.pauses == 0)
    }

    fn kbhit(&mut self) -> bool {
        self.pauses == 0
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        true
    }
}

/// Leaves the menu after this many pauses without a key. Returns true if a demo was shown.
fn demo_seen(demo: bool, pauses: u32) -> bool {
    let mut seen = false;
    let keys = parse_keys("Up Esc Esc").unwrap();
    let script = Script::new(keys, |screen: &Screen, _| {
        seen |= screen.text_runs().iter().any(|run| run.text.contains("Any key"));
    });
    let mut at = At::with(Settings { demo, speed: Speed::Instant, ..At::default().settings });
    let mut console = Idle { script, pauses };
    let left = at.run(&mut console, &mut Profile::in_memory(), |session| menu::title(session, &mut None));
    assert!(left.is_ok());
    drop(console);
    seen
}

#[test]
fn an_idle_menu_plays_a_demo_until_a_key() {
    assert!(demo_seen(true, 4));
    assert!(!demo_seen(false, 4), "it is off");
    assert!(!demo_seen(true, 1), "a key came first");
}

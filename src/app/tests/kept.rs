//! Types random keys with a real data folder, and compares the screen with the saved games after each key.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::at_the_board::{At, still};
use crate::common::recorded::AnyGame;
use crate::monkey::{ESCAPES, Part, any_key, harmless, same};
use app::play::games::{ActiveGame, GAMES};
use app::play::menu;
use app::play::profile::{Profile, game_from_text};
use app::play::settings::Table;
use games::tree::{Step, Tree};
use games::{gomoku, othello};
use rand::SeedableRng;
use rand::rngs::StdRng;
use screen::face::Look;
use screen::theme::{THEMES, Theme};
use screen::{board, panel};
use store::{Document, Store};
use tempfile::TempDir;
use turbo::dos::bgi::HEIGHT;
use turbo::dos::script::Script;
use turbo::dos::{Console, Key, Quit, Screen};

/// The key line at the bottom.
const KEYS: Part = (0, HEIGHT - 16, 640, HEIGHT);
/// The side to move, or "Game over".
const TURN: Part = (100, 32, 437, 49);
/// The number of the turn and the last move.
const FACTS: Part = (panel::LEFT, 100, 640, 136);

fn look(theme: &'static Theme) -> Look {
    Look {
        theme,
        hints: false,
        numbers: false,
        digits: false,
        forbidden: false,
        tutor: false,
        practice: false,
        online: false,
        clocks: None,
        names: Default::default(),
        short_names: Default::default(),
        winners: Default::default(),
        opponents: false,
        scroll: 0,
        forks: Vec::new(),
    }
}

fn drawn(game: &ActiveGame, theme: &'static Theme) -> Screen {
    let mut screen = Screen::default();
    board::draw(&mut screen, game.entry.face, &**game, &look(theme));
    screen
}

/// Returns true if the screen shows this game with the moving stone there. Compares the upper edge of each
/// stone, which numbers, values and hints leave free.
fn shows(screen: &Screen, game: &ActiveGame, stone_at: Option<(i32, i32)>, theme: &'static Theme) -> bool {
    let expected = drawn(game, theme);
    let (face, grid) = (game.entry.face, game.grid());
    let mut places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
    same(KEYS, screen, &expected)
        && same(TURN, screen, &expected)
        && same(FACTS, screen, &expected)
        && places.all(|(row, col)| {
            let (x, y) = grid.centre(row, col);
            let top = y - face.radius(&**game);
            Some((x, y)) == stone_at
                || [top, top + 1].into_iter().all(|y| screen.getpixel(x, y) == expected.getpixel(x, y))
        })
}

/// A saved game as last read.
struct Kept {
    game: ActiveGame,
    table: Table,
}

impl Kept {
    /// All lines of play, including moves taken back.
    fn tree(&self) -> Tree {
        let mut tree = self.table.tree.clone();
        tree.add_game_with_undone(&*self.game);
        tree
    }

    /// Returns true if no move of `before` is lost. A new move starts a variation and keeps the replaced
    /// line.
    fn follows(&self, before: &Kept) -> bool {
        let (before, now) = (before.tree(), self.tree());
        let steps = |n: usize| -> Vec<Step> {
            let path = before.path(n).into_iter();
            path.map(|n| before.node(n).step).collect()
        };
        (0..before.size()).all(|n| now.find_steps(&steps(n)).is_some())
    }
}

/// A console that compares the screen with the folder before each key.
struct Watched<'a, F: FnMut(&Screen, u64)> {
    script: Script<F>,
    folder: &'a Path,
    kept: BTreeMap<String, Kept>,
    typed: Vec<Key>,
    /// The number of times that a game with moves was on the screen.
    seen: usize,
}

impl<F: FnMut(&Screen, u64)> Watched<'_, F> {
    fn look(&mut self) {
        let store = Store::open(Some(self.folder.to_path_buf())).unwrap();
        let now = kept_in(&store, self.folder);
        let theme = theme_in(&store);
        let (folder, typed) = (self.folder.display(), &self.typed);
        let screen = self.script.screen();
        let games: [AnyGame; 2] = [Box::new(othello::Game::default()), Box::new(gomoku::Game::default())];
        let games = games.map(|game| ActiveGame::new(game, &GAMES));
        // The key line changes after the first move.
        let begun = games.each_ref().map(|game| {
            let mut begun = game.clone();
            begun.play(game.moves()[0]);
            begun
        });
        let at_board = games.iter().chain(&begun).any(|game| same(KEYS, screen, &drawn(game, theme)));
        let mut ended = Screen::default();
        ended.setbkcolor(theme.colors.ground);
        ended.cleardevice();
        panel::turn_label(&mut ended, theme, None);
        // The result box has its own keys.
        let over = same(TURN, screen, &ended);
        let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept.png");
        for (name, before) in &self.kept {
            match now.get(name) {
                Some(kept) => assert!(
                    kept.follows(before),
                    "{name} in {folder} lost moves:\n{}\n{}\nafter {typed:?}",
                    before.game.game,
                    kept.game.game
                ),
                None if !over => {
                    fs::write(&picture, screen.png_bytes()).unwrap();
                    panic!(
                        "{name} in {folder} is gone:\n{}\nafter {typed:?}\n{}",
                        before.game.game,
                        picture.display()
                    )
                }
                None => {}
            }
        }
        let first = games.iter().any(|game| same(FACTS, screen, &drawn(game, theme)));
        if at_board && !over && !first {
            self.seen += 1;
            let kept = now.values().any(|kept| shows(screen, &kept.game, kept.table.stone_at, theme));
            if !kept {
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown.png");
                let _ = std::fs::write(&file, screen.png_bytes());
                panic!(
                    "the folder has not the game that {} shows, but {:#?}\nafter {typed:?}",
                    file.display(),
                    now.values().map(|kept| (kept.game.to_string(), &kept.table)).collect::<Vec<_>>(),
                );
            }
        }
        self.kept = now;
    }
}

/// The saved games.
fn kept_in(store: &Store, folder: &Path) -> BTreeMap<String, Kept> {
    let mut kept = BTreeMap::new();
    for entry in folder.read_dir().into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.contains(".damaged"), "{name}");
        if !name.starts_with("game-") || name.contains('.') {
            continue;
        }
        let Document::Text(text) = store.read(&name).unwrap() else { panic!("{name} is no text") };
        let mut table = Table::default();
        match game_from_text(&text, &GAMES, &mut table) {
            Ok(game) => drop(kept.insert(name, Kept { game, table })),
            Err(error) => panic!("{error} in {name}:\n{text}"),
        }
    }
    kept
}

fn theme_in(store: &Store) -> &'static Theme {
    let Some(text) = store.settings().unwrap() else {
        return &THEMES[0];
    };
    let theme = THEMES.iter().find(|theme| text.contains(&format!("\ntheme = {}\n", theme.name)));
    theme.expect("the settings name a theme")
}

impl<F: FnMut(&Screen, u64)> Console for Watched<'_, F> {
    fn screen(&mut self) -> &mut Screen {
        self.script.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.look();
        let mut key = self.script.getkey()?;
        let mut list = Screen::default();
        let keys =
            [("↑↓", "Choose"), ("Enter", "Open"), ("Del", "Discard"), ("F1", "Help"), ("Esc", "Close")];
        panel::key_line(&mut list, &keys);
        // Skip keys that would discard a game on purpose.
        while matches!(key, Key::Delete | Key::Backspace) && same(KEYS, &list, self.script.screen()) {
            key = self.script.getkey()?;
        }
        key = harmless(key, self.script.screen());
        self.typed.push(key);
        Ok(key)
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.getkey().map(Some)
    }

    fn now(&self) -> u64 {
        self.script.now()
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.script.delay(ms)
    }

    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.script.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        false
    }
}

/// A scratch folder, in memory if possible, for tests that write a lot.
pub fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => TempDir::new_in(memory).unwrap(),
        false => TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap(),
    }
}

/// Types random keys and then Esc until the program ends; restarts the program on the same folder if the keys
/// end it earlier. Returns the number of times that a game with moves was on the screen.
fn plays_for_keeps(seed: u64, count: usize) -> usize {
    let scratch = scratch();
    let folder = scratch.path().join("data");
    let mut random = StdRng::seed_from_u64(seed);
    let key = |_| match any_key(&mut random) {
        // P opens the board of a lesson, which is not saved.
        Key::Char('p' | 'P') => Key::Enter,
        key => key,
    };
    let mut keys: Vec<Key> = (0..count).map(key).collect();
    // Regularly leave everything and start a game.
    for block in keys.chunks_mut(50) {
        block[..10].fill(Key::Enter);
        block[..6].fill(Key::Esc);
    }
    keys.resize(count + ESCAPES, Key::Esc);
    let (mut typed, mut seen) = (0, 0);
    while typed < count {
        let mut at: At = still();
        // Don't wait for strong opponents.
        at.table.seats.patience = 1;
        let store = Store::open(Some(folder.clone()));
        let mut profile = Profile::open(store, &mut at.settings);
        let store = Store::open(Some(folder.clone())).unwrap();
        let mut console = Watched {
            script: Script::new(keys[typed..].iter().copied(), |_, _| ()),
            folder: &folder,
            kept: kept_in(&store, &folder),
            typed: Vec::new(),
            seen: 0,
        };
        let left = at.run(&mut console, &mut profile, |session| menu::title(session, &mut None));
        assert_eq!(left, Ok(()), "Esc leads out after {:?}", console.typed);
        assert_eq!(profile.trouble(), None);
        typed = keys.len() - console.script.keys_left();
        seen += console.seen;
        profile.leave();
        let unfinished = profile.kept(&GAMES, false);
        let unfinished = unfinished.wait(Duration::from_secs(60)).unwrap().games;
        assert_eq!(unfinished.len(), kept_in(&store, &folder).len());
        assert!(unfinished.iter().all(|unfinished| unfinished.game.is_ok()));
    }
    seen
}

#[test]
fn the_game_on_the_screen_is_saved_after_each_of_three_thousand_keys() {
    let seen: usize = std::thread::scope(|scope| {
        let runs = [0, 1, 2, 3, 4, 5].map(|seed| scope.spawn(move || plays_for_keeps(seed, 500)));
        runs.map(|run| run.join().unwrap()).into_iter().sum()
    });
    assert!(seen > 50, "a game was seen {seen} times only");
}

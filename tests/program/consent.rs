//! A command from a file runs only with the user's consent.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use crate::common::at_the_board::{seats, still};
use crate::common::program::qipan;
use crate::common::recorded::to;
use app::play::menu;
use app::play::profile::{Profile, game_to_text};
use app::play::session::{Session, Settings, Table};
use games::othello::{Game, Rules};
use games::records::Recorded;
use players::Player;
use store::games::write_recorded;
use store::{Document, Store};
use tempfile::TempDir;
use turbo::dos::parse_keys;
use turbo::dos::script::Script;

/// A folder, and a player's command that records each of its runs there.
struct Scratch {
    dir: TempDir,
    player: Player,
}

impl Scratch {
    fn new() -> Scratch {
        let dir = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let ran = dir.path().join("ran");
        let script = format!(
            "echo x >> {}; while read a b c; do case $a in ping) echo pong $b;; \
             go) echo \"=== d6\";; esac; done",
            ran.display()
        );
        let player = format!("nboard:sh -c '{script}'").parse().unwrap();
        Scratch { dir, player }
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn store(&self) -> Store {
        Store::open(Some(self.data())).unwrap()
    }

    /// The number of runs.
    fn ran(&self) -> usize {
        let ran = std::fs::read_to_string(self.dir.path().join("ran"));
        ran.unwrap_or_default().lines().count()
    }

    /// Saves a foreign game with the command as White, who is to move.
    fn save_a_game(&self) {
        let mut game = Game::new(Rules::Standard);
        game.drop("f5".parse().unwrap());
        let mut table = Table::default();
        table.seats.white = self.player.clone();
        let slot = self.store().slot().unwrap();
        slot.write(&game_to_text(&game, &table)).unwrap();
    }

    fn qipan(&self, args: &[&str]) -> String {
        let data = self.data().to_str().unwrap().to_string();
        let more = ["--dump", "--speed", "instant", "--data", &data];
        let output = qipan(&[args, &more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""));
        String::from_utf8(output.stdout).unwrap()
    }

    fn kept(&self) -> String {
        std::fs::read_to_string(self.data().join("game-1")).unwrap()
    }

    /// Types keys in a session whose last form seated the command as White.
    fn with_last(&self, keys: &str) {
        let mut table = Table::default();
        table.seats.white = self.player.clone();
        let text = game_to_text(&Game::new(Rules::Standard), &table);
        self.store().write("last-othello", &text).unwrap();
        let mut script = Script::new(parse_keys(keys).unwrap(), |_, _| ());
        let profile = Profile::open(Ok(self.store()), &mut Settings::default());
        let mut session = Session::new(&mut script, still().settings, profile);
        let _ = menu::title(&mut session, &mut None);
    }
}

#[test]
fn a_saved_game_runs_no_command_unless_the_user_agrees() {
    for no in ["Esc", "Enter", "n", "Space", "Down Up Enter", "F1 Esc Esc"] {
        let scratch = Scratch::new();
        scratch.save_a_game();
        // Then a person plays White.
        let d6 = format!("{} Enter", to("d6"));
        let played = scratch.qipan(&["--keys", &format!("n {no} {d6} Esc")]);
        assert!(played.contains("moves: f5d6\n"), "{no}: {played}");
        assert_eq!(scratch.ran(), 0, "{no}");
        assert!(scratch.kept().contains("\nwhite human\n"), "{no}");
        assert_eq!(scratch.store().read("commands").unwrap(), Document::Missing);
    }
    // Closing the window is no consent.
    let scratch = Scratch::new();
    scratch.save_a_game();
    let _ = scratch.qipan(&["--keys", "n"]);
    assert_eq!(scratch.ran(), 0);
}

#[test]
fn consent_is_remembered_for_the_exact_command() {
    let scratch = Scratch::new();
    scratch.save_a_game();
    let played = scratch.qipan(&["--keys", "n r Backspace Esc"]);
    assert!(played.contains("moves: \n"), "{played}");
    assert_eq!(scratch.ran(), 1);
    let agreed = Document::Text(format!("{}\n", scratch.player));
    assert_eq!(scratch.store().read("commands").unwrap(), agreed);
    assert!(!scratch.kept().lines().any(|line| line.starts_with("commands")));
    let f5 = format!("{} Enter", to("f5"));
    let played = scratch.qipan(&["--keys", &format!("n {f5} Esc")]);
    assert!(played.contains("moves: f5d6\n"), "{played}");
    assert_eq!(scratch.ran(), 2, "it is not asked again");
    // One more letter makes another command.
    let mut other = Scratch { player: format!("{} x", scratch.player).parse().unwrap(), ..scratch };
    std::fs::remove_file(other.data().join("game-1")).unwrap();
    other.save_a_game();
    let _ = other.qipan(&["--keys", "n Esc Esc"]);
    assert_eq!(other.ran(), 2);
    // Another protocol makes another command, too.
    let gomocup = other.player.to_string().replace("nboard:", "gomocup:");
    other.player = gomocup.parse().unwrap();
    std::fs::remove_file(other.data().join("game-1")).unwrap();
    other.save_a_game();
    let _ = other.qipan(&["--keys", "n Esc Esc"]);
    assert_eq!(other.ran(), 2);
}

#[test]
fn the_last_form_runs_no_command_without_consent() {
    let f5 = format!("{} Enter", to("f5"));
    for keys in [
        format!("o Enter Esc {f5} Esc"),
        // The second attempt asks again.
        format!("o Enter Esc F2 Down Left Enter Esc {f5} Esc"),
    ] {
        let scratch = Scratch::new();
        scratch.with_last(&keys);
        assert_eq!(scratch.ran(), 0, "{keys}");
    }
    let scratch = Scratch::new();
    scratch.with_last(&format!("o Enter r {f5} Esc"));
    assert_eq!(scratch.ran(), 1);
}

#[test]
fn naming_a_command_on_the_command_line_is_consent() {
    let scratch = Scratch::new();
    let white = scratch.player.to_string();
    let f5 = format!("{} Enter", to("f5"));
    let args = ["othello", "--rules", "standard", "--white", &white];
    let keys = format!("{f5} Backspace Esc");
    let _ = scratch.qipan(&[&args[..], &["--keys", &keys]].concat());
    assert_eq!(scratch.ran(), 1);
    let played = scratch.qipan(&["--keys", &format!("n {f5} Esc")]);
    assert!(played.contains("moves: f5d6\n"), "{played}");
    assert_eq!(scratch.ran(), 2);
}

#[test]
fn commands_too_long_to_display_do_not_run() {
    let mut scratch = Scratch::new();
    let spaces = " ".repeat(2000);
    scratch.player = format!("{}{spaces}x", scratch.player).parse().unwrap();
    scratch.save_a_game();
    // Closes the message, then presses a person's key.
    let _ = scratch.qipan(&["--keys", "n x r Enter Esc"]);
    assert_eq!(scratch.ran(), 0);
    assert!(scratch.kept().contains("\nwhite human\n"));
}

#[test]
fn game_files_contain_no_commands() {
    let scratch = Scratch::new();
    let black = "nboard:/opt/edax --secret 7";
    let seats = seats(black, "gomocup:'/opt/a b/engine' --secret 7", 0);
    let mut othello = Game::new(Rules::Standard);
    othello.drop("d3".parse().unwrap());
    let gomoku = games::gomoku::Game::from_record("7788").unwrap();
    let games: [(&dyn games::Game, &str); 4] =
        [(&othello, "a.txt"), (&othello, "a.ggf"), (&gomoku, "b.txt"), (&gomoku, "b.psq")];
    for (game, name) in games {
        let file = scratch.dir.path().join(name);
        write_recorded(&file, &Recorded::new(game.copy(), seats.heading())).unwrap();
        let text = String::from_utf8_lossy(&read(&file)).into_owned();
        for part in ["secret", "opt", "nboard:", "gomocup:"] {
            assert!(!text.contains(part), "{name}: {text}");
        }
    }
}

fn read(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap()
}

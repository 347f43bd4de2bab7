//! Games in links.

use chacha20::ChaCha12Rng;
use games::Game;
use games::gomoku::{self, Opening, Rules, Setup};
use games::othello;
use games::stone::Stone;
use players::Player;
use players::link::{BadLink, parse, write};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn people() -> [Player; 2] {
    [Player::Human, Player::Human]
}

fn starts() -> Vec<Box<dyn Game>> {
    let gomoku = |rules, opening, size| -> Box<dyn Game> {
        let setup = Setup::new(rules, Stone::Black, opening).unwrap();
        Box::new(gomoku::Game::new(setup.on(size)))
    };
    vec![
        Box::new(othello::Game::new(othello::Rules::Standard)),
        Box::new(othello::Game::new(othello::Rules::Original)),
        gomoku(Rules::Freestyle, Opening::Free, 9),
        gomoku(Rules::Renju, Opening::Swap2, 15),
    ]
}

#[test]
fn every_game_comes_back_from_its_link() {
    for (start, seed) in starts().iter().cycle().zip(0..80) {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        let mut game = start.copy();
        for _ in 0..random.random_range(1..70) {
            match (game.question(), game.moves().choose(&mut random)) {
                (Some(question), _) => drop(game.answer(random.random_range(0..question.choices.len()))),
                (None, Some(place)) => assert!(game.play(*place)),
                (None, None) if game.outcome().is_none() => game.lose_turn(),
                (None, None) => break,
            }
        }
        let link = write(&*game, &people()).unwrap();
        let back = parse(&format!("https://example.org/qipan/{link}")).unwrap().unwrap();
        assert!(*back == *game, "seed {seed}: {link}");
    }
}

#[test]
fn links_of_the_page_are_read() {
    let game = parse("http://localhost:8000/#othello=f5d6c3").unwrap().unwrap();
    assert_eq!(write(&*game, &people()).unwrap(), "#othello=f5d6c3&rules=standard");
    let game = parse("#gomoku=H8I9").unwrap().unwrap();
    assert_eq!(write(&*game, &people()).unwrap(), "#gomoku=h8i9&rules=freestyle.free.black.15x15");
    for other in ["", "f5d6c3", "#", "#lesson=eight", "#othello=", "#othello=(;GM[Othello])", "#othello"] {
        assert!(parse(other).is_none(), "{other}");
    }
}

#[test]
fn an_impossible_move_is_named() {
    let moved = |n: usize, name: &str| BadLink::Move(n, name.to_string());
    for (link, why) in [
        ("#othello=f5f5", moved(2, "f5")),
        ("#othello=f5d6a1", moved(3, "a1")),
        ("#othello=5f", moved(1, "5")),
        ("#othello=f5--", moved(2, "--")),
        ("#othello=f5!0", moved(2, "!0")),
        ("#gomoku=h8h8", moved(2, "h8")),
        ("#gomoku=h99", moved(1, "h99")),
        ("#gomoku=h8&rules=chess", BadLink::Rules("chess".into())),
        ("#othello=f5&rules=standard.9x9", BadLink::Rules("standard.9x9".into())),
    ] {
        assert_eq!(parse(link).unwrap().map(|game| game.to_string()), Err(why), "{link}");
    }
}

#[test]
fn random_links_do_no_harm() {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let pieces = [
        "#", "othello=", "gomoku=", "f5", "h8", "--", "-", "!0", "!9", "&", "rules=", "standard", ".", "é",
        "20x20",
    ];
    for _ in 0..100_000 {
        let count = random.random_range(0..12);
        let text: String = (0..count).map(|_| *pieces.choose(&mut random).unwrap()).collect();
        let _ = parse(&text);
    }
}

//! The explorer's cache.

use std::fs;
use std::path::PathBuf;
use std::slice::from_ref;

use games::othello::{Game, Rules};
use store::Store;
use store::explorer::Explorer;

use crate::data::{data, shared};

fn open(store: &Store, paths: &[PathBuf]) -> Explorer {
    Explorer::open(Some(store), paths, &mut |_, _| ()).unwrap()
}

fn first_moves(explorer: &Explorer) -> usize {
    explorer.explore(&Game::new(Rules::Standard)).iter().map(|played| played.games).sum()
}

#[test]
fn the_index_is_a_cache_that_follows_its_files() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path().join("store"))).unwrap();
    let games = dir.path().join("games");
    fs::create_dir_all(games.join("inner")).unwrap();
    // A game in many files makes the folder large enough for the cache.
    let many = "f5d6c3\n".repeat(20_000) + "f5d6c3\n".repeat(20_000).as_str();
    fs::write(games.join("a.txt"), &many).unwrap();
    fs::copy(data("wc10.wtb"), games.join("inner/b.wtb")).unwrap();
    let explorer = open(&store, from_ref(&games));
    assert_eq!((explorer.games(), explorer.files, explorer.problems.len()), (40_010, 2, 0));
    assert_eq!(first_moves(&explorer), 40_010);
    let cache = store.folder("explorer").unwrap();
    let kept = || fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    assert_eq!(kept().len(), 1, "the small folder is read each time");

    // The cache is used, rebuilt after a change, and not trusted when damaged.
    let whole = fs::read(&kept()[0]).unwrap();
    assert_eq!(first_moves(&open(&store, from_ref(&games))), 40_010);
    for damage in [vec![], whole[..whole.len() - 1].to_vec(), [&whole[..whole.len() - 1], &[1]].concat()] {
        fs::write(&kept()[0], damage).unwrap();
        assert_eq!(first_moves(&open(&store, from_ref(&games))), 40_010);
        assert_eq!(fs::read(&kept()[0]).unwrap(), whole);
    }
    fs::write(games.join("a.txt"), many + "f5d6\n").unwrap();
    assert_eq!(first_moves(&open(&store, from_ref(&games))), 40_011);
    fs::remove_dir_all(&cache).unwrap();
    assert_eq!(first_moves(&open(&store, from_ref(&games))), 40_011);

    let missing = Explorer::open(Some(&store), &[games.join("none")], &mut |_, _| ());
    assert!(missing.is_err());
    fs::write(games.join("bad.sgf"), "(;GM[1])(;GM[2];B[ef])").unwrap();
    let explorer = open(&store, &[games.join("bad.sgf")]);
    assert_eq!((explorer.problems.len(), first_moves(&explorer)), (1, 1));
}

#[test]
fn tournaments_are_found_with_their_players() {
    let Some(file) = shared("othello/WTH_1984.wtb") else { return };
    let explorer = Explorer::open(None, &[file], &mut |_, _| ()).unwrap();
    let played = explorer.explore(&Game::new(Rules::Standard));
    assert_eq!((played.len(), played[0].games), (1, explorer.games()));
    let last = &played[0].last[0];
    assert!(last.file.ends_with("WTH_1984.wtb") && last.heading.date == "1984" && last.n > 0);
    assert!(played[0].players[0].1 > 5 && played[0].last.len() == 3);
}

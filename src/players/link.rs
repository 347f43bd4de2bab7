//! Games in links: the part of the page's address after `#`, such as `#gomoku=h8i9&rules=renju.free.black.15x15`.
//!
//! The moves are names of places; `--` is a lost turn, and `!0` the first choice of a swap2 question. The rules
//! are the values of [`Game::rule_choices`] in their order; without them Othello has the standard rules. `black` and
//! `white` are the players as the reader of the link sees them: `human` is the reader, and `friend` the sender.

use std::cmp::Ordering;

use games::{Game, gomoku, othello};
use words::say;

use super::line::Offer;
use super::player::Player;

/// The reason why a link has no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLink {
    #[error("{}", say!("the link has unknown rules: {rules}", rules = .0))]
    Rules(String),
    /// The number of the move, from 1, and its text.
    #[error("{}", say!("move {n} of the link, {name}, is against the rules", n = .0, name = .1))]
    Move(usize, String),
}

/// The maximum number of moves in a link.
const MOST: usize = 1000;

/// Reads the game in a link. Returns `None` if the text is no link with the moves of a game.
pub fn parse(text: &str) -> Option<Result<Box<dyn Game>, BadLink>> {
    let value = |name| value(text, name);
    let names = [(othello::KIND.name, "standard"), (gomoku::KIND.name, "freestyle.free.black.15x15")];
    let (name, usual, moves) =
        names.into_iter().find_map(|(name, rules)| Some((name, rules, value(name)?)))?;
    let letters = |c: char| c.is_ascii_alphanumeric() || "-!".contains(c);
    if moves.is_empty() || !moves.chars().all(letters) {
        return None;
    }
    let rules = value("rules").unwrap_or(usual);
    let Some(offer) = Offer::parse(&format!("{name} {} 0+0", rules.replace('.', " "))) else {
        return Some(Err(BadLink::Rules(rules.chars().filter(|c| !c.is_control()).take(40).collect())));
    };
    Some(played(offer.at_start(), &moves.to_ascii_lowercase()))
}

/// Returns the value with this name in a link.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, part) = text.trim().split_once('#')?;
    part.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name).map(|pair| pair.1)
}

/// Returns Black and White as a link names them. A link cannot run a program, and a person plays without a name.
pub fn players(text: &str) -> [Player; 2] {
    ["black", "white"].map(|side| {
        let player = value(text, side).and_then(|name| name.parse().ok()).filter(fits);
        player.unwrap_or_default()
    })
}

/// True if a link may name the player.
fn fits(player: &Player) -> bool {
    !matches!(player, Player::Outside(_) | Player::C(_))
}

/// Tests which game has more moves, if one is the beginning of the other and both have the same rules.
pub fn compare(one: &dyn Game, other: &dyn Game) -> Option<Ordering> {
    let split = |game| {
        let (moves, rules) = parts(game)?;
        Some((words(&moves).into_iter().map(str::to_string).collect::<Vec<_>>(), rules))
    };
    let ((one, rules), (other, others)) = (split(one)?, split(other)?);
    let common = one.len().min(other.len());
    (rules == others && one[..common] == other[..common]).then(|| one.len().cmp(&other.len()))
}

fn played(mut game: Box<dyn Game>, moves: &str) -> Result<Box<dyn Game>, BadLink> {
    for (name, n) in words(moves).into_iter().zip(1..) {
        let wrong = || BadLink::Move(n, name.to_string());
        let before = game.t();
        match name.strip_prefix('!') {
            Some(choice) => {
                let choices = game.question().map_or(0, |question| question.choices.len());
                let choice = choice.parse().ok().filter(|choice| *choice < choices).ok_or_else(wrong)?;
                game.answer(choice);
            }
            // Except by the original rules, the game has already passed by itself.
            None if name == "--" => match game.of::<othello::Game>().map(othello::Game::rules) {
                Some(othello::Rules::Original) => game.lose_turn(),
                Some(othello::Rules::Standard | othello::Rules::Reverse)
                    if game.place_of(before - 1).is_none() => {}
                _ => return Err(wrong()),
            },
            None => {
                let mut places = game.moves().into_iter();
                let place = places.find(|place| game.name_of(*place) == name);
                if n > MOST || !place.is_some_and(|place| game.play(place)) {
                    return Err(wrong());
                }
            }
        }
    }
    Ok(game)
}

/// Splits moves into names of places, `--` and answers.
fn words(moves: &str) -> Vec<&str> {
    let begins = |(n, c): &(usize, char)| match c {
        '-' => moves[..*n].chars().rev().take_while(|c| *c == '-').count() % 2 == 0,
        c => c.is_ascii_alphabetic() || *c == '!',
    };
    let starts: Vec<usize> = moves.char_indices().filter(begins).map(|(n, _)| n).collect();
    let ends = starts.iter().skip(1).copied().chain([moves.len()]);
    let head = starts.first().map(|first| &moves[..*first]).filter(|head| !head.is_empty());
    head.into_iter().chain(starts.iter().zip(ends).map(|(start, end)| &moves[*start..end])).collect()
}

/// Returns the part of a link after the address, with the players Black and White. Returns `None` if the game began
/// from a set-up position or has no moves.
pub fn write(game: &dyn Game, players: &[Player; 2]) -> Option<String> {
    let (moves, rules) = parts(game).filter(|(moves, _)| !moves.is_empty())?;
    let name = game.name();
    let named = *players != [Player::Human, Player::Human] && players.iter().all(fits);
    let seats = if named { format!("&black={}&white={}", players[0], players[1]) } else { String::new() };
    Some(format!("#{name}={moves}&rules={rules}{seats}"))
}

/// Returns the moves and the rules as in a link.
fn parts(game: &dyn Game) -> Option<(String, String)> {
    let offer = Offer::new(game, Default::default())?.to_string();
    let rules = offer.split(' ').skip(1).take_while(|word| !word.contains('+'));
    let rules: Vec<&str> = rules.collect();
    let mut moves = String::new();
    let mut answers =
        game.of::<gomoku::Game>().map_or(Vec::new(), |game| game.decisions().to_vec()).into_iter();
    let mut at = game.restarted();
    while at.t() < game.t() || at.question().is_some() {
        if at.question().is_some() {
            let Some(decision) = answers.next() else { break };
            let possible = at.of::<gomoku::Game>().map_or(&[][..], |game| game.possible_decisions());
            let choice = possible.iter().position(|one| *one == decision)?;
            moves += &format!("!{choice}");
            at.answer(choice);
            continue;
        }
        match game.place_of(at.t()) {
            Some(place) => {
                moves += &at.name_of(place);
                at.play(place).then_some(())?;
            }
            None => {
                moves += "--";
                at.lose_turn();
            }
        }
    }
    Some((moves, rules.join(".")))
}

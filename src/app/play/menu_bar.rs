//! A menu bar with pull-down menus, as in Turbo C.

use super::dialog::{self, Choice, Item};
use screen::{frame, menu_bar, panel};
use turbo::dos::bgi::{WIDTH, columns_of};
use turbo::dos::{Console, Key, Quit, parse_keys};
use words::phrase;

/// A menu line: its text, its hot key (a lower-case letter), its shortcut as in a script such as `Ctrl+F9`
/// (or empty), and its action.
pub(crate) type Line<A> = (&'static str, char, &'static str, A);

/// A menu: its English name, whose first letter is its hot key, and its lines.
pub(crate) type Menu<A> = (&'static str, &'static [Line<A>]);

const KEYS: [(&str, &str); 4] = [
    ("↑↓←→", phrase!("Choose")),
    ("Enter", phrase!("Do it")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

/// Returns the action whose shortcut is this key.
pub(crate) fn action<A: Copy>(menus: &[Menu<A>], key: Key) -> Option<A> {
    let is_this = |name: &str| !name.is_empty() && parse_keys(name).is_ok_and(|keys| keys == [key]);
    let mut lines = menus.iter().flat_map(|menu| menu.1);
    lines.find(|(.., name, _)| is_this(name)).map(|(.., action)| *action)
}

/// Returns the menu that this letter opens.
pub(crate) fn opened_by<A>(menus: &[Menu<A>], letter: char) -> Option<usize> {
    menus.iter().position(|(name, _)| name.to_ascii_lowercase().starts_with(letter))
}

/// Lets the user choose an action. Opens the menu `open`, or only highlights the first name. Omits the lines
/// for which `shows` is false. A shortcut works while the menu is open. Restores the screen, and returns
/// `None` on Esc and F10.
pub(crate) fn choose<A: Copy>(
    console: &mut dyn Console,
    menus: &[Menu<A>],
    open: Option<usize>,
    shows: impl Fn(A) -> bool,
) -> Result<Option<A>, Quit> {
    let names: Vec<&str> = menus.iter().map(|(name, _)| *name).collect();
    let under = console.screen().clone();
    panel::key_line(console.screen(), &KEYS);
    let bare = console.screen().clone();
    let (mut menu, mut is_open) = (open.unwrap_or(0), open.is_some());
    let mut chosen = 0;
    let action = loop {
        let lines: Vec<&Line<A>> = menus[menu].1.iter().filter(|line| shows(line.3)).collect();
        let labels = labels(&lines);
        let items: Vec<Item<'_>> = labels.iter().zip(&lines).map(|(text, line)| (&**text, line.1)).collect();
        console.screen().clone_from(&bare);
        menu_bar::draw(console.screen(), &names, Some(menu));
        if is_open {
            let columns = items.first().map_or(0, |item| columns_of(item.0)) + 4;
            let x = (menu_bar::left(&names, menu) - 16).min(WIDTH - 8 * (columns as i32 + 4));
            frame::frame(console.screen(), x, 16, columns, items.len(), "");
            dialog::draw_items(console.screen(), (x + 8, 32), columns, &items, chosen);
        }
        let key = console.getkey()?;
        let letter = match key {
            Key::Alt(letter) => Some(letter),
            key => key.letter().filter(|_| !is_open),
        };
        if let Some(other) = letter.and_then(|letter| opened_by(menus, letter)) {
            (menu, is_open, chosen) = (other, true, 0);
            continue;
        }
        match key {
            Key::Left => (menu, chosen) = ((menu + menus.len() - 1) % menus.len(), 0),
            Key::Right => (menu, chosen) = ((menu + 1) % menus.len(), 0),
            Key::Esc | Key::F(10) => break None,
            Key::Down | Key::Up | Key::Enter if !is_open => is_open = true,
            key => {
                let choice = match is_open {
                    true => dialog::choice(key, &items, &mut chosen),
                    false => Some(Choice::Other(key)),
                };
                let action = match choice {
                    Some(Choice::Item(n)) => Some(lines[n].3),
                    Some(Choice::Other(key)) => self::action(menus, key),
                    _ => None,
                };
                if action.is_some() {
                    break action;
                }
            }
        }
    };
    *console.screen() = under;
    Ok(action)
}

/// Formats lines of equal width, with the shortcuts at the right.
fn labels<A>(lines: &[&Line<A>]) -> Vec<String> {
    let text = |line: &Line<A>| dialog::label((line.0, line.1)).into_owned();
    let widest = lines.iter().map(|line| columns_of(&text(line)) + 2 + line.2.len()).max().unwrap_or(0);
    let label = |line: &&Line<A>| format!("{}{}", panel::padded(&text(line), widest - line.2.len()), line.2);
    lines.iter().map(label).collect()
}

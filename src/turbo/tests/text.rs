//! The text on the screen.

use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BLUE, Font, RED, WHITE, YELLOW};

/// A blue screen with these texts in the tall font: the place, the colour and the characters of each.
fn screen(texts: &[(i32, i32, u8, &str)]) -> Screen {
    let mut screen = Screen::default();
    screen.setfillstyle(BLUE);
    screen.bar(0, 0, 639, 479);
    screen.settextstyle(Font::Tall, 1);
    for (x, y, color, text) in texts {
        screen.setcolor(*color);
        screen.outtextxy(*x, *y, text);
    }
    screen
}

/// The place, the colour and the characters of each run.
fn runs(screen: &Screen) -> Vec<(i32, i32, u8, String)> {
    let runs = screen.text_runs().into_iter();
    runs.map(|run| (run.x, run.y, run.ink, run.text)).collect()
}

#[test]
fn runs_end_at_wide_gaps_and_other_colours() {
    let screen =
        screen(&[(16, 464, YELLOW, "↑↓"), (40, 464, WHITE, "Choose  Enter"), (3, 5, WHITE, "║ 棋盘 ║")]);
    let expected = [
        (19, 5, WHITE, "棋盘"),
        (16, 464, YELLOW, "↑↓ "),
        (40, 464, WHITE, "Choose"),
        (104, 464, WHITE, "Enter"),
    ];
    assert_eq!(runs(&screen), expected.map(|(x, y, c, text)| (x, y, c, text.to_string())));
    assert!(screen.text_runs().iter().all(|run| run.ground == BLUE));
}

#[test]
fn text_that_is_no_longer_visible_is_skipped() {
    let mut screen = screen(&[(0, 0, WHITE, "one two"), (0, 16, WHITE, "three")]);
    screen.setfillstyle(RED);
    screen.bar(0, 0, 23, 15);
    screen.line(0, 20, 639, 20);
    assert_eq!(runs(&screen), [(32, 0, WHITE, "two".to_string())]);
    screen.cleardevice();
    assert_eq!(runs(&screen), []);
}

#[test]
fn text_scrolls_with_the_screen_and_keeps_its_shown_colours() {
    let mut screen = screen(&[(0, 0, WHITE, "old"), (0, 16, WHITE, "new"), (0, 32, RED, "red")]);
    screen.scroll(16);
    screen.setpalette(RED, BLACK);
    let expected = [(0, 0, WHITE, "new"), (0, 16, BLACK, "red")];
    let expected = expected.map(|(x, y, color, text)| (x, y, color, text.to_string()));
    assert_eq!(runs(&screen.as_shown()), expected);
}

#[test]
fn a_character_under_the_cursor_is_text() {
    let mut screen = screen(&[(0, 0, YELLOW, "g_n")]);
    screen.setfillstyle(WHITE);
    for x in [0, 16] {
        screen.bar(x, 14, x + 7, 15);
    }
    assert_eq!(runs(&screen), [(0, 0, YELLOW, "g_n".to_string())]);
}
